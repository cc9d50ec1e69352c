//! Brook's Table 1 with our own compiler: the instructions of kernels with many outputs, in one pass and in one pass for each
//! output.

use std::sync::OnceLock;

use crate::brook::{CallLayouts, PlanLimits, Unit};
use crate::compare::published::{BROOK_OUTPUTS_ROWS, BrookOutputs};
use crate::fragment_program::counts::Counts;
use crate::fragment_program::{Chip, Settings, compile};

/// The chips that the programs are compiled for: that of Brook's authors, and two for which large programs are split.
pub const CHIPS: [Chip; 3] = [Chip::Nv40, Chip::R420, Chip::R300];

/// A row of Table 1, and the counts of our own programs for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Native {
    /// The row as printed.
    pub published: &'static BrookOutputs,
    /// The counts of our program on each of [`CHIPS`].
    pub own: Vec<Taken>,
}

/// The counts of all passes of a kernel together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// The number of passes.
    pub passes: usize,
    /// The number of texture instructions.
    pub texture: usize,
    /// The number of arithmetic instructions, including those of flow control.
    pub arithmetic: usize,
}

/// Returns the rows. Their programs are compiled once. The matrix products are those of the paper. The paper does not print Cloth;
/// our program does the same work.
pub fn native() -> &'static [Native] {
    static ALL: OnceLock<Vec<Native>> = OnceLock::new();
    ALL.get_or_init(|| {
        let own = |program| CHIPS.map(|chip| taken(program, chip)).to_vec();
        BROOK_OUTPUTS_ROWS.iter().map(|published| Native { published, own: own(published.program) }).collect()
    })
}

const MAT4MULT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/mat4mult.br"));
const CLOTH: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/cloth.br"));

/// Returns the counts of a program of the table on a chip. Passes that do not compile for the chip are not counted.
fn taken(program: &str, chip: Chip) -> Taken {
    let (text, name) = match program.starts_with("Mat") {
        true => (MAT4MULT, "mat4mult"),
        false => (CLOTH, "cloth"),
    };
    let outputs = if program.ends_with('1') { 1 } else { 4 };
    let mut all = Taken::default();
    let Ok(unit) = Unit::compile(name, text) else { return all };
    let Some(kernel) = unit.kernels.iter().find(|kernel| kernel.name == name) else { return all };
    let targets = PlanLimits { outputs, integers: chip.profile().integers.value, ..PlanLimits::default() };
    let Ok(plan) = unit.plan(kernel, &CallLayouts::as_written(kernel), targets) else {
        return all;
    };
    for pass in &plan.passes {
        let Ok(compiled) = compile(&pass.kernel, chip, &Settings::default()) else { continue };
        let counts: Vec<Counts> = match &compiled.partition {
            Some(partition) => partition.passes.iter().map(|pass| Counts::of(&pass.program)).collect(),
            None => vec![compiled.counts],
        };
        all.passes += counts.len();
        all.texture += counts.iter().map(|counts| counts.tex).sum::<usize>();
        all.arithmetic += counts.iter().map(|counts| counts.alu).sum::<usize>();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_take_what_the_paper_says() {
        for row in native().iter().take(2) {
            let counts = |taken: &Taken| (taken.texture.to_string(), taken.arithmetic.to_string());
            let wanted = (row.published.texld.to_owned(), row.published.arith.to_owned());
            assert!(row.own.iter().all(|own| counts(own) == wanted), "{row:?}");
        }
        let passes: Vec<Vec<usize>> =
            native().iter().map(|row| row.own.iter().map(|own| own.passes).collect()).collect();
        assert_eq!(passes, [[1, 1, 1], [4, 4, 4], [1, 1, 2], [2, 2, 4]]);
    }
}
