//! The option `--axis`: takes each row, column or other line of an array by itself.

use std::path::Path;

use anyhow::bail;
use clap::Args;

use brooklet::catalog::Methods;
use brooklet::io::{Array, input_name};
use brooklet::{Stream, compute, primitives};

use super::arrays::ExactNumbers;
use super::family::{Chosen, Family};
use super::keys::{AnyKeys, with_keys};
use super::session::Session;
use super::shapes::tuple;
use super::vectors::Axis;

/// The option that names the axis.
#[derive(Args, Default)]
pub struct Along {
    /// Take each line along this axis by itself: with 0 each column of a matrix, with 1 or -1 each row. Negative numbers count from
    /// the end. A last axis of 2 to 4, the columns of a .csv and the components of pixels are then an axis of numbers
    #[arg(id = "along", long = "axis", value_name = "N", allow_negative_numbers = true)]
    pub axis: Option<i32>,
}

impl Along {
    /// Exits with a usage error if an axis is named for compute shaders.
    pub fn check(&self, sub_command: &str, family: Family) {
        if self.axis.is_some() && family == Family::Compute {
            super::usage(sub_command, "--axis is only for --family fragment".to_owned());
        }
    }
}

/// Returns the method of this name. One that the primitive does not have along an axis is a usage error.
pub fn method<M: Methods>(sub_command: &str, name: Option<&str>) -> Option<M> {
    method_with("--axis", sub_command, name)
}

/// Returns the method of this name of what an option asks for. One that there is not is a usage error.
pub fn method_with<M: Methods>(option: &str, sub_command: &str, name: Option<&str>) -> Option<M> {
    name.map(|name| {
        M::named(name).unwrap_or_else(|| {
            let names: Vec<_> = M::TABLE.iter().map(|method| method.name).collect();
            super::usage(sub_command, format!("{option} has no method {name}; it has {}", names.join(", ")))
        })
    })
}

/// Returns the method of this name of a family. One that the primitive does not have along an axis is a usage error.
pub fn choose<F: Methods, C: Methods>(sub_command: &str, family: Family, name: Option<&str>) -> Chosen<F, C> {
    match family {
        Family::Fragment => Chosen::Fragment(method(sub_command, name)),
        Family::Compute => Chosen::Compute(method(sub_command, name)),
    }
}

/// Reads a file whose lines along an axis are taken by themselves. Its numbers are scalars, unless the options ask for vectors. Returns the
/// number of the axis from the start, too.
pub fn read(session: &Session, path: &Path, along: i32, axis: &Axis) -> anyhow::Result<(Array, usize)> {
    let array = axis.read_axes(session, path)?;
    let number = number(path, &array, along)?;
    Ok((array, number))
}

/// Reads a file as [`read`] does, with its numbers as they are, if float32 may not hold them.
pub fn exact(
    session: &Session,
    path: &Path,
    along: i32,
    axis: &Axis,
) -> anyhow::Result<(Array, Option<ExactNumbers>, usize)> {
    let (array, exact) = axis.exact_axes(session, path)?;
    let number = number(path, &array, along)?;
    Ok((array, exact, number))
}

/// Finds the order of each line along an axis. Compute shaders take floats only.
pub fn order(
    keys: &AnyKeys,
    axis: i32,
    method: Chosen<primitives::ArgsortAxis, compute::SortAxis>,
    descending: bool,
) -> anyhow::Result<Stream<f32>> {
    match method {
        Chosen::Fragment(method) => {
            let options = primitives::ArgsortAxisOptions::default();
            let options = method.map_or(options, |method| options.method(method));
            let options = if descending { options.descending() } else { options };
            Ok(with_keys!(keys, keys => primitives::argsort_axis_with(keys, axis, options)?))
        }
        Chosen::Compute(method) => {
            Ok(compute::argsort_axis_with(keys.floats()?, axis, dispatched(method, descending))?)
        }
    }
}

/// Sorts each line along an axis. Compute shaders take floats only.
pub fn sort(
    keys: &AnyKeys,
    axis: i32,
    method: Chosen<primitives::SortAxis, compute::SortAxis>,
    descending: bool,
) -> anyhow::Result<AnyKeys> {
    match method {
        Chosen::Fragment(method) => {
            let options = primitives::SortAxisOptions::default();
            let options = method.map_or(options, |method| options.method(method));
            let options = if descending { options.descending() } else { options };
            Ok(with_keys!(keys, keys => primitives::sort_axis_with(keys, axis, options)?.into()))
        }
        Chosen::Compute(method) => {
            Ok(compute::sort_axis_with(keys.floats()?, axis, dispatched(method, descending))?.into())
        }
    }
}

/// Returns the options of a sort on compute shaders.
fn dispatched(method: Option<compute::SortAxis>, descending: bool) -> compute::SortAxisOptions {
    let options = compute::SortAxisOptions::default();
    let options = method.map_or(options, |method| options.method(method));
    if descending { options.descending() } else { options }
}

/// Returns the number of an axis from the start. An axis that the array does not have is an error.
pub fn number(path: &Path, array: &Array, along: i32) -> anyhow::Result<usize> {
    let axes = array.shape.len() as i64;
    let number = if along < 0 { i64::from(along) + axes } else { i64::from(along) };
    if !(0..axes).contains(&number) {
        let (name, mut shape) = (input_name(path), array.shape.clone());
        let said = match axes {
            1 => "1 axis, 0 or -1".to_owned(),
            _ => format!("{axes} axes, 0 to {} or -{axes} to -1", axes - 1),
        };
        let mut vectors = String::new();
        if array.components > 1 {
            shape.push(array.components);
            vectors = format!(" of vectors of {}", array.components);
        }
        bail!("there is no axis {along}: {name} is {}{vectors}, and has {said}", tuple(&shape));
    }
    Ok(number as usize)
}
