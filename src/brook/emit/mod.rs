//! Writes kernels out in the text of the kernel contract.

mod access;
mod condition;
mod expr;
mod glsl;
mod helpers;
mod intrinsic;
mod numbers;
mod ports;
mod reduce;
mod repeat;
mod stmt;
mod text;

use std::collections::{BTreeSet, HashMap};

use super::lower::names::Names;
use super::plan::{Constant, Input, Layouts, Output, PassPart};
use crate::ir::{Function, Kernel, LocalId, Module};
use crate::kernel::Source;
use helpers::Helper;
use repeat::Turn;

/// Names that the text keeps for itself.
pub(super) const HELPERS: [&str; 20] = Helper::NAMES;

/// A text at work.
struct Emitter<'a> {
    kernel: &'a Kernel,
    layouts: &'a Layouts,
    part: PassPart,
    names: Names,
    inputs: &'a [Input],
    constants: &'a [Constant],
    outputs: &'a [Output],
    /// Functions that read streams: what they are for, and their names.
    accessors: Vec<(String, String)>,
    accessor_texts: Vec<String>,
    helpers: BTreeSet<Helper>,
    /// The names of the kernel's functions, by their numbers.
    function_names: Vec<String>,
    /// Those of the variables of the function at hand.
    local_names: HashMap<LocalId, String>,
    /// The function at hand.
    function: Option<&'a Function>,
    /// The loops that are open, innermost last.
    turns: Vec<Turn<'a>>,
    body: String,
    indent: usize,
    /// Whether it works on bits.
    integers: bool,
    /// Of passes for pushes: what counts them, and which push this element is.
    counter: String,
    turn_name: String,
}

/// The text of a pass that has been lowered.
pub(super) fn source(
    kernel: &Kernel,
    layouts: &Layouts,
    part: PassPart,
    module: &Module,
    inputs: &[Input],
    constants: &[Constant],
    outputs: &[Output],
) -> Source {
    let mut names = Names::default();
    for helper in Helper::NAMES {
        names.global(helper);
    }
    let constant_names = constants.iter().map(|constant| &constant.name);
    constant_names.chain(outputs.iter().map(|output| &output.name)).for_each(|name| drop(names.global(name)));
    let mut emitter = Emitter {
        kernel,
        layouts,
        part,
        names,
        inputs,
        constants,
        outputs,
        accessors: Vec::new(),
        accessor_texts: Vec::new(),
        helpers: BTreeSet::new(),
        function_names: Vec::new(),
        local_names: HashMap::new(),
        function: None,
        turns: Vec::new(),
        body: String::new(),
        indent: 0,
        integers: false,
        counter: String::new(),
        turn_name: String::new(),
    };
    match part {
        PassPart::Count(_) => emitter.counter = outputs[0].name.clone(),
        PassPart::Values(_) => {
            emitter.counter = emitter.names.global("pushed");
            emitter.turn_name = emitter.names.global("wanted");
        }
        PassPart::Whole => {}
    }
    emitter.functions();
    if kernel.reduction {
        emitter.reduction()
    } else {
        emitter.main()
    }
    emitter.finish(module)
}
