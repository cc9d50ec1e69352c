"use strict";
// The page: the list, a puzzle, and what its buttons do.

const byId = id => document.getElementById(id);
const puzzles = window.puzzles ?? [];

// On a small screen, the list would come before everything else.
const wide = window.matchMedia("(min-width: 56rem)");

// The puzzles as the engine describes them; none until it is there.
let described = null;
let current = 0;
let hints = 0;
// Whether the answer is written in Brook, as the last third can be.
let inBrook = false;
// The text that the answer and the streams are of.
let shownText = "";

/** Calls the engine, and returns what it says. Where it stops, which is a mistake of ours, the page says so. */
function call(name, ...rest) {
  try {
    return JSON.parse(wasm_bindgen[name](...rest));
  } catch (error) {
    engineFailed(`The engine stopped: ${error}. Reload the page; your answers are kept.`);
    throw error;
  }
}

/** What is wrong with the page, instead of an answer. */
function engineFailed(why) {
  answerBox.className = "unsolved";
  answerBox.replaceChildren(textElement("strong", "Answers cannot be checked here."), textElement("p", why));
}

/** Starts the engine, which is part of engine.js. */
async function engineLoaded() {
  try {
    const bytes = Uint8Array.from(atob(engineText), letter => letter.charCodeAt(0));
    await wasm_bindgen({ module_or_path: bytes });
    described = JSON.parse(wasm_bindgen.open(JSON.stringify(puzzles)));
  } catch (error) {
    return engineFailed(String(error));
  }
  byId("check").disabled = false;
  showPuzzle();
  performance.mark("puzzles-ready");
}

/** The parts of a puzzle that can be shown without the engine: in Brook, its texts in that language. */
function texts(index) {
  const { name, puzzle, start, solution, brook } = puzzles[index];
  const own = inBrook && brook !== undefined ? brook : { start, solution };
  return { ...JSON.parse(puzzle), solution: undefined, ...own, name, number: parseInt(name, 10) };
}

/** The name under which the answer to a puzzle is kept, which is that of a file, too. */
function answerName({ name }) {
  return inBrook ? `${name}.br` : name;
}

function isSolved(name) {
  return progress[name]?.solved === true || progress[`${name}.br`]?.solved === true;
}

/** Links to the languages of a puzzle. */
function showLanguages() {
  const number = parseInt(puzzles[current].name, 10);
  const link = (text, href, isOn) => {
    const element = Object.assign(document.createElement("a"), { href, textContent: text });
    if (isOn) element.setAttribute("aria-current", "true");
    return element;
  };
  byId("in-brook").hidden = !inBrook;
  byId("in-kernels").hidden = inBrook;
  byId("languages").hidden = puzzles[current].brook === undefined;
  byId("languages").replaceChildren(link("Kernel language", `#${number}`, !inBrook), " ", link("Brook", `#${number}-brook`, inBrook));
}

function showList() {
  const list = byId("list");
  list.replaceChildren();
  puzzles.forEach((_, index) => {
    const { name, title, number, chip } = texts(index);
    const entry = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#${number}`;
    link.append(Object.assign(document.createElement("span"), { className: "tick", textContent: isSolved(name) ? "✓" : "" }));
    link.append(`${number}. ${title}`);
    const badge = { textContent: ` ${chip?.toUpperCase()}`, title: "It has to fit a chip of this name" };
    if (chip !== undefined) link.append(Object.assign(document.createElement("small"), badge));
    if (isSolved(name)) link.setAttribute("aria-label", `${number}. ${title}, solved`);
    if (index === current) link.setAttribute("aria-current", "page");
    entry.append(link);
    list.append(entry);
    if (index === current && wide.matches) link.scrollIntoView({ block: "nearest" });
  });
  const solved = puzzles.filter(({ name }) => isSolved(name)).length;
  byId("progress").textContent = `${solved} of ${puzzles.length} solved`;
}

/** Shows the puzzle of the address. */
function showPuzzle() {
  const number = parseInt(location.hash.slice(1), 10);
  const named = puzzles.findIndex(({ name }) => parseInt(name, 10) === number);
  const open = puzzles.findIndex(({ name }) => !isSolved(name));
  current = named >= 0 ? named : Math.max(0, open);
  inBrook = location.hash.endsWith("-brook") && puzzles[current].brook !== undefined;
  hints = 0;
  const puzzle = texts(current);
  document.title = `${puzzle.number}. ${puzzle.title} – brooklet puzzles`;
  byId("title").textContent = `${puzzle.number}. ${puzzle.title}`;
  byId("task").replaceChildren(...puzzle.task.map(line => textElement("p", line)));
  if (puzzle.chip !== undefined) byId("task").append(textElement("p", limits(puzzle), "limits"));
  setText(progress[answerName(puzzle)]?.text ?? puzzle.start);
  showLanguages();
  answerBox.replaceChildren();
  answerBox.className = "";
  byId("shown").replaceChildren();
  byId("hint").textContent = "Hint";
  byId("hint").hidden = puzzle.hints.length === 0;
  byId("solution").hidden = puzzle.solution === undefined;
  showList();
  if (described === null) return;
  const { passes } = call("picture", current);
  byId("picture").replaceChildren(...(passes === undefined ? [] : [drawPicture(passes)]));
  showSizes();
  lookAt(null);
}

/** What a puzzle says of its chip. */
function limits(puzzle) {
  const cards = described?.[current].cards;
  const known = {
    r300: "64 pairs of arithmetic operations (of a vector and of a number), 32 texture instructions in at most 4 groups (indirections, or nodes), 32 registers and 32 constants, no integers, no branches (of an `if`, both sides are computed), and floats of 17 bits",
  };
  const of = known[puzzle.chip] === undefined ? "its limits" : `its limits: ${known[puzzle.chip]}`;
  return `The kernel runs on the ${puzzle.chip.toUpperCase()}${cards ? `, the chip of the ${cards.replace(", ", " and ")}` : ""}, and has to keep ${of}.`;
}

function sizeText(size) {
  return Array.isArray(size) ? size.join(" × ") : String(size);
}

/** Lists the sizes that can be looked at: those that are shown, and one for which the answer is wrong. */
function showSizes(failing) {
  const sizes = [...described[current].sizes];
  if (failing !== undefined && !sizes.some(size => sizeText(size) === sizeText(failing))) sizes.push(failing);
  byId("size").replaceChildren(...sizes.map(size => new Option(sizeText(size), JSON.stringify(size))));
  if (failing !== undefined) byId("size").value = JSON.stringify(failing);
}

/** Runs the kernel for the chosen size, and shows its passes. `at`: where to begin. */
function lookAt(at) {
  const result = call("look", current, field.value, inBrook, byId("size").value);
  shownText = field.value;
  byId("passes").textContent = field.value === texts(current).start ? "What the kernel does that you begin with" : "What your kernel does";
  showWhetherChanged();
  const runs = (result.passes?.length ?? 0) > 0;
  byId("look").classList.toggle("empty", !runs);
  if (runs) showPasses(described[current], result.passes, at);
  else byId("element").textContent = "There is nothing to look at until the kernel runs.";
}

/** Says that what is shown is not of the text in the editor. */
function showWhetherChanged() {
  answerBox.classList.toggle("stale", answerBox.childElementCount > 0 && field.value !== shownText);
  byId("look").classList.toggle("stale", looked.passes.length > 0 && field.value !== shownText);
}

function check() {
  if (described === null) return;
  const puzzle = described[current];
  const answer = call("check", current, field.value, inBrook);
  keepAnswer(answerName(puzzle), field.value, answer.solved);
  setMarks(answer.diagnostics ?? []);
  const later = described[current + 1];
  const next = later === undefined ? null : { title: later.title, go: () => goToPuzzle(later.number) };
  showAnswer(puzzle, answer, next);
  answerBox.scrollIntoView({ block: "nearest" });
  showSizes(answer.failure?.size);
  lookAt(answer.failure === undefined ? null : { pass: answer.failure.pass - 1, element: answer.failure.element });
  showList();
}

function goToPuzzle(number) {
  location.hash = `#${number}`;
  byId("title").focus();
  window.scrollTo(0, 0);
}

/** Shows a text below the answer. */
function showText(title, content) {
  const box = document.createElement("div");
  box.className = "shown";
  box.append(textElement("h3", title), content);
  byId("shown").append(box);
}

byId("check").onclick = check;
byId("hint").onclick = () => {
  const { hints: all } = texts(current);
  showText(`Hint ${hints + 1}`, textElement("p", all[hints]));
  hints++;
  byId("hint").textContent = "Another hint";
  byId("hint").hidden = hints >= all.length;
};
byId("solution").onclick = () => {
  const { solution } = texts(current);
  const box = Object.assign(document.createElement("pre"), { className: "code" });
  addColoured(box, solution.trimEnd());
  showText("A solution", box);
  byId("solution").disabled = true;
};
byId("again").onclick = () => {
  const { start } = texts(current);
  if (field.value !== start && !confirm("Begin anew, without what you have written?")) return;
  keepAnswer(answerName(puzzles[current]), start, false);
  setText(start);
  answerBox.replaceChildren();
  answerBox.className = "";
  if (described !== null) lookAt(null);
};
byId("save").onclick = () => {
  saveProgress();
  byId("progress").textContent = "Saved as brooklet-answers.json";
};
document.querySelector(".skip").onclick = event => {
  event.preventDefault();
  byId("title").focus();
};
byId("load").onclick = () => byId("file").click();
byId("file").onchange = async event => {
  const file = event.target.files[0];
  if (file === undefined) return;
  const why = await loadProgress(file);
  event.target.value = "";
  showPuzzle();
  if (why !== null) byId("progress").textContent = why;
};
byId("size").onchange = () => lookAt(null);
document.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  check();
});
field.addEventListener("input", showWhetherChanged);
field.addEventListener("change", () => keepAnswer(answerName(puzzles[current]), field.value, false));
window.addEventListener("hashchange", () => {
  if (!wide.matches) byId("menu").open = false;
  byId("solution").disabled = false;
  showPuzzle();
});
const showMenu = () => (byId("menu").open = wide.matches);
wide.addEventListener("change", showMenu);
showMenu();

if (puzzles.length === 0) {
  engineFailed("puzzles.js is not beside this page, or has no puzzles.");
} else {
  restoreProgress();
  showPuzzle();
}
