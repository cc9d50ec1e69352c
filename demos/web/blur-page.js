import { Device } from "brooklet";
import { blurred } from "./blur.js";
import { drawScene } from "./scene.js";

const [canvas, slider, output, said] = ["canvas", "#sigma", "output", "#said"].map((name) => document.querySelector(name));
const original = drawScene(canvas);
const device = await Device.create().catch((error) => void (said.textContent = error.message));

let isBusy = false;
async function draw() {
  output.value = slider.value;
  if (isBusy || !device) return;
  isBusy = true;
  const sigma = Number(slider.value);
  const pixels = await blurred(device, original, sigma);
  canvas.getContext("2d").putImageData(new ImageData(pixels, original.width), 0, 0);
  document.body.dataset.done = String(sigma);
  isBusy = false;
  // The slider may have moved since.
  if (Number(slider.value) !== sigma) draw();
}
slider.addEventListener("input", draw);
draw();
