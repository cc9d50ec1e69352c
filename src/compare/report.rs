//! Makes the report from the measurements.

use super::document::{Block, Document};
use super::measured::{Measured, Part};
use super::{fit, published, sections, then};

impl Measured {
    /// Returns everything as JSON: the device, all rows and the fits, and, separately, the published results.
    pub fn to_json(&self) -> serde_json::Value {
        let rows = self.rows();
        let mut growth = Vec::new();
        for primitive in sections::side_by_side() {
            for key @ (family, method, layout) in rows.methods(primitive) {
                let time = rows.series(primitive, key, |row| row.median_ms);
                let bytes = rows.series(primitive, key, |row| row.bytes_moved as f64);
                if time.len() >= 3 {
                    growth.push(serde_json::json!({
                        "primitive": primitive, "family": family, "method": method, "layout": layout,
                        "sizes": time.iter().map(|point| point.0).collect::<Vec<_>>(),
                        "time_exponent": fit::exponent(&time), "bytes_exponent": fit::exponent(&bytes),
                    }));
                }
            }
        }
        let mut all = serde_json::json!({
            "brooklet": self.version,
            "device": self.device,
            "quick": self.quick,
            "runs": self.runs,
            "runs_of_small": self.runs_of_small,
            "parts": self.parts,
            "rows": self.rows,
            "left_out": self.left_out,
            "fits": {"growth": growth, "model": sections::model::Constants::of(rows)},
            "published": published::to_json(),
        });
        if self.parts.contains(&Part::Then) {
            all["then_predicted"] = then::to_json(|_| true);
        }
        if !self.complete {
            all["complete"] = false.into();
        }
        all
    }
}

/// Makes the report of a comparison.
pub fn report(measured: &Measured) -> Document {
    let mut sections = Vec::new();
    if !measured.is_counted() {
        sections.push(sections::machine::section(measured));
    }
    for part in &measured.parts {
        sections.push(match part {
            Part::Filter => sections::filter::section(measured),
            Part::Scan => sections::scan::section(measured),
            Part::Reduce => sections::reduce::section(measured),
            Part::Toolkit => sections::toolkit::section(measured),
            Part::Work => sections::work::section(measured),
            Part::Model => sections::model::section(measured),
            Part::Then => sections::then::section(),
            Part::Figure3 => sections::figure3::section(measured),
        });
    }
    // Remove charts without anything to draw.
    for section in &mut sections {
        section.blocks = std::mem::take(&mut section.blocks)
            .into_iter()
            .filter_map(|block| match block {
                Block::Figure(chart) => chart.drawable().map(Block::Figure),
                block => Some(block),
            })
            .collect();
    }
    Document { title: "GPU computing, then and now, side by side".to_owned(), opening: opening(measured), sections }
}

fn opening(measured: &Measured) -> Vec<Block> {
    if measured.is_counted() {
        return vec![Block::Text(format!(
            "In 2004 people computed on GPUs that could only draw: data lay in textures, and a program was a fragment shader \
             drawn over them, pass after pass. Here stand the figures that were published then, beside what models of those chips \
             predict. brooklet {} counted the passes; nothing was measured, and no device was needed.",
            measured.version
        ))];
    }
    let mut blocks = vec![Block::Text(format!(
        "In 2004 people computed on GPUs that could only draw: data lay in textures, and a program was a fragment shader \
         drawn over them, pass after pass. From 2007 on compute shaders (first CUDA) could write wherever they liked and \
         share memory. Here both run the same tasks on the same data, on one machine, in one run, beside plain Rust on the \
         CPU; and beside the figures that were published then. brooklet {} measured on {}.",
        measured.version, measured.device.renderer
    ))];
    blocks.push(Block::Text(format!(
        "How to read it: columns marked *published* are copied from the papers, digit by digit, and were measured on \
         the hardware named there. Columns marked *today* were measured in this run: medians of {} runs ({} of less \
         than 64K elements), each to the end of a wait for the device; methods take turns, so that whatever disturbs \
         the machine disturbs them alike, and each result was checked against a plain reference first. Data lie on the \
         device in the form that suits the method, and stay there. Compare ratios and shapes; the milliseconds are of \
         machines about twenty years apart.",
        measured.runs, measured.runs_of_small
    )));
    blocks.push(Block::Text(
        "Each family is shown at its best. The fragment pipeline and the compute shaders have the methods of the \
         papers, as they were published, and beside them the fastest that we have: of the compute shaders one that \
         suits GPUs (tiles; of reductions the paper's seventh kernel does) and one that suits drivers on the CPU \
         (runs). On the CPU, loops keep many accumulators, so that they run in the wide registers of the processor, \
         and sorts are those of the standard library, of the crate radsort (by digits, on one core) and of the crate \
         rdst (by digits, on all)."
            .to_owned(),
    ));
    if measured.quick {
        blocks.push(Block::Note(
            "This is a quick run: sizes and repeats were shrunk so that it ends within a minute. A dash stands where a \
             size was not measured. What was published stands whole."
                .to_owned(),
        ));
    }
    if !measured.complete {
        blocks.push(Block::Note(
            "The comparison was stopped before its end. A dash stands where a size was not measured.".to_owned(),
        ));
    }
    if measured.parts.len() < Part::ALL.len() {
        let names: Vec<&str> = measured.parts.iter().map(|part| part.name()).collect();
        blocks.push(Block::Note(format!("Only these parts were asked for: {}.", names.join(", "))));
    }
    let of_cpu = || measured.rows.iter().filter(|row| row.family == "cpu");
    if of_cpu().next().is_some() && !of_cpu().any(|row| row.method.ends_with("-rayon")) {
        blocks.push(Block::Note(
            "The CPU took part with one core: here a program has no more, as in a browser. The columns of all cores hold \
             dashes, and the sort of the crate rdst is left out."
                .to_owned(),
        ));
    }
    if !measured.has_compute() {
        blocks.push(Block::Note(format!(
            "This context ({}) has no compute shaders: they need OpenGL 4.3 or OpenGL ES 3.1. The comparison runs without \
             them, with the fragment pipeline and the CPU; their columns hold dashes.",
            measured.device.version
        )));
    }
    if measured.device.compute.is_some_and(|compute| !compute.precise) {
        blocks.push(Block::Note(
            "This context has compute shaders, but not `precise` (OpenGL 4.3, OpenGL ES 3.2), without which compilers undo \
             Kahan's summation: the comparison runs without it."
                .to_owned(),
        ));
    }
    blocks.extend(caveat(&measured.device.renderer).map(|text| Block::Note(text.to_owned())));
    blocks
}

/// Returns what a reader has to know about a device to judge its figures, by the name of its renderer. The report includes this
/// text.
pub fn caveat(renderer: &str) -> Option<&'static str> {
    if ["llvmpipe", "softpipe", "swrast", "SwiftShader"].iter().any(|name| renderer.contains(name)) {
        return Some(
            "This device is no GPU: a program computes its passes and dispatches on the CPU. All columns of today, \
             fragment, compute and CPU, ran on the same cores. What is seen is the work that each method does, and not what \
             a GPU would make of it. A barrier makes such a program put every invocation aside: it costs some tens of times what \
             it costs on a GPU, so that the compute kernels of the papers, which have many, are slow here for that reason \
             alone; those of runs have none. Its own clock (GPU ms) sees passes alone, not dispatches.",
        );
    }
    if ["H200", "H100", "A100"].iter().any(|name| renderer.contains(name)) {
        return Some(
            "On this GPU of a data centre only a few of the processors run fragment shaders, about 1 in 30; all of them run \
             compute shaders. Compute can be up to 30 times faster than the fragment pipeline here for that reason alone. On \
             a GPU made for drawing all processors run both.",
        );
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_that_mislead_are_known_by_their_names() {
        assert!(caveat("llvmpipe (LLVM 15.0.6, 256 bits)").unwrap().contains("no GPU"));
        assert!(caveat("NVIDIA H200/PCIe/SSE2").unwrap().contains("1 in 30"));
        assert!(caveat("NVIDIA A100-SXM4-40GB/PCIe/SSE2").is_some());
        assert_eq!(caveat("AMD Radeon RX 6800 (navi21)"), None);
    }
}
