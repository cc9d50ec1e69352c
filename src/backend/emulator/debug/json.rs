//! Writes fragments as JSON, for programs.

use serde_json::{Value, json};

use crate::fragment_operations::DepthStencilTexel;
use crate::fragment_program::NumberType;
use crate::fragment_program::listing::Mapped;

use super::text::reading;
use super::{End, ExecutedInstruction, Fetch, Flow, Fragment, Vec4};

impl Fragment {
    /// Returns the fragment as JSON. It has the `kernel`, the `chip`, the fragment's position (`column`, `row`, `element`), the lines
    /// of the `listing` (or in `no_listing` the reason why there is none), the `steps`, how the fragment ended (`end`), the numbers of
    /// instructions `executed` and texels `fetched`, the `outputs` (with what the render targets have `stored`, which is rounded if they
    /// have half floats), the `operations` of the pass that then come, in order (tests, blending, and the write mask), the outcome of
    /// the `tests` (which `failed` first, and the depth and stencil that are stored `before` and `after` them), and whether the outputs
    /// are `written`, which is `null` if it depends on the points before. If the element is drawn as a `point`, it has the point's `size`,
    /// and its `column` and `row` in the render targets, which are `null` if it does not fit there.
    ///
    /// Each step has: the `instruction`, counted from 1; its `text` and `line` in the listing; its `source` (`file`, `line`, `text`);
    /// the `iterations` of the enclosing loops; the `operands`, each with its `text`, the components that are `read`, and their
    /// `values` and `bits`; the `destination` (`text`, `written`, `before`, `after`); the `condition` (`before`, `after`) if it
    /// changes; the `fetch` (`input`, `name`, `column`, `row`, `layer`, `element`, `values`, `bits`); the `flow`.
    ///
    /// Numbers that JSON lacks (NaN and infinities) are strings. Bits are strings of eight hexadecimal digits.
    pub fn to_json(&self) -> Value {
        let (listing, no_listing) = match self.listing() {
            Ok(listing) => (Some(listing), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let text = listing.as_ref().map(|listing| listing.text.lines().collect::<Vec<_>>());
        let (end, at) = match self.end {
            End::Finished => ("finished", None),
            End::Returned(at) => ("returned", Some(at)),
            End::Killed(at) => ("killed", Some(at)),
            End::Executed(_) => ("instructions executed", None),
            End::Iterations(_) => ("iterations", None),
            End::Undefined(at) => ("undefined", Some(at)),
        };
        let outputs = self.outputs.iter().map(|output| {
            let (words, stored) = (&output.words[..output.channels], &output.stored[..output.channels]);
            json!({
                "name": output.name, "values": values(self, words, NumberType::Float), "bits": bits(words),
                "stored": values(self, stored, NumberType::Float),
            })
        });
        json!({
            "kernel": self.program.name, "chip": self.chip.name(),
            "column": self.column, "row": self.row, "element": self.element,
            "listing": text, "no_listing": no_listing,
            "steps": self.steps.iter().map(|step| self.step(listing.as_ref(), step)).collect::<Vec<_>>(),
            "skipped": self.skipped(), "executed": self.executed, "fetched": self.fetched,
            "end": { "by": end, "instruction": at.map(|at| at + 1), "text": self.end_text() },
            "written": self.writes(),
            "outputs": outputs.collect::<Vec<_>>(),
            "point": self.point.map(|point| {
                let (column, row) = point.texel.unzip();
                json!({ "size": point.size, "column": column, "row": row })
            }),
            "operations": self.operations.parts(),
            "tests": self.tests.map(|tests| {
                let texel = |texel: DepthStencilTexel| json!({ "depth": texel.shortest_depth(), "stencil": texel.stencil });
                json!({
                    "failed": tests.failed,
                    "before": tests.buffer.map(|(before, _)| texel(before)),
                    "after": tests.buffer.map(|(_, after)| texel(after)),
                })
            }),
        })
    }

    fn step(&self, listing: Option<&Mapped>, step: &ExecutedInstruction) -> Value {
        let at = step.instruction;
        let instruction = &self.program.instructions[at];
        let (reads, kind) = reading(self, instruction);
        let (destination, labels) = self.labels(listing, at);
        let operands = labels.iter().zip(&step.operands).map(|(text, words)| {
            json!({ "text": text, "read": letters(reads), "values": values(self, words, kind), "bits": bits(words) })
        });
        let vector = |words: &Vec4| json!({ "values": values(self, words, instruction.kind), "bits": bits(words) });
        let code = |code: [f32; 4]| code.map(|x| number(self, x.to_bits(), NumberType::Float));
        let mut described = json!({
            "instruction": at + 1,
            "text": self.written(listing, at),
            "line": listing.and_then(|listing| listing.lines.get(at)),
            "source": self.source_line(at).map(|(file, line, text)| {
                json!({ "file": self.program.files.0[file].name, "line": line, "text": text })
            }),
            "iterations": step.iterations,
            "operands": operands.collect::<Vec<_>>(),
        });
        if let Some((before, after)) = &step.result {
            described["destination"] = json!({
                "text": destination, "written": letters(step.written), "before": vector(before), "after": vector(after),
            });
        }
        if step.code.0.map(f32::to_bits) != step.code.1.map(f32::to_bits) {
            described["condition"] = json!({ "before": code(step.code.0), "after": code(step.code.1) });
        }
        if let Some(fetch) = &step.fetch {
            described["fetch"] = self.fetch(fetch);
        }
        if let Some(flow) = step.flow {
            described["flow"] = match flow {
                Flow::Branch(holds) => json!({ "branch": holds }),
                Flow::Loop(iterations) => json!({ "loop": iterations }),
                Flow::Leave(happens) => json!({ "leave": happens }),
            };
        }
        described
    }

    fn fetch(&self, fetch: &Fetch) -> Value {
        let of = |k: usize| fetch.texel.map(|texel| texel[k]);
        json!({
            "input": fetch.input, "name": self.input_name(fetch.input),
            "column": of(0), "row": of(1), "layer": of(2), "element": fetch.element, "lanes": fetch.lanes,
            "values": values(self, &fetch.words, NumberType::Float), "bits": bits(&fetch.words),
        })
    }
}

fn letters(mask: u8) -> String {
    (0..4).filter(|c| mask >> c & 1 == 1).map(|c| ['x', 'y', 'z', 'w'][c]).collect()
}

fn bits(words: &[u32]) -> Vec<String> {
    words.iter().map(|word| format!("{word:08x}")).collect()
}

fn values(fragment: &Fragment, words: &[u32], kind: NumberType) -> Vec<Value> {
    words.iter().map(|word| number(fragment, *word, kind)).collect()
}

fn number(fragment: &Fragment, word: u32, kind: NumberType) -> Value {
    let text = fragment.number(word, kind);
    // The number is parsed from its shortest decimal text, so that a float has no digits beyond its precision.
    text.parse::<serde_json::Number>().map_or(Value::String(text), Value::Number)
}
