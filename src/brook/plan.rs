//! The plan of a kernel: its passes, and what is bound to each. A plan is plain data.
//!
//! A pass is compiled without knowing the shapes of its streams. What depends on shapes is mostly passed as constants. The
//! exceptions are in [`CallLayouts`], because as constants they would slow down every element: whether an input has the output's shape,
//! the number of dimensions of the output and the gathers, and whether a gather reads a domain.
//!
//! Axes are numbered from the fastest: axis 0 is `x`, the last extent of a [`Shape`](crate::Shape).
//!
//! # Places
//!
//! - An input **like the output** has the output's shape and is not a domain: element `i` of the output reads element `i` of the
//!   input.
//! - Any other input is **resized**: the output's element at the place `p` reads element `base + Σ (p[axis] / divide[axis]) ·
//!   step[axis]` of the input's stream, in integer arithmetic. Where the input repeats along an axis (in < out), `divide` is `out /
//!   in` and `step` is the axis' pitch. Where it strides (in > out), `divide` is 1 and `step` is the pitch times k. Along an axis
//!   that the input does not have, `divide` is 1 and `step` is 0. `base` is the start of the domain if the input is a domain, else
//!   0.
//! - A **gather** reads the element at its index, with each axis rounded and clamped to the extent. In a gather that is
//!   `placed` (a domain, or of 3 or 4 dimensions), this is element `base + Σ index[axis] · pitch[axis]` of the stream.
//! - Passes write whole streams. If an output is a domain, the result is copied there afterwards.

use std::rc::Rc;

use crate::ir::{ExprKind, Kernel, Role, Slot, StreamKernel, each_expr};
use crate::texel::Components;

/// The properties of a call's streams that its passes depend on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallLayouts {
    /// The number of dimensions of the outputs, 1 to 4. For a reduction it is 1.
    pub output: usize,
    /// The layout of each parameter, in the kernel's order. It is ignored for parameters that are neither inputs nor gathers.
    pub parameters: Vec<InputLayout>,
}

impl CallLayouts {
    /// Returns the layouts that the kernel's text suggests: inputs are like the output, and the number of dimensions of a gather is
    /// that of its brackets or indices.
    pub fn as_written(kernel: &StreamKernel) -> CallLayouts {
        let mut wide = vec![1; kernel.parameters.len()];
        for function in &kernel.functions {
            each_expr(&function.body, &mut |expr| {
                if let ExprKind::Gather { slot, index } = &expr.kind {
                    let components = index.iter().map(|part| part.ty.count()).sum::<usize>();
                    // `indexof` returns a `float4` even if only two dimensions are meant. Interpret a single index of four
                    // components as two.
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
        CallLayouts { output: if kernel.reduction { 1 } else { 2 }, parameters: layouts.collect() }
    }
}

/// The layout of a stream that a pass reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputLayout {
    /// An input that has the output's shape and is not a domain.
    LikeOutput,
    /// An input that is repeated, strided, or a domain.
    Resized,
    /// A resized input that repeats only along axes where it has one element. Its positions need no divisions, which are slow.
    Strided,
    /// A gather.
    Gathered {
        /// Its number of dimensions, 1 to 4.
        dimensions: usize,
        /// Whether it is a domain, or has 3 or 4 dimensions.
        placed: bool,
    },
}

/// The limits of a device that a kernel is split to fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlanLimits {
    /// The maximum number of render targets of a pass.
    pub outputs: usize,
    /// The maximum number of streams that a pass can read.
    pub inputs: usize,
    /// Whether the render targets of a pass can have different formats.
    pub mixed_formats: bool,
    /// Whether the device has integers of 32 bits. If so, streams of `int` and `uint` hold the bits of their elements. Otherwise
    /// they hold the values as floats, and arithmetic is that of floats.
    pub integers: bool,
    /// The number of neighbours that a pass of a reduction combines into one.
    pub fan_in: usize,
}

impl PlanLimits {
    /// Returns the number of neighbours that a pass of a reduction combines into one on a device whose kernels have at most
    /// `instructions` instructions: 8, as in section 4.3 of Brook's paper, or 4 where the limit is below 128.
    pub fn fan_in(instructions: u32) -> usize {
        // A sum of 8 takes 68 instructions on an R300, which allows 64.
        if instructions < 128 { 4 } else { 8 }
    }

    /// Groups slots into passes with at most `outputs` render targets. The order stays, except that slots with different numbers of
    /// `channels` are separated if a pass cannot mix formats.
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

impl Default for PlanLimits {
    /// Returns the limits that `brooklet compile` uses, and that most devices support: 4 render targets of any formats, 16 streams, and
    /// integers.
    fn default() -> PlanLimits {
        PlanLimits { outputs: 4, inputs: 16, mixed_formats: true, integers: true, fan_in: PlanLimits::fan_in(u32::MAX) }
    }
}

/// The passes of a kernel, and how to draw them.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// How to draw the passes.
    pub kind: PlanKind,
    /// The passes. Each reads the streams as they were before the first pass.
    pub passes: Vec<PlanPass>,
}

/// How the passes of a plan are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlanKind {
    /// Each pass is drawn once, over outputs of the call's shape.
    Map,
    /// Each pass combines groups of neighbours along an axis, and is drawn repeatedly, until each block of elements has become one.
    /// This is done for each axis, from the last to the first. There are several passes if the fields do not fit into one: each
    /// computes some of the fields, and reads all of them. The number of an element is composed of (outer, block, element of the
    /// block, inner), the last fastest, as in `reduce_brook_axis`: see [`Supply::Extent`] to [`Supply::Inner`]. A whole stream may
    /// be reduced as one axis.
    Reduce {
        /// The maximum number of neighbours that a pass combines into one.
        fan_in: usize,
    },
    /// Each variable output takes two passes or more. The first counts the pushes of each element, and is drawn over the shape of
    /// the inputs. The others compute the pushed values, and are drawn over all pushed values. For each value they read which
    /// element pushed it ([`Feed::Element`]), and which of that element's pushes it is ([`Feed::PushIndex`]).
    Push,
}

/// A pass.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanPass {
    /// Which part of the method the pass is.
    pub role: PassRole,
    /// The kernel that the pass runs.
    pub kernel: Rc<Kernel>,
    /// The streams that the pass reads, in the order of the kernel's interface.
    pub inputs: Vec<Input>,
    /// The constants of the pass, in the order of the kernel's interface.
    pub constants: Vec<Constant>,
    /// The streams that the pass writes, in the order of the kernel's interface.
    pub outputs: Vec<Output>,
    /// What the pass costs per element.
    pub cost: super::cost::Cost,
}

impl PlanPass {
    /// Returns the pass's name: that of the kernel, with a number appended if there are several passes.
    pub fn name(&self) -> &str {
        &self.kernel.name
    }
}

/// Which part of a method a pass is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassRole {
    /// A pass of a map or reduction. It computes the values of its outputs.
    Whole,
    /// Counts the elements that each run of the kernel pushes to the variable output of this parameter. The pass has one output:
    /// floats with integer values.
    Count(usize),
    /// Computes the values pushed to the variable output of this parameter.
    Values(usize),
}

impl PassRole {
    /// Returns the parameter of the variable output that the pass counts or computes, if any.
    pub fn pushed(&self) -> Option<usize> {
        match self {
            PassRole::Whole => None,
            PassRole::Count(parameter) | PassRole::Values(parameter) => Some(*parameter),
        }
    }
}

/// A stream that a pass reads.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Its name in the kernel's interface.
    pub name: String,
    /// Its element type.
    pub components: Components,
    /// What is bound to the input. Several feeds are joined, in this order, into one stream. Their `base` constants are positions
    /// in that stream.
    pub feeds: Vec<Feed>,
}

/// What is bound to an input of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feed {
    /// A field of an input or gather, or of the stream that a reduction reduces.
    Slot(Slot),
    /// The previous content of this field of an output, which discarded elements keep.
    Old(Slot),
    /// In a pass of [`PassRole::Values`]: the element that pushed, as its number in the call's shape.
    Element,
    /// In a pass of [`PassRole::Values`]: which of that element's pushes it is, from 0.
    PushIndex,
}

/// A constant of a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name in the kernel's interface.
    pub name: String,
    /// Where its value comes from.
    pub supply: Supply,
}

/// Where the value of a constant comes from. All constants except a [`Slot`](Supply::Slot) of floats are integers, of type `index`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Supply {
    /// A field of a constant parameter, in the field's type. An integer is passed as an `index`; where the device has integers,
    /// a `uint` is passed as its bits.
    Slot(Slot),
    /// A component of a field that is a vector of integers, passed as in [`Slot`](Supply::Slot).
    Component(Slot, usize),
    /// The extent of the call's shape along this axis; never used for the last axis.
    OutputExtent(usize),
    /// The start of this parameter's stream: `base` in the module's documentation.
    Base(Slot),
    /// `divide` of a resized input (parameter) along an axis: see the module's documentation.
    Divide(usize, usize),
    /// `step` of a resized input (parameter) along an axis: see the module's documentation.
    Step(usize, usize),
    /// The factor that converts a divided position to the `indexof` of a resized input: k if the input strides along the axis, 1 if
    /// it repeats, 0 if it does not have the axis.
    Times(usize, usize),
    /// The extent of a placed gather along this axis.
    GatherExtent(usize, usize),
    /// The pitch of a placed gather along this axis: the distance between neighbours, in elements.
    Pitch(usize, usize),
    /// In a reduction: the number of elements along the axis.
    Extent,
    /// In a reduction: the number of neighbours along the axis that are combined into one by all passes.
    Block,
    /// In a reduction: the number of elements that this pass leaves of each block, `block / fan_in`, rounded up.
    Groups,
    /// In a reduction: the distance between neighbours along the axis, in elements.
    Inner,
}

/// A stream that a pass writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Its name in the kernel's interface.
    pub name: String,
    /// Its element type.
    pub components: Components,
    /// The field of the output that it writes, or `None` for a count of pushes.
    pub slot: Option<Slot>,
}
