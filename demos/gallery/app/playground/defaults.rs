//! What kernels are given to begin with: sensible data for those of the demos, something that runs for any other.

use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::brook::{CallLayouts, Field, InputLayout, Plain};

use super::arguments::{Argument, Call};
use super::data::{Data, Extents, Source};

/// Elements of a line, and along the sides of a plane, if nothing else is said.
const LINE: usize = 256;
const SIDE: usize = 32;

/// A call of this kernel that runs as it is.
pub fn call(kernel: &StreamKernel) -> Call {
    let extents = extents(kernel);
    let arguments = kernel.parameters.iter().map(|parameter| argument(kernel, parameter, extents));
    Call { kernel: kernel.name.clone(), extents, arguments: arguments.collect() }
}

/// The same call of a kernel that has been edited: what it is given stays with the parameters that are still there.
pub fn kept(before: &Call, old: &[Parameter], kernel: &StreamKernel) -> Call {
    let mut call = call(kernel);
    if before.kernel == kernel.name {
        call.extents = before.extents;
    }
    let types = |parameter: &Parameter| parameter.fields.iter().map(|field| field.ty).collect::<Vec<_>>();
    for (new, argument) in kernel.parameters.iter().zip(&mut call.arguments) {
        let same = |(known, _): &(&Parameter, &Argument)| {
            known.name == new.name && known.role == new.role && types(known) == types(new)
        };
        if let Some((_, known)) = old.iter().zip(&before.arguments).find(same) {
            *argument = known.clone();
        }
    }
    call
}

fn extents(kernel: &StreamKernel) -> Extents {
    let wide = |layout: &InputLayout| matches!(layout, InputLayout::Gathered { dimensions: 2.., .. });
    let gathers = CallLayouts::as_written(kernel).parameters.iter().any(wide);
    let counts = kernel.parameters.iter().any(|parameter| {
        parameter.role == Role::Iterator && parameter.fields.first().is_some_and(|field| field.ty.count() == 2)
    });
    match kernel.name.as_str() {
        "diffuse" | "segment" => Extents::plane(64, 64),
        "multiply" | "intersect" => Extents::plane(SIDE, SIDE),
        _ if (gathers || counts) && !kernel.reduction => Extents::plane(SIDE, SIDE),
        _ => Extents::line(LINE),
    }
}

pub fn argument(kernel: &StreamKernel, parameter: &Parameter, extents: Extents) -> Argument {
    match parameter.role {
        Role::Stream | Role::Gather { .. } => {
            let fields = parameter.fields.iter().map(|field| data(&kernel.name, &parameter.name, field));
            Argument::Stream { fields: fields.collect(), own: own(&kernel.name, &parameter.name) }
        }
        Role::Iterator => Argument::Iterator { low: [0.0; 4], high: None, own: None },
        Role::Constant => {
            let fields = parameter.fields.iter();
            Argument::Constant(
                fields.flat_map(|field| constant(&kernel.name, &parameter.name, field, extents)).collect(),
            )
        }
        Role::Output | Role::Variable { .. } | Role::Scatter { .. } | Role::Accumulator => Argument::Output,
    }
}

/// Extents of streams of the demos that are not those of the call.
fn own(kernel: &str, parameter: &str) -> Option<Extents> {
    match (kernel, parameter) {
        ("multiply", "x") => Some(Extents::plane(SIDE, 1)),
        ("intersect", "triangles") => Some(Extents::line(24)),
        _ => None,
    }
}

fn data(kernel: &str, parameter: &str, field: &Field) -> Data {
    use Source::*;
    let of = Data::new;
    match (kernel, parameter, field.path.as_str()) {
        ("saxpy", "x", _) => of(Ramp, 0.0, 1.0),
        ("saxpy", "y", _) => of(Hills, 0.0, 1.0),
        ("sum", "a", _) => of(Ramp, 0.0, 256.0),
        ("bitonic", ..) => of(Random, 0.0, 100.0),
        ("cloth", "position" | "all", _) => of(Places, 0.0, 32.0),
        ("cloth", "speed", _) => Data::constant([0.0; 4]),
        ("dropped", ..) => of(Random, -1.0, 1.0),
        ("scan_step", ..) => Data::constant([1.0; 4]),
        ("gather_kept", "values", _) => of(Ramp, 0.0, 256.0),
        ("gather_kept", "counts", _) => of(Ramp, 0.0, 128.0),
        ("product", ..) => Data::constant([0.8, -0.6, 0.6, 0.8]),
        ("intersect", "ray", "origin") => of(Places, 0.0, 1.0),
        ("intersect", "ray", "way") => Data::constant([0.0, 0.0, 1.0, 0.0]),
        ("intersect", "ray", "nearest") => Data::constant([0.0; 4]),
        ("intersect", "ray", "farthest") => Data::constant([1.0; 4]),
        ("search", "queries", _) => of(Random, 0.0, 100.0),
        ("search", "keys", _) => of(Ramp, 0.0, 100.0),
        ("diffuse", "label" | "labels", _) => of(Hills, -1.0, 1.0),
        ("diffuse", "picture", _) => of(Picture, 0.0, 1.0),
        ("diffuse", "seed", _) => Data::constant([0.0; 4]),
        ("segment", ..) => of(Hills, -1.0, 1.0),
        ("reorder" | "butterfly", ..) | ("squares", "field", _) => of(Hills, 0.0, 1.0),
        _ => of(Random, 0.0, 1.0),
    }
}

/// The components of a constant.
fn constant(kernel: &str, parameter: &str, field: &Field, extents: Extents) -> Vec<f32> {
    let count = field.ty.count();
    let all = |value: f32| vec![value; count];
    match (kernel, parameter) {
        ("saxpy" | "combine", "alpha") => all(2.5),
        ("bitonic", "stage") => all(2.0),
        ("cloth", "stiffness") => all(40.0),
        ("cloth", "rest") => all(0.9),
        ("cloth", "step") => all(0.02),
        ("cloth", "most") => vec![31.0, 31.0],
        ("reorder", "bits") => all(5.0),
        ("reorder" | "butterfly", "along") => vec![1.0, 0.0],
        ("butterfly", "direction") => all(-1.0),
        ("scan_step", "stride") => all(4.0),
        ("intersect", "count") => all(24.0),
        ("diffuse", "contrast") => all(100.0),
        ("diffuse", "rate") => all(0.2),
        ("squares", "level") => all(0.5),
        // What programs call how many elements there are.
        (_, "count" | "n" | "length" | "size") if count == 1 => all(extents.count() as f32),
        (_, "width") if field.ty != Plain::BOOL && count == 1 => all(extents.width as f32),
        (_, "height") if count == 1 => all(extents.height.unwrap_or(1) as f32),
        _ => all(1.0),
    }
}
