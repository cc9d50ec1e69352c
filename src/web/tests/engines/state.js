// Calls of WebGL, and state that is changed behind an engine's back.

/** The context's own functions, without what an engine or brooklet wrapped around them. */
export const bare = (gl, name, ...all) => WebGL2RenderingContext.prototype[name].apply(gl, all);

/** The calls before which something happens: those that draw, and those that use what is bound. */
export const DRAWS = ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced", "drawRangeElements"];
export const USES = [
  "clear", "clearBufferfv", "clearBufferfi", "blitFramebuffer", "readPixels", "generateMipmap", "copyTexSubImage2D", "copyTexImage2D",
];
export const UPLOADS = ["texImage2D", "texSubImage2D", "texImage3D", "texSubImage3D", "bufferData", "bufferSubData"];
export const SETS = [
  "texStorage2D", "texStorage3D", "texParameteri", "vertexAttribPointer", "bindTexture", "bindSampler", "framebufferTexture2D",
  "uniform4fv", "uniformMatrix4fv", "uniform1i", "bindBufferBase", "bindBufferRange", "drawBuffers", "viewport",
  "blendFuncSeparate", "depthMask",
];

// Each of these changes state behind an engine's back, and returns what restores it.
const capability = (name, on) => (gl) => {
  if (bare(gl, "isEnabled", gl[name]) === on) return undefined;
  bare(gl, on ? "enable" : "disable", gl[name]);
  return () => bare(gl, on ? "disable" : "enable", gl[name]);
};
const state = (query, set, ...values) => (gl, own) => {
  const before = bare(gl, "getParameter", gl[query]);
  set(gl, ...values.map((value) => own[value] ?? value));
  return () => set(gl, ...(ArrayBuffer.isView(before) || Array.isArray(before) ? before : [before]));
};
const units = (query, bind, what) => (gl, own) => {
  const active = bare(gl, "getParameter", gl.ACTIVE_TEXTURE);
  const before = Array.from({ length: 16 }, (_, unit) => {
    bare(gl, "activeTexture", gl.TEXTURE0 + unit);
    const bound = bare(gl, "getParameter", gl[query]);
    bind(gl, unit, own[what]);
    return bound;
  });
  bare(gl, "activeTexture", active);
  return () => {
    before.forEach((bound, unit) => {
      bare(gl, "activeTexture", gl.TEXTURE0 + unit);
      bind(gl, unit, bound);
    });
    bare(gl, "activeTexture", active);
  };
};
/**
 * State that is changed before calls of these names, and restored after them. Pixels have to differ then, or the comparison would be worth
 * nothing.
 */
export const DISTURBANCES = {
  "another program": [DRAWS, state("CURRENT_PROGRAM", (gl, to) => bare(gl, "useProgram", to), "program")],
  "another framebuffer": [
    DRAWS, state("DRAW_FRAMEBUFFER_BINDING", (gl, to) => bare(gl, "bindFramebuffer", gl.DRAW_FRAMEBUFFER, to), "framebuffer"),
  ],
  "another vertex array": [DRAWS, state("VERTEX_ARRAY_BINDING", (gl, to) => bare(gl, "bindVertexArray", to), "vertexArray")],
  "another viewport": [DRAWS, state("VIEWPORT", (gl, ...to) => bare(gl, "viewport", ...to), 1, 2, 30, 40)],
  "another mask of colours": [DRAWS, state("COLOR_WRITEMASK", (gl, ...to) => bare(gl, "colorMask", ...to), false, true, true, true)],
  "other textures": [DRAWS, units("TEXTURE_BINDING_2D", (gl, _, to) => bare(gl, "bindTexture", gl.TEXTURE_2D, to), "texture")],
  "samplers": [DRAWS, units("SAMPLER_BINDING", (gl, unit, to) => bare(gl, "bindSampler", unit, to), "sampler")],
  "no depth test": [DRAWS, capability("DEPTH_TEST", false)],
  "no blending": [DRAWS, capability("BLEND", false)],
  "discarded fragments": [DRAWS, capability("RASTERIZER_DISCARD", true)],
  "flipped uploads": [UPLOADS, (gl) => {
    const before = bare(gl, "getParameter", gl.UNPACK_FLIP_Y_WEBGL);
    bare(gl, "pixelStorei", gl.UNPACK_FLIP_Y_WEBGL, !before);
    return () => bare(gl, "pixelStorei", gl.UNPACK_FLIP_Y_WEBGL, before);
  }],
};
export const ownOf = (gl) => {
  const program = bare(gl, "createProgram");
  for (const [type, text] of [["VERTEX_SHADER", "void main() { gl_Position = vec4(0); }"], ["FRAGMENT_SHADER", "void main() {}"]]) {
    const shader = bare(gl, "createShader", gl[type]);
    bare(gl, "shaderSource", shader, text);
    bare(gl, "compileShader", shader);
    bare(gl, "attachShader", program, shader);
  }
  bare(gl, "linkProgram", program);
  const before = bare(gl, "getParameter", gl.TEXTURE_BINDING_2D);
  const texture = bare(gl, "createTexture");
  bare(gl, "bindTexture", gl.TEXTURE_2D, texture);
  bare(gl, "texStorage2D", gl.TEXTURE_2D, 1, gl.RGBA8, 1, 1);
  bare(gl, "bindTexture", gl.TEXTURE_2D, before);
  const sampler = bare(gl, "createSampler");
  bare(gl, "samplerParameteri", sampler, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  bare(gl, "samplerParameteri", sampler, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const [framebuffer, vertexArray] = [bare(gl, "createFramebuffer"), bare(gl, "createVertexArray")];
  return { program, texture, sampler, framebuffer, vertexArray };
};

