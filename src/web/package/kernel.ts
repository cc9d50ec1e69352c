import type { RawKernel } from "./raw.js";
import { BrookletError } from "./errors.js";
import type { Device } from "./device.js";
import { Stream } from "./stream.js";

/** The value of a constant: a number, a flag, or a vector of 2 to 4 numbers. */
export type Constant = number | boolean | readonly number[] | Float32Array;
/** Streams and constants by the names that they have in an expression or a kernel. */
export type Bindings = Record<string, Stream | Constant>;

export interface RunOptions {
  /** The extents of the results: those of the inputs, if it is left out. Inputs of several shapes need it. */
  shape?: number | number[];
}

/** Something that a kernel declares. */
export interface Port {
  name: string;
  /** Its type in the kernel language: `float`, `vec2`, `index` and so on. */
  type: string;
}

/** What the WebAssembly side takes for bindings. @internal */
export interface RawBindings {
  names: string[];
  ids: Uint32Array;
  constants: string[];
  sizes: Uint8Array;
  numbers: Float64Array;
}

/** Separates streams and constants. @internal */
export function rawBindings(device: Device, bindings: Bindings): RawBindings {
  const [names, ids, constants, sizes, numbers] = [[], [], [], [], []] as [string[], number[], string[], number[], number[]];
  for (const [name, value] of Object.entries(bindings)) {
    if (value instanceof Stream) {
      names.push(name);
      ids.push(device.own(value));
      continue;
    }
    const vector = typeof value === "object" && value !== null && "length" in value ? Array.from(value) : [Number(value)];
    if (typeof value !== "boolean" && vector.some((number) => typeof number !== "number" || (typeof value !== "number" && vector.length < 2))) {
      throw new BrookletError("type", `${name} is none of a stream, a number, a flag, and a vector of 2 to 4 numbers`);
    }
    constants.push(name);
    sizes.push(typeof value === "boolean" ? 0 : vector.length);
    numbers.push(...vector);
  }
  return { names, ids: new Uint32Array(ids), constants, sizes: new Uint8Array(sizes), numbers: new Float64Array(numbers) };
}

/** Returns extents as the WebAssembly side takes them. @internal */
export function extents(shape: number | number[] | undefined): Uint32Array {
  return new Uint32Array(shape === undefined ? [] : typeof shape === "number" ? [shape] : shape);
}

/**
 * A program of your own that runs for each element, in a subset of GLSL that is the same on every device.
 *
 * ```ts
 * const smooth = device.kernel(`
 *   input float x;
 *   output float mean; // of three neighbours
 *   void main() {
 *     mean = (clamped(x, here() - 1) + fetch(x, here()) + clamped(x, here() + 1)) / 3.0;
 *   }`);
 * const { mean } = smooth.run({ x: device.stream([0, 3, 6, 0]) });
 * ```
 */
export class Kernel {
  /** The streams that it reads. */
  readonly inputs: Port[] = [];
  /** Values that are the same for all elements. */
  readonly constants: Port[] = [];
  /** The streams that it writes. */
  readonly outputs: Port[] = [];

  /** @internal */
  constructor(readonly device: Device, readonly name: string, private raw: RawKernel | null) {
    for (const line of raw!.interface().split("\n")) {
      const [role, type, name] = line.split(" ");
      if (role) {
        this[`${role}s` as "inputs"].push({ type: type!, name: name! });
      }
    }
  }

  /** Runs it for each element. The results have the names of its outputs. */
  run(bindings: Bindings, options: RunOptions = {}): Record<string, Stream> {
    const { raw, device } = this;
    if (!raw) {
      throw new BrookletError("disposed", `kernel ${this.name} is disposed of`);
    }
    const { names, ids, constants, sizes, numbers } = rawBindings(device, bindings);
    const made = device.raw((own) => own.run(raw, names, ids, constants, sizes, numbers, extents(options.shape)));
    return Object.fromEntries(this.outputs.map(({ name }, at) => [name, new Stream(device, made[at]!)]));
  }

  /** Frees the program. */
  dispose(): void {
    const { raw, device } = this;
    this.raw = null;
    if (raw && !device.isDisposed) {
      device.raw(() => raw.free());
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
