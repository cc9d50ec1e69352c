//! `brooklet group`: reduces the values of equal keys.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::io::{Array, Exact, ExactDtype};
use brooklet::primitives::Key;
use brooklet::{Operator, Stored, Stream, compute, io, primitives};

use super::Common;
use super::arrays::{self, AnyStream, ExactNumbers, with_stream};
use super::dtype::DtypeOption;
use super::elements;
use super::family::{Chosen, Family, choose, methods};
use super::keys::{self, AnyKeys, Numbers, Types, Width, Zeros, with_keys};
use super::listed::Listed;
use super::operation::Op;
use super::result;
use super::session::Session;
use super::shapes::tuple;
use super::sums;
use super::vectors::Axis;
use super::written::{self, Written};

/// Combine the values of equal keys: sums by key, ..
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet group keys.csv values.csv
  brooklet group keys.npy values.npy -o k.npy --values-out sums.npy
  brooklet group keys.npy values.npy --op max -o k.npy --values-out v.npy
  brooklet group keys.npy values.npy --family compute

Writes the distinct keys, the smallest first, and for each the combination of its values, in C order. Values have the shape of the keys, \
and of vectors in .npy one more axis of 2 to 4. Keys that are integers are exact and keep their dtype, and so are the largest and the \
smallest of integers and of float64; sums of integers are exact in 64 bits, as in NumPy. All this holds for components of vectors, too. \
Products, sums of float64, and the largest and the smallest of float64 with a NaN are float32 (--family \
compute rounds keys and values to float32, with a note, and its sums are float32). -0 and 0 are one key, and a device without integers may \
take denormals of float32 for equal; NaN has no place in an order, and is an error. --dtype is for the combined values: keys keep theirs. \
Without -o and --values-out, a line `key,value..` is printed for each of up to 100 keys.")]
pub struct Group {
    /// The keys
    keys: PathBuf,
    /// The values
    values: PathBuf,
    /// Where the distinct keys go [default: a line `key,value..` is printed for each of up to 100 keys]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where the combined values go. It is given together with -o
    #[arg(long, value_name = "FILE")]
    values_out: Option<PathBuf>,
    /// The operator
    #[arg(long, default_value = "sum")]
    op: Op,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: a sort, a scan and a gather (sort-scan-gather). Compute: tiles or runs [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("group"))]
    method: Option<String>,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    dtype: DtypeOption,
}

impl Group {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let (output, values_out) = (self.output.as_deref(), self.values_out.as_deref());
        result::check_pair_files("group", output, values_out);
        let outputs: Vec<&Path> = output.into_iter().chain(values_out).collect();
        self.dtype.check("group", values_out.as_slice());
        outputs.iter().try_for_each(|path| io::check_output(path))?;
        if let [keys, values] = outputs[..]
            && io::same_file(keys, values)
        {
            super::usage("group", format!("keys and values would both go to {}", keys.display()));
        }
        let inputs = [self.keys.as_path(), &self.values];
        let files: Vec<&Path> = inputs.into_iter().chain(outputs).collect();
        let method: Method = choose("group", self.family, self.method.as_deref());
        common.run(&files, |session| {
            session.progress.stages(9);
            let (array, exact) = keys::read(session, &self.keys, &self.axis, Some(Listed::Group))?;
            if let Chosen::Compute(method) = method {
                return self.by_dispatches(session, &array, exact.as_ref(), method);
            }
            let types = (Types::All, Zeros::Tie);
            let Numbers { stream, dtype } = keys::upload(session, &self.keys, &array, exact.as_ref(), types)?;
            let values = self.values(session, &array)?;
            session.progress.stage("computing");
            with_keys!(&stream, keys => match &values {
                Values::Floats(values) => with_stream!(values, values => {
                    let (keys, values) = primitives::group(keys, values, &self.op.operator())?;
                    result::check_pairs("group", output, keys.len());
                    written::save(session, output, &keys.into(), dtype, Written::AsRead)?;
                    self.dtype.choose(&session.dtype);
                    result::save(session, values_out, &values)
                }),
                Values::Exact(values, of) => {
                    let mut combined = Vec::with_capacity(values.len());
                    let mut distinct = None;
                    for values in values {
                        let (keys, values) = self.combine(keys, values)?;
                        result::check_pairs("group", output, keys.len());
                        distinct = Some(keys);
                        combined.push(values);
                    }
                    if let Some(keys) = distinct {
                        written::save(session, output, &keys.into(), dtype, Written::AsRead)?;
                    }
                    self.dtype.choose(&session.dtype);
                    written::save_components(session, values_out, &combined, *of, self.dtype.written())
                }
            })
        })
    }

    /// Combines floats on compute shaders.
    fn by_dispatches(
        &self,
        session: &Session,
        array: &Array,
        exact: Option<&ExactNumbers>,
        method: Option<compute::Group>,
    ) -> anyhow::Result<()> {
        let types = (Types::Floats, Zeros::Tie);
        let Numbers { stream, dtype } = keys::upload(session, &self.keys, array, exact, types)?;
        let keys = stream.floats()?;
        let (own, exact) = self.axis.exact_beside(session, &self.values, &array.shape)?;
        self.check_values(array, &own)?;
        let (values, of) = elements::upload_floats(session, &self.values, &own, exact.as_ref())?;
        sums::note(session, &self.values, &own, exact.as_ref(), self.op, lines(array, &own));
        // The largest and the smallest are of the values, and have their dtype.
        let of = of.filter(|_| matches!(self.op, Op::Max | Op::Min));
        session.progress.stage("computing");
        let method = method.unwrap_or_else(|| compute::Group::fastest(&session.device));
        let output = self.output.as_deref();
        with_stream!(&values, values => {
            let (keys, values): (Stream<f32>, _) = compute::group_by(keys, values, &self.op.operator(), method)?;
            result::check_pairs("group", output, keys.len());
            written::save(session, output, &keys.into(), dtype, Written::AsRead)?;
            self.dtype.choose(&session.dtype);
            written::save_floats(session, self.values_out.as_deref(), &values, of, self.dtype.written())
        })
    }

    /// Combines integers of 64 bits. A product is one of floats.
    fn combine<K: Key>(&self, keys: &Stream<K>, values: &AnyKeys) -> anyhow::Result<(Stream<K>, AnyKeys)> {
        fn combined<K: Key, T: Stored>(
            keys: &Stream<K>,
            values: &Stream<T>,
            op: &Operator<T>,
        ) -> anyhow::Result<(Stream<K>, AnyKeys)>
        where
            AnyKeys: From<Stream<T>>,
        {
            let (keys, values) = primitives::group(keys, values, op)?;
            Ok((keys, values.into()))
        }
        match (self.op, values) {
            (Op::Max, AnyKeys::I64(values)) => combined(keys, values, &Operator::integer_max()),
            (Op::Min, AnyKeys::I64(values)) => combined(keys, values, &Operator::integer_min()),
            (Op::Sum, AnyKeys::I64(values)) => combined(keys, values, &Operator::<i64>::integer_sum()),
            (Op::Max, AnyKeys::U64(values)) => combined(keys, values, &Operator::integer_max()),
            (Op::Min, AnyKeys::U64(values)) => combined(keys, values, &Operator::integer_min()),
            (Op::Sum, AnyKeys::U64(values)) => combined(keys, values, &Operator::<u64>::integer_sum()),
            _ => bail!("integers of 64 bits are combined by sum, max and min"),
        }
    }

    /// Returns an error if the values have another shape than the keys.
    fn check_values(&self, keys: &Array, values: &Array) -> anyhow::Result<()> {
        if keys.shape == values.shape {
            return Ok(());
        }
        let (found, wanted) = (tuple(&values.shape), tuple(&keys.shape));
        let (values, keys) = (io::input_name(&self.values), io::input_name(&self.keys));
        bail!("{values} is {found}: there must be one value for each key, and {keys} is {wanted}")
    }

    /// Reads and uploads the values. Integers are combined as integers of 64 bits, unless they are multiplied. The largest and the smallest
    /// float64 are found as integers, too.
    fn values(&self, session: &Session, of: &Array) -> anyhow::Result<Values> {
        let (array, exact) = self.axis.exact_beside(session, &self.values, &of.shape)?;
        self.check_values(of, &array)?;
        let Some(exact) = exact else {
            return Ok(Values::Floats(arrays::upload(session, &self.values, &array)?));
        };
        let combines = match self.op {
            Op::Max | Op::Min => exact.has_order(),
            Op::Sum => exact.dtype != ExactDtype::Float64,
            Op::Product => false,
        };
        if !combines {
            session.notes(&exact.notes);
            sums::note(session, &self.values, &array, Some(&exact), self.op, lines(of, &array));
            return Ok(Values::Floats(arrays::upload(session, &self.values, &array)?));
        }
        // A sum may need more bits than its terms, and has 64, as in NumPy.
        let dtype = match (self.op, &exact.numbers) {
            (Op::Sum, Exact::Int(_)) => ExactDtype::Int(8),
            (Op::Sum, Exact::Uint(_)) => ExactDtype::Uint(8),
            _ => exact.dtype,
        };
        let kind = (Width::Bits64, Zeros::Apart);
        Ok(Values::Exact(keys::components(session, &self.values, &array, &exact.numbers, kind)?, dtype))
    }
}

type Method = Chosen<primitives::Group, compute::Group>;

/// Returns the line of each value: those of one key are combined.
fn lines(keys: &Array, values: &Array) -> impl Fn(usize) -> usize + use<> {
    let mut found: HashMap<u32, usize> = HashMap::new();
    let group = |key: &f32| {
        let next = found.len();
        // -0 and 0 are one key.
        *found.entry((key + 0.0).to_bits()).or_insert(next)
    };
    sums::lines_of_groups(values, keys.data.iter().map(group).collect())
}

/// The values of a group on the device.
enum Values {
    Floats(AnyStream),
    /// Integers of 64 bits, or float64 as these, a stream for each component, and the dtype of the result.
    Exact(Vec<AnyKeys>, ExactDtype),
}
