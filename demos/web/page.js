// What the pages share.
import { Device } from "brooklet";

export const find = (selector) => document.querySelector(selector);

// Opens a device. Where there is none, the page says why.
export async function openDevice() {
  try {
    return await Device.create();
  } catch (error) {
    find("#said").textContent = error.message;
    return null;
  }
}

// Draws now, and again whenever the slider has moved; never twice at once. `data-done` of the body is the value that is drawn.
export function followSlider(slider, draw) {
  let isBusy = false;
  async function follow() {
    find("output").value = slider.value;
    if (isBusy) return;
    isBusy = true;
    try {
      for (let drawn = null; drawn !== slider.value; document.body.dataset.done = drawn) {
        drawn = slider.value;
        await draw(Number(drawn));
      }
    } catch (error) {
      find("#said").textContent = error.message;
    } finally {
      isBusy = false;
    }
  }
  slider.addEventListener("input", follow);
  follow();
}
