import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// In development the page comes from Vite and everything else from the card room.
const room = process.env.ROOM ?? "http://127.0.0.1:7878";

export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    // The server turns away pages from elsewhere: it must see the address the page came from.
    proxy: {
      "/api": { target: room, changeOrigin: false },
      "/ws": { target: room, changeOrigin: false, ws: true },
    },
    // The rules of the games are in the project's docs, beside this folder.
    fs: { allow: [".", "../docs"] },
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"], setupFiles: ["@testing-library/svelte/vitest"] },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
