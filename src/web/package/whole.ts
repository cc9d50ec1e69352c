import { BrookletError } from "./errors.js";

/** Returns a whole number within bounds, and refuses all others. @internal */
export function whole(what: string, value: number, least: number, most = 2 ** 32 - 1): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new BrookletError("option", `${what} is a whole number from ${least} to ${most}, not ${value}`);
  }
  return value;
}

/** Returns an axis, which may count from the end. @internal */
export function wholeAxis(axis: number): number {
  return whole("axis", axis, -4, 3);
}

/** Returns extents as the WebAssembly side takes them. @internal */
export function extents(shape: number | readonly number[] | undefined): Uint32Array {
  const all = shape === undefined ? [] : typeof shape === "number" ? [shape] : shape;
  return Uint32Array.from(all, (extent) => whole("an extent", extent, 0));
}
