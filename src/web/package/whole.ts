import { BrookletError } from "./errors.js";

/** What a value is, for messages. @internal */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}..` : value);
  }
  try {
    return String(value);
  } catch {
    // An object without a prototype, or whose own function throws.
    return "an object";
  }
}

/** Returns the number if it is whole and within bounds. @internal */
export function whole(what: string, value: number, least: number, most = 2 ** 32 - 1): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new BrookletError("option", `${what} is a whole number from ${least} to ${most}, not ${shown(value)}`);
  }
  return value;
}

/** Returns an axis, which may count from the end. @internal */
export function wholeAxis(axis: number): number {
  return whole("axis", axis, -4, 3);
}

/** Returns the axes of a transform: the last one, if none are given. @internal */
export function axesOf(axes: readonly number[] = [-1]): Int32Array {
  if (!Array.isArray(axes)) throw new BrookletError("type", "axes are an array of numbers");
  return Int32Array.from(axes, wholeAxis);
}

/** Returns extents as the WebAssembly side takes them. @internal */
export function extents(shape: number | readonly number[] | undefined): Uint32Array {
  const all = shape === undefined ? [] : typeof shape === "number" ? [shape] : shape;
  if (!Array.isArray(all)) {
    throw new BrookletError("option", `a shape is a number or an array of numbers, not ${shown(shape)}`);
  }
  return Uint32Array.from(all, (extent) => whole("an extent", extent, 0));
}

/** Returns the text, if it is one. @internal */
export function text(what: string, value: string): string {
  if (typeof value !== "string") {
    throw new BrookletError("type", `${what} is a string, not ${typeof value === "function" ? "a function" : shown(value)}`);
  }
  return value;
}

/** Returns the text, if it is one or left out. @internal */
export function optionalText(what: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : text(what, value);
}

/** Returns numbers as the WebAssembly side takes them. @internal */
export function numbers(what: string, values: readonly number[]): Float64Array {
  for (const value of values) {
    if (typeof value !== "number") {
      throw new BrookletError("type", `${what} is a number, not ${shown(value)}`);
    }
  }
  return Float64Array.from(values);
}

/** Returns the two ends of a range, if it is given. @internal */
export function range(what: string, value: readonly number[] | undefined): Float32Array | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (!Array.isArray(value) || value.length !== 2 || !value.every((end) => typeof end === "number")) {
    throw new BrookletError("option", `${what} is two numbers, [from, to], not ${shown(value)}`);
  }
  return new Float32Array(value);
}

/** Refuses options that are no object. @internal */
export function checkOptions(what: string, value: object): void {
  if (typeof value !== "object" || value === null) {
    throw new BrookletError("type", `${what} is an object, not ${shown(value)}`);
  }
}

/** Refuses options that have no such name. @internal */
export function checkNames(what: string, value: object, names: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new BrookletError("option", `${what}: there is no ${shown(unknown)}, but ${names.join(", ")}`);
  }
}

/** Returns a flag, if it is one. @internal */
export function flag(what: string, value: boolean): boolean {
  if (typeof value !== "boolean") {
    throw new BrookletError("type", `${what} is true or false, not ${shown(value)}`);
  }
  return value;
}

/** Returns the place of a name in a list of those that are possible. @internal */
export function choice(what: string, value: string, names: readonly string[]): number {
  const place = names.indexOf(value);
  if (place < 0) {
    throw new BrookletError("option", `${what} is one of ${names.join(", ")}, not ${shown(value)}`);
  }
  return place;
}
