//! Tests that every kernel of the crate can be partitioned into programs that fit.

use std::collections::BTreeMap;

use super::*;
use crate::fragment_program::lower::tests::{forms, lowered, values};
use crate::fragment_program::{Chip, Write, counts, listing};
use crate::ir::access::AccessSummary;
use crate::level::{is_full, is_quick, sample};

fn partitioned(kernel: &Kernel, chip: Chip) -> Result<Partition, LowerError> {
    let streams = Streams::uniform(kernel, &AccessSummary::of(kernel), Layout::Plain);
    let mut known = BTreeMap::new();
    for _ in 0..8 {
        match lower_partitioned(kernel, LowerTarget::of(chip), &streams, &known) {
            Err(LowerError::Wants(leaves)) => known.extend(values(leaves, chip.set())),
            done => return done,
        }
    }
    panic!("{} always wants more", kernel.name);
}

/// Checks that each intermediate texture is written before it is read, that no pass reads what it writes, and that each output is
/// written once.
fn check_dataflow(partition: &Partition, inputs: usize, name: &str) {
    let mut written = vec![false; partition.textures.len()];
    let mut outputs: Vec<usize> = Vec::new();
    for pass in &partition.passes {
        let read = pass.program.samplers.iter().filter_map(|sampler| sampler.input.checked_sub(inputs));
        for texture in read {
            assert!(written[texture], "{name} reads texture {texture} before it is written");
            assert!(!pass.writes.contains(&Write::Intermediate(texture)), "{name} reads what it writes");
        }
        assert_eq!(pass.writes.len(), pass.program.outputs, "{name}");
        for write in &pass.writes {
            match write {
                Write::Output(output) => outputs.push(*output),
                Write::Intermediate(texture) => written[*texture] = true,
            }
        }
    }
    outputs.sort_unstable();
    assert!(outputs.iter().copied().eq(0..outputs.len()), "{name} writes {outputs:?}");
}

/// Partitions each kernel for one of three chips in turn. A quick run takes only every third kernel, and a full run takes all three
/// chips. If `BROOKLET_LISTINGS` names a directory, the listings are written there for review.
#[test]
fn every_kernel_is_cut_into_programs_that_fit() {
    let (mut several, mut lacking) = (0, 0);
    let all = std::env::var_os("BROOKLET_LISTINGS").is_some();
    let full = all || is_full();
    let chips = [Chip::R300, Chip::Nv30, Chip::R420, Chip::R520, Chip::Nv40];
    let forms = forms(false);
    for (turn, chip) in chips.into_iter().take(if all { 5 } else { 3 }).enumerate() {
        assert!(!chip.set().integers());
        for (number, (form, kernel)) in forms.iter().enumerate() {
            if !full && number % 3 != turn || !all && is_quick() && number / 3 % 3 != turn {
                continue;
            }
            // `filter_walk_packed` has 170 passes, which take long. The kernels for all element types take long too, and are only
            // partitioned when listings are written.
            let few = form.ends_with(".float") || form.ends_with(".vec4");
            if form.starts_with("filter_walk_packed") || !(few || all) {
                continue;
            }
            let name = format!("{form} on {chip}");
            let partition = match partitioned(kernel, chip) {
                Ok(partition) => partition,
                // Partitioning helps if a program is too long, but not if the instruction set lacks a feature. In that case there is no
                // single program either, for the same reason. Mesa's tests of our listings name these kernels, each with its reason.
                Err(error) => {
                    assert!(
                        matches!(error, LowerError::Lacks { .. } | LowerError::DataDependentLoop { .. }),
                        "{name}: {error}"
                    );
                    assert_eq!(lowered(kernel, chip, Layout::Plain).map(|_| ()), Err(error), "{name}");
                    lacking += 1;
                    continue;
                }
            };
            check_dataflow(&partition, kernel.interface.inputs.len(), &name);
            for pass in &partition.passes {
                assert_eq!(counts::check(&pass.program, chip), [], "{name}");
            }
            if partition.passes.len() > 1 {
                several += 1;
                write_listings(&partition, kernel, &format!("{chip}-parts/{form}"));
            }
        }
    }
    let (few, some) = match (full, is_quick()) {
        (true, _) => (20, 3 * 41),
        (false, false) => (8, 41),
        (false, true) => (2, 9),
    };
    assert!(several > few, "{several} are cut");
    // These are kernels for elements with one and with four components. Each is partitioned for one of the chips, or for all three.
    if !all {
        assert_eq!(lacking, some, "kernels without a program");
    }
}

/// Partitions a kernel that, like the Mersenne Twister, first finds all bits of a number and then joins them again: 32 numbers cross
/// many of the possible cuts. The cuts are found without assembling many passes that are then discarded.
#[test]
fn cuts_are_found_in_few_trials() {
    let bits: String = (0..32).map(|i| format!("float b{i} = mod(floor(a / {}.0), 2.0);\n", 1u64 << i)).collect();
    let joined: String =
        (0..32).map(|i| format!("sum += abs(b{i} - b{}) * {}.0;\n", (i + 11) % 32, 1u64 << i)).collect();
    let text = format!(
        "input float x; output float y;
        float shifted(float a) {{ {bits} float sum = 0.0; {joined} return sum; }}
        void main() {{ float a = fetch(x, here()); for (int k = 0; k < 24; k++) a = shifted(a + 1.0); y = a; }}"
    );
    let (kernel, _) = crate::kernel::compile(&crate::kernel::Source::new("bits", text)).unwrap();
    for chip in sample([Chip::Nv30, Chip::R300], 0, 2) {
        cut::ASSEMBLED.set(0);
        let partition = partitioned(&kernel, chip).unwrap();
        let kept: usize = partition.passes.iter().map(|pass| pass.program.instructions.len()).sum();
        assert!(partition.passes.len() > 3, "{chip}: {} passes", partition.passes.len());
        assert!(cut::ASSEMBLED.get() < 30 * kept, "{chip}: {kept} of {} instructions are kept", cut::ASSEMBLED.get());
    }
}

fn write_listings(partition: &Partition, kernel: &Kernel, name: &str) {
    let Some(folder) = std::env::var_os("BROOKLET_LISTINGS") else { return };
    let path = std::path::Path::new(&folder).join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let names = &listing::Names::of(kernel).with_intermediates(partition.textures.len());
    for (number, pass) in partition.passes.iter().enumerate() {
        let text = listing::print(&pass.program, names).unwrap();
        std::fs::write(format!("{}.{}.fp", path.display(), number + 1), text).unwrap();
    }
}

/// The reason why a kernel is not partitioned contains both numbers.
#[test]
fn what_is_not_cut_says_how_much_it_is() {
    let uncut = |count: usize, step: &str| {
        let steps = format!("for (int i = 0; i < {count}; ++i) {{ {step} }}");
        let text = format!("input float x; output float y; void main() {{ float a = 0.0; {steps} y = a; }}");
        let (kernel, _) = crate::kernel::compile(&crate::kernel::Source::new("long", text)).unwrap();
        let partition = partitioned(&kernel, Chip::R300).unwrap();
        assert_eq!(partition.passes.len(), 1);
        partition.uncut
    };
    // Each fetch depends on the previous one, and a pass has room for three.
    let fetch = "a = fetch(x, here_x(), index(a));";
    let Some(why @ Uncut::TooManyPasses { passes, max: MAX_PASSES }) = uncut(3260, fetch) else {
        panic!("it is cut, or for another reason not");
    };
    assert!((1025..4000).contains(&passes), "{passes}");
    let text =
        format!("it is not cut into passes, as there would be about {passes} of them, and the maximum is 1024: ");
    assert!(why.to_string().starts_with(&text), "{why}");
    // The other reason takes as long again, so a quick run skips it.
    if is_quick() {
        return;
    }
    let Some(why @ Uncut::TooLong { instructions, max: MAX_INSTRUCTIONS }) = uncut(4050, fetch) else {
        panic!("it is cut, or for another reason not");
    };
    assert!(instructions > MAX_INSTRUCTIONS);
    let text =
        format!("as it has {instructions} instructions with its loops unrolled, and kernels are cut up to 16384: ");
    assert!(why.to_string().contains(&text), "{why}");
}
