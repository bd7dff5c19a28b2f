import { describe, expect, it } from "vitest";
import { duel, standings } from "./standings";
import { headline, summary } from "./summary";

const names = ["Ann", "Ada", "Ben", "Carl"];
const list = (places: number[], points: number[]) => standings({ places, points, reason: "target", next_first: null });

describe("two sides", () => {
  const euchre = list([1, 2, 1, 2], [10, 7, 10, 7]);
  it("are told from more", () => {
    expect(duel(euchre)?.map(({ points, seats }) => [points, seats])).toEqual([
      [10, [0, 2]],
      [7, [1, 3]],
    ]);
    expect(duel(list([1, 2, 2], [3, 1, 1]))).toBeNull();
    expect(duel(list([1, 2, 3], [3, 2, 1]))).toBeNull();
    expect(duel(list([1, 1], [5, 5]))).toBeNull();
  });
  it("win together and lose together", () => {
    expect(headline(euchre, 0, names)).toBe("You and Ben win!");
    expect(headline(euchre, 1, names)).toBe("Ann and Ben win");
    expect(summary(euchre, "target", 0, names)).toBe("3 points ahead of Ada and Carl");
    expect(summary(euchre, "target", 1, names)).toBe("3 points behind Ann and Ben");
  });
});

describe("a game of one against all", () => {
  const dutch = list([2, 1, 3], [9, 8, 20]);
  it("says how close it was", () => {
    expect(headline(dutch, 1, names)).toBe("You win!");
    expect(headline(dutch, 0, names)).toBe("Ada wins");
    expect(summary(dutch, "target", 1, names)).toBe("1 point ahead of Ann");
    expect(summary(dutch, "target", 2, names)).toBe("You came third, 12 points behind Ada");
  });
  it("says nothing about points where there are none", () => {
    const eights = list([3, 1, 2], [0, 0, 0]);
    expect(summary(eights, "target", 1, names)).toBeNull();
    expect(summary(eights, "target", 0, names)).toBe("You came third");
    expect(summary(eights, "target", 0, names, () => "2 cards short")).toBe("You came third, 2 cards short");
  });
  it("says to the winner who came closest", () => {
    const eights = list([3, 1, 2], [0, 0, 0]);
    expect(summary(eights, "target", 1, names, (seat) => `${seat} short`)).toBe("Ben was 2 short");
  });
  it("tells spectators how close it was, and everybody that a game ended early", () => {
    expect(summary(dutch, "target", null, names)).toBe("1 point ahead of Ann");
    expect(summary(dutch, "abandoned", null, names)).toBe("The game was abandoned.");
    expect(headline([], null, names)).toBe("The game is over");
  });
});
