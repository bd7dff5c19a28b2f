import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// The class that keeps a component's styles its own stands hundreds of times in what is sent: a short one.
const cssHash = ({ hash, filename, css }) => `s${hash(filename ?? css).slice(0, 5)}`;

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
