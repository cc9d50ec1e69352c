// PlayCanvas: its own scene, its textures as streams, streams as its textures, and the guide's example.
import * as pc from "playcanvas";
import { adopt, streamOf, textureOf } from "brooklet/playcanvas";
import { picture, SIZE, test } from "./harness.js";
import { exchange } from "./exchange.js";
import { start as example } from "./examples/playcanvas.js";

const textureFrom = (device, source, options = {}) => {
  const texture = new pc.Texture(device, { width: source.width, height: source.height, flipY: true, ...options });
  texture.setSource(source);
  return texture;
};

const start = async (canvas) => {
  const app = new pc.Application(canvas, { graphicsDeviceOptions: { antialias: true, alpha: false, stencil: true } });
  const device = app.graphicsDevice;
  app.autoRender = false;
  app.setCanvasFillMode(pc.FILLMODE_NONE, SIZE.width, SIZE.height);
  app.setCanvasResolution(pc.RESOLUTION_FIXED, SIZE.width, SIZE.height);
  const { scene, root } = app;
  scene.ambientLight = new pc.Color(0.3, 0.3, 0.35);
  const map = textureFrom(device, picture(64), { minFilter: pc.FILTER_LINEAR_MIPMAP_LINEAR });
  const moving = textureFrom(device, picture(32), { mipmaps: false, minFilter: pc.FILTER_LINEAR, flipY: false });
  const sky = new pc.Texture(device, { cubemap: true, width: 16, height: 16, mipmaps: false });
  sky.setSource([0, 40, 80, 120, 160, 200].map((hue) => picture(16, hue)));
  const layer = new pc.Layer({ name: "inner" });
  scene.layers.insert(layer, 0);
  const inner = scene.layers.getLayerByName("inner");
  const colour = new pc.Texture(device, { width: 64, height: 48, format: pc.PIXELFORMAT_RGBA8, mipmaps: true });
  const target = new pc.RenderTarget({ colorBuffer: colour, depth: true, samples: 4 });
  const entity = (name, type, material, place, scale = 1, layers = undefined) => {
    const made = new pc.Entity(name);
    made.addComponent("render", { type, material, ...(layers ? { layers } : {}) });
    made.setLocalPosition(...place);
    made.setLocalScale(scale, scale, scale);
    root.addChild(made);
    return made;
  };
  const standard = (options) => {
    const material = new pc.StandardMaterial();
    Object.assign(material, options);
    material.update();
    return material;
  };
  const box = entity("box", "box", standard({ diffuseMap: map, gloss: 0.6 }), [-1, 0.2, 0]);
  entity("ball", "sphere", standard({ diffuseMap: moving, cubeMap: sky, useMetalness: true, metalness: 0.5 }), [1, 0.1, 0.2], 0.9);
  entity("glass", "sphere", standard({ diffuse: new pc.Color(0.2, 0.5, 1), opacity: 0.4, blendType: pc.BLEND_NORMAL }), [0, 0.3, 1.3], 0.9);
  entity("floor", "plane", standard({ diffuseMap: map }), [0, -0.7, 0], 6);
  const shown = standard({ emissiveMap: colour, emissive: new pc.Color(1, 1, 1), useLighting: false });
  const screen = entity("screen", "plane", shown, [0, 1, -1.5], 2);
  screen.setLocalEulerAngles(90, 0, 0);
  const knot = entity("knot", "torus", standard({ diffuseMap: moving }), [0, 0, 0], 1.5, [inner.id]);
  const stencil = new pc.StencilParameters({ zpass: pc.STENCILOP_REPLACE, ref: 1 });
  const first = standard({ emissive: new pc.Color(1, 0.2, 0.2) });
  first.stencilFront = first.stencilBack = stencil;
  const second = standard({ emissive: new pc.Color(0.2, 1, 0.2) });
  second.stencilFront = second.stencilBack = new pc.StencilParameters({ func: pc.FUNC_NOTEQUAL, ref: 1 });
  entity("first", "sphere", first, [1.6, 1.1, 0], 0.4);
  entity("second", "sphere", second, [1.7, 1.2, -0.2], 0.7);
  // Instances, from a vertex buffer of matrices.
  const many = entity("many", "box", standard({ diffuseMap: map }), [0, 0, 0]);
  const matrices = new Float32Array(16 * 9);
  const format = pc.VertexFormat.getDefaultInstancingFormat(device);
  const instances = new pc.VertexBuffer(device, format, 9, { data: matrices, usage: pc.BUFFER_DYNAMIC });
  many.render.meshInstances[0].setInstancing(instances);
  const light = new pc.Entity("light");
  light.addComponent("light", { type: "directional", castShadows: true, shadowResolution: 256, shadowDistance: 12, intensity: 1.5 });
  light.setLocalEulerAngles(45, 30, 0);
  root.addChild(light);
  const spot = new pc.Entity("spot");
  spot.addComponent("light", { type: "spot", color: new pc.Color(1, 0.6, 0.2), range: 9, castShadows: true, shadowResolution: 128 });
  spot.setLocalPosition(0, 4, 1);
  root.addChild(spot);
  const cameraOf = (options, place) => {
    const camera = new pc.Entity();
    camera.addComponent("camera", options);
    camera.setLocalPosition(...place);
    root.addChild(camera);
    return camera;
  };
  cameraOf({ clearColor: new pc.Color(0.3, 0.1, 0.3), layers: [inner.id], renderTarget: target, priority: -1 }, [0, 0, 3]);
  const camera = cameraOf({ clearColor: new pc.Color(0.1, 0.1, 0.15), fov: 45 }, [0, 1, 5]);
  cameraOf({ clearColor: new pc.Color(0.2, 0.3, 0.1), rect: new pc.Vec4(0.7, 0.05, 0.25, 0.3), priority: 1 }, [0, 3, 5]).lookAt(0, 0, 0);
  app.start();
  return {
    gl: device.gl,
    adopt: (options) => adopt(device, options),
    hook: (call) => ["prerender", "postrender", "prerender:layer", "postrender:layer"].forEach((name) => scene.on(name, call)),
    draw: (frame) => {
      box.setLocalEulerAngles(40 * frame, 30 * frame, 0);
      knot.setLocalEulerAngles(20 * frame, 60 * frame, 0);
      moving.setSource(picture(32, 50 * frame));
      for (let i = 0; i < 9; i++) {
        const place = new pc.Mat4().setTRS(
          new pc.Vec3(Math.cos(i + frame / 3) * 2, -0.4 + i / 9, Math.sin(i) * 1.4), pc.Quat.IDENTITY, new pc.Vec3(0.2, 0.2, 0.2),
        );
        matrices.set(place.data, 16 * i);
      }
      instances.setData(matrices);
      camera.setLocalPosition(Math.sin(frame / 4) * 2, 1, 5);
      camera.lookAt(0, 0.2, 0);
      app.update(1 / 60);
      app.renderNextFrame = true;
      device.frameStart();
      app.render();
      device.frameEnd();
    },
    stop: () => app.destroy(),
  };
};

let shaders = 0;
await test("PlayCanvas", { start }, exchange({
  example,
  start: async (canvas) => {
    const app = new pc.Application(canvas, {});
    const engine = app.graphicsDevice;
    const draw = (fragment, textures, into = null) => {
      const shader = pc.ShaderUtils.createShader(engine, {
        uniqueName: `show${shaders++}`, attributes: { vertex_position: pc.SEMANTIC_POSITION },
        vertexGLSL: "attribute vec2 vertex_position; void main() { gl_Position = vec4(vertex_position, 0.0, 1.0); }",
        fragmentGLSL: fragment.replace("out vec4 colour;", "").replaceAll("colour =", "gl_FragColor ="),
      });
      for (const [name, texture] of Object.entries(textures)) engine.scope.resolve(name).setValue(texture);
      engine.setRenderTarget(into);
      pc.drawQuadWithShader(engine, into, shader);
    };
    return {
      gl: engine.gl,
      adopt: () => adopt(engine),
      floats: (data, width, height, lanes) => new pc.Texture(engine, {
        width, height, format: lanes === 4 ? pc.PIXELFORMAT_RGBA32F : pc.PIXELFORMAT_R32F, mipmaps: false, levels: [data],
        minFilter: pc.FILTER_NEAREST, magFilter: pc.FILTER_NEAREST,
      }),
      bytes: () => new pc.Texture(engine, { width: 2, height: 2 }),
      target: (width, height, fragment) => {
        const colorBuffer = new pc.Texture(engine, {
          width, height, format: pc.PIXELFORMAT_RGBA32F, mipmaps: false, minFilter: pc.FILTER_NEAREST, magFilter: pc.FILTER_NEAREST,
        });
        draw(fragment, {}, new pc.RenderTarget({ colorBuffer, depth: false }));
        return colorBuffer;
      },
      streamOf: (device, texture, options) => streamOf(device, engine, texture, options),
      textureOf: (stream) => textureOf(stream, engine, pc.Texture),
      draw,
      release: (texture) => texture.destroy(),
      without: { part: "impl", streamOf: (device) => streamOf(device, engine, { width: 1, height: 1, format: pc.PIXELFORMAT_R32F }) },
      stop: () => app.destroy(),
    };
  },
}));
