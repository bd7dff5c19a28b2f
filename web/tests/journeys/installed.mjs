// The shell is kept: a page that was opened once opens again without a server, and says what is wrong.

import assert from "node:assert/strict";
import { AWAY, install } from "../kit/offline.mjs";
import { HAS_RULES, MODULE } from "../kit/rules.mjs";

async function kept({ server, person, check }) {
  const home = await server();
  const ann = await person(home, { name: "Ann" });
  const { page } = ann;

  await check("it can be installed", async () => {
    await ann.go("/");
    const manifest = await page.locator("link[rel=manifest]").evaluate((link) => link.href);
    const { icons, start_url } = await (await page.request.get(manifest)).json();
    assert.equal(new URL(start_url, manifest).href, `${home.url}/`);
    for (const { src } of icons) assert.ok((await page.request.get(new URL(src, manifest).href)).ok(), src);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // The second visit is the first that the worker sees.
    await page.reload();
    await page.getByRole("heading", { name: "Euchre" }).waitFor();
  });

  /** The first bytes of the rules, as the page gets them. */
  const rules = () => page.evaluate(async (path) => [...new Uint8Array(await (await fetch(path)).arrayBuffer(), 0, 4)], `/${MODULE}`);
  const WASM = [0, ...Buffer.from("asm")];
  if (HAS_RULES) {
    await check("the rules come when they are wanted, not with the page", async () => {
      const kept = async () =>
        (await page.evaluate(async () => (await (await caches.open("shell-2 /")).keys()).map(({ url }) => url))).join();
      const fetched = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      assert.doesNotMatch(fetched.join(), /\.wasm/);
      assert.deepEqual(await rules(), WASM);
      assert.match(await kept(), /\.wasm/);
    });
  }

  await check("without a server the page is still there", async () => {
    // Through the service worker a request that finds no server fails without a reason.
    ann.excuse(/ERR_CONNECTION_REFUSED/, /net::ERR_FAILED/, /Failed to fetch/, /FetchEvent/);
    await home.kill();
    await page.reload();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    if (HAS_RULES) assert.deepEqual(await rules(), WASM);
  });

  await check("and goes on when it is back", async () => {
    await home.restart();
    await ann.button("Try again");
    await page.getByRole("heading", { name: "Euchre" }).waitFor();
  });
}

/** The server takes connections and answers nothing: the page that was kept is shown after a while. */
async function silent({ server, person, check }) {
  const home = await server();
  const ann = await person(home, { name: "Ann", still: true });
  const { page } = ann;
  await check("a server that does not answer does not keep the page from opening", async () => {
    await install(ann);
    // Requests that the next page does not wait for any more.
    ann.excuse(/net::ERR_ABORTED/, /Failed to fetch/);
    home.freeze();
    await page.reload();
    if (HAS_RULES) await page.getByText(AWAY).waitFor();
    else await page.getByRole("heading", { name: "Pull up a chair." }).waitFor();
  });
  await check("and when it answers again, the page has everything", async () => {
    home.thaw();
    await page.getByRole("button", { name: /^Quick match/ }).waitFor();
  });
}

export default { kept, silent };
