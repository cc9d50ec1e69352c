//! What entries are given to begin with: sensible data for those of the demos, something that runs for any other.

use brooklet::cg::{Parameter, ParameterKind, Program};

use super::call::{Call, Size, Texture, Uniform};
use crate::app::playground::data::{Data, Source};

/// A call of a program that runs as it is.
pub fn call(program: &Program) -> Call {
    let mut call = Call { size: size(&program.entry), textures: Vec::new(), uniforms: Vec::new() };
    for parameter in &program.parameters {
        let (name, ty) = (parameter.name.clone(), parameter.ty.clone());
        if let ParameterKind::Texture { unit: Some(_), .. } = parameter.kind {
            let data = data(program, &name);
            call.textures.push(Texture { data, own: own(program, &name), name, ty });
        }
    }
    for parameter in &program.parameters {
        if let ParameterKind::Uniform { default, count, .. } = parameter.kind {
            let usual = default.map(|four| four[..count.min(4)].to_vec());
            let numbers = usual.unwrap_or_else(|| uniform(&program.entry, parameter, count, &call));
            call.uniforms.push(Uniform { name: parameter.name.clone(), ty: parameter.ty.clone(), numbers });
        }
    }
    call
}

/// A call of a program that has been edited: what it is given stays with the parameters that are still there.
pub fn kept(before: &Call, program: &Program) -> Call {
    let mut call = Call { size: before.size, ..call(program) };
    for new in &mut call.textures {
        if let Some(known) = before.textures.iter().find(|old| old.name == new.name && old.ty == new.ty) {
            *new = known.clone();
        }
    }
    for new in &mut call.uniforms {
        let same = |old: &&Uniform| old.name == new.name && old.ty == new.ty && old.numbers.len() == new.numbers.len();
        if let Some(known) = before.uniforms.iter().find(same) {
            *new = known.clone();
        }
    }
    call
}

/// The size of the render targets.
fn size(entry: &str) -> Size {
    match entry {
        // A column for each price at the end.
        "last" => [65, 32],
        "back" => [64, 32],
        "sum" | "largest" | "sum_of_two" | "largest_of_two" => [32, 32],
        _ => [64, 64],
    }
}

/// The size of a texture that is not that of the target.
fn own(program: &Program, texture: &str) -> Option<Size> {
    match (program.entry.as_str(), texture) {
        ("sum" | "largest", "values") => Some([64, 64]),
        ("sum_of_two" | "largest_of_two", "values") => Some([64, 32]),
        ("last" | "back", "contracts") => Some([1, 32]),
        ("back", "values") => Some([65, 32]),
        // Eight texels for each node.
        ("main", "tree") => Some([8, 16]),
        ("main", "keys") if has(program, "queries") => Some([32, 32]),
        _ => None,
    }
}

/// Whether a program has a parameter of this name.
fn has(program: &Program, name: &str) -> bool {
    program.parameters.iter().any(|parameter| parameter.name == name)
}

fn data(program: &Program, texture: &str) -> Data {
    use Source::*;
    let of = Data::new;
    match (program.entry.as_str(), texture) {
        ("advect" | "divergence" | "project", "velocity") => of(Hills, -2.0, 2.0),
        ("jacobi" | "project", "pressure" | "source") => of(Hills, -4.0, 4.0),
        ("main", "cells") => of(Hills, 0.0, 1.0),
        ("main", "tree") => of(Random, 0.0, 1.5),
        ("main", "points") => of(Places, 0.0, 1.0),
        // A search is among keys that are sorted.
        ("main", "keys") if has(program, "queries") => of(Ramp, 0.0, 100.0),
        ("main", "keys" | "queries") => of(Random, 0.0, 100.0),
        ("last" | "back", "contracts") => Data::constant([100.0, 100.0, 0.05, 0.2]),
        ("back", "values") => of(Places, 0.0, 65.0),
        (_, "values" | "keys" | "points") => of(Hills, 0.0, 1.0),
        _ => of(Picture, 0.0, 1.0),
    }
}

/// The numbers of a uniform for which the program says none.
fn uniform(entry: &str, parameter: &Parameter, count: usize, call: &Call) -> Vec<f32> {
    let [width, height] = call.textures.first().map_or(call.size, |first| call.size_of(first));
    let all = |value: f32| vec![value; count];
    let name = parameter.name.rsplit('.').next().unwrap_or_default();
    match (entry, name) {
        ("main", "offset") => all(8.0),
        ("main", "stage") => all(16.0),
        ("last" | "back", "steps") => all(64.0),
        ("advect", "time") => all(4.0),
        (_, "along") if count == 2 => vec![1.0, 0.0],
        // What programs call how large something is.
        (_, "size" | "dimensions" | "resolution" | "extent") if count == 2 => vec![width as f32, height as f32],
        (_, "count" | "n" | "length") if count == 1 => all((width * height) as f32),
        (_, "width" | "size") if count == 1 => all(width as f32),
        (_, "height") if count == 1 => all(height as f32),
        _ => match &parameter.row {
            // A matrix changes nothing.
            Some(row) => (0..count).map(|column| f32::from(u8::from(column == row.number))).collect(),
            None => all(1.0),
        },
    }
}
