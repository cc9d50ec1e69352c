import type { WasmSource } from "./load.js";

/** Returns where the WebAssembly is: beside this module, which Node reads from the disk, and browsers fetch. @internal */
export async function source(): Promise<WasmSource | undefined> {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  if (!process?.versions?.node || typeof document !== "undefined") {
    return undefined;
  }
  // Bundlers do not look for a module of this name, which is Node's own.
  const module = "node:fs/promises";
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ module) as {
    readFile: (url: URL) => Promise<Uint8Array<ArrayBuffer>>;
  };
  return readFile(new URL("./brooklet.wasm", import.meta.url));
}
