// regl: its own commands, its textures as streams, streams as its textures, and the guide's example.
import createREGL from "regl";
import { adopt, contextFor, streamOf, textureOf } from "brooklet/regl";
import { picture, rejects, SIZE, test } from "./harness.js";
import { exchange } from "./exchange.js";
import { start as example } from "./examples/regl.js";

const EXTENSIONS = [
  "OES_texture_float", "ANGLE_instanced_arrays", "OES_element_index_uint", "OES_vertex_array_object", "WEBGL_depth_texture",
  "WEBGL_color_buffer_float", "WEBGL_draw_buffers", "EXT_blend_minmax",
];
const open = (canvas) => createREGL({ gl: contextFor(canvas, { stencil: true, antialias: true }), extensions: EXTENSIONS });

const CORNERS = [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]];
const FACES = [
  [0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4], [3, 7, 6], [3, 6, 2], [1, 2, 6], [1, 6, 5], [0, 4, 7], [0, 7, 3],
];
const VERTICES = `precision highp float;
attribute vec3 position; uniform vec2 turn; uniform vec3 place; uniform float size; varying vec3 at;
vec3 turned(vec3 p) {
  p.xz = mat2(cos(turn.x), sin(turn.x), -sin(turn.x), cos(turn.x)) * p.xz;
  p.yz = mat2(cos(turn.y), sin(turn.y), -sin(turn.y), cos(turn.y)) * p.yz;
  return p;
}
vec4 projected(vec3 p) { return vec4(p.x * 1.65, p.y * 2.2, 0.3 * p.z * p.z * sign(p.z), p.z + 4.0); }
void main() { at = position; gl_Position = projected(turned(position * size) + place); }`;

const start = async (canvas) => {
  const regl = open(canvas);
  const flipped = regl.texture({
    data: picture(64), flipY: true, mipmap: true, min: "linear mipmap linear", mag: "linear", wrap: "repeat",
  });
  const moving = regl.texture({ data: picture(32), min: "linear", mag: "linear" });
  const premultiplied = regl.texture({ data: picture(16, 200), premultiplyAlpha: true });
  const sky = regl.cube(...[0, 40, 80, 120, 160, 200].map((hue) => ({ data: picture(16, hue) })));
  const values = regl.texture({
    width: 4, height: 4, type: "float", format: "rgba", data: Float32Array.from({ length: 64 }, (_, i) => i / 64),
  });
  const target = regl.framebuffer({ width: 64, height: 48, colorFormat: "rgba", colorType: "uint8", depthStencil: true });
  const several = regl.framebuffer({ width: 16, height: 16, colorCount: 2, colorType: "float", depth: false });
  const around = regl.framebufferCube({ radius: 32 });
  const uniforms = { turn: regl.prop("turn"), place: regl.prop("place"), size: regl.prop("size") };
  const shape = { attributes: { position: CORNERS }, elements: FACES, vert: VERTICES, uniforms };
  const cube = regl({
    ...shape, uniforms: { ...uniforms, map: regl.prop("map") }, cull: { enable: true },
    frag: `precision highp float; varying vec3 at; uniform sampler2D map;
      void main() { gl_FragColor = texture2D(map, at.xy * 0.5 + at.z * 0.3); }`,
  });
  const mirror = regl({
    ...shape, uniforms: { ...uniforms, sky: regl.prop("sky") },
    frag: "precision highp float; varying vec3 at; uniform samplerCube sky; void main() { gl_FragColor = textureCube(sky, at); }",
  });
  const glass = regl({
    ...shape, depth: { mask: false }, blend: { enable: true, func: { src: "src alpha", dst: "one minus src alpha" }, equation: "add" },
    frag: "precision highp float; varying vec3 at; void main() { gl_FragColor = vec4(at * 0.5 + 0.5, 0.4); }",
  });
  const brightest = regl({
    ...shape, depth: { enable: false }, blend: { enable: true, func: { src: "one", dst: "one" }, equation: "max" },
    frag: "precision highp float; varying vec3 at; void main() { gl_FragColor = vec4(0.4, abs(at.x), 0.2, 1.0); }",
  });
  const mask = regl({
    ...shape, colorMask: [false, false, true, false], depth: { enable: false },
    stencil: {
      enable: true, mask: 0xff, func: { cmp: "always", ref: 1, mask: 0xff }, opFront: { fail: "keep", zfail: "keep", zpass: "replace" },
    },
    frag: "precision highp float; varying vec3 at; void main() { gl_FragColor = vec4(1.0); }",
  });
  const masked = regl({
    ...shape, depth: { enable: false }, stencil: { enable: true, func: { cmp: "equal", ref: 1, mask: 0xff } },
    polygonOffset: { enable: true, offset: { factor: 1, units: 2 } },
    frag: "precision highp float; varying vec3 at; uniform vec2 turn; void main() { gl_FragColor = vec4(fract(at * 5.0 + turn.x), 1.0); }",
  });
  const offsets = regl.buffer(Array.from({ length: 9 }, (_, i) => [Math.cos(i) * 1.6, Math.sin(i) * 1.2, i / 9]));
  const many = regl({
    attributes: { position: CORNERS, offset: { buffer: offsets, divisor: 1 } },
    elements: regl.elements({ data: new Uint32Array(FACES.flat()) }), instances: 9, uniforms,
    vert: VERTICES.replace("uniform float size;", "uniform float size; attribute vec3 offset; varying float tint;")
      .replace("at = position;", "at = position; tint = offset.z;").replace("+ place", "+ place + offset"),
    frag: "precision highp float; varying float tint; void main() { gl_FragColor = vec4(tint, 1.0 - tint, 0.5, 1.0); }",
  });
  const array = regl.vao([[[-1, -1], [3, -1], [-1, 3]]]);
  const full = { attributes: { corner: 0 }, vao: array, count: 3, depth: { enable: false } };
  const modern = "#version 300 es\nin vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }";
  const both = regl({
    ...full, framebuffer: several, vert: modern, uniforms: { values, phase: regl.prop("phase") },
    frag: `#version 300 es
precision highp float; precision highp sampler2D; uniform sampler2D values; uniform float phase;
layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;
void main() { a = texelFetch(values, ivec2(gl_FragCoord.xy) % 4, 0); b = vec4(fract(gl_FragCoord.xy / 16.0 + phase), 0.3, 1.0); }`,
  });
  const inset = regl({
    ...full, vert: modern, uniforms: { one: several.color[0], two: several.color[1], three: target, four: premultiplied },
    scissor: { enable: true, box: { x: 100, y: 80, width: 50, height: 30 } }, viewport: { x: 90, y: 70, width: 64, height: 48 },
    frag: `#version 300 es
precision highp float; precision highp sampler2D; uniform sampler2D one, two, three, four; out vec4 colour;
void main() {
  vec2 at = (gl_FragCoord.xy - vec2(90.0, 70.0)) / vec2(64.0, 48.0);
  colour = 0.4 * texture(one, at) + 0.3 * texture(two, at) + 0.4 * texture(three, at) + 0.1 * texture(four, at);
}`,
  });
  let hooked = () => {};
  return {
    gl: regl._gl,
    adopt: (options) => adopt(regl, options),
    hook: (call) => { hooked = call; },
    draw: (frame) => {
      const turn = [0.5 + frame / 3, 0.4 + frame / 5];
      moving({ data: picture(32, 50 * frame), min: "linear", mag: "linear" });
      values.subimage({ width: 2, height: 2, data: Float32Array.from({ length: 16 }, (_, i) => ((i * frame) % 7) / 7) }, 1, 1);
      both({ phase: frame / 7 });
      hooked();
      target.use(() => {
        regl.clear({ color: [0.2, 0.3, 0.1, 1], depth: 1, stencil: 0 });
        hooked();
        cube({ turn, place: [0, 0, 0], size: 0.9, map: moving });
        const read = regl.read({ x: 20, y: 20, width: 2, height: 2 });
        offsets.subdata([[read[0] / 200, read[1] / 200, 0.5]]);
      });
      around.faces.forEach((target, face) => target.use(() => {
        regl.clear({ color: [face / 6, 0.3, 0.2, 1], depth: 1 });
        glass({ turn: [frame, face], place: [0, 0, 0], size: 0.8 });
      }));
      regl.clear({ color: [0.1, 0.1, 0.15, 1], depth: 1, stencil: 0 });
      cube({ turn, place: [-1.2, 0.3, 0], size: 0.7, map: flipped });
      hooked();
      mirror([{ turn, place: [1.2, 0.2, 0], size: 0.6, sky }, { turn, place: [0, -1, 0.2], size: 0.5, sky: around }]);
      many({ turn: [turn[1], turn[0]], place: [0, 0, 1], size: 0.2 });
      glass({ turn, place: [0, 0, -0.5], size: 0.8 });
      hooked();
      mask({ turn, place: [-1, -0.9, 0], size: 0.4 });
      masked({ turn, place: [-0.8, -0.8, 0], size: 0.5 });
      brightest({ turn: [0.3, 0.2], place: [1.5, 1, 0], size: 0.4 });
      inset();
    },
    stop: () => regl.destroy(),
  };
};

const tests = exchange({
  example,
  start: async (canvas) => {
    const regl = open(canvas);
    const commandOf = (frag, names) => regl({
      attributes: { corner: [[-1, -1], [3, -1], [-1, 3]] }, count: 3, depth: { enable: false }, framebuffer: regl.prop("target"),
      uniforms: Object.fromEntries(names.map((name) => [name, regl.prop(name)])), frag: `#version 300 es\n${frag}`,
      vert: "#version 300 es\nin vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }",
    });
    return {
      gl: regl._gl,
      adopt: () => adopt(regl),
      floats: (data, width, height, lanes) =>
        regl.texture({ data, width, height, type: "float", format: lanes === 4 ? "rgba" : "luminance" }),
      bytes: () => regl.texture({ width: 2, height: 2 }),
      target: (width, height, fragment) => {
        const target = regl.framebuffer({ width, height, colorType: "float", depthStencil: false });
        commandOf(fragment, [])({ target });
        return target.color[0];
      },
      streamOf: (device, texture, options) => streamOf(device, regl, texture, options),
      textureOf: (stream) => textureOf(stream, regl),
      draw: (fragment, textures) => commandOf(fragment, Object.keys(textures))({ ...textures, target: null }),
      release: (texture) => texture.destroy(),
      without: { part: "_texture", streamOf: (device) => streamOf(device, regl, { width: 1, height: 1, type: "float", format: "rgba" }) },
      stop: () => regl.destroy(),
    };
  },
});
await test("regl", { start, omits: ["samplers"] }, {
  ...tests,
  "a context of WebGL 1 is refused": () =>
    rejects(() => adopt(createREGL({ canvas: document.createElement("canvas") })), "engine", "contextFor"),
});
