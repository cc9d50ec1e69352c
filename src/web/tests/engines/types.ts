// The engines' own types fit the adapters, and what an adapter returns is the engine's texture.
import createREGL from "regl";
import * as THREE from "three";
import * as pc from "playcanvas";
import { BaseTexture, type Engine, type RawTexture } from "@babylonjs/core";
import type { Device as LumaDevice, Texture as LumaTexture } from "@luma.gl/core";
import type { Device } from "brooklet";
import * as babylon from "brooklet/babylon";
import * as luma from "brooklet/luma";
import * as playcanvas from "brooklet/playcanvas";
import * as regl from "brooklet/regl";
import * as three from "brooklet/three";

export async function types(
  canvas: HTMLCanvasElement, renderer: THREE.WebGLRenderer, data: THREE.DataTexture, app: pc.Application, texture: pc.Texture,
  lumaDevice: LumaDevice, lumaTexture: LumaTexture, engine: Engine, raw: RawTexture,
): Promise<[THREE.Texture, pc.Texture, LumaTexture, createREGL.Texture2D, BaseTexture]> {
  const device: Device = await three.adopt(renderer, { wrap: false });
  const own = createREGL({ gl: regl.contextFor(canvas), extensions: ["OES_texture_float"] });
  const graphics = app.graphicsDevice;
  await Promise.all([playcanvas.adopt(graphics), luma.adopt(lumaDevice), regl.adopt(own), babylon.adopt(engine)]);
  return [
    three.textureOf(three.streamOf(device, renderer, data, { count: 3 }), renderer, THREE.ExternalTexture),
    playcanvas.textureOf(playcanvas.streamOf(device, graphics, texture), graphics, pc.Texture),
    luma.textureOf(luma.streamOf(device, lumaDevice, lumaTexture), lumaDevice),
    regl.textureOf(regl.streamOf(device, own, own.texture()), own),
    babylon.textureOf(babylon.streamOf(device, engine, raw), engine, BaseTexture),
  ];
}
