//! Names of a program's inputs and constants, for the comments of its listing.

use crate::fragment_program::FragmentProgram;
use crate::ir::Kernel;

/// Names of the inputs and constants of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The names of its inputs, in order.
    pub inputs: Vec<String>,
    /// The names of its constants, in order.
    pub constants: Vec<String>,
}

impl Names {
    /// Returns the names in a kernel's source.
    pub fn of(kernel: &Kernel) -> Names {
        Names {
            inputs: kernel.interface.inputs.iter().map(|input| input.name.clone()).collect(),
            constants: kernel.interface.constants.iter().map(|constant| constant.name.clone()).collect(),
        }
    }

    /// Appends names for this many intermediate textures to the inputs. The passes of a partitioned kernel read these.
    pub fn with_intermediates(mut self, count: usize) -> Names {
        self.inputs.extend((0..count).map(|k| format!("intermediate {k}")));
        self
    }

    /// Returns generated names with numbers, for a program whose kernel is not known.
    pub fn numbered(program: &FragmentProgram) -> Names {
        let inputs = program.samplers.iter().map(|sampler| sampler.input + 1).max().unwrap_or(0);
        Names { inputs: (0..inputs).map(|k| format!("input {k}")).collect(), constants: Vec::new() }
    }

    pub(super) fn input(&self, k: usize) -> String {
        self.inputs.get(k).map_or_else(|| format!("input {k}"), |name| ascii(name))
    }

    pub(super) fn constant(&self, k: usize) -> String {
        self.constants.get(k).map_or_else(|| format!("constant {k}"), |name| ascii(name))
    }
}

/// Returns the text as one line of ASCII. Assemblers need not accept other characters, and a line break would end a comment.
pub(super) fn ascii(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_graphic() || c == ' ' {
                c
            } else if c.is_whitespace() {
                ' '
            } else {
                '?'
            }
        })
        .collect()
}
