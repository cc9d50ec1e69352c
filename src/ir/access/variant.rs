//! Variants: the layouts of the streams of a pass, reduced to what the kernel's code depends on. Most kernels only ever need one or two
//! variants.

use crate::geometry::{Geometry, Layout};
use crate::ir::{Kernel, Port};
use crate::texel::Components;

use super::{AccessSummary, InputAccess};

/// The layout of a stream, reduced to what the kernel's code depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Access {
    /// Whether each texel holds four elements.
    pub packed: bool,
    /// Whether rows of elements are not rows of texels. False if the code does not depend on it.
    pub wrapped: bool,
    /// Whether element `i` lies in the same texel as element `i` of the output, and both textures have the same size. False if the code
    /// does not depend on it.
    pub aligned: bool,
    /// The number of layers of the texture. Neighbouring elements lie in different layers.
    pub layers: usize,
    /// Whether the width of the texture is a power of two, as for nearly all 1-D streams. True if the code does not depend on it.
    pub power: bool,
}

impl Access {
    /// A plain layout with a power of two as its width, aligned with the output.
    const ALIGNED: Access = Access { packed: false, wrapped: false, aligned: true, layers: 1, power: true };
}

/// The properties of a pass that the kernel's code depends on: the layouts of its streams, and how it treats the last texel, loops and
/// padding.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Variant {
    /// The streams that it reads.
    pub inputs: Vec<Access>,
    /// The streams that it writes.
    pub output: Access,
    /// Whether the unused lanes of the last texel are filled with a recognizable value.
    pub tail: bool,
    /// Whether the kernel detects a loop that the driver has ended early, and then discards the fragment.
    pub guarded: bool,
    /// Whether the kernel runs only for elements of the stream: on the padding past its end, a loop might never end.
    pub skips_padding: bool,
    /// Whether each element is drawn as a point, so that the fragment's position is not that of the element.
    pub points: bool,
    /// Whether the shader contains a `discard`, which is never executed, so that the driver runs it before it counts fragments.
    pub discards: bool,
}

impl Variant {
    /// Returns the variant for inputs with these geometries and numbers of layers, and for outputs with the geometry `output`. Properties
    /// that the kernel does not depend on have fixed values, so that geometries share variants.
    pub fn of(summary: &AccessSummary, inputs: &[(Geometry, usize)], output: &Geometry) -> Variant {
        let access = |((geometry, layers), summary): (&(Geometry, usize), &InputAccess)| {
            let packed = geometry.layout == Layout::Packed;
            let wrapped = summary.by_column_row() && geometry.wrapped();
            let aligned = summary.here
                && *layers == 1
                && geometry.layout == output.layout
                && (geometry.width, geometry.height) == (output.width, output.height);
            let translated = summary.by_number()
                || (summary.here && !aligned)
                || (summary.by_column_row() && (packed || wrapped || *layers > 1));
            let power = !translated || geometry.width.is_power_of_two();
            Access { packed, wrapped, aligned, layers: *layers, power }
        };
        Variant {
            inputs: inputs.iter().zip(&summary.inputs).map(access).collect(),
            output: Access {
                packed: output.layout == Layout::Packed,
                wrapped: (summary.here_x || summary.here_y) && output.wrapped(),
                aligned: true,
                layers: 1,
                power: true,
            },
            tail: false,
            guarded: false,
            skips_padding: summary.has_data_dependent_loops,
            points: false,
            discards: false,
        }
    }

    /// Returns the variant in which all streams have the same layout, except that vectors are never packed. With the plain layout, it is
    /// the first variant that a kernel is compiled in.
    pub fn uniform(kernel: &Kernel, summary: &AccessSummary, layout: Layout) -> Variant {
        let interface = &kernel.interface;
        // All outputs of a pass have the same layout.
        let lanes = |ports: &[Port]| ports.iter().all(|port| port.components() == Components::One);
        let packed = |ports: &[Port]| layout == Layout::Packed && lanes(ports);
        let output = Access { packed: packed(&interface.outputs), ..Access::ALIGNED };
        let access = |(port, summary): (&Port, &InputAccess)| {
            let packed = packed(std::slice::from_ref(port));
            Access { packed, aligned: summary.here && packed == output.packed, ..Access::ALIGNED }
        };
        let inputs = interface.inputs.iter().zip(&summary.inputs).map(access).collect();
        let skips_padding = summary.has_data_dependent_loops;
        Variant { inputs, output, tail: output.packed, guarded: false, skips_padding, points: false, discards: false }
    }
}
