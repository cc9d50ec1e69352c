import type { Device, Stream } from "brooklet";
import type { Splats } from "../splats.js";
import type { View } from "./view.js";

/** The depth of a splat, from its centre and the view. */
const DEPTH = "max(a * x + b * y + c * z, near)";

/** Sorts splats on the GPU. Their centres lie there, and so does the order: nothing is read back. */
export class GpuSort {
  private readonly x: Stream;
  private readonly y: Stream;
  private readonly z: Stream;

  constructor(private readonly device: Device, splats: Splats) {
    this.x = device.stream(splats.x);
    this.y = device.stream(splats.y);
    this.z = device.stream(splats.z);
  }

  /** Returns the order of the splats in a view, the farthest first. The caller disposes of it. */
  sort({ a, b, c, near }: View): Stream {
    const { x, y, z } = this;
    // The view is constants, so that the shader is compiled once.
    const depths = this.device.map(DEPTH, { x, y, z, a, b, c, near });
    try {
      // Without a range, the GPU finds that of the depths.
      return depths.argsort({ bits: 16, descending: true });
    } finally {
      depths.dispose();
    }
  }

  dispose(): void {
    this.x.dispose();
    this.y.dispose();
    this.z.dispose();
  }
}
