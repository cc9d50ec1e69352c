//! Files as streams of kernels, and back.

use std::path::Path;

use anyhow::{Context, bail};

use brooklet::Shape;
use brooklet::brook::ir::Parameter;
use brooklet::brook::{AnyStream, Field, Program, Records, Type};
use brooklet::io::{self, Array, RecordArray, RecordField};

use super::arguments::Value;
use crate::cli::arrays;
use crate::cli::session::Session;

/// The streams that are read from files.
pub fn load(
    session: &Session,
    program: &Program,
    values: &[(Parameter, Value)],
) -> anyhow::Result<Vec<Option<AnyStream>>> {
    let mut streams = Vec::new();
    for (parameter, value) in values {
        let Value::File(path) = value else {
            streams.push(None);
            continue;
        };
        let (shape, data) = match parameter.ty {
            Type::Record(id) => {
                session.progress.stage(format!("reading {}", path.display()));
                let records = &program.unit().records;
                let loaded = io::read_records(path).with_context(|| {
                    let (name, dtype) = (&records.get(id).name, dtype(records, parameter.ty));
                    format!("{}: it is to hold structs `{name}`, in NumPy of dtype {dtype}", path.display())
                })?;
                session.notes(&loaded.notes);
                let array = loaded.array;
                let record = &program.unit().records.get(id).name;
                let data = in_order(&array, parameter).with_context(|| {
                    format!(
                        "{} does not hold what {} `{}` takes, struct {record}",
                        path.display(),
                        parameter.role.noun(),
                        parameter.name
                    )
                })?;
                (array.shape, data)
            }
            _ => {
                let array = arrays::read(session, path)?;
                let lines = array.components;
                let (shape, data) = plain(array, parameter).with_context(|| {
                    format!("{} does not fit {} `{}`", path.display(), parameter.role.noun(), parameter.name)
                })?;
                let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
                if is_csv && lines > 1 && parameter.fields[0].ty.count() == 1 {
                    let (role, name) = (parameter.role.noun(), &parameter.name);
                    let shape = Shape::try_from(shape.as_slice())?;
                    session.notes(&[format!("{}: {role} `{name}` is {shape}, a line a row", path.display())]);
                }
                (shape, data)
            }
        };
        session.progress.stage(format!("uploading {}", path.display()));
        let mut stream = program.stream_of(parameter.ty, Shape::try_from(shape.as_slice())?)?;
        stream.write(&data)?;
        streams.push(Some(stream));
    }
    Ok(streams)
}

/// A type as NumPy writes it.
fn dtype(records: &Records, ty: Type) -> String {
    let Type::Record(id) = ty else { return "'<f4'".into() };
    let fields = records.get(id).fields.iter().map(|(name, ty)| match *ty {
        Type::Float(components) if components.count() > 1 => format!("('{name}', '<f4', ({},))", components.count()),
        _ => format!("('{name}', {})", dtype(records, *ty)),
    });
    format!("[{}]", fields.collect::<Vec<_>>().join(", "))
}

/// An array as a stream of numbers or vectors, which are a last axis.
fn plain(array: Array, parameter: &Parameter) -> anyhow::Result<(Vec<usize>, Vec<f32>)> {
    let wanted = parameter.fields[0].ty.count();
    let Array { mut shape, components, data } = array;
    if components > 1 {
        shape.push(components);
    }
    if wanted > 1 {
        let ty = parameter.fields[0].ty.brook();
        match shape.pop() {
            Some(last) if last == wanted && !shape.is_empty() => {}
            Some(last) => bail!("{ty} has {wanted} numbers, and the last axis {last}"),
            None => bail!("{ty} has {wanted} numbers"),
        }
    }
    Ok((shape, data))
}

/// An array's floats in the order of the struct, whose fields are found by their names.
fn in_order(array: &RecordArray, parameter: &Parameter) -> anyhow::Result<Vec<f32>> {
    let each: usize = array.fields.iter().map(|field| field.components).sum();
    let mut places = Vec::new();
    for field in &parameter.fields {
        let mut start = 0;
        let found = array.fields.iter().find(|other| {
            let own = other.path == field.path;
            start += if own { 0 } else { other.components };
            own
        });
        let count = field.ty.count();
        match found {
            Some(found) if found.components == count => places.extend(start..start + count),
            Some(found) => {
                bail!("field `{}` has {} floats, where {} has {count}", field.path, found.components, field.ty.brook())
            }
            None => bail!("it has no field `{}` ({})", field.path, field.ty.brook()),
        }
    }
    if let Some(other) = array.fields.iter().find(|other| parameter.fields.iter().all(|field| field.path != other.path))
    {
        bail!("its field `{}` is none of the struct", other.path);
    }
    Ok(array.data.chunks_exact(each).flat_map(|element| places.iter().map(|&place| element[place])).collect())
}

/// Writes a stream into a file.
pub fn save(session: &Session, path: &Path, stream: &AnyStream) -> anyhow::Result<()> {
    session.progress.stage(format!("writing {}", path.display()));
    let shape = stream.shape().extents().to_vec();
    let data = stream.read()?;
    match stream.fields() {
        [one] if one.path.is_empty() => session.write(path, &mut Array { shape, components: one.ty.count(), data }),
        fields => {
            let field = |field: &Field| RecordField { path: field.path.clone(), components: field.ty.count() };
            let array = RecordArray { shape, fields: fields.iter().map(field).collect(), data };
            session.place(io::prepare_records(path, &array)?);
            Ok(())
        }
    }
}
