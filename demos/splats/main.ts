import { AddressError, readAddress } from "./address.js";
import { bench } from "./bench.js";
import { loadFile, loadUrl } from "./load/source.js";
import type { Progress } from "./load/source.js";
import { ISLAND_POSE, makeIsland } from "./scene/index.js";
import type { Splats } from "./splats.js";
import { Camera, poseOf } from "./view/camera.js";
import type { Pose } from "./view/camera.js";
import { control } from "./view/controls.js";
import { Panel } from "./view/panel.js";
import type { Link } from "./view/panel.js";
import { Viewer } from "./viewer.js";
import type { Sorter } from "./viewer.js";

/** Radians a second, when the camera turns by itself. */
const SPEED = 0.35;

const canvas = document.getElementById("picture") as HTMLCanvasElement;
const panel = new Panel();
panel.open(!matchMedia("(max-width: 40rem)").matches);
const state: {
  viewer: Viewer | null; camera: Camera | null; splats: Splats | null; sorter: Sorter; drawn: boolean; error: string | null;
} = { viewer: null, camera: null, splats: null, sorter: "gpu", drawn: false, error: null };
// For tests, and for those who look from the console.
Object.assign(window, { splats: state });

let gl: WebGL2RenderingContext | null = null;
/** Counts what is loaded, so that only the newest is shown. */
let loads = 0;
/** Counts the viewers that are opened, for the same reason. */
let shows = 0;
let scheduled = false;
let lastFrame = 0;
let counting = false;
let lastCount = 0;

/** Says what is wrong. The visitor can close the note, if there is a picture behind it. */
function fail(title: string, error: unknown, link?: Link): void {
  const text = error instanceof Error ? error.message : String(error);
  state.error = text;
  panel.loading(null);
  panel.say(title, text, link);
  panel.allowClosing(state.viewer !== null && !gl?.isContextLost());
}

/** Draws a frame soon. */
function redraw(): void {
  if (!scheduled) {
    scheduled = true;
    requestAnimationFrame(frame);
  }
}

function frame(now: number): void {
  scheduled = false;
  const { viewer, camera } = state;
  if (!viewer || !camera || !gl || gl.isContextLost()) {
    return;
  }
  if (panel.turns.checked) {
    camera.orbit((SPEED * Math.min(now - lastFrame, 100)) / 1000, 0);
  }
  lastFrame = now;
  const scale = Math.min(devicePixelRatio, 2);
  const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
  if (canvas.width !== width || canvas.height !== height) {
    Object.assign(canvas, { width, height });
  }
  // The middle of what the panel leaves free.
  camera.shift = panel.covers();
  try {
    if (viewer.draw(camera)) {
      state.drawn = true;
      panel.frame(viewer);
    }
  } catch (error) {
    if (gl.isContextLost()) {
      return;
    }
    // There is no picture any more.
    viewer.dispose();
    state.viewer = null;
    fail("The splats cannot be drawn", error);
    return;
  }
  if (panel.counts.checked) count(viewer, now);
  if (panel.turns.checked || viewer.waits) redraw();
}

/** Counts wrong neighbours, at most once a second. */
function count(viewer: Viewer, now: number): void {
  if (counting || now - lastCount < 1000) {
    return;
  }
  counting = true;
  lastCount = now;
  viewer.wrongNeighbours().then(
    (wrong) => { if (viewer === state.viewer) panel.wrong(wrong); },
    (error) => { if (viewer === state.viewer && !gl?.isContextLost()) fail("The neighbours cannot be counted", error); },
  ).finally(() => { counting = false; });
}

/** Opens a viewer for the splats, in place of the one before. If another one is opened meanwhile, that one stays. */
async function show(splats: Splats): Promise<void> {
  const number = ++shows;
  state.viewer?.dispose();
  state.viewer = null;
  state.drawn = false;
  // A context that is restored from now on shows these.
  state.splats = splats;
  const viewer = await Viewer.open(gl!, splats, (error) => fail("The worker cannot sort", error));
  if (number !== shows) {
    viewer.dispose();
    return;
  }
  viewer.sorter = state.sorter;
  viewer.onChange = redraw;
  state.viewer = viewer;
  // A note may have come meanwhile, such as that of another file.
  panel.allowClosing(true);
  panel.choose(state.sorter);
  redraw();
}

/** Loads a scene and shows it. */
async function load(name: string, read: (progress: Progress) => Promise<Splats>, pose?: Pose): Promise<void> {
  const number = ++loads;
  const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
  state.error = null;
  panel.quiet();
  panel.loading(undefined, `Loading ${name} …`);
  // The page shows that before it is busy.
  await new Promise((resolve) => setTimeout(resolve, 20));
  try {
    const splats = await read((done, all) => {
      if (number !== loads) {
        return;
      }
      panel.loading(all ? done / all : undefined, `Loading ${name}: ${mega(done)}${all ? ` of ${mega(all)}` : ""} MB`);
    });
    if (number !== loads) {
      return;
    }
    state.camera = new Camera(pose ?? poseOf(splats));
    panel.scene(name, splats.count, pose !== undefined);
    await show(splats);
    if (number === loads) panel.loading(null);
  } catch (error) {
    if (number === loads) fail(`${name} cannot be shown`, error);
  }
}

/** Takes a context that draws into float textures, or says what to do without one. */
function open(): boolean {
  const help = { href: "https://get.webgl.org/webgl2/", text: "What your browser says about WebGL 2" };
  gl = canvas.getContext("webgl2", { alpha: true, antialias: false, depth: false, powerPreference: "high-performance" });
  if (!gl) {
    fail("This page needs WebGL 2", "Your browser has none, or it is switched off. Another browser or a newer one may have it.", help);
    return false;
  }
  if (!gl.getExtension("EXT_color_buffer_float")) {
    const lacks = "Your device has WebGL 2, but cannot draw into textures of floats (EXT_color_buffer_float).";
    fail("This page needs float targets", lacks, help);
    return false;
  }
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    const why = "Another program may need the GPU. The picture comes back by itself when it can.";
    panel.say("The graphics driver took the picture away", why);
  });
  canvas.addEventListener("webglcontextrestored", () => {
    panel.quiet();
    if (state.splats) show(state.splats).catch((error) => fail("The picture does not come back", error));
  });
  return true;
}

/** Connects the controls of the page, which change the state and draw again. */
function connect(): void {
  control(canvas, () => state.camera, redraw);
  panel.onSorter((sorter) => {
    state.sorter = sorter;
    if (state.viewer) state.viewer.sorter = sorter;
    panel.choose(sorter);
    redraw();
  });
  panel.onFile((file) => load(file.name, (progress) => loadFile(file, progress)));
  panel.onView((change) => {
    if (state.camera) change(state.camera);
    redraw();
  });
  panel.onClose(() => {
    state.error = null;
    canvas.focus({ preventScroll: true });
  });
  for (const box of [panel.turns, panel.counts]) box.addEventListener("change", redraw);
  panel.onToggle(redraw);
  addEventListener("resize", redraw);
}

/** Does what the page's address asks for. */
async function start(): Promise<void> {
  const wishes = readAddress(location.search, location.href);
  const { file } = wishes;
  state.sorter = wishes.sorter;
  panel.turns.checked = wishes.turn;
  panel.counts.checked = wishes.count;
  if (wishes.bench) {
    Object.assign(state, { report: await bench(gl!, wishes.bench) });
  } else if (file) {
    await load(file.name, (progress) => loadUrl(file.url, file.name, progress));
  } else {
    await load("The island", async () => makeIsland(wishes.detail), ISLAND_POSE);
  }
}

if (open()) {
  // Also where the address is wrong: a file can be opened then.
  connect();
  start().catch((error) => {
    const title = error instanceof AddressError ? `The parameter ${error.parameter} cannot be used` : "The sorts cannot be measured";
    fail(title, error);
  });
}
