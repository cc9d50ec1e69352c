/**
 * Stream computing on the fragment pipeline: sort, scan, reduce, filter, group and expressions of your own on WebGL 2.
 *
 * ```ts
 * import { Device } from "brooklet";
 * const device = await Device.create();
 * const order = await device.stream(depths).argsort({ bits: 16, descending: true }).read();
 * ```
 *
 * @module
 */
export { BrookletError } from "./errors.js";
export type { Place } from "./errors.js";
export { Device } from "./device.js";
export type { CreateOptions, DeviceOptions, DeviceInfo, StreamOptions, TextureOptions } from "./device.js";
export { Kernel } from "./kernel.js";
export type { Bindings, Constant, Port, RunOptions } from "./kernel.js";
export { init } from "./load.js";
export type { WasmSource } from "./load.js";
export type { Operator, OwnOperator } from "./operator.js";
export { Program } from "./program.js";
export { SparseMatrix } from "./sparse.js";
export type { SparseRows } from "./sparse.js";
export { DepthStencil, OcclusionQuery } from "./units.js";
export type {
  Blend, BlendFactor, BlendOperation, Comparison, DepthTest, PassOptions, Rectangle, StencilOperation, StencilTest,
} from "./units.js";
export { Stream } from "./stream.js";
export type { ArgsortOptions, AxisOptions, BorderOptions, Data, HistogramOptions, ScanOptions, SortOptions, TextureLayout, TopOptions } from "./stream.js";
