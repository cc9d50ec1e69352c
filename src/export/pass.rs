//! Passes as JSON: the program, where it draws, and what it reads and writes.

use serde_json::{Value as Json, json};

use crate::geometry::{Geometry, Rect};
use crate::glsl::UniformSource;
use crate::machine::capture::PassStep;
use crate::value::Value;

use super::json::{float, object};
use super::programs::Program;
use super::textures::Textures;

/// Returns a pass. `open` are the names of constants that the host may set.
pub(super) fn pass(step: &PassStep, program: &Program, textures: &Textures, open: &[(String, Value)]) -> Json {
    let output = &step.output;
    let rect = |rect: &Rect| json!([rect.x, rect.y, rect.width, rect.height]);
    let read = step.inputs.iter().zip(&program.all_samplers).filter(|(_, sampler)| program.samplers.contains(sampler));
    let inputs =
        read.map(|(input, sampler)| json!({ "sampler": sampler, "texture": textures.of(input.resource).name }));
    let targets = step.outputs.iter().map(|output| {
        let texture = textures.of(output.resource);
        match texture.spec.layers {
            1 => json!({ "texture": texture.name }),
            _ => json!({ "texture": texture.name, "layer": output.layer }),
        }
    });
    let uniforms = program.uniforms.iter().map(|uniform| {
        let (ty, value, from) = packed(uniform.source, step);
        let mut described =
            object([("name", uniform.name.as_str().into()), ("type", ty.into()), ("value", value), ("from", from)]);
        if let UniformSource::Constant(k) = uniform.source {
            let name = &step.kernel.interface().constants[k].name;
            if open.iter().any(|(open, _)| open == name) {
                described["constant"] = name.as_str().into();
            }
        }
        described
    });
    json!({
        "program": program.file,
        "viewport": [output.width, output.height],
        "rectangles": step.rects.iter().map(rect).collect::<Vec<_>>(),
        "inputs": inputs.collect::<Vec<_>>(),
        "targets": targets.collect::<Vec<_>>(),
        "uniforms": uniforms.collect::<Vec<_>>(),
    })
}

/// Returns the type of a uniform, its value, and what it comes from.
fn packed(source: UniformSource, step: &PassStep) -> (&'static str, Json, Json) {
    // Texels in a row, elements in a row, rows, elements.
    let layout = |geometry: &Geometry| json!([geometry.width, geometry.row, geometry.rows(), geometry.count]);
    let input = |k: usize| (&step.inputs[k].geometry, &step.inputs[k].name);
    match source {
        UniformSource::OutputLayout => ("ivec4", layout(&step.output), "layout of the output".into()),
        UniformSource::InputLayout(k) => {
            let (geometry, name) = input(k);
            ("ivec4", layout(geometry), format!("layout of {name}").into())
        }
        UniformSource::InputInverse(k) => {
            let (geometry, name) = input(k);
            let [x, y] = [geometry.width, geometry.height].map(|n| float(1.0 / n.max(1) as f32));
            ("vec2", json!([x, y]), format!("1 / size of {name}").into())
        }
        UniformSource::InputShift(k) => {
            let (geometry, name) = input(k);
            ("int", geometry.width.max(1).ilog2().into(), format!("log2 of the width of {name}").into())
        }
        // Neither is in a shader that is written for others.
        UniformSource::Tail => ("float", float(0.0), "fill".into()),
        UniformSource::Searching => ("bool", 0.into(), "guard".into()),
        UniformSource::Constant(k) => {
            let (ty, value) = constant(step.constants[k]);
            (ty, value, "constant".into())
        }
    }
}

/// Returns the type of a constant in GLSL, and its value.
pub(super) fn constant(value: Value) -> (&'static str, Json) {
    let floats = |all: &[f32]| all.iter().copied().map(float).collect::<Vec<_>>().into();
    match value {
        Value::Float(x) => ("float", float(x)),
        Value::Vec2(all) => ("vec2", floats(&all)),
        Value::Vec3(all) => ("vec3", floats(&all)),
        Value::Vec4(all) => ("vec4", floats(&all)),
        Value::Index(index) => ("int", index.into()),
        Value::Bool(is) => ("bool", i32::from(is).into()),
    }
}
