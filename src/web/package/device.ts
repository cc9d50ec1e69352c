import initWasm, { RawDevice } from "./raw.js";
import { BrookletError, calling } from "./errors.js";
import { Host } from "./host.js";
import { Bindings, Kernel, RunOptions, rawBindings } from "./kernel.js";
import { Program } from "./program.js";
import { source as ownSource } from "./source.js";
import { Data, Stream } from "./stream.js";
import { extents, whole } from "./whole.js";

/** Where the WebAssembly comes from: an address, its bytes, or a module that is compiled. */
export type WasmSource = string | URL | Request | BufferSource | WebAssembly.Module;

let loaded: Promise<unknown> | null = null;
let memory: WebAssembly.Memory | null = null;

/**
 * Loads the WebAssembly, which `Device.create` and `Device.adopt` do otherwise: `brooklet.wasm` beside this module.
 *
 * @param source Where it is, if it is elsewhere.
 */
export async function init(source?: WasmSource): Promise<void> {
  loaded ??= (async () => {
    const found = source ?? await ownSource();
    ({ memory } = await initWasm(found === undefined ? undefined : { module_or_path: found }));
  })();
  try {
    await loaded;
  } catch (error) {
    loaded = null;
    throw error;
  }
}

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
  limits: { texture: number; targets: number; samplers: number };
  [other: string]: unknown;
}

/** A device, which computes in a context of WebGL 2. */
export class Device {
  private taken: WebGLTexture | null = null;
  /** Textures of others, which are not deleted with their streams. */
  private readonly borrowed = new WeakSet<WebGLTexture>();
  /** Textures of streams that engines draw with, which are not deleted with the engine's object. */
  private readonly lent = new WeakSet<WebGLTexture>();
  /** The streams that engines draw with, by the engine's object, which keeps them alive. */
  private readonly lentTo = new WeakMap<object, Stream>();
  /** How many calls of the WebAssembly side are under way. */
  private calls = 0;
  private restoreDelete: (() => void) | null = null;
  private inner: RawDevice | null = null;
  /** The streams that are made while a page warms up. */
  private made: Stream[] | null = null;
  private readonly finaliser = new FinalizationRegistry<number>((id) => this.inner && this.enter(this.inner, (raw) => raw.dispose(id)));

  private constructor(
    private readonly context: WebGL2RenderingContext | null, private readonly host: Host | null, private readonly owns: boolean,
  ) {}

  /**
   * Opens a device in a context of its own. Rejects where there is no WebGL 2, or none that draws into float textures. With a chip, it needs
   * no context, and works in Node, too.
   */
  static async create(options: CreateOptions = {}): Promise<Device> {
    const { chip } = options;
    if (chip !== undefined) {
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
      throw new BrookletError("driver", "this browser has no WebGL 2: see https://get.webgl.org/webgl2");
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
    await init();
    gl.getExtension("EXT_color_buffer_float");
    const host = new Host(gl, own, options.wrap ?? true);
    const device = new Device(gl, host, own);
    const calls = {
      enter: () => host.enter(),
      save: (units: number) => host.save(units),
      restore: () => host.restore(),
      take_texture: () => { device.taken = gl.getParameter(gl.TEXTURE_BINDING_2D); },
    };
    try {
      device.inner = calling(() => RawDevice.adopt(gl, calls as never));
    } catch (error) {
      host.dispose();
      throw error;
    }
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

  /** Uploads elements. Floats are packed, four to a texel; vectors have a texel each. */
  stream(data: Data | number[], options: StreamOptions = {}): Stream {
    const elements = Array.isArray(data) ? new Float32Array(data) : data;
    const components = whole("components", options.components ?? 1, 1, 4);
    const shape = extents(options.shape ?? Math.floor((elements?.length ?? 0) / components));
    const id = this.raw((raw) => {
      if (components !== 1) {
        if (!(elements instanceof Float32Array)) {
          throw new BrookletError("type", "vectors are made from a Float32Array, or numbers");
        }
        if (elements.length % components !== 0) {
          throw new BrookletError("shape", `${elements.length} numbers are not divided into vectors of ${components}`);
        }
        return raw.vectors(elements, components, shape);
      }
      if (elements instanceof Int32Array) return raw.ints(elements, shape);
      if (elements instanceof Uint32Array) return raw.uints(elements, shape);
      if (elements instanceof Float32Array) return raw.floats(elements, shape, true);
      throw new BrookletError("type", "a stream is made from a Float32Array, an Int32Array, a Uint32Array, or numbers");
    });
    return new Stream(this, id);
  }

  /**
   * Makes a stream in a texture of yours, which is read where it lies, whatever its filters. Dispose of the stream before you delete the
   * texture.
   */
  texture(texture: WebGLTexture, options: TextureOptions): Stream {
    const { gl } = this;
    const { width, height, count, format } = options;
    const components = options.components ?? (format === "RG32F" ? 2 : 1);
    const fits = { R32F: [1], RG32F: [2], RGBA32F: [1, 3, 4] }[format];
    if (!fits) {
      throw new BrookletError("type", `a stream lies in a texture of format R32F, RG32F or RGBA32F, not ${format}`);
    }
    if (!fits.includes(components)) {
      throw new BrookletError("type", `elements in ${format} have ${fits.join(", ")} components, not ${components}`);
    }
    whole("width", width, 1);
    whole("height", height, 1);
    whole("count", count, 1);
    this.guardTextures();
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
    this.borrowed.add(texture);
    return new Stream(this, id);
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
    return new Stream(this, this.raw((raw) => raw.map(expression, rawBindings(this, bindings, options))));
  }

  /** Compiles a kernel of your own. Errors have the place in its text. */
  kernel(text: string, name = "kernel"): Kernel {
    return new Kernel(this, name, this.raw((raw) => raw.kernel(name, text)));
  }

  /** Compiles a program in Brook, with `brooklet/full` alone. Errors have the place in its text. */
  brook(text: string): Program {
    return new Program(this, text);
  }

  /**
   * Compiles what a page will use: calls `use` once with a stream of `count` zeros, and disposes of the streams that this call makes. Resolves
   * when the GPU is done, which the page does not wait for.
   *
   * ```ts
   * await device.warmUp(1 << 20, (x) => x.argsort({ bits: 16 }));
   * ```
   */
  async warmUp(count: number, use: (x: Stream, device: Device) => unknown): Promise<void> {
    const made: Stream[] = [];
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
    const shape = extents(count);
    const { seed: given = 0 } = options;
    const seed = typeof given === "bigint" ? given : BigInt(whole("seed", given, 0, Number.MAX_SAFE_INTEGER));
    return new Stream(this, this.raw((raw) => raw.random(shape, seed, options.kind === "normal")));
  }

  /** The bytes of the WebAssembly's memory, which devices share, and the number of streams of this device that are not disposed of. */
  get memory(): { bytes: number; streams: number } {
    return { bytes: memory!.buffer.byteLength, streams: this.raw((raw) => raw.streams()) };
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
    this.inner = null;
    this.calls += 1;
    inner?.free();
    this.calls -= 1;
    this.restoreDelete?.();
    this.host?.dispose();
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

  /** @internal */
  raw<T>(call: (raw: RawDevice) => T): T {
    const { inner } = this;
    if (!inner) {
      throw new BrookletError("disposed", "the device is disposed of");
    }
    const obstacle = this.host?.obstacle();
    if (obstacle) {
      throw new BrookletError("state", obstacle);
    }
    return this.enter(inner, call);
  }

  /** Calls the WebAssembly side. */
  private enter<T>(inner: RawDevice, call: (raw: RawDevice) => T): T {
    this.calls += 1;
    try {
      return calling(() => call(inner));
    } finally {
      this.calls -= 1;
    }
  }

  /** Keeps a stream as long as an object of an engine lives, and its texture from being deleted with that object. @internal */
  lend(stream: Stream, to: object): void {
    const { texture } = stream;
    if (this.borrowed.has(texture)) {
      throw new BrookletError("option", "the stream lies in a texture of yours: draw with that");
    }
    this.guardTextures();
    this.lent.add(texture);
    this.lentTo.set(to, stream);
  }

  /** Keeps the WebAssembly side from deleting textures of others, and others from deleting textures that are lent to them. */
  private guardTextures(): void {
    if (this.restoreDelete) {
      return;
    }
    const { gl } = this;
    const had = Object.prototype.hasOwnProperty.call(gl, "deleteTexture");
    const original = gl.deleteTexture;
    const wrapped = (texture: WebGLTexture | null) => {
      const kept = this.calls > 0 ? this.borrowed : this.lent;
      if (!texture || !kept.has(texture)) {
        original.call(gl, texture);
        this.host?.forget(texture);
      }
    };
    gl.deleteTexture = wrapped;
    this.restoreDelete = () => {
      this.restoreDelete = null;
      if (gl.deleteTexture === wrapped) {
        had ? (gl.deleteTexture = original) : delete (gl as { deleteTexture?: unknown }).deleteTexture;
      }
    };
  }

  /** The number of a stream of this device. @internal */
  own(stream: Stream): number {
    if (!(stream instanceof Stream)) {
      throw new BrookletError("type", `a stream is wanted, and not ${stream === null ? "null" : typeof stream}`);
    }
    if (stream.device !== this) {
      throw new BrookletError("device", "the stream belongs to another device");
    }
    return stream.number;
  }

  /** @internal */
  watch(stream: Stream, id: number): void {
    this.made?.push(stream);
    this.finaliser.register(stream, id, stream);
  }

  /** @internal */
  forget(stream: Stream, id: number): void {
    this.finaliser.unregister(stream);
    if (this.inner) {
      this.enter(this.inner, (raw) => raw.dispose(id));
    }
  }

  /** @internal */
  textureOf(id: number): WebGLTexture | null {
    if (this.context) {
      this.guardTextures();
    }
    this.taken = null;
    this.raw((raw) => raw.texture(id));
    return this.taken;
  }

  /** Reads a texture by a fence. @internal */
  async readTexture(
    texture: WebGLTexture, layout: { width: number; height: number; count: number; lanes: number; components: number },
  ): Promise<Float32Array> {
    const { gl } = this;
    const { width, height, count, lanes, components } = layout;
    const binding = (name: number) => gl.getParameter(name);
    const [framebuffer, pack] = [binding(gl.READ_FRAMEBUFFER_BINDING), binding(gl.PIXEL_PACK_BUFFER_BINDING)];
    const [from, to] = [gl.createFramebuffer(), gl.createBuffer()];
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, to);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, width * height * 16, gl.STREAM_READ);
    this.host!.packing(() => gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, 0));
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, pack);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
    gl.deleteFramebuffer(from);
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    try {
      await this.passed(fence);
      const texels = new Float32Array(width * height * 4);
      const before = binding(gl.PIXEL_PACK_BUFFER_BINDING);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, to);
      gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, texels);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, before);
      if (lanes === 4 || components === 4) {
        return texels.slice(0, lanes === 4 ? count : 4 * count);
      }
      const elements = new Float32Array(count * components);
      for (let i = 0; i < elements.length; i++) {
        elements[i] = texels[4 * Math.floor(i / components) + (i % components)]!;
      }
      return elements;
    } finally {
      gl.deleteBuffer(to);
    }
  }

  /** Waits until the work before has been done, without making the page wait. @internal */
  async done(): Promise<void> {
    if (!this.context) {
      return;
    }
    const fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    await this.passed(fence);
  }

  /** Waits for a fence. Rejects if the context is lost meanwhile. */
  private async passed(fence: WebGLSync | null): Promise<void> {
    const { gl } = this;
    for (;;) {
      if (gl.isContextLost() || !fence) {
        throw new BrookletError("context-lost", "the context of WebGL is lost: open a device again when it is restored");
      }
      const status = gl.clientWaitSync(fence, 0, 0);
      if (status === gl.ALREADY_SIGNALED || status === gl.CONDITION_SATISFIED) {
        gl.deleteSync(fence);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}
