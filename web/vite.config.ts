import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// In development the page comes from Vite and everything else from the card room.
const room = process.env.ROOM ?? "http://127.0.0.1:7878";

/** Puts a packed file beside each one that is worth it: the server has them ready to send. */
function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !/\.(html|js|css|svg|webmanifest)$/.test(entry.name)) continue;
        const bytes = readFileSync(file);
        const small = gzipSync(bytes, { level: 9 });
        if (small.length < bytes.length * 0.9) writeFileSync(`${file}.gz`, small);
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), packed()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, manifest: true },
  server: {
    // The server turns away pages from elsewhere: it must see the address the page came from.
    proxy: {
      "/api": { target: room, changeOrigin: false },
      "/ws": { target: room, changeOrigin: false, ws: true },
    },
    // The rules of the games are in the project's docs, beside this folder; finished games to check are for tests.
    fs: { allow: [".", "../docs", "../crates/catalog/tests/golden"] },
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
