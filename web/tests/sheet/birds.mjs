import { mount } from "svelte";
import "/src/look/font.css";
import "/src/look/tokens.css";
import "/src/app.css";
import "/src/games/roost/roost.css";
import { deckOf } from "/src/lib/api.ts";
import { settings } from "/src/lib/settings.svelte.ts";
import { put } from "/src/games/roost/deck.svelte.ts";
import Face from "/src/games/roost/Face.svelte";
import Picture from "/src/games/roost/Picture.svelte";

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get("theme") ?? "light";
settings.language = query.get("language") ?? "en";
const deck = await deckOf(query.get("deck"));
put(deck);

/** Width and height in pixels, what is said of the power, and whether names stand below pictures alone. */
const SIZES = {
  art: [150, 120, null],
  large: [172, 188, "text"],
  hand: [104, 132, "text"],
  small: [96, 100, "signs"],
  tray: [84, 92, "signs"],
};
const only = query.get("only")?.split(",");
const kinds = query.get("size")?.split(",") ?? Object.keys(SIZES);
const sheet = document.createElement("main");
sheet.className = "roost";
sheet.style.cssText = "display:flex;flex-wrap:wrap;gap:8px;padding:8px;background:#43522f;height:auto;overflow:visible";
for (const bird of deck.cards) {
  if (only && !only.some((name) => bird.id.includes(name))) continue;
  for (const kind of kinds) {
    const [width, height, power] = SIZES[kind];
    const card = document.createElement("div");
    card.className = "on-paper sheet-card";
    card.dataset.bird = `${bird.id} ${kind}`;
    card.style.cssText = `width:${width}px;height:${height}px;border-radius:10px;position:relative`;
    sheet.append(card);
    if (power) mount(Face, { target: card, props: { bird, power } });
    else {
      mount(Picture, { target: card, props: { bird } });
      card.firstElementChild.style.cssText += ";height:100%;border-radius:10px";
      const name = document.createElement("b");
      name.style.cssText = "position:absolute;left:0;right:0;bottom:0;font:600 11px sans-serif;background:#fffd;text-align:center";
      name.textContent = bird.species.name;
      card.append(name);
    }
  }
}
document.body.replaceChildren(sheet);
