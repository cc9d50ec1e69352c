// What goes wrong in a page, and what is given that cannot be: always a `BrookletError`, and the device goes on.
import { BrookletError, Device } from "./brooklet/index.js";
import { wrongCalls } from "./random.js";
import { check, equal, noise, rejects, tests } from "./support.js";

const adopted = async (options) => {
  const gl = document.createElement("canvas").getContext("webgl2");
  return { gl, device: await Device.adopt(gl, options) };
};

tests["an operator that throws leaves the owner's state as it was"] = async () => {
  const { gl, device } = await adopted();
  gl.enable(gl.BLEND);
  gl.viewport(1, 2, 3, 4);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
  const x = device.stream(noise(1000));
  const failure = new Error("of the page");
  let thrown = null;
  try {
    x.reduce({ expression: "a * b", apply: () => { throw failure; } });
  } catch (error) {
    thrown = error;
  }
  check(thrown === failure, `${thrown} is thrown`);
  check(gl.isEnabled(gl.BLEND) && gl.getParameter(gl.UNPACK_FLIP_Y_WEBGL), "the state is another");
  equal(gl.getParameter(gl.VIEWPORT), [1, 2, 3, 4], "the viewport");
  check(x.reduce("max") <= 1, "the device goes on");
  device.dispose();
};

tests["what is of a wrong type is said"] = async () => {
  const device = await Device.create();
  const x = device.stream([3, 1, 2]);
  const types = {
    "filter by a number": () => x.filter(5), "filter by a function": () => x.filter((v) => v > 1), "a method": () => x.sort({ method: 5 }),
    "no expression": () => x.map(undefined, {}), "no bindings": () => device.map("1.0"), "no kernel": () => device.kernel(),
    "no texture": () => device.texture({}), "no options": () => x.sort(null), "a partition": () => x.partition(null),
    "no size": () => device.texture(device.gl.createTexture(), null),
  };
  for (const [name, work] of Object.entries(types)) {
    const message = await rejects(work, "type");
    check(!/internal|undefined is not/.test(message), `${name}: ${message}`);
  }
  const values = {
    "a word": () => x.argsort({ bits: 4, range: "integer" }), "one end": () => x.argsort({ bits: 4, range: [0] }),
    "bins": () => x.histogram(3, { range: [0] }), "a number": () => x.histogram(3, { range: 5 }),
    "too many bins": () => x.histogram(65537), "a kind": () => device.random(3, { kind: "gauss" }),
    "a seed": () => device.random(3, { seed: 2n ** 64n }), "a shape": () => device.stream([1], { shape: "1" }),
  };
  for (const work of Object.values(values)) await rejects(work, "option");
  for (const gl of [null, undefined, {}, document.createElement("canvas").getContext("webgl")]) await rejects(() => Device.adopt(gl), "driver");
  await rejects(() => Device.create(null), "type");
  check((await rejects(() => x.scan({ expression: "a + b", apply: (a, b) => a + b }, { exclusive: true }), "operator")).includes("give { identity: .. }"),
    "the message is for Rust");
  const kernel = device.kernel("input float x; output float y; void main() { y = fetch(x, here()); }", "copy");
  check((await rejects(() => kernel.run({}), "pass")).includes("input x is missing"), "what is missing is not named");
  check((await rejects(() => kernel.run({ x: [1, 2] }), "type")).includes("input x is a stream"), "what is wrong is not named");
  equal(await x.sort().read(), [1, 2, 3], "a sort afterwards");
  const weights = device.stream([1, 2, 3]);
  weights.dispose();
  await rejects(() => x.histogram(3, { weights }), "disposed");
  device.dispose();
};

tests["wrong calls at random are errors"] = async () => {
  const device = await Device.create();
  const outcomes = await wrongCalls(device, BrookletError, 1500, 7);
  check(outcomes.returned > 0 && outcomes.type > 0 && outcomes.disposed > 0, JSON.stringify(outcomes));
  device.dispose();
};

tests["a texture that is none of the context's is said"] = async () => {
  const { gl, device } = await adopted();
  const other = document.createElement("canvas").getContext("webgl2");
  const made = (context) => {
    const texture = context.createTexture();
    context.bindTexture(context.TEXTURE_2D, texture);
    context.texImage2D(context.TEXTURE_2D, 0, context.RGBA32F, 2, 1, 0, context.RGBA, context.FLOAT, Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    return texture;
  };
  const layout = { width: 2, height: 1, count: 8, format: "RGBA32F" };
  await rejects(() => device.texture(made(other), layout), "type");
  const deleted = made(gl);
  gl.deleteTexture(deleted);
  await rejects(() => device.texture(deleted, layout), "type");
  const lent = made(gl);
  device.texture(lent, layout).dispose();
  device.texture(lent, layout).dispose();
  gl.deleteTexture(lent);
  await rejects(() => device.texture(lent, layout), "type");
  check(gl.getError() === gl.NO_ERROR, "an error of WebGL");
  const own = made(gl);
  const vectors = device.texture(own, { ...layout, count: 2, components: 3 });
  equal(await vectors.read(), [1, 2, 3, 5, 6, 7], "vectors of three");
  equal(await device.map("p.z", { p: vectors }).read(), [3, 7], "their last");
  device.dispose();
};

tests["outputs in one texture of the page are said"] = async () => {
  const { gl, device } = await adopted();
  const made = () => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, 4, 2, 0, gl.RED, gl.FLOAT, Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7));
    return texture;
  };
  const on = (texture) => device.texture(texture, { width: 4, height: 2, count: 8, format: "R32F" });
  const copy = device.kernel("input float x; output float a; output float b; void main() { a = fetch(x, here()); b = 2.0; }", "copy");
  const place = device.kernel("output float a; void main() { a = 2.0; }", "place");
  const shared = made();
  const [x, a, b, c] = [made(), shared, shared, made()].map(on);
  const own = device.stream([0, 1, 2, 3, 4, 5, 6, 7], { layout: "plain" });
  const said = async (work) => (await rejects(work, "pass")).replace("; a pass writes to a texture of its own", "");
  equal([
    await said(() => copy.run({ x }, { outputs: { a, b } })),
    await said(() => copy.run({ x: b }, { outputs: { a, b: c } })),
    await said(() => copy.run({ x: own }, { outputs: { a: on(own.texture), b: c } })),
    await said(() => place.run({}, { outputs: { a }, points: b })),
  ], [
    "kernel copy: output a and output b lie in one texture", "kernel copy: output a and input x lie in one texture",
    "kernel copy: output a and input x lie in one texture", "kernel place: output a and the places of points lie in one texture",
  ], "what is said of one texture");
  // One stream that is given twice.
  for (const outputs of [{ a: x, b: c }, { a: c, b: c }]) {
    check((await rejects(() => copy.run({ x }, { outputs }), "pass")).includes("are one stream"), "what is said of one stream");
  }
  check(gl.getError() === gl.NO_ERROR, "an error of WebGL");
  copy.run({ x: own }, { outputs: { a, b: c } });
  equal(await b.read(), [0, 1, 2, 3, 4, 5, 6, 7], "what lies in the shared texture");
  equal(await c.read(), Array(8).fill(2), "the second output");
  check(gl.getError() === gl.NO_ERROR, "an error of WebGL");
  // Streams without elements have no texture.
  const none = () => device.stream(new Float32Array(0));
  copy.run({ x }, { outputs: { a: none(), b: none() } });
  place.run({}, { outputs: { a: on(made()) }, points: device.stream([], { layout: "plain" }) });
  device.dispose();
};

tests["integers are read while the page goes on, and may be disposed of"] = async () => {
  const device = await Device.create();
  const signed = Int32Array.of(5, -1, 0, 2 ** 31 - 1, -(2 ** 31), 65536, -65537);
  const unsigned = Uint32Array.of(0, 1, 65535, 65536, 2 ** 31, 2 ** 32 - 1);
  for (const data of [signed, unsigned]) {
    const x = device.stream(data);
    const waits = x.read();
    x.dispose();
    equal(await waits, data, "a read of integers");
  }
  device.dispose();
};

tests["a context that is lost and restored is lost for its device"] = async () => {
  const { gl, device } = await adopted();
  const loses = gl.getExtension("WEBGL_lose_context");
  gl.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
  const event = (name) => new Promise((resolve) => gl.canvas.addEventListener(name, resolve, { once: true }));
  const x = device.stream(noise(1000));
  const waits = rejects(() => x.sort().read(), "context-lost");
  const [lost, restored] = [event("webglcontextlost"), event("webglcontextrestored")];
  loses.loseContext();
  await lost;
  // A context can be restored once all have been told that it is lost.
  await new Promise((resolve) => setTimeout(resolve));
  await rejects(() => Device.adopt(gl), "context-lost");
  loses.restoreContext();
  await restored;
  await waits;
  await rejects(() => x.sort(), "context-lost");
  await rejects(() => x.read(), "context-lost");
  const again = await Device.adopt(gl);
  equal(await again.stream([2, 1]).sort().read(), [1, 2], "a device that is opened again");
  device.dispose();
  again.dispose();
};

tests["devices in one context end in any order"] = async () => {
  const gl = document.createElement("canvas").getContext("webgl2");
  const devices = [await Device.adopt(gl), await Device.adopt(gl), await Device.adopt(gl)];
  for (const device of devices) check(device.stream([2, 1]).sort().texture, "a texture");
  for (const at of [1, 0, 2]) {
    equal(devices[at].stream([2, 1]).sort().readSync(), [1, 2], "a sort");
    devices[at].dispose();
  }
  for (const name of ["colorMask", "pixelStorei", "beginTransformFeedback", "deleteTexture"]) {
    check(!Object.hasOwn(gl, name), `${name} stays wrapped`);
  }
};

tests["transform feedback that WebGL refuses to begin is none"] = async () => {
  const { gl, device } = await adopted();
  gl.beginTransformFeedback(gl.POINTS);
  check(gl.getError() === gl.INVALID_OPERATION, "it begins");
  equal(device.stream([2, 1]).sort().readSync(), [1, 2], "a sort");
  device.dispose();
};

tests["an error is one of JavaScript, too"] = async () => {
  const error = await Device.adopt(null).catch((error) => error);
  check(error instanceof BrookletError && error instanceof Error && error.name === "BrookletError", `${error}`);
};
