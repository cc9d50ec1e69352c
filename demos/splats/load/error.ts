import { MAX_LENGTH } from "../splats.js";

/** What is wrong with a file, and at which byte. */
export class FileError extends Error {
  constructor(what: string, readonly byte: number) {
    super(`${what} (byte ${byte})`);
    this.name = "FileError";
  }
}

/** Whether a coordinate or a scale can be drawn: it is a number, and not too large. */
export const isLength = (value: number): boolean => Math.abs(value) <= MAX_LENGTH;

/** Makes the error of one that cannot. `what` says which coordinate or scale of which splat it is. */
export function lengthError(what: string, value: number, byte: number): FileError {
  return new FileError(`${what} is ${Number(value.toPrecision(6))}, and at most ${MAX_LENGTH.toExponential()} can be drawn`, byte);
}
