import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { profile } from "../lib/profile.svelte";
import ProfileDialog from "./ProfileDialog.svelte";

const dialog = () => document.querySelector("dialog")!;
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name", hidden: true });

async function type(text: string): Promise<void> {
  field().value = text;
  await fireEvent.input(field());
  await tick();
}
/** As the browser does when Enter is pressed in a field of a form. */
async function enter(): Promise<void> {
  field().form!.requestSubmit();
  await tick();
}

describe("the dialog for the player's name", () => {
  beforeEach(async () => {
    profile.name = "Ann";
    render(ProfileDialog, { open: true });
    await tick();
  });

  it("saves with Enter", async () => {
    await type("Zoë");
    await enter();
    expect([profile.name, dialog().open]).toEqual(["Zoë", false]);
  });

  it("stays open with the reason when the name is too long, and cuts nothing", async () => {
    const long = "A very long name that nobody could ever read on a small plate";
    await type(long);
    await enter();
    expect(dialog().open).toBe(true);
    expect(field().value).toBe(long);
    expect(field().hasAttribute("maxlength")).toBe(false);
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Names have 1 to 20 characters.")).toBeTruthy();
    expect(profile.name).toBe("Ann");
  });

  it("lets a name run in its own direction", () => {
    expect(field().dir).toBe("auto");
  });
});
