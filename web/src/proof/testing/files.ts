// For tests: files that the program wrote.

import type { DealView } from "../../gen/protocol/DealView";
import type { Known } from "../check";
import { readTranscript } from "../opening";
import { Trace } from "../trace";

/** A page that watched, and was shown just what the file says. */
export function watched(text: string): Known {
  const file = JSON.parse(text) as DealView;
  const opening = readTranscript(file.transcript)?.opening;
  const { transcript, signature, bytes, discarded, secret } = file;
  return {
    deal: { record: opening ? `${opening.room}-${opening.game}` : "", transcript, signature, bytes, discarded, secret },
    server: opening?.server ?? "",
    player: null,
    seat: null,
    own: null,
    shown: [],
    trace: new Trace(),
    outcome: undefined,
    discarded: 0,
  };
}
