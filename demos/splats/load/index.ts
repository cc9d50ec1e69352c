import { FileError } from "./error.js";
import { readPly } from "./ply.js";
import { readSplat } from "./dot_splat.js";
import { readSpz } from "./spz.js";
import type { Splats } from "../splats.js";

export { FileError };

/** Reads a file of splats. What it is, its first bytes say; a .splat file has none that do, so its name has to. */
export async function readSplats(bytes: Uint8Array, name: string): Promise<Splats> {
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (begins(0x70, 0x6c, 0x79) && (bytes[3] === 10 || bytes[3] === 13)) {
    return readPly(bytes);
  }
  if (begins(0x1f, 0x8b) || begins(0x4e, 0x47, 0x53, 0x50)) {
    return readSpz(bytes);
  }
  if (/\.splat$/i.test(name)) {
    return readSplat(bytes);
  }
  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  throw new FileError(`${name} begins with "${start}", as no .ply and no .spz does, and its name does not end in .splat`, 0);
}
