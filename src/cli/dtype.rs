//! Chooses the dtype of floats in NPY and NPZ output.

use std::cell::Cell;
use std::path::Path;

use clap::{Args, ValueEnum};

use brooklet::io::{FileFormat, FloatDtype};

use super::usage;
use super::written::Written;

/// The option that chooses the dtype.
#[derive(Args)]
pub struct DtypeOption {
    /// The dtype of floats in .npy and .npz output [default: float32]. float16 is rounded to the nearest, and values beyond 65504 become
    /// infinite
    #[arg(long, value_name = "DTYPE")]
    dtype: Option<Name>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Name {
    #[value(alias = "f32")]
    Float32,
    #[value(alias = "f16")]
    Float16,
}

impl DtypeOption {
    /// Exits with a usage error if float16 is asked for and no output is of NumPy.
    pub fn check(&self, sub_command: &str, outputs: &[&Path]) {
        let numpy = |path: &&Path| FileFormat::of(path).is_ok_and(FileFormat::is_numpy);
        if self.dtype == Some(Name::Float16) && !outputs.iter().any(numpy) {
            let advice = if outputs.is_empty() { ": give -o FILE.npy" } else { "" };
            usage(sub_command, format!("--dtype float16 is only for .npy and .npz output{advice}"));
        }
    }

    /// Passes the choice to the session.
    pub fn choose(&self, dtype: &Cell<FloatDtype>) {
        dtype.set(match self.dtype {
            None | Some(Name::Float32) => FloatDtype::Float32,
            Some(Name::Float16) => FloatDtype::Float16,
        });
    }

    /// Returns what files of results hold: floats, if a dtype of floats is asked for.
    pub fn written(&self) -> Written {
        if self.is_given() { Written::AsFloats } else { Written::AsRead }
    }

    /// Returns whether the command line has the option. Otherwise a command may keep the dtype of its input.
    pub fn is_given(&self) -> bool {
        self.dtype.is_some()
    }
}
