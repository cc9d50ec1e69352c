import { FileError } from "./error.js";

/** A header longer than this is none. */
const MAX_HEADER = 65536;

const SIZES: Record<string, number> = {
  char: 1, int8: 1, uchar: 1, uint8: 1, short: 2, int16: 2, ushort: 2, uint16: 2, int: 4, int32: 4, uint: 4, uint32: 4,
  float: 4, float32: 4, double: 8, float64: 8,
};

/** A property of a vertex: its type, and where it is in the vertex. */
export interface Property {
  type: string;
  offset: number;
}

/** What the header of a .ply file says. */
export interface PlyHeader {
  littleEndian: boolean;
  /** Vertices, and the bytes of each. */
  count: number;
  stride: number;
  properties: Map<string, Property>;
  /** Where the header ends, and the vertices start. */
  end: number;
  start: number;
}

interface Element {
  name: string;
  count: number;
  stride: number;
  properties: Map<string, Property>;
}

/** Reads the header of a .ply file. */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  let format = "";
  const elements: Element[] = [];
  let at = 0;
  for (;;) {
    const begin = at;
    const end = bytes.subarray(0, MAX_HEADER).indexOf(10, at);
    if (end < 0) {
      const short = bytes.length < MAX_HEADER;
      throw new FileError(short ? "the header has no end_header" : `the header has more than ${MAX_HEADER} bytes`, begin);
    }
    at = end + 1;
    const words = new TextDecoder("latin1").decode(bytes.subarray(begin, end)).trim().split(/\s+/);
    const element = elements.at(-1);
    if (begin === 0) {
      if (words[0] !== "ply") throw new FileError("a .ply file begins with ply", 0);
    } else if (words[0] === "end_header") {
      return summarise(format, elements, begin, at);
    } else if (words[0] === "format") {
      format = words[1] ?? "";
      if (format === "ascii") throw new FileError("the file is ascii: export it as binary_little_endian", begin);
      if (!/^binary_(little|big)_endian$/.test(format)) throw new FileError(`there is no format ${format}`, begin);
    } else if (words[0] === "element") {
      const count = Number(words[2]);
      if (!words[1] || !/^\d+$/.test(words[2] ?? "") || !Number.isSafeInteger(count)) {
        throw new FileError(`an element has a name and a count, but this is "${words.join(" ")}"`, begin);
      }
      elements.push({ name: words[1], count, stride: 0, properties: new Map() });
    } else if (words[0] === "property") {
      addProperty(element, words, begin);
    } else if (words[0] !== "comment" && words[0] !== "obj_info" && words[0] !== "") {
      throw new FileError(`a header has no line "${words.join(" ").slice(0, 60)}"`, begin);
    }
  }
}

function addProperty(element: Element | undefined, words: string[], byte: number): void {
  if (!element) {
    throw new FileError("a property comes before the first element", byte);
  }
  const [, type, name] = words;
  if (type === "list") {
    // Lists have no fixed size, so nothing behind one can be found. Behind the vertices, they do not matter.
    element.stride = NaN;
    return;
  }
  const size = Object.hasOwn(SIZES, type ?? "") ? SIZES[type!]! : 0;
  if (!size || !name) {
    throw new FileError(`a property has a type and a name, but this is "${words.join(" ")}"`, byte);
  }
  if (element.properties.has(name)) {
    throw new FileError(`the property ${name} is there twice`, byte);
  }
  element.properties.set(name, { type: type!, offset: element.stride });
  element.stride += size;
}

function summarise(format: string, elements: Element[], end: number, header: number): PlyHeader {
  if (!format) {
    throw new FileError("the header names no format", end);
  }
  const at = elements.findIndex((element) => element.name === "vertex");
  const vertex = elements[at];
  if (!vertex) {
    throw new FileError("the header names no element vertex", end);
  }
  const before = elements.slice(0, at).reduce((sum, { count, stride }) => sum + (count === 0 ? 0 : count * stride), 0);
  if (Number.isNaN(before) || Number.isNaN(vertex.stride)) {
    throw new FileError("lists come before or in the vertices, whose places are unknown for that reason", end);
  }
  const { count, stride, properties } = vertex;
  return { littleEndian: format === "binary_little_endian", count, stride, properties, end, start: header + before };
}
