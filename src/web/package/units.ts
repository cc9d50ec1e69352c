import { BrookletError } from "./errors.js";
import type { Device } from "./device.js";
import { type RawDepthStencil, type RawQuery, RawUnits } from "./raw.js";
import type { RunOptions } from "./kernel.js";
import { type Part, Resource } from "./resource.js";
import type { Stream } from "./stream.js";
import { checkNames, checkOptions, choice, flag, whole } from "./whole.js";

// In the order of the WebAssembly side.
const OPERATIONS = ["add", "subtract", "reverse-subtract", "min", "max"] as const;
const FACTORS = [
  "zero", "one", "source", "one-minus-source", "destination", "one-minus-destination", "source-alpha", "one-minus-source-alpha",
  "destination-alpha", "one-minus-destination-alpha", "constant", "one-minus-constant",
] as const;
const COMPARISONS = ["never", "less", "equal", "less-or-equal", "greater", "not-equal", "greater-or-equal", "always"] as const;
const STENCIL_OPERATIONS = ["keep", "zero", "replace", "increment", "increment-wrap", "decrement", "decrement-wrap", "invert"] as const;

/** What blending does with a fragment, which is what the kernel writes, and the texel, which is what the output contains. */
export type BlendOperation = (typeof OPERATIONS)[number];
/** What a fragment or a texel is multiplied by. Those of alpha are fourth components, and need outputs of vectors of 4. */
export type BlendFactor = (typeof FACTORS)[number];
/** How a fragment's depth or the reference value compares with what the buffer holds. */
export type Comparison = (typeof COMPARISONS)[number];
/** What becomes of a stencil. `increment` and `decrement` stop at 255 and 0. */
export type StencilOperation = (typeof STENCIL_OPERATIONS)[number];

/** A rectangle of texels. */
export interface Rectangle {
  /** Its first column. */
  x: number;
  /** Its first row. */
  y: number;
  width: number;
  height: number;
}

export interface Blend {
  operation: BlendOperation;
  /** The factor of the fragment, `"one"` if it is left out. `min` and `max` ignore factors. */
  source?: BlendFactor;
  /** The factor of the texel, `"one"` if it is left out. */
  destination?: BlendFactor;
  /** The numbers that the factor `"constant"` stands for, one for each component. */
  constant?: readonly [number, number, number, number];
}

export interface DepthTest {
  /** A fragment is drawn where its depth compares so with that in the buffer. */
  compare: Comparison;
  /** The depth of all fragments, from 0 to 1, if the kernel writes none: 0 if it is left out. */
  at?: number;
  /** Whether the depths of the fragments that pass are written to the buffer. */
  write?: boolean;
}

/** All numbers are from 0 to 255. */
export interface StencilTest {
  /** A fragment is drawn where the reference value compares so with the stencil in the buffer. */
  compare: Comparison;
  reference: number;
  /** The bits that are compared: all, if it is left out. */
  readMask?: number;
  /** The bits that may change: all, if it is left out. */
  writeMask?: number;
  /** What happens where the stencil test fails, where it passes and the depth test fails, and where both pass: `"keep"` if it is left out. */
  fail?: StencilOperation;
  depthFail?: StencilOperation;
  pass?: StencilOperation;
}

/** What a kernel runs with besides its inputs and constants: the fixed units of the graphics pipeline. */
export interface PassOptions extends RunOptions {
  /**
   * Streams to write to, by the names of the outputs. The kernel runs for each of their elements (or each of `points`), whatever the shapes of
   * its inputs. They keep their elements where nothing is drawn. They are of one shape and one layout. None of them is an input, nor lies in the texture of
   * another stream of the pass.
   */
  outputs?: Record<string, Stream>;
  /** Draws only these texels. */
  rectangle?: Rectangle;
  /** Draws only these texels: the scissor test. It limits points, too. */
  scissor?: Rectangle;
  /** Which components of a texel are written. The texel of a packed stream has four elements for its components. */
  writeMask?: readonly [boolean, boolean, boolean, boolean];
  /** Combines what the kernel writes with what the outputs contain. `info.features.blending` says whether the device can. */
  blend?: Blend | BlendOperation;
  /** The buffer of the tests. */
  depthStencil?: DepthStencil;
  depthTest?: DepthTest;
  stencilTest?: StencilTest;
  /**
   * Runs the kernel for each element of these places, and draws each result there as a point: a scatter. Places are indices of elements, or vectors of
   * a column and a row. Places and outputs have the layout `"plain"`. Half floats count to 2048.
   */
  points?: Stream;
  /** How many columns and rows of texels a point covers: 1 if it is left out. */
  pointSize?: number;
  /** Counts the fragments that pass the tests. */
  count?: OcclusionQuery;
}

const NAMES = [
  "shape", "outputs", "rectangle", "scissor", "writeMask", "blend", "depthStencil", "depthTest", "stencilTest", "points", "pointSize", "count",
];

/** Returns the units as the WebAssembly side takes them, if any are given. @internal */
export function rawUnits(device: Device, options: PassOptions): RawUnits | undefined {
  checkOptions("what may be given besides", options);
  checkNames("what run takes", options, NAMES);
  const { outputs = {}, points, pointSize } = options;
  if (NAMES.slice(1).every((name) => options[name as keyof PassOptions] === undefined)) {
    return undefined;
  }
  checkOptions("outputs", outputs);
  if (pointSize !== undefined && points === undefined) {
    throw new BrookletError("option", "pointSize is the size of points: give points, too");
  }
  const given = Object.entries(outputs);
  const raw = new RawUnits(given.map(([name]) => name), Uint32Array.from(given, ([, stream]) => device.own(stream)));
  try {
    setUnits(device, raw, options);
  } catch (error) {
    raw.free();
    throw error;
  }
  return raw;
}

function setUnits(device: Device, raw: RawUnits, options: PassOptions): void {
  const { rectangle, scissor, writeMask, blend, depthStencil, depthTest, stencilTest, points, pointSize, count } = options;
  if (rectangle !== undefined) raw.rectangle(...texels("rectangle", rectangle));
  if (scissor !== undefined) raw.scissor(...texels("scissor", scissor));
  if (writeMask !== undefined) raw.write_mask(bits(writeMask));
  if (blend !== undefined) setBlend(raw, blend);
  if (depthTest !== undefined) setDepthTest(raw, depthTest);
  if (stencilTest !== undefined) setStencilTest(raw, stencilTest);
  if (points !== undefined) raw.points(device.own(points), whole("pointSize", pointSize ?? 1, 1));
  if (depthStencil !== undefined) {
    raw.depth_stencil(partOf(device, depthStencil, DepthStencil, "depthStencil", "device.depthStencil(..)"));
  }
  if (count !== undefined) {
    raw.count(partOf(device, count, OcclusionQuery, "count", "device.occlusionQuery()"));
  }
}

function texels(what: string, rectangle: Rectangle): [number, number, number, number] {
  checkOptions(what, rectangle);
  checkNames(what, rectangle, ["x", "y", "width", "height"]);
  const { x, y, width, height } = rectangle;
  return [whole(`x of ${what}`, x, 0), whole(`y of ${what}`, y, 0), whole(`width of ${what}`, width, 0), whole(`height of ${what}`, height, 0)];
}

function bits(mask: readonly boolean[]): number {
  if (!Array.isArray(mask) || mask.length !== 4 || !mask.every((one) => typeof one === "boolean")) {
    throw new BrookletError("type", "writeMask is four flags, one for each component");
  }
  return mask.reduce((all, one, at) => all | (Number(one) << at), 0);
}

function setBlend(raw: RawUnits, blend: Blend | BlendOperation): void {
  const { operation, source = "one", destination = "one", constant = [0, 0, 0, 0] } = typeof blend === "string" ? { operation: blend } : blend ?? {};
  if (typeof blend !== "string") {
    checkOptions("blend", blend);
    checkNames("blend", blend, ["operation", "source", "destination", "constant"]);
  }
  if (!Array.isArray(constant) || constant.length !== 4 || !constant.every((one) => typeof one === "number")) {
    throw new BrookletError("type", "constant of blend is four numbers, one for each component");
  }
  raw.blend(
    choice("operation of blend", operation, OPERATIONS), choice("source of blend", source, FACTORS), choice("destination of blend", destination, FACTORS),
    Float32Array.from(constant));
}

function setDepthTest(raw: RawUnits, test: DepthTest): void {
  checkOptions("depthTest", test);
  checkNames("depthTest", test, ["compare", "at", "write"]);
  const { compare, at = 0, write = false } = test;
  raw.depth_test(choice("compare of depthTest", compare, COMPARISONS), depth("at of depthTest", at), flag("write of depthTest", write));
}

function setStencilTest(raw: RawUnits, test: StencilTest): void {
  checkOptions("stencilTest", test);
  checkNames("stencilTest", test, ["compare", "reference", "readMask", "writeMask", "fail", "depthFail", "pass"]);
  const { compare, reference, readMask = 255, writeMask = 255, fail = "keep", depthFail = "keep", pass = "keep" } = test;
  const masks = [whole("readMask of stencilTest", readMask, 0, 255), whole("writeMask of stencilTest", writeMask, 0, 255)];
  const operations = [fail, depthFail, pass].map((one, at) => choice(`${["fail", "depthFail", "pass"][at]} of stencilTest`, one, STENCIL_OPERATIONS));
  raw.stencil_test(
    choice("compare of stencilTest", compare, COMPARISONS), whole("reference of stencilTest", reference, 0, 255), Uint8Array.from(masks),
    Uint8Array.from(operations));
}

function depth(what: string, value: number): number {
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
    throw new BrookletError("option", `${what} is a depth from 0 to 1, not ${String(value)}`);
  }
  return value;
}

/** Returns the part of a resource that the WebAssembly side knows. */
function partOf<R extends Part>(device: Device, resource: Resource<R>, type: Function, what: string, make: string): R {
  if (!(resource instanceof type)) {
    throw new BrookletError("type", `${what} is what ${make} makes`);
  }
  if (resource.device !== device) {
    throw new BrookletError("device", `${what} belongs to another device`);
  }
  return resource.raw;
}

/**
 * A depth of 24 bits and a stencil of 8 bits for each texel of a stream: `device.depthStencil(stream)` makes one. Passes test their fragments
 * against it, and may change it. A kernel writes a depth of its own by `output depth z;`.
 *
 * ```ts
 * const buffer = device.depthStencil(y); // depths of 1, stencils of 0
 * near.run({ x }, { depthStencil: buffer, depthTest: { compare: "always", write: true } });
 * copy.run({ x }, { outputs: { y }, depthStencil: buffer, depthTest: { compare: "less", at: 0.5 } });
 * ```
 */
export class DepthStencil extends Resource<RawDepthStencil> {
  /** @internal */
  constructor(device: Device, raw: RawDepthStencil) {
    super(device, "the depth and stencil buffer", raw);
  }

  /** Sets depth, from 0 to 1, and stencil, from 0 to 255, of all texels. */
  clear(value = 1, stencil = 0): void {
    depth("the depth", value);
    whole("the stencil", stencil, 0, 255);
    this.device.raw((raw) => raw.clear_depth_stencil(this.raw, value, stencil));
  }

  /**
   * Reads depths and stencils of all texels of the texture (`stream.layout()`), row by row, and waits for them. WebGL cannot (`info.features.reads_depth_stencil`): this is for
   * emulated chips, to see what a pass has left.
   */
  readSync(): { depths: Float32Array; stencils: Uint8Array } {
    const words = this.device.raw((raw) => raw.read_depth_stencil(this.raw));
    return { depths: Float32Array.from(words, (word) => (word >>> 8) / (2 ** 24 - 1)), stencils: Uint8Array.from(words) };
  }
}

/**
 * Counts the fragments of passes that pass all tests, without reading a texture back: `device.occlusionQuery()` makes one. It adds up the
 * fragments of all passes that it is given to, and keeps what it has counted: make one for each question. A fragment is a texel, so of a
 * packed stream it is four elements.
 *
 * ```ts
 * for (let changes = true; changes; ) {
 *   using query = device.occlusionQuery();
 *   spread.run({ labels }, { outputs: { spreadLabels }, depthStencil, depthTest: { compare: "less" }, count: query });
 *   [labels, spreadLabels] = [spreadLabels, labels];
 *   changes = await query.any();
 * }
 * ```
 */
export class OcclusionQuery extends Resource<RawQuery> {
  /** @internal */
  constructor(device: Device, raw: RawQuery) {
    super(device, "the occlusion query", raw);
  }

  /** Returns whether any fragments passed, without making the page wait. */
  async any(): Promise<boolean> {
    await this.answered();
    return this.device.raw((raw) => raw.query_any(this.raw), true);
  }

  /** Returns how many fragments passed. WebGL only knows whether there were any (`info.features.fragment_counts`): there, this is an error. */
  async count(): Promise<number> {
    if (this.device.info.features.fragment_counts) {
      await this.answered();
    }
    return this.device.raw((raw) => raw.query_count(this.raw), true);
  }

  private async answered(): Promise<void> {
    while (!this.device.raw((raw) => raw.query_is_ready(this.raw), true)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}
