import { BrookletError } from "./errors.js";
import type { Host } from "./host.js";
import type { TextureLayout } from "./stream.js";

/** Waits for a fence, without making the page wait. Rejects if the context is lost meanwhile. */
async function passed(gl: WebGL2RenderingContext, host: Host, fence: WebGLSync | null): Promise<void> {
  for (;;) {
    const lost = host.lostMessage();
    if (lost || !fence) {
      throw new BrookletError("context-lost", lost ?? "the context of WebGL has made no fence");
    }
    const status = gl.clientWaitSync(fence, 0, 0);
    if (status === gl.ALREADY_SIGNALED || status === gl.CONDITION_SATISFIED) {
      gl.deleteSync(fence);
      return;
    }
    if (status === gl.WAIT_FAILED) {
      // So it is with a fence of a context that was lost and restored, before the page is told.
      throw new BrookletError("context-lost", host.lostMessage() ?? "the browser has dropped what was waited for: open a device again");
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Waits until the work before has been done, without making the page wait. */
export async function allDone(gl: WebGL2RenderingContext, host: Host): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  await passed(gl, host, fence);
}

/** Reads the elements in a texture, each as its numbers, by a buffer and a fence. */
export async function readTexture(
  gl: WebGL2RenderingContext, host: Host, texture: WebGLTexture, layout: TextureLayout,
): Promise<Float32Array<ArrayBuffer>> {
  const { width, height, count, lanes, components } = layout;
  const binding = (name: number) => gl.getParameter(name);
  const [framebuffer, pack] = [binding(gl.READ_FRAMEBUFFER_BINDING), binding(gl.PIXEL_PACK_BUFFER_BINDING)];
  const [from, to] = [gl.createFramebuffer(), gl.createBuffer()];
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
  gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, to);
  gl.bufferData(gl.PIXEL_PACK_BUFFER, width * height * 16, gl.STREAM_READ);
  host.packing(() => gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, 0));
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, pack);
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
  gl.deleteFramebuffer(from);
  try {
    await allDone(gl, host);
    const texels = new Float32Array(width * height * 4);
    const before = binding(gl.PIXEL_PACK_BUFFER_BINDING);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, to);
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, texels);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, before);
    if (lanes === 4 || components === 4) {
      return texels.slice(0, lanes === 4 ? count : 4 * count);
    }
    const elements = new Float32Array(count * components);
    for (let i = 0; i < elements.length; i++) {
      elements[i] = texels[4 * Math.floor(i / components) + (i % components)]!;
    }
    return elements;
  } finally {
    gl.deleteBuffer(to);
  }
}

/** Joins the two digits that an integer of 32 bits has in a texture, the higher first. */
export function joinDigits<T extends Int32Array | Uint32Array>(digits: Float32Array, joined: T): T {
  for (let i = 0; i < joined.length; i++) {
    // The array wraps around.
    joined[i] = digits[2 * i]! * 65536 + digits[2 * i + 1]!;
  }
  return joined;
}
