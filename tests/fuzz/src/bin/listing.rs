//! Listings of fragment programs: read, printed again, and drawn with on an emulated chip, four fragments with two textures.
#![no_main]

use brooklet::backend::{ListingPass, Texels};
use brooklet::fragment_program::{Chip, listing};
use brooklet_fuzz::{mutate_text, text};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate_text(data, size, max_size, seed) });

fuzz_target!(|data: &[u8]| {
    let program = match listing::read("fuzz.fp", &text(data)) {
        Ok(listing) => listing.program,
        Err(diagnostics) => return drop(diagnostics.render(true)),
    };
    drop(listing::print_bare(&program));
    let texels = Texels::new(2, 2, vec![[0.5, -1.0, f32::INFINITY, 1e30]; 4]);
    let textures: Vec<(usize, Texels)> = (0..4).map(|unit| (unit, texels.clone())).collect();
    for chip in [Chip::R300, Chip::Nv30, Chip::Nv40, Chip::G80, Chip::None] {
        let pass = ListingPass { textures: &textures, ..ListingPass::new(&program, chip, 2, 2) };
        drop(pass.run());
    }
});
