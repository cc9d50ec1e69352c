// The tests of sorting and drawing, in a browser. `window.results` has a line for each, when all are done.
import { ISLAND_POSE, makeIsland } from "./scene/index.js";
import { STEPS } from "./sort/view.js";
import { Splats } from "./splats.js";
import { Camera } from "./view/camera.js";
import { Viewer } from "./viewer.js";

// The memory of the WebAssembly, which its JavaScript keeps to itself.
const memories = [];
for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...all) => {
    const result = await original.apply(WebAssembly, all);
    memories.push((result.instance ?? result).exports.memory);
    return result;
  };
}
const tests = {};
const check = (condition, what) => { if (!condition) throw new Error(what); };
const island = makeIsland(0.1);

async function open(splats = island, width = 160, height = 120) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: false, depth: false });
  const viewer = await Viewer.open(gl, splats, (error) => { throw error; });
  return { gl, viewer, camera: new Camera(ISLAND_POSE) };
}

const pixels = (gl) => {
  const found = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, found);
  return found;
};
const difference = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

/** Draws with the worker until its order is that of the camera. */
async function settle(viewer, camera) {
  const begun = performance.now();
  while (!viewer.draw(camera) || viewer.waits) {
    check(performance.now() - begun < 60000, "the worker has no order after a minute");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const f = Math.fround;

/** The steps of depths in their own range, as the shaders compute them, and the stable order of these, the farthest first. */
function exactOrder(depths) {
  const [from, to] = [depths.reduce((a, b) => Math.min(a, b)), depths.reduce((a, b) => Math.max(a, b))];
  const scale = f(STEPS / f(to - from));
  const keys = depths.map((depth) => Math.min(Math.max(Math.floor(f(f(depth - from) * scale)), 0), STEPS - 1));
  return Float32Array.from(keys.keys()).sort((a, b) => keys[b] - keys[a] || a - b);
}

tests["the drawn order is the exact sort of the quantised depths"] = async () => {
  const { gl, viewer, camera } = await open();
  const [x, y, z] = ["x", "y", "z"].map((name) => viewer.device.stream(island[name]));
  for (const [yaw, pitch, zoom] of [[0, 0, 1], [1.1, -0.2, 1], [2.4, 0.5, 0.05]]) {
    camera.orbit(yaw, pitch);
    camera.zoom(zoom);
    check(viewer.draw(camera), "nothing is drawn");
    const order = await viewer.readOrder();
    const { a, b, c, near } = viewer.view;
    // The depths of the device, since drivers round them in ways of their own.
    const depths = await viewer.device.map("max(a * x + b * y + c * z, near)", { x, y, z, a, b, c, near }).read();
    for (let i = 0; i < depths.length; i += 97) {
      const depth = Math.max(a * island.x[i] + b * island.y[i] + c * island.z[i], near);
      check(Math.abs(depth - depths[i]) < 1e-5 * ISLAND_POSE.distance, `the depth of splat ${i} is ${depths[i]} instead of ${depth}`);
    }
    const wanted = exactOrder(depths);
    check(order.length === wanted.length, `${order.length} splats are drawn`);
    const wrong = order.findIndex((splat, i) => splat !== wanted[i]);
    check(wrong < 0, `place ${wrong} has splat ${order[wrong]} instead of ${wanted[wrong]}`);
    check(await viewer.wrongNeighbours() === 0, "the worker counts wrong neighbours");
  }
  check(gl.getError() === gl.NO_ERROR, "an error of WebGL");
  viewer.dispose();
};

tests["at rest, the picture is that of the worker, pixel by pixel"] = async () => {
  const { gl, viewer, camera } = await open();
  for (const turn of [0, 0.7, 2.9]) {
    camera.orbit(turn, 0);
    viewer.sorter = "gpu";
    viewer.draw(camera);
    const gpu = pixels(gl);
    const gpuOrder = await viewer.readOrder();
    check(gpu.filter((value, i) => i % 4 === 3 && value > 250).length > 1000, "the picture is nearly empty");
    viewer.sorter = "cpu";
    await settle(viewer, camera);
    const cpuOrder = await viewer.readOrder();
    const apart = gpuOrder.filter((splat, i) => splat !== cpuOrder[i]).length;
    check(apart <= gpuOrder.length / 1000, `${apart} places of the two orders differ`);
    const most = difference(gpu, pixels(gl));
    check(most <= (apart === 0 ? 0 : 4), `the pictures differ by ${most} of 255, and the orders in ${apart} places`);
  }
  // Another order makes another picture: the comparison would find it.
  viewer.sorter = "gpu";
  viewer.draw(camera);
  const right = pixels(gl);
  camera.orbit(Math.PI, 0);
  viewer.sorter = "cpu";
  await settle(viewer, camera);
  camera.orbit(-Math.PI, 0);
  viewer.draw(camera);
  check(difference(right, pixels(gl)) > 20, "an order from behind makes the same picture");
  viewer.dispose();
};

tests["old frames and wrong neighbours are those of the worker alone"] = async () => {
  const { viewer, camera } = await open();
  for (let i = 0; i < 5; i++) {
    camera.orbit(0.4, 0);
    viewer.draw(camera);
    check(await viewer.wrongNeighbours() === 0, "the GPU has wrong neighbours");
  }
  check(viewer.counts.frames === 5 && viewer.counts.old === 0, `${viewer.counts.old} of ${viewer.counts.frames} frames are old`);
  viewer.sorter = "cpu";
  await settle(viewer, camera);
  const before = viewer.counts.old;
  camera.orbit(0.4, 0);
  viewer.draw(camera);
  check(viewer.counts.old === before + 1, "a frame in an old order is not counted");
  check(await viewer.wrongNeighbours() > 100, "an old order has no wrong neighbours");
  await settle(viewer, camera);
  check(await viewer.wrongNeighbours() === 0, "at rest, the worker has wrong neighbours");
  check(viewer.workerMilliseconds > 0, "the worker's time is not known");
  viewer.dispose();
};

tests["two hundred frames take no more memory than ten"] = async () => {
  const { gl, viewer, camera } = await open(makeIsland(0.02), 64, 48);
  const live = {};
  for (const kind of ["Texture", "Buffer", "Framebuffer", "Program", "VertexArray", "Query"]) {
    const [create, remove] = [gl[`create${kind}`], gl[`delete${kind}`]];
    live[kind] = 0;
    gl[`create${kind}`] = function (...all) { live[kind]++; return create.apply(this, all); };
    gl[`delete${kind}`] = function (...all) { live[kind]--; return remove.apply(this, all); };
  }
  for (const sorter of ["gpu", "cpu"]) {
    viewer.sorter = sorter;
    await settle(viewer, camera);
    check(memories.length === 1, `there are ${memories.length} memories of WebAssembly`);
    let early = null;
    for (let frame = 0; frame < 200; frame++) {
      camera.orbit(0.03, 0);
      viewer.draw(camera);
      // So that a slow driver does not fall far behind, and the worker gets its turn.
      if (frame % 5 === 4) {
        pixels(gl);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      if (frame === 9) early = { ...live, bytes: memories[0].buffer.byteLength };
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const bytes = memories[0].buffer.byteLength;
    check(bytes === early.bytes, `${sorter}: the WebAssembly has ${bytes} bytes, and had ${early.bytes} after ten frames`);
    for (const kind of Object.keys(live)) {
      // A timer query may be under way. The device keeps up to 512 framebuffers, which hold nothing, for combinations of its textures.
      const most = kind === "Framebuffer" ? 512 : early[kind] + (kind === "Query" ? 1 : 0);
      check(live[kind] <= most, `${sorter}: there are ${live[kind]} of ${kind}, and ${early[kind]} were there after ten frames`);
    }
  }
  viewer.dispose();
};

tests["one splat, and two, are drawn"] = async () => {
  for (const count of [1, 2]) {
    const splats = new Splats(count);
    for (let at = 0; at < count; at++) {
      splats.place(at, 0, 0, at);
      splats.shape(at, 0.2, 0.2, 0.2, 1, 0, 0, 0);
      splats.paint(at, at, 1 - at, 0, 1);
    }
    const { gl, viewer } = await open(splats, 33, 33);
    const middle = (4 * (33 * 33 - 1)) / 2;
    for (const yaw of [0, Math.PI]) {
      viewer.draw(new Camera({ target: [0, 0, 0.5], distance: 4, yaw, pitch: 0 }));
      const [red, green] = pixels(gl).subarray(middle, middle + 2);
      // In front is the second one, or from behind the first one.
      const front = count === 2 && yaw === 0;
      check(front ? red > 200 && green < 60 : green > 200 && red < 60, `${count} splats, yaw ${yaw}: the middle is ${red}, ${green}`);
    }
    viewer.dispose();
  }
};

tests["a splat covers the pixels that its Gaussian does"] = async () => {
  const splats = new Splats(1);
  const [w, z] = [Math.cos(0.4), Math.sin(0.4)];
  splats.place(0, 0.3, -0.2, 0);
  splats.shape(0, 0.5, 0.2, 0.3, w, 0, 0, z);
  splats.paint(0, 1, 1, 1, 0.9);
  const [width, height] = [200, 150];
  const { gl, viewer } = await open(splats, width, height);
  const camera = new Camera({ target: [0, 0, 0], distance: 20, yaw: 0, pitch: 0 });
  viewer.draw(camera);
  const drawn = pixels(gl);
  // From far away, the projection is all but parallel: the ellipse in the plane, written out.
  const scale = (height / 2) * camera.matrices(width, height).projection[5] / 20;
  const [cos, sin] = [Math.cos(0.8), Math.sin(0.8)];
  let most = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = [column + 0.5 - width / 2 - 0.3 * scale, row + 0.5 - height / 2 + 0.2 * scale];
      const [u, v] = [cos * x + sin * y, cos * y - sin * x];
      const wanted = 0.9 * Math.exp(-0.5 * (u * u / ((0.5 * scale) ** 2 + 0.3) + v * v / ((0.2 * scale) ** 2 + 0.3)));
      most = Math.max(most, Math.abs(255 * wanted - drawn[4 * (row * width + column)]));
    }
  }
  check(most < 4, `a pixel differs by ${most} of 255`);
  viewer.dispose();
};

const results = window.done = [];
const only = new URLSearchParams(location.search).get("only") ?? "";
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(only))) {
  window.progress = name;
  try {
    await test();
    results.push({ name });
  } catch (error) {
    results.push({ name, error: `${error}\n${error?.stack ?? ""}` });
  }
}
window.results = results;
