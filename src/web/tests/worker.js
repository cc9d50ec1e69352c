// Sorts in a worker, and says what it finds.
import { Device } from "./brooklet/index.js";

onmessage = async ({ data }) => {
  try {
    const device = await Device.create();
    const sorted = await device.stream(data).sort().read();
    device.dispose();
    postMessage({ sorted });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
