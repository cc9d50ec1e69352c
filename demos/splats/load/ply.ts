import { FileError, isLength, lengthError } from "./error.js";
import { readPlyHeader } from "./ply_header.js";
import type { PlyHeader } from "./ply_header.js";
import { MAX_LENGTH, MAX_SPLATS, Splats } from "../splats.js";
import { placeTurned } from "./turn.js";

/** The first spherical harmonic, which is the same in all directions. */
const SH_0 = 0.28209479177387814;

/** What is read of a vertex, in this order. Everything else, such as normals and higher harmonics, is skipped. */
const NAMES = [
  "x", "y", "z", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3", "opacity", "f_dc_0", "f_dc_1", "f_dc_2",
] as const;

/** Reads a .ply file as the trainers of Gaussian splats write it, with its properties in any order. */
export function readPly(bytes: Uint8Array): Splats {
  const header = readPlyHeader(bytes);
  const { count, stride, start } = header;
  const readers = NAMES.map((name) => reader(bytes, header, name));
  if (count === 0) {
    throw new FileError("the file has no vertices", header.end);
  }
  if (count > MAX_SPLATS) {
    throw new FileError(`the file has ${count} splats, and at most ${MAX_SPLATS} can be sorted`, header.end);
  }
  if (start + count * stride > bytes.length) {
    const whole = Math.max(0, Math.floor((bytes.length - start) / stride));
    const what = `the header says ${count} splats of ${stride} bytes, but the file ends in splat ${whole}`;
    throw new FileError(what, bytes.length);
  }
  const splats = new Splats(count);
  const values = new Float64Array(NAMES.length);
  for (let at = 0; at < count; at++) {
    const base = start + at * stride;
    for (let i = 0; i < readers.length; i++) {
      const value = readers[i]!(base);
      if (i < 3 && !isLength(value)) {
        throw lengthError(`${NAMES[i]} of splat ${at}`, value, place(header, NAMES[i]!, base));
      }
      // An opacity of all or nothing is infinite as a logit.
      if (!Number.isFinite(value) && !(i === 10 && !Number.isNaN(value))) {
        throw new FileError(`${NAMES[i]} of splat ${at} is ${value}`, place(header, NAMES[i]!, base));
      }
      values[i] = value;
    }
    for (let i = 3; i < 6; i++) {
      const logarithm = values[i]!;
      values[i] = Math.exp(logarithm);
      if (!isLength(values[i]!)) {
        const what = `${NAMES[i]} of splat ${at} is ${logarithm}, the logarithm of a scale, and scales of at most `
          + `${MAX_LENGTH.toExponential()} can be drawn`;
        throw new FileError(what, place(header, NAMES[i]!, base));
      }
    }
    const [w, x, y, z] = [values[6]!, values[7]!, values[8]!, values[9]!];
    // As doubles, its square may be 0 or infinite, too.
    const square = w * w + x * x + y * y + z * z;
    if (!(square > 1e-100 && square < 1e100)) {
      const what = square > 1 ? "has numbers that are too large: it may be up to 1e50 long" : "is 0";
      throw new FileError(`the rotation of splat ${at} ${what}`, place(header, "rot_0", base));
    }
    placeTurned(splats, at, values, values.subarray(3, 6), w, x, y, z);
    const light = (i: number) => 0.5 + SH_0 * values[i]!;
    splats.paint(at, light(11), light(12), light(13), 1 / (1 + Math.exp(-values[10]!)));
  }
  return splats;
}

const place = (header: PlyHeader, name: string, base: number): number => base + header.properties.get(name)!.offset;

/** Returns a function that reads a property of the vertex at a byte. */
function reader(bytes: Uint8Array, header: PlyHeader, name: string): (base: number) => number {
  const { littleEndian, properties, end } = header;
  const property = properties.get(name);
  if (!property) {
    if (properties.has("packed_position")) {
      throw new FileError("the file is a compressed .ply, which is not read here: export it as .ply or .spz", end);
    }
    throw new FileError(`the vertices have no ${name}: this is not a file of Gaussian splats`, end);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { type, offset } = property;
  switch (type) {
    case "float": case "float32": return (base) => view.getFloat32(base + offset, littleEndian);
    case "double": case "float64": return (base) => view.getFloat64(base + offset, littleEndian);
    case "char": case "int8": return (base) => view.getInt8(base + offset);
    case "uchar": case "uint8": return (base) => view.getUint8(base + offset);
    case "short": case "int16": return (base) => view.getInt16(base + offset, littleEndian);
    case "ushort": case "uint16": return (base) => view.getUint16(base + offset, littleEndian);
    case "int": case "int32": return (base) => view.getInt32(base + offset, littleEndian);
    default: return (base) => view.getUint32(base + offset, littleEndian);
  }
}
