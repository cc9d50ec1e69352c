/** The number of steps that a frame's depths are divided into. */
export const STEPS = 65536;

/** From where splats are sorted: the depth of a splat is `a * x + b * y + c * z`, and grows away from the viewer. */
export interface View {
  a: number;
  b: number;
  c: number;
  /** The range of depths that is divided into steps. Depths outside take the first or the last step. */
  from: number;
  to: number;
}

/** The box around the centres of splats. */
export class Box {
  readonly low: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly high: [number, number, number] = [-Infinity, -Infinity, -Infinity];

  constructor({ x, y, z }: { x: Float32Array; y: Float32Array; z: Float32Array }) {
    [x, y, z].forEach((values, axis) => {
      let [low, high] = [Infinity, -Infinity];
      for (let i = 0; i < values.length; i++) {
        const value = values[i]!;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      this.low[axis] = low;
      this.high[axis] = high;
    });
  }

  /**
   * Returns how splats are sorted for a viewer who looks in a direction, and whose own depth is given. The range goes from the viewer, or
   * from the box's nearest corner if that is farther, to the farthest corner. So it is known without a reduction of the depths, and splats
   * behind the viewer, which nobody sees, take no steps.
   */
  view(direction: readonly number[], viewer: number): View {
    const [a, b, c] = [0, 1, 2].map((axis) => Math.fround(direction[axis]!)) as [number, number, number];
    let [near, to] = [0, 0];
    [a, b, c].forEach((slope, axis) => {
      const ends = [slope * this.low[axis]!, slope * this.high[axis]!];
      near += Math.min(...ends);
      to += Math.max(...ends);
    });
    const from = Math.max(near, viewer);
    // The ends are rounded, and have to be apart, also where all splats are in one plane or behind the viewer.
    const size = Math.max(Math.abs(from), Math.abs(to), 1e-6);
    const margin = size * 1e-6;
    return { a, b, c, from: Math.fround(Math.min(from, to) - margin), to: Math.fround(to + margin) };
  }
}

/** Whether two views sort splats in the same way. */
export const sameView = (one: View | null, other: View | null): boolean =>
  one !== null && other !== null && one.a === other.a && one.b === other.b && one.c === other.c
  && one.from === other.from && one.to === other.to;
