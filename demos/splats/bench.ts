import { Device } from "brooklet";
import { Random } from "./scene/random.js";
import { CpuSort } from "./sort/cpu.js";
import { GpuSort } from "./sort/gpu.js";
import { Box } from "./sort/view.js";
import type { View } from "./sort/view.js";
import { Splats } from "./splats.js";

/** Sorts of each kind: as many as fit into so many milliseconds, at least `FEWEST` and at most `MOST`. */
const PATIENCE = 8000;
const FEWEST = 5;
const MOST = 100;

interface Times {
  median: number;
  least: number;
  sorts: number;
}

/** Measures sorts of so many splats by the GPU and by the worker. Shows and returns what it finds. */
export async function bench(gl: WebGL2RenderingContext, counts: number[]): Promise<unknown> {
  const output = document.getElementById("report")!;
  output.hidden = false;
  const show = (text: string) => { output.textContent = text; };
  const results = [];
  for (const count of counts) {
    show(`Sorting ${count} splats …`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const splats = randomSplats(count);
    const box = new Box(splats);
    // Another view for each sort, so that none finds its result ready.
    const view = (turn: number): View => box.view([-Math.sin(turn), 0, -Math.cos(turn)], -3);
    results.push({ count, ...await measureGpu(gl, splats, view), worker: await measureWorker(splats, view) });
  }
  const debug = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = gl.getParameter(debug ? debug.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  const rounded = (_: string, value: unknown) => typeof value === "number" ? Math.round(value * 100) / 100 : value;
  const text = JSON.stringify({ renderer, browser: navigator.userAgent, unit: "ms", results }, rounded, 2);
  show(text);
  return JSON.parse(text);
}

/** Splats in a ball, of which only the centres matter. */
function randomSplats(count: number): Splats {
  const splats = new Splats(count);
  const random = new Random(1);
  for (let at = 0; at < count; at++) {
    const radius = Math.cbrt(random.next());
    splats.place(at, ...random.direction().map((value) => radius * value) as [number, number, number]);
  }
  return splats;
}

async function measureGpu(gl: WebGL2RenderingContext, splats: Splats, view: (turn: number) => View) {
  const device = await Device.adopt(gl);
  const sort = new GpuSort(device, splats);
  // The first one compiles.
  const draws = countDraws(gl, () => sort.sort(view(0)).dispose());
  await done(gl);
  const calls: number[] = [];
  const gpu = await times(async (turn) => {
    const begun = performance.now();
    sort.sort(view(turn)).dispose();
    calls.push(performance.now() - begun);
    await done(gl);
  });
  sort.dispose();
  device.dispose();
  return { gpu, calls: median(calls), draws };
}

async function measureWorker(splats: Splats, view: (turn: number) => View) {
  const failed = { reject: (_: Error) => {} };
  const sort = new CpuSort(splats, splats.count, (error) => failed.reject(error));
  const own: number[] = [];
  const next = (turn: number) => new Promise<void>((resolve, reject) => {
    failed.reject = reject;
    sort.onOrder = () => {
      own.push(sort.latest!.milliseconds);
      resolve();
    };
    sort.request(view(turn));
  });
  await next(0);
  own.length = 0;
  const withMessages = await times(next);
  sort.dispose();
  return { median: median(own), least: Math.min(...own), sorts: own.length, withMessages: withMessages.median };
}

async function times(sort: (turn: number) => Promise<void>): Promise<Times> {
  const found: number[] = [];
  const begun = performance.now();
  while (found.length < FEWEST || (found.length < MOST && performance.now() - begun < PATIENCE)) {
    const start = performance.now();
    await sort(0.1 * (found.length + 1));
    found.push(performance.now() - start);
  }
  return { median: median(found), least: Math.min(...found), sorts: found.length };
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[sorted.length >> 1]! + sorted[(sorted.length - 1) >> 1]!) / 2;
}

/** Counts the passes of some work. */
function countDraws(gl: WebGL2RenderingContext, work: () => void): number {
  let draws = 0;
  const names = ["drawArrays", "drawArraysInstanced", "drawElements", "drawElementsInstanced"] as const;
  const calls = gl as unknown as Record<string, unknown>;
  for (const name of names) {
    const original = gl[name] as (...all: unknown[]) => void;
    calls[name] = (...all: unknown[]) => {
      draws++;
      original.apply(gl, all);
    };
  }
  try {
    work();
  } finally {
    names.forEach((name) => delete calls[name]);
  }
  return draws;
}

/** Waits until the GPU has done what it was told. */
async function done(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)!;
  gl.flush();
  // A channel comes back sooner than a timer, which waits for four milliseconds.
  const channel = new MessageChannel();
  while (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
    if (gl.isContextLost()) {
      throw new Error("the context of WebGL is lost");
    }
    await new Promise((resolve) => {
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(null);
    });
  }
  channel.port1.close();
  gl.deleteSync(fence);
}
