//! The primitives of the toolkit, and the kernels that they draw.

use anyhow::{Context, bail};

use brooklet::primitives::{self, Filter, Reduce, Scan, Search, Sort, SortOptions};
use brooklet::{Components, Error, Layout, Operator, Stream};

use super::Debug;
use crate::cli::arrays::AnyStream;
use crate::cli::session::Session;
use crate::cli::usage;

/// A primitive, by a method of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its name.
    pub primitive: &'static str,
    /// None: the default.
    pub method: Option<&'static str>,
    /// How its streams lie.
    pub layout: Layout,
    /// Whether it is one that sorts a payload too.
    pub payload: bool,
}

/// The kernels of the toolkit that are drawn for streams of single numbers, each with who draws it: a primitive, of plain streams
/// unless it says packed, with a payload where it says pairs; and its method.
pub const KERNELS: &[(&str, &str, &str)] = &[
    ("reduce_2x2", "reduce", "2x2"),
    ("reduce_2x2_edge", "reduce", "2x2"),
    ("reduce_brook_x", "reduce", "brook"),
    ("reduce_brook_y", "reduce", "brook"),
    ("reduce_runs", "reduce", "runs"),
    ("reduce_columns", "reduce", "columns"),
    ("scan_step", "scan", "hillis-steele"),
    ("scan_up", "scan", "up-down-sweep"),
    ("scan_down", "scan", "up-down-sweep"),
    ("scan_pyramid_up_packed", "scan", "pyramid"),
    ("scan_pyramid_down_packed", "scan", "pyramid"),
    ("bitonic_sort", "sort", "bitonic"),
    ("bitonic_sort_stable", "sort pairs", "bitonic"),
    ("sort_groups", "sort", "merge"),
    ("sort_starts", "sort", "merge"),
    ("sort_merge", "sort", "merge"),
    ("sort_gather", "sort pairs", "merge"),
    ("packed_sort_groups", "sort", "bitonic-packed"),
    ("packed_sort_steps", "sort", "bitonic-packed"),
    ("packed_sort_result", "sort", "bitonic-packed"),
    ("packed_sort_gather", "sort pairs", "bitonic-packed"),
    ("binary_search", "search", "binary-search"),
    ("search_separators", "search", "index-pyramid"),
    ("search_index", "search", "index-pyramid"),
    ("search_index_packed", "search packed", "index-pyramid"),
    ("filter_mark", "filter", "stable-sort"),
    ("filter_rank", "filter", "stable-sort"),
    ("filter_count", "filter", "scan-search-gather"),
    ("filter_gather", "filter", "scan-search-gather"),
    ("filter_search_step", "filter", "scan-search-gather-multipass"),
    ("filter_gather_at", "filter", "scan-search-gather-multipass"),
    ("filter_counts", "filter", "histopyramid"),
    ("filter_sums", "filter", "histopyramid"),
    ("filter_walk_packed", "filter", "histopyramid"),
];

/// The primitives, each with its inputs, and those that may be left out.
const PRIMITIVES: [(&str, &[&str], &[&str]); 5] = [
    ("reduce", &["values"], &[]),
    ("scan", &["values"], &[]),
    ("sort", &["keys"], &["values"]),
    ("search", &["sorted", "queries"], &[]),
    ("filter", &["values"], &[]),
];

/// What runs for a primitive or a kernel of this name.
pub fn find(name: &str) -> Option<Run> {
    let primitive = |name: &str| PRIMITIVES.iter().find(|(known, ..)| *known == name).map(|(known, ..)| *known);
    if let Some(primitive) = primitive(name) {
        return Some(Run { primitive, method: None, layout: Layout::Plain, payload: false });
    }
    let (_, by, method) = KERNELS.iter().find(|(kernel, ..)| *kernel == name)?;
    let (by, variant) = by.split_once(' ').unwrap_or((by, ""));
    let layout = if variant == "packed" { Layout::Packed } else { Layout::Plain };
    Some(Run { primitive: primitive(by)?, method: Some(*method), layout, payload: variant == "pairs" })
}

/// What there is, for whoever asked for something else.
pub fn names() -> String {
    let primitives = PRIMITIVES.iter().map(|(name, ..)| *name);
    primitives.chain(KERNELS.iter().map(|(kernel, ..)| *kernel)).collect::<Vec<_>>().join(", ")
}

/// The method of this name; wrong usage ends the program.
fn method<M: Copy>(primitive: &str, given: Option<&str>, all: &[M], name: fn(M) -> &'static str) -> Option<M> {
    let given = given?;
    let found = all.iter().copied().find(|method| name(*method) == given);
    Some(found.unwrap_or_else(|| {
        let names: Vec<&str> = all.iter().map(|method| name(*method)).collect();
        usage("debug", format!("{primitive} has no method `{given}`; it has {}", names.join(", ")))
    }))
}

impl Run {
    /// Ends the program where something is bound that the primitive has not, or something is not.
    pub fn check(&self, debug: &Debug) {
        let Some((name, inputs, optional)) = PRIMITIVES.iter().find(|(name, ..)| *name == self.primitive) else {
            return;
        };
        debug.check_names(name, inputs, optional, &[]);
    }

    /// Reads the primitive's inputs: what then runs it.
    pub fn prepare(&self, debug: &Debug, session: &Session) -> anyhow::Result<Box<dyn FnOnce() -> Result<(), Error>>> {
        let stream = |name: &str| numbers(debug.stream(session, name, Components::One)?, self.layout);
        // What is asked for on the command line comes before what a kernel is usually drawn by.
        let given = debug.method.as_deref().or(self.method);
        let (primitive, sum) = (self.primitive, Operator::<f32>::sum());
        Ok(match primitive {
            "reduce" => {
                let (values, method) = (stream("values")?, method(primitive, given, &Reduce::ALL, Reduce::name));
                Box::new(move || match method {
                    Some(method) => primitives::reduce_by(&values, &sum, method).map(drop),
                    None => primitives::reduce(&values, &sum).map(drop),
                })
            }
            "scan" => {
                let (values, method) = (stream("values")?, method(primitive, given, &Scan::ALL, Scan::name));
                Box::new(move || match method {
                    Some(method) => primitives::scan_by(&values, &sum, method).map(drop),
                    None => primitives::scan(&values, &sum).map(drop),
                })
            }
            "sort" => {
                let keys = stream("keys")?;
                let method = method(primitive, given, &Sort::ALL, Sort::name);
                let mut options = SortOptions::default();
                // Addresses in floats and in integers make kernels of one name.
                let features = session.device.features();
                match (method, debug.method.is_none() && !features.integers) {
                    (Some(Sort::Bitonic), true) => options = options.method(Sort::BitonicFloat),
                    (Some(method), _) => options = options.method(method),
                    (None, _) => {}
                }
                let values = super::bound(&debug.inputs, "values").is_some().then(|| stream("values")).transpose()?;
                let values = match (values, self.payload) {
                    (None, true) => bail!("the kernel moves a payload with its keys: give it with -i values=FILE"),
                    (values, _) => values,
                };
                Box::new(move || match values {
                    Some(values) => primitives::sort_pairs_with(&keys, &values, options.stable()).map(drop),
                    None => primitives::sort_with(&keys, options).map(drop),
                })
            }
            "search" => {
                let (sorted, queries) = (stream("sorted")?, stream("queries")?);
                let method = method(primitive, given, &Search::ALL, Search::name);
                Box::new(move || match method {
                    Some(method) => primitives::lower_bound_by(&sorted, &queries, method).map(drop),
                    None => primitives::lower_bound(&sorted, &queries).map(drop),
                })
            }
            _ => {
                let (values, method) = (stream("values")?, method(primitive, given, &Filter::ALL, Filter::name));
                Box::new(move || match method {
                    Some(method) => primitives::filter_by(&values, "x > 0.0", method).map(drop),
                    None => primitives::filter(&values, "x > 0.0").map(drop),
                })
            }
        })
    }
}

/// A stream of single numbers.
fn numbers(stream: AnyStream, layout: Layout) -> anyhow::Result<Stream<f32>> {
    match stream {
        AnyStream::One(stream) if layout == Layout::Plain => Ok(stream),
        AnyStream::One(stream) => stream.to_layout(layout).context("cannot pack an input"),
        _ => bail!("the primitives of the toolkit are run on single numbers here"),
    }
}
