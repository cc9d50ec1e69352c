/** Parameters of pixel storage with the values that passes need. */
const PIXEL_STORE = [
  ["UNPACK_ALIGNMENT", 4], ["UNPACK_ROW_LENGTH", 0], ["UNPACK_SKIP_ROWS", 0], ["UNPACK_SKIP_PIXELS", 0],
  ["UNPACK_SKIP_IMAGES", 0], ["UNPACK_IMAGE_HEIGHT", 0], ["UNPACK_FLIP_Y_WEBGL", 0], ["UNPACK_PREMULTIPLY_ALPHA_WEBGL", 0],
  ["PACK_ALIGNMENT", 4], ["PACK_ROW_LENGTH", 0], ["PACK_SKIP_ROWS", 0], ["PACK_SKIP_PIXELS", 0],
] as const;

/** Capabilities that have to be off. */
const CAPABILITIES = [
  "BLEND", "CULL_FACE", "DEPTH_TEST", "DITHER", "POLYGON_OFFSET_FILL", "SAMPLE_ALPHA_TO_COVERAGE", "SAMPLE_COVERAGE",
  "SCISSOR_TEST", "STENCIL_TEST", "RASTERIZER_DISCARD",
] as const;

/** Whether a context takes this value of a parameter of pixel storage. It keeps the old one otherwise. */
const isValid = (gl: WebGL2RenderingContext, name: number, value: number): boolean =>
  name === gl.PACK_ALIGNMENT || name === gl.UNPACK_ALIGNMENT ? [1, 2, 4, 8].includes(value) : value >= 0;

/** The state of a context that a browser asks another process for, which takes a sixth of a millisecond each time. */
interface Shadow {
  colorMask: [boolean, boolean, boolean, boolean];
  pixelStore: Map<number, number>;
  /** Whether transform feedback is active. While it is paused, it still is, since Firefox links no programs then. */
  feedback: boolean;
}

/** What a context's owner has set. */
interface Saved extends Omit<Shadow, "feedback"> {
  program: WebGLProgram | null;
  vertexArray: WebGLVertexArrayObject | null;
  arrayBuffer: WebGLBuffer | null;
  drawFramebuffer: WebGLFramebuffer | null;
  readFramebuffer: WebGLFramebuffer | null;
  packBuffer: WebGLBuffer | null;
  unpackBuffer: WebGLBuffer | null;
  viewport: Int32Array;
  activeUnit: number;
  units: { flat: WebGLTexture | null; layers: WebGLTexture | null; sampler: WebGLSampler | null }[];
  enabled: boolean[];
}

/**
 * A context that somebody draws with. Before a batch of passes, it saves the state that they change, and restores it afterwards.
 *
 * What a browser would ask another process for is kept in a shadow: `colorMask`, `pixelStorei` and transform feedback are followed. Without
 * wrapping, the context is asked once for each batch.
 */
export class Host {
  private readonly enabled: number[];
  private readonly stores: [number, number][];
  private shadow: Shadow | null = null;
  private saved: Saved | null = null;
  private unwrap: (() => void) | null = null;

  /** Wraps a context. An `own` one has no other owner, so nothing is restored. */
  constructor(readonly gl: WebGL2RenderingContext, private readonly own: boolean, wrap: boolean) {
    this.enabled = CAPABILITIES.map((name) => gl[name]);
    this.stores = PIXEL_STORE.map(([name, value]) => [gl[name], value]);
    if (wrap && !own) {
      this.wrap();
    }
  }

  /** Called by the WebAssembly side before each batch. */
  enter(): string | undefined {
    return this.gl.isContextLost() ? "the context of WebGL is lost: when it is restored, open a device again" : undefined;
  }

  /** What the owner has begun that would take brooklet's work for its own, if anything. */
  obstacle(): string | undefined {
    const { gl } = this;
    if (this.own || gl.isContextLost()) {
      return undefined;
    }
    if (this.shadow?.feedback ?? gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE)) {
      return "transform feedback is active, which would capture what brooklet draws: end it before";
    }
    // Browsers know these without asking another process.
    const targets = [gl.ANY_SAMPLES_PASSED, gl.ANY_SAMPLES_PASSED_CONSERVATIVE];
    if (targets.some((target) => gl.getQuery(target, gl.CURRENT_QUERY))) {
      return "a query of ANY_SAMPLES_PASSED is active, which would count what brooklet draws: end it before";
    }
    return undefined;
  }

  /** Saves the owner's state, and sets the state that passes need. */
  save(units: number): void {
    const { gl } = this;
    if (this.own) {
      this.prepare(units);
      return;
    }
    const get = (name: number) => gl.getParameter(name);
    const shadow = this.shadow ?? this.ask();
    const activeUnit: number = get(gl.ACTIVE_TEXTURE);
    const bound = [];
    for (let unit = 0; unit < units; unit++) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      bound.push({
        flat: get(gl.TEXTURE_BINDING_2D), layers: get(gl.TEXTURE_BINDING_2D_ARRAY), sampler: get(gl.SAMPLER_BINDING),
      });
    }
    this.saved = {
      colorMask: [...shadow.colorMask],
      pixelStore: new Map(shadow.pixelStore),
      program: get(gl.CURRENT_PROGRAM),
      vertexArray: get(gl.VERTEX_ARRAY_BINDING),
      arrayBuffer: get(gl.ARRAY_BUFFER_BINDING),
      drawFramebuffer: get(gl.DRAW_FRAMEBUFFER_BINDING),
      readFramebuffer: get(gl.READ_FRAMEBUFFER_BINDING),
      packBuffer: get(gl.PIXEL_PACK_BUFFER_BINDING),
      unpackBuffer: get(gl.PIXEL_UNPACK_BUFFER_BINDING),
      viewport: get(gl.VIEWPORT),
      activeUnit,
      units: bound,
      enabled: this.enabled.map((capability) => gl.isEnabled(capability)),
    };
    this.prepare(units);
  }

  /** Sets the state that passes need. */
  private prepare(units: number): void {
    const { gl } = this;
    for (let unit = 0; unit < units; unit++) {
      gl.bindSampler(unit, null);
    }
    for (const capability of this.enabled) {
      gl.disable(capability);
    }
    gl.colorMask(true, true, true, true);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
    for (const [name, value] of this.stores) {
      gl.pixelStorei(name, value);
    }
  }

  /** Restores what was saved. */
  restore(): void {
    const { gl, saved } = this;
    if (!saved) {
      return;
    }
    gl.useProgram(saved.program);
    gl.bindVertexArray(saved.vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, saved.arrayBuffer);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, saved.drawFramebuffer);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, saved.readFramebuffer);
    const [x, y, width, height] = saved.viewport;
    gl.viewport(x!, y!, width!, height!);
    gl.colorMask(...saved.colorMask);
    saved.units.forEach(({ flat, layers, sampler }, unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, flat);
      gl.bindTexture(gl.TEXTURE_2D_ARRAY, layers);
      gl.bindSampler(unit, sampler);
    });
    gl.activeTexture(saved.activeUnit);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, saved.packBuffer);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, saved.unpackBuffer);
    this.enabled.forEach((capability, at) => {
      if (saved.enabled[at]) {
        gl.enable(capability);
      }
    });
    saved.pixelStore.forEach((value, name) => gl.pixelStorei(name, value));
    this.saved = null;
  }

  /** Forgets a texture that is deleted meanwhile, which cannot be bound again. */
  forget(texture: WebGLTexture | null): void {
    for (const unit of this.saved?.units ?? []) {
      unit.flat = unit.flat === texture ? null : unit.flat;
      unit.layers = unit.layers === texture ? null : unit.layers;
    }
  }

  /** Does a read of pixels into a buffer, in rows of their own width. */
  packing(read: () => void): void {
    const { gl } = this;
    const packs = this.stores.filter((_, at) => PIXEL_STORE[at]![0].startsWith("PACK"));
    // An own context is prepared before each batch, so nothing has to be asked for.
    const old = (name: number) => this.shadow?.pixelStore.get(name) ?? Number(gl.getParameter(name));
    const before = packs.map(([name, value]) => this.own ? value : old(name));
    packs.forEach(([name, value]) => gl.pixelStorei(name, value));
    read();
    packs.forEach(([name], at) => gl.pixelStorei(name, before[at]!));
  }

  /** Stops following the owner's calls. */
  dispose(): void {
    this.unwrap?.();
    this.unwrap = null;
    this.shadow = null;
  }

  /** Asks the context for the state that is kept in a shadow otherwise. */
  private ask(): Shadow {
    const { gl } = this;
    const stores = this.stores.map(([name]): [number, number] => [name, Number(gl.getParameter(name))]);
    return {
      colorMask: gl.getParameter(gl.COLOR_WRITEMASK), pixelStore: new Map(stores), feedback: gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE),
    };
  }

  /** Follows the owner's calls of `colorMask` and `pixelStorei`. Calls within a batch are not the owner's. */
  private wrap(): void {
    const { gl } = this;
    const shadow = this.ask();
    const colorMask = gl.colorMask;
    const pixelStorei = gl.pixelStorei;
    const wrappedMask = (...mask: [boolean, boolean, boolean, boolean]) => {
      if (!this.saved) {
        shadow.colorMask = mask.map(Boolean) as typeof mask;
      }
      colorMask.apply(gl, mask);
    };
    const wrappedStore = (name: number, value: number | boolean) => {
      if (!this.saved && shadow.pixelStore.has(name) && isValid(gl, name, Number(value))) {
        shadow.pixelStore.set(name, Number(value));
      }
      pixelStorei.call(gl, name, value);
    };
    const follow = (name: "beginTransformFeedback" | "endTransformFeedback", on: boolean) => {
      const call = gl[name] as (...all: unknown[]) => void;
      const wrapped = (...all: unknown[]) => {
        call.apply(gl, all);
        shadow.feedback = on;
      };
      return this.replace(name, wrapped);
    };
    const ends = [
      this.replace("colorMask", wrappedMask), this.replace("pixelStorei", wrappedStore), follow("beginTransformFeedback", true),
      follow("endTransformFeedback", false),
    ];
    this.shadow = shadow;
    this.unwrap = () => ends.forEach((end) => end());
  }

  /** Replaces a function of the context, and returns what puts it back. */
  private replace(name: keyof WebGL2RenderingContext, wrapped: unknown): () => void {
    const gl = this.gl as unknown as Record<string, unknown>;
    const [had, original] = [Object.prototype.hasOwnProperty.call(gl, name), gl[name]];
    gl[name] = wrapped;
    return () => {
      // Somebody who wrapped the call later keeps theirs, which still end in the context's own.
      if (gl[name] === wrapped) {
        had ? (gl[name] = original) : delete gl[name];
      }
    };
  }
}
