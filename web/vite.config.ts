import { svelte } from "@sveltejs/vite-plugin-svelte";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { CompileOptions } from "svelte/compiler";
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

/** Lists all files whose names change with their contents, relative to the page: the service worker keeps them for when there is
 *  no network. */
function listed(): Plugin {
  return {
    name: "listed",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify(files.sort()) });
    },
  };
}

/** The policy of the page without a server, whose host may send none: as that of the server, as far as a page can say it. */
function policy(): Plugin {
  const content = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'";
  return {
    name: "policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content }, injectTo: "head-prepend" },
      { tag: "meta", attrs: { name: "referrer", content: "no-referrer" }, injectTo: "head-prepend" },
    ],
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

/** The class that keeps a component's styles its own stands hundreds of times in what is sent: a short one. */
const cssHash: NonNullable<CompileOptions["cssHash"]> = ({ hash, filename, css }) => `s${hash(filename ?? css).slice(0, 5)}`;

/** A game's table is one file with everything that it needs from the start: in pieces it packs worse. */
function tableOf(id: string, graph: { getModuleInfo(id: string): { importedIds: readonly string[] } | null }): string | null {
  const [, folder, game] = /^(.*\/src\/games\/(\w+)\/)/.exec(id) ?? [];
  if (!folder) return null;
  const needed = new Set<string>();
  const follow = (from: string): void => {
    if (!from.startsWith(folder) || needed.has(from)) return;
    needed.add(from);
    graph.getModuleInfo(from)?.importedIds.forEach(follow);
  };
  follow(`${folder}Table.svelte`);
  return needed.has(id) ? `table-${game}` : null;
}

/** The mode in which `cargo xtask dist --offline-page` builds: for any folder of any host, without a server. */
const OFFLINE_PAGE = "offline-page";

export default defineConfig(({ mode }) => ({
  base: mode === OFFLINE_PAGE ? "./" : "/",
  plugins: [svelte({ compilerOptions: { cssHash } }), listed(), packed(), ...(mode === OFFLINE_PAGE ? [policy()] : [])],
  // The manifest is for the server's tests of sizes; a host of files would hand it out.
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: mode !== OFFLINE_PAGE,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: tableOf }] } } },
  },
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
    setupFiles: ["@testing-library/svelte/vitest", "src/lib/testing/timeouts.ts"],
    // No test waits for real time, so one that takes this long hangs. A busy machine can make a test of a second take ten.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest leaves one core unused, which is half of a small machine.
    maxWorkers: "100%",
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
}));
