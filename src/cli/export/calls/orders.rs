//! Calls of sorts, of selections by order, and of primitives with several lists as inputs.

use brooklet::primitives::{
    self, Argsort, ArgsortOptions, KeyRange, Merge, Put, Search, Sort, SortOptions, Take, Top, TopOptions,
};

use super::{Draw, input};
use crate::cli::export::options::Options;
use crate::cli::usage;

pub(super) fn sort(options: &Options) -> Draw {
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

pub(super) fn argsort(options: &Options) -> Draw {
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

/// Returns the call of a primitive with two or more lists as inputs.
pub(super) fn two_lists(name: &'static str, options: &Options) -> Draw {
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

pub(super) fn top(options: &Options) -> Draw {
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
pub(super) fn wanted_elements(options: &Options) -> usize {
    match options.k.unwrap_or(10) {
        0 => usage("export", "-k 0 selects nothing: at least 1".into()),
        k => k,
    }
}
