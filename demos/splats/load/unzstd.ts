import { Decompress } from "fzstd";
import { FileError } from "./error.js";

/** The window of a stream may have so many bytes, or those that the stream unpacks to. */
const MAX_WINDOW = 8 << 20;

/** Unpacks a stream of zstd at a byte of a file, which has to unpack to so many bytes. */
export function unzstd(packed: Uint8Array, expected: number, name: string, byte: number): Uint8Array {
  const window = windowOf(packed);
  if (window > Math.max(MAX_WINDOW, expected)) {
    throw new FileError(`the stream of ${name} wants a window of ${window} bytes, and unpacks to ${expected}`, byte);
  }
  const bytes = new Uint8Array(expected);
  let at = 0;
  const stream = new Decompress((chunk) => {
    if (at + chunk.length > expected) {
      throw new FileError(`the stream of ${name} unpacks to more than ${expected} bytes`, byte);
    }
    bytes.set(chunk, at);
    at += chunk.length;
  });
  try {
    stream.push(packed, true);
  } catch (error) {
    if (error instanceof FileError) {
      throw error;
    }
    throw new FileError(`zstd cannot unpack the stream of ${name}: ${(error as Error).message}`, byte);
  }
  if (at !== expected) {
    throw new FileError(`the stream of ${name} unpacks to ${at} bytes instead of ${expected}`, byte);
  }
  return bytes;
}

/** Returns the bytes that a decoder of this frame keeps: its window, or its content where it is one segment (RFC 8878, 3.1.1.1). */
function windowOf(frame: Uint8Array): number {
  const [descriptor, next] = [frame[4] ?? 0, frame[5] ?? 0];
  if (!(descriptor & 0x20)) {
    const base = 2 ** (10 + (next >> 3));
    return base + (base / 8) * (next & 7);
  }
  const start = 5 + [0, 1, 2, 4][descriptor & 3]!;
  const bytes = [1, 2, 4, 8][descriptor >> 6]!;
  let size = bytes === 2 ? 256 : 0;
  for (let i = 0; i < bytes; i++) {
    size += (frame[start + i] ?? 0) * 256 ** i;
  }
  return size;
}
