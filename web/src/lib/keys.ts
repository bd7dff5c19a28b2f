// Keys that are a single character act at once, which is in the way of people who dictate, or who touch keys by mistake
// (WCAG 2.1.4): one switch turns all of them off.

import { settings } from "./settings.svelte";

/** Whether this key is a character that no field is waiting for. Space presses what has the focus, so it does not count. */
function isShortcut({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean {
  if ([...key].length !== 1 || key === " " || ctrlKey || altKey || metaKey) return false;
  return !(target instanceof Element && target.closest("input, textarea, select, [contenteditable]"));
}

/** For the capture phase of the window, before any table listens: keeps shortcuts from them if they are switched off. */
export function filterShortcuts(event: KeyboardEvent): void {
  if (!settings.shortcuts && isShortcut(event)) event.stopImmediatePropagation();
}
