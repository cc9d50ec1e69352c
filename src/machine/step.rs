//! Steps: passes and dispatches as plain data.

use std::rc::Rc;

use crate::backend::{
    BufferAccess, ComputeModule, Draw, InputBinding, PointSource, PointsBinding, RenderTarget, TextureId,
};
use crate::geometry::{Geometry, Rect};
use crate::ir::Type;
use crate::trace::{DispatchEvent, PassEvent};
use crate::value::Value;

use super::compiled::Compiled;
use super::kernel::Kernel;

/// A texture or buffer of a [`Capture`](super::capture::Capture), by number. A resource that is reused from the device's pool gets a
/// new number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ResourceId(pub u32);

/// A pass or a dispatch.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all steps are passes")]
pub enum Step {
    /// A pass, which draws a kernel over render targets.
    Pass(PassStep),
    /// A dispatch, which runs a compute shader.
    Dispatch(DispatchStep),
}

impl Step {
    /// Returns the kernel's name.
    pub fn kernel(&self) -> &str {
        match self {
            Step::Pass(pass) => pass.kernel.name(),
            Step::Dispatch(dispatch) => &dispatch.event.kernel,
        }
    }
}

/// A pass: its kernel and arguments, in the order of the kernel's [interface](Kernel::interface).
#[derive(Clone, Debug)]
pub struct PassStep {
    /// The kernel that ran for each element.
    pub kernel: Kernel,
    /// The streams that it read.
    pub inputs: Vec<Binding>,
    /// Its constants.
    pub constants: Vec<Value>,
    /// The streams that it wrote.
    pub outputs: Vec<Binding>,
    /// Where its elements went, if they were drawn as points.
    pub points: Option<PointsStep>,
    /// The depth and stencil buffer that it tested its fragments against.
    pub depth_stencil: Option<ResourceId>,
    /// The texels that it ran for.
    pub rects: Vec<Rect>,
    /// The arrangement of the elements that were computed: those of all outputs, or the points. A kernel that writes a depth alone has that
    /// of the depth and stencil buffer.
    pub output: Geometry,
    /// The value with which the rest of the last texel, past the end, was filled.
    pub(super) fill: Option<f32>,
    /// Its line in the trace.
    pub event: PassEvent,
}

impl PassStep {
    /// Returns the pass in the form that a backend draws, with these textures.
    pub(super) fn as_drawn<'a>(&'a self, textures: &'a BoundTextures) -> Draw<'a> {
        let BoundTextures { inputs, targets, depth_stencil, places } = textures;
        Draw {
            kernel: self.kernel.id(),
            inputs,
            constants: &self.constants,
            targets,
            output: self.output,
            fill: self.fill,
            rects: &self.rects,
            points: self.points.as_ref().zip(*places).map(|(points, places)| PointsBinding {
                places,
                column_row: points.places.ty.count() == 2,
                source: points.source,
                size: points.size,
                target: points.target,
            }),
            operations: self.event.operations,
            depth_stencil: *depth_stencil,
            // Whether a replay counts fragments again does not matter.
            query: None,
        }
    }
}

/// The textures of a pass in a replay.
pub(super) struct BoundTextures {
    pub inputs: Vec<InputBinding>,
    pub targets: Vec<RenderTarget>,
    pub depth_stencil: Option<TextureId>,
    /// The places of points.
    pub places: Option<InputBinding>,
}

/// Where the elements of a pass went that were drawn as points.
#[derive(Clone, PartialEq, Debug)]
pub struct PointsStep {
    /// The stream that has a place for each point: the index of an element of the outputs, or its column and row.
    pub places: Binding,
    /// How the places reached the vertices.
    pub source: PointSource,
    /// The number of columns and rows of texels that a point covered.
    pub size: usize,
    /// The arrangement of the elements of all outputs.
    pub target: Geometry,
}

/// A stream that a pass read or wrote, as its kernel sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    /// Its name in the kernel.
    pub name: String,
    /// The type of an element.
    pub ty: Type,
    /// The arrangement of the elements in the texture.
    pub geometry: Geometry,
    /// The number of layers that it is read from: element `i` is in layer `i mod layers`.
    pub layers: usize,
    /// The layer that is written, from 0.
    pub layer: usize,
    /// The texture.
    pub resource: ResourceId,
}

/// A dispatch of a compute shader.
#[derive(Clone)]
pub struct DispatchStep {
    pub(super) kernel: Rc<Compiled>,
    /// Its buffers, in the order of the kernel's declarations.
    pub buffers: Vec<BufferBinding>,
    /// The textures that it read, with their names in the kernel.
    pub textures: Vec<Binding>,
    /// Its constants, with their names.
    pub constants: Vec<(String, Value)>,
    /// Its line in the trace.
    pub event: DispatchEvent,
}

impl DispatchStep {
    /// Returns the kernel that ran in each invocation: its declarations and its body.
    pub fn module(&self) -> &Rc<ComputeModule> {
        &self.kernel.module
    }

    /// Returns the kernel's text, as in its file.
    pub fn text(&self) -> &str {
        self.kernel.source.source.text()
    }
}

impl std::fmt::Debug for DispatchStep {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "DispatchStep({:?}, {:?})", self.event, self.buffers)
    }
}

/// A buffer of a dispatch.
#[derive(Clone, PartialEq, Debug)]
pub struct BufferBinding {
    /// Its name in the kernel.
    pub name: String,
    /// The kernel's access to it.
    pub access: BufferAccess,
    /// The type of an element on the host. A kernel may read the bits of floats as another type.
    pub ty: Type,
    /// The number of elements.
    pub count: usize,
    /// The buffer.
    pub resource: ResourceId,
}
