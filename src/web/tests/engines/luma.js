// luma.gl: its own models, its textures as streams, streams as its textures, and the guide's example.
import { luma, UniformStore } from "@luma.gl/core";
import { webgl2Adapter } from "@luma.gl/webgl";
import { BufferTransform, CubeGeometry, Geometry, Model, SphereGeometry } from "@luma.gl/engine";
import { adopt, streamOf, textureOf } from "brooklet/luma";
import { picture, SIZE, test } from "./harness.js";
import { exchange } from "./exchange.js";
import { start as example } from "./examples/luma.js";

const open = (canvas) => luma.createDevice({
  type: "webgl", adapters: [webgl2Adapter], createCanvasContext: { canvas, autoResize: false, useDevicePixels: false },
  webgl: { stencil: true, antialias: true },
});
const textureFrom = (device, source, props) => {
  const { width, height } = source;
  const texture = device.createTexture({ width, height, format: "rgba8unorm", ...props });
  texture.copyExternalImage({ image: source, flipY: true });
  return texture;
};

const VERTICES = `#version 300 es
precision highp float;
in vec3 positions; in vec2 texCoords;
layout(std140) uniform viewUniforms { vec4 turn; vec4 place; } view;
out vec2 at;
void main() {
  at = texCoords;
  vec3 p = positions * view.place.w;
  p.xz = mat2(cos(view.turn.x), sin(view.turn.x), -sin(view.turn.x), cos(view.turn.x)) * p.xz;
  p.yz = mat2(cos(view.turn.y), sin(view.turn.y), -sin(view.turn.y), cos(view.turn.y)) * p.yz;
  p += view.place.xyz OFFSET;
  gl_Position = vec4(p.x * 1.65, p.y * 2.2, 0.4 * p.z, p.z + 4.0);
}`;
const plain = VERTICES.replace("OFFSET", "");
const instanced = VERTICES.replace("OFFSET", "+ offsets").replace("in vec2 texCoords;", "in vec2 texCoords; in vec3 offsets;");
const DEPTH = { depthWriteEnabled: true, depthCompare: "less-equal", cullMode: "back" };

const start = async (canvas) => {
  const device = await open(canvas);
  const map = textureFrom(device, picture(64), {
    mipLevels: 7,
    sampler: { minFilter: "linear", magFilter: "linear", mipmapFilter: "linear", addressModeU: "repeat", addressModeV: "repeat" },
  });
  map.generateMipmapsWebGL();
  const moving = textureFrom(device, picture(32), { sampler: { minFilter: "linear", magFilter: "linear" } });
  const layers = device.createTexture({
    dimension: "2d-array", width: 4, height: 4, depth: 3, format: "rgba8unorm", sampler: { minFilter: "nearest", magFilter: "nearest" },
  });
  for (let z = 0; z < 3; z++) {
    layers.writeData(Uint8Array.from({ length: 64 }, (_, i) => (i * 37 + 50 * z) % 256), { z, depthOrArrayLayers: 1 });
  }
  const target = device.createFramebuffer({
    width: 64, height: 48, colorAttachments: ["rgba8unorm", "rgba8unorm"], depthStencilAttachment: "depth24plus",
  });
  const store = new UniformStore(device, { view: { uniformTypes: { turn: "vec4<f32>", place: "vec4<f32>" } } });
  const view = store.getManagedUniformBuffer("view");
  const models = {};
  const model = (name, fs, props, vs = plain) => {
    models[name] = new Model(device, {
      id: name, vs, fs: `#version 300 es\nprecision highp float;\nprecision highp sampler2DArray;\nin vec2 at;\n${fs}`,
      geometry: new CubeGeometry(), parameters: DEPTH, ...props, bindings: { viewUniforms: view, ...props?.bindings },
    });
  };
  const mapped = "uniform sampler2D map; out vec4 colour; void main() { colour = texture(map, at * 2.0); }";
  const offsets = device.createBuffer(new Float32Array(27));
  model("mapped", mapped, { bindings: { map } });
  model("moving", mapped, { bindings: { map: moving }, geometry: new SphereGeometry({ nlat: 8, nlong: 10 }) });
  model("layered", `uniform sampler2DArray layers; out vec4 colour;
    void main() { colour = texture(layers, vec3(at, at.x * 3.0)); }`, { bindings: { layers } });
  model("glass", "out vec4 colour; void main() { colour = vec4(0.2, 0.5, 1.0, 0.4); }", {
    parameters: {
      ...DEPTH, depthWriteEnabled: false, blend: true, blendColorSrcFactor: "src-alpha", blendColorDstFactor: "one-minus-src-alpha",
      blendAlphaSrcFactor: "one", blendAlphaDstFactor: "one", blendColorOperation: "add", blendAlphaOperation: "add",
    },
  });
  model("many", mapped, {
    bindings: { map }, instanceCount: 9, bufferLayout: [{ name: "offsets", format: "float32x3", stepMode: "instance" }],
    attributes: { offsets },
  }, instanced);
  model("two", `uniform sampler2D map; layout(location = 0) out vec4 one; layout(location = 1) out vec4 other;
    void main() { one = texture(map, at); other = vec4(at, 0.5, 1.0); }`, { bindings: { map: moving } });
  model("screen", `uniform sampler2D one, other; out vec4 colour;
    void main() { colour = mix(texture(one, at), texture(other, at), 0.4); }`, {
    bindings: { one: target.colorAttachments[0].texture, other: target.colorAttachments[1].texture },
  });
  model("stencil", "out vec4 colour; void main() { colour = vec4(1.0, 0.3, 0.1, 1.0); }", {
    parameters: { ...DEPTH, stencilCompare: "always", stencilPassOperation: "replace", stencilReadMask: 255, stencilWriteMask: 255 },
  });
  // Transform feedback moves the instances.
  const places = device.createBuffer(Float32Array.from({ length: 27 }, (_, i) => Math.sin(i * 2) * 1.4));
  const transform = new BufferTransform(device, {
    vs: `#version 300 es
in vec3 places; out vec3 moved; void main() { moved = vec3(places.x, places.y * 0.8, places.z + 0.3); }`,
    bufferLayout: [{ name: "places", format: "float32x3" }], outputs: ["moved"], vertexCount: 9, topology: "point-list",
  });
  let hooked = () => {};
  return {
    gl: device.gl,
    adopt: (options) => adopt(device, options),
    hook: (call) => { hooked = call; },
    draw: (frame) => {
      moving.copyExternalImage({ image: picture(32, 50 * frame), flipY: frame % 2 === 0 });
      transform.run({ inputBuffers: { places }, outputBuffers: { moved: offsets } });
      const put = (pass, name, place) => {
        store.setUniforms({ view: { turn: [0.5 + frame / 3, 0.4 + frame / 5, 0, 0], place } });
        hooked();
        models[name].draw(pass);
        hooked();
      };
      const inner = device.beginRenderPass({ framebuffer: target, clearColor: [0.3, 0.1, 0.3, 1], clearDepth: 1 });
      put(inner, "two", [0, 0, 0, 0.9]);
      inner.end();
      const pass = device.beginRenderPass({ clearColor: [0.1, 0.1, 0.15, 1], clearDepth: 1, clearStencil: 0 });
      put(pass, "mapped", [-1.2, 0.4, 0, 0.6]);
      put(pass, "moving", [1.2, 0.6, 0, 0.5]);
      put(pass, "layered", [-1.3, -0.9, 0, 0.4]);
      put(pass, "screen", [1.1, -0.8, 0, 0.5]);
      put(pass, "stencil", [0, 1.3, 0, 0.2]);
      put(pass, "many", [0, 0, 0.4, 0.15]);
      put(pass, "glass", [0, 0, -0.6, 0.7]);
      pass.setParameters({ viewport: [10, 5, 60, 40], scissorRect: [10, 5, 40, 40] });
      put(pass, "mapped", [0, 0, -1, 0.8]);
      pass.end();
      device.submit();
    },
    stop: () => device.destroy(),
  };
};

await test("luma.gl", { start }, exchange({
  example,
  start: async (canvas) => {
    const engine = await open(canvas);
    const draw = (fragment, bindings, framebuffer) => {
      const model = new Model(engine, {
        vs: "#version 300 es\nin vec3 positions; void main() { gl_Position = vec4(positions, 1.0); }", fs: `#version 300 es\n${fragment}`,
        geometry: new Geometry({
          topology: "triangle-list", attributes: { positions: { size: 3, value: new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]) } },
        }),
        bindings,
      });
      const pass = engine.beginRenderPass({ framebuffer, clearColor: [0, 0, 0, 1] });
      model.draw(pass);
      pass.end();
      engine.submit();
    };
    return {
      gl: engine.gl,
      adopt: () => adopt(engine),
      floats: (data, width, height, lanes) =>
        engine.createTexture({ data, width, height, format: lanes === 4 ? "rgba32float" : "r32float" }),
      bytes: () => engine.createTexture({ width: 2, height: 2, format: "rgba8unorm" }),
      target: (width, height, fragment) => {
        const framebuffer = engine.createFramebuffer({ width, height, colorAttachments: ["rgba32float"] });
        draw(fragment, {}, framebuffer);
        return framebuffer.colorAttachments[0].texture;
      },
      streamOf: (device, texture, options) => streamOf(device, engine, texture, options),
      textureOf: (stream) => textureOf(stream, engine),
      draw,
      release: (texture) => texture.destroy(),
      without: { part: "handle", streamOf: (device) => streamOf(device, engine, { width: 1, height: 1, format: "r32float" }) },
      stop: () => engine.destroy(),
    };
  },
}));
