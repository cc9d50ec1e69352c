//! Primitives of the package that group, count and pick.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::bins::Bins;
use crate::primitives::{self, HistogramOptions, TopOptions};
use crate::{Operator, Stream};

use super::device::RawDevice;
use super::error::{Call, failed, thrown};
use super::operator::{JsOperator, operator};
use super::table::{AnyStream, with_elements, with_keys};

/// Evaluates an expression, which is a `Call`, in which `$x` and `$y` are the typed streams, if both have elements of one type.
macro_rules! with_both {
    ($a:expr, $b:expr, $x:ident, $y:ident => $body:expr) => {
        match ($a, $b) {
            (AnyStream::Floats($x), AnyStream::Floats($y)) => $body,
            (AnyStream::Int($x), AnyStream::Int($y)) => $body,
            (AnyStream::Uint($x), AnyStream::Uint($y)) => $body,
            _ => Err(thrown("type", "both streams must have elements of one type")),
        }
    };
}

#[wasm_bindgen]
impl RawDevice {
    /// Selects the k largest elements, or the smallest: their values and their positions.
    pub fn top(&self, id: u32, k: u32, smallest: bool) -> Call<Vec<u32>> {
        let options = if smallest { TopOptions::default().smallest() } else { TopOptions::default() };
        self.several(id, |values| {
            with_keys!(values, "a selection", values => {
                let (best, positions) = primitives::top_with(values, k as usize, options).map_err(failed)?;
                Ok(vec![best.into(), positions.into()])
            })
        })
    }

    /// Finds the position of the largest element, or of the smallest.
    pub fn argmax(&self, id: u32, smallest: bool) -> Call<u32> {
        let values = self.streams.get(id)?;
        self.device.batch(|| {
            with_keys!(&*values, "argmax", values => {
                let found = if smallest { primitives::argmin(values) } else { primitives::argmax(values) };
                Ok(found.map_err(failed)? as u32)
            })
        })
    }

    /// Finds quantiles, numbers from 0 to 1.
    pub fn quantile(&self, id: u32, quantiles: &[f64]) -> Call<u32> {
        self.floats_to(id, "quantile", |values| primitives::quantile(values, quantiles))
    }

    /// Finds, for each query, the position of the first element that is not less (or, as the upper bound, that is greater).
    pub fn search(&self, id: u32, queries: u32, upper: bool) -> Call<u32> {
        let queries = self.streams.get(queries)?;
        self.call(id, |sorted| {
            with_both!(sorted, &*queries, sorted, queries => {
                let found = if upper { primitives::upper_bound(sorted, queries) } else { primitives::lower_bound(sorted, queries) };
                Ok(found.map_err(failed)?.into())
            })
        })
    }

    /// Merges two sorted streams.
    pub fn merge(&self, id: u32, other: u32) -> Call<u32> {
        let other = self.streams.get(other)?;
        self.call(id, |first| with_both!(first, &*other, a, b => Ok(primitives::merge(a, b).map_err(failed)?.into())))
    }

    /// Counts elements in bins of equal width, or sums the elements of the stream `weights` in each bin.
    pub fn histogram(&self, id: u32, bins: u32, range: Option<Vec<f32>>, weights: Option<u32>) -> Call<u32> {
        let weights = weights.map(|weights| self.streams.get(weights)).transpose()?;
        let bins = match range.as_deref() {
            Some([first, last]) => Bins::between(bins as usize, *first, *last),
            _ => Bins::from(bins as usize),
        };
        self.call(id, |values| {
            let mut options = HistogramOptions::default();
            if let Some(weights) = &weights {
                options = options.weights(weights.floats("a histogram's weights")?);
            }
            let counts = primitives::histogram_with(values.floats("a histogram")?, bins, options).map_err(failed)?;
            Ok(counts.into())
        })
    }

    /// Finds the distinct elements, in order: values and counts. With `runs`, those of each run of equal neighbours.
    pub fn unique(&self, id: u32, runs: bool) -> Call<Vec<u32>> {
        self.several(id, |keys| {
            with_keys!(keys, "a search for equal elements", keys => {
                let found = if runs { primitives::run_lengths(keys) } else { primitives::unique(keys) };
                let found = found.map_err(failed)?;
                Ok(vec![found.keys.into(), found.counts.into()])
            })
        })
    }

    /// Combines the values of each key: keys, in order, and results.
    pub fn group(&self, id: u32, values: u32, op: JsOperator) -> Call<Vec<u32>> {
        let (op, values) = (operator(op)?, self.streams.get(values)?);
        self.several(id, |keys| {
            let values = values.floats("group's values")?;
            with_keys!(keys, "a group by keys", keys => {
                let (keys, combined) = primitives::group(keys, values, &op).map_err(failed)?;
                Ok(vec![keys.into(), combined.into()])
            })
        })
    }

    /// Scans a stream, anew at each element whose head is not 0.
    pub fn segmented_scan(&self, id: u32, heads: u32, op: JsOperator) -> Call<u32> {
        let (op, heads) = (operator(op)?, self.streams.get(heads)?);
        let heads = heads.floats("the heads of segments")?;
        self.floats_to(id, "segmented scan", |values| primitives::segmented_scan(values, heads, &op))
    }

    /// Gathers elements at positions.
    pub fn take(&self, id: u32, positions: u32) -> Call<u32> {
        let positions = self.streams.get(positions)?;
        let positions = positions.floats("positions")?;
        self.call(id, |values| {
            with_elements!(values, "take", values => Ok(primitives::take(values, positions).map_err(failed)?.into()))
        })
    }

    /// Writes values to positions of a copy. With an operator, combines them with the elements there.
    pub fn put(&self, id: u32, positions: u32, values: u32, op: Option<JsOperator>) -> Call<u32> {
        let (positions, values) = (self.streams.get(positions)?, self.streams.get(values)?);
        let positions = positions.floats("positions")?;
        let op: Option<Operator<f32>> = op.map(operator).transpose()?;
        self.call(id, |into| match &op {
            Some(op) => {
                let (into, values) = (into.floats("put with an operator")?, values.floats("put with an operator")?);
                Ok(primitives::put_with(into, positions, values, op).map_err(failed)?.into())
            }
            None => with_both!(into, &*values, into, values => {
                Ok(primitives::put(into, positions, values).map_err(failed)?.into())
            }),
        })
    }

    /// Puts the elements for which an expression of `x` is true first, and the rest behind. Returns the number of the first, too.
    pub fn partition(&self, id: u32, keep: &str) -> Call<Vec<u32>> {
        let values = self.streams.get(id)?;
        let values = values.floats("partition")?;
        self.device.batch(|| {
            let (partitioned, kept) = primitives::partition(values, keep).map_err(failed)?;
            Ok(vec![self.streams.insert(partitioned), kept as u32])
        })
    }

    /// Generates random numbers: uniform in [0, 1), or normal.
    pub fn random(&self, shape: &[u32], seed: u64, normal: bool) -> Call<u32> {
        let extents: Vec<usize> = shape.iter().map(|extent| *extent as usize).collect();
        let options = primitives::RandomOptions::default().seed(seed).layout(crate::Layout::Packed);
        let options = if normal { options.normal() } else { options };
        self.device.batch(|| {
            let numbers: Stream<f32> = primitives::random(&self.device, extents.as_slice(), options).map_err(failed)?;
            Ok(self.streams.insert(numbers))
        })
    }
}

impl RawDevice {
    /// Runs a primitive of several results.
    pub(super) fn several(&self, id: u32, run: impl FnOnce(&AnyStream) -> Call<Vec<AnyStream>>) -> Call<Vec<u32>> {
        let stream = self.streams.get(id)?;
        self.device.batch(|| Ok(run(&stream)?.into_iter().map(|stream| self.streams.insert(stream)).collect()))
    }
}
