// Which page is shown: a path and nothing more. Links are real <a>; a plain click on one of ours does not
// reload the page, everything else (new tab, download, other sites) is the browser's.

import { hrefOf, IS_OFFLINE_PAGE, placeOf } from "./address";

export type Route =
  | { page: "home"; lost: string | null }
  | { page: "table"; code: string; watch: boolean }
  /** A table on this device. */
  | { page: "device"; room: string }
  | { page: "rules"; game: string }
  | { page: "history" | "leaderboard" | "privacy" }
  | { page: "played"; record: string; viewer: number | "all" | null; step: number | null; analysis: boolean };

/** Letters only, as the server reads codes. */
export const cleanCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z]/g, "")
    .slice(0, 6);

/** Whether it can be a code: public tables have four letters, private ones six. */
export const isCode = (text: string): boolean => /^(?:[a-z]{4}|[a-z]{6})$/i.test(text);

/** What somebody typed or pasted as a code: also a whole invitation link. */
export function readCode(text: string): string {
  const link = /\/t\/([a-z]{6}|[a-z]{4})\b/i.exec(text);
  return cleanCode(link?.[1] ?? text);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `isAlone`: the page has no server, so neither tables with people nor a leaderboard. */
export function parse(path: string, search = "", isAlone = IS_OFFLINE_PAGE): Route {
  const parts = path.split("/").filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length === 0) return { page: "home", lost: null };
  if (isAlone && (first === "t" || first === "leaderboard")) return { page: "home", lost: path };
  if (parts.length === 1 && (first === "history" || first === "leaderboard" || first === "privacy")) return { page: first };
  if (parts.length === 2 && first === "t" && isCode(second!)) {
    return { page: "table", code: second!.toUpperCase(), watch: new URLSearchParams(search).has("watch") };
  }
  if (parts.length === 2 && first === "device" && /^[0-9a-f]{16}$/.test(second!)) return { page: "device", room: second! };
  if (parts.length === 2 && first === "rules" && /^[a-z0-9_-]+$/i.test(second!)) {
    return { page: "rules", game: second!.toLowerCase() };
  }
  if (parts.length === 2 && first === "played" && /^[0-9a-f]{16}-\d{1,6}$/.test(second!)) {
    const asked = new URLSearchParams(search);
    const number = (name: string): number | null => (/^\d{1,6}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null);
    return {
      page: "played",
      record: second!,
      viewer: asked.get("seat") === "all" ? "all" : number("seat"),
      step: number("step"),
      analysis: asked.has("analysis"),
    };
  }
  return { page: "home", lost: path };
}

export const homePath = (): string => hrefOf("/");
export const historyPath = (): string => hrefOf("/history");
export const leaderboardPath = (): string => hrefOf("/leaderboard");
export const privacyPath = (): string => hrefOf("/privacy");
export const tablePath = (code: string, watch = false): string => hrefOf(`/t/${code}${watch ? "?watch" : ""}`);
export const devicePath = (room: string): string => hrefOf(`/device/${room}`);
export const rulesPath = (game: string): string => hrefOf(`/rules/${game}`);

/** A finished game, as somebody saw it, at a moment; `analysis`: with what it was worth. */
export function playedPath(record: string, viewer: number | "all" | null = null, step: number | null = null, analysis = false): string {
  const asked = new URLSearchParams();
  if (viewer !== null) asked.set("seat", String(viewer));
  if (step !== null) asked.set("step", String(step));
  if (analysis) asked.set("analysis", "");
  const search = asked.toString();
  return hrefOf(`/played/${record}${search ? `?${search}` : ""}`);
}

function current(): Route {
  const { path, search } = placeOf(location);
  return parse(path, search);
}

/** To a part of the page, where the hash of the address is taken. */
function jumpTo(id: string): void {
  const part = document.getElementById(decode(id));
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}

class Router {
  route = $state.raw<Route>(current());

  /** To a page, by what links to it say. */
  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Listens to the browser's buttons and to clicks on our links; the answer ends it. */
  listen(): () => void {
    const back = () => this.#read();
    const click = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link?.href || link.target || link.hasAttribute("download")) return;
      const url = new URL(link.href);
      if (url.origin !== location.origin) return;
      const isSame = url.pathname === location.pathname;
      if (IS_OFFLINE_PAGE) {
        // Other paths are other files of the host.
        if (!isSame) return;
        event.preventDefault();
        if (url.hash.startsWith("#/")) this.go(url.hash);
        else jumpTo(url.hash.slice(1));
        return;
      }
      if (url.hash && isSame) return;
      event.preventDefault();
      this.go(url.pathname + url.search);
    };
    addEventListener("popstate", back);
    document.addEventListener("click", click);
    return () => {
      removeEventListener("popstate", back);
      document.removeEventListener("click", click);
    };
  }

  #read(): void {
    this.route = current();
  }
}

export const router = new Router();
