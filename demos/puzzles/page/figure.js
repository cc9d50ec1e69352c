"use strict";
// The picture of a puzzle: what the passes of the solution read and write, for a few elements.

const CELL = 34;
const GAP = 46;

/** Makes an element of SVG. */
function svg(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Writes a number, or a vector in brackets. */
function written(numbers) {
  const one = x => (typeof x === "string" ? x.replace("inf", "∞") : String(Math.round(x * 1e4) / 1e4));
  return numbers.length === 1 ? one(numbers[0]) : `(${numbers.map(one).join(", ")})`;
}

/** The elements of a stream, each an array of its numbers. */
function elementsOf(stream, numbers = stream.numbers) {
  const all = [];
  for (let at = 0; at < numbers.length; at += stream.components) all.push(numbers.slice(at, at + stream.components));
  return all;
}

/** Draws the picture of a puzzle from its passes, as `engine.picture` returns them. */
function drawPicture(passes) {
  const rows = rowsOf(passes);
  const width = row => (row.columns ?? row.elements.length) * row.cell;
  const label = 12 + 8.2 * Math.max(...rows.map(row => row.name.length));
  // Many rows stand closer.
  const gap = rows.length > 6 ? 28 : GAP;
  // Inputs of a single pass stand side by side, so that no line goes through the cells of another one; their names are above them.
  const inputs = rows.filter(row => row.pass === 0);
  const isBeside = passes.length === 1 && inputs.length > 1 && inputs.every(row => row.columns === null);
  let top = isBeside ? 22 : 4;
  let left = label;
  for (const row of rows) {
    row.lines = row.columns === null ? 1 : Math.ceil(row.elements.length / row.columns);
    row.isNameAbove = isBeside && row.pass === 0;
    Object.assign(row, { left: row.isNameAbove ? left : label, top });
    if (row.isNameAbove) left += width(row) + 24;
    if (!row.isNameAbove || row === inputs[inputs.length - 1]) top += row.lines * CELL + (row.isLast ? 0 : row.columns === null ? gap : gap / 3);
  }
  const all = { width: Math.max(...rows.map(row => row.left + width(row))) + 4, height: top + 4 };
  const names = rows.map(row => row.name).join(", ");
  const figure = svg("svg", { viewBox: `0 0 ${all.width} ${all.height}`, width: all.width, role: "img", "aria-label": `What the solution reads and writes: ${names}` });
  for (const row of rows) drawLinks(figure, row, rows);
  for (const row of rows) drawRow(figure, row);
  return figure;
}

/** The rows of a picture: the inputs of the first pass, and the output of each pass. */
function rowsOf(passes) {
  const rows = [];
  const add = (stream, pass, links) => {
    const elements = elementsOf(stream);
    const letters = Math.max(1, ...elements.map(numbers => written(numbers).length));
    rows.push({ name: stream.name, pass, elements, links, columns: stream.columns, cell: Math.max(CELL, 12 + 8 * letters), isLast: false });
  };
  for (const input of passes[0].inputs) add(input, 0, null);
  // Of many passes, the first and the last ones.
  const shown = passes.length <= 6 ? passes.map((_, pass) => pass) : [0, 1, 2, passes.length - 3, passes.length - 2, passes.length - 1];
  for (const pass of shown) {
    // An input that is another one in each pass has a row for each.
    passes[pass].inputs.slice(1).forEach((input, index) => {
      if (pass > 0 && String(input.numbers) !== String(passes[0].inputs[index + 1].numbers)) add(input, pass + 1, null);
    });
    add(passes[pass].output, pass + 1, passes[pass].links);
    // Of several passes, what tells one from another is its name.
    const given = passes[pass].constants.map(({ name, value }) => `${name} ${value}`).join(", ");
    if (passes.length > 1) rows[rows.length - 1].name = given === "" ? `pass ${pass + 1}` : given;
  }
  rows[rows.length - 1].isLast = true;
  return rows;
}

function centre(row, element, isBelow) {
  const columns = row.columns ?? row.elements.length;
  const line = Math.floor(element / columns);
  return [row.left + (element % columns + 0.5) * row.cell, row.top + (line + (isBelow ? 1 : 0)) * CELL];
}

/** Draws lines from what was fetched: for all elements, or for one where that would be too many. */
function drawLinks(figure, row, rows) {
  if (row.links === null) return;
  const total = row.links.reduce((sum, fetches) => sum + fetches.length, 0);
  const all = total <= 3 * row.links.length && row.columns === null;
  const columns = row.columns ?? 0;
  const middle = Math.min(row.links.length - 1, Math.floor(row.links.length / 2) + (columns >> 1));
  // The one in the middle, unless another one fetches more.
  const one = row.links.reduce((best, fetches, element) => (fetches.length > row.links[best].length ? element : best), middle);
  row.links.forEach((fetches, element) => {
    if (!all && element !== one) return;
    for (const fetch of fetches) {
      const from = rowOf(fetch.stream, row, rows);
      if (from === undefined || fetch.element === null || fetch.element >= from.elements.length) continue;
      // Lines would cross the elements of a grid: there, those that were read are marked.
      from.read ??= new Set();
      from.read.add(fetch.element);
      if (row.columns !== null) continue;
      const [x, y] = centre(from, fetch.element, true);
      const [toX, toY] = centre(row, element, false);
      figure.append(svg("line", { x1: x, y1: y, x2: toX, y2: toY, class: "link" }));
    }
  });
  if (!all) row.chosen = one;
  else for (const other of rows) other.read = undefined;
}

/** The row of a stream that a pass read. */
function rowOf(stream, { pass }, rows) {
  // The first input of a pass is what the pass before wrote.
  if (pass > 1 && stream === rows[0].name) return rows.find(other => other.pass === pass - 1 && other.links !== null);
  return rows.find(other => other.pass === pass && other.name === stream) ?? rows.find(other => other.pass === 0 && other.name === stream);
}

function drawRow(figure, row) {
  const middle = row.top + CELL / 2;
  const place = row.isNameAbove ? { x: row.left + 2, y: row.top - 10, class: "name above" } : { x: row.left - 8, y: middle, class: "name" };
  figure.append(svg("text", place, row.name));
  row.elements.forEach((numbers, element) => {
    const [x, y] = centre(row, element, false);
    const kind = row.read?.has(element) ? "cell read" : row.links !== null ? "cell written" : "cell";
    figure.append(svg("rect", { x: x - row.cell / 2 + 1, y: y + 1, width: row.cell - 2, height: CELL - 2, rx: 4, class: row.chosen === element ? `${kind} chosen` : kind }));
    figure.append(svg("text", { x, y: y + CELL / 2, class: "number" }, written(numbers)));
  });
}
