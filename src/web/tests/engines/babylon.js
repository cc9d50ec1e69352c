// Babylon.js: its own scene, its textures as streams, streams as its textures, and the guide's example.
import {
  ArcRotateCamera, BaseTexture, Color3, Constants, DirectionalLight, DynamicTexture, Effect, EffectRenderer, EffectWrapper, Engine,
  FxaaPostProcess, HemisphericLight, HighlightLayer, Matrix, MeshBuilder, MirrorTexture, PBRMaterial, Plane, RawCubeTexture, RawTexture,
  RawTexture2DArray, RenderTargetTexture, Scene, ShaderLanguage, ShaderMaterial, ShadowGenerator, StandardMaterial, Vector3, Vector4,
} from "@babylonjs/core";
import { adopt, streamOf, textureOf } from "brooklet/babylon";
import { picture, SIZE, test } from "./harness.js";
import { exchange } from "./exchange.js";
import { start as example } from "./examples/babylon.js";

const open = (canvas) => new Engine(canvas, true, { stencil: true, preserveDrawingBuffer: false, audioEngine: false }, false);
const bytesOf = (size, hue) => picture(size, hue).getContext("2d").getImageData(0, 0, size, size).data;

Effect.ShadersStore.layersVertexShader = `precision highp float; attribute vec3 position; attribute vec2 uv; 
  uniform mat4 worldViewProjection; varying vec2 at; void main() { at = uv; gl_Position = worldViewProjection * vec4(position, 1.0); }`;
Effect.ShadersStore.layersFragmentShader = `precision highp float; precision highp sampler2DArray; varying vec2 at;
  uniform sampler2DArray layers; uniform float layer; uniform vec4 tint;
  void main() { gl_FragColor = vec4(texture(layers, vec3(at, layer)).rgb, 1.0) * tint; }`;

const start = async (canvas) => {
  const engine = open(canvas);
  const scene = new Scene(engine);
  const camera = new ArcRotateCamera("camera", 1, 1.1, 6, Vector3.Zero(), scene);
  const light = new DirectionalLight("sun", new Vector3(-1, -2, -1), scene);
  light.position = new Vector3(4, 8, 4);
  new HemisphericLight("sky", Vector3.Up(), scene).intensity = 0.3;
  const shadows = new ShadowGenerator(256, light);
  shadows.usePercentageCloserFiltering = true;
  const map = new DynamicTexture("map", 64, scene, true);
  const drawMap = (hue) => {
    map.getContext().drawImage(picture(64, hue), 0, 0);
    map.update(true);
  };
  drawMap(0);
  const environment = new RawCubeTexture(
    scene, [0, 50, 100, 150, 200, 250].map((hue) => new Uint8Array(bytesOf(16, hue).buffer)), 16, undefined, undefined, true, false,
    Constants.TEXTURE_TRILINEAR_SAMPLINGMODE,
  );
  const standard = new StandardMaterial("standard", scene);
  standard.diffuseTexture = map;
  const shiny = new PBRMaterial("shiny", scene);
  Object.assign(shiny, { metallic: 0.6, roughness: 0.3, albedoTexture: map, reflectionTexture: environment });
  const clear = new StandardMaterial("clear", scene);
  Object.assign(clear, { alpha: 0.45, diffuseColor: new Color3(0.2, 0.5, 1) });
  const box = MeshBuilder.CreateBox("box", { size: 1.2 }, scene);
  box.material = standard;
  const ball = MeshBuilder.CreateSphere("ball", { segments: 8 }, scene);
  ball.material = shiny;
  ball.position.set(1.4, 0.2, 0);
  const glass = MeshBuilder.CreateSphere("glass", { segments: 8, diameter: 1.3 }, scene);
  glass.material = clear;
  glass.position.set(0, 0.3, 1.4);
  const instances = Array.from({ length: 6 }, (_, i) => {
    const made = box.createInstance(`box${i}`);
    made.scaling.setAll(0.3);
    made.position.set(Math.cos(i) * 2, -0.4, Math.sin(i) * 2);
    return made;
  });
  const thin = MeshBuilder.CreateSphere("thin", { segments: 3, diameter: 0.3 }, scene);
  thin.material = standard;
  thin.thinInstanceAdd(Array.from({ length: 8 }, (_, i) => Matrix.Translation(i / 2 - 2, 1.3, -1)));
  const floor = MeshBuilder.CreateGround("floor", { width: 6, height: 6 }, scene);
  floor.position.y = -1;
  floor.receiveShadows = true;
  const mirror = new MirrorTexture("mirror", 64, scene, true);
  mirror.mirrorPlane = new Plane(0, -1, 0, -1);
  mirror.renderList = [box, ball];
  floor.material = new StandardMaterial("floor", scene);
  floor.material.reflectionTexture = mirror;
  floor.material.reflectionTexture.level = 0.5;
  shadows.getShadowMap().renderList.push(box, ball, ...instances);
  const layers = new RawTexture2DArray(
    Uint8Array.from({ length: 4 * 4 * 3 * 4 }, (_, i) => (i * 37) % 256), 4, 4, 3, Constants.TEXTUREFORMAT_RGBA, scene, false, false,
    Constants.TEXTURE_NEAREST_SAMPLINGMODE,
  );
  const layered = new ShaderMaterial("layers", scene, "layers", {
    attributes: ["position", "uv"], uniforms: ["worldViewProjection", "layer", "tint"], samplers: ["layers"],
    shaderLanguage: ShaderLanguage.GLSL,
  });
  layered.backFaceCulling = false;
  layered.setTexture("layers", layers);
  layered.setVector4("tint", new Vector4(1, 0.8, 0.6, 1));
  const board = MeshBuilder.CreatePlane("board", { size: 1 }, scene);
  board.material = layered;
  board.position.set(-1.6, 0.6, 0);
  const target = new RenderTargetTexture("target", 64, scene, { generateMipMaps: true, samples: 4 });
  target.renderList = [ball, thin];
  target.clearColor = new Color3(0.3, 0.1, 0.3).toColor4();
  scene.customRenderTargets.push(target);
  const screen = MeshBuilder.CreatePlane("screen", { size: 1.4 }, scene);
  screen.material = new StandardMaterial("screen", scene);
  screen.material.emissiveTexture = target;
  screen.material.backFaceCulling = false;
  screen.position.set(0, 1.4, -1.8);
  const glow = new HighlightLayer("glow", scene);
  glow.addMesh(ball, Color3.Green());
  new FxaaPostProcess("fxaa", 1, camera);
  await scene.whenReadyAsync();
  return {
    gl: engine._gl,
    adopt: (options) => adopt(engine, options),
    hook: (call) => {
      scene.onBeforeRenderObservable.add(call);
      scene.onAfterDrawPhaseObservable.add(call);
      for (const mesh of [box, glass, floor]) {
        mesh.onBeforeRenderObservable.add(call);
        mesh.onBeforeDrawObservable.add(call);
        mesh.onAfterRenderObservable.add(call);
      }
    },
    draw: (frame) => {
      camera.alpha = 1 + frame / 4;
      box.rotation.set(frame / 2, frame / 3, 0);
      layered.setFloat("layer", frame % 3);
      drawMap(60 * frame);
      engine.beginFrame();
      scene.render();
      engine.endFrame();
    },
    stop: () => engine.dispose(),
  };
};

let shaders = 0;
await test("Babylon", { start }, exchange({
  example,
  start: async (canvas) => {
    const engine = open(canvas);
    const renderer = new EffectRenderer(engine);
    const scene = new Scene(engine);
    const wrapperOf = async (fragmentShader, names) => {
      const wrapper = new EffectWrapper({
        engine, name: `show${shaders++}`, fragmentShader: fragmentShader.replace(/precision highp \w+;/g, ""), samplerNames: names,
        vertexShader: "attribute vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }",
      });
      await new Promise((resolve) => wrapper.effect.executeWhenCompiled(resolve));
      return wrapper;
    };
    const draw = async (fragment, textures, target) => {
      // Babylon makes GLSL ES 3.00 of what is written in 1.00.
      const text = fragment.replace("out vec4 colour;", "").replaceAll("colour =", "gl_FragColor =");
      const wrapper = await wrapperOf(`precision highp float; precision highp sampler2D;\n${text}`, Object.keys(textures));
      wrapper.onApplyObservable.add(() => {
        for (const [name, texture] of Object.entries(textures)) wrapper.effect.setTexture(name, texture);
      });
      renderer.render(wrapper, target ?? null);
    };
    return {
      gl: engine._gl,
      adopt: () => adopt(engine),
      floats: (data, width, height, lanes) => new RawTexture(
        data, width, height, lanes === 4 ? Constants.TEXTUREFORMAT_RGBA : Constants.TEXTUREFORMAT_R, scene, false, false,
        Constants.TEXTURE_NEAREST_SAMPLINGMODE, Constants.TEXTURETYPE_FLOAT,
      ),
      bytes: () => RawTexture.CreateRGBATexture(new Uint8Array(16), 2, 2, scene, false),
      target: async (width, height, fragment) => {
        const target = new RenderTargetTexture("target", { width, height }, scene, {
          generateMipMaps: false, type: Constants.TEXTURETYPE_FLOAT, samplingMode: Constants.TEXTURE_NEAREST_SAMPLINGMODE,
        });
        await draw(fragment, {}, target.renderTarget);
        return target;
      },
      streamOf: (device, texture, options) => streamOf(device, engine, texture, options),
      textureOf: (stream) => textureOf(stream, engine, BaseTexture),
      draw,
      release: (texture) => texture.dispose(),
      without: {
        part: "_hardwareTexture", streamOf: (device) => streamOf(device, engine, { getInternalTexture: () => ({ isReady: true }) }),
      },
      stop: () => engine.dispose(),
    };
  },
}));
