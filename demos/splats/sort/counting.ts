import { STEPS } from "./view.js";
import type { View } from "./view.js";

/**
 * Sorts splats by depth on the CPU as most viewers do: depths are divided into 65,536 steps, and one pass of a counting sort puts the
 * splats of each step together, the farthest first. Splats in one step keep their order. All arrays are used again.
 */
export class CountingSort {
  private readonly keys: Uint16Array;
  private readonly starts = new Uint32Array(STEPS);

  constructor(private readonly x: Float32Array, private readonly y: Float32Array, private readonly z: Float32Array) {
    this.keys = new Uint16Array(x.length);
  }

  /** Writes the order of the splats for a view, as floats, since the texture that it is drawn from has floats. */
  sort(view: View, order: Float32Array): void {
    const { x, y, z, keys, starts } = this;
    const { a, b, c, from, to } = view;
    const count = x.length;
    // The same arithmetic as that of the shaders, rounded to floats, so that both sorts agree on each step.
    const scale = Math.fround(STEPS / Math.fround(to - from));
    starts.fill(0);
    for (let i = 0; i < count; i++) {
      const depth = Math.fround(Math.fround(Math.fround(a * x[i]!) + Math.fround(b * y[i]!)) + Math.fround(c * z[i]!));
      let step = Math.fround(Math.fround(depth - from) * scale);
      step = step < 0 ? 0 : step > STEPS - 1 ? STEPS - 1 : step;
      const key = STEPS - 1 - (step | 0);
      keys[i] = key;
      starts[key]!++;
    }
    let start = 0;
    for (let key = 0; key < STEPS; key++) {
      const length = starts[key]!;
      starts[key] = start;
      start += length;
    }
    for (let i = 0; i < count; i++) {
      order[starts[keys[i]!]!++] = i;
    }
  }

  /** Returns the number of a splat's step in the order of the last sort: the farthest step is 0. */
  key(splat: number): number {
    return this.keys[splat]!;
  }

  /**
   * Counts the neighbours in an order that are the wrong way around in a view by more than a step: the second one is farther than the
   * first one. Within a step, the order is arbitrary in all sorts by 16 bits.
   */
  wrongNeighbours(view: View, order: Float32Array): number {
    const { x, y, z } = this;
    const { a, b, c, from, to } = view;
    // Depths are rounded to floats where they are sorted.
    const margin = ((to - from) / STEPS) * 1.001 + Math.max(Math.abs(from), Math.abs(to)) * 1e-6;
    let wrong = 0;
    let last = Infinity;
    for (let i = 0; i < x.length; i++) {
      const at = order[i]!;
      const depth = Math.min(Math.max(a * x[at]! + b * y[at]! + c * z[at]!, from), to);
      if (depth > last + margin) wrong++;
      last = depth;
    }
    return wrong;
  }
}
