import { Device } from "brooklet";
import { palette } from "./kmeans.js";
import { drawScene } from "./scene.js";

const [canvas, slider, output, shown, said] =
  ["canvas", "#count", "output", "#palette", "#said"].map((name) => document.querySelector(name));
const original = drawScene(canvas);
const device = await Device.create().catch((error) => void (said.textContent = error.message));

let isBusy = false;
async function draw() {
  output.value = slider.value;
  if (isBusy || !device) return;
  isBusy = true;
  const count = Number(slider.value);
  const { centres, owners } = await palette(device, original, count);
  const pixels = new ImageData(original.width, original.height);
  owners.forEach((owner, i) => pixels.data.set([...centres[owner], 255], 4 * i));
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  shown.replaceChildren(...centres.map((centre) => {
    const swatch = document.createElement("span");
    swatch.style.background = `rgb(${centre.map(Math.round).join(" ")})`;
    swatch.title = swatch.style.background;
    return swatch;
  }));
  document.body.dataset.done = String(count);
  isBusy = false;
  if (Number(slider.value) !== count) draw();
}
slider.addEventListener("input", draw);
draw();
