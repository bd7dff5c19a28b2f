// The rules that need types, for components. Not part of `npm run lint` because of its time: see there.
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import base, { typed } from "./eslint.config.js";

export default defineConfig(base, {
  files: ["src/**/*.svelte"],
  // The base of the Svelte rules comes last: it has the parser for components.
  extends: [ts.configs.recommendedTypeCheckedOnly, svelte.configs.base],
  languageOptions: { parserOptions: typed },
  rules: {
    // For ESLint every imported component is `any`; svelte-check knows its type and checks what goes in and out.
    "@typescript-eslint/no-unsafe-argument": "off",
    "@typescript-eslint/no-unsafe-assignment": "off",
    "@typescript-eslint/no-unsafe-call": "off",
    "@typescript-eslint/no-unsafe-member-access": "off",
    "@typescript-eslint/no-unsafe-return": "off",
  },
});
