//! Reads files into streams, and writes streams into files.

use std::path::Path;

use anyhow::{Context, anyhow, bail};

use brooklet::Shape;
use brooklet::brook::ir::Parameter;
use brooklet::brook::{AnyStream, Field, Program, Records, Type};
use brooklet::io::{self, Array, FileFormat, RecordArray, RecordField, WholeArray, input_name};

use super::arguments::ArgumentValue;
use super::bytes::whole_bytes;
use crate::cli::arrays;
use crate::cli::session::Session;

/// Reads files into streams. The result has one entry for each parameter: none if its argument is not an input file.
pub fn load(
    session: &Session,
    program: &Program,
    values: &[(Parameter, ArgumentValue)],
) -> anyhow::Result<Vec<Option<AnyStream>>> {
    let mut streams = Vec::new();
    for (parameter, value) in values {
        let ArgumentValue::File(path) = value else {
            streams.push(None);
            continue;
        };
        let (shape, data) = match parameter.ty {
            Type::Record(id) => {
                session.progress.stage(format!("reading {}", input_name(path)));
                let records = &program.unit().records;
                let loaded = io::read_records(path).with_context(|| {
                    let (name, dtype) = (&records.get(id).name, dtype(records, parameter.ty));
                    format!("{} must hold structs `{name}`, which have the dtype {dtype} in NumPy", input_name(path))
                })?;
                session.notes(&loaded.notes);
                let array = loaded.array;
                let record = &program.unit().records.get(id).name;
                let data = in_order(&array, parameter).with_context(|| {
                    format!(
                        "{} does not hold what {} `{}` takes, struct {record}",
                        input_name(path),
                        parameter.role.noun(),
                        parameter.name
                    )
                })?;
                (array.shape, data)
            }
            Type::Number(scalar, _) if scalar.range().is_some() => {
                streams.push(Some(whole(session, program, parameter, path)?));
                continue;
            }
            _ => {
                let array = arrays::read(session, path)?;
                let lines = array.components;
                let (shape, data) = plain(array, parameter).with_context(|| {
                    format!("{} does not fit {} `{}`", input_name(path), parameter.role.noun(), parameter.name)
                })?;
                let is_csv = io::input_format(path) == Some(FileFormat::Csv);
                if is_csv && lines > 1 && parameter.fields[0].ty.count() == 1 {
                    let (role, name) = (parameter.role.noun(), &parameter.name);
                    let shape = Shape::try_from(shape.as_slice())?;
                    session.notes(&[format!(
                        "{}: {role} `{name}` has the shape {shape}, with a row for each line",
                        input_name(path)
                    )]);
                }
                (shape, data)
            }
        };
        session.progress.stage(format!("uploading {}", input_name(path)));
        let mut stream = program.stream_of(parameter.ty, Shape::try_from(shape.as_slice())?)?;
        stream.write(&data)?;
        streams.push(Some(stream));
    }
    Ok(streams)
}

/// Reads a file into a stream of whole numbers.
fn whole(session: &Session, program: &Program, parameter: &Parameter, path: &Path) -> anyhow::Result<AnyStream> {
    session.progress.stage(format!("reading {}", input_name(path)));
    let (field, fit) = (&parameter.fields[0], || {
        format!("{} does not fit {} `{}`", input_name(path), parameter.role.noun(), parameter.name)
    });
    let WholeArray { mut shape, components, data } = io::read_whole_with(path, session.columns.as_ref())?;
    arrays::record_columns(path);
    if components > 1 {
        shape.push(components);
    }
    let places = shape.clone();
    take_components(&mut shape, field).with_context(fit)?;
    let mut bytes = Vec::with_capacity(data.len() * field.scalar.bytes());
    for (at, value) in data.into_iter().enumerate() {
        let one = whole_bytes(field, value);
        let one = one.map_err(|why| anyhow!("the number at {} is {why}", arrays::place(&places, at)));
        bytes.extend(one.with_context(fit)?);
    }
    session.progress.stage(format!("uploading {}", input_name(path)));
    let mut stream = program.stream_of(parameter.ty, Shape::try_from(shape.as_slice())?)?;
    stream.write_bytes(&bytes)?;
    Ok(stream)
}

/// Decodes whole numbers from the bytes of a field.
pub fn whole_numbers(field: &Field, bytes: &[u8]) -> Vec<i64> {
    let signed = field.scalar.range().is_some_and(|(low, _)| low < 0);
    let number = |own: &[u8]| match (own, signed) {
        (&[a], true) => (a as i8).into(),
        (&[a], false) => a.into(),
        (&[a, b], true) => i16::from_ne_bytes([a, b]).into(),
        (&[a, b], false) => u16::from_ne_bytes([a, b]).into(),
        (&[a, b, c, d], true) => i32::from_ne_bytes([a, b, c, d]).into(),
        (&[a, b, c, d], false) => u32::from_ne_bytes([a, b, c, d]).into(),
        _ => 0,
    };
    bytes.chunks_exact(field.scalar.bytes()).map(number).collect()
}

/// Removes the last axis from the shape if the field is a vector: the axis holds the components.
fn take_components(shape: &mut Vec<usize>, field: &Field) -> anyhow::Result<()> {
    let wanted = field.ty.count();
    if wanted > 1 {
        let ty = field.type_name();
        match shape.pop() {
            Some(last) if last == wanted && !shape.is_empty() => {}
            Some(last) => bail!("{ty} needs a last axis of {wanted}, not {last}"),
            None => bail!("{ty} needs a last axis of {wanted}"),
        }
    }
    Ok(())
}

/// Returns a type in NumPy's notation.
fn dtype(records: &Records, ty: Type) -> String {
    let Type::Record(id) = ty else { return "'<f4'".into() };
    let fields = records.get(id).fields.iter().map(|(name, ty)| match *ty {
        Type::Float(components) | Type::Number(_, components) if components.count() > 1 => {
            format!("('{name}', '<f4', ({},))", components.count())
        }
        _ => format!("('{name}', {})", dtype(records, *ty)),
    });
    format!("[{}]", fields.collect::<Vec<_>>().join(", "))
}

/// Returns the shape and data of a stream of numbers or vectors. The last axis of the array holds the components of vectors.
fn plain(array: Array, parameter: &Parameter) -> anyhow::Result<(Vec<usize>, Vec<f32>)> {
    let Array { mut shape, components, data } = array;
    if components > 1 {
        shape.push(components);
    }
    take_components(&mut shape, &parameter.fields[0])?;
    Ok((shape, data))
}

/// Returns an array's floats in the order of the struct's fields, which are matched by name.
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
                bail!("field `{}` has {} floats, where {} has {count}", field.path, found.components, field.type_name())
            }
            None => bail!("it has no field `{}` ({})", field.path, field.type_name()),
        }
    }
    if let Some(other) = array.fields.iter().find(|other| parameter.fields.iter().all(|field| field.path != other.path))
    {
        bail!("its field `{}` is not a field of the struct", other.path);
    }
    Ok(array.data.chunks_exact(each).flat_map(|element| places.iter().map(|&place| element[place])).collect())
}

/// Writes a stream into a file.
pub fn save(session: &Session, path: &Path, stream: &AnyStream) -> anyhow::Result<()> {
    session.progress.stage(format!("writing {}", path.display()));
    let shape = stream.shape().extents().to_vec();
    if let [field] = stream.fields()
        && let (true, Some((low, _))) = (field.path.is_empty(), field.scalar.range())
    {
        let data = whole_numbers(field, &stream.read_bytes()?);
        let array = WholeArray { shape: shape.clone(), components: field.ty.count(), data };
        if let Some(staged) = io::prepare_whole(path, &array, field.scalar.bytes(), low < 0)? {
            session.place(staged);
            return Ok(());
        }
    }
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
