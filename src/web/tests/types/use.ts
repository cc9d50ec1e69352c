// Compiles, and so shows that the declarations hold for those who check libraries and have no newer types than WebGL 2 needs.
import { BrookletError, Device, init } from "brooklet";
import type { Data, DepthStencil, Kernel, OcclusionQuery, PassOptions, Stream } from "brooklet";
import { adopt } from "brooklet/three";

export async function order(depths: Float32Array): Promise<Float32Array> {
  await init("/brooklet.wasm");
  const device = await Device.create();
  return device.stream(depths).argsort({ bits: 16, descending: true }).read();
}

export async function integers(device: Device): Promise<Int32Array> {
  const keys: Stream<Int32Array> = device.stream(Int32Array.of(3, 1, 2));
  const { values, counts } = keys.sort().unique();
  const long: Float32Array = await counts.read();
  return long.length > 0 ? values.take(device.stream([0])).read() : keys.read();
}

export async function any(stream: Stream<Data>): Promise<number> {
  try {
    const data: Data = await stream.read();
    return data.length;
  } catch (error) {
    return error instanceof BrookletError ? error.code.length : 0;
  }
}

/** Counts the places of each bin. */
export function counted(device: Device, places: Stream, bins: number): Stream {
  const one = device.kernel("output float counted; void main() { counted = 1.0; }");
  const options: PassOptions = { outputs: { counted: device.stream(new Float32Array(bins), { layout: "plain" }) }, points: places.toLayout("plain"), blend: "add" };
  return one.run({}, options).counted!;
}

/** Returns whether any of the elements of a buffer are nearer. */
export async function nearer(buffer: DepthStencil, query: OcclusionQuery, kernel: Kernel, x: Stream): Promise<boolean> {
  kernel.run({ x }, { depthStencil: buffer, depthTest: { compare: "greater", at: 0.5 }, count: query });
  return query.any();
}

export const open = adopt;
