import { STEPS } from "./view.js";
import type { View } from "./view.js";

/**
 * Sorts splats by depth on the CPU as most viewers do: depths are divided into 65,536 steps, and one pass of a counting sort puts the
 * splats of each step together, the farthest first. Splats in one step keep their order. All arrays are used again.
 */
export class CountingSort {
  private readonly depths: Float32Array;
  private readonly keys: Uint16Array;
  private readonly starts = new Uint32Array(STEPS);

  constructor(private readonly x: Float32Array, private readonly y: Float32Array, private readonly z: Float32Array) {
    this.depths = new Float32Array(x.length);
    this.keys = new Uint16Array(x.length);
  }

  /** Writes the order of the splats for a view, as floats, since the texture that it is drawn from has floats. */
  sort(view: View, order: Float32Array): void {
    const { depths, keys, starts } = this;
    const count = depths.length;
    const [from, to] = this.measure(view);
    const range = Math.fround(to - from);
    const scale = range > 0 ? Math.fround(STEPS / range) : 0;
    starts.fill(0);
    for (let i = 0; i < count; i++) {
      const step = Math.fround(Math.fround(depths[i]! - from) * scale);
      const key = STEPS - 1 - (step > STEPS - 1 ? STEPS - 1 : step | 0);
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
    const { depths } = this;
    const [from, to] = this.measure(view);
    // Depths are rounded to floats where they are sorted.
    const margin = ((to - from) / STEPS) * 1.001 + Math.max(Math.abs(from), Math.abs(to)) * 1e-6;
    let wrong = 0;
    let last = Infinity;
    for (let i = 0; i < depths.length; i++) {
      const depth = depths[order[i]!]!;
      if (depth > last + margin) wrong++;
      last = depth;
    }
    return wrong;
  }

  /** Computes the depths in a view, and returns the smallest and the largest. */
  private measure({ a, b, c, near }: View): [number, number] {
    const { x, y, z, depths } = this;
    let [from, to] = [Infinity, -Infinity];
    for (let i = 0; i < depths.length; i++) {
      // The same arithmetic as that of the shaders, rounded to floats, so that both sorts agree on each step.
      let depth = Math.fround(Math.fround(Math.fround(a * x[i]!) + Math.fround(b * y[i]!)) + Math.fround(c * z[i]!));
      if (depth < near) depth = near;
      if (depth < from) from = depth;
      if (depth > to) to = depth;
      depths[i] = depth;
    }
    return [from, to];
  }
}
