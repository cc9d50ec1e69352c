//! The plan of a kernel: its passes, and what is bound to each. Plain data.
//!
//! A pass knows no shapes. What depends on them is either a number, which it takes as a constant, or one of the few
//! differences in [`Layouts`], which would cost every element if they were left to numbers: whether an input has the
//! output's shape, how many dimensions the output and the gathers have, whether a gather is a domain.
//!
//! Axes are numbered from the fastest: axis 0 is `x`, the last extent of a [`Shape`](crate::Shape).
//!
//! # Places
//!
//! - An input **like the output** has its shape and starts where it starts: element `i` belongs to element `i`.
//! - Any other input is **resized**: the element for the place `p` of the output is number
//!   `base + Σ (p[axis] / divide[axis]) · step[axis]` of its stream, in whole numbers. Where the input repeats along an
//!   axis (in < out), `divide` is `out / in` and `step` the axis' pitch; where it strides (in > out), `divide` is 1 and
//!   `step` the pitch times k; an axis that it does not have: `divide` 1, `step` 0. `base` is where a domain starts, else 0.
//! - An element of a **gather** is at its index, each axis rounded and clamped to the extent. One that is `placed` (a
//!   domain, or of 3 or 4 dimensions) is number `base + Σ index[axis] · pitch[axis]` of its stream.
//! - Outputs are whole streams: the result of a pass into a domain is copied there.

use std::rc::Rc;

use crate::ir::{ExprKind, Kernel, Role, Slot, StreamKernel, each_expr};
use crate::texel::Components;

/// How the streams of a call are laid out, as far as its passes depend on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layouts {
    /// Dimensions of the outputs: 1 to 4. Of a reduction: 1.
    pub output: usize,
    /// Of each parameter, in the order of the kernel's; for those that are neither inputs nor gathers it means nothing.
    pub parameters: Vec<InputLayout>,
}

impl Layouts {
    /// The layouts that a kernel suggests as it is written: inputs like the output, gathers with as many dimensions as
    /// their brackets or indices.
    pub fn as_written(kernel: &StreamKernel) -> Layouts {
        let mut wide = vec![1; kernel.parameters.len()];
        for function in &kernel.functions {
            each_expr(&function.body, &mut |expr| {
                if let ExprKind::Gather { slot, index } = &expr.kind {
                    let components = index.iter().map(|part| part.ty.count()).sum::<usize>();
                    // Places come as four, and mean two as often as not.
                    let dimensions = if components == 4 && index.len() == 1 { 2 } else { components };
                    wide[slot.parameter] = wide[slot.parameter].max(dimensions.min(4));
                }
            });
        }
        let layouts = kernel.parameters.iter().zip(wide).map(|(parameter, wide)| match parameter.role {
            Role::Gather { brackets } => {
                let dimensions = brackets.max(wide);
                InputLayout::Gathered { dimensions, placed: dimensions > 2 }
            }
            _ => InputLayout::LikeOutput,
        });
        Layouts { output: if kernel.reduction { 1 } else { 2 }, parameters: layouts.collect() }
    }
}

/// The layout of a stream that is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputLayout {
    /// An input of the output's shape, and no domain.
    LikeOutput,
    /// An input that is repeated, strided, or a domain.
    Resized,
    /// The same, where it is repeated only along axes of which it has one element: there is nothing to divide, which is
    /// slow.
    Strided,
    /// A gather.
    Gathered {
        /// Its dimensions: 1 to 4.
        dimensions: usize,
        /// Whether it is a domain, or of 3 or 4 dimensions.
        placed: bool,
    },
}

/// The limits that a kernel is cut to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Targets {
    /// Render targets of a pass.
    pub outputs: usize,
    /// Streams that a pass can read.
    pub inputs: usize,
    /// Whether the render targets of a pass can be of different formats.
    pub mixed_formats: bool,
    /// Whether there are integers of 32 bits. Streams of `int` and `uint` then hold their bits; else their values, and
    /// arithmetic is that of floats.
    pub integers: bool,
    /// How many neighbours of a reduction become one in a pass.
    pub fan_in: usize,
}

impl Targets {
    /// How many neighbours of a reduction become one in a pass, where a kernel has at most so many instructions: 8, as in
    /// section 4.3 of Brook's paper; 4 where there are less than 128.
    pub fn fan_in(instructions: u32) -> usize {
        // A sum of 8 takes 68 instructions of an R300, which has 64.
        if instructions < 128 { 4 } else { 8 }
    }

    /// Slots of these many channels as passes write them together, each by its number: in their order, but for those that
    /// have to be apart.
    pub(super) fn together<T: Copy>(&self, slots: &[T], channels: impl Fn(T) -> usize) -> Vec<Vec<T>> {
        let mut groups: Vec<(usize, Vec<T>)> = Vec::new();
        for &slot in slots {
            let own = if self.mixed_formats { 0 } else { channels(slot) };
            match groups.iter_mut().find(|(channels, _)| *channels == own) {
                Some((_, group)) => group.push(slot),
                None => groups.push((own, vec![slot])),
            }
        }
        groups.iter().flat_map(|(_, group)| group.chunks(self.outputs).map(<[T]>::to_vec)).collect()
    }
}

impl Default for Targets {
    /// What `brooklet compile` takes, and most devices have: 4 render targets of any formats, 16 streams, and integers.
    fn default() -> Targets {
        Targets { outputs: 4, inputs: 16, mixed_formats: true, integers: true, fan_in: Targets::fan_in(u32::MAX) }
    }
}

/// What a kernel became.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What is to be done with the passes.
    pub method: Method,
    /// The passes; each reads the streams as they were before the first.
    pub passes: Vec<Pass>,
}

/// What is to be done with the passes of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Each is drawn once, over outputs of the call's shape.
    Map,
    /// Neighbours along an axis become one, again and again: one pass kernel (or several, each for some of the fields
    /// and with all of them as inputs), drawn for each axis from the last to the first until what is to become one
    /// element is one. The elements count as (outer, block, element of the block, inner), the last fastest, as in
    /// `reduce_brook_axis`: see [`Supply::Extent`] to [`Supply::Inner`]. A whole stream may be reduced as one axis.
    Reduce {
        /// How many neighbours become one in a pass, at most.
        fan_in: usize,
    },
    /// For each variable output two passes or more: first how many elements are pushed, drawn over the shape of the inputs;
    /// then what they are, drawn over as many elements as were pushed in all, and given for each which element pushed it
    /// ([`Feed::Element`]) and which of that element's pushes it is ([`Feed::PushIndex`]).
    Push,
}

/// A pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Pass {
    /// Which part of the method it is.
    pub part: PassPart,
    /// What it runs.
    pub module: Rc<Kernel>,
    /// What it reads, in the order of the module's interface.
    pub inputs: Vec<Input>,
    /// Its constants, likewise.
    pub constants: Vec<Constant>,
    /// What it writes, likewise.
    pub outputs: Vec<Output>,
    /// What it costs an element.
    pub cost: super::cost::Cost,
}

impl Pass {
    /// Its name: the kernel's, with a number behind where there are several.
    pub fn name(&self) -> &str {
        &self.module.name
    }
}

/// Which part of a method a pass is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassPart {
    /// Of a map or reduction: it writes what its outputs say.
    Whole,
    /// How many elements each runs pushes to the variable output of this parameter: one output, whole floats.
    Count(usize),
    /// What they are.
    Values(usize),
}

impl PassPart {
    /// The variable output that the pass is for, if it is for one.
    pub fn pushed(&self) -> Option<usize> {
        match self {
            PassPart::Whole => None,
            PassPart::Count(parameter) | PassPart::Values(parameter) => Some(*parameter),
        }
    }
}

/// A stream that a pass reads.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Its name in the module's interface.
    pub name: String,
    /// Its element type.
    pub components: Components,
    /// What is bound to it. Of several: one stream of all their elements, one after the other, in this order; their
    /// `base` constants count from its start.
    pub feeds: Vec<Feed>,
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feed {
    /// A field of an input, gather, or of what a reduction reduces.
    Slot(Slot),
    /// What this field of an output held before: elements that are discarded keep it.
    Old(Slot),
    /// In a pass of [`PassPart::Values`]: which element pushed, as its number in the call's shape.
    Element,
    /// In such a pass: which of that element's pushes it is, from 0.
    PushIndex,
}

/// A constant of a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name in the module's interface.
    pub name: String,
    /// What it is given.
    pub supply: Supply,
}

/// What a constant is given. Those that are no [`Slot`](Supply::Slot) of floats are whole numbers, of type `index`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Supply {
    /// A field of a constant parameter, of its type; of an integer: an `index`, of a `uint`'s bits where there are integers.
    Slot(Slot),
    /// A component of a field that is a vector of integers, likewise.
    Component(Slot, usize),
    /// How many elements the call's shape has along this axis; never asked of the last.
    OutputExtent(usize),
    /// Where the stream of this parameter starts: `base` in the module's documentation.
    Base(Slot),
    /// `divide` of a resized input.
    Divide(usize, usize),
    /// `step` of a resized input.
    Step(usize, usize),
    /// By how much a place is multiplied for `indexof` of a resized input: k where it strides, 1 where it repeats, 0
    /// where it does not have the axis.
    Times(usize, usize),
    /// The extent of a placed gather along this axis.
    GatherExtent(usize, usize),
    /// The pitch of a placed gather along this axis: elements from one to the next.
    Pitch(usize, usize),
    /// Of a reduction: elements along the axis.
    Extent,
    /// Of a reduction: of how many neighbours along the axis each becomes one in the end.
    Block,
    /// Of a reduction: how many of them a block leaves in this pass: `block / 8`, rounded up.
    Groups,
    /// Of a reduction: elements between two neighbours along the axis.
    Inner,
}

/// A stream that a pass writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Its name in the module's interface.
    pub name: String,
    /// Its element type.
    pub components: Components,
    /// The field of the output; of a count: none.
    pub slot: Option<Slot>,
}
