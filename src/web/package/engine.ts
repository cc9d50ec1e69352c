/** What the adapters for engines share. None of them imports its engine: they name the few members that they use. */
import type { Device } from "./device.js";
import { BrookletError } from "./errors.js";
import type { Stream } from "./stream.js";

/** How many elements of a texture belong to the stream; all that it has room for, if it is left out. */
export interface StreamOfOptions {
  count?: number;
}

/** An adapter: what it is called in messages, and the version whose members it knows. */
export interface Adapter {
  name: string;
  version: string;
}

/** A member of an engine, which an adapter cannot do without. */
export function member<T>(adapter: Adapter, name: string, value: T | null | undefined): T {
  if (value === undefined || value === null) {
    throw new BrookletError(
      "engine",
      `${adapter.name} needs ${name}, which is not there: the adapter was written for ${adapter.version}, and other versions may differ`,
    );
  }
  return value;
}

/** The context of an engine, which has to be one of WebGL 2. */
export function contextOf(adapter: Adapter, name: string, context: unknown): WebGL2RenderingContext {
  const gl = member(adapter, name, context) as WebGL2RenderingContext;
  if (typeof gl.texStorage2D !== "function") {
    throw new BrookletError("engine", `${adapter.name} needs a context of WebGL 2: ${name} is a context of WebGL 1, or none`);
  }
  return gl;
}

/** Refuses a device that computes in another context than the engine's. */
export function checkContext(adapter: Adapter, device: Device, gl: WebGL2RenderingContext): void {
  if (device.gl !== gl) {
    throw new BrookletError(
      "device",
      `the device computes in another context than the engine draws in: open it by adopt of ${adapter.name}, with the same engine`,
    );
  }
}

/** Makes a stream in a texture of an engine. `format` is none for textures that are not of floats, and `found` says of what they are. */
export function borrow(
  adapter: Adapter, device: Device, texture: WebGLTexture,
  lies: { width: number; height: number; format: "R32F" | "RGBA32F" | undefined; found: string; wanted: string }, options: StreamOfOptions,
): Stream {
  const { width, height, format } = lies;
  if (!format) {
    throw new BrookletError("type", `${adapter.name}: a stream lies in a texture of ${lies.wanted}, and this one is of ${lies.found}`);
  }
  const count = options.count ?? width * height * (format === "RGBA32F" ? 4 : 1);
  return device.texture(texture, { width, height, count, format });
}

/** The texture of a stream, which is about to be lent to the engine of a context. */
export function textureToLend(
  adapter: Adapter, stream: Stream, gl: WebGL2RenderingContext,
): { texture: WebGLTexture; width: number; height: number; format: "R32F" | "RGBA32F" } {
  checkContext(adapter, stream.device, gl);
  stream.requireFloats();
  const { width, height, lanes } = stream.layout();
  return { texture: stream.texture, width, height, format: lanes === 4 ? "RGBA32F" : "R32F" };
}
