//! Tasks: what is counted for a prediction.

use crate::error::Error;
use crate::fragment_program::Chip;
use crate::fragment_program::cost::{Model, Predicted};
use crate::primitives::{self, Filter, Reduce, Search, Sort, SortOptions};
use crate::{Device, Operator};

/// What was counted: its predicted time, and how many passes it took.
pub struct Counted {
    pub predicted: Predicted,
    pub passes: usize,
    /// Of read backs, in seconds.
    pub read_back: f64,
}

/// The model of a chip, at the clocks of its profile.
pub fn model(chip: Chip) -> Result<Model, String> {
    Model::of(chip).map_err(|error| error.to_string())
}

/// The model of the card that Brook's authors had.
pub fn brooks(chip: Chip) -> Result<Model, String> {
    match chip {
        // Their footnote: a pre-release.
        Chip::Nv40 => Ok(model(chip)?.at(350.0, 500.0)),
        chip => model(chip),
    }
}

fn count(model: &Model, read_back: f32, work: impl FnOnce(&Device) -> Result<(), Error>) -> Result<Counted, String> {
    let run = || {
        let device = Device::counting_by(model.clone(), read_back)?;
        let (result, trace) = device.traced(|| work(&device));
        result.map(|()| trace)
    };
    let trace = run().map_err(|error: Error| error.to_string())?;
    let predicted = trace.predicted().ok_or("nothing was drawn")?;
    let read_back = trace.readbacks().filter_map(|read| read.predicted_ms).sum::<f64>() / 1e3;
    Ok(Counted { predicted, passes: trace.passes().count(), read_back })
}

/// Dropping the half of `n` floats that is null, by the method that Horn had on the chip.
pub fn filter(model: &Model, n: usize) -> Result<Counted, String> {
    let method = match model.chip.set().branches() {
        true => Filter::ScanSearchGather,
        false => Filter::ScanSearchGatherMultipass,
    };
    // The only number that is read back is how many are null.
    count(model, (n / 2) as f32, |device| primitives::compact_by(&device.stream::<f32>(n)?, method).map(drop))
}

/// The chapter's sort of `n` floats.
pub fn sort(model: &Model, n: usize) -> Result<Counted, String> {
    count(model, 0.0, |device| primitives::sort_by(&device.stream::<f32>(n)?, Sort::BitonicFloat).map(drop))
}

/// The same with a payload, or by another method.
pub fn sort_pairs(model: &Model, n: usize, method: Sort) -> Result<Counted, String> {
    count(model, 0.0, |device| {
        let (keys, values) = (device.stream::<f32>(n)?, device.stream::<f32>(n)?);
        let options = SortOptions::default().method(method);
        primitives::sort_pairs_with(&keys, &values, options).map(drop)
    })
}

/// A search for one among `n`.
pub fn search(model: &Model, n: usize) -> Result<Counted, String> {
    count(model, 0.0, |device| {
        let (sorted, query) = (device.stream::<f32>(n)?, device.stream::<f32>(1)?);
        primitives::lower_bound_by(&sorted, &query, Search::BinarySearch).map(drop)
    })
}

/// Brook's sum of so many rows of as many float4, which are addressed by row and column.
pub fn reduction(model: &Model, side: usize) -> Result<Counted, String> {
    count(model, 0.0, |device| {
        let vectors = device.stream::<[f32; 4]>([side, side])?;
        primitives::reduce_by(&vectors, &Operator::sum(), Reduce::Brook).map(drop)
    })
}
