//! Kernels in brooklet's subset of GLSL: compiled, written in two dialects, and as listings of two chips.
#![no_main]

use brooklet::fragment_program::listing::{self, Names};
use brooklet::fragment_program::{Chip, Settings, compile};
use brooklet::kernel::{self, Source};
use brooklet::{Dialect, Layout, glsl};
use brooklet_fuzz::{mutate_text, text};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate_text(data, size, max_size, seed) });

fuzz_target!(|data: &[u8]| {
    match kernel::compile(&Source::new("fuzz", text(data))) {
        Err(error) => drop(error.diagnostics.render(true)),
        Ok((kernel, warnings)) => {
            drop(warnings.render(false));
            for dialect in [Dialect::Es, Dialect::Gl2] {
                for layout in [Layout::Plain, Layout::Packed] {
                    drop(glsl::text(&kernel, dialect, layout));
                }
            }
            for chip in [Chip::R300, Chip::Nv40] {
                if let Ok(compiled) = compile(&kernel, chip, &Settings::default()) {
                    drop(listing::print(&compiled.program, &Names::of(&kernel)));
                }
            }
        }
    }
});
