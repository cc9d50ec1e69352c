import { FileError } from "./error.js";

/** Deflate makes at most so many bytes of one. */
const MAX_RATIO = 1032;

/** Returns the first bytes that gzip packed, without unpacking more than a little beyond. */
export async function gunzipStart(packed: Uint8Array, length: number): Promise<Uint8Array> {
  const start = new Uint8Array(length);
  const filled = await unpack(packed, (chunk, at) => {
    start.set(chunk.subarray(0, length - at), at);
    return at + chunk.length < length;
  });
  if (filled < length) {
    throw new FileError(`the file unpacks to ${filled} bytes, and a header has ${length}`, packed.length);
  }
  return start;
}

/** Unpacks what gzip packed, which has to have so many bytes, and keeps the first `kept` of them. */
export async function gunzip(packed: Uint8Array, expected: number, kept: number): Promise<Uint8Array> {
  if (expected > packed.length * MAX_RATIO) {
    const what = `the header says ${expected} bytes, but ${packed.length} packed ones hold at most ${packed.length * MAX_RATIO}`;
    throw new FileError(what, 0);
  }
  const bytes = new Uint8Array(kept);
  const filled = await unpack(packed, (chunk, at) => {
    if (at < kept) bytes.set(chunk.subarray(0, kept - at), at);
    return at + chunk.length <= expected;
  });
  if (filled > expected) {
    throw new FileError(`the header says ${expected} bytes, but the file unpacks to more`, packed.length);
  }
  if (filled < expected) {
    throw new FileError(`the header says ${expected} bytes, but the file unpacks to ${filled}`, packed.length);
  }
  return bytes;
}

/** Unpacks until `take` has enough. Returns the number of unpacked bytes. */
async function unpack(packed: Uint8Array, take: (chunk: Uint8Array, at: number) => boolean): Promise<number> {
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  let at = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return at;
      }
      const more = take(value, at);
      at += value.length;
      if (!more) {
        await reader.cancel();
        return at;
      }
    }
  } catch (error) {
    if (error instanceof FileError) {
      throw error;
    }
    // Browsers do not say where: what came out before is known.
    throw new FileError(`gzip cannot unpack the file behind ${at} unpacked bytes: ${(error as Error).message}`, packed.length);
  }
}
