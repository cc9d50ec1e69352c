//! Chooses the sample depth of PNG output: the one asked for, or else the deepest of the PNGs that were read.

use std::cell::Cell;
use std::path::Path;

use clap::{Args, ValueEnum};

use brooklet::io;

use super::usage;

/// The option that chooses the depth.
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
    /// Exits with a usage error if a depth is given and no output is a PNG.
    pub fn check(&self, sub_command: &str, outputs: &[&Path]) {
        let png = |path: &&Path| matches!(io::FileFormat::of(path), Ok(io::FileFormat::Png));
        if self.depth.is_some() && !outputs.iter().any(png) {
            usage(sub_command, "--depth is only for .png output".to_owned());
        }
    }

    /// Passes the choice to the session.
    pub fn choose(&self, depth: &Depth) {
        depth.chosen.set(self.depth.map(|bits| match bits {
            Bits::Eight => io::Depth::Eight,
            Bits::Sixteen => io::Depth::Sixteen,
        }));
    }
}

/// The state of a session from which the depth follows.
#[derive(Default)]
pub struct Depth {
    chosen: Cell<Option<io::Depth>>,
    /// The maximum depth of the files read so far.
    read: Cell<io::Depth>,
}

impl Depth {
    /// Records the depth of a file that was read.
    pub fn read(&self, depth: Option<io::Depth>) {
        self.read.set(self.read.get().max(depth.unwrap_or_default()));
    }

    /// Returns the depth with which a PNG is written.
    pub fn of_output(&self) -> io::Depth {
        self.chosen.get().unwrap_or(self.read.get())
    }
}
