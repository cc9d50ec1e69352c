//! How deep PNGs are written: as asked for, else as deep as those that are read.

use std::cell::Cell;
use std::path::Path;

use clap::{Args, ValueEnum};

use brooklet::io;

use super::usage;

/// The option on it.
#[derive(Args)]
pub struct DepthOption {
    /// The bits of a sample in .png output [default: 16 where an input is a .png of 16 bits, else 8]
    #[arg(long, value_name = "BITS")]
    depth: Option<Bits>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Bits {
    #[value(name = "8")]
    Eight,
    #[value(name = "16")]
    Sixteen,
}

impl DepthOption {
    /// Refuses a depth for other files than PNGs.
    pub fn check(&self, sub_command: &str, outputs: &[&Path]) {
        let png = |path: &&Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        if self.depth.is_some() && !outputs.iter().any(png) {
            usage(sub_command, "--depth is of .png output alone".to_owned());
        }
    }

    /// Says it to the session's.
    pub fn choose(&self, depth: &Depth) {
        depth.chosen.set(self.depth.map(|bits| match bits {
            Bits::Eight => io::Depth::Eight,
            Bits::Sixteen => io::Depth::Sixteen,
        }));
    }
}

/// What a session knows of it.
#[derive(Default)]
pub struct Depth {
    chosen: Cell<Option<io::Depth>>,
    /// The deepest that was read.
    read: Cell<io::Depth>,
}

impl Depth {
    /// Takes note of a file that was read.
    pub fn read(&self, depth: Option<io::Depth>) {
        self.read.set(self.read.get().max(depth.unwrap_or_default()));
    }

    /// How deep a PNG is written.
    pub fn of_output(&self) -> io::Depth {
        self.chosen.get().unwrap_or(self.read.get())
    }
}
