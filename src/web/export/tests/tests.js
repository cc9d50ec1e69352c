// Tests of the runner of exports, in a browser. `window.results` has a line for each, when all are done.
import { load } from "./sort/run.js";

const floats = async (file) => new Float32Array(await (await fetch(file)).arrayBuffer());
const check = (condition, what) => { if (!condition) throw new Error(what); };
const equal = (got, wanted, what, bound = 0) => {
  check(got.length === wanted.length, `${what}: ${got.length} numbers instead of ${wanted.length}`);
  const most = bound && wanted.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  for (let k = 0; k < wanted.length; k++) {
    const right = bound ? Math.abs(got[k] - wanted[k]) <= bound * most : Object.is(got[k], wanted[k]);
    check(right, `${what}: number ${k} is ${got[k]} instead of ${wanted[k]}`);
  }
};
const rejects = async (work, wanted) => {
  try {
    await work();
  } catch (error) {
    check(error.message.includes(wanted), `${error.message} instead of ${wanted}`);
    return;
  }
  throw new Error(`nothing is thrown, instead of ${wanted}`);
};
const context = () => document.createElement("canvas").getContext("webgl2");

const gl = context();
const tests = {};
for (const job of await (await fetch("jobs.json")).json()) {
  tests[job.name] = async () => {
    const plan = await load(gl, `${job.folder}/plan.json`, { count: job.count });
    const inputs = {};
    for (const [name, file] of Object.entries(job.inputs)) inputs[name] = await floats(file);
    for (const round of [1, 2]) {
      plan.run(round === 1 ? inputs : {}); // what was given before is still there
      const numbered = plan.plan.outputs.some((output) => output.name === "number");
      const number = numbered ? (await plan.read("number"))[0] : undefined;
      for (const [name, file] of Object.entries(job.outputs)) {
        equal((await plan.read(name)).slice(0, number), await floats(file), name, job.bound);
      }
    }
    check(gl.getError() === 0, "an error of WebGL");
  };
}

// The result of one plan is the input of another, without leaving the GPU.
tests["textures go from plan to plan"] = async () => {
  const options = { count: 4097 };
  const keys = await floats("argsort-4097-keys.f32");
  const [argsort, take] = [await load(gl, "argsort/plan.json", options), await load(gl, "take/plan.json", options)];
  argsort.run({ keys });
  take.run({ values: keys, positions: argsort.textures.order });
  equal(await take.read("taken"), Float32Array.from(keys).sort(), "sorted");
};

// A texture of the host, in a context whose state is not that of a fresh one.
tests["what the host has set does not matter"] = async () => {
  const gl = context();
  const plan = await load(gl, "sort/plan.json", { count: 4097 });
  const { width, height } = plan.plan.textures.find((texture) => texture.use === "input");
  const keys = await floats("sort-4097-keys.f32");
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  const padded = new Float32Array(width * height);
  padded.set(keys);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, width, height, 0, gl.RED, gl.FLOAT, padded);
  const sampler = gl.createSampler();
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  const disturb = () => {
    for (const test of [gl.BLEND, gl.CULL_FACE, gl.DEPTH_TEST, gl.SCISSOR_TEST, gl.STENCIL_TEST]) gl.enable(test);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.colorMask(false, true, false, true);
    gl.cullFace(gl.FRONT_AND_BACK);
    gl.scissor(0, 0, 1, 1);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 8);
    for (const way of ["PACK", "UNPACK"]) {
      for (const what of ["ROW_LENGTH", "SKIP_ROWS", "SKIP_PIXELS"]) gl.pixelStorei(gl[`${way}_${what}`], 7);
    }
    gl.activeTexture(gl.TEXTURE3);
    for (let unit = 0; unit < 4; unit++) gl.bindSampler(unit, sampler);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, gl.createBuffer());
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, gl.createBuffer());
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
  };
  const sorted = Float32Array.from(keys).sort();
  for (const input of [texture, keys]) {
    disturb();
    plan.run({ keys: input });
    equal(await plan.read("sorted"), sorted, "sorted");
  }
  check(gl.getError() === 0, "an error of WebGL");
};

tests["constants are the host's to change"] = async () => {
  const plan = await load(gl, "map-a-x-b--i-x--c-a-2--c-b-0-5/plan.json", { count: 1000 });
  const x = Float32Array.from({ length: 1000 }, (_, k) => k);
  plan.run({ x, a: -3, b: 1 });
  equal(await plan.read("mapped"), x.map((x) => 1 - 3 * x), "mapped");
  plan.run({ a: Float32Array.of(2), b: [5] });
  equal(await plan.read("mapped"), x.map((x) => 5 + 2 * x), "mapped");
};

tests["files may be given as texts"] = async () => {
  const texts = {};
  const manifest = await (await fetch("sort/plan.json")).json();
  for (const file of ["plan.json", "quad.vert", ...manifest.programs.map((program) => program.file)]) {
    texts[file] = await (await fetch(`sort/${file}`)).text();
  }
  const plan = await load(gl, texts);
  plan.run({ keys: Float32Array.of(3) });
  equal(await plan.read("sorted"), [3], "sorted");
};

tests["what is wrong is an error"] = async () => {
  await rejects(() => load(gl, "sort/plan.json", { count: 5 }), "there is no 5, but 1,1000,4097,70001");
  await rejects(() => load(gl, "sorted/plan.json"), "plan.json: 404");
  await rejects(() => load(gl, { "plan.json": '{"format":"brooklet-export","version":2}' }), "no plan.json of version 1");
  const plan = await load(gl, "sort/plan.json", { count: 1000 });
  await rejects(async () => plan.run(), "no input keys");
  const wrong = (keys, not) => rejects(async () => plan.run({ keys }), `keys takes a WebGLTexture or 1000 numbers, not ${not}`);
  await wrong(new Float32Array(999), "Float32Array of 999");
  await wrong([1, 2, 3], "Array of 3");
  await wrong("keys", "String of 4");
  await rejects(async () => plan.run(), "no input keys"); // what was wrong is not kept
  await rejects(() => plan.read("nope"), "there is no nope, but sorted");
  check(gl.getError() === 0, "an error of WebGL");
};

tests["a plan deletes what it made"] = async () => {
  const gl = context();
  // Whatever a context creates.
  const made = [];
  for (const kind of ["Program", "Texture", "Framebuffer", "VertexArray", "Shader"]) {
    const create = gl[`create${kind}`].bind(gl);
    gl[`create${kind}`] = (...words) => {
      const object = create(...words);
      made.push({ kind, object });
      return object;
    };
  }
  const plan = await load(gl, "sort/plan.json", { count: 4097 });
  plan.run({ keys: new Float32Array(4097) });
  const own = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, own);
  await plan.read("sorted");
  check(new Set(made.map(({ kind }) => kind)).size === 5, "not all kinds were made");
  plan.dispose();
  gl.useProgram(null);
  for (const { kind, object } of made) check(gl[`is${kind}`](object) === (object === own), `a ${kind} is left`);
  check(gl.getError() === 0, "an error of WebGL");
};

tests["a lost context is an error"] = async () => {
  const gl = context();
  const plan = await load(gl, "sort/plan.json");
  gl.getExtension("WEBGL_lose_context").loseContext();
  await rejects(async () => plan.run({ keys: Float32Array.of(1) }), "the context is lost");
  await rejects(() => plan.read("sorted"), "the context is lost");
};

const results = [];
for (const [name, test] of Object.entries(tests)) {
  window.progress = name;
  try {
    await test();
    results.push({ name });
  } catch (error) {
    results.push({ name, error: `${error.message}` });
  }
}
window.results = results;
