// What powers, goals and bonus cards say, in words and signs: fetched once the table is there.

export { counted, payoutText } from "./counts";
export { powerSigns } from "./power-signs";
export { powerText } from "./powers";
