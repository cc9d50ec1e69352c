//! Sequences of passes of Cg programs: the text of a sequence is parsed and checked.
#![no_main]

use brooklet::cg::{Options, Sequences};
use brooklet_fuzz::{mutate_text, text};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate_text(data, size, max_size, seed) });

fuzz_target!(|data: &[u8]| {
    match Sequences::compile("fuzz.seq", &text(data), &Options::default()) {
        Err(diagnostics) => drop(diagnostics.render(true)),
        Ok(sequences) => {
            for name in sequences.names() {
                drop(sequences.parameters(name));
            }
        }
    }
});
