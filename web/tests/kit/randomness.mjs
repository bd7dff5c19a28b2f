// Runs inside every page before the page's own scripts, like page-script.mjs: the same random numbers in every run. It is sent
// to the browser as text, so it uses nothing from outside itself.

/** `who`: the journey and the person, which decide what is drawn. */
export function fixRandomness({ who }) {
  const hash = (text) => {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    return h >>> 0;
  };
  const stream = (text) => {
    let a = hash(text);
    return () => {
      a = (a + 0x6d2b79f5) | 0;
      let t = Math.imul(a ^ (a >>> 15), 1 | a);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  };
  // Every document draws other numbers: message ids begin with some, and must not come twice.
  let visit = 0;
  if (location.protocol.startsWith("http")) {
    visit = Number(localStorage.getItem("journey.visits") ?? 0) + 1;
    localStorage.setItem("journey.visits", String(visit));
  }
  Math.random = stream(`${who} ${visit}`);
  // The part of a deal depends on the table alone, not on how often pages were loaded before.
  let draws = 0;
  crypto.getRandomValues = (array) => {
    // The page without a server has its paths behind a hash, and may lie in a folder.
    const place = location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname;
    // On the home page tables are opened, and no two of them are the same.
    const deal = array.byteLength === 32 && !place.endsWith("/");
    const next = stream(deal ? `${who} ${place} ${(draws += 1)}` : `${who} ${visit} ${(draws += 1)}`);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.floor(next() * 256);
    return array;
  };
}
