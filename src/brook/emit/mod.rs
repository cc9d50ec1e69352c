//! Writes kernels out in the text of the kernel contract, cut to what a device can do in a pass.
//!
//! A kernel with more outputs than a pass has render targets becomes several passes, each with the code that its outputs
//! need and no other (Brook, section 4.2, left that to the driver's compiler). Where a pass reads more streams than
//! it may, its outputs are parted further; where a single one needs too many, streams of one type are read as one that
//! holds them all, one after the other.

mod access;
mod condition;
mod cut;
mod expr;
mod glsl;
mod helpers;
mod intrinsic;
mod names;
mod numbers;
mod ports;
mod reduce;
mod repeat;
mod stmt;
mod text;

use std::collections::{BTreeSet, HashMap};

use super::plan::{Input, PassPart, Shapes, Supply};
use super::types::Records;
use crate::ir::{Function, Kernel, LocalId, Parameter, Role, Slot};
pub use cut::{PlanError, plan};
use helpers::Helper;
use names::Names;
use repeat::Turn;

/// A text at work.
struct Emitter<'a> {
    kernel: &'a Kernel,
    shapes: &'a Shapes,
    part: PassPart,
    names: Names,
    /// Names of inputs, by what is bound to them.
    inputs: Vec<Input>,
    /// They live apart from those of variables: the text has them only within `fetch` and its like.
    ports: Names,
    /// Names of constants, by what they are given.
    constants: Vec<(String, Supply)>,
    /// What the pass writes, with its names; none where it counts pushes.
    outputs: Vec<(Slot, String)>,
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
    /// Of passes for pushes: what counts them, which push this element is, and the input that says who pushes.
    counter: String,
    turn_name: String,
    element_input: Option<String>,
}

impl<'a> Emitter<'a> {
    fn new(kernel: &'a Kernel, shapes: &'a Shapes, part: PassPart) -> Emitter<'a> {
        let mut names = Names::default();
        for helper in Helper::NAMES {
            names.global(helper);
        }
        Emitter {
            kernel,
            shapes,
            part,
            names,
            inputs: Vec::new(),
            ports: Names::default(),
            constants: Vec::new(),
            outputs: Vec::new(),
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
            element_input: None,
        }
    }
}

/// The kernel's head, as a program writes it.
pub fn signature(kernel: &Kernel, records: &Records) -> String {
    let parameter = |p: &Parameter| {
        let ty = records.name(p.ty);
        let name = &p.name;
        match p.role {
            Role::Stream => format!("{ty} {name}<>"),
            Role::Iterator => format!("iter {ty} {name}<>"),
            Role::Constant => format!("{ty} {name}"),
            Role::Gather { brackets } => format!("{ty} {name}{}", "[]".repeat(brackets)),
            Role::Output => format!("out {ty} {name}<>"),
            Role::Variable { most: Some(most) } => format!("vout[{most}] {ty} {name}<>"),
            Role::Variable { most: None } => format!("vout[] {ty} {name}<>"),
            Role::Accumulator => format!("reduce {ty} {name}<>"),
        }
    };
    let parameters: Vec<String> = kernel.parameters.iter().map(parameter).collect();
    let word = if kernel.reduction { "reduce" } else { "kernel" };
    format!("{word} void {}({})", kernel.name, parameters.join(", "))
}
