// Writes the notices of what the WebAssembly contains: each crate with its licence and the text of it.
//
//   node src/web/notices.mjs
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const cargo = (...args) => execFileSync("cargo", [...args, "--locked"], { encoding: "utf8", maxBuffer: 1 << 28 });
const features = ["--no-default-features", "--features", "web-full"];
const triple = "wasm32-unknown-unknown";
// Macros run in the compiler, and are not in the file.
const tree = cargo("tree", "-p", "brooklet", ...features, "--target", triple, "-e", "normal,no-proc-macro", "--prefix", "none", "-f", "{p}");
const found = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
const { packages } = JSON.parse(cargo("metadata", "--format-version", "1", "--filter-platform", triple));
const crates = packages.filter((own) => own.name !== "brooklet" && found.has(`${own.name} v${own.version}`));
crates.sort((a, b) => (a.name < b.name ? -1 : 1));

const texts = (own) => {
  const folder = dirname(own.manifest_path);
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|unlicense|notice)/i.test(name)).sort();
  if (names.length === 0) return `(The crate has no file of its licence, ${own.license}.)`;
  // Of several licences to choose from, the shortest text is enough.
  const mit = names.find((name) => /mit/i.test(name));
  const chosen = / OR /.test(own.license ?? "") && mit ? [mit] : names;
  return chosen.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
};

const parts = crates.map((own) => `${own.name} ${own.version}\nLicence: ${own.license}\n${own.repository ?? ""}\n\n${texts(own)}\n`);
const rule = `\n${"-".repeat(80)}\n\n`;
process.stdout.write(
  "brooklet.wasm contains these crates, and Rust's standard library (MIT OR Apache-2.0, https://www.rust-lang.org/policies/licenses).\n"
  + rule + parts.join(rule));
