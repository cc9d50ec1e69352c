// What works under `script-src 'self' 'wasm-unsafe-eval'`: the server sends that policy with csp.html.
import { Device } from "./brooklet/index.js";
import { Device as Inlined } from "./brooklet/inline/index.js";

const results = [];
const test = async (name, work) => {
  try {
    await work();
    results.push({ name });
  } catch (error) {
    results.push({ name, error: `${error} ${error?.stack ?? ""}` });
  }
};
await test("the policy is in force", async () => {
  try {
    new Function("return 1");
  } catch {
    return;
  }
  throw new Error("code from text runs");
});
for (const [name, Own] of [["the package", Device], ["the inlined entry", Inlined]]) {
  await test(`${name} works under a content security policy`, async () => {
    const device = await Own.create();
    const sorted = await device.stream([3, 1, 2]).sort().read();
    device.dispose();
    if (sorted.join() !== "1,2,3") throw new Error(`it sorts to ${sorted}`);
  });
}
window.results = results;
