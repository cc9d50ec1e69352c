/**
 * brooklet beside luma.gl, and so deck.gl, as their WebGL device draws. What is needed of luma.gl is passed in; nothing of it is imported.
 *
 * ```ts
 * import { luma } from "@luma.gl/core";
 * import { webgl2Adapter } from "@luma.gl/webgl";
 * import { adopt, streamOf, textureOf } from "brooklet/luma";
 *
 * const lumaDevice = await luma.createDevice({ type: "webgl", adapters: [webgl2Adapter] });
 * const device = await adopt(lumaDevice);
 * const sorted = streamOf(device, lumaDevice, texture).sort();      // reads luma.gl's texture where it lies
 * model.setBindings({ keys: textureOf(sorted, lumaDevice) });
 * ```
 *
 * brooklet may be called at any time: between frames, and between draw calls of a render pass.
 *
 * @module
 */
import { Device, type DeviceOptions } from "./device.js";
import { BrookletError } from "./errors.js";
import { type Adapter, borrow, checkContext, contextOf, member, type StreamOfOptions, textureToLend } from "./engine.js";
import type { Stream } from "./stream.js";

const LUMA: Adapter = { name: "brooklet/luma", version: "luma.gl 9.4.2" };

/** The members of luma.gl's `Device` that are used. `gl` is of `WebGLDevice`. */
export interface LumaDevice<T> {
  createTexture(props: never): T;
}

/** The members of luma.gl's `Texture` that are used. `handle` is of `WEBGLTexture`. */
export interface Texture {
  readonly width: number;
  readonly height: number;
  readonly format: string;
}

// luma.gl's own tracker of state answers getParameter for what is set by this very object, so it learns of what brooklet restores.
const context = (lumaDevice: object) =>
  contextOf(LUMA, "gl of a WebGLDevice (that of WebGPU has none)", (lumaDevice as { gl?: unknown }).gl);

/** Opens a device in the context that a device of luma.gl draws with. */
export async function adopt(lumaDevice: LumaDevice<unknown>, options: DeviceOptions = {}): Promise<Device> {
  return Device.adopt(context(lumaDevice), options);
}

/**
 * Makes a stream of a texture of luma.gl, such as an attachment of a `Framebuffer`, which is read where it lies. Its format has to be
 * `r32float` or `rgba32float`. Of a `DynamicTexture`, pass its `texture`. Dispose of the stream before the texture.
 */
export function streamOf(device: Device, lumaDevice: LumaDevice<unknown>, texture: Texture, options: StreamOfOptions = {}): Stream {
  checkContext(LUMA, device, context(lumaDevice));
  const handle = member(LUMA, "Texture.handle", (texture as { handle?: WebGLTexture | null }).handle);
  const { width, height } = texture;
  const format = texture.format === "rgba32float" ? "RGBA32F" : texture.format === "r32float" ? "R32F" : undefined;
  return borrow(LUMA, device, handle, { width, height, format, wanted: "format r32float or rgba32float", found: texture.format }, options);
}

/**
 * Makes a texture of luma.gl that draws a stream's texture where it lies. Fetch its elements by the function of `stream.glsl`.
 *
 * luma.gl refuses to write to it, and `destroy` keeps the stream's elements. As long as it is alive, so is the stream. When you dispose of
 * the stream, it shows whatever brooklet keeps there next: take it out of your bindings before.
 */
export function textureOf<T extends object>(stream: Stream, lumaDevice: LumaDevice<T>): T {
  const { texture: handle, width, height, format } = textureToLend(LUMA, stream, context(lumaDevice));
  // `_isHandleBorrowed` is of 9.4, and not documented. Without it, luma.gl allocates in the texture.
  const texture = lumaDevice.createTexture({
    id: "brooklet", handle, _isHandleBorrowed: true, width, height, mipLevels: 1, format: format === "RGBA32F" ? "rgba32float" : "r32float",
  } as never);
  if ((texture as { isHandleBorrowed?: boolean }).isHandleBorrowed !== true) {
    throw new BrookletError("engine", `brooklet/luma needs createTexture with _isHandleBorrowed, which it knows of ${LUMA.version}`);
  }
  stream.lendTo(texture);
  return texture;
}
