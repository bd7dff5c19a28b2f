// The lesson this browser is in the middle of: at most one, kept until it is finished or skipped.

import type { Seated } from "../gen/protocol/Seated";
import { Fault, findRoom, startLesson } from "./api";
import { profile } from "./profile.svelte";
import { router, tablePath } from "./router.svelte";
import { kept } from "./settings.svelte";

interface Held {
  game: string;
  seated: Seated;
}

const held = kept<Held | null>("lesson", null);

export const lesson = {
  of: (code: string): Seated | undefined => (held.value?.seated.code === code ? held.value.seated : undefined),
  drop(code: string): void {
    if (held.value?.seated.code === code) held.value = null;
  },
  /** The game of an unfinished lesson whose room is still there. */
  async unfinished(): Promise<{ game: string; code: string } | null> {
    if (!held.value) return null;
    const { game, seated } = held.value;
    try {
      const { state } = await findRoom(seated.code);
      if (state !== "closed") return { game, code: seated.code };
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
    if (begun?.game === game) return router.go(tablePath(begun.code));
    const seated = await startLesson({ game, player: profile.person() });
    held.value = { game, seated };
    router.go(tablePath(seated.code));
  },
};
