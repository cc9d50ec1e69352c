//! Writes listings for an external tool to check our counts against: random programs in the folder that `BROOKLET_LISTINGS` names. The
//! head of each listing contains our counts.

use std::fmt::Write;

use super::{Counts, check};
use crate::fragment_program::listing::print_bare;
use crate::fragment_program::listing::random::{COMMON, Recipe, program};
use crate::fragment_program::{Chip, FragmentProgram, InstructionSet, Opcode};

/// Returns programs of several kinds: with simple arithmetic, with comparisons, with all common opcodes, and with dependent fetches.
fn programs() -> Vec<FragmentProgram> {
    let simple = [Opcode::Add, Opcode::Mul, Opcode::Mad, Opcode::Max, Opcode::Min, Opcode::Mov, Opcode::Sub];
    let selecting = [Opcode::Cmp, Opcode::Sge, Opcode::Slt, Opcode::Add, Opcode::Flr, Opcode::Frc, Opcode::Mul];
    let kinds: [(&[Opcode], bool); 4] = [(&simple, false), (&selecting, false), (&COMMON, false), (&simple, true)];
    let mut all = Vec::new();
    for (kind, (opcodes, dependent)) in kinds.into_iter().enumerate() {
        for (at, length) in [4, 8, 12, 16, 20, 24, 30, 36, 45, 60].into_iter().enumerate() {
            let recipe = Recipe { set: InstructionSet::Arb, opcodes, length, dependent };
            all.push(FragmentProgram {
                name: format!("k{kind}l{length:02}"),
                ..program((10 * kind + at) as u64, recipe)
            });
        }
    }
    all
}

#[test]
#[ignore = "writes files, for a judge that is not on every machine"]
fn write_listings() {
    let folder = std::env::var("BROOKLET_LISTINGS").expect("BROOKLET_LISTINGS names a folder");
    for program in programs() {
        let text = print_bare(&program).unwrap();
        let (first, rest) = text.split_once('\n').unwrap();
        let counts = Counts::of(&program);
        let mut all = format!("{first}\n# {counts:?}\n");
        for chip in [Chip::R300, Chip::R420, Chip::R520] {
            let excess: Vec<String> = check(&program, chip).iter().map(ToString::to_string).collect();
            writeln!(all, "# {chip}: {}", excess.join("; ")).unwrap();
        }
        std::fs::write(format!("{folder}/{}.fp", program.name), all + rest).unwrap();
    }
}
