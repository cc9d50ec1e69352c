// Makes small files of the same splats in each form, for the tests.
import { gzipSync } from "node:zlib";

/** What the files hold, with y upwards: centres, scales, quaternions (w, x, y, z), colours and opacities. */
export const SPLATS = [
  { centre: [0.5, -0.25, 1], scale: [0.25, 0.5, 0.125], turn: [1, 0, 0, 0], colour: [0.8, 0.2, 0.4], opacity: 0.8 },
  { centre: [-1, 2, 0.75], scale: [0.5, 0.0625, 0.25], turn: [0.5, 0.5, 0.5, 0.5], colour: [0.2, 0.6, 1], opacity: 0.4 },
  { centre: [0.125, 0, -3], scale: [0.125, 0.25, 1], turn: [0.8, 0, 0.6, 0], colour: [0.4, 0.8, 0], opacity: 1 },
];
const SH_0 = 0.28209479177387814;

/** With y downwards and z away, as trainers have them: half a turn around x. */
const turned = ({ centre: [x, y, z], turn: [a, b, c, d] }) => ({ centre: [x, -y, -z], turn: [-b, a, -d, c] });

const TYPES = { float: [4, "setFloat32"], double: [8, "setFloat64"], uchar: [1, "setUint8"] };

/** A .ply file. `order` rearranges the properties, `harmonics` adds so many others, and `before` is an element in front. */
export function ply({ order = (names) => names, harmonics = 45, type = "float", littleEndian = true, before = 0, splats = SPLATS } = {}) {
  const names = order([
    "x", "y", "z", "nx", "ny", "nz", "f_dc_0", "f_dc_1", "f_dc_2", ...Array.from({ length: harmonics }, (_, i) => `f_rest_${i}`), "opacity",
    "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3",
  ]);
  const header = ["ply", `format binary_${littleEndian ? "little" : "big"}_endian 1.0`, "comment of the tests",
    ...(before ? [`element other ${before}`, "property uchar a", "property double b"] : []), `element vertex ${splats.length}`,
    ...names.map((name) => `property ${type} ${name}`), "end_header", ""].join("\n");
  const [size, set] = TYPES[type];
  const start = header.length + 9 * before;
  const bytes = new Uint8Array(start + splats.length * names.length * size);
  bytes.set(new TextEncoder().encode(header));
  const view = new DataView(bytes.buffer);
  splats.forEach((splat, at) => {
    const { centre, turn } = turned(splat);
    const values = {
      x: centre[0], y: centre[1], z: centre[2], opacity: Math.log(splat.opacity / (1 - splat.opacity)),
      ...Object.fromEntries(splat.colour.map((value, i) => [`f_dc_${i}`, (value - 0.5) / SH_0])),
      ...Object.fromEntries(splat.scale.map((value, i) => [`scale_${i}`, Math.log(value)])),
      ...Object.fromEntries(turn.map((value, i) => [`rot_${i}`, 2 * value])),
    };
    names.forEach((name, i) => view[set](start + (at * names.length + i) * size, values[name] ?? 0.5, littleEndian));
  });
  return bytes;
}

/** A .splat file. */
export function dotSplat(splats = SPLATS) {
  const bytes = new Uint8Array(32 * splats.length);
  const view = new DataView(bytes.buffer);
  splats.forEach((splat, at) => {
    const { centre, turn } = turned(splat);
    [...centre, ...splat.scale].forEach((value, i) => view.setFloat32(32 * at + 4 * i, value, true));
    [...splat.colour, splat.opacity].forEach((value, i) => { bytes[32 * at + 24 + i] = Math.round(255 * value); });
    turn.forEach((value, i) => { bytes[32 * at + 28 + i] = Math.min(Math.round(128 * value + 128), 255); });
  });
  return bytes;
}

const FRACTION = 12;
const DEGREES = [0, 9, 24, 45, 72];

/** The attributes of a .spz file, one after the other. */
function attributes(version, degree, splats) {
  const positions = splats.flatMap(({ centre }) => centre.flatMap((value) => {
    const fixed = Math.round(value * 2 ** FRACTION);
    return [fixed & 255, (fixed >> 8) & 255, (fixed >> 16) & 255];
  }));
  const colours = splats.flatMap(({ colour }) => colour.map((value) => {
    const stored = 255 * (0.5 + (0.15 * (value - 0.5)) / SH_0);
    return Math.round(stored);
  }));
  const rotations = splats.flatMap(({ turn: [w, x, y, z] }) => version < 3 ? firstThree([x, y, z], w) : smallestThree([x, y, z, w]));
  return [
    positions, splats.map(({ opacity }) => Math.round(255 * opacity)), colours,
    splats.flatMap(({ scale }) => scale.map((value) => Math.round(16 * (Math.log(value) + 10)))), rotations,
    Array(splats.length * DEGREES[degree]).fill(128),
  ].map((part) => Uint8Array.from(part));
}

const firstThree = (part, w) => part.map((value) => Math.round(127.5 * (Math.sign(w || 1) * value + 1)));

function smallestThree(q) {
  const largest = q.reduce((best, value, i) => (Math.abs(value) > Math.abs(q[best]) ? i : best), 0);
  const sign = Math.sign(q[largest]);
  let word = largest;
  q.forEach((value, i) => {
    if (i === largest) return;
    const magnitude = Math.round((511 * Math.abs(value)) / Math.SQRT1_2);
    word = word * 1024 + (sign * value < 0 ? 512 : 0) + magnitude;
  });
  return [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, Math.floor(word / 2 ** 24)];
}

function header(version, count, degree, size) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x5053474e, true);
  view.setUint32(4, version, true);
  view.setUint32(8, count, true);
  bytes[12] = degree;
  bytes[13] = FRACTION;
  return bytes;
}

const joined = (parts) => new Uint8Array(Buffer.concat(parts));

/** A .spz file of version 2 or 3. `count` may say something else than what is there. */
export function spz({ version = 3, degree = 1, splats = SPLATS, count = splats.length } = {}) {
  return new Uint8Array(gzipSync(joined([header(version, count, degree, 16), ...attributes(version, degree, splats)])));
}

/** Packs nothing: a frame of zstd with one block that is stored as it is. */
export function stored(bytes) {
  const size = bytes.length;
  const frame = [0x28, 0xb5, 0x2f, 0xfd, 0x60, (size - 256) & 255, (size - 256) >> 8];
  if (size < 256) frame.splice(4, 3, 0x20, size);
  const block = (size << 3) | 1;
  return joined([Uint8Array.from([...frame, block & 255, (block >> 8) & 255, block >> 16]), bytes]);
}

/** A .spz file of version 4. */
export function spz4({ degree = 1, splats = SPLATS, pack = stored } = {}) {
  const parts = attributes(4, degree, splats);
  const packed = parts.map(pack);
  const start = header(4, splats.length, degree, 32);
  start[15] = parts.length;
  start[16] = 32;
  const table = new Uint8Array(16 * parts.length);
  parts.forEach((part, i) => {
    new DataView(table.buffer).setBigUint64(16 * i, BigInt(packed[i].length), true);
    new DataView(table.buffer).setBigUint64(16 * i + 8, BigInt(part.length), true);
  });
  return joined([start, table, ...packed]);
}

/** Returns a copy with other bytes from a place on. */
export function changed(bytes, at, ...values) {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}
