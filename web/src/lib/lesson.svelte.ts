// The lesson this browser is in the middle of: at most one, kept until it is finished or skipped.

import type { Seated } from "../gen/protocol/Seated";
import { Fault, findRoom, startLesson } from "./api";
import { loadDevice, orOnDevice } from "./device";
import { profile } from "./profile.svelte";
import { devicePath, router, tablePath } from "./router.svelte";
import { persisted } from "./settings.svelte";

/** At the server, or in a room on this device. */
type Held = { game: string } & ({ seated: Seated } | { device: string });

const held = persisted<Held | null>("lesson", null);

const isAt = (held: Held | null, code: string): held is { game: string; seated: Seated } =>
  held !== null && "seated" in held && held.seated.code === code;

export const lesson = {
  of: (code: string): Seated | undefined => (isAt(held.value, code) ? held.value.seated : undefined),
  drop(code: string): void {
    if (isAt(held.value, code)) held.value = null;
  },
  /** The game of an unfinished lesson whose room is still there. */
  async unfinished(): Promise<{ game: string; path: string } | null> {
    if (!held.value) return null;
    if ("device" in held.value) return unfinishedHere(held.value);
    const { game, seated } = held.value;
    try {
      const { state } = await findRoom(seated.code);
      if (state !== "closed") return { game, path: tablePath(seated.code) };
    } catch (failure) {
      // A card room that cannot be reached may still have it.
      if (!(failure instanceof Fault) || failure.code !== "room_not_found") return null;
    }
    lesson.drop(seated.code);
    return null;
  },
  /** To the lesson of a game: the one that was begun, else a new one. */
  async go(game: string): Promise<void> {
    const begun = await lesson.unfinished();
    if (begun?.game === game) return router.go(begun.path);
    const wish = { game, player: profile.person() };
    const begins = await orOnDevice<Held>({
      server: async (signal) => ({ game, seated: await startLesson(wish, signal) }),
      device: async (device) => ({ game, device: (await device.open({ lesson: wish })).id }),
    });
    held.value = begins;
    router.go("device" in begins ? devicePath(begins.device) : tablePath(begins.seated.code));
  },
};

/** A lesson on this device lasts until it is left. */
async function unfinishedHere({ game, device: room }: { game: string; device: string }): Promise<{ game: string; path: string } | null> {
  const found = await loadDevice()
    .then((device) => device.roomOf(room))
    .catch(() => null);
  // Storage that cannot be read now may still have it.
  if (found === null) return null;
  if (found && !found.over) return { game, path: devicePath(room) };
  if (held.value && "device" in held.value && held.value.device === room) held.value = null;
  return null;
}
