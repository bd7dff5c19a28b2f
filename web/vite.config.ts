import { svelte } from "@sveltejs/vite-plugin-svelte";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// In development the page comes from Vite and everything else from the card room.
const room = process.env.ROOM ?? "http://127.0.0.1:7878";

/** Brotli as small as it gets: the window holds all of the rules. That takes seconds for a file as large as they are, so in
 *  their form for this machine they are packed quickly. */
function brotli(bytes: Buffer, name: string): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS } = constants;
  const quality = name.endsWith(".wasm") && isQuickModule() ? 5 : BROTLI_MAX_QUALITY;
  return brotliCompressSync(bytes, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS } });
}

/** Whether `cargo xtask` has built the rules for this machine, and not for people. */
function isQuickModule(): boolean {
  const stamp = "module/.built";
  return existsSync(stamp) && readFileSync(stamp, "utf8").startsWith("module-quick ");
}

/** Lists all files whose names change with their contents: the service worker keeps them for when there is no network. */
function listed(): Plugin {
  return {
    name: "listed",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify(files.map((file) => `/${file}`).sort()) });
    },
  };
}

/** Puts packed files beside each one that is worth it: the server has them ready to send. */
function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !/\.(html|js|css|svg|webmanifest|wasm)$/.test(entry.name)) continue;
        const bytes = readFileSync(file);
        for (const [ending, small] of [
          ["br", brotli(bytes, entry.name)],
          ["gz", gzipSync(bytes, { level: 9 })],
        ] as const) {
          if (small.length < bytes.length * 0.9) writeFileSync(`${file}.${ending}`, small);
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), listed(), packed()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, manifest: true },
  server: {
    // The server turns away pages from elsewhere: it must see the address the page came from.
    proxy: {
      "/api": { target: room, changeOrigin: false },
      "/ws": { target: room, changeOrigin: false, ws: true },
    },
    // The rules of the games are in the project's docs, beside this folder; finished games to check are for tests.
    fs: { allow: [".", "../docs", "../crates/catalog/tests"] },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["@testing-library/svelte/vitest"],
    // Vitest leaves one core unused, which is half of a small machine.
    maxWorkers: "100%",
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
