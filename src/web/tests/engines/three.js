// three.js: its own scene, its textures as streams, streams as its textures, and the guide's example.
import * as THREE from "three";
import { adopt, streamOf, textureOf } from "brooklet/three";
import { picture, SIZE, test } from "./harness.js";
import { exchange } from "./exchange.js";
import { start as example } from "./examples/three.js";

const start = async (canvas) => {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, stencil: true });
  renderer.setSize(SIZE.width, SIZE.height, false);
  renderer.shadowMap.enabled = true;
  renderer.autoClear = false;
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(50, SIZE.width / SIZE.height, 0.1, 30);
  const cube = new THREE.CubeTexture([0, 40, 80, 120, 160, 200].map((hue) => picture(16, hue)));
  cube.needsUpdate = true;
  scene.background = cube;
  scene.environment = cube;
  const light = new THREE.DirectionalLight(0xffffff, 3);
  light.position.set(2, 4, 3);
  light.castShadow = true;
  light.shadow.mapSize.set(256, 256);
  scene.add(light, new THREE.AmbientLight(0x404040));
  const map = new THREE.CanvasTexture(picture(64));
  map.colorSpace = THREE.SRGBColorSpace;
  map.anisotropy = 4;
  const moving = new THREE.CanvasTexture(picture(32, 90));
  const box = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshStandardMaterial({ map, roughness: 0.3, metalness: 0.4 }));
  box.castShadow = true;
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(6, 6), new THREE.MeshStandardMaterial({ map: moving }));
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = -1;
  floor.receiveShadow = true;
  const many = new THREE.InstancedMesh(new THREE.SphereGeometry(0.15, 8, 6), new THREE.MeshPhongMaterial({ map }), 12);
  for (let i = 0; i < 12; i++) {
    many.setMatrixAt(i, new THREE.Matrix4().makeTranslation(Math.cos(i / 2) * 1.6, -0.5 + i / 12, Math.sin(i / 2) * 1.6));
    many.setColorAt(i, new THREE.Color().setHSL(i / 12, 0.7, 0.5));
  }
  const glass = new THREE.Mesh(
    new THREE.SphereGeometry(0.6, 16, 12), new THREE.MeshBasicMaterial({ color: 0x3388ff, transparent: true, opacity: 0.4 }),
  );
  glass.position.set(0.8, 0, 1);
  const layers = new THREE.DataArrayTexture(Uint8Array.from({ length: 4 * 4 * 3 * 4 }, (_, i) => (i * 37) % 256), 4, 4, 3);
  layers.needsUpdate = true;
  const group = new THREE.UniformsGroup();
  group.setName("Tint");
  const tint = new THREE.Uniform(new THREE.Vector4(1, 0.8, 0.6, 1));
  group.add(tint);
  const layered = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3, uniforms: { layers: { value: layers }, at: { value: 0 } }, uniformsGroups: [group], side: THREE.DoubleSide,
    vertexShader: `in vec3 position; in vec2 uv; uniform mat4 projectionMatrix, modelViewMatrix; out vec2 where;
      void main() { where = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: `precision highp float; precision highp sampler2DArray; in vec2 where; out vec4 colour; uniform sampler2DArray layers;
      uniform float at; layout(std140) uniform Tint { vec4 tint; };
      void main() { colour = vec4(texture(layers, vec3(where, at)).rgb, 1.0) * tint; }`,
  }));
  layered.position.set(-1.2, 0.6, 0.5);
  // A stencil: the second quad is drawn only where the first one is not.
  const stencil = (value, func, color) => new THREE.MeshBasicMaterial({
    color, stencilWrite: true, stencilRef: value, stencilFunc: func, stencilZPass: THREE.ReplaceStencilOp,
  });
  const first = new THREE.Mesh(new THREE.CircleGeometry(0.3, 12), stencil(1, THREE.AlwaysStencilFunc, 0xff2222));
  const second = new THREE.Mesh(new THREE.CircleGeometry(0.5, 12), stencil(1, THREE.NotEqualStencilFunc, 0x22ff22));
  first.position.set(1.3, 0.9, 0);
  second.position.set(1.3, 0.9, -0.01);
  second.renderOrder = 1;
  const points = new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({ size: 4, sizeAttenuation: false, map }));
  const places = new THREE.BufferAttribute(new Float32Array(60), 3);
  points.geometry.setAttribute("position", places);
  const target = new THREE.WebGLRenderTarget(64, 48, { samples: 4, generateMipmaps: true, minFilter: THREE.LinearMipmapLinearFilter });
  const several = new THREE.WebGLRenderTarget(32, 32, { count: 2, type: THREE.FloatType, depthBuffer: false });
  const screen = new THREE.Mesh(new THREE.PlaneGeometry(1.2, 0.9), new THREE.MeshBasicMaterial({ map: target.texture }));
  screen.position.set(-0.4, 1.1, -0.5);
  scene.add(box, floor, many, glass, layered, first, second, points, screen);
  const inner = new THREE.Scene();
  inner.add(new THREE.Mesh(new THREE.TorusKnotGeometry(0.5, 0.2, 24, 6), new THREE.MeshNormalMaterial()));
  const two = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3, vertexShader: "in vec3 position; void main() { gl_Position = vec4(position, 1.0); }",
    fragmentShader: `precision highp float; layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;
      void main() { a = vec4(gl_FragCoord.xy, 1.0, 1.0); b = vec4(0.5); }`,
  }));
  two.frustumCulled = false;
  const deep = new THREE.Scene();
  deep.add(two);
  const read = new Uint8Array(4 * 8 * 8);
  return {
    gl: renderer.getContext(),
    renderer,
    adopt: (options) => adopt(renderer, options),
    hook: (call) => scene.traverse((object) => { object.onBeforeRender = object.onAfterRender = call; }),
    draw: (frame) => {
      camera.position.set(Math.sin(frame / 3) * 3, 1.2, Math.cos(frame / 3) * 3.5);
      camera.lookAt(0, 0.2, 0);
      box.rotation.set(frame / 2, frame / 3, 0);
      layered.material.uniforms.at.value = frame % 3;
      tint.value.x = 0.5 + (frame % 2) / 2;
      moving.image = picture(32, 60 * frame);
      moving.needsUpdate = true;
      for (let i = 0; i < 60; i++) places.array[i] = Math.sin(i * 7 + frame) * 1.5;
      places.needsUpdate = true;
      inner.children[0].rotation.y = frame;
      renderer.setRenderTarget(several);
      renderer.render(deep, camera);
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(inner, camera);
      renderer.readRenderTargetPixels(target, 20, 20, 8, 8, read);
      floor.material.color.setRGB(0.5 + read[0] / 512, 1, 0.5 + read[150] / 512);
      renderer.setRenderTarget(null);
      renderer.setScissorTest(false);
      renderer.setViewport(0, 0, SIZE.width, SIZE.height);
      renderer.clear();
      renderer.render(scene, camera);
      renderer.setScissor(100, 5, 50, 40);
      renderer.setScissorTest(true);
      renderer.setViewport(100, 5, 50, 40);
      renderer.clear(true, true, true);
      renderer.render(inner, camera);
      renderer.setScissorTest(false);
    },
    stop: () => renderer.dispose(),
  };
};

const screenOf = (fragmentShader, uniforms) => {
  const scene = new THREE.Scene();
  const quad = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3, fragmentShader, uniforms,
    vertexShader: "in vec3 position; void main() { gl_Position = vec4(position, 1.0); }",
  }));
  quad.frustumCulled = false;
  scene.add(quad);
  return scene;
};

await test("three", { start }, exchange({
  example,
  start: async (canvas) => {
    const renderer = new THREE.WebGLRenderer({ canvas });
    renderer.setSize(SIZE.width, SIZE.height, false);
    const camera = new THREE.Camera();
    return {
      gl: renderer.getContext(),
      adopt: () => adopt(renderer),
      floats: (data, width, height, lanes) => {
        const format = lanes === 4 ? THREE.RGBAFormat : THREE.RedFormat;
        const texture = new THREE.DataTexture(data, width, height, format, THREE.FloatType);
        texture.needsUpdate = true;
        return texture;
      },
      bytes: () => {
        const texture = new THREE.DataTexture(new Uint8Array(16), 2, 2);
        texture.needsUpdate = true;
        return texture;
      },
      target: (width, height, fragment) => {
        const target = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType, depthBuffer: false });
        renderer.setRenderTarget(target);
        renderer.render(screenOf(fragment, {}), camera);
        renderer.setRenderTarget(null);
        return target.texture;
      },
      streamOf: (device, texture, options) => streamOf(device, renderer, texture, options),
      textureOf: (stream) => textureOf(stream, renderer, THREE.ExternalTexture),
      draw: (fragment, textures) => {
        const uniforms = Object.fromEntries(Object.entries(textures).map(([name, value]) => [name, { value }]));
        renderer.render(screenOf(fragment, uniforms), camera);
      },
      release: (texture) => texture.dispose(),
      without: {
        part: "properties",
        streamOf: (device, texture) => streamOf(device, { getContext: () => renderer.getContext() }, texture),
      },
      stop: () => renderer.dispose(),
    };
  },
}));
