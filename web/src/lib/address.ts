// Where pages have their addresses. At a card room they are paths, and the server answers all of them with the same page. The
// page without a server lies on a host that knows nothing but its files, so there the path stands behind a hash.

/** Whether this is the page without a server (`cargo xtask dist --offline-page`): everything but playing with people. */
export const IS_OFFLINE_PAGE: boolean = import.meta.env.MODE === "offline-page";

/** What a link to a path of this page is. */
export const hrefOf = (path: string, behindHash = IS_OFFLINE_PAGE): string => (behindHash ? `#${path}` : path);

/** The path and the search of an address. An address without a path behind its hash is that of the home page. */
export function placeOf(
  { pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">,
  behindHash = IS_OFFLINE_PAGE,
): { path: string; search: string } {
  if (!behindHash) return { path: pathname, search };
  if (!hash.startsWith("#/")) return { path: "/", search: "" };
  const asked = hash.indexOf("?");
  return asked < 0 ? { path: hash.slice(1), search: "" } : { path: hash.slice(1, asked), search: hash.slice(asked) };
}
