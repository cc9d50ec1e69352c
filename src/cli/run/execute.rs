//! Calls a kernel with the arguments from the command line.

use std::path::Path;

use anyhow::bail;

use brooklet::Shape;
use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::brook::{AnyArgument, AnyStream, Error, KernelCall, Program};

use super::arguments::ArgumentValue;

/// Returns the names and arguments of the parameters that a call reads.
pub fn read<'a>(
    values: &'a [(Parameter, ArgumentValue)],
    streams: &'a [Option<AnyStream>],
) -> impl Iterator<Item = (&'a str, AnyArgument<'a>)> {
    values.iter().zip(streams).filter_map(|((parameter, value), stream)| {
        let argument = match (value, stream) {
            (ArgumentValue::Constant(constant), _) => constant.clone().into(),
            (ArgumentValue::Iterator(iterator), _) => iterator.clone().into(),
            (_, stream) => stream.as_ref()?.into(),
        };
        Some((parameter.name.as_str(), argument))
    })
}

/// Calls a kernel by `run`, and returns its outputs with their files. The outputs have the given shape, or else that of the largest
/// input.
pub fn execute<'v>(
    program: &Program,
    kernel: &StreamKernel,
    values: &'v [(Parameter, ArgumentValue)],
    streams: &[Option<AnyStream>],
    shape: Option<Shape>,
    run: impl FnOnce(KernelCall) -> Result<(), Error>,
) -> anyhow::Result<Vec<(&'v Parameter, &'v Path, AnyStream)>> {
    let variable = values.iter().any(|(parameter, _)| matches!(parameter.role, Role::Variable { .. }));
    let inputs = values.iter().zip(streams).filter(|((parameter, _), _)| parameter.role.is_stream());
    let shapes = inputs.filter_map(|((_, value), stream)| match (value, stream) {
        (_, Some(stream)) => Some(stream.shape()),
        (ArgumentValue::Iterator(iterator), _) => iterator.extents(),
        _ => None,
    });
    let shapes: Vec<Shape> = shapes.collect();
    let max = shapes.iter().map(Shape::count).max();
    let mut largest = shapes.into_iter().filter(|shape| Some(shape.count()) == max);
    let shape = match (shape, largest.next()) {
        (Some(shape), _) => shape,
        (None, Some(first)) => match largest.find(|other| *other != first) {
            Some(other) => {
                bail!("the largest inputs are {first} and {other}: say with --shape which the outputs are")
            }
            None => first,
        },
        (None, None) => bail!("the shape of the outputs is unknown: add --shape"),
    };
    let mut outputs: Vec<(&'v Parameter, &'v Path, AnyStream)> = Vec::new();
    for (parameter, value) in values {
        if let ArgumentValue::Output(path) = value {
            let mut stream = program.stream_of(parameter.ty, shape)?;
            // An element that is discarded, or that nothing is scattered to, keeps its previous value, so outputs begin with zeros.
            stream.write(&vec![0.0; shape.count() * stream.floats()])?;
            outputs.push((parameter, path, stream));
        }
    }
    let mut call = program.kernel(&kernel.name)?;
    if variable {
        call = call.shape(shape);
    }
    for (name, argument) in read(values, streams) {
        call = call.argument(name, argument);
    }
    for (parameter, _, stream) in &mut outputs {
        call = call.output(&parameter.name, stream);
    }
    run(call)?;
    Ok(outputs)
}
