// The home page: five doors, one of them open.

/** Opens a game's door, unless it is open. Its buttons are behind it. */
export async function openDoor(page, way, game) {
  const door = page.getByRole("radio", { name: game, exact: true });
  await door.waitFor();
  if (!(await door.isChecked())) await way.press(page, door);
}
