//! Describes the programs of passes on a chip as JSON.

use serde_json::{Value, json};

use brooklet::fragment_program::counts::Counts;
use brooklet::fragment_program::{PartitionPass, Sampler, Write};

use super::{Listings, Program, part_name, runs};
use crate::cli::excess::lines;

impl Listings {
    pub(super) fn json(&self) -> Value {
        let passes = self.passes.iter().map(|pass| {
            let mut described = json!({ "kernel": pass.kernel, "name": pass.name, "runs": runs(pass) });
            match &pass.outcome {
                Ok(Program { compiled, texts, inputs }) => {
                    described["fits"] = compiled.excess.is_empty().into();
                    described["counts"] = numbers(&compiled.counts);
                    described["excess"] = compiled
                        .excess
                        .iter()
                        .map(|excess| {
                            json!({
                                "resource": excess.resource.name(), "needed": excess.needed,
                                "available": excess.available, "lines": lines(excess, &compiled.program.files),
                            })
                        })
                        .collect();
                    if let Some(uncut) = compiled.uncut {
                        described["uncut"] = uncut.to_string().into();
                    }
                    match &compiled.partition {
                        None => described["listing"] = texts.concat().into(),
                        Some(partition) => {
                            let parts = partition.passes.iter().zip(texts);
                            let count = partition.passes.len();
                            let part = |(number, (own, text)): (usize, (&PartitionPass, &String))| {
                                json!({
                                    "name": part_name(&pass.name, number, count),
                                    "counts": numbers(&Counts::of(&own.program)), "listing": text,
                                    "reads": reads(own, *inputs), "writes": writes(own),
                                })
                            };
                            described["parts"] = parts.enumerate().map(part).collect();
                            // The number of channels of each intermediate texture, of 32 bits each.
                            described["intermediates"] = partition.textures.clone().into();
                        }
                    }
                }
                Err(refused) => described["refused"] = refused.why.clone().into(),
            }
            described
        });
        json!({ "chip": self.chip.name(), "passes": passes.collect::<Vec<_>>() })
    }
}

/// Returns what each texture image unit of a pass reads: an input of the kernel or an intermediate texture, by its number.
fn reads(pass: &PartitionPass, inputs: usize) -> Value {
    let unit = |sampler: &Sampler| match sampler.input.checked_sub(inputs) {
        Some(texture) => json!({ "unit": sampler.unit, "intermediate": texture }),
        None => json!({ "unit": sampler.unit, "input": sampler.input }),
    };
    pass.program.samplers.iter().map(unit).collect()
}

/// Returns what each render target of a pass holds: an output of the kernel or an intermediate texture.
fn writes(pass: &PartitionPass) -> Value {
    let target = |write: &Write| match write {
        Write::Output(output) => json!({ "output": output }),
        Write::Intermediate(texture) => json!({ "intermediate": texture }),
    };
    pass.writes.iter().map(target).collect()
}

fn numbers(counts: &Counts) -> Value {
    json!({
        "alu": counts.alu, "pairs": counts.pairs, "tex": counts.tex, "indirections": counts.indirections,
        "nodes": counts.nodes, "temporaries": counts.temporaries, "constants": counts.parameters, "interpolants": counts.interpolants,
        "samplers": counts.samplers, "targets": counts.targets, "loop_nesting": counts.loop_nesting,
        "branch_nesting": counts.branch_nesting,
    })
}
