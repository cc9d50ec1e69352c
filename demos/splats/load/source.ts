import { readSplats } from "./index.js";
import { MAX_SPLATS } from "../splats.js";
import type { Splats } from "../splats.js";

/** No file is larger: that many splats, with all harmonics, as the trainers write them. Browsers make no array of 4 GB or more either. */
const MAX_BYTES = Math.min(MAX_SPLATS * 248, 2 ** 32 - 1);

/** Called with how many bytes have come, and how many there will be, where that is known. */
export type Progress = (done: number, all: number | null) => void;

/** Reads a file of the visitor's. */
export async function loadFile(file: File, progress: Progress): Promise<Splats> {
  checkSize(file.size, file.name);
  const bytes = await collect(file.stream(), file.size, file.name, progress);
  return readSplats(bytes, file.name);
}

/** Fetches a file. */
export async function loadUrl(url: string, name: string, progress: Progress): Promise<Splats> {
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    const why = (error as Error).message;
    throw new Error(`${url} cannot be fetched: ${why}. Another site has to allow it, by the header Access-Control-Allow-Origin.`);
  }
  if (!response.ok || !response.body) {
    throw new Error(`${url} cannot be fetched: the server answers ${response.status} ${response.statusText}`);
  }
  // What is said is the size of the packed file, where the server packs it.
  const packed = response.headers.has("content-encoding");
  const length = Number(response.headers.get("content-length"));
  const all = packed || !(length > 0) ? null : length;
  if (all !== null) checkSize(all, name);
  return readSplats(await collect(response.body, all, name, progress), name);
}

function checkSize(size: number, name: string): void {
  if (size > MAX_BYTES) {
    throw new Error(`${name} has ${size} bytes, and at most ${MAX_BYTES} are read`);
  }
}

/** Collects what a stream brings, into one array where its size is known. */
async function collect(stream: ReadableStream<Uint8Array>, all: number | null, name: string, progress: Progress): Promise<Uint8Array> {
  let bytes = new Uint8Array(all ?? 2 ** 20);
  let done = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done: ended, value } = await reader.read();
    if (ended) {
      return bytes.subarray(0, done);
    }
    if (done + value.length > bytes.length) {
      checkSize(done + value.length, name);
      const larger = new Uint8Array(Math.min(Math.max(2 * bytes.length, done + value.length), MAX_BYTES));
      larger.set(bytes.subarray(0, done));
      bytes = larger;
    }
    bytes.set(value, done);
    done += value.length;
    progress(done, all);
  }
}
