// Why something was refused, in words: fetched once the table is there.

import type { Food } from "../../gen/roost/Food";
import type { Habitat } from "../../gen/roost/Habitat";
import type { Fault } from "../../lib/api";
import { explain, makeText } from "../../lib/i18n.svelte";
import { foodWord, t as things } from "./things";

export const t = makeText({
  en: {
    "error.wrong_phase": "That isn't an option now.",
    "error.already_chosen": "You have already chosen.",
    "error.already_ready": "You're already ready.",
    "error.not_your_turn": "It is not your turn.",
    "error.not_dealt": "That bird was not dealt to you.",
    "error.setup_total": "Keep exactly five in total; you chose {kept}.",
    "error.not_offered": "Keep one of the bonus cards you were offered.",
    "error.cannot_skip": "You must finish a power you have started.",
    "error.no_back": "You have already taken a bird back this turn.",
    "error.not_in_hand": "That card is not in your hand.",
    "error.wrong_habitat": "That bird does not live {where}.",
    "error.wrong_row": "This power does not play birds {where}.",
    "error.row_full": "No space left {where}.",
    "error.eggs_short": {
      one: "That space costs {needed} egg, and you have too few.",
      other: "That space costs {needed} eggs, and you have too few.",
    },
    "error.food_short": "You don't have the food for that.",
    "error.no_such_bird": "There is no bird there.",
    "error.no_egg_there": "There is no egg to take there.",
    "error.not_a_payment": "That does not pay for it.",
    "error.overpaid": "That is more than it costs.",
    "error.no_such_die": "No die in the feeder shows that.",
    "error.food_mismatch": "You can't get {food} there.",
    "error.not_wanted": "This power does not take {food}.",
    "error.cannot_cache": "This food cannot be cached.",
    "error.no_reroll": "You can reroll only while all dice in the feeder are the same.",
    "error.no_room": "That bird can't hold more eggs.",
    "error.wrong_nest": "This power doesn't apply to that bird.",
    "error.no_card": "There are no cards left to draw.",
    "error.tray_slot_empty": "That space in the tray is empty.",
    "error.wrong_source": "This power does not draw from there.",
    "error.bad_trade": "You can't trade that in this row.",
    "error.cannot_move": "It can't move there.",
    "error.cannot_repeat": "That power can't be repeated.",
    "error.game_over": "The game is over.",
  },
  de: {
    "error.wrong_phase": "Das steht jetzt nicht zur Wahl.",
    "error.already_chosen": "Du hast schon gewählt.",
    "error.already_ready": "Du bist schon bereit.",
    "error.not_your_turn": "Du bist nicht dran.",
    "error.not_dealt": "Dieser Vogel wurde dir nicht gegeben.",
    "error.setup_total": "Behalte zusammen genau fünf; gewählt hast du {kept}.",
    "error.not_offered": "Behalte eine der Bonuskarten, die dir angeboten wurden.",
    "error.cannot_skip": "Eine begonnene Fähigkeit musst du zu Ende führen.",
    "error.no_back": "Du hast in diesem Zug schon einen Vogel zurückgenommen.",
    "error.not_in_hand": "Diese Karte ist nicht auf deiner Hand.",
    "error.wrong_habitat": "Dieser Vogel lebt nicht {where}.",
    "error.wrong_row": "Diese Fähigkeit spielt keine Vögel {where} aus.",
    "error.row_full": "Kein Platz mehr {where}.",
    "error.eggs_short": {
      one: "Dieser Platz kostet {needed} Ei, und du hast zu wenige.",
      other: "Dieser Platz kostet {needed} Eier, und du hast zu wenige.",
    },
    "error.food_short": "Dafür fehlt dir das Futter.",
    "error.no_such_bird": "Dort ist kein Vogel.",
    "error.no_egg_there": "Dort ist kein Ei zu holen.",
    "error.not_a_payment": "Das bezahlt ihn nicht.",
    "error.overpaid": "Das ist mehr, als er kostet.",
    "error.no_such_die": "Kein Würfel am Futterplatz zeigt das.",
    "error.food_mismatch": "{food} bekommst du dort nicht.",
    "error.not_wanted": "Diese Fähigkeit nimmt {food} nicht.",
    "error.cannot_cache": "Dieses Futter kann nicht gelagert werden.",
    "error.no_reroll": "Neu werfen kannst du nur, solange alle Würfel am Futterplatz gleich sind.",
    "error.no_room": "Dieser Vogel kann keine Eier mehr tragen.",
    "error.wrong_nest": "Diese Fähigkeit gilt nicht für diesen Vogel.",
    "error.no_card": "Es gibt keine Karte mehr zu ziehen.",
    "error.tray_slot_empty": "Dieser Platz der Auslage ist leer.",
    "error.wrong_source": "Diese Fähigkeit zieht nicht von dort.",
    "error.bad_trade": "Das kannst du in dieser Reihe nicht tauschen.",
    "error.cannot_move": "Dorthin kann er nicht umziehen.",
    "error.cannot_repeat": "Diese Fähigkeit kann nicht wiederholt werden.",
    "error.game_over": "Das Spiel ist vorbei.",
  },
});

/** Why something was refused. */
export function why(fault: Fault): string {
  const detail: Record<string, unknown> = { ...fault.detail };
  if (typeof detail.needed === "number") detail.n = detail.needed;
  if (typeof detail.habitat === "string") detail.where = things(`in.${detail.habitat as Habitat}`);
  if (typeof detail.food === "string") detail.food = foodWord([detail.food as Food]);
  return explain({ code: fault.code, detail }, t);
}
