/**
 * brooklet beside PlayCanvas, as its `WebglGraphicsDevice` draws. What is needed of PlayCanvas is passed in; nothing of it is imported.
 *
 * ```ts
 * import * as pc from "playcanvas";
 * import { adopt, streamOf, textureOf } from "brooklet/playcanvas";
 *
 * const device = await adopt(app.graphicsDevice);
 * const sorted = streamOf(device, app.graphicsDevice, texture).sort();      // reads PlayCanvas' texture where it lies
 * material.setParameter("keys", textureOf(sorted, app.graphicsDevice, pc.Texture));
 * ```
 *
 * brooklet may be called at any time: between frames, and between draw calls.
 *
 * @module
 */
import { Device, type DeviceOptions } from "./device.js";
import { BrookletError } from "./errors.js";
import { type Adapter, borrow, checkContext, contextOf, member, type StreamOfOptions, textureToLend } from "./engine.js";
import type { Stream } from "./stream.js";

const PLAYCANVAS: Adapter = { name: "brooklet/playcanvas", version: "playcanvas 2.23.3" };
// Of PlayCanvas' constants.
const [PIXELFORMAT_RGBA32F, PIXELFORMAT_R32F, FILTER_NEAREST, ADDRESS_CLAMP_TO_EDGE] = [14, 15, 0, 1];

/** The member of `pc.GraphicsDevice` by which one is known. */
export interface GraphicsDevice {
  readonly isWebGL2: boolean;
}

/** Members of PlayCanvas' `WebglGraphicsDevice` that are not documented; seen in 2.23.3. */
interface WebglGraphicsDevice {
  gl?: unknown;
  setTexture?(texture: Texture, unit: number): void;
}

/** The members of `pc.Texture` that are used. */
export interface Texture {
  readonly width: number;
  readonly height: number;
  readonly format: number;
}

/** What PlayCanvas keeps of WebGL for a texture: private members, seen in 2.23.3. */
interface Private {
  impl?: {
    _glTexture?: WebGLTexture | null;
    _glTarget?: number;
    _glFormat?: number;
    _glInternalFormat?: number;
    _glPixelType?: number;
    _glCreated?: boolean;
    dirtyParameterFlags?: number;
  };
  _needsUpload?: boolean;
  _needsMipmapsUpload?: boolean;
}

const context = (graphicsDevice: GraphicsDevice) =>
  contextOf(PLAYCANVAS, "gl of a WebglGraphicsDevice (that of WebGPU has none)", (graphicsDevice as WebglGraphicsDevice).gl);

/** Opens a device in the context that a graphics device draws with: `app.graphicsDevice`. */
export async function adopt(graphicsDevice: GraphicsDevice, options: DeviceOptions = {}): Promise<Device> {
  return Device.adopt(context(graphicsDevice), options);
}

/**
 * Makes a stream of a texture of PlayCanvas, such as the `colorBuffer` of a `RenderTarget`, which is read where it lies. Its format has to
 * be `PIXELFORMAT_R32F` or `PIXELFORMAT_RGBA32F`. Call it between draw calls: it has PlayCanvas upload the texture if that is due. Dispose
 * of the stream before the texture, and make a new one when the texture's size has changed.
 */
export function streamOf(device: Device, graphicsDevice: GraphicsDevice, texture: Texture, options: StreamOfOptions = {}): Stream {
  checkContext(PLAYCANVAS, device, context(graphicsDevice));
  const inner = texture as Texture & Private;
  const impl = member(PLAYCANVAS, "Texture.impl", inner.impl);
  if (!impl._glTexture || inner._needsUpload) {
    const { setTexture } = graphicsDevice as WebglGraphicsDevice;
    member(PLAYCANVAS, "WebglGraphicsDevice.setTexture", setTexture).call(graphicsDevice, texture, 0);
  }
  const { width, height } = texture;
  const format = texture.format === PIXELFORMAT_RGBA32F ? "RGBA32F" : texture.format === PIXELFORMAT_R32F ? "R32F" : undefined;
  const wanted = "PIXELFORMAT_R32F or PIXELFORMAT_RGBA32F";
  const made = member(PLAYCANVAS, "Texture.impl._glTexture", impl._glTexture);
  return borrow(PLAYCANVAS, device, made, { width, height, format, wanted, found: `format ${texture.format}` }, options);
}

/**
 * Makes a texture of PlayCanvas that draws a stream's texture where it lies. Fetch its elements by the function of `stream.glsl`. Its
 * filters are nearest, without mipmaps: leave them so, since brooklet reads the same texture.
 *
 * PlayCanvas does not upload to it, and `destroy` keeps the stream's elements. As long as it is alive, so is the stream. When you dispose
 * of the stream, it shows whatever brooklet keeps there next: take it out of your materials before.
 *
 * @param Texture `pc.Texture`.
 */
export function textureOf<T extends object, G extends GraphicsDevice>(
  stream: Stream, graphicsDevice: G, Texture: new (graphicsDevice: G, options: Record<string, unknown>) => T,
): T {
  const gl = context(graphicsDevice);
  const { texture: lent, width, height, format } = textureToLend(PLAYCANVAS, stream, gl);
  const packed = format === "RGBA32F";
  const texture = new Texture(graphicsDevice, {
    name: "brooklet", width, height, format: packed ? PIXELFORMAT_RGBA32F : PIXELFORMAT_R32F, mipmaps: false,
    minFilter: FILTER_NEAREST, magFilter: FILTER_NEAREST, addressU: ADDRESS_CLAMP_TO_EDGE, addressV: ADDRESS_CLAMP_TO_EDGE,
  });
  const inner = texture as T & Private;
  const impl = member(PLAYCANVAS, "Texture.impl", inner.impl);
  for (const name of ["_glTexture", "dirtyParameterFlags"] as const) {
    if (!(name in impl)) {
      throw new BrookletError("engine", `brooklet/playcanvas needs Texture.impl.${name}, which is known of ${PLAYCANVAS.version}`);
    }
  }
  // As its `initialize` and `upload` leave it, which it then leaves out.
  impl._glTexture = lent;
  impl._glTarget = gl.TEXTURE_2D;
  impl._glFormat = packed ? gl.RGBA : gl.RED;
  impl._glInternalFormat = packed ? gl.RGBA32F : gl.R32F;
  impl._glPixelType = gl.FLOAT;
  impl._glCreated = true;
  impl.dirtyParameterFlags = 0;
  inner._needsUpload = false;
  inner._needsMipmapsUpload = false;
  stream.lendTo(texture);
  return texture;
}
