/// <reference lib="esnext.disposable" preserve="true" />
import { BrookletError } from "./errors.js";
import type { Device } from "./device.js";
import type { Constant } from "./kernel.js";
import { Operator, rawOperator } from "./operator.js";
import type { RawDevice } from "./raw.js";
import { joinDigits } from "./readback.js";
import { axesOf, checkOptions, choice, numbers, optionalText, range, text, whole, wholeAxis } from "./whole.js";

/** Elements as JavaScript has them. */
export type Data = Float32Array | Int32Array | Uint32Array;

/** Takes each line along an axis by itself; negative axes count from the end. */
export interface AxisOptions {
  axis?: number;
}

export interface SortOptions extends AxisOptions {
  /** The largest first. */
  descending?: boolean;
  /** A method by its name, such as `"bitonic"`; the fastest is the default. */
  method?: string;
}

export interface ArgsortOptions extends SortOptions {
  /**
   * Compares keys by so many bits, 1 to 24, which is faster: over `range`, or over the keys' own range. Keys must be finite then: an infinite
   * one leaves no steps for the others, and one that is not a number has any place.
   */
  bits?: number;
  /** The range that is divided into 2^bits steps; keys beyond are at its ends. With `"integers"`, keys are whole numbers from 0 to 2^bits - 1. */
  range?: [number, number] | "integers";
}

export interface ScanOptions extends AxisOptions {
  /** Leaves the element itself out of its sum. */
  exclusive?: boolean;
  /** Begins anew at each element whose head is not 0. */
  heads?: Stream;
}

export interface BorderOptions {
  /** What stands past the edges: the picture reflected, with its edge twice (the default), its edge, zeros, or the picture again. */
  border?: "reflect" | "clamp" | "zero" | "wrap";
}

export interface TopOptions extends AxisOptions {
  /** Selects the smallest. */
  smallest?: boolean;
}

export interface HistogramOptions {
  /** Elements outside are dropped; without it, bins go from the smallest to the largest element. */
  range?: [number, number];
  /** Sums these instead of counting. */
  weights?: Stream;
}

/** Where elements are in a texture, which for integers has two numbers for each: element `i` is in texel `t = floor(i / lanes)`, in column `t % width` and row `floor(t / width)`. */
export interface TextureLayout {
  width: number;
  height: number;
  /** Elements in all. */
  count: number;
  /** Elements in a texel: 1 or 4. */
  lanes: 1 | 4;
  /** Numbers in an element: 1, or 2 to 4 for vectors, from red on. */
  components: 1 | 2 | 3 | 4;
}

/** Refuses an option that another one excludes. */
function refuse(value: unknown, what: string, other: string): void {
  if (value !== undefined) {
    throw new BrookletError("option", `${what} cannot be given together with ${other}`);
  }
}

/**
 * Numbers on the device, of the type that `read` returns. All results stay there, until `read` is called. Positions, counts and places are
 * floats, which hold whole numbers up to 2^24.
 */
export class Stream<D extends Data = Float32Array> {
  /** @internal */
  constructor(readonly device: Device, private id: number) {
    device.watch(this, id);
  }

  /** The extents, the outermost first. */
  get shape(): number[] {
    return [...this.device.raw((raw) => raw.shape(this.id))];
  }

  /** The number of elements. */
  get length(): number {
    return this.shape.reduce((product, extent) => product * extent, 1);
  }

  /** Sorts, the smallest first. */
  sort(options: SortOptions = {}): Stream<D> {
    checkOptions("what sort takes", options);
    const { axis, descending = false } = options;
    if (axis !== undefined) {
      refuse(options.method, "a method", "axis");
      return this.make((raw) => raw.sort_axis(this.id, descending, wholeAxis(axis)));
    }
    return this.make((raw) => raw.sort(this.id, descending, optionalText("method", options.method)));
  }

  /** Finds the order: the position of the smallest element, of the next, and so on. Equal elements keep their order. */
  argsort(options: ArgsortOptions = {}): Stream {
    checkOptions("what argsort takes", options);
    const { axis, descending = false } = options;
    if (axis !== undefined) {
      refuse(options.method ?? options.bits, "a method, and bits,", "axis");
      return this.make((raw) => raw.argsort_axis(this.id, descending, wholeAxis(axis)));
    }
    const bits = options.bits === undefined ? 0 : whole("bits", options.bits, 1, 24);
    if (options.range !== undefined && bits === 0) {
      throw new BrookletError("option", "a range is divided into 2^bits steps: give bits, too");
    }
    const integers = options.range === "integers";
    const ends = options.range === "integers" ? undefined : range("range", options.range);
    const method = optionalText("method", options.method);
    return this.make((raw) => raw.argsort(this.id, descending, bits, ends, integers, method));
  }

  /** Combines each element with all before it. */
  scan(operator: Operator = "sum", options: ScanOptions = {}): Stream {
    checkOptions("what scan takes", options);
    const { axis, heads, exclusive = false } = options;
    const op = () => rawOperator(operator) as never;
    if (heads) {
      refuse(axis ?? (exclusive || undefined), "an axis, and exclusive,", "heads");
      return this.make((raw) => raw.segmented_scan(this.id, this.device.own(heads), op()));
    }
    if (axis !== undefined) {
      return this.make((raw) => raw.scan_axis(this.id, op(), exclusive, wholeAxis(axis)));
    }
    return this.make((raw) => raw.scan(this.id, op(), exclusive));
  }

  /** Combines the elements of each line along an axis. */
  reduceAxis(operator: Operator | "mean", axis: number): Stream {
    if (operator === "mean") {
      return this.make((raw) => raw.mean_axis(this.id, wholeAxis(axis)));
    }
    return this.make((raw) => raw.reduce_axis(this.id, rawOperator(operator) as never, wholeAxis(axis)));
  }

  /** Finds the position of the largest element, the first of several, and waits for it. */
  argmax(): number {
    return this.device.raw((raw) => raw.argmax(this.id, false));
  }

  /** Finds the position of the smallest element, the first of several, and waits for it. */
  argmin(): number {
    return this.device.raw((raw) => raw.argmax(this.id, true));
  }

  /** Finds the place of the largest element in each line along an axis. */
  argmaxAxis(axis: number): Stream {
    return this.make((raw) => raw.argmax_axis(this.id, wholeAxis(axis), false));
  }

  /** Finds the place of the smallest element in each line along an axis. */
  argminAxis(axis: number): Stream {
    return this.make((raw) => raw.argmax_axis(this.id, wholeAxis(axis), true));
  }

  /** Selects the k largest elements (or the smallest), and their positions. Of equal ones the first comes first. */
  top(k: number, options: TopOptions = {}): { values: Stream<D>; positions: Stream } {
    checkOptions("what top takes", options);
    const { axis, smallest = false } = options;
    const [values, positions] = this.several((raw) =>
      axis === undefined ? raw.top(this.id, whole("k", k, 0), smallest) : raw.top_axis(this.id, whole("k", k, 0), wholeAxis(axis), smallest));
    return { values: values as Stream<D>, positions: positions as Stream };
  }

  /** Finds quantiles, linear between neighbours: 0.5 is the median. Waits for a few numbers. */
  quantile(...quantiles: number[]): Stream {
    return this.make((raw) => raw.quantile(this.id, numbers("a quantile", quantiles)));
  }

  /** Finds quantiles of each line along an axis. The result of one quantile has one axis less; several are along a new first axis, as in NumPy. */
  quantileAxis(axis: number, ...quantiles: number[]): Stream {
    return this.make((raw) => raw.quantile_axis(this.id, numbers("a quantile", quantiles), wholeAxis(axis)));
  }

  /** For each query, finds the position of the first element of this sorted stream that is not less (`upper`: that is greater). */
  search(queries: Stream<D>, options: { upper?: boolean } = {}): Stream {
    checkOptions("what search takes", options);
    return this.make((raw) => raw.search(this.id, this.device.own(queries), options.upper ?? false));
  }

  /** Merges this sorted stream and another. */
  merge(other: Stream<D>): Stream<D> {
    return this.make((raw) => raw.merge(this.id, this.device.own(other)));
  }

  /** Counts elements in bins of equal width, as `numpy.histogram`. */
  histogram(bins: number, options: HistogramOptions = {}): Stream {
    checkOptions("what histogram takes", options);
    const ends = range("range", options.range);
    const weights = options.weights && this.device.own(options.weights);
    return this.make((raw) => raw.histogram(this.id, whole("bins", bins, 1), ends, weights));
  }

  /** Finds the distinct elements, the smallest first, and how often each occurs. Waits for their number. */
  unique(): { values: Stream<D>; counts: Stream } {
    const [values, counts] = this.several((raw) => raw.unique(this.id, false));
    return { values: values as Stream<D>, counts: counts as Stream };
  }

  /** Finds the runs of equal neighbours: their elements and their lengths. Waits for their number. */
  runLengths(): { values: Stream<D>; lengths: Stream } {
    const [values, lengths] = this.several((raw) => raw.unique(this.id, true));
    return { values: values as Stream<D>, lengths: lengths as Stream };
  }

  /** With these elements as keys, combines the values of each key: the distinct keys, the smallest first, and the results. Waits for their number. */
  group(values: Stream, operator: Operator = "sum"): { keys: Stream<D>; values: Stream } {
    const [keys, combined] = this.several((raw) => raw.group(this.id, this.device.own(values), rawOperator(operator) as never));
    return { keys: keys as Stream<D>, values: combined as Stream };
  }

  /** Gathers the elements at positions. Positions beyond the ends take the first or the last element. */
  take(positions: Stream): Stream<D> {
    return this.make((raw) => raw.take(this.id, this.device.own(positions)));
  }

  /**
   * Writes values to positions of a copy: of several for one position the last, or all combined with the element there. Values for positions
   * beyond the ends are dropped.
   */
  put(positions: Stream, values: Stream<D>, operator?: Operator): Stream<D> {
    const op = operator === undefined ? undefined : rawOperator(operator) as never;
    return this.make((raw) => raw.put(this.id, this.device.own(positions), this.device.own(values), op));
  }

  /** Puts the elements `x` for which an expression is true first, and the rest behind, both in order. Waits for the number of the first. */
  partition(keep: string): { stream: Stream; kept: number } {
    const [id, kept] = this.device.raw((raw) => raw.partition(this.id, text("a condition", keep)));
    return { stream: new Stream(this.device, id!), kept: kept! };
  }

  /** Keeps the elements `x` for which an expression is true, in order. Waits for their number. */
  filter(keep: string): Stream {
    return this.make((raw) => raw.filter(this.id, text("a condition", keep)));
  }

  /** Exchanges the last two axes, rows and columns. Axes before them count matrices. */
  transpose(): Stream<D> {
    return this.make((raw) => raw.transpose(this.id));
  }

  /** Multiplies this matrix and another, which has as many rows as this one has columns. */
  matmul(other: Stream): Stream {
    return this.make((raw) => raw.matmul(this.id, this.device.own(other)));
  }

  /**
   * Convolves a picture (`shape: [rows, columns]`, of floats or vectors) with weights, given row by row: they are mirrored, and their centre is in row
   * `floor(rows / 2)` and column `floor(columns / 2)`.
   */
  convolve(weights: readonly number[] | Float32Array, size: readonly [number, number], options: BorderOptions = {}): Stream<D> {
    checkOptions("what convolve takes", options);
    if (!Array.isArray(size) || size.length !== 2 || !(Array.isArray(weights) || ArrayBuffer.isView(weights))) {
      throw new BrookletError("type", "convolve takes an array of weights, and their size as [rows, columns]");
    }
    const [rows, columns] = size;
    const given = Float32Array.from(numbers("a weight", Array.from(weights)));
    const [down, across] = [whole("the rows of weights", rows, 1), whole("the columns of weights", columns, 1)];
    return this.make((raw) => raw.convolve(this.id, given, down, across, text("the border", options.border ?? "reflect")));
  }

  /** Blurs a picture with a Gaussian of this standard deviation, in elements. */
  blur(sigma: number, options: BorderOptions = {}): Stream<D> {
    checkOptions("what blur takes", options);
    const [given] = numbers("a standard deviation", [sigma]);
    return this.make((raw) => raw.blur(this.id, given!, text("the border", options.border ?? "reflect")));
  }

  /** Replaces each element of a picture by the median of a square of `size` by `size` neighbours. */
  medianFilter(size = 3, options: BorderOptions = {}): Stream<D> {
    checkOptions("what medianFilter takes", options);
    return this.make((raw) => raw.median_filter(this.id, whole("size", size, 1), text("the border", options.border ?? "reflect")));
  }

  /** Sums for each element all above and to the left of it, and itself: a summed-area table. The last two axes are rows and columns. */
  sat(): Stream {
    return this.make((raw) => raw.sat(this.id));
  }

  /** Computes the distance of each element of a picture (`shape: [rows, columns]`) from the nearest one that is not 0: infinity where there is none. */
  distance(): Stream {
    return this.make((raw) => raw.distance(this.id));
  }

  /** Finds the position of the nearest element of a picture that is not 0, of equally near ones the first: -1 where there is none. */
  nearest(): Stream {
    return this.make((raw) => raw.nearest(this.id));
  }

  /**
   * Numbers the connected components of a picture: elements that are not 0 belong together if a path of neighbours leads from one to the other.
   * Labels count from 1 in reading order; elements that are 0 get 0. Waits for a few numbers.
   */
  label(options: { connectivity?: 4 | 8 } = {}): { labels: Stream; count: number } {
    checkOptions("what label takes", options);
    const { connectivity = 4 } = options;
    if (connectivity !== 4 && connectivity !== 8) {
      throw new BrookletError("option", `connectivity is 4 or 8, the number of neighbours of an element, and not ${String(connectivity)}`);
    }
    const [id, count] = this.device.raw((raw) => raw.label(this.id, connectivity === 8));
    return { labels: new Stream(this.device, id!), count: count! };
  }

  /**
   * Transforms complex numbers, vectors of a real and an imaginary part, along the last axis or along `axes`: their spectrum. Vectors of 4 are the numbers
   * of two signals. `inverse` transforms a spectrum back, which divides by the number of elements that are transformed together.
   */
  fft(options: { axes?: readonly number[]; inverse?: boolean } = {}): Stream<D> {
    checkOptions("what fft takes", options);
    return this.make((raw) => raw.fft(this.id, axesOf(options.axes), options.inverse === true));
  }

  /** Transforms real numbers: along the last of the axes, n of them have a spectrum of `floor(n / 2) + 1` complex numbers, vectors of 2. */
  rfft(options: { axes?: readonly number[] } = {}): Stream {
    checkOptions("what rfft takes", options);
    return this.make((raw) => raw.rfft(this.id, axesOf(options.axes)));
  }

  /** Transforms the spectrum of real numbers back: `length` of them along the last of the axes. */
  irfft(length: number, options: { axes?: readonly number[] } = {}): Stream {
    checkOptions("what irfft takes", options);
    return this.make((raw) => raw.irfft(this.id, whole("length", length, 1), axesOf(options.axes)));
  }

  /** Combines all elements to one number, and waits for it. */
  reduce(operator: Operator = "sum"): number {
    return this.device.raw((raw) => raw.reduce(this.id, rawOperator(operator) as never));
  }

  /** Evaluates an expression for each element `x`. Constants have names of their own. */
  map(expression: string, constants: Record<string, Stream | Constant> = {}): Stream {
    checkOptions("what map takes", constants);
    return this.device.map(expression, { ...constants, x: this as Stream<Data> as Stream });
  }

  /**
   * Reads the elements, without making the page wait. They are what they are now: the stream may be disposed of at once. Vectors are read one
   * after another.
   */
  async read(): Promise<D> {
    const layout = this.layout();
    if (layout.count === 0 || !this.device.hasContext) {
      return this.readSync();
    }
    const array = this.array();
    const numbers = await this.device.readTexture(this.texture, layout);
    switch (array) {
      // Integers lie in the texture as two digits.
      case "Int32Array": return joinDigits(numbers, new Int32Array(layout.count)) as Data as D;
      case "Uint32Array": return joinDigits(numbers, new Uint32Array(layout.count)) as Data as D;
      default: return numbers as Data as D;
    }
  }

  /** Reads the elements at once. The page waits for all work before. */
  readSync(): D {
    return this.device.raw((raw): Data => {
      switch (this.array()) {
        case "Int32Array": return raw.read_ints(this.id);
        case "Uint32Array": return raw.read_uints(this.id);
        default: return raw.read_floats(this.id);
      }
    }) as D;
  }

  /**
   * The texture of the elements, to draw with. It belongs to the stream: hold the stream as long as you draw with it, since the texture is
   * used again when the stream is disposed of, or forgotten. That of integers has two digits of 16 bits for each, the higher first.
   */
  get texture(): WebGLTexture {
    void this.device.gl;
    const texture = this.device.textureOf(this.id);
    if (!texture) {
      throw new BrookletError("shape", "a stream without elements has no texture");
    }
    return texture;
  }

  /** Where the elements are in the texture. */
  layout(): TextureLayout {
    const [width, height, , count, lanes, components] = this.device.raw((raw) => raw.texture(this.id));
    return { width: width!, height: height!, count: count!, lanes: lanes as 1 | 4, components: components as 1 | 2 | 3 | 4 };
  }

  /**
   * A function of GLSL ES 3.00, `float name(int i)` (or `vec2` to `vec4`), that fetches an element from a sampler of this texture. It holds for
   * streams of this length, or of any whose texture has the same width.
   */
  glsl(name: string, sampler: string): string {
    this.requireFloats();
    text("the name of a function", name);
    text("the name of a sampler", sampler);
    const { width, lanes, components, count } = this.layout();
    if (count === 0) {
      throw new BrookletError("shape", "a stream without elements has no texture");
    }
    const texel = lanes === 4 ? "i >> 2" : "i";
    const lane = lanes === 4 ? "[i & 3]" : `.${"rgba".slice(0, components)}`;
    const type = components === 1 ? "float" : `vec${components}`;
    return `${type} ${name}(int i) {\n    int t = ${texel};\n    return texelFetch(${sampler}, ivec2(t % ${width}, t / ${width}), 0)${lane};\n}\n`;
  }

  /** Refuses to have integers drawn. @internal */
  requireFloats(): void {
    if (!this.isFloats()) {
      throw new BrookletError("type", "a stream of integers lies in its texture as two digits: convert it to floats to draw with it");
    }
  }

  /** Lends the texture to an object of an engine. @internal */
  lendTo(object: object): void {
    this.device.lend(this, object);
  }

  /** Copies floats into another layout: `"plain"`, with an element in each texel, or `"packed"`, with four. */
  toLayout(layout: "plain" | "packed"): Stream<D> {
    return this.make((raw) => raw.to_layout(this.id, choice("layout", layout, ["plain", "packed"]) === 1));
  }

  /** Whether the elements are half floats. */
  get isHalf(): boolean {
    return this.device.raw((raw) => raw.is_half(this.id));
  }

  /** Rounds the elements to half floats, which take half the memory: from 65520 on they become infinite. Kernels and `map` read them as floats. */
  toHalves(): Stream<D> {
    return this.make((raw) => raw.convert(this.id, true));
  }

  /** Copies half floats as floats, as primitives take them. */
  toFloats(): Stream<D> {
    return this.make((raw) => raw.convert(this.id, false));
  }

  /** Frees the elements. */
  dispose(): void {
    if (this.id !== 0) {
      this.device.forget(this, this.id);
      this.id = 0;
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** The name of the array that `read` returns. */
  private array(): string {
    return this.device.raw((raw) => raw.array(this.id));
  }

  private isFloats(): boolean {
    return this.array() === "Float32Array";
  }

  private several(run: (raw: RawDevice) => Uint32Array): Stream<Data>[] {
    return Array.from(this.device.raw(run), (id) => new Stream<Data>(this.device, id));
  }

  private make<E extends Data>(run: (raw: RawDevice) => number): Stream<E> {
    return new Stream<E>(this.device, this.device.raw(run));
  }

  /** @internal */
  get number(): number {
    return this.id;
  }
}

