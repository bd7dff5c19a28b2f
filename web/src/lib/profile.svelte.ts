// The identity of this browser's user: a friendly name to begin with, and the seats they hold.

import type { Person } from "../gen/protocol/Person";
import type { Seated } from "../gen/protocol/Seated";
import { speciesOf } from "../people/portrait";
import { AVATARS } from "./names";
import { persisted } from "./settings.svelte";

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

const name = persisted("name", "");
const avatar = persisted("avatar", "");
/** Opens the games that were played in this browser; made when the first of them begins. */
const key = persisted("profile", "");
/** Whether games are to be found again at all. */
const keeps = persisted("history", true);
export const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

if (!goodName(name.value)) name.value = friendlyName();
/** Returns the portrait that goes with a name: an otter for "Merry Otter". */
export function fittingAvatar(name: string): string {
  const last = name.toLowerCase().split(" ").pop();
  return AVATARS.find((seed) => speciesOf(seed) === last) ?? pick(AVATARS);
}
if (!AVATARS.includes(avatar.value)) avatar.value = fittingAvatar(name.value);

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
  /** The key, or nothing if there is none yet. Nobody but the card room is ever told. */
  get key() {
    return isKey(key.value) ? key.value : "";
  },
  set key(text: string) {
    key.value = text;
  },
  get keeps() {
    return keeps.value;
  },
  set keeps(on: boolean) {
    keeps.value = on;
  },
  /** The person who sits down to a game. */
  person(): Person {
    const person = { name: name.value, avatar: avatar.value };
    if (!keeps.value) return person;
    if (!isKey(key.value)) key.value = newKey();
    return { ...person, profile: key.value };
  },
};

/** Seats this browser holds, newest first. The token is the only proof, so it stays here. */
const held = persisted<Seated[]>("seats", []);

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
