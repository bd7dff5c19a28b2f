// Ornaments for the end of a game: laurels for the winners and a seal of wax for a deal that was checked.

import { type Drawing, circle, group, line, path, rect } from "./shape";

const LEAVES = 9;
/** Between two leaves on their arc, in degrees. */
const STEP = 16;
const round = (value: number): number => Math.round(value * 10) / 10;

/** One branch of a laurel: pairs of leaves along an arc, smaller towards its tip. */
function branch(side: -1 | 1): Drawing {
  const leaves: Drawing[number][] = [];
  const stem: string[] = [];
  for (let i = 0; i < LEAVES; i += 1) {
    const angle = ((STEP + i * STEP) * Math.PI) / 180;
    const x = round(165 + side * 138 * Math.sin(angle));
    const y = round(92 + 118 * Math.cos(angle));
    const along = (Math.atan2(side * Math.cos(angle) * 138, Math.sin(angle) * 118) * 180) / Math.PI;
    const k = 1 - i * 0.05;
    stem.push(`${i === 0 ? "M" : "L"}${x} ${y}`);
    const leaf = `M0 0C${round(-7 * k)} ${round(-9 * k)} ${round(-6 * k)} ${round(-22 * k)} 0 ${round(-30 * k)}C${round(6 * k)} ${round(-22 * k)} ${round(7 * k)} ${round(-9 * k)} 0 0z`;
    const tip = i === LEAVES - 1;
    for (const turn of tip ? [0] : [-38, 38]) {
      const lit = tip || turn * side < 0;
      leaves.push(group(`translate(${x} ${y}) rotate(${Math.round(along + turn)})`, [path(leaf, lit ? "#f6cf74" : "#d99a26")]));
    }
  }
  return [line(stem.join(""), "#b97a12", 3), ...leaves];
}

/** In a box of 330 by 230, open at the top. */
export const LAUREL: Drawing = [...branch(1), ...branch(-1)];

/** The edge of wax that was pressed: a circle with an uneven rim. */
function rim(): string {
  const points = Array.from({ length: 49 }, (_, i) => {
    const angle = (i / 48) * 2 * Math.PI;
    const radius = 44 + 3.2 * Math.sin(i * 1.7) + 1.8 * Math.cos(i * 2.9);
    return `${round(50 + radius * Math.cos(angle))} ${round(50 + radius * Math.sin(angle))}`;
  });
  return `M${points.join("L")}z`;
}

/** Our mark, two cards on a board, pressed into wax; in a box of 100. */
export const SEAL: Drawing = [
  path(rim(), "#b3263a"),
  circle(50, 50, 34, "#9a1c30"),
  circle(50, 50, 34, "none", { stroke: "#d9566a", "stroke-width": 1.5 }),
  group("translate(50 47) scale(1.35) translate(-16 -16)", [
    group("translate(11.3 14.2) rotate(21)", [rect(-4.5, -10, 9, 20, "#e27888", { rx: 1.8 })]),
    group("translate(20.7 14.2) rotate(-21)", [
      rect(-5.3, -10.8, 10.6, 21.6, "#9a1c30", { rx: 2.4 }),
      rect(-4.5, -10, 9, 20, "#f0a5b0", { rx: 1.8 }),
    ]),
    rect(2.5, 25.3, 27, 3.4, "#f6c9cf", { rx: 1.7 }),
  ]),
];
