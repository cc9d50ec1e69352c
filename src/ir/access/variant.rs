//! Variants: the layout of the streams of a pass, as far as the code that reads them depends on it. Most kernels only ever need one
//! or two variants.

use crate::geometry::{Geometry, Layout};
use crate::ir::{Kernel, Port};
use crate::texel::Components;

use super::{AccessSummary, InputAccess};

/// The layout of a stream, as far as the code that reads it depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Access {
    /// Each texel holds four elements.
    pub packed: bool,
    /// Rows of elements are not rows of texels.
    pub wrapped: bool,
    /// Element `i` lies in the same texel as element `i` of the output, and both textures have the same size.
    pub aligned: bool,
    /// How many layers the texture has; neighbouring elements lie in different layers.
    pub layers: usize,
    /// Its width is a power of two, as the width of every list is.
    pub power: bool,
}

impl Access {
    /// The layout of the output, with a power of two as its width.
    const ALIGNED: Access = Access { packed: false, wrapped: false, aligned: true, layers: 1, power: true };
}

/// The layouts of the streams of a pass, as far as its code depends on them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Variant {
    /// The streams that it reads.
    pub inputs: Vec<Access>,
    /// The streams that it writes.
    pub output: Access,
    /// The unused lanes of the last texel are filled with a value that shows.
    pub tail: bool,
    /// The kernel detects a loop that the driver has cut off, and discards the fragment.
    pub guarded: bool,
    /// The kernel runs only for elements of the stream: on the padding behind its end, a loop might never stop.
    pub skips_padding: bool,
}

impl Variant {
    /// The variant for inputs with these geometries and layer counts and an output with that geometry. Properties that the kernel
    /// does not depend on are left out.
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
            skips_padding: summary.ended_by_data,
        }
    }

    /// The variant in which all streams have the same layout; vectors are never packed. With the plain layout, it is the first
    /// variant that a kernel is compiled in.
    pub fn uniform(module: &Kernel, summary: &AccessSummary, layout: Layout) -> Variant {
        let interface = &module.interface;
        // All outputs of a pass have the same layout.
        let lanes = |ports: &[Port]| ports.iter().all(|port| port.components() == Components::One);
        let packed = |ports: &[Port]| layout == Layout::Packed && lanes(ports);
        let output = Access { packed: packed(&interface.outputs), ..Access::ALIGNED };
        let access = |(port, summary): (&Port, &InputAccess)| {
            let packed = packed(std::slice::from_ref(port));
            Access { packed, aligned: summary.here && packed == output.packed, ..Access::ALIGNED }
        };
        let inputs = interface.inputs.iter().zip(&summary.inputs).map(access).collect();
        Variant { inputs, output, tail: output.packed, guarded: false, skips_padding: summary.ended_by_data }
    }
}
