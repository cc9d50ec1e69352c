"use strict";
// The streams of a pass: what an answer reads and writes, what should be there, and what was fetched for an element.

const rowsBox = document.getElementById("rows");
const linksBox = document.getElementById("links");
const elementText = document.getElementById("element");

// The most elements of a stream that are shown at once.
const MOST = 256;

// What is looked at: the puzzle, its passes, and which of them and of its elements is shown.
const looked = { puzzle: null, passes: [], pass: 0, element: 0, hovered: null, failing: null };

/** Shows the passes of an answer. `at` is the pass and the element to begin with. */
function showPasses(puzzle, passes, at) {
  Object.assign(looked, { puzzle, passes, pass: at?.pass ?? 0, element: at?.element ?? 0, hovered: null, failing: at ?? null });
  showPass();
}

function showPass() {
  const { passes, pass } = looked;
  const given = passes[pass].constants.map(({ name, value }) => `${name} = ${value}`).join(", ");
  document.getElementById("pass").textContent = `pass ${pass + 1} of ${passes.length}${given === "" ? "" : `, ${given}`}`;
  document.getElementById("back").disabled = pass === 0;
  document.getElementById("forward").disabled = pass + 1 >= passes.length;
  rowsBox.replaceChildren();
  const { inputs, output, expected } = passes[pass];
  const wanted = elementsOf(output, expected);
  looked.element = Math.min(looked.element, Math.max(0, wanted.length - 1));
  // The cells of all streams are as wide, so that equal indices stand below each other.
  const all = [...inputs.flatMap(input => elementsOf(input)), ...elementsOf(output), ...wanted];
  rowsBox.style.setProperty("--letters", Math.max(...all.map(numbers => written(numbers).length)));
  for (const input of inputs) rowsBox.append(streamRow(input, null));
  rowsBox.append(streamRow(output, wanted));
  showElement();
}

/** Makes the row of a stream. Of an output, elements that are wrong are marked, and can be chosen. */
function streamRow(stream, wanted) {
  const row = document.createElement("div");
  row.className = "stream";
  const elements = elementsOf(stream);
  const first = elements.length <= MOST ? 0 : Math.max(0, Math.min(elements.length - MOST, looked.element - MOST / 2));
  const last = Math.min(elements.length, first + MOST);
  const title = document.createElement("h3");
  const part = last - first < elements.length ? `, of which ${first} to ${last - 1} are shown` : "";
  title.append(stream.name, Object.assign(document.createElement("small"), { textContent: ` ${counted(elements.length, "element")}${part}` }));
  const cells = document.createElement("div");
  cells.className = "cells";
  cells.classList.add("grid");
  cells.style.setProperty("--columns", stream.columns ?? columnsThatFit());
  for (let element = first; element < last; element++) {
    const cell = document.createElement(wanted === null ? "span" : "button");
    const value = written(elements[element]);
    cell.className = "cell";
    cell.dataset.element = element;
    cell.dataset.stream = stream.name;
    // A grid is read by column and row.
    if (stream.columns === null) cell.append(Object.assign(document.createElement("small"), { className: "index", textContent: element, ariaHidden: "true" }));
    cell.append(value);
    if (wanted !== null) {
      const isWrong = !isSame(elements[element], wanted[element]);
      if (isWrong) cell.classList.add("wrong"), cell.append(Object.assign(document.createElement("small"), { textContent: written(wanted[element]) }));
      cell.setAttribute("aria-label", `${elementName(stream.name, element, stream.columns)} = ${value}${isWrong ? `, should be ${written(wanted[element])}` : ""}`);
      cell.tabIndex = -1;
      cell.classList.add("own");
    }
    cells.append(cell);
  }
  row.append(title, cells);
  return row;
}

/** The cells that stand beside each other: by sixteens or eights, where there is room, so that rows begin at round numbers. */
function columnsThatFit() {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const letters = Number(rowsBox.style.getPropertyValue("--letters"));
  const cell = Math.max(2.1, letters * 0.52 + 0.7) * rem + 2;
  const fit = Math.max(1, Math.floor((rowsBox.clientWidth - 4) / cell));
  return fit >= 16 ? fit - fit % 16 : fit >= 8 ? 8 : fit >= 4 ? 4 : fit;
}

/** Whether numbers are the same, as far as a puzzle tells them apart. */
function isSame(one, other) {
  return one.every((number, index) => number === other[index]);
}

/** Names an element. In a grid, its column and row are what a kernel fetches it by. */
function elementName(stream, element, columns) {
  const place = columns === null ? "" : ` (column ${element % columns}, row ${Math.floor(element / columns)})`;
  return `${stream}[${element}]${place}`;
}

function counted(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Marks the element that is chosen or pointed at, and what was fetched for it. */
function showElement() {
  const element = looked.hovered ?? looked.element;
  const { output } = looked.passes[looked.pass];
  document.getElementById("stepped").textContent = `${output.name}[${looked.element}]`;
  for (const cell of rowsBox.querySelectorAll(".lit, .read")) cell.classList.remove("lit", "read");
  for (const cell of rowsBox.querySelectorAll(".own")) cell.tabIndex = Number(cell.dataset.element) === looked.element ? 0 : -1;
  linksBox.replaceChildren();
  const own = cellOf(output.name, element, true);
  own?.classList.add("lit");
  const { fetches, why } = call("fetches", looked.pass, element);
  if (fetches === undefined) {
    elementText.textContent = why ?? "";
    return;
  }
  for (const fetch of fetches) {
    const cell = fetch.element === null ? null : cellOf(fetch.stream, fetch.element, false);
    if (cell === null) continue;
    cell.classList.add("read");
    // Lines would cross the elements of a grid.
    if (own !== null && output.columns === null) drawLink(cell, own);
  }
  const values = elementsOf(output)[element];
  elementText.textContent = `${elementName(output.name, element, output.columns)} = ${written(values)}: ${fetchedText(fetches, output.columns)}`;
  if (looked.hovered === null) showDebug();
}

/** Says what was fetched, for an element of a stream with so many columns. */
function fetchedText(fetches, columns) {
  if (fetches.length === 0) return "the kernel fetched nothing for it.";
  const one = fetch => (fetch.element === null ? fetch.text : `${elementName(fetch.stream, fetch.element, columns)} = ${written(fetch.numbers)}`);
  const shown = fetches.slice(0, 12).map(one).join(", ");
  return `the kernel fetched ${shown}${fetches.length > 12 ? ` and ${fetches.length - 12} more` : ""}.`;
}

function cellOf(stream, element, own) {
  return rowsBox.querySelector(`${own ? ".own" : ":not(.own)"}.cell[data-stream="${stream}"][data-element="${element}"]`);
}

/** Draws a line from an element that was read to the one that it went into. */
function drawLink(from, to) {
  const origin = linksBox.parentElement.getBoundingClientRect();
  const scrolled = linksBox.parentElement.scrollLeft;
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const x = box => box.left + box.width / 2 - origin.left + scrolled;
  linksBox.append(svg("line", { x1: x(a), y1: a.bottom - origin.top, x2: x(b), y2: b.top - origin.top, class: "link" }));
}

function goToPass(pass) {
  if (pass < 0 || pass >= looked.passes.length) return;
  looked.pass = pass;
  showPass();
}

document.getElementById("back").onclick = () => goToPass(looked.pass - 1);
document.getElementById("forward").onclick = () => goToPass(looked.pass + 1);
rowsBox.addEventListener("pointerover", event => {
  const cell = event.target.closest(".own");
  const hovered = cell === null ? null : Number(cell.dataset.element);
  if (hovered === looked.hovered || looked.passes.length === 0) return;
  looked.hovered = hovered;
  showElement();
});
rowsBox.addEventListener("pointerleave", () => {
  if (looked.hovered === null) return;
  looked.hovered = null;
  showElement();
});
rowsBox.addEventListener("click", event => {
  const cell = event.target.closest(".own");
  if (cell === null) return;
  (looked.element = Number(cell.dataset.element)), (looked.hovered = null);
  showElement();
});
rowsBox.addEventListener("keydown", event => {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -(columnsShown() ?? 1), ArrowDown: columnsShown() ?? 1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined || !event.target.classList.contains("own")) return;
  event.preventDefault();
  const { output } = looked.passes[looked.pass];
  const last = elementsOf(output).length - 1;
  const element = Number.isFinite(step) ? looked.element + step : step < 0 ? 0 : last;
  if (element < 0 || element > last) return;
  looked.element = element;
  if (cellOf(output.name, element, true) === null) showPass();
  showElement();
  cellOf(output.name, element, true)?.focus();
});
window.addEventListener("resize", () => {
  if (looked.passes.length > 0) showPass();
});

function columnsShown() {
  return looked.passes[looked.pass]?.output.columns ?? null;
}
