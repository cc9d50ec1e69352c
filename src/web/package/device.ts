/// <reference lib="esnext.disposable" preserve="true" />
import { RawDevice } from "./raw.js";
import { BrookletError, calling } from "./errors.js";
import { Host } from "./host.js";
import { Bindings, Kernel, RunOptions, rawBindings } from "./kernel.js";
import { Lending } from "./lending.js";
import { init, memoryBytes } from "./load.js";
import { rethrow } from "./operator.js";
import { Program } from "./program.js";
import { allDone, readTexture } from "./readback.js";
import type { Part } from "./resource.js";
import { SparseMatrix, SparseRows } from "./sparse.js";
import { Data, Stream, TextureLayout } from "./stream.js";
import { DepthStencil, OcclusionQuery } from "./units.js";
import { checkNames, checkOptions, choice, extents, flag, numbers, shown, text, whole } from "./whole.js";

export interface CreateOptions {
  /** Emulates a chip of 2002 to 2006 (`"r300"`, `"nv40"` ..), or a plain machine (`"none"`), without WebGL: with `brooklet/full` alone. */
  chip?: string;
}

export interface DeviceOptions {
  /**
   * Whether `colorMask`, `pixelStorei` and the calls of transform feedback of an adopted context are wrapped, so that the browser need not
   * be asked for their state.
   */
  wrap?: boolean;
}

export interface StreamOptions {
  /** The extents, the outermost first: all elements in one dimension, if it is left out. */
  shape?: number[];
  /** Numbers in an element: 2 to 4 for a stream of vectors of floats. */
  components?: 1 | 2 | 3 | 4;
  /** Whether its numbers are half floats, of 16 bits, to which they are rounded: they take half the memory. Primitives take floats. */
  half?: boolean;
  /** How floats lie in the texture: four to a texel (`"packed"`, the default), or one, as points and their places have to. */
  layout?: "packed" | "plain";
}

export interface TextureOptions {
  /** Texels in a row of the texture. */
  width: number;
  /** Rows of the texture: as many as the elements need, of which the last may be partly used. */
  height: number;
  /** The number of elements. A texel of RGBA32F holds four, or one if they are vectors. */
  count: number;
  format: "R32F" | "RG32F" | "RGBA32F";
  /**
   * How many numbers an element has. The default is 1, and 2 in RG32F. With 4 in RGBA32F, each texel is a vector; with 3, its first three
   * numbers are.
   */
  components?: 1 | 2 | 3 | 4;
}

/** What a device is. */
export interface DeviceInfo {
  renderer: string;
  vendor: string;
  version: string;
  limits: { texture: number; targets: number; samplers: number; point_size: number };
  /** What passes can do, among others. */
  features: {
    /** The floats that blend: none, half floats alone, or all. */
    blending: "none" | "halves" | "floats";
    /** Whether occlusion queries count fragments. Those of WebGL only know whether there were any. */
    fragment_counts: boolean;
    /** Whether depths and stencils can be read. */
    reads_depth_stencil: boolean;
    /** How points find their places; null if there are none. */
    points: string | null;
    [other: string]: unknown;
  };
  [other: string]: unknown;
}

// One registry for all devices: engines keep a registry alive, with all that its callback names.
/** Frees streams that are forgotten. */
const forgottenStreams = new FinalizationRegistry<{ device: WeakRef<Device>; id: number }>(({ device, id }) => device.deref()?.free(id));
/** Frees the parts of resources that are forgotten. */
const forgottenParts = new FinalizationRegistry<{ device: WeakRef<Device>; part: Part }>(({ device, part }) => device.deref()?.freePart(part));
/** Stops following the contexts of devices that are forgotten. */
const forgottenDevices = new FinalizationRegistry<Host>((host) => host.dispose());

/** A device, which computes in a context of WebGL 2. */
export class Device {
  private readonly lending: Lending | null;
  private inner: RawDevice | null = null;
  /** Whether a call has ended in a way that leaves it in an unknown state. */
  private isBroken = false;
  /** The texture that the WebAssembly side was asked for last. */
  private readonly taken: { texture: WebGLTexture | null } = { texture: null };
  /** The streams that are made while a page warms up. */
  private made: Stream<Data>[] | null = null;
  /** The parts of its resources: kernels, depth buffers, queries and so on. */
  private readonly parts = new Set<Part>();
  /** The device, for what must not keep it alive. */
  private readonly weak = new WeakRef(this);

  private constructor(
    private readonly context: WebGL2RenderingContext | null, private readonly host: Host | null, private readonly owns: boolean,
  ) {
    this.lending = context && host ? new Lending(context, host) : null;
  }

  /**
   * Opens a device in a context of its own. Rejects where there is no WebGL 2, or none that draws into float textures. With a chip, it needs
   * no context, and works in Node, too.
   */
  static async create(options: CreateOptions = {}): Promise<Device> {
    checkOptions("what create takes", options);
    const { chip } = options;
    if (chip !== undefined) {
      text("chip", chip);
      await init();
      const { emulated } = RawDevice as unknown as { emulated?: (chip: string) => RawDevice };
      if (!emulated) {
        throw new BrookletError("chip", "this build of brooklet has no chips: import brooklet/full");
      }
      const device = new Device(null, null, false);
      device.inner = calling(() => emulated(chip));
      return device;
    }
    if (typeof OffscreenCanvas === "undefined" && typeof document === "undefined") {
      throw new BrookletError("driver", "there is no WebGL here: import brooklet/full, and give { chip: \"none\" }");
    }
    const canvas = typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
    const gl = canvas.getContext("webgl2", { antialias: false, depth: false, powerPreference: "high-performance" });
    if (!gl) {
      throw new BrookletError("driver", "this browser has no WebGL 2, or it is switched off: see https://get.webgl.org/webgl2");
    }
    return Device.open(gl as WebGL2RenderingContext, true, {});
  }

  /**
   * Opens a device in a context that others draw with. After each call, the context's state is as it was. While transform feedback is
   * active, or a query of `ANY_SAMPLES_PASSED`, a call is an error.
   */
  static async adopt(gl: WebGL2RenderingContext, options: DeviceOptions = {}): Promise<Device> {
    return Device.open(gl, false, options);
  }

  private static async open(gl: WebGL2RenderingContext, own: boolean, options: DeviceOptions): Promise<Device> {
    checkOptions("what adopt takes", options);
    if (typeof gl?.texStorage2D !== "function") {
      const why = gl ? "and this is none" : "and canvas.getContext(\"webgl2\") returns null in a browser that has none";
      throw new BrookletError("driver", `adopt takes a context of WebGL 2, ${why}`);
    }
    if (gl.isContextLost()) {
      throw new BrookletError("context-lost", "the context of WebGL is lost: open a device when it is restored");
    }
    if (!gl.getExtension("EXT_color_buffer_float")) {
      const help = "try another browser, a newer driver, or another device";
      throw new BrookletError("driver", `this device has WebGL 2, but cannot draw into float textures (EXT_color_buffer_float): ${help}`);
    }
    await init();
    const host = new Host(gl, own, options.wrap ?? true);
    const device = new Device(gl, host, own);
    // The WebAssembly side keeps this object, so it must not keep the device, which could never be forgotten then.
    const { taken } = device;
    const calls = {
      enter: () => host.enter(),
      save: (units: number) => host.save(units),
      restore: () => host.restore(),
      take_texture: () => { taken.texture = gl.getParameter(gl.TEXTURE_BINDING_2D); },
    };
    try {
      device.inner = calling(() => RawDevice.adopt(gl, calls as never));
    } catch (error) {
      host.dispose();
      throw error;
    }
    forgottenDevices.register(device, host, device);
    return device;
  }

  /** The context that it computes in. */
  get gl(): WebGL2RenderingContext {
    if (!this.context) {
      throw new BrookletError("chip", "a chip has no context of WebGL");
    }
    return this.context;
  }

  /** Whether it computes in a context, and not on a chip. */
  get hasContext(): boolean {
    return this.context !== null;
  }

  /** What the device is. */
  get info(): DeviceInfo {
    return JSON.parse(this.raw((raw) => raw.info()));
  }

  /**
   * Uploads elements. Floats are packed, four to a texel; vectors have a texel each. Numbers of a plain array are floats.
   *
   * ```ts
   * const depths = device.stream(new Float32Array([0.5, 0.25]));
   * const points = device.stream([0, 0, 1, 1, 2, 4], { components: 3 }); // two vectors
   * ```
   */
  stream<D extends Data>(data: D, options?: StreamOptions): Stream<D>;
  stream(data: readonly number[], options?: StreamOptions): Stream;
  stream(data: Data | readonly number[], options: StreamOptions = {}): Stream<Data> {
    checkOptions("what stream takes", options);
    const elements = Array.isArray(data) ? new Float32Array(data) : data as Data;
    const components = whole("components", options.components ?? 1, 1, 4);
    checkNames("what stream takes", options, ["shape", "components", "half", "layout"]);
    const isPacked = choice("layout", options.layout ?? "packed", ["plain", "packed"]) === 1;
    const shape = extents(options.shape ?? Math.floor((elements?.length ?? 0) / components));
    const isHalf = flag("half", options.half ?? false);
    if (options.layout === "packed" && (components !== 1 || !(elements instanceof Float32Array))) {
      throw new BrookletError("option", "single floats are packed; vectors and integers have a texel each");
    }
    const id = this.raw((raw) => {
      if (isHalf && !(elements instanceof Float32Array)) {
        throw new BrookletError("type", "half floats are made from a Float32Array, or numbers");
      }
      if (components !== 1) {
        if (!(elements instanceof Float32Array)) {
          throw new BrookletError("type", "vectors are made from a Float32Array, or numbers");
        }
        if (elements.length % components !== 0) {
          throw new BrookletError("shape", `${elements.length} numbers are not divided into vectors of ${components}`);
        }
        return isHalf ? raw.halves(elements, components, shape, false) : raw.vectors(elements, components, shape);
      }
      if (elements instanceof Int32Array) return raw.ints(elements, shape);
      if (elements instanceof Uint32Array) return raw.uints(elements, shape);
      if (elements instanceof Float32Array && isHalf) return raw.halves(elements, 1, shape, isPacked);
      if (elements instanceof Float32Array) return raw.floats(elements, shape, isPacked);
      throw new BrookletError("type", "a stream is made from a Float32Array, an Int32Array, a Uint32Array, or numbers");
    });
    return new Stream(this, id);
  }

  /**
   * Makes a stream in a texture of yours, which is read where it lies, whatever its filters. A kernel that gets it as an output writes there,
   * and cannot read or write another stream in the same texture. Dispose of the stream before you delete the texture. WebGL does not tell the size and the format of a texture, so these are taken as you give them: wrong ones give wrong elements.
   */
  texture(texture: WebGLTexture, options: TextureOptions): Stream {
    const { gl } = this;
    checkOptions("what texture takes", options);
    const { width, height, count, format } = options;
    const components = options.components ?? (format === "RG32F" ? 2 : 1);
    const fits = { R32F: [1], RG32F: [2], RGBA32F: [1, 3, 4] }[format];
    if (!fits) {
      throw new BrookletError("type", `a stream lies in a texture of format R32F, RG32F or RGBA32F, not ${shown(format)}`);
    }
    if (!fits.includes(components)) {
      throw new BrookletError("type", `elements in ${format} have ${fits.join(", ")} components, not ${shown(components)}`);
    }
    whole("width", width, 1);
    whole("height", height, 1);
    whole("count", count, 1);
    this.lending!.borrow(texture);
    // The next texture that the WebAssembly side makes is this one.
    const had = Object.prototype.hasOwnProperty.call(gl, "createTexture");
    const create = gl.createTexture;
    gl.createTexture = () => texture;
    let id;
    try {
      id = this.raw((raw) => raw.borrow(width, height, count, format === "RGBA32F" && components === 1, components));
    } finally {
      had ? (gl.createTexture = create) : delete (gl as { createTexture?: unknown }).createTexture;
    }
    const stream = new Stream(this, id);
    this.lending!.remember(stream, texture);
    return stream;
  }

  /**
   * Prepares a sparse matrix for products with vectors. Waits for a few numbers.
   *
   * ```ts
   * const matrix = device.sparse({ offsets: [0, 2, 3], indices: [0, 2, 1], values: [5, 6, 7], columns: 3 });
   * await matrix.multiply(device.stream([1, 10, 100])).read(); // 605, 70
   * ```
   */
  sparse(matrix: SparseRows): SparseMatrix {
    checkOptions("what sparse takes", matrix);
    const columns = whole("the number of columns", matrix.columns, 0);
    const [offsets, indices, values] = (["offsets", "indices", "values"] as const).map((name) => {
      const own = matrix[name];
      if (!Array.isArray(own) && !ArrayBuffer.isView(own)) {
        throw new BrookletError("type", `the ${name} of a sparse matrix are an array of numbers, not ${shown(own)}`);
      }
      return Float32Array.from(numbers(`one of the ${name}`, Array.from(own)));
    }) as [Float32Array, Float32Array, Float32Array];
    return new SparseMatrix(this, offsets.length - 1, columns, this.raw((raw) => raw.sparse(offsets, indices, values, columns)));
  }

  /**
   * Evaluates an expression for each element of streams, by the names that they have in it. Numbers and vectors are constants: another value
   * compiles nothing anew.
   *
   * ```ts
   * const depth = device.map("dot(p, row.xyz) + row.w", { p: positions, row: [0.1, 0.2, 0.9, 3] });
   * ```
   */
  map(expression: string, bindings: Bindings, options: RunOptions = {}): Stream {
    checkOptions("what may be given besides", options);
    checkNames("what map takes besides", options, ["shape"]);
    return new Stream(this, this.raw((raw) => raw.map(text("an expression", expression), rawBindings(this, bindings, options))));
  }

  /** Compiles a kernel of your own. Errors have the place in its text. */
  kernel(source: string, name = "kernel"): Kernel {
    return new Kernel(this, name, this.raw((raw) => raw.kernel(text("a kernel's name", name), text("a kernel", source))));
  }

  /** Makes a depth and stencil buffer for passes that write streams of the shape and layout of this one. Each texel has depth 1 and stencil 0. */
  depthStencil(like: Stream<Data>): DepthStencil {
    return new DepthStencil(this, this.raw((raw) => raw.depth_stencil(this.own(like))));
  }

  /** Makes an occlusion query, which has counted nothing. */
  occlusionQuery(): OcclusionQuery {
    return new OcclusionQuery(this, this.raw((raw) => raw.query()));
  }

  /** Compiles a program in Brook, with `brooklet/full` alone. Errors have the place in its text. */
  brook(source: string): Program {
    return new Program(this, text("a program", source));
  }

  /**
   * Compiles what a page will use: calls `use` once with a stream of `count` zeros, and disposes of the streams that were made when `use`
   * returns, or comes to its first `await`. Resolves when the GPU is done, which the page does not wait for.
   *
   * ```ts
   * await device.warmUp(1 << 20, (x) => x.argsort({ bits: 16 }));
   * ```
   */
  async warmUp(count: number, use: (x: Stream, device: Device) => unknown): Promise<void> {
    const made: Stream<Data>[] = [];
    const outer = this.made;
    this.made = made;
    let result;
    try {
      result = use(this.stream(new Float32Array(whole("count", count, 1))), this);
    } finally {
      // What is made later, while this waits, is not part of it.
      this.made = outer;
      made.forEach((stream) => stream.dispose());
    }
    await result;
    await this.done();
  }

  /** Generates random numbers, uniform in [0, 1) or normal. A seed gives the same uniform numbers on every device. */
  random(count: number | number[], options: { seed?: number | bigint; kind?: "uniform" | "normal" } = {}): Stream {
    checkOptions("what random takes", options);
    const shape = extents(count);
    const { seed: given = 0, kind = "uniform" } = options;
    const seed = typeof given === "bigint" ? given : BigInt(whole("seed", given, 0, Number.MAX_SAFE_INTEGER));
    if (seed < 0n || seed >= 1n << 64n) {
      throw new BrookletError("option", `seed is a whole number from 0 to 2^64 - 1, not ${seed}`);
    }
    if (kind !== "uniform" && kind !== "normal") {
      throw new BrookletError("option", `kind is uniform or normal, not ${shown(kind)}`);
    }
    return new Stream(this, this.raw((raw) => raw.random(shape, seed, kind === "normal")));
  }

  /** The bytes of the WebAssembly's memory, which devices share, and the number of streams of this device that are not disposed of. */
  get memory(): { bytes: number; streams: number } {
    return { bytes: memoryBytes(), streams: this.raw((raw) => raw.streams()) };
  }

  /** Waits until all work is done. */
  finish(): void {
    this.raw((raw) => raw.finish());
  }

  /** Frees all textures and programs. Streams of the device cannot be used afterwards. */
  dispose(): void {
    const { inner } = this;
    if (!inner) {
      return;
    }
    try {
      // Parts hold on to what the device has.
      this.enter(inner, () => {
        this.parts.forEach((part) => part.free());
        inner.free();
      });
    } catch (error) {
      // A device that is broken cannot free all that it has, which goes with the page.
      if (!this.isBroken) {
        throw error;
      }
    } finally {
      this.inner = null;
      this.parts.clear();
      this.lending?.dispose();
      this.host?.dispose();
      forgottenDevices.unregister(this);
    }
    if (this.owns) {
      // Browsers keep few contexts, and would take one from another page's part.
      this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Whether it is disposed of. */
  get isDisposed(): boolean {
    return this.inner === null;
  }

  /** Calls the WebAssembly side. A call that only asks draws nothing, so the owner may have begun what would count it. @internal */
  raw<T>(call: (raw: RawDevice) => T, asks = false): T {
    const { inner } = this;
    if (!inner) {
      throw new BrookletError("disposed", "the device is disposed of");
    }
    if (this.isBroken) {
      throw new BrookletError("internal", "the device has failed by a mistake of brooklet's own: open another one");
    }
    const lost = this.host?.lostMessage();
    if (lost) {
      throw new BrookletError("context-lost", lost);
    }
    const obstacle = asks ? undefined : this.host?.obstacle();
    if (obstacle) {
      throw new BrookletError("state", obstacle);
    }
    return this.enter(inner, call);
  }

  /** Calls the WebAssembly side. */
  private enter<T>(inner: RawDevice, call: (raw: RawDevice) => T): T {
    const { host, lending } = this;
    if (lending) {
      lending.calls += 1;
    }
    try {
      const result = calling(() => call(inner), (thrown) => {
        // What the WebAssembly side had begun is left as it is, and the owner's state comes back.
        this.isBroken = thrown instanceof WebAssembly.RuntimeError || (host?.isBusy ?? false);
        host?.restore();
      });
      rethrow();
      return result;
    } finally {
      if (lending) {
        lending.calls -= 1;
      }
    }
  }

  /** Keeps a stream as long as an object of an engine lives, and its texture from being deleted with that object. @internal */
  lend(stream: Stream<Data>, to: object): void {
    this.lending?.lend(stream, to);
  }

  /** The number of a stream of this device. @internal */
  own(stream: Stream<Data>): number {
    if (!(stream instanceof Stream)) {
      throw new BrookletError("type", `a stream is wanted, and not ${stream === null ? "null" : typeof stream}`);
    }
    if (stream.device !== this) {
      throw new BrookletError("device", "the stream belongs to another device");
    }
    if (stream.number === 0) {
      throw new BrookletError("disposed", "the stream is disposed of");
    }
    return stream.number;
  }

  /** Keeps the part of a resource until that is disposed of or forgotten, or the device is disposed of. @internal */
  hold(resource: object, part: Part): void {
    this.parts.add(part);
    forgottenParts.register(resource, { device: this.weak, part }, resource);
  }

  /** Frees the part of a resource. @internal */
  release(resource: object, part: Part): void {
    forgottenParts.unregister(resource);
    this.freePart(part);
  }

  /** @internal */
  freePart(part: Part): void {
    if (this.parts.delete(part) && this.inner && !this.isBroken) {
      this.enter(this.inner, () => part.free());
    }
  }

  /** @internal */
  watch(stream: Stream<Data>, id: number): void {
    this.made?.push(stream);
    forgottenStreams.register(stream, { device: this.weak, id }, stream);
  }

  /** @internal */
  forget(stream: Stream<Data>, id: number): void {
    forgottenStreams.unregister(stream);
    this.free(id);
  }

  /** Frees the elements of a stream. @internal */
  free(id: number): void {
    if (this.inner && !this.isBroken) {
      this.enter(this.inner, (raw) => raw.dispose(id));
    }
  }

  /** @internal */
  textureOf(id: number): WebGLTexture | null {
    this.lending?.guard();
    this.taken.texture = null;
    this.raw((raw) => raw.texture(id));
    const { texture } = this.taken;
    this.taken.texture = null;
    return texture;
  }

  /** Returns why a pass with these streams cannot be drawn, if some lie in one texture of yours. @internal */
  conflict(read: [string, Stream<Data>][], outputs: [string, Stream<Data>][]): string | null {
    return this.lending?.conflict(read, outputs) ?? null;
  }

  /** Reads the elements in a texture, each as its numbers, without making the page wait. @internal */
  async readTexture(texture: WebGLTexture, layout: TextureLayout): Promise<Float32Array<ArrayBuffer>> {
    return readTexture(this.gl, this.host!, texture, layout);
  }

  /** Waits until the work before has been done, without making the page wait. @internal */
  async done(): Promise<void> {
    if (this.context) {
      await allDone(this.context, this.host!);
    }
  }
}
