import initWasm from "./raw.js";
import { BrookletError } from "./errors.js";
import { source as ownSource } from "./source.js";

/** Where the WebAssembly comes from: an address, its bytes, or a module that is compiled. */
export type WasmSource = string | URL | Request | BufferSource | WebAssembly.Module;

let loaded: Promise<unknown> | null = null;
let memory: WebAssembly.Memory | null = null;

/**
 * Loads the WebAssembly, which `Device.create` and `Device.adopt` do otherwise: `brooklet.wasm` beside this module.
 *
 * @param source Where it is, if it is elsewhere.
 */
export async function init(source?: WasmSource): Promise<void> {
  loaded ??= (async () => {
    const found = source ?? await ownSource();
    ({ memory } = await initWasm(found === undefined ? undefined : { module_or_path: found }));
  })();
  try {
    await loaded;
  } catch (error) {
    loaded = null;
    const help = "brooklet.wasm belongs beside its modules; give init its address or its bytes if it is elsewhere, or import brooklet/inline";
    throw new BrookletError("load", `the WebAssembly of brooklet does not load (${error}): ${help}`);
  }
}

/** The bytes of the WebAssembly's memory. @internal */
export function memoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}
