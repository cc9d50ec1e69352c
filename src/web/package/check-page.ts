// The script of check.html.
import { check, checks, report } from "./check.js";
import { Device } from "./device.js";

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const state = element("state");
const text = element<HTMLTextAreaElement>("report");
const copy = element<HTMLButtonElement>("copy");

copy.onclick = async () => {
  text.select();
  await navigator.clipboard?.writeText(text.value).catch(() => document.execCommand("copy"));
  copy.textContent = "Copied";
};

try {
  const device = await Device.create();
  let done = 0;
  state.textContent = "Checking…";
  const findings = await check(device, ({ name, wrong }) => {
    done += 1;
    element<HTMLProgressElement>("progress").value = done / checks;
    const item = document.createElement("li");
    item.textContent = wrong === undefined ? name : `${name}: ${wrong}`;
    item.className = wrong === undefined ? "right" : "wrong";
    element("list").append(item);
  });
  const wrong = findings.filter((finding) => finding.wrong !== undefined).length;
  state.textContent = wrong === 0 ? `All ${findings.length} checks are right.` : `${wrong} of ${findings.length} checks are wrong.`;
  text.value = report(device, findings);
} catch (error) {
  state.textContent = "brooklet cannot compute here.";
  text.value = `brooklet cannot compute here: ${error instanceof Error ? error.message : error}\nbrowser: ${navigator.userAgent}`;
}
copy.disabled = false;
