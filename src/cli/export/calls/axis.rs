//! Calls of primitives along an axis.

use brooklet::primitives::{
    self, ArgsortAxis, ArgsortAxisOptions, Fft, ReduceAxis, ScanAxis, SortAxis, SortAxisOptions, TopAxisOptions,
};

use super::orders::wanted_elements;
use super::{Draw, input};
use crate::cli::export::options::Options;

/// Returns the call of the Fourier transform of real numbers.
pub(super) fn fft(options: &Options) -> Draw {
    let method = options.method::<Fft>("fft");
    Box::new(move |recording, extents, call| {
        let values = input(recording, extents, "values")?;
        let spectrum = match method {
            None => primitives::rfft(&values, &[call.axis()])?,
            Some(method) => primitives::rfft_by(&values, &[call.axis()], method)?,
        };
        recording.output("spectrum", spectrum);
        Ok(())
    })
}

/// Returns the call of a primitive along an axis.
pub(super) fn along_axis(name: &'static str, options: &Options) -> Draw {
    match name {
        "fft" => fft(options),
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
