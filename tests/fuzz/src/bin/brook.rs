//! Brook programs: checked as `brooklet check` does, planned and translated to shaders and listings as `compile` does, and the host code
//! as `cc` does.
#![no_main]

use brooklet::brook::{PlanLimits, ProgramFile, Unit};
use brooklet::fragment_program::{Chip, Settings, compile};
use brooklet::{Dialect, Layout, glsl};
use brooklet_fuzz::{mutate_text, text};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate_text(data, size, max_size, seed) });

fuzz_target!(|data: &[u8]| {
    let text = text(data);
    match Unit::compile("fuzz.br", &text) {
        Err(diagnostics) => drop(diagnostics.render(true)),
        Ok(unit) => {
            drop(unit.warnings.render(false));
            for (_, plan) in unit.plans(PlanLimits::default()) {
                for pass in plan.iter().flat_map(|plan| &plan.passes) {
                    for dialect in [Dialect::Gl, Dialect::Gl2] {
                        drop(glsl::text(&pass.kernel, dialect, Layout::Plain));
                    }
                    for chip in [Chip::R300, Chip::Nv40] {
                        drop(compile(&pass.kernel, chip, &Settings::default()));
                    }
                }
            }
        }
    }
    drop(ProgramFile::new("fuzz.br", &text).translate());
});
