import type { View } from "./view.js";

/** What the worker is asked. */
export type Question =
  | { kind: "splats"; x: Float32Array; y: Float32Array; z: Float32Array }
  | { kind: "sort"; view: View; order: Float32Array<ArrayBuffer> }
  | { kind: "neighbours"; view: View; order: Float32Array<ArrayBuffer>; number: number };

/** What the worker answers. */
export type Answer =
  | { kind: "sorted"; view: View; order: Float32Array<ArrayBuffer>; milliseconds: number }
  | { kind: "neighbours"; wrong: number; number: number };
