//! Calls of primitives, whose passes are recorded.

mod axis;
mod orders;
mod pictures;

use std::rc::Rc;

use anyhow::bail;

use brooklet::catalog;
use brooklet::export::Recording;
use brooklet::primitives::{
    self, Filter, Group, Histogram, HistogramOptions, Quantile, Random, RandomOptions, Reduce, RunLengths, Scan,
    SegmentedScan, resident,
};
use brooklet::{Bins, Error, Stream};

use super::Extents;
use super::options::{Op, Options};
use crate::cli::usage;
use axis::along_axis;
use orders::{argsort, sort, top, two_lists};
use pictures::{PICTURES, of_picture};

/// A call of a primitive.
pub struct Call {
    /// The name of the primitive, without `-axis`.
    name: &'static str,
    /// The axis, if each line along it is taken by itself.
    axis: Option<i32>,
    quantiles: Vec<f64>,
    draw: Draw,
}

/// Draws the passes of a primitive.
type Draw = Box<dyn Fn(&mut Recording, &Extents, &Call) -> Result<(), Error>>;

/// The names of options that a primitive takes.
type Taken = &'static [&'static str];

/// A primitive, and which options it takes: without an axis, and with one.
const PRIMITIVES: [(&str, Taken, Option<Taken>); 24] = [
    ("reduce", &["method", "op"], Some(&["method", "op", "axis"])),
    ("scan", &["method", "op", "exclusive"], Some(&["method", "op", "exclusive", "axis"])),
    ("segmented-scan", &["method", "op"], None),
    ("sort", &["method", "descending", "stable", "values"], Some(&["method", "descending", "axis"])),
    ("argsort", &["method", "descending", "bits", "range"], Some(&["method", "descending", "axis"])),
    ("group", &["method", "op"], None),
    ("take", &["method"], None),
    ("put", &["method", "op"], None),
    ("search", &["method", "upper"], None),
    ("merge", &["method"], None),
    ("filter", &["method", "keep", "partition"], None),
    ("unique", &["method"], None),
    ("run-lengths", &["method"], None),
    ("histogram", &["method", "bins", "range", "weights"], None),
    ("top", &["method", "k", "smallest"], Some(&["method", "k", "smallest", "axis"])),
    ("quantile", &["method"], Some(&["method", "axis"])),
    ("random", &["method", "seed", "normal"], None),
    ("transpose", &["method"], None),
    ("matmul", &["method"], None),
    ("convolve", &["method"], None),
    ("median-filter", &["method"], None),
    ("sat", &["method"], None),
    ("distance", &["method"], None),
    ("fft", &["method"], Some(&["method", "axis"])),
];

impl Call {
    /// Checks the options of a primitive. Wrong usage ends the program.
    pub fn new(name: &str, words: Option<&str>, options: &Options) -> anyhow::Result<Call> {
        let base = name.strip_suffix("-axis").unwrap_or(name);
        let Some((base, plain, along)) = PRIMITIVES.iter().find(|(own, ..)| *own == base) else {
            refuse(name, (base == "label").then_some("rounds"), "reads back how many labels of neighbours differ")?;
            refuse(name, (base == "spmv").then_some("any method"), "reads back how long the rows are")?;
            bail!("`{name}` is not exported yet");
        };
        let axis = options.axis.or((base.len() < name.len()).then_some(-1));
        match (axis, along) {
            (Some(_), Some(along)) => options.check(&format!("{base} along an axis"), along),
            _ => options.check(base, plain),
        }
        let draw = match axis {
            Some(_) => along_axis(base, options),
            None if PICTURES.contains(base) => of_picture(base, words, options),
            None => whole(base, options)?,
        };
        let quantiles = match (*base, words) {
            ("quantile", None) => usage("export", "quantile needs quantiles: brooklet export quantile 0.5 ..".into()),
            ("quantile", Some(words)) => words.split(',').map(quantile).collect(),
            _ => Vec::new(),
        };
        Ok(Call { name: base, axis, quantiles, draw })
    }

    /// Returns the names of all inputs that the primitive can have.
    pub fn inputs(&self) -> Vec<String> {
        let inputs = catalog::find(self.name).map_or(&[][..], |primitive| primitive.inputs);
        inputs.iter().map(|input| input.name.to_owned()).collect()
    }

    pub fn record(&self, recording: &mut Recording, extents: &Extents) -> Result<(), Error> {
        (self.draw)(recording, extents, self)
    }

    fn axis(&self) -> i32 {
        self.axis.unwrap_or(-1)
    }
}

fn quantile(text: &str) -> f64 {
    match text.trim().parse::<f64>() {
        Ok(q) if (0.0..=1.0).contains(&q) => q,
        _ => usage("export", format!("`{text}` is no quantile, which is a number from 0 to 1")),
    }
}

/// Returns an input of floats.
fn input(recording: &mut Recording, extents: &Extents, name: &str) -> Result<Rc<Stream<f32>>, Error> {
    recording.input(name, extents.of(name), extents.layout)
}

/// Returns the call of a primitive on whole streams.
fn whole(name: &'static str, options: &Options) -> anyhow::Result<Draw> {
    Ok(match name {
        "reduce" => reduce(options),
        "scan" => scan(options),
        "segmented-scan" => {
            let (op, method) = (options.operator(name), options.method::<SegmentedScan>(name));
            Box::new(move |recording, extents, _| {
                let (values, heads) = (input(recording, extents, "values")?, input(recording, extents, "heads")?);
                let scanned = match method {
                    None => primitives::segmented_scan(&values, &heads, &op)?,
                    Some(method) => primitives::segmented_scan_by(&values, &heads, &op, method)?,
                };
                recording.output("scanned", scanned);
                Ok(())
            })
        }
        "sort" => sort(options),
        "argsort" => argsort(options),
        "group" => {
            let op = options.operator(name);
            options.method::<Group>(name);
            Box::new(move |recording, extents, _| {
                let (keys, values) = (input(recording, extents, "keys")?, input(recording, extents, "values")?);
                groups(recording, resident::group(&keys, &values, &op)?, ["groups", "results"]);
                Ok(())
            })
        }
        "unique" | "run-lengths" => {
            let method = options.method::<RunLengths>(name);
            refuse(name, method.filter(|method| *method != RunLengths::HistoPyramid).map(RunLengths::name), COUNTS)?;
            Box::new(move |recording, extents, _| {
                let keys = input(recording, extents, "keys")?;
                match name {
                    "unique" => groups(recording, resident::unique(&keys)?, ["distinct", "counts"]),
                    _ => groups(recording, resident::run_lengths(&keys)?, ["runs", "counts"]),
                }
                Ok(())
            })
        }
        "filter" => filter(options)?,
        "fft" => axis::fft(options),
        "take" | "put" | "search" | "merge" => two_lists(name, options),
        "histogram" => histogram(options),
        "top" => top(options),
        "quantile" => {
            let method = options.method::<Quantile>(name);
            let why = "reads counts back; leave out --method, or take sort or bitonic";
            refuse(name, method.filter(|method| *method == Quantile::Sample).map(Quantile::name), why)?;
            Box::new(move |recording, extents, call| {
                let values = input(recording, extents, "values")?;
                let method = method.unwrap_or(Quantile::Sort);
                recording.output("quantiles", primitives::quantile_by(&values, &call.quantiles, method)?);
                Ok(())
            })
        }
        _ => random(options),
    })
}

/// Why methods that read the number of results back are not exported.
const COUNTS: &str =
    "reads back how many results there are; leave out --method, and histopyramid leaves the number in a texel";

/// Returns an error for a method that reads numbers back.
fn refuse(name: &str, method: Option<&str>, why: &str) -> anyhow::Result<()> {
    match method {
        Some(method) => bail!("{name} by {method} has no fixed passes: it {why}"),
        None => Ok(()),
    }
}

fn groups(recording: &mut Recording, found: resident::Groups, [keys, results]: [&str; 2]) {
    recording.output(keys, found.keys);
    recording.output(results, found.results);
    recording.output("number", found.number);
}

fn reduce(options: &Options) -> Draw {
    let method = options.method::<Reduce>("reduce");
    let op = options.op.unwrap_or(Op::Sum);
    if method.is_some() && matches!(op, Op::Argmax | Op::Argmin) {
        usage("export", "argmax and argmin have one method: leave out --method".into());
    }
    let combined = match op {
        Op::Mean | Op::Argmax | Op::Argmin => Op::Sum.operator("reduce"),
        op => op.operator("reduce"),
    };
    Box::new(move |recording, extents, _| {
        let values = input(recording, extents, "values")?;
        let (name, reduced) = match op {
            Op::Argmax => ("position", resident::argmax(&values)?),
            Op::Argmin => ("position", resident::argmin(&values)?),
            Op::Mean => {
                let sum = resident::reduce(&values, &combined, method)?;
                let mean = primitives::map(recording.device(), "sum / n").input("sum", &sum);
                ("reduced", mean.constant("n", values.len() as f32).run()?)
            }
            _ => ("reduced", resident::reduce(&values, &combined, method)?),
        };
        recording.output(name, reduced);
        Ok(())
    })
}

fn scan(options: &Options) -> Draw {
    let (op, method, exclusive) = (options.operator("scan"), options.method::<Scan>("scan"), options.exclusive);
    Box::new(move |recording, extents, _| {
        let values = input(recording, extents, "values")?;
        let scanned = match (method, exclusive) {
            (None, false) => primitives::scan(&values, &op)?,
            (None, true) => primitives::exclusive_scan(&values, &op)?,
            (Some(method), false) => primitives::scan_by(&values, &op, method)?,
            (Some(method), true) => primitives::exclusive_scan_by(&values, &op, method)?,
        };
        recording.output("scanned", scanned);
        Ok(())
    })
}

fn filter(options: &Options) -> anyhow::Result<Draw> {
    let method = options.method::<Filter>("filter");
    refuse("filter", method.filter(|method| *method != Filter::HistoPyramid).map(Filter::name), COUNTS)?;
    let (keep, partition) = (options.keep.clone(), options.partition);
    if partition && keep.is_none() {
        usage("export", "--partition needs a condition: --keep 'x > 0.5'".into());
    }
    Ok(Box::new(move |recording, extents, _| {
        let values = input(recording, extents, "values")?;
        let kept = match &keep {
            Some(keep) if partition => resident::partition(&values, keep)?,
            Some(keep) => resident::filter(&values, keep)?,
            None => resident::compact(&values)?,
        };
        recording.output(if partition { "partitioned" } else { "kept" }, kept.records);
        recording.output("number", kept.number);
        Ok(())
    }))
}

fn histogram(options: &Options) -> Draw {
    let method = options.method::<Histogram>("histogram");
    let Some(bins) = options.bins else { usage("export", "histogram needs --bins N".into()) };
    let Some((from, to)) = options.range else {
        let why = "without it, the bins depend on the smallest and the largest number, which are read back";
        usage("export", format!("histogram needs --range A,B: {why}"))
    };
    let (bins, weighted) = (Bins::between(bins, from, to), options.weights);
    Box::new(move |recording, extents, _| {
        let values = input(recording, extents, "values")?;
        let weights = if weighted { Some(input(recording, extents, "weights")?) } else { None };
        let mut wanted = HistogramOptions::default();
        wanted = method.map_or(wanted, |method| wanted.method(method));
        wanted = weights.as_deref().map_or(wanted, |weights| wanted.weights(weights));
        recording.output("counts", primitives::histogram_with(&values, bins, wanted)?);
        Ok(())
    })
}

fn random(options: &Options) -> Draw {
    let mut wanted = RandomOptions::default().seed(options.seed.unwrap_or(0));
    wanted = options.method::<Random>("random").map_or(wanted, |method| wanted.method(method));
    wanted = if options.normal { wanted.normal() } else { wanted };
    Box::new(move |recording, extents, _| {
        let numbers = primitives::random(recording.device(), extents.shape, wanted.layout(extents.layout))?;
        recording.output("numbers", numbers);
        Ok(())
    })
}
