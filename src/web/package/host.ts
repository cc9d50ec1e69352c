import { PIXEL_STORE, Shadow, SlowState, askState } from "./shadow.js";

/** Capabilities that have to be off. */
const CAPABILITIES = [
  "BLEND", "CULL_FACE", "DEPTH_TEST", "DITHER", "POLYGON_OFFSET_FILL", "SAMPLE_ALPHA_TO_COVERAGE", "SAMPLE_COVERAGE",
  "SCISSOR_TEST", "STENCIL_TEST", "RASTERIZER_DISCARD",
] as const;

/** What a context's owner has set. */
interface Saved extends Omit<SlowState, "feedback"> {
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
 * What a browser would ask another process for is kept in a shadow. Without wrapping, the context is asked once for each batch.
 */
export class Host {
  private readonly enabled: number[];
  private readonly stores: [number, number][];
  private shadow: Shadow | null;
  private saved: Saved | null = null;
  private lost = false;
  private isDisposed = false;
  private readonly onLost = () => { this.lost = true; };
  /** Whether a batch is under way. */
  isBusy = false;

  /** Wraps a context. An `own` one has no other owner, so nothing is restored. */
  constructor(readonly gl: WebGL2RenderingContext, private readonly own: boolean, wrap: boolean) {
    this.enabled = CAPABILITIES.map((name) => gl[name]);
    this.stores = PIXEL_STORE.map(([name, value]) => [gl[name], value]);
    this.shadow = wrap && !own ? Shadow.of(gl) : null;
    gl.canvas?.addEventListener?.("webglcontextlost", this.onLost);
  }

  /** A message, if the context is or was lost: what was in it does not come back with it. */
  lostMessage(): string | undefined {
    this.lost ||= this.gl.isContextLost();
    if (!this.lost) {
      return undefined;
    }
    const after = this.own ? "create one again" : "when it is restored, open a device again";
    return `the context of WebGL is lost, with all streams: ${after}`;
  }

  /** Called by the WebAssembly side before each batch. */
  enter(): string | undefined {
    return this.lostMessage();
  }

  /** What the owner has begun that would take brooklet's work for its own, if anything. */
  obstacle(): string | undefined {
    const { gl } = this;
    if (this.own) {
      return undefined;
    }
    if (this.shadow ? this.shadow.hasFeedback() : gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE)) {
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
    this.isBusy = true;
    if (this.own) {
      this.prepare(units);
      return;
    }
    const get = (name: number) => gl.getParameter(name);
    const slow = this.shadow?.state ?? askState(gl);
    const activeUnit: number = get(gl.ACTIVE_TEXTURE);
    const bound = [];
    for (let unit = 0; unit < units; unit++) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      bound.push({
        flat: get(gl.TEXTURE_BINDING_2D), layers: get(gl.TEXTURE_BINDING_2D_ARRAY), sampler: get(gl.SAMPLER_BINDING),
      });
    }
    this.saved = {
      colorMask: [...slow.colorMask],
      pixelStore: new Map(slow.pixelStore),
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
    if (this.shadow) {
      this.shadow.batches += 1;
    }
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
    this.isBusy = false;
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
    if (this.shadow) {
      this.shadow.batches -= 1;
    }
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
    const old = (name: number) => this.shadow?.state.pixelStore.get(name) ?? Number(gl.getParameter(name));
    const before = packs.map(([name, value]) => this.own ? value : old(name));
    packs.forEach(([name, value]) => gl.pixelStorei(name, value));
    read();
    packs.forEach(([name], at) => gl.pixelStorei(name, before[at]!));
  }

  /** Stops following the owner's calls. */
  dispose(): void {
    if (!this.isDisposed) {
      this.isDisposed = true;
      this.shadow?.release();
      // What comes later asks the context.
      this.shadow = null;
      this.gl.canvas?.removeEventListener?.("webglcontextlost", this.onLost);
    }
  }
}
