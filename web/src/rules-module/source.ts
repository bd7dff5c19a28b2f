// Where the module is, and whether this browser can run it.

// Without the module the page is built all the same, and says what it cannot do.
const files = import.meta.glob<string>("../../module/aboveboard.wasm", { query: "?url", import: "default", eager: true });

export const source: string | null = Object.values(files)[0] ?? null;
export const isSupported = typeof WebAssembly === "object" && typeof Worker === "function";
