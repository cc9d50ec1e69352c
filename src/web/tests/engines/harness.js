// Draws the frames of a scene without brooklet and with it, and compares all pixels.
import { BrookletError } from "brooklet";
import { bare, DISTURBANCES, DRAWS, ownOf, SETS, UPLOADS, USES } from "./state.js";

export const SIZE = { width: 160, height: 120 };
const FRAMES = 4;

export const check = (condition, what) => { if (!condition) throw new Error(what); };
export const equal = (got, wanted, what) => {
  check(got.length === wanted.length, `${what}: ${got.length} elements instead of ${wanted.length}`);
  for (let i = 0; i < wanted.length; i++) check(got[i] === wanted[i], `${what}: element ${i} is ${got[i]} instead of ${wanted[i]}`);
};
/** Whole numbers below 256, the same in every browser. */
export const noise = (count, seed = 1) => {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
};
const ascending = (data) => data.slice().sort();

/** A canvas with a picture that is not the same upside down, or from behind. */
export const picture = (size = 32, hue = 0) => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  for (let y = 0; y < 4; y++) {
    for (let x = 0; x < 4; x++) {
      context.fillStyle = `hsl(${hue + 20 * x + 70 * y} 80% ${25 + 12 * x}%)`;
      context.fillRect((x * size) / 4, (y * size) / 4, size / 4, size / 4);
    }
  }
  return canvas;
};

/** All pixels of the canvas, whatever is bound. */
export const pixelsOf = (gl) => {
  const ask = (name) => bare(gl, "getParameter", gl[name]);
  const stores = ["PACK_ALIGNMENT", "PACK_ROW_LENGTH", "PACK_SKIP_ROWS", "PACK_SKIP_PIXELS"].map((name) => [gl[name], ask(name)]);
  const [framebuffer, buffer] = [ask("READ_FRAMEBUFFER_BINDING"), ask("PIXEL_PACK_BUFFER_BINDING")];
  bare(gl, "bindFramebuffer", gl.READ_FRAMEBUFFER, null);
  bare(gl, "bindBuffer", gl.PIXEL_PACK_BUFFER, null);
  stores.forEach(([name], at) => bare(gl, "pixelStorei", name, at === 0 ? 4 : 0));
  const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
  bare(gl, "readPixels", 0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  stores.forEach(([name, value]) => bare(gl, "pixelStorei", name, value));
  bare(gl, "bindBuffer", gl.PIXEL_PACK_BUFFER, buffer);
  bare(gl, "bindFramebuffer", gl.READ_FRAMEBUFFER, framebuffer);
  return pixels;
};

/**
 * Has `before(count)` called before the calls of a context, unless transform feedback is active, or it is `busy` itself. What it returns
 * is called after the call. Returns the number of calls, and what ends it.
 */
const intercept = (gl, names, before, busy = () => false) => {
  let feedback = false;
  let count = 0;
  const ends = [];
  const wrap = (name, wrapper) => {
    const [had, original] = [Object.hasOwn(gl, name), gl[name]];
    gl[name] = wrapper(original);
    ends.push(() => { if (had) gl[name] = original; else delete gl[name]; });
  };
  for (const name of ["beginTransformFeedback", "endTransformFeedback"]) {
    wrap(name, (original) => (...all) => { feedback = name.startsWith("begin"); return original.apply(gl, all); });
  }
  for (const name of names) {
    wrap(name, (original) => (...all) => {
      const after = !feedback && !busy() ? before(count++) : undefined;
      const result = original.apply(gl, all);
      if (typeof after === "function") after();
      return result;
    });
  }
  return { count: () => count, end: () => ends.reverse().forEach((end) => end()) };
};

/** What brooklet does between two calls of an engine, one after the other. Each checks its own result. */
const work = (device, failures) => {
  const data = noise(700, 7);
  const few = noise(33, 3);
  const sorted = ascending(data);
  const order = Float32Array.from(data.keys()).sort((a, b) => data[a] - data[b] || a - b);
  const kept = device.stream(data);
  const { gl } = device;
  const others = bare(gl, "createTexture");
  const [before, flip] = [bare(gl, "getParameter", gl.TEXTURE_BINDING_2D), bare(gl, "getParameter", gl.UNPACK_FLIP_Y_WEBGL)];
  bare(gl, "pixelStorei", gl.UNPACK_FLIP_Y_WEBGL, false);
  bare(gl, "bindTexture", gl.TEXTURE_2D, others);
  bare(gl, "texImage2D", gl.TEXTURE_2D, 0, gl.R32F, 5, 1, 0, gl.RED, gl.FLOAT, Float32Array.of(3, 1, 9, 4, 2));
  bare(gl, "bindTexture", gl.TEXTURE_2D, before);
  bare(gl, "pixelStorei", gl.UNPACK_FLIP_Y_WEBGL, flip);
  const reads = [];
  const later = (promise, wanted, what) => reads.push(promise.then((got) => equal(got, wanted, what)));
  const own = (stream, then) => { const result = then(stream); stream.dispose(); return result; };
  const actions = [
    () => own(device.stream(data), (x) => own(x.sort(), (y) => equal(y.readSync(), sorted, "a sort"))),
    () => own(kept.argsort({ bits: 8, range: "integers" }), (y) => later(y.read(), order, "an argsort")),
    () => own(device.stream(few), (x) => own(x.map("2.0 * x + 1.0"), (y) => later(y.read(), few.map((v) => 2 * v + 1), "a map"))),
    () => own(kept.filter("x > 99.0"), (y) => equal(y.readSync(), data.filter((v) => v > 99), "a filter")),
    () => own(device.stream(few), (x) => own(x.scan(), (y) => {
      let sum = 0;
      equal(y.readSync(), few.map((v) => (sum += v)), "a scan");
    })),
    () => check(kept.reduce("max") === Math.max(...data), "a maximum"),
    () => { void kept.texture; void kept.layout(); },
    // A texture of somebody else, which is read through a sampler.
    () => own(device.texture(others, { width: 5, height: 1, count: 5, format: "R32F" }), (x) => own(x.sort({ descending: true }), (y) =>
      equal(y.readSync(), Float32Array.of(9, 4, 3, 2, 1), "a sort of a texture of somebody else"))),
  ];
  let [steps, skipped, busy, ended] = [0, 0, false, false];
  const step = () => {
    if (busy || ended) return;
    busy = true;
    try {
      actions[steps++ % actions.length]();
    } catch (error) {
      failures.push(error);
    }
    busy = false;
  };
  return {
    // Of many calls of an engine, some: a browser that draws on the CPU takes milliseconds for each.
    step: (count) => { if (count < 30 || count % 7 === 0) step(); },
    hook: () => { if (skipped++ % 5 < 2) step(); },
    settle: () => Promise.all(reads.splice(0)),
    end: () => {
      ended = true;
      kept.dispose();
    },
    steps: () => steps,
    busy: () => busy,
  };
};

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
export const canvasOf = () => {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, SIZE);
  canvas.style.imageRendering = "pixelated";
  document.body.append(canvas);
  return canvas;
};

/** Starts a scene in a context of its own, and runs `work` with it and with what draws a frame and gets its pixels. */
const session = async (scene, work) => {
  const canvas = canvasOf();
  const started = await scene.start(canvas);
  const { gl } = started;
  const draw = async (frame) => {
    started.draw(frame);
    const pixels = pixelsOf(gl);
    await pause();
    return pixels;
  };
  try {
    return await work(started, draw);
  } finally {
    started.stop();
    canvas.remove();
    gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
};
const inTurn = async (draw, between = () => {}) => {
  const all = [];
  // Engines prepare some things as they draw, and then use them. A first frame, which is not compared, has them do that.
  between();
  await draw(FRAMES - 1);
  for (let frame = 0; frame < FRAMES; frame++) {
    between();
    all.push(await draw(frame));
  }
  between();
  return all;
};

/** How many pixels differ, by frame. */
const differences = (a, b) => a.map((frame, at) => {
  let count = 0;
  for (let i = 0; i < frame.length; i += 4) {
    count += [0, 1, 2, 3].some((channel) => frame[i + channel] !== b[at][i + channel]) ? 1 : 0;
  }
  return count;
});

/** Runs the tests of a scene, which it adds to `window.results`. `scene.omits` names disturbances that it has no use for. */
export const test = async (name, scene, others) => {
  const results = [];
  const run = async (what, work) => {
    window.progress = `${name}: ${what}`;
    const begun = performance.now();
    try {
      const note = await work();
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      results.push({ name: `${name}: ${what} (${note ? `${note}, ` : ""}${seconds} s)` });
    } catch (error) {
      results.push({ name: `${name}: ${what}`, error: String(error?.stack ?? error).slice(0, 1500) });
    }
  };
  if (new URLSearchParams(location.search).has("look")) {
    // Shows the scene, for people.
    const canvas = canvasOf();
    canvas.style.width = `${4 * SIZE.width}px`;
    (await scene.start(canvas)).draw(2);
    window.results = [{ name: `${name} is shown` }];
    return;
  }
  let plain;
  const same = (all, what) => {
    const counts = differences(plain, all);
    check(counts.every((count) => count === 0), `${counts} pixels differ, by frame, ${what}`);
  };
  await session(scene, async (started, draw) => {
    const { gl } = started;
    await run("frames have content, and are the same a second time", async () => {
      plain = await inTurn(draw);
      check(gl.getError() === 0, "an error of WebGL without brooklet");
      const colours = plain.map((frame) => new Set(new Uint32Array(frame.buffer)).size);
      check(colours.every((count) => count > 50), `frames have ${colours} colours`);
      same(await inTurn(draw), "without brooklet");
      const moved = differences(plain.slice(1), plain);
      check(moved.every((count) => count > 10), `only ${moved} pixels differ from frame to frame`);
      return `${colours} colours`;
    });
    const own = ownOf(gl);
    for (const [what, [names, disturb]] of Object.entries(DISTURBANCES)) {
      if (scene.omits?.includes(what)) continue;
      await run(`the comparison finds ${what}`, async () => {
        const intercepted = intercept(gl, names, () => disturb(gl, own));
        const all = [await draw(1), await draw(2)];
        intercepted.end();
        const counts = differences(plain.slice(1, 3), all);
        check(counts.some((count) => count > 0), "no pixel differs");
        return `${counts} pixels`;
      });
    }
    await run("frames are as before after that", async () => same(await inTurn(draw), "after state was changed and restored"));
  });
  const between = { draws: [...DRAWS, ...USES], "uploads and sets": [...UPLOADS, ...SETS] };
  for (const wrap of [true, false]) {
    // What is done once, as uploads, happens with the first of these.
    const order = wrap ? Object.keys(between) : Object.keys(between).reverse();
    await session(scene, async (started, draw) => {
      const { gl } = started;
      const failures = [];
      const device = await started.adopt({ wrap });
      const own = work(device, failures);
      started.hook?.(() => own.hook());
      for (const what of order) {
        await run(`frames are the same with brooklet between ${what}, state ${wrap ? "followed" : "asked"}`, async () => {
          const before = own.steps();
          const calls = intercept(gl, between[what], (count) => own.step(count), own.busy);
          const all = await inTurn(draw, () => own.hook());
          calls.end();
          await own.settle();
          if (failures.length > 0) throw failures[0];
          same(all, `after ${own.steps() - before} calls of brooklet`);
          const error = gl.getError();
          check(error === 0, `error ${error} of WebGL`);
          check(own.steps() - before > 40, `only ${own.steps() - before} calls of brooklet`);
          return `${own.steps() - before} calls of brooklet among ${calls.count()} of the engine`;
        });
      }
      own.end();
    });
  }
  for (const [what, work] of Object.entries(others)) await run(what, work);
  window.results = results;
};

export const rejects = async (work, code, part) => {
  try {
    await work();
  } catch (error) {
    check(error instanceof BrookletError && error.code === code, `${error} has code ${error.code} instead of ${code}`);
    check(error.message.includes(part), `"${error.message}" does not say "${part}"`);
    return;
  }
  throw new Error(`nothing is thrown, instead of ${code}`);
};
