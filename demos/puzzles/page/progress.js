"use strict";
// Answers and what is solved, in the browser's storage and in a file.

const STORAGE = "brooklet-puzzles";

// By the name of a puzzle: { text, solved }.
let progress = {};

/** Takes what is kept, where the browser allows that: pages from a disk may have no storage. */
function restoreProgress() {
  try {
    progress = readProgress(localStorage.getItem(STORAGE) ?? "{}");
  } catch {
    progress = {};
  }
}

/** Reads kept answers. Throws an error that says what is wrong. */
function readProgress(text) {
  const read = JSON.parse(text);
  if (read === null || typeof read !== "object" || Array.isArray(read)) throw new Error("it holds no answers");
  const kept = {};
  for (const [name, entry] of Object.entries(read)) {
    if (typeof entry?.text !== "string" || typeof entry?.solved !== "boolean") throw new Error(`the answer to ${name} has no text`);
    kept[name] = { text: entry.text, solved: entry.solved };
  }
  return kept;
}

/** Keeps the answer to a puzzle. What was solved once stays solved. */
function keepAnswer(name, text, solved) {
  progress[name] = { text, solved: solved || progress[name]?.solved === true };
  storeProgress();
}

function storeProgress() {
  try {
    localStorage.setItem(STORAGE, JSON.stringify(progress));
  } catch {
    // The answers are lost with the page; they can be saved to a file.
  }
}

/** Saves all answers to a file. */
function saveProgress() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(progress, null, 1)], { type: "application/json" }));
  link.download = "brooklet-answers.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Takes the answers of a file, in addition to those that are there. Returns what went wrong, or null. */
async function loadProgress(file) {
  try {
    const kept = readProgress(await file.text());
    for (const [name, entry] of Object.entries(kept)) {
      progress[name] = { text: entry.text, solved: entry.solved || progress[name]?.solved === true };
    }
    storeProgress();
    return null;
  } catch (error) {
    return `${file.name} is no file of answers: ${error.message}`;
  }
}
