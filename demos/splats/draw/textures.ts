import { WORDS } from "../splats.js";
import type { Splats } from "../splats.js";

/** Texels of a splat. */
const TEXELS = WORDS / 4;

/** The size of a texture for splats: rows of a width that is a power of two. */
export interface Size {
  width: number;
  height: number;
}

/** Returns the size of a texture for so many splats on a device whose textures have up to `max` texels a side. */
export function sizeOf(count: number, max: number): Size {
  const width = 2 ** Math.floor(Math.log2(Math.min(max, 4096)));
  const height = Math.max(1, Math.ceil((count * TEXELS) / width));
  if (height > max) {
    const most = (max * width) / TEXELS;
    throw new RangeError(`there are ${count} splats, and textures of this device, of ${max} rows, hold ${most}: take a smaller file`);
  }
  return { width, height };
}

/** Uploads the texels of splats, without a padded copy: whole rows first, then the rest. */
export function splatTexture(gl: WebGL2RenderingContext, splats: Splats, { width, height }: Size): WebGLTexture {
  const texture = gl.createTexture()!;
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32UI, width, height);
  plain(gl);
  const texels = splats.count * TEXELS;
  const rows = Math.floor(texels / width);
  const put = (y: number, columns: number, lines: number) => gl.texSubImage2D(
    gl.TEXTURE_2D, 0, 0, y, columns, lines, gl.RGBA_INTEGER, gl.UNSIGNED_INT, splats.words, y * width * 4);
  if (rows > 0) put(0, width, rows);
  if (texels > rows * width) put(rows, texels - rows * width, 1);
  gl.bindTexture(gl.TEXTURE_2D, null);
  return texture;
}

/** Makes a texture for orders of the CPU, of the same size as those of the GPU. */
export function orderTexture(gl: WebGL2RenderingContext, { width, height }: Size): WebGLTexture {
  const texture = gl.createTexture()!;
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, width, height);
  plain(gl);
  gl.bindTexture(gl.TEXTURE_2D, null);
  return texture;
}

/** Uploads an order of the CPU. */
export function putOrder(gl: WebGL2RenderingContext, texture: WebGLTexture, { width, height }: Size, order: Float32Array): void {
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.FLOAT, order, 0);
  gl.bindTexture(gl.TEXTURE_2D, null);
}

/** No filters: neither floats nor integers need have any. */
function plain(gl: WebGL2RenderingContext): void {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
}
