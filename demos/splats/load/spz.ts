import { FileError } from "./error.js";
import { gunzip, gunzipStart } from "./gunzip.js";
import { unzstd } from "./unzstd.js";
import { MAX_SPLATS, Splats } from "../splats.js";

/** "NGSP" */
const MAGIC = 0x5053474e;
/** Bytes of a splat's harmonics, by their degree. */
const HARMONICS = [0, 9, 24, 45, 72];
/** A colour is stored as 0.5 + 0.15 times the first harmonic, instead of 0.5 + 0.282. */
const COLOUR = 0.28209479177387814 / 0.15;

interface Header {
  version: number;
  count: number;
  degree: number;
  /** Positions are integers in steps of 2^-fraction. */
  fraction: number;
}

/** What is drawn of the splats. Axes are those of OpenGL, as here. */
interface Attributes {
  positions: Uint8Array;
  alphas: Uint8Array;
  colours: Uint8Array;
  scales: Uint8Array;
  rotations: Uint8Array;
}

/** Bytes of a splat in each attribute, in the order of the file. */
const sizes = (version: number) => ({ positions: 9, alphas: 1, colours: 3, scales: 3, rotations: version < 3 ? 3 : 4 });

/** Reads a .spz file: versions 2 and 3, which gzip packs as a whole, and version 4, whose attributes zstd packs one by one. */
export async function readSpz(bytes: Uint8Array): Promise<Splats> {
  const isPlain = bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC;
  const header = readHeader(isPlain ? bytes : await gunzipStart(bytes, 16));
  if (isPlain !== (header.version === 4)) {
    throw new FileError(`version ${header.version} ${isPlain ? "is packed by gzip, but this file is not" : "is not packed by gzip"}`, 4);
  }
  return unpack(header, isPlain ? readStreams(bytes, header) : await readPacked(bytes, header));
}

function readHeader(bytes: Uint8Array): Header {
  if (bytes.length < 16) {
    throw new FileError(`a header has 16 bytes, and the file ${bytes.length}`, bytes.length);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(0, true) !== MAGIC) {
    throw new FileError("a .spz file begins with NGSP when it is unpacked", 0);
  }
  const [version, count, degree, fraction] = [view.getUint32(4, true), view.getUint32(8, true), bytes[12]!, bytes[13]!];
  if (version < 2 || version > 4) {
    throw new FileError(`the file is of version ${version}, and versions 2, 3 and 4 are read`, 4);
  }
  if (count < 1 || count > MAX_SPLATS) {
    throw new FileError(`the header says ${count} splats: there have to be 1 to ${MAX_SPLATS}`, 8);
  }
  if (degree >= HARMONICS.length) {
    throw new FileError(`there are no harmonics of degree ${degree}, but up to ${HARMONICS.length - 1}`, 12);
  }
  if (fraction > 24) {
    throw new FileError(`a position of 24 bits cannot have ${fraction} behind the point`, 13);
  }
  return { version, count, degree, fraction };
}

async function readPacked(bytes: Uint8Array, { version, count, degree }: Header): Promise<Attributes> {
  const parts = Object.entries(sizes(version));
  const kept = 16 + count * parts.reduce((sum, [, size]) => sum + size, 0);
  const unpacked = await gunzip(bytes, kept + count * HARMONICS[degree]!, kept);
  let at = 16;
  return Object.fromEntries(parts.map(([name, size]) => {
    const part = unpacked.subarray(at, at + count * size);
    at += part.length;
    return [name, part];
  })) as unknown as Attributes;
}

/** Reads version 4: behind the header, a table has the packed and the unpacked size of each stream, and the streams follow. */
function readStreams(bytes: Uint8Array, { version, count }: Header): Attributes {
  if (bytes.length < 32) {
    throw new FileError(`a header of version 4 has 32 bytes, and the file ${bytes.length}`, bytes.length);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [streams, table] = [bytes[15]!, view.getUint32(16, true)];
  const parts = Object.entries(sizes(version));
  if (streams < parts.length) {
    throw new FileError(`the file has ${streams} streams, and its splats need ${parts.length}`, 15);
  }
  let at = table + 16 * streams;
  if (table < 32 || at > bytes.length) {
    throw new FileError(`the table of streams is at byte ${table}, outside the file`, 16);
  }
  return Object.fromEntries(parts.map(([name, size], stream) => {
    const entry = table + 16 * stream;
    const [packed, unpacked] = [Number(view.getBigUint64(entry, true)), Number(view.getBigUint64(entry + 8, true))];
    if (unpacked !== count * size) {
      throw new FileError(`the ${name} of ${count} splats take ${count * size} bytes, and the table says ${unpacked}`, entry + 8);
    }
    if (at + packed > bytes.length) {
      throw new FileError(`the stream of ${name} has ${packed} bytes, and the file ends at ${bytes.length}`, entry);
    }
    const part = unzstd(bytes.subarray(at, at + packed), unpacked, name, at);
    at += packed;
    return [name, part];
  })) as unknown as Attributes;
}

function unpack({ version, count, fraction }: Header, { positions, alphas, colours, scales, rotations }: Attributes): Splats {
  const splats = new Splats(count);
  // The highest byte ends at bit 31, which extends its sign.
  const fixed = (at: number) => ((positions[at]! << 8) | (positions[at + 1]! << 16) | (positions[at + 2]! << 24)) / 2 ** (8 + fraction);
  const scale = (at: number) => Math.exp(scales[at]! / 16 - 10);
  const light = (at: number) => 0.5 + COLOUR * (colours[at]! / 255 - 0.5);
  const q = new Float64Array(4);
  // No coordinate or scale is too large: at most 2^23, and 380.
  for (let at = 0; at < count; at++) {
    splats.place(at, fixed(9 * at), fixed(9 * at + 3), fixed(9 * at + 6));
    version < 3 ? firstThree(rotations, 3 * at, q) : smallestThree(rotations, 4 * at, q);
    splats.shape(at, scale(3 * at), scale(3 * at + 1), scale(3 * at + 2), q[3]!, q[0]!, q[1]!, q[2]!);
    splats.paint(at, light(3 * at), light(3 * at + 1), light(3 * at + 2), alphas[at]! / 255);
  }
  return splats;
}

/** Reads x, y and z of a unit quaternion with w >= 0, a byte each. */
function firstThree(bytes: Uint8Array, at: number, q: Float64Array): void {
  let rest = 1;
  for (let i = 0; i < 3; i++) {
    q[i] = bytes[at + i]! / 127.5 - 1;
    rest -= q[i]! * q[i]!;
  }
  q[3] = Math.sqrt(Math.max(rest, 0));
}

/** Reads a unit quaternion without its largest component: which that is, in 2 bits, and the others with sign and magnitude, in 10. */
function smallestThree(bytes: Uint8Array, at: number, q: Float64Array): void {
  let word = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  const largest = word >>> 30;
  let rest = 1;
  for (let i = 3; i >= 0; i--) {
    if (i !== largest) {
      const magnitude = (Math.SQRT1_2 * (word & 511)) / 511;
      q[i] = word & 512 ? -magnitude : magnitude;
      rest -= magnitude * magnitude;
      word >>>= 10;
    }
  }
  q[largest] = Math.sqrt(Math.max(rest, 0));
}
