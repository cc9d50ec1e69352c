"use strict";
// What became of an answer, and the instructions that the chip executed for an element.

const answerBox = document.getElementById("answer");

/** Makes an element with a text, in which `code` stands between backticks. */
function textElement(tag, text, className) {
  const element = document.createElement(tag);
  if (className !== undefined) element.className = className;
  text.split("`").forEach((part, index) => {
    if (index % 2 === 0) return element.append(part);
    element.append(Object.assign(document.createElement("code"), { textContent: part }));
  });
  return element;
}

/** Shows what became of an answer. `next` goes to the next puzzle, or is null. */
function showAnswer(puzzle, answer, next) {
  answerBox.replaceChildren();
  answerBox.className = answer.solved ? "solved" : "unsolved";
  const add = (tag, text, className) => {
    const element = textElement(tag, text, className);
    answerBox.append(element);
    return element;
  };
  if (answer.solved) {
    add("strong", "Solved.");
    answerBox.append(costTable(answer.cost, answer.par), costsExplained(answer.cost));
    if (next !== null) add("button", `Next: ${next.title}`, "main").onclick = next.go;
  } else if (answer.diagnostics !== undefined) {
    add("strong", "The kernel does not compile.");
    for (const diagnostic of answer.diagnostics) answerBox.append(diagnosticText(diagnostic));
  } else if (answer.failure !== undefined) {
    add("strong", "Not solved yet.");
    showFailure(answer.failure, add);
  } else {
    add("strong", "Not solved yet.");
    add("p", "", "why").append(...withPlaces(answer.why[0].toUpperCase() + answer.why.slice(1)));
  }
}

/** A text in which the lines of the answer that it names are buttons, which go there. */
function withPlaces(text) {
  return text.split(/(answer\.\w+:\d+)/i).map((part, index) => {
    if (index % 2 === 0) return part;
    const line = Number(part.split(":")[1]);
    const place = Object.assign(document.createElement("button"), { textContent: `Line ${line}`, className: "place" });
    place.onclick = () => goTo(line, 1, (field.value.split("\n")[line - 1] ?? "").length);
    return place;
  });
}

function diagnosticText(diagnostic) {
  const { line, column, length, title, label, help } = diagnostic;
  const box = document.createElement("p");
  const place = Object.assign(document.createElement("button"), { textContent: `Line ${line}`, className: "place" });
  place.onclick = () => goTo(line, column, length);
  box.append(place, " ", textElement("span", title));
  if (label !== "" && label !== title) box.append(textElement("span", `: ${label}`));
  for (const text of help) box.append(document.createElement("br"), textElement("span", text, "help"));
  return box;
}

function showFailure(failure, add) {
  const { size, hidden, pass, passes, output, element, found, expected, outside, fetches } = failure;
  const count = Array.isArray(size) ? `${size[0]} rows of ${size[1]}` : counted(size, "element");
  const where = `With ${count}${hidden ? " (a size that was not shown)" : ""}${passes > 1 ? `, in pass ${pass} of ${passes}` : ""}`;
  const what = outside
    ? "depends on what is outside of a stream"
    : `is ${written(found)}, and should be ${written(expected)}`;
  const columns = Array.isArray(size) ? size[1] : null;
  add("p", `${where}: \`${elementName(output, element, columns)}\` ${what}.`);
  if (fetches.length === 0) return void add("p", "The kernel fetched nothing for it.");
  add("p", "The kernel fetched for it:");
  const list = add("ul", "");
  for (const fetch of fetches) list.append(Object.assign(document.createElement("li"), { textContent: fetch }));
}

function costTable(cost, par) {
  const table = document.createElement("table");
  const count = Array.isArray(cost.size) ? cost.size.join(" × ") : cost.size;
  table.createCaption().textContent = `With ${count} elements; instructions as on the ${cost.cards}`;
  const row = (tag, texts) => {
    const line = table.insertRow();
    for (const text of texts) line.append(Object.assign(document.createElement(tag), { textContent: text }));
  };
  row("th", ["", "yours", "the solution's"]);
  const costs = [["passes", "passes"], ["texels read", "texels"], ["arithmetic instructions", "alu"], ["texture instructions", "tex"], ["indirections", "indirections"]];
  for (const [name, key] of costs) {
    row("td", [name, cost[key], par?.[key] ?? ""]);
    const ours = table.rows[table.rows.length - 1].cells[1];
    if (par !== null && cost[key] < par[key]) ours.className = "better";
    if (par !== null && cost[key] > 2 * par[key]) ours.className = "worse";
  }
  return table;
}

/** Says what the numbers of the table are. */
function costsExplained(cost) {
  const box = document.createElement("details");
  box.append(textElement("summary", "What these numbers are"));
  const texts = [
    "Passes: how often the kernel was drawn over its output.",
    "Texels read: what all fragments together fetched. A chip often computes both sides of an `if`, and fetches for both.",
    `Instructions: those of the kernel as it is compiled for the chip of the ${cost.cards}. Below, you step through a machine without limits, which has others.`,
    "Indirections: in how many groups the kernel fetches. A new group begins where an index is computed after fetches of the group before.",
    "Nothing is graded. Green is less than the solution takes, and orange is more than twice as much.",
  ];
  box.append(...texts.map(text => textElement("p", text)));
  return box;
}

// The instructions of the element that is looked at.
const stepped = { steps: [], at: 0 };

/** Shows what the chip executed for the element that is chosen, where that is open. */
function showDebug() {
  const box = document.getElementById("debug");
  if (!box.open || looked.passes.length === 0) return;
  const { programs, why } = call("debug", looked.pass, looked.element);
  stepped.steps = (programs ?? []).flatMap(program => program.steps);
  stepped.at = 0;
  if (stepped.steps.length === 0) document.getElementById("step").textContent = why ?? "There are no instructions.";
  showStep();
}

function showStep() {
  const { steps, at } = stepped;
  const list = document.createElement("ol");
  let source = null;
  const lines = [];
  steps.slice(0, 400).forEach((step, index) => {
    if (step.source !== undefined && step.source !== null && step.source.line !== source) {
      source = step.source.line;
      list.append(Object.assign(document.createElement("li"), { className: "source", textContent: `${source}: ${step.source.text.trim()}` }));
    }
    const line = document.createElement("li");
    lines.push(line);
    line.value = index + 1;
    line.append(Object.assign(document.createElement("code"), { textContent: step.text }));
    const result = step.destination === undefined ? "" : componentsWritten(step.destination);
    if (index <= at && result !== "") line.append(` → ${result}`);
    if (index === at) line.setAttribute("aria-current", "step");
    list.append(line);
  });
  document.getElementById("instructions").replaceChildren(list);
  lines[at]?.scrollIntoView({ block: "nearest" });
  document.getElementById("step-back").disabled = at === 0;
  document.getElementById("step-forward").disabled = at + 1 >= steps.length;
  const step = steps[at];
  if (step === undefined) return lightLine(null);
  const line = step.source?.line ?? null;
  const fetch = step.fetch === undefined || step.fetch.element === null ? "" : ` It fetched ${step.fetch.name}[${step.fetch.element}].`;
  document.getElementById("step").textContent = `instruction ${at + 1} of ${steps.length}${line === null ? "" : `, line ${line}`}.${fetch}`;
  lightLine(line);
}

/** The components that an instruction wrote. */
function componentsWritten({ written: letters, after }) {
  const numbers = [...letters].map(letter => numberOf(after, "xyzw".indexOf(letter)));
  return written(numbers);
}

/** A component of a register. An instruction on integers also moves floats: such bits would be a very large integer. */
function numberOf({ values, bits }, component) {
  const value = values[component];
  if (!Number.isInteger(value) || Math.abs(value) < 2 ** 23) return value;
  const float = new Float32Array(Uint32Array.of(parseInt(bits[component], 16)).buffer)[0];
  return Number.isFinite(float) ? float : String(float).replace("Infinity", "inf");
}

document.getElementById("debug").addEventListener("toggle", event => {
  if (event.target.open) showDebug();
  else lightLine(null);
});
document.getElementById("step-back").onclick = () => (stepped.at--, showStep());
document.getElementById("step-forward").onclick = () => (stepped.at++, showStep());
