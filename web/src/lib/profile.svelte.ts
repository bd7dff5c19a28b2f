// Who somebody is in this browser: a friendly name to begin with, and the seats they hold.

import type { Person } from "../gen/protocol/Person";
import type { Seated } from "../gen/protocol/Seated";
import { AVATARS } from "./names";
import { kept } from "./settings.svelte";

const FIRST = ["Merry", "Lucky", "Clever", "Quiet", "Brave", "Sunny", "Swift", "Cosy", "Jolly", "Bold"];
const LAST = ["Otter", "Heron", "Badger", "Robin", "Lynx", "Hare", "Owl", "Fox", "Wren", "Marten"];

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

export const friendlyName = (): string => `${pick(FIRST)} ${pick(LAST)}`;

/** As the server cleans names: trimmed, single spaces; 1 to 20 characters. */
export const cleanName = (text: string): string => text.trim().replace(/\s+/g, " ");
export const goodName = (text: string): boolean => {
  const { length } = [...cleanName(text)];
  return length >= 1 && length <= 20;
};

const name = kept("name", "");
const avatar = kept("avatar", "");
if (!goodName(name.value)) name.value = friendlyName();
if (!AVATARS.includes(avatar.value)) avatar.value = pick(AVATARS);

export const profile = {
  get name() {
    return name.value;
  },
  set name(text: string) {
    if (goodName(text)) name.value = cleanName(text);
  },
  get avatar() {
    return avatar.value;
  },
  set avatar(picture: string) {
    avatar.value = picture;
  },
  person(): Person {
    return { name: name.value, avatar: avatar.value };
  },
};

/** Seats this browser holds, newest first. The token is the only proof, so it stays here. */
const held = kept<Seated[]>("seats", []);

export const seats = {
  of: (code: string): Seated | undefined => held.value.find((seat) => seat.code === code),
  newest: (): Seated | undefined => held.value[0],
  keep(seat: Seated): void {
    held.value = [seat, ...held.value.filter((other) => other.code !== seat.code)].slice(0, 8);
  },
  drop(code: string): void {
    held.value = held.value.filter((seat) => seat.code !== code);
  },
};
