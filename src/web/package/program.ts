import { BrookletError } from "./errors.js";
import type { Device } from "./device.js";
import { Bindings, RunOptions, rawBindings } from "./kernel.js";
import type { RawBindings } from "./raw.js";
import { Resource } from "./resource.js";
import { Stream } from "./stream.js";
import { checkOptions, text } from "./whole.js";

/** What only the larger build has. */
interface RawProgram {
  kernels(): string;
  free(): void;
}
interface RawFull {
  brook?(text: string): RawProgram;
  run_brook(
    program: RawProgram, kernel: string, bindings: RawBindings,
  ): { names(): string[]; ids(): Uint32Array; free(): void };
  reduce_brook(program: RawProgram, reduction: string, name: string, id: number): number;
}

/**
 * A program in Brook, the stream language of 2004.
 *
 * ```ts
 * const program = device.brook("kernel void saxpy(float a, float x<>, float y<>, out float r<>) { r = a * x + y; }");
 * const { r } = program.run("saxpy", { a: 2, x, y });
 * ```
 */
export class Program extends Resource<RawProgram> {
  /** The names of its kernels. */
  readonly kernels: string[] = [];
  /** The names of its reductions. */
  readonly reductions: string[] = [];

  /** @internal */
  constructor(device: Device, source: string) {
    super(device, "the program", device.raw((own) => {
      const full = own as unknown as RawFull;
      if (!full.brook) {
        throw new BrookletError("brook", "this build of brooklet has no Brook: import brooklet/full");
      }
      return full.brook(source);
    }));
    for (const line of this.raw.kernels().split("\n")) {
      const [kind, name] = line.split(" ");
      if (name) {
        (kind === "kernel" ? this.kernels : this.reductions).push(name);
      }
    }
  }

  /** Runs a kernel for each element. The results have the names of its outputs. */
  run(kernel: string, bindings: Bindings, options: RunOptions = {}): Record<string, Stream> {
    const made = this.device.raw((own) =>
      (own as unknown as RawFull).run_brook(this.raw, text("a kernel's name", kernel), rawBindings(this.device, bindings, options)));
    const streams = made.ids();
    const results = made.names().map((name, at): [string, Stream] => [name, new Stream(this.device, streams[at]!)]);
    made.free();
    return Object.fromEntries(results);
  }

  /** Reduces a stream to a number by a reduction, and waits for it: `program.reduce("sum", { a: x })`. */
  reduce(reduction: string, stream: Record<string, Stream>): number {
    checkOptions("what it reduces", stream);
    const all = Object.entries(stream);
    const [name, of] = all[0] ?? ["", undefined];
    if (all.length !== 1 || !(of instanceof Stream)) {
      throw new BrookletError("type", "a reduction takes one stream, by the name of its parameter");
    }
    return this.device.raw((own) =>
      (own as unknown as RawFull).reduce_brook(this.raw, text("a reduction's name", reduction), name, this.device.own(of)));
  }
}
