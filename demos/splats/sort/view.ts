/** The number of steps that a frame's depths are divided into. */
export const STEPS = 65536;

/**
 * From where splats are sorted. The depth of a splat is `max(a * x + b * y + c * z, near)`, and grows away from the viewer. The range from
 * the smallest depth to the largest one is divided into steps.
 */
export interface View {
  a: number;
  b: number;
  c: number;
  near: number;
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
   * Returns how splats are sorted for a viewer who looks in a direction, and whose own depth is given. Splats behind the viewer, which
   * nobody sees, take no steps. For a viewer outside the box who goes nearer, the view is the same, and so is the order.
   */
  view(direction: readonly number[], viewer: number): View {
    const [a, b, c] = [0, 1, 2].map((axis) => Math.fround(direction[axis]!)) as [number, number, number];
    const nearest = [a, b, c].reduce((sum, slope, axis) => sum + Math.min(slope * this.low[axis]!, slope * this.high[axis]!), 0);
    return { a, b, c, near: Math.fround(Math.max(nearest, viewer)) };
  }
}

/** Whether two views sort splats in the same way. */
export const sameView = (one: View | null, other: View | null): boolean =>
  one !== null && other !== null && one.a === other.a && one.b === other.b && one.c === other.c && one.near === other.near;
