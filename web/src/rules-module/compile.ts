/** Fetches and compiles the module. */
export async function compile(source: string): Promise<WebAssembly.Module> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status}`);
  // A proxy may have changed the type, and then a browser refuses to compile what arrives.
  const typed = response.headers.get("content-type")?.startsWith("application/wasm");
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
