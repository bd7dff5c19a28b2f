// How long people wait from one click to their own cards. Figures are printed, not judged: machines differ.

import { openDoor } from "../kit/home.mjs";

export default async function ({ server, person, check, figure }) {
  await check("from Play now to the cards in hand", async () => {
    const home = await server({ pace: "human" });
    for (const game of ["Casino", "Dutch", "Eights", "Euchre", "Roost"]) {
      const ann = await person(home, { name: "Ann" });
      await ann.go("/");
      await openDoor(ann.page, ann.way, game);
      const button = ann.page.getByRole("button", { name: `Play now against bots: ${game}` });
      await button.waitFor();
      const took = await button.evaluate(
        (button) =>
          new Promise((done) => {
            const began = performance.now();
            button.click();
            const look = () => {
              const card = document.querySelector("[data-card]");
              if (card?.checkVisibility()) done(performance.now() - began);
              else requestAnimationFrame(look);
            };
            look();
          }),
      );
      figure(`Play now, ${game}`, `${Math.round(took)} ms`);
      await ann.page.close();
    }
  });
}
