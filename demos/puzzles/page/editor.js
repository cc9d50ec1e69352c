"use strict";
// The editor: a text field, whose letters are transparent, over the same text in colours.

const field = document.getElementById("text");
const colours = document.getElementById("colours");
const lineNumbers = document.getElementById("lines");

const KEYWORDS = new Set(["input", "output", "constant", "if", "else", "for", "return", "true", "false", "const", "break", "continue", "void", "kernel", "out"]);
const TYPES = new Set(["float", "float2", "float3", "float4", "vec2", "vec3", "vec4", "index", "int", "bool"]);
const BUILT_IN = new Set(["fetch", "here", "here_x", "here_y", "count", "width", "height", "quotient", "indexof"]);
const TOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|[A-Za-z_]\w*|\d[\w.]*|\s+|./g;

// What is marked: { line, column, length } of errors, and the line of an instruction.
let marks = [];
let litLine = null;

function kindOf(token) {
  if (token.startsWith("//") || token.startsWith("/*")) return "comment";
  if (KEYWORDS.has(token)) return "keyword";
  if (TYPES.has(token)) return "type";
  if (BUILT_IN.has(token)) return "built-in";
  return /^\d/.test(token) ? "number" : null;
}

/** Adds a text in colours to an element. */
function addColoured(parent, text) {
  for (const token of text.match(TOKEN) ?? []) {
    const kind = kindOf(token);
    if (kind === null) {
      parent.append(token);
    } else {
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = token;
      parent.append(span);
    }
  }
}

/** Draws the text, the numbers of its lines and the marks. */
function drawEditor() {
  const lines = field.value.split("\n");
  colours.replaceChildren();
  lineNumbers.replaceChildren();
  addColoured(colours, field.value + "\n");
  lines.forEach((_, index) => {
    const number = document.createElement("span");
    number.textContent = `${index + 1}\n`;
    if (marks.some(mark => mark.line === index + 1)) number.className = "wrong";
    if (litLine === index + 1) number.className = "lit";
    lineNumbers.append(number);
  });
  const rows = String(Math.max(8, Math.min(lines.length + 1, 32)));
  document.getElementById("editor").style.setProperty("--rows", rows);
  scrollEditor();
}

function scrollEditor() {
  colours.style.transform = `translate(${-field.scrollLeft}px, ${-field.scrollTop}px)`;
  lineNumbers.scrollTop = field.scrollTop;
}

function setText(text) {
  field.value = text;
  (marks = []), (litLine = null);
  drawEditor();
}

function setMarks(all) {
  marks = all;
  drawEditor();
}

/** Lights a line, from 1; null: none. */
function lightLine(line) {
  litLine = line;
  drawEditor();
}

/** Puts the cursor where something is wrong. */
function goTo(line, column, length) {
  const start = field.value.split("\n").slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  field.focus();
  field.setSelectionRange(start, start + length);
}

field.addEventListener("scroll", scrollEditor);
field.addEventListener("input", () => {
  (marks = []), (litLine = null);
  drawEditor();
});
// A new line begins where the one before does. Tab is left to those who go through the page by keys.
field.addEventListener("keydown", event => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
  const before = field.value.slice(0, field.selectionStart);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const indent = line.match(/^ */)[0] + (/[{(]\s*$/.test(line) ? "    " : "");
  event.preventDefault();
  field.setRangeText(`\n${indent}`, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
// A closing brace goes back to where its block begins.
field.addEventListener("beforeinput", event => {
  if (event.data !== "}") return;
  const before = field.value.slice(0, field.selectionStart);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/^ {4,}$/.test(line)) field.setSelectionRange(field.selectionStart - 4, field.selectionEnd);
});
