/**
 * brooklet beside three.js: its `WebGLRenderer`. What is needed of three is passed in; nothing of it is imported.
 *
 * ```ts
 * import * as THREE from "three";
 * import { adopt, streamOf, textureOf } from "brooklet/three";
 *
 * const renderer = new THREE.WebGLRenderer({ canvas });
 * const device = await adopt(renderer);
 * const sorted = streamOf(device, renderer, dataTexture).sort();      // reads three's texture where it lies
 * material.uniforms.keys.value = textureOf(sorted, renderer, THREE.ExternalTexture);
 * ```
 *
 * brooklet may be called at any time: between frames, and between draw calls, as in `onBeforeRender`. `resetState` is not needed.
 *
 * @module
 */
import { Device, type DeviceOptions } from "./device.js";
import { BrookletError } from "./errors.js";
import { type Adapter, borrow, checkContext, contextOf, member, type StreamOfOptions, textureToLend } from "./engine.js";
import type { Stream } from "./stream.js";

const THREE: Adapter = { name: "brooklet/three", version: "three r187" };
// Of three's constants.
const [RGBA_FORMAT, RED_FORMAT, FLOAT_TYPE] = [1023, 1028, 1015];

/** The members of `THREE.WebGLRenderer` that are used. `properties` is not documented; it is in three since r74. */
export interface Renderer {
  getContext(): unknown;
  initTexture(texture: unknown): void;
  properties: { get(object: unknown): unknown };
}

/** The members of `THREE.Texture` that are used. */
export interface Texture {
  format: number;
  type: number;
  image: unknown;
}

/** Opens a device in the context that a renderer draws with. */
export async function adopt(renderer: Renderer, options: DeviceOptions = {}): Promise<Device> {
  return Device.adopt(contextOf(THREE, "the context of WebGLRenderer.getContext()", renderer.getContext?.()), options);
}

/**
 * Makes a stream of a texture of three, such as a `DataTexture` or the `texture` of a `WebGLRenderTarget`, which is read where it lies.
 * It has to be of `FloatType`, and of `RedFormat` or `RGBAFormat`. Call it between draw calls: it has three upload the texture if that is
 * due. Dispose of the stream before the texture, and make a new one when the texture's size has changed.
 */
export function streamOf(device: Device, renderer: Renderer, texture: Texture, options: StreamOfOptions = {}): Stream {
  checkContext(THREE, device, contextOf(THREE, "the context of WebGLRenderer.getContext()", renderer.getContext?.()));
  const properties = member(THREE, "WebGLRenderer.properties", renderer.properties);
  const { width, height } = (texture.image ?? {}) as { width?: number; height?: number };
  if (!width || !height) {
    throw new BrookletError("engine", "brooklet/three: the texture has no image with a width and a height yet: wait until it is loaded");
  }
  renderer.initTexture(texture);
  // The undocumented member of r74 to r187.
  const { __webglTexture } = properties.get(texture) as { __webglTexture?: WebGLTexture };
  if (!__webglTexture) {
    throw new BrookletError(
      "engine",
      "brooklet/three: three has made no texture of WebGL of this one: set needsUpdate, or, for a render target, call " +
        `renderer.initRenderTarget(target) before. (It would be in properties.get(texture).__webglTexture, as of ${THREE.version}.)`,
    );
  }
  const floats = texture.type === FLOAT_TYPE;
  const format = floats && texture.format === RGBA_FORMAT ? "RGBA32F" : floats && texture.format === RED_FORMAT ? "R32F" : undefined;
  const [wanted, found] = ["FloatType, with RedFormat or RGBAFormat", `type ${texture.type}, format ${texture.format}`];
  return borrow(THREE, device, __webglTexture, { width, height, format, wanted, found }, options);
}

/**
 * Makes a texture of three that draws a stream's texture where it lies. Fetch its elements by the function of `stream.glsl`.
 *
 * three neither uploads nor deletes it, so `dispose` is harmless. As long as it is alive, so is the stream. When you dispose of the
 * stream, it shows whatever brooklet keeps there next: take it out of your materials before.
 *
 * @param ExternalTexture `THREE.ExternalTexture`, which is in three since r179.
 */
export function textureOf<T extends object>(
  stream: Stream, renderer: Renderer, ExternalTexture: new (texture: WebGLTexture) => T,
): T {
  const lent = textureToLend(THREE, stream, contextOf(THREE, "the context of WebGLRenderer.getContext()", renderer.getContext?.()));
  const texture = new (member(THREE, "THREE.ExternalTexture", ExternalTexture))(lent.texture) as T & { [name: string]: unknown };
  if (texture.isExternalTexture !== true) {
    throw new BrookletError("engine", "brooklet/three: textureOf makes a THREE.ExternalTexture, of three r179 or later: pass that class");
  }
  stream.lendTo(texture);
  return texture;
}
