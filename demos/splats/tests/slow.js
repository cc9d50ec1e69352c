// The viewer's page, in which no viewer opens before `letOpen` is called: as if the WebAssembly came slowly.
import { Viewer } from "./viewer.js";

const held = new Promise((resolve) => { window.letOpen = resolve; });
window.opening = window.opened = 0;
window.liveViewers = new Set();
const { open } = Viewer;
Viewer.open = async (...all) => {
  window.opening++;
  await held;
  const viewer = await open.apply(Viewer, all);
  window.liveViewers.add(viewer);
  window.opened++;
  return viewer;
};
const { dispose } = Viewer.prototype;
Viewer.prototype.dispose = function () {
  window.liveViewers.delete(this);
  dispose.call(this);
};
await import("./main.js");
