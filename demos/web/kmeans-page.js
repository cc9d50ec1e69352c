import { palette } from "./kmeans.js";
import { find, followSlider, openDevice } from "./page.js";
import { drawScene } from "./scene.js";

const canvas = find("canvas");
const original = drawScene(canvas);
const device = await openDevice();
if (device) {
  followSlider(find("#count"), async (count) => {
    const { centres, owners } = await palette(device, original, count);
    const pixels = new ImageData(original.width, original.height);
    owners.forEach((owner, i) => pixels.data.set([...centres[owner], 255], 4 * i));
    canvas.getContext("2d").putImageData(pixels, 0, 0);
    find("#palette").replaceChildren(...centres.map(swatch));
  });
}

function swatch(centre) {
  const shown = document.createElement("span");
  shown.style.background = `rgb(${centre.map(Math.round).join(" ")})`;
  shown.title = shown.style.background;
  return shown;
}
