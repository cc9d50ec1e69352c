import { blurred } from "./blur.js";
import { find, followSlider, openDevice } from "./page.js";
import { drawScene } from "./scene.js";

const canvas = find("canvas");
const original = drawScene(canvas);
const device = await openDevice();
if (device) {
  followSlider(find("#sigma"), async (sigma) => {
    const pixels = await blurred(device, original, sigma);
    canvas.getContext("2d").putImageData(new ImageData(pixels, original.width), 0, 0);
  });
}
