//! Calls of primitives, whose passes are recorded.

use std::rc::Rc;

use anyhow::bail;

use brooklet::catalog;
use brooklet::export::Recording;
use brooklet::primitives::{
    self, Argsort, ArgsortAxis, ArgsortAxisOptions, ArgsortOptions, Filter, Group, Histogram, HistogramOptions,
    KeyRange, Merge, Put, Quantile, Random, RandomOptions, Reduce, ReduceAxis, RunLengths, Scan, ScanAxis, Search,
    SegmentedScan, Sort, SortAxis, SortAxisOptions, SortOptions, Take, Top, TopAxisOptions, TopOptions, resident,
};
use brooklet::{Bins, Error, Stream};

use super::Extents;
use super::options::{Op, Options};
use crate::cli::usage;

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

/// A primitive, and which options it takes: without an axis, and with one.
const PRIMITIVES: [(&str, &[&str], Option<&[&str]>); 17] = [
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
];

impl Call {
    /// Checks the options of a primitive. Wrong usage ends the program.
    pub fn new(name: &str, words: Option<&str>, options: &Options) -> anyhow::Result<Call> {
        let base = name.strip_suffix("-axis").unwrap_or(name);
        let Some((base, plain, along)) = PRIMITIVES.iter().find(|(own, ..)| *own == base) else {
            bail!("`{name}` is not exported yet");
        };
        let axis = options.axis.or((base.len() < name.len()).then_some(-1));
        match (axis, along) {
            (Some(_), Some(along)) => options.check(&format!("{base} along an axis"), along),
            _ => options.check(base, plain),
        }
        let draw = if axis.is_some() { along_axis(base, options) } else { whole(base, options)? };
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

fn sort(options: &Options) -> Draw {
    let mut wanted = SortOptions::default();
    wanted = options.method::<Sort>("sort").map_or(wanted, |method| wanted.method(method));
    wanted = if options.descending { wanted.descending() } else { wanted };
    wanted = if options.stable { wanted.stable() } else { wanted };
    let pairs = options.values;
    Box::new(move |recording, extents, _| {
        let keys = input(recording, extents, "keys")?;
        if !pairs {
            recording.output("sorted", primitives::sort_with(&keys, wanted)?);
            return Ok(());
        }
        let values = input(recording, extents, "values")?;
        let (keys, values) = primitives::sort_pairs_with(&keys, &values, wanted)?;
        recording.output("sorted", keys);
        recording.output("sorted_values", values);
        Ok(())
    })
}

fn argsort(options: &Options) -> Draw {
    let mut wanted = ArgsortOptions::default();
    wanted = options.method::<Argsort>("argsort").map_or(wanted, |method| wanted.method(method));
    wanted = if options.descending { wanted.descending() } else { wanted };
    if let Some(bits) = options.bits {
        wanted = wanted.bits(bits, options.range.map_or(KeyRange::Own, |(from, to)| KeyRange::Between(from, to)));
    } else if options.range.is_some() {
        usage("export", "--range is for --bits N, which divides it: add --bits".into());
    }
    Box::new(move |recording, extents, _| {
        let keys = input(recording, extents, "keys")?;
        recording.output("order", primitives::argsort_with(&keys, wanted)?);
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

/// Returns the call of a primitive with two or more lists as inputs.
fn two_lists(name: &'static str, options: &Options) -> Draw {
    match name {
        "take" => {
            options.method::<Take>(name);
            Box::new(|recording, extents, _| {
                let (values, positions) =
                    (input(recording, extents, "values")?, input(recording, extents, "positions")?);
                recording.output("taken", primitives::take(&values, &positions)?);
                Ok(())
            })
        }
        "put" => {
            let (method, op) = (options.method::<Put>(name), options.op.map(|op| op.operator(name)));
            Box::new(move |recording, extents, _| {
                let (into, positions) = (input(recording, extents, "into")?, input(recording, extents, "positions")?);
                let values = input(recording, extents, "values")?;
                let result = match (method, &op) {
                    (None, None) => primitives::put(&into, &positions, &values)?,
                    (None, Some(op)) => primitives::put_with(&into, &positions, &values, op)?,
                    (Some(method), None) => primitives::put_by(&into, &positions, &values, method)?,
                    (Some(method), Some(op)) => primitives::put_with_by(&into, &positions, &values, op, method)?,
                };
                recording.output("result", result);
                Ok(())
            })
        }
        "search" => {
            let (method, upper) = (options.method::<Search>(name), options.upper);
            Box::new(move |recording, extents, _| {
                let (sorted, queries) = (input(recording, extents, "sorted")?, input(recording, extents, "queries")?);
                let found = match (method, upper) {
                    (None, false) => primitives::lower_bound(&sorted, &queries)?,
                    (None, true) => primitives::upper_bound(&sorted, &queries)?,
                    (Some(method), false) => primitives::lower_bound_by(&sorted, &queries, method)?,
                    (Some(method), true) => primitives::upper_bound_by(&sorted, &queries, method)?,
                };
                recording.output("positions", found);
                Ok(())
            })
        }
        _ => {
            let method = options.method::<Merge>(name);
            Box::new(move |recording, extents, _| {
                let (a, b) = (input(recording, extents, "a")?, input(recording, extents, "b")?);
                let merged = match method {
                    None => primitives::merge(&a, &b)?,
                    Some(method) => primitives::merge_by(&a, &b, method)?,
                };
                recording.output("merged", merged);
                Ok(())
            })
        }
    }
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

fn top(options: &Options) -> Draw {
    let mut wanted = TopOptions::default();
    wanted = options.method::<Top>("top").map_or(wanted, |method| wanted.method(method));
    wanted = if options.smallest { wanted.smallest() } else { wanted };
    let k = wanted_elements(options);
    Box::new(move |recording, extents, _| {
        let values = input(recording, extents, "values")?;
        let (top, positions) = primitives::top_with(&values, k, wanted)?;
        recording.output("top", top);
        recording.output("positions", positions);
        Ok(())
    })
}

/// Returns how many elements a selection takes.
fn wanted_elements(options: &Options) -> usize {
    match options.k.unwrap_or(10) {
        0 => usage("export", "-k 0 selects nothing: at least 1".into()),
        k => k,
    }
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

/// Returns the call of a primitive along an axis.
fn along_axis(name: &'static str, options: &Options) -> Draw {
    match name {
        "reduce" => {
            let (op, method) =
                (options.operator("reduce along an axis"), options.method::<ReduceAxis>("reduce along an axis"));
            Box::new(move |recording, extents, call| {
                let values = input(recording, extents, "values")?;
                let reduced = match method {
                    None => primitives::reduce_axis(&values, &op, call.axis())?,
                    Some(method) => primitives::reduce_axis_by(&values, &op, call.axis(), method)?,
                };
                recording.output("reduced", reduced);
                Ok(())
            })
        }
        "scan" => {
            let (op, method) =
                (options.operator("scan along an axis"), options.method::<ScanAxis>("scan along an axis"));
            let exclusive = options.exclusive;
            Box::new(move |recording, extents, call| {
                let (values, axis) = (input(recording, extents, "values")?, call.axis());
                let scanned = match (method, exclusive) {
                    (None, false) => primitives::scan_axis(&values, &op, axis)?,
                    (None, true) => primitives::exclusive_scan_axis(&values, &op, axis)?,
                    (Some(method), false) => primitives::scan_axis_by(&values, &op, axis, method)?,
                    (Some(method), true) => primitives::exclusive_scan_axis_by(&values, &op, axis, method)?,
                };
                recording.output("scanned", scanned);
                Ok(())
            })
        }
        "sort" => {
            let mut wanted = SortAxisOptions::default();
            wanted = options.method::<SortAxis>("sort along an axis").map_or(wanted, |method| wanted.method(method));
            wanted = if options.descending { wanted.descending() } else { wanted };
            Box::new(move |recording, extents, call| {
                let keys = input(recording, extents, "keys")?;
                recording.output("sorted", primitives::sort_axis_with(&keys, call.axis(), wanted)?);
                Ok(())
            })
        }
        "argsort" => {
            let mut wanted = ArgsortAxisOptions::default();
            let method = options.method::<ArgsortAxis>("argsort along an axis");
            wanted = method.map_or(wanted, |method| wanted.method(method));
            wanted = if options.descending { wanted.descending() } else { wanted };
            Box::new(move |recording, extents, call| {
                let keys = input(recording, extents, "keys")?;
                recording.output("order", primitives::argsort_axis_with(&keys, call.axis(), wanted)?);
                Ok(())
            })
        }
        "top" => {
            let mut wanted = TopAxisOptions::default();
            wanted = options.method::<ArgsortAxis>("top along an axis").map_or(wanted, |method| wanted.method(method));
            wanted = if options.smallest { wanted.smallest() } else { wanted };
            let k = wanted_elements(options);
            Box::new(move |recording, extents, call| {
                let values = input(recording, extents, "values")?;
                let (top, places) = primitives::top_axis_with(&values, k, call.axis(), wanted)?;
                recording.output("top", top);
                recording.output("places", places);
                Ok(())
            })
        }
        _ => {
            let method = options.method::<SortAxis>("quantile along an axis");
            Box::new(move |recording, extents, call| {
                let values = input(recording, extents, "values")?;
                let found = match method {
                    None => primitives::quantile_axis(&values, &call.quantiles, call.axis())?,
                    Some(method) => primitives::quantile_axis_by(&values, &call.quantiles, call.axis(), method)?,
                };
                recording.output("quantiles", found);
                Ok(())
            })
        }
    }
}
