import { FileError, isLength, lengthError } from "./error.js";
import { MAX_SPLATS, Splats } from "../splats.js";
import { placeTurned } from "./turn.js";

/** Bytes of a splat: centre and scales as floats, colour and opacity as bytes, a quaternion as bytes. */
const STRIDE = 32;
/** The floats of a splat, in this order. */
const NAMES = ["x", "y", "z", "the first scale", "the second scale", "the third scale"];

/** Reads a file of the form `.splat`, which is splats of 32 bytes, without a header. */
export function readSplat(bytes: Uint8Array): Splats {
  const over = bytes.length % STRIDE;
  if (over !== 0) {
    throw new FileError(`a .splat file is splats of ${STRIDE} bytes, but the last one has only ${over}`, bytes.length - over);
  }
  const count = bytes.length / STRIDE;
  if (count === 0) {
    throw new FileError("the file is empty", 0);
  }
  if (count > MAX_SPLATS) {
    throw new FileError(`the file has ${count} splats, and at most ${MAX_SPLATS} can be sorted`, MAX_SPLATS * STRIDE);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const splats = new Splats(count);
  const numbers = new Float64Array(NAMES.length);
  for (let at = 0; at < count; at++) {
    const byte = at * STRIDE;
    for (let i = 0; i < NAMES.length; i++) {
      const number = view.getFloat32(byte + 4 * i, true);
      if (!isLength(number)) {
        throw lengthError(`${NAMES[i]} of splat ${at}`, number, byte + 4 * i);
      }
      numbers[i] = number;
    }
    const [w, x, y, z] = [28, 29, 30, 31].map((offset) => bytes[byte + offset]! - 128) as [number, number, number, number];
    if (w === 0 && x === 0 && y === 0 && z === 0) {
      throw new FileError(`the rotation of splat ${at} is 0`, byte + 28);
    }
    placeTurned(splats, at, numbers, numbers.subarray(3), w, x, y, z);
    splats.paint(at, bytes[byte + 24]! / 255, bytes[byte + 25]! / 255, bytes[byte + 26]! / 255, bytes[byte + 27]! / 255);
  }
  return splats;
}
