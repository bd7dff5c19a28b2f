import { mount } from "svelte";
import App from "./App.svelte";
import "./look/font.css";
import "./look/tokens.css";
import "./look/surface.css";
import "./app.css";
import { wordsReady } from "./lib/i18n.svelte";
import { applySettings } from "./lib/settings.svelte";

applySettings();
const target = document.getElementById("app");
if (target) void wordsReady().then(() => mount(App, { target }));

// The shell is kept for the next visit where browsers allow it: on https and on this machine.
if (import.meta.env.PROD && "serviceWorker" in navigator && isSecureContext) {
  addEventListener("load", () => void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => {}));
}
