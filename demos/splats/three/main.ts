import { Device } from "brooklet";
import * as THREE from "three";
import { AddressError, readDetail } from "../address.js";
import { makeIsland, ISLAND_POSE } from "../scene/index.js";
import { waterAt, brookAt } from "../scene/land.js";
import { Camera } from "../view/camera.js";
import { control } from "../view/controls.js";
import { SplatMesh } from "./splat_mesh.js";

const parameters = new URLSearchParams(location.search);
const canvas = document.getElementById("picture") as HTMLCanvasElement;
const status = document.getElementById("status")!;
const state: { frames: number; drawn: boolean; error: string | null } = { frames: 0, drawn: false, error: null };
Object.assign(window, { splats: state });

/** Says what is wrong, in place of the picture. */
function fail(error: unknown): void {
  state.error = error instanceof Error ? error.message : String(error);
  status.textContent = "";
  const isAddress = error instanceof AddressError;
  const title = isAddress ? `The parameter ${error.parameter} cannot be used` : "The scene cannot be drawn";
  document.getElementById("note-title")!.textContent = title;
  document.getElementById("note-link")!.hidden = isAddress;
  document.getElementById("note-text")!.textContent = state.error;
  document.getElementById("note")!.hidden = false;
}

/** An ordinary object of three.js: a knot of metal that floats over the brook, half within the trees. */
function makeKnot(): THREE.Mesh {
  const material = new THREE.MeshStandardMaterial({ color: 0xe08a3c, metalness: 0.35, roughness: 0.32 });
  const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(0.85, 0.26, 220, 32), material);
  knot.position.set(brookAt(0.5), waterAt(0.5) + 1.1, 0.5);
  return knot;
}

async function main(): Promise<void> {
  const renderer = new THREE.WebGLRenderer({ canvas, alpha: true, antialias: true });
  renderer.setClearColor(0, 0);
  const gl = renderer.getContext() as WebGL2RenderingContext;
  if (!gl.getExtension("EXT_color_buffer_float")) {
    throw new Error("Your device cannot draw into textures of floats (EXT_color_buffer_float).");
  }
  const device = await Device.adopt(gl);
  const scene = new THREE.Scene();
  const sun = new THREE.DirectionalLight(0xfff0d8, 3);
  sun.position.set(0.62, 0.66, 0.42);
  scene.add(sun, new THREE.HemisphereLight(0xbfd4f2, 0x4a4030, 1.6));
  const knot = makeKnot();
  const mesh = new SplatMesh(device, renderer, makeIsland(readDetail(parameters)));
  scene.add(knot, mesh);
  // Tests put a plain ball before the splats and behind them.
  const solid = new THREE.Mesh(new THREE.SphereGeometry(0.6), new THREE.MeshBasicMaterial({ color: 0xff00ff }));
  solid.visible = false;
  scene.add(solid);

  const pose = new Camera({ ...ISLAND_POSE, distance: 17 });
  const camera = new THREE.PerspectiveCamera();
  // Its matrices are set from those of the viewer's page.
  camera.matrixAutoUpdate = camera.matrixWorldAutoUpdate = false;
  const turns = parameters.get("turn") !== "0";
  let scheduled = false;
  const redraw = () => {
    if (!scheduled) {
      scheduled = true;
      requestAnimationFrame(frame);
    }
  };
  /** Draws from where the visitor looks. */
  const render = (): void => {
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
    const { view, projection } = pose.matrices(canvas.clientWidth, canvas.clientHeight);
    camera.matrixWorldInverse.fromArray(view);
    camera.matrixWorld.copy(camera.matrixWorldInverse).invert();
    camera.projectionMatrix.fromArray(projection);
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    renderer.render(scene, camera);
    state.frames++;
  };
  const frame = (now: number): void => {
    scheduled = false;
    if (gl.isContextLost()) {
      return;
    }
    if (turns) {
      knot.rotation.set(0.0004 * now, 0.0007 * now, 0);
    }
    try {
      render();
    } catch (error) {
      fail(error);
      return;
    }
    state.drawn = true;
    status.textContent = `${mesh.splats.count.toLocaleString("en")} splats and a knot: the GPU sorts, three.js draws`;
    if (turns) redraw();
  };
  Object.assign(state, { knot, solid, mesh, pose, render, renderer });
  control(canvas, () => pose, redraw);
  addEventListener("resize", redraw);
  // What was on the GPU is gone with its context: the page begins again.
  canvas.addEventListener("webglcontextlost", () => { status.textContent = "The graphics driver took the picture away"; });
  canvas.addEventListener("webglcontextrestored", () => location.reload());
  redraw();
}

main().catch(fail);
