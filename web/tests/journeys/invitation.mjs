// A host on this machine, a guest's phone on the network: the invitation leads to where the phone finds the room.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { PHONE } from "../kit/person.mjs";
import { createTable } from "../kit/table.mjs";

export default async function ({ server, person, check, figure }) {
  const open = await server({ listen: "0.0.0.0:0" });
  const ann = await person(open, { name: "Ann" });
  const { address } = await (await ann.page.request.get(`${open.url}/api/address`)).json();

  await check("the link and the code are for others", async () => {
    await ann.go("/");
    await createTable(ann.page, mouse, { game: "Euchre" });
    if (address === null) return figure("this machine", "has no network, so the link is its own");
    assert.notEqual(address, open.url);
    await ann.page.getByRole("img", { name: "QR code of the invitation link" }).waitFor();
    const path = new URL(ann.page.url()).pathname;
    await ann.page.waitForFunction((link) => document.querySelector("input[readonly]").value === link, address + path);
  });

  if (address !== null) {
    await check("a phone that follows it sits down", async () => {
      const phone = await person({ url: address, seed: open.seed }, { viewport: PHONE, touch: true, name: "Bea", number: 1 });
      // Without https a browser keeps some things back, and the page does without them.
      await phone.page.goto(address + new URL(ann.page.url()).pathname);
      await phone.press(phone.page.getByRole("button", { name: "Take a seat" }));
      await ann.page.getByText("Bea", { exact: true }).waitFor();
      await phone.press(phone.page.getByRole("button", { name: "Copy link" }));
      await phone.page.getByText("Link selected").first().waitFor();
    });
  }

  await check("a room for this machine alone says so", async () => {
    const closed = await server();
    const host = await person(closed, { name: "Ann" });
    await host.go("/");
    await createTable(host.page, mouse, { game: "Euchre" });
    await host.page.getByText("This link works only on this computer").waitFor();
  });
}
