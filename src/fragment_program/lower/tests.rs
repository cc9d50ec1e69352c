//! Lowers the kernels of the crate to fragment programs.

use std::collections::BTreeMap;
use std::path::Path;

use super::*;
use crate::fragment_program::counts::{Counts, check};
use crate::fragment_program::listing;
use crate::kernel::{compile, crate_kernels};
use crate::level::{is_full, is_quick, sample};
use crate::texel::Components;

/// Returns every kernel of the crate, in each form in which it is used, with a name.
pub(crate) fn forms(integers: bool) -> Vec<(String, Kernel)> {
    let mut forms: Vec<(String, Kernel)> = Vec::new();
    for path in crate_kernels::kernels("glsl") {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let of_four = name.ends_with("_packed.frag");
        let of_one = ["scan_pyramid_up.frag", "scan_pyramid_down.frag", "search_index.frag"].contains(&&*name);
        for element in Components::ALL.into_iter().filter(|element| crate_kernels::is_for(&name, *element)) {
            for packed in [false, true] {
                if packed && (of_one || element != Components::One) || of_four && !packed {
                    continue;
                }
                let source = crate_kernels::filled(&path, element, packed, integers && !packed);
                let (kernel, _) = compile(&source).unwrap();
                // A kernel that does not depend on the element type has the same form for all.
                if forms.last().is_some_and(|(_, last)| *last == kernel) {
                    continue;
                }
                let form = if packed { "packed" } else { element.type_name() };
                forms.push((format!("{}.{form}", kernel.name), kernel));
            }
        }
    }
    forms
}

/// Returns values for the uniforms that a kernel asks for, such that its loops take a few iterations.
pub(crate) fn values(leaves: Vec<Uniform>, set: InstructionSet) -> BTreeMap<Uniform, u32> {
    let value = if set.integers() { 3 } else { 3f32.to_bits() };
    leaves.into_iter().map(|leaf| (leaf, value)).collect()
}

/// Lowers a kernel. Loops that depend on constants take a few iterations.
pub(crate) fn lowered(kernel: &Kernel, chip: Chip, layout: Layout) -> Result<FragmentProgram, LowerError> {
    let streams = Streams::uniform(kernel, &AccessSummary::of(kernel), layout);
    let mut given = BTreeMap::new();
    for _ in 0..8 {
        match lower(kernel, LowerTarget::of(chip), &streams, &given) {
            Err(LowerError::Wants(leaves)) => given.extend(values(leaves, chip.set())),
            done => return done,
        }
    }
    panic!("{} always wants more", kernel.name);
}

/// Lowers each kernel for every third chip in turn. A quick run takes only every third of these combinations. A full run, or a run that
/// writes listings, takes all of them. If `BROOKLET_LISTINGS` names a directory, the listings are written there for review, each with
/// the result of our checks.
#[test]
fn every_kernel_is_a_program_of_every_chip_that_has_what_it_needs() {
    let folder = std::env::var_os("BROOKLET_LISTINGS");
    let full = folder.is_some() || is_full();
    let (floats, integers) = (forms(false), forms(true));
    for (turn, chip) in Chip::ALL.into_iter().enumerate() {
        let mut verdicts = String::new();
        for (number, (name, kernel)) in if chip.set().integers() { &integers } else { &floats }.iter().enumerate() {
            if !full && number % 3 != turn % 3 || folder.is_none() && is_quick() && number / 3 % 3 != turn / 3 {
                continue;
            }
            let program = match lowered(kernel, chip, Layout::Plain) {
                Ok(program) => program,
                Err(LowerError::Lacks { what, .. }) => {
                    assert!(!chip.set().integers(), "{name} on {chip} needs {what}");
                    verdicts += &format!("{name}\tlacks {what}\n");
                    continue;
                }
                Err(error) => {
                    assert!(!chip.set().branches(), "{name} on {chip}: {error}");
                    verdicts += &format!("{name}\t{error}\n");
                    continue;
                }
            };
            let text = listing::print(&program, &listing::Names::of(kernel));
            let text = text.unwrap_or_else(|error| panic!("{name} on {chip}: {error}"));
            let bare = listing::print_bare(&program).unwrap();
            let again = listing::read(name, &bare).unwrap_or_else(|errors| panic!("{name} on {chip}:\n{errors}"));
            assert_eq!(listing::print_bare(&again.program).unwrap(), bare, "{name} on {chip}");
            let counts = Counts::of(&program);
            let excess: Vec<String> = check(&program, chip)
                .iter()
                .map(|e| format!("{} {} of {}", e.needed, e.resource, e.available))
                .collect();
            verdicts += &format!(
                "{name}\t{}\t{} pairs {} ALU {} TEX {} indirections {} temporaries {} parameters\n",
                if excess.is_empty() { "fits".to_owned() } else { excess.join("; ") },
                counts.pairs.unwrap_or(counts.alu),
                counts.alu,
                counts.tex,
                counts.indirections,
                counts.temporaries,
                counts.parameters,
            );
            if let Some(folder) = &folder {
                let folder = Path::new(folder).join(chip.name());
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(folder.join(format!("{name}.fp")), text).unwrap();
            }
        }
        if let Some(folder) = &folder {
            std::fs::write(Path::new(folder).join(format!("{chip}.tsv")), verdicts).unwrap();
        }
    }
}

/// Kernels that are long or deep are lowered or rejected quickly, and without overflowing the stack of a test's thread.
#[test]
fn extremes_end_in_a_program_or_an_error() {
    let of_one = |body: &str| format!("input float x; output float y; void main() {{ y = fetch(x, here()); {body} }}");
    let leave = "for (int i = 0; i < 4000; i++) { y += 1.0; if (y > 100.0) break; }";
    let calls = (1..16).fold(String::from("float f0(float a) { return a + 1.0; }"), |text, i| {
        format!("{text} float f{i}(float a) {{ return f{}(a) * f{}(a + 1.0); }}", i - 1, i - 1)
    });
    let loops: String = (0..14).map(|i| format!("for (int i{i} = 0; i{i} < 3; i{i}++) ")).collect();
    let data: String = (0..14).map(|i| format!("for (float i{i} = 0.0; i{i} < y; i{i} += 1.0) ")).collect();
    let extremes = [
        ("left at any time", of_one(leave)),
        ("left early", of_one(&"if (y > 2.0) { y += 1.0; return; } y *= 1.5; ".repeat(200))),
        ("doubled", of_one(&"y = y + floor(y); ".repeat(100))),
        ("a gather each", of_one(&"y = fetch(x, int(y)); ".repeat(100))),
        ("a sum", of_one(&"y += y * 1.5; ".repeat(1000))),
        ("loops of literals", of_one(&format!("{loops} y += 1.0;"))),
        ("loops of data", of_one(&format!("{data} y += 1.0;"))),
        ("calls", format!("{calls} input float x; output float y; void main() {{ y = f15(fetch(x, here())); }}")),
    ];
    let chips = [Chip::R300, Chip::Nv40, Chip::None];
    for (k, (name, text)) in sample(extremes.into_iter().enumerate(), 1, 3) {
        let (kernel, _) = compile(&crate::kernel::Source::new(name, text)).unwrap_or_else(|e| panic!("{name}: {e}"));
        for &chip in if is_full() { &chips[..] } else { &chips[k % 3..=k % 3] } {
            match lowered(&kernel, chip, Layout::Plain) {
                Ok(program) => _ = (Counts::of(&program), check(&program, chip)),
                Err(LowerError::Wants(_)) => panic!("{name} on {chip} wants what no pass has"),
                Err(error) => assert!(error.span().is_some(), "{name} on {chip}: {error}"),
            }
        }
    }
}

/// On NV30, a selection whose operands are not read by anything else becomes a conditional write, which saves an instruction.
#[test]
fn selections_of_nv30_are_conditional_writes() {
    let text = "input float x; input float y; output float z;
        void main() { float a = fetch(x, here()); float b = fetch(y, here()); z = a < b ? a * b : a + 1.0; }";
    let (kernel, _) = compile(&crate::kernel::Source::new("either", text)).unwrap();
    let [r300, nv30] = [Chip::R300, Chip::Nv30].map(|chip| lowered(&kernel, chip, Layout::Plain).unwrap());
    assert_eq!((Counts::of(&r300).alu, Counts::of(&nv30).alu), (4, 3));
    let listing = listing::print_bare(&nv30).unwrap();
    assert!(listing.contains("SLTC") && listing.contains("(GT.y)") && !listing.contains("CMP"), "{listing}");
}

/// A shift of an instruction of a G80 is by one number for all components.
#[test]
fn components_are_shifted_by_numbers_of_their_own() {
    let text = "input vec4 x;\noutput vec4 y;\nvoid main() {\n    ivec4 n = ivec4(fetch(x, here()));\n    y = vec4((ivec4(1) << (n & 7)) + (n >> 2) + (n >> (n & 3)));\n}\n";
    let (kernel, _) = compile(&crate::kernel::Source::new("shifts", text)).unwrap();
    for chip in [Chip::G80, Chip::None] {
        let program = lowered(&kernel, chip, Layout::Plain).unwrap();
        let text = listing::print_bare(&program).unwrap_or_else(|error| panic!("{chip}: {error}"));
        let shifts = text.lines().filter(|line| line.contains("SH")).count();
        // Those by 2 are one instruction.
        assert!((2..=9).contains(&shifts), "{text}");
    }
}
