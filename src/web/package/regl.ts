/**
 * brooklet beside regl. regl draws with WebGL 1, and brooklet needs WebGL 2: `contextFor` makes a context of WebGL 2 that regl takes for
 * one of WebGL 1. What is needed of regl is passed in; nothing of it is imported.
 *
 * ```ts
 * import createREGL from "regl";
 * import { adopt, contextFor, streamOf, textureOf } from "brooklet/regl";
 *
 * const regl = createREGL({ gl: contextFor(canvas), extensions: ["OES_texture_float", "ANGLE_instanced_arrays"] });
 * const device = await adopt(regl);
 * const sorted = streamOf(device, regl, texture).sort();      // reads regl's texture where it lies
 * draw({ keys: textureOf(sorted, regl) });
 * ```
 *
 * brooklet may be called at any time: between frames, and between draw calls. `regl._refresh` is not needed.
 *
 * @module
 */
import { Device, type DeviceOptions } from "./device.js";
import { BrookletError } from "./errors.js";
import { type Adapter, borrow, checkContext, contextOf, member, type StreamOfOptions, textureToLend } from "./engine.js";
import type { Stream } from "./stream.js";

const REGL: Adapter = { name: "brooklet/regl", version: "regl 2.1.1" };

/** The members of regl that are used. */
export interface Regl<T> {
  readonly _gl: unknown;
  texture(options: never): T;
}

/** The members of regl's `Texture2D` that are used. */
export interface Texture {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly type: string;
}

/** What regl keeps of WebGL for a texture: private members, seen in 2.1.1. */
interface Private {
  _texture?: { texture?: WebGLTexture | null; width: number; height: number };
  width: number;
  height: number;
  type: string;
  format: string;
}

const context = (regl: { _gl: unknown }) => contextOf(REGL, "a context of WebGL 2 as regl._gl (contextFor makes one)", regl._gl);

/** Opens a device in the context that regl draws with, which `contextFor` has made. */
export async function adopt(regl: Regl<unknown>, options: DeviceOptions = {}): Promise<Device> {
  return Device.adopt(context(regl), options);
}

/**
 * Makes a stream of a texture of regl, such as the colour of a `framebuffer`, which is read where it lies. Its type has to be `float`, and
 * its format `rgba` or `luminance`. Dispose of the stream before the texture, and make a new one when the texture's size has changed.
 */
export function streamOf(device: Device, regl: Regl<unknown>, texture: Texture, options: StreamOfOptions = {}): Stream {
  checkContext(REGL, device, context(regl));
  const made = member(REGL, "texture._texture.texture", (texture as unknown as Private)._texture?.texture);
  const { width, height, type } = texture;
  const floats = type === "float" || type === "float32";
  const format = floats && texture.format === "rgba" ? "RGBA32F" : floats && texture.format === "luminance" ? "R32F" : undefined;
  const wanted = "type float, with format rgba or luminance";
  return borrow(REGL, device, made, { width, height, format, wanted, found: `type ${type}, format ${texture.format}` }, options);
}

/**
 * Makes a texture of regl that draws a stream's texture where it lies. Fetch its elements by the function of `stream.glsl`, in a shader of
 * `#version 300 es`.
 *
 * Do not call it or its `subimage` and `resize`, which would write to the stream. `destroy` keeps the stream's elements. As long as it is
 * alive, so is the stream. When you dispose of the stream, it shows whatever brooklet keeps there next.
 */
export function textureOf<T extends object>(stream: Stream, regl: Regl<T>): T {
  const gl = context(regl);
  const { texture: lent, width, height, format } = textureToLend(REGL, stream, gl);
  const texture = regl.texture({ width: 1, height: 1, min: "nearest", mag: "nearest" } as never);
  const outer = texture as T & Private;
  const inner = member(REGL, "texture._texture", outer._texture);
  // The texture of one texel that regl has made is not bound to any unit yet.
  gl.deleteTexture(member(REGL, "texture._texture.texture", inner.texture));
  inner.texture = lent;
  Object.assign(inner, { width, height });
  Object.assign(outer, { width, height, type: "float", format: format === "RGBA32F" ? "rgba" : "luminance" });
  stream.lendTo(texture);
  return texture;
}

/**
 * Makes a context of WebGL 2 for a canvas that has, for regl, the extensions of WebGL 1 that WebGL 2 has taken in: `OES_texture_float`,
 * `OES_texture_half_float`, `OES_element_index_uint`, `OES_vertex_array_object`, `ANGLE_instanced_arrays`, `WEBGL_color_buffer_float`,
 * `WEBGL_depth_texture`, `WEBGL_draw_buffers` and `EXT_blend_minmax`. Those of shaders (derivatives, depth, levels of detail) need
 * `#version 300 es` instead, in which regl takes shaders, too. A texture of format `luminance` and type `float` has red alone.
 */
export function contextFor(canvas: HTMLCanvasElement | OffscreenCanvas, attributes: WebGLContextAttributes = {}): WebGLRenderingContext {
  const gl = (canvas as HTMLCanvasElement).getContext("webgl2", attributes);
  if (!gl) {
    throw new BrookletError("driver", "this browser has no WebGL 2 for this canvas, or the canvas has a context of another kind");
  }
  const HALF_FLOAT_OES = 0x8d61;
  const extensions: Record<string, object> = {
    oes_texture_float: {}, oes_texture_half_float: { HALF_FLOAT_OES }, oes_element_index_uint: {},
    webgl_depth_texture: { UNSIGNED_INT_24_8_WEBGL: gl.UNSIGNED_INT_24_8 }, ext_blend_minmax: { MIN_EXT: gl.MIN, MAX_EXT: gl.MAX },
    angle_instanced_arrays: {
      vertexAttribDivisorANGLE: (index: number, divisor: number) => gl.vertexAttribDivisor(index, divisor),
      drawArraysInstancedANGLE: (...all: [number, number, number, number]) => gl.drawArraysInstanced(...all),
      drawElementsInstancedANGLE: (...all: [number, number, number, number, number]) => gl.drawElementsInstanced(...all),
    },
    oes_vertex_array_object: {
      createVertexArrayOES: () => gl.createVertexArray(),
      bindVertexArrayOES: (array: WebGLVertexArrayObject | null) => gl.bindVertexArray(array),
      deleteVertexArrayOES: (array: WebGLVertexArrayObject | null) => gl.deleteVertexArray(array),
      isVertexArrayOES: (array: WebGLVertexArrayObject | null) => gl.isVertexArray(array),
    },
    webgl_draw_buffers: { drawBuffersWEBGL: (buffers: number[]) => gl.drawBuffers(buffers) },
  };
  const getExtension = gl.getExtension as (name: string) => unknown;
  gl.getExtension = ((name: string) => {
    const lower = name.toLowerCase();
    return extensions[lower] ?? getExtension.call(gl, lower === "webgl_color_buffer_float" ? "EXT_color_buffer_float" : name);
  }) as typeof gl.getExtension;

  // WebGL 1 gives formats without sizes, which WebGL 2 has for bytes alone.
  const sized = new Map<string, number>([
    [`${gl.RGBA} ${gl.FLOAT}`, gl.RGBA32F], [`${gl.RGB} ${gl.FLOAT}`, gl.RGB32F], [`${gl.LUMINANCE} ${gl.FLOAT}`, gl.R32F],
    [`${gl.RGBA} ${HALF_FLOAT_OES}`, gl.RGBA16F], [`${gl.RGB} ${HALF_FLOAT_OES}`, gl.RGB16F],
    [`${gl.DEPTH_COMPONENT} ${gl.UNSIGNED_SHORT}`, gl.DEPTH_COMPONENT16],
    [`${gl.DEPTH_COMPONENT} ${gl.UNSIGNED_INT}`, gl.DEPTH_COMPONENT24],
    [`${gl.DEPTH_STENCIL} ${gl.UNSIGNED_INT_24_8}`, gl.DEPTH24_STENCIL8],
  ]);
  const formatOf = (format: number, type: number) => (format === gl.LUMINANCE && type === gl.FLOAT ? gl.RED : format);
  const typeOf = (type: number) => (type === HALF_FLOAT_OES ? gl.HALF_FLOAT : type);
  /** Wraps a call whose format and type are at these places, with or without a size before them. */
  const wrap = (name: "texImage2D" | "texSubImage2D", short: number, long: number, internal?: number) => {
    const original = gl[name] as (...all: unknown[]) => void;
    gl[name] = (...all: unknown[]) => {
      const at = all.length > short + 3 ? long : short;
      const [format, type] = [all[at] as number, all[at + 1] as number];
      if (internal !== undefined && all[internal] === format) {
        all[internal] = sized.get(`${format} ${type}`) ?? format;
      }
      all[at] = formatOf(format, type);
      all[at + 1] = typeOf(type);
      original.apply(gl, all);
    };
  };
  wrap("texImage2D", 3, 6, 2);
  wrap("texSubImage2D", 4, 6);
  return gl as unknown as WebGLRenderingContext;
}
