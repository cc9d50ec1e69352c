//! `brooklet run`: a Brook kernel or reduction on arrays of files.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use brooklet::Shape;
use brooklet::brook::ir::{Kernel, Parameter, Role};
use brooklet::brook::{AnyStream, ConstantArgument, Iter, Plain, Program, Type, Unit, iter};
use brooklet::io::{self, Array, RecordArray, RecordField};

use super::brook::{counted, read, show};
use super::session::Session;
use super::{Common, print, usage};

/// Run a Brook kernel or reduction on arrays
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet run saxpy.br saxpy alpha=2.5 x=x.npy y=y.npy result=@out.npy
  brooklet run fill.br fill x=iter:0:1:100 result=@out.npy --shape 10,100
  brooklet run sum.br sum a=x.npy
  brooklet run sum.br sum a=x.npy r=@blocks.npy --shape 2,5
  brooklet run rays.br trace rays=rays.npy light=0,1,0 hit=@hits.npy

Each parameter is given by its name: a constant its numbers, a stream or gather its file, an output
its file with an @. Vectors are a last axis of 2 to 4 in files, structs NumPy's structured arrays.
Outputs have the shape of the largest input. A reduction without output prints its value.")]
pub struct Run {
    /// The program
    #[arg(value_name = "FILE.br")]
    file: PathBuf,
    /// The kernel or reduction
    #[arg(value_name = "KERNEL")]
    kernel: String,
    /// The parameters: numbers, files, iter:LOW:HIGH[:N], and @FILE for outputs
    #[arg(value_name = "NAME=VALUE", value_parser = parse)]
    arguments: Vec<(String, String)>,
    /// The extents of the outputs, slowest first; of a kernel with variable outputs, over how many elements it runs
    #[arg(long, value_name = "N[,N..]", value_parser = parse_shape)]
    shape: Option<Shape>,
}

/// What a parameter is given.
enum Value {
    Constant(ConstantArgument),
    Iterator(Iter),
    File(PathBuf),
    Output(PathBuf),
}

impl Run {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let unit = match read(&self.file)? {
            Ok(unit) => unit,
            Err(findings) => {
                show(&findings);
                bail!("{} does not compile: {}", self.file.display(), counted(findings.errors(), "error"));
            }
        };
        if !common.quiet {
            show(&unit.warnings);
        }
        let Some(kernel) = unit.kernel(&self.kernel).cloned() else { self.no_kernel(&unit) };
        let values = self.values(&unit, &kernel)?;
        let mut files: Vec<&Path> = Vec::new();
        let mut written: Vec<&Path> = Vec::new();
        for (parameter, value) in &values {
            match value {
                Value::Output(path) => {
                    if written.iter().any(|file| *file == path || io::same_file(file, path)) {
                        usage("run", format!("{} is written twice", path.display()));
                    }
                    match parameter.ty {
                        Type::Record(_) => io::check_records_output(path)?,
                        _ => io::check_output(path)?,
                    }
                    written.push(path);
                }
                Value::File(path) => files.push(path),
                _ => {}
            }
        }
        files.extend(written);
        let printed = common.run(&files, |session| {
            session.progress.stages(2 * files.len() as u64 + 1);
            let program = Program::new(&session.device, unit);
            let streams = load(session, &program, &values)?;
            session.progress.stage("computing");
            match kernel.reduction {
                true => self.reduce(session, &program, &kernel, &values, &streams),
                false => self.map(session, &program, &values, &streams).map(|()| Vec::new()),
            }
        })?;
        printed.into_iter().try_for_each(print)
    }

    fn no_kernel(&self, unit: &Unit) -> ! {
        let file = self.file.display();
        if unit.sub_kernels.contains(&self.kernel) {
            usage("run", format!("kernel `{}` returns a value: only other kernels can call it", self.kernel));
        }
        let names: Vec<_> = unit.kernels.iter().map(|kernel| format!("`{}`", kernel.name)).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        usage("run", format!("{file} has no kernel `{}`; it has {known}", self.kernel))
    }

    /// What each parameter is given, by what it is.
    fn values(&self, unit: &Unit, kernel: &Kernel) -> anyhow::Result<Vec<(Parameter, Value)>> {
        let mut values: Vec<(Parameter, Value)> = Vec::new();
        for (name, text) in &self.arguments {
            let Some((_, parameter)) = kernel.parameter(name) else {
                let known: Vec<_> = kernel.parameters.iter().map(|p| format!("`{}`", p.name)).collect();
                usage(
                    "run",
                    format!("kernel `{}` has no parameter `{name}`; it has {}", self.kernel, known.join(", ")),
                );
            };
            if values.iter().any(|(other, _)| other.name == *name) {
                usage("run", format!("parameter `{name}` is given twice"));
            }
            let ty = unit.records.name(parameter.ty);
            let wrong =
                |why: String| -> ! { usage("run", format!("{} `{name}` ({ty}): {why}", parameter.role.noun())) };
            let value = match (parameter.role, text.strip_prefix('@')) {
                (Role::Constant, None) => match constant(parameter, text) {
                    Ok(constant) => Value::Constant(constant),
                    Err(why) => wrong(why),
                },
                (Role::Stream | Role::Iterator | Role::Gather { .. }, None) => match text.strip_prefix("iter:") {
                    None => Value::File(text.into()),
                    Some(bounds) => match iterator(bounds) {
                        Ok(iterator) => Value::Iterator(iterator),
                        Err(why) => wrong(why),
                    },
                },
                (Role::Output | Role::Variable { .. } | Role::Accumulator, Some(path)) => Value::Output(path.into()),
                (Role::Output | Role::Variable { .. } | Role::Accumulator, None) => {
                    wrong(format!("it is written, which is said with an @: {name}=@{text}"))
                }
                (_, Some(path)) => wrong(format!("it is read; @ marks what is written: {name}={path}")),
            };
            values.push((parameter.clone(), value));
        }
        Ok(values)
    }

    fn map(
        &self,
        session: &Session,
        program: &Program,
        values: &[(Parameter, Value)],
        streams: &[Option<AnyStream>],
    ) -> anyhow::Result<()> {
        let variable = values.iter().any(|(parameter, _)| matches!(parameter.role, Role::Variable { .. }));
        let inputs = values.iter().zip(streams).filter(|((parameter, _), _)| parameter.role.is_stream());
        let shapes = inputs.filter_map(|((_, value), stream)| match (value, stream) {
            (_, Some(stream)) => Some(stream.shape()),
            (Value::Iterator(iterator), _) => iterator.extents(),
            _ => None,
        });
        let largest = shapes.reduce(|best, shape| if shape.count() > best.count() { shape } else { best });
        let Some(shape) = self.shape.or(largest) else {
            bail!("nothing says what shape the outputs have: add --shape");
        };
        let mut outputs: Vec<(&Parameter, &Path, AnyStream)> = Vec::new();
        for (parameter, value) in values {
            if let Value::Output(path) = value {
                let mut stream = program.stream_of(parameter.ty, shape)?;
                // Elements that are discarded keep what they held.
                stream.write(&vec![0.0; shape.count() * stream.floats()])?;
                outputs.push((parameter, path, stream));
            }
        }
        let mut call = program.kernel(&self.kernel)?;
        if variable {
            call = call.shape(shape);
        }
        for ((parameter, value), stream) in values.iter().zip(streams) {
            call = match (value, stream) {
                (Value::Constant(constant), _) => call.constant(&parameter.name, constant.clone()),
                (Value::Iterator(iterator), _) => call.stream(&parameter.name, iterator.clone()),
                (_, Some(stream)) => call.stream(&parameter.name, stream),
                _ => call,
            };
        }
        for (parameter, _, stream) in &mut outputs {
            call = call.output(&parameter.name, stream);
        }
        call.run()?;
        for (_, path, stream) in &outputs {
            save(session, path, stream)?;
        }
        Ok(())
    }

    /// Reduces; what is to be printed, line by line.
    fn reduce(
        &self,
        session: &Session,
        program: &Program,
        kernel: &Kernel,
        values: &[(Parameter, Value)],
        streams: &[Option<AnyStream>],
    ) -> anyhow::Result<Vec<String>> {
        let mut call = program.reduction(&self.kernel)?;
        let mut output = None;
        for ((parameter, value), stream) in values.iter().zip(streams) {
            call = match (value, stream) {
                (Value::Constant(constant), _) => call.constant(&parameter.name, constant.clone()),
                (Value::Iterator(iterator), _) => call.stream(&parameter.name, iterator.clone()),
                (_, Some(stream)) => call.stream(&parameter.name, stream),
                (Value::Output(path), _) => {
                    output = Some((parameter, path));
                    call
                }
                _ => call,
            };
        }
        if let Some((parameter, path)) = output {
            let mut stream = program.stream_of(parameter.ty, self.shape.unwrap_or(Shape::from(1)))?;
            call.output(&mut stream)?;
            save(session, path, &stream)?;
            return Ok(Vec::new());
        }
        if self.shape.is_some() {
            usage("run", "--shape is for an output; a value has none".into());
        }
        let floats = call.floats()?;
        let mut rest = floats.as_slice();
        let accumulator = kernel.parameters.iter().find(|parameter| parameter.role == Role::Accumulator);
        let mut lines = Vec::new();
        for field in accumulator.map_or(&[][..], |parameter| &parameter.fields) {
            let (own, after) = rest.split_at(field.ty.count());
            rest = after;
            let numbers: Vec<String> = own.iter().map(|&value| io::number(value)).collect();
            let name = if field.path.is_empty() { String::new() } else { format!("{}: ", field.path) };
            lines.push(format!("{name}{}", numbers.join(", ")));
        }
        Ok(lines)
    }
}

/// The streams that are read from files.
fn load(session: &Session, program: &Program, values: &[(Parameter, Value)]) -> anyhow::Result<Vec<Option<AnyStream>>> {
    let mut streams = Vec::new();
    for (parameter, value) in values {
        let Value::File(path) = value else {
            streams.push(None);
            continue;
        };
        let (shape, data) = match parameter.ty {
            Type::Record(id) => {
                session.progress.stage(format!("reading {}", path.display()));
                let array = io::read_records(path)?;
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
            _ => plain(super::arrays::read(session, path)?, parameter).with_context(|| {
                format!("{} does not fit {} `{}`", path.display(), parameter.role.noun(), parameter.name)
            })?,
        };
        session.progress.stage(format!("uploading {}", path.display()));
        let mut stream = program.stream_of(parameter.ty, Shape::try_from(shape.as_slice())?)?;
        stream.write(&data)?;
        streams.push(Some(stream));
    }
    Ok(streams)
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
fn save(session: &Session, path: &Path, stream: &AnyStream) -> anyhow::Result<()> {
    session.progress.stage(format!("writing {}", path.display()));
    let shape = stream.shape().extents().to_vec();
    let data = stream.read()?;
    match stream.fields() {
        [one] if one.path.is_empty() => session.write(path, &Array { shape, components: one.ty.count(), data }),
        fields => {
            let field =
                |field: &brooklet::brook::Field| RecordField { path: field.path.clone(), components: field.ty.count() };
            let array = RecordArray { shape, fields: fields.iter().map(field).collect(), data };
            session.place(io::prepare_records(path, &array)?);
            Ok(())
        }
    }
}

fn parse(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("a parameter is given as NAME=VALUE".into()),
    }
}

fn parse_shape(text: &str) -> Result<Shape, String> {
    let extents = text.split(',').map(|extent| extent.trim().parse::<usize>().map_err(|_| extent.to_owned()));
    let extents: Vec<usize> =
        extents.collect::<Result<_, _>>().map_err(|extent| format!("`{extent}` is no whole number"))?;
    Shape::try_from(extents.as_slice()).map_err(|error| error.to_string())
}

fn floats(text: &str) -> Result<Vec<f32>, String> {
    let number = |part: &str| part.trim().parse::<f32>().map_err(|_| format!("`{}` is no number", part.trim()));
    text.split(',').map(number).collect()
}

/// The numbers of a constant, all fields of a struct one after the other.
fn constant(parameter: &Parameter, text: &str) -> Result<ConstantArgument, String> {
    if let ([field], false) = (parameter.fields.as_slice(), matches!(parameter.ty, Type::Record(_)))
        && field.ty == Plain::Int
    {
        return text.parse().map(ConstantArgument::Int).map_err(|_| format!("`{text}` is no whole number"));
    }
    let floats = floats(text)?;
    let needed: usize = parameter.fields.iter().map(|field| field.ty.count()).sum();
    if floats.len() != needed {
        return Err(format!("it takes {needed} numbers, with commas between them, and not {}", floats.len()));
    }
    Ok(match parameter.ty {
        Type::Record(_) => {
            let types = parameter.fields.iter().flat_map(|field| vec![field.ty; field.ty.count()]);
            let bits = floats.into_iter().zip(types).map(|(value, ty)| match ty {
                Plain::Int => f32::from_bits(value as i32 as u32),
                Plain::Float(_) => value,
            });
            ConstantArgument::Record { floats: bits.collect(), host: "the command line" }
        }
        _ => ConstantArgument::Floats(floats),
    })
}

/// `LOW:HIGH[:N]`
fn iterator(text: &str) -> Result<Iter, String> {
    let form =
        || format!("`iter:{text}` is no iterator: it is written iter:LOW:HIGH:N, or iter:0,0:4,3:3,4 of vectors");
    let parts: Vec<&str> = text.split(':').collect();
    let (low, high, shape) = match parts[..] {
        [low, high] => (low, high, None),
        [low, high, shape] => (low, high, Some(parse_shape(shape)?)),
        _ => return Err(form()),
    };
    let made = match (floats(low)?.as_slice(), floats(high)?.as_slice()) {
        (&[a], &[b]) => iter(a, b),
        (&[a, b], &[c, d]) => iter([a, b], [c, d]),
        (&[a, b, c], &[d, e, f]) => iter([a, b, c], [d, e, f]),
        (&[a, b, c, d], &[e, f, g, h]) => iter([a, b, c, d], [e, f, g, h]),
        _ => return Err(form()),
    };
    Ok(match shape {
        Some(shape) => made.shape(shape),
        None => made,
    })
}
