//! Cg programs: every entry, for each profile, as a listing that is read again.
#![no_main]

use brooklet::cg::{self, Options, Profile};
use brooklet::fragment_program::listing;
use brooklet_fuzz::{mutate_text, text};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate_text(data, size, max_size, seed) });

fuzz_target!(|data: &[u8]| {
    let text = text(data);
    let entries = match cg::entries_of("fuzz.cg", &text, &Options::default()) {
        Ok(entries) => entries,
        Err(diagnostics) => return drop(diagnostics.render(true)),
    };
    // Of many entries the first two are enough: they share the rest of the text.
    for entry in entries.into_iter().take(2) {
        for profile in [Profile::Arbfp1, Profile::Fp30, Profile::Fp40] {
            match cg::compile("fuzz.cg", &text, &Options { entry: entry.clone(), ..Options::of(profile) }) {
                Err(diagnostics) => drop(diagnostics.render(false)),
                Ok(program) => {
                    if let Ok(compiled) = program.lower(None, &[])
                        && let Ok(printed) = program.listing(&compiled, "")
                    {
                        listing::read("fuzz.fp", &printed).unwrap_or_else(|why| panic!("{why}\n{printed}"));
                    }
                }
            }
        }
    }
});
