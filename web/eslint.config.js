import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** Rejection handlers: the argument of `catch`, and the second argument of `then`. */
const onRejected = [
  "CallExpression[callee.property.name='catch'] > .arguments:nth-child(1)",
  "CallExpression[callee.property.name='then'] > .arguments:nth-child(2)",
];
const swallowedErrors = onRejected
  .flatMap((handler) => [`${handler} > BlockStatement.body[body.length=0]`, `${handler} > Identifier.body[name='undefined']`])
  .map((selector) => ({ selector, message: "This swallows the error: handle it, log it or let it fail the test." }));

/** How TypeScript reads a file, for the rules that need types. */
export const typed = { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: [".svelte"] };

// ESLint keeps its configuration as JSON, which has no functions.
const { runes } = svelteConfig.compilerOptions;

export default defineConfig(
  globalIgnores(["dist", "src/gen", "tests/screens"]),
  { linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" } },
  js.configs.recommended,
  {
    rules: {
      // `== null` means null or undefined, and says so.
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
    },
  },

  // Rules without types for everything in TypeScript, the components too: for each component TypeScript builds its
  // program again, which takes longer than everything else here together. `npm run lint:components` does that.
  {
    files: ["*.ts", "src/**/*.ts", "src/**/*.svelte"],
    extends: [ts.configs.recommended, svelte.configs.recommended],
    languageOptions: { globals: globals.browser },
    rules: {
      // The compiler already reports both, with its own knowledge of what an underscore means.
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig: { compilerOptions: { runes } } } },
    rules: {
      "svelte/button-has-type": "error",
      "svelte/no-at-html-tags": "error",
      "svelte/no-unused-svelte-ignore": "error",
      "svelte/require-each-key": "error",
      // {" "} at the edge of a block is the way to keep a space that Svelte would trim.
      "svelte/no-useless-mustaches": "off",
      // Caches and look-up tables are plain on purpose; what is shown is replaced whole in `$state.raw`.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["*.ts", "src/**/*.ts"],
    extends: [ts.configs.recommendedTypeCheckedOnly],
    languageOptions: { parserOptions: typed },
  },
  {
    files: ["src/**/*.test.ts"],
    // Stand-ins for what is asynchronous, such as `fetch`, have nothing to wait for.
    rules: { "@typescript-eslint/require-await": "off" },
  },

  { files: ["*.js", "src/**/*.mjs"], languageOptions: { globals: globals.node }, rules: { "no-console": "off" } },
  { files: ["public/sw.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["tests/**/*.mjs"],
    // Of the browser too: functions given to `evaluate` run in the page.
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      "no-console": "off",
      "no-restricted-properties": [
        "error",
        { property: "waitForTimeout", message: "Wait for what the page shows: a fixed delay is too short on a slow machine." },
      ],
      "no-restricted-syntax": ["error", ...swallowedErrors],
    },
  },
);
