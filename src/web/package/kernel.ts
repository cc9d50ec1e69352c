import { RawBindings, type RawKernel } from "./raw.js";
import { BrookletError } from "./errors.js";
import type { Device } from "./device.js";
import { Resource } from "./resource.js";
import { Stream } from "./stream.js";
import { type PassOptions, rawUnits } from "./units.js";
import { checkOptions, extents } from "./whole.js";

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

/** Separates streams and constants, as the WebAssembly side takes them. @internal */
export function rawBindings(device: Device, bindings: Bindings, options: RunOptions): RawBindings {
  checkOptions("what it runs with", bindings);
  checkOptions("what may be given besides", options);
  const names: string[] = [];
  const ids: number[] = [];
  const constants: string[] = [];
  const sizes: number[] = [];
  const numbers: number[] = [];
  for (const [name, value] of Object.entries(bindings)) {
    if (value instanceof Stream) {
      names.push(name);
      ids.push(device.own(value));
      continue;
    }
    const components = constant(value);
    if (!components) {
      throw new BrookletError("type", `${name} is none of a stream, a number, a flag, and a vector of 2 to 4 numbers`);
    }
    constants.push(name);
    sizes.push(typeof value === "boolean" ? 0 : components.length);
    numbers.push(...components);
  }
  return new RawBindings(
    names, new Uint32Array(ids), constants, new Uint8Array(sizes), new Float64Array(numbers), extents(options.shape));
}

/** Returns the components of a constant, if it is one. */
function constant(value: Constant): number[] | null {
  if (typeof value === "number" || typeof value === "boolean") {
    return [Number(value)];
  }
  const isVector = (Array.isArray(value) || value instanceof Float32Array) && value.length >= 2 && value.length <= 4;
  return isVector && Array.from(value).every((number) => typeof number === "number") ? Array.from(value) : null;
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
export class Kernel extends Resource<RawKernel> {
  /** The streams that it reads. */
  readonly inputs: Port[] = [];
  /** Values that are the same for all elements. */
  readonly constants: Port[] = [];
  /** The streams that it writes. */
  readonly outputs: Port[] = [];

  /** @internal */
  constructor(device: Device, readonly name: string, raw: RawKernel) {
    super(device, `kernel ${name}`, raw);
    for (const line of raw.interface().split("\n")) {
      const [role, type, name] = line.split(" ");
      if (role) {
        const ports = role === "input" ? this.inputs : role === "constant" ? this.constants : this.outputs;
        ports.push({ type: type!, name: name! });
      }
    }
  }

  /**
   * Runs it for each element. The results have the names of its outputs; those that `outputs` gives are the given streams.
   *
   * ```ts
   * // A histogram: each place adds 1 to its bin.
   * const one = device.kernel("output float counted; void main() { counted = 1.0; }");
   * const counts = device.stream([0, 0, 0, 0], { layout: "plain" });
   * const places = device.stream([2, 0, 2, 3], { layout: "plain" });
   * one.run({}, { outputs: { counted: counts }, points: places, blend: "add" }); // 1, 0, 2, 1
   * ```
   *
   * Not every device blends floats (`info.features.blending` is `"floats"`): iOS does not. All blend half floats: counts of up to 2048 in `{ half: true }`.
   */
  run(bindings: Bindings, options: PassOptions = {}): Record<string, Stream> {
    const { device } = this;
    const made = device.raw((own) => {
      const { raw } = this;
      const units = rawUnits(device, options);
      let given: RawBindings | undefined;
      try {
        given = rawBindings(device, bindings, options);
        checkTextures(this, bindings, options);
      } catch (error) {
        given?.free();
        units?.free();
        throw error;
      }
      return own.run(raw, given, units);
    });
    // 0 stands for a given output.
    return Object.fromEntries(this.outputs.map(({ name }, at) => [name, made[at] ? new Stream(device, made[at]) : options.outputs![name]!]));
  }
}

/** Refuses outputs that lie in one texture of the page's, with each other or with what is read. One stream that is given twice is refused elsewhere. */
function checkTextures({ device, name }: Kernel, bindings: Bindings, { outputs, points }: PassOptions): void {
  if (!outputs) {
    return;
  }
  const written = new Set(Object.values(outputs));
  const read = Object.entries(bindings).flatMap(([name, value]): [string, Stream][] =>
    value instanceof Stream && !written.has(value) ? [[`input ${name}`, value]] : []);
  if (points && !written.has(points)) {
    read.push(["the places of points", points]);
  }
  const why = written.size < Object.keys(outputs).length ? null
    : device.conflict(read, Object.entries(outputs).map(([name, stream]) => [`output ${name}`, stream]));
  if (why) {
    throw new BrookletError("pass", `kernel ${name}: ${why}`);
  }
}
