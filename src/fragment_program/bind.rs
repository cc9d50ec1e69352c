//! Binding: computes the values of a program's constant registers and interpolated coordinates for a pass.

use crate::geometry::Geometry;
use crate::layouts::PassLayouts;
use crate::value::Value;

use super::lower::evaluate;
use super::{FragmentProgram, InstructionSet, Measure, Scalar, Uniform};

/// The values of a program's constant registers and interpolated coordinates for a pass.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RegisterValues {
    /// The bits of each constant register.
    pub parameters: Vec<[u32; 4]>,
    /// For each component of each interpolated coordinate: the step per column, the step per row, and the value at the corner of the
    /// render target.
    pub coordinates: Vec<[[f32; 3]; 4]>,
}

/// Returns the bits of a uniform that does not depend on other uniforms. Integers stay integers if the instruction set has integers.
/// Otherwise they become floats.
pub(crate) fn leaf_bits(layouts: &PassLayouts, leaf: &Uniform, set: InstructionSet) -> u32 {
    let whole = |value: i64| match set.integers() {
        true => value as i32 as u32,
        false => (value as f32).to_bits(),
    };
    match leaf {
        Uniform::Literal(bits) => *bits,
        Uniform::Constant { constant, component } => match layouts.constants[*constant] {
            Value::Float(value) => value.to_bits(),
            Value::Vec2(values) => values[*component].to_bits(),
            Value::Vec3(values) => values[*component].to_bits(),
            Value::Vec4(values) => values[*component].to_bits(),
            Value::Index(value) => whole(value),
            Value::Bool(value) => (if value { 1.0f32 } else { 0.0 }).to_bits(),
        },
        Uniform::Input(input, measure) => measured(&layouts.inputs[*input].0, *measure, whole),
        Uniform::Output(measure) => measured(&layouts.output, *measure, whole),
        Uniform::Fill => layouts.fill.unwrap_or(0.0).to_bits(),
        Uniform::Apply(..) => 0,
    }
}

fn measured(geometry: &Geometry, measure: Measure, whole: impl Fn(i64) -> u32) -> u32 {
    let inverse = |extent: usize| (1.0 / extent.max(1) as f32).to_bits();
    match measure {
        Measure::Width => whole(geometry.width as i64),
        Measure::Height => whole(geometry.height as i64),
        Measure::Row => whole(geometry.row as i64),
        Measure::Rows => whole(geometry.rows() as i64),
        Measure::Count => whole(geometry.count as i64),
        Measure::InverseWidth => inverse(geometry.width),
        Measure::InverseHeight => inverse(geometry.height),
        Measure::InversePaddedHeight => inverse(geometry.height.next_power_of_two()),
        Measure::Shift => whole(geometry.width.max(1).ilog2().into()),
    }
}

/// Evaluates the uniforms of a program for a pass. Returns the values of its constant registers and coordinates.
pub(crate) fn bind(program: &FragmentProgram, layouts: &PassLayouts) -> RegisterValues {
    let mut values: Vec<u32> = Vec::with_capacity(program.uniforms.len());
    for uniform in &program.uniforms {
        values.push(match uniform {
            Uniform::Apply(opcode, kind, of) => {
                let of: Vec<u32> = of.iter().map(|id| values[id.0]).collect();
                evaluate(*opcode, *kind, &of).unwrap_or(0)
            }
            leaf => leaf_bits(layouts, leaf, program.set),
        });
    }
    let scalar = |scalar: &Scalar| match scalar {
        Scalar::Literal(bits) => *bits,
        Scalar::Uniform(id) => values[id.0],
        Scalar::Unused | Scalar::Runtime => 0,
    };
    let parameters = program.parameters.iter().map(|parameter| parameter.components.each_ref().map(scalar)).collect();
    let linear = |linear: &Option<super::Linear>| match linear {
        Some(linear) => [linear.across, linear.down, linear.start].map(|id| f32::from_bits(values[id.0])),
        None => [0.0; 3],
    };
    let coordinates = program.coordinates.iter().map(|own| own.components.each_ref().map(linear)).collect();
    RegisterValues { parameters, coordinates }
}
