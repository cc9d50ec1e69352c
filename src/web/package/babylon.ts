/**
 * brooklet beside Babylon.js: its `Engine`. What is needed of Babylon is passed in; nothing of it is imported.
 *
 * ```ts
 * import { BaseTexture, Engine } from "@babylonjs/core";
 * import { adopt, streamOf, textureOf } from "brooklet/babylon";
 *
 * const engine = new Engine(canvas);
 * const device = await adopt(engine);
 * const sorted = streamOf(device, engine, texture).sort();      // reads Babylon's texture where it lies
 * material.setTexture("keys", textureOf(sorted, engine, BaseTexture));
 * ```
 *
 * brooklet may be called at any time: between frames, and between draw calls, as in `onBeforeDrawObservable`. `wipeCaches` is not needed.
 *
 * @module
 */
import { Device, type DeviceOptions } from "./device.js";
import { BrookletError } from "./errors.js";
import { type Adapter, borrow, checkContext, contextOf, member, type StreamOfOptions, textureToLend } from "./engine.js";
import type { Stream } from "./stream.js";

const BABYLON: Adapter = { name: "brooklet/babylon", version: "@babylonjs/core 9.35.0" };
// Of Babylon's `Constants`.
const [TEXTUREFORMAT_RGBA, TEXTUREFORMAT_R, TEXTURETYPE_FLOAT, TEXTURE_NEAREST_SAMPLINGMODE] = [5, 6, 1, 1];

/** The members of `Engine` that are used. */
export interface Engine {
  wrapWebGLTexture(texture: WebGLTexture, hasMipMaps?: boolean, samplingMode?: number, width?: number, height?: number): unknown;
}

/** The members of `BaseTexture` that are used. */
export interface Texture {
  getInternalTexture(): unknown;
}

/** The members of `InternalTexture` that are used. `_hardwareTexture` is internal; seen in 9.35.0. */
interface InternalTexture {
  width: number;
  height: number;
  format: number;
  type: number;
  isReady: boolean;
  _hardwareTexture?: { underlyingResource?: WebGLTexture | null } | null;
}

// The context is an internal member; seen in 9.35.0.
const context = (engine: Engine) =>
  contextOf(BABYLON, "_gl of an Engine of WebGL (that of WebGPU has none)", (engine as { _gl?: unknown })._gl);

/** Opens a device in the context that an engine draws with. */
export async function adopt(engine: Engine, options: DeviceOptions = {}): Promise<Device> {
  return Device.adopt(context(engine), options);
}

/**
 * Makes a stream of a texture of Babylon, such as a `RawTexture` or a `RenderTargetTexture`, which is read where it lies. It has to be of
 * `TEXTURETYPE_FLOAT`, and of `TEXTUREFORMAT_R` or `TEXTUREFORMAT_RGBA`. Dispose of the stream before the texture, and make a new one when
 * the texture's size has changed.
 */
export function streamOf(device: Device, engine: Engine, texture: Texture, options: StreamOfOptions = {}): Stream {
  checkContext(BABYLON, device, context(engine));
  const internal = texture.getInternalTexture() as InternalTexture | null;
  if (!internal?.isReady) {
    throw new BrookletError("engine", "brooklet/babylon: the texture is not ready: wait for its onLoadObservable");
  }
  const made = member(BABYLON, "InternalTexture._hardwareTexture.underlyingResource", internal._hardwareTexture?.underlyingResource);
  const { width, height, format: channels, type } = internal;
  const floats = type === TEXTURETYPE_FLOAT;
  const format = floats && channels === TEXTUREFORMAT_RGBA ? "RGBA32F" : floats && channels === TEXTUREFORMAT_R ? "R32F" : undefined;
  const wanted = "TEXTURETYPE_FLOAT, with TEXTUREFORMAT_R or TEXTUREFORMAT_RGBA";
  return borrow(BABYLON, device, made, { width, height, format, wanted, found: `type ${type}, format ${channels}` }, options);
}

/**
 * Makes a texture of Babylon that draws a stream's texture where it lies. Fetch its elements by the function of `stream.glsl`. Its filters
 * are nearest, without mipmaps: leave them so, since brooklet reads the same texture.
 *
 * Babylon does not upload to it, and `dispose` keeps the stream's elements. As long as it is alive, so is the stream. When you dispose of
 * the stream, it shows whatever brooklet keeps there next: take it out of your materials before.
 *
 * @param BaseTexture Babylon's class, which has the engine and an internal texture for parameters.
 */
export function textureOf<T extends object, E extends Engine>(
  stream: Stream, engine: E, BaseTexture: new (engine: E, internal: never) => T,
): T {
  const { texture, width, height, format } = textureToLend(BABYLON, stream, context(engine));
  const wrap = member(BABYLON, "Engine.wrapWebGLTexture", engine.wrapWebGLTexture);
  const internal = wrap.call(engine, texture, false, TEXTURE_NEAREST_SAMPLINGMODE, width, height) as InternalTexture;
  internal.format = format === "RGBA32F" ? TEXTUREFORMAT_RGBA : TEXTUREFORMAT_R;
  internal.type = TEXTURETYPE_FLOAT;
  const made = new BaseTexture(engine, internal as never);
  stream.lendTo(made);
  return made;
}
