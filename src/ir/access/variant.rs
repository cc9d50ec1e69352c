//! Variants: how the streams of a pass lie, as far as the code that reads them depends on it. Most kernels only ever meet one
//! or two.

use crate::geometry::{Geometry, Layout};
use crate::ir::{Kernel, Port};
use crate::texel::Components;

use super::{AccessSummary, InputAccess};

/// How a stream lies, as far as the code that reads it depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Access {
    /// Four elements a texel.
    pub packed: bool,
    /// Rows of elements are not rows of texels.
    pub wrapped: bool,
    /// Element `i` lies in the texel in which element `i` of the output lies, of textures of one size.
    pub aligned: bool,
    /// How many layers the texture has; neighbours are in different ones.
    pub layers: usize,
    /// Its width is a power of two, as that of every list is.
    pub power: bool,
}

impl Access {
    /// As the output lies, in rows of a power of two.
    const ALIGNED: Access = Access { packed: false, wrapped: false, aligned: true, layers: 1, power: true };
}

/// How the streams of a pass lie, as far as its code depends on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Variant {
    /// The streams that it reads.
    pub inputs: Vec<Access>,
    /// Those that it writes.
    pub output: Access,
    /// What is left of a last texel is filled with a value that shows.
    pub tail: bool,
    /// A loop that the driver has ended is found: its fragment is discarded.
    pub guarded: bool,
    /// The kernel runs for the elements of the stream alone: on what is beside its end, a loop might go on for ever.
    pub skips_padding: bool,
}

impl Variant {
    /// The variant for inputs of these geometries and numbers of layers and an output of that geometry, with what the
    /// kernel does not care for left out.
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

    /// The variant for streams that all lie alike; of vectors there is none that is packed. With everything plain, it is the
    /// one that a kernel is compiled in first.
    pub fn uniform(module: &Kernel, summary: &AccessSummary, layout: Layout) -> Variant {
        let interface = &module.interface;
        // All that a pass writes lies alike.
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
