// Runs all tests of the package. `window.results` has a line for each, when all are done.
import { tests } from "./support.js";
import "./tests.js";
import "./counts.js";
import "./wrong.js";
import "./adopted-units.js";

const results = [];
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    results.push({ name });
  } catch (error) {
    results.push({ name, error: `${error} ${error?.stack ?? ""}` });
  }
  window.progress = name;
}
window.results = results;
