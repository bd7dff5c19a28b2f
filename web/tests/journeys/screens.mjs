import { screens } from "../kit/screens.mjs";

const { frame, eights, cards, casino, teams, euchre, dutch, roost } = screens("phone", "narrow", "desktop");
// A race does not wait until it has been seen in all sizes.
const race = (size) => screens(size).race;

export default {
  frame,
  eights,
  cards,
  casino,
  teams,
  euchre,
  dutch,
  roost,
  "race-phone": race("phone"),
  "race-narrow": race("narrow"),
  "race-desktop": race("desktop"),
};
