import { compile } from "./program.js";
import { FRAGMENT_SHADER, vertexShader } from "./shader.js";
import { sizeOf, splatTexture } from "./textures.js";
import type { Splats } from "../splats.js";

/** Where the camera is: matrices in columns, as WebGL takes them. */
export interface Matrices {
  view: Float32Array;
  projection: Float32Array;
}

const UNIFORMS = ["splats", "orders", "view", "projection", "viewport"] as const;

/** Draws splats in an order that is in a texture, each as a quad, over what is farther. */
export class Renderer {
  private readonly program: WebGLProgram;
  private readonly texture: WebGLTexture;
  private readonly vertexArray: WebGLVertexArrayObject;
  private readonly uniforms: Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>;

  /** `order` is a function of GLSL that fetches from the sampler `orders`. */
  constructor(private readonly gl: WebGL2RenderingContext, private readonly splats: Splats, order: string) {
    const size = sizeOf(splats.count, gl.getParameter(gl.MAX_TEXTURE_SIZE));
    this.texture = splatTexture(gl, splats, size);
    this.program = compile(gl, vertexShader({ width: size.width, order }), FRAGMENT_SHADER);
    // All is fetched from textures: there are no attributes.
    this.vertexArray = gl.createVertexArray()!;
    const locations = UNIFORMS.map((name) => [name, gl.getUniformLocation(this.program, name)]);
    this.uniforms = Object.fromEntries(locations) as typeof this.uniforms;
  }

  /** Draws all splats over what the page has behind its canvas. */
  draw({ view, projection }: Matrices, order: WebGLTexture): void {
    const { gl, uniforms } = this;
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.useProgram(this.program);
    gl.bindVertexArray(this.vertexArray);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, order);
    gl.uniform1i(uniforms.splats, 0);
    gl.uniform1i(uniforms.orders, 1);
    gl.uniformMatrix4fv(uniforms.view, false, view);
    gl.uniformMatrix4fv(uniforms.projection, false, projection);
    gl.uniform2f(uniforms.viewport, width, height);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.splats.count);
    gl.disable(gl.BLEND);
    gl.bindVertexArray(null);
    // The order's texture is written in the next frame.
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, null);
  }

  dispose(): void {
    this.gl.deleteTexture(this.texture);
    this.gl.deleteProgram(this.program);
    this.gl.deleteVertexArray(this.vertexArray);
  }
}
