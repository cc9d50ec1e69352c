//! Primitives of the package that take each line along an axis by itself.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::primitives::{self, TopAxisOptions};

use super::device::RawDevice;
use super::error::{Call, failed};
use super::operator::{JsOperator, operator};
use super::table::with_keys;

#[wasm_bindgen]
impl RawDevice {
    /// Reduces each line along an axis.
    pub fn reduce_axis(&self, id: u32, op: JsOperator, axis: i32) -> Call<u32> {
        let op = operator(op)?;
        self.floats_to(id, "reduce", |values| primitives::reduce_axis(values, &op, axis))
    }

    /// Computes the mean of each line along an axis.
    pub fn mean_axis(&self, id: u32, axis: i32) -> Call<u32> {
        self.floats_to(id, "a mean", |values| primitives::mean_axis(values, axis))
    }

    /// Finds the place of the largest element of each line along an axis, or of the smallest.
    pub fn argmax_axis(&self, id: u32, axis: i32, smallest: bool) -> Call<u32> {
        self.floats_to(id, "argmax", |values| match smallest {
            true => primitives::argmin_axis(values, axis),
            false => primitives::argmax_axis(values, axis),
        })
    }

    /// Selects the k largest elements of each line along an axis, or the smallest: their values and their places.
    pub fn top_axis(&self, id: u32, k: u32, axis: i32, smallest: bool) -> Call<Vec<u32>> {
        let options = if smallest { TopAxisOptions::default().smallest() } else { TopAxisOptions::default() };
        self.several(id, |values| {
            let values = values.floats("a selection along an axis")?;
            let (best, places) = primitives::top_axis_with(values, k as usize, axis, options).map_err(failed)?;
            Ok(vec![best.into(), places.into()])
        })
    }

    /// Finds quantiles of each line along an axis.
    pub fn quantile_axis(&self, id: u32, quantiles: &[f64], axis: i32) -> Call<u32> {
        self.floats_to(id, "quantile", |values| primitives::quantile_axis(values, quantiles, axis))
    }

    /// Scans each line along an axis.
    pub fn scan_axis(&self, id: u32, op: JsOperator, exclusive: bool, axis: i32) -> Call<u32> {
        let op = operator(op)?;
        self.floats_to(id, "scan", |values| match exclusive {
            true => primitives::exclusive_scan_axis(values, &op, axis),
            false => primitives::scan_axis(values, &op, axis),
        })
    }

    /// Sorts each line along an axis.
    pub fn sort_axis(&self, id: u32, descending: bool, axis: i32) -> Call<u32> {
        let options = primitives::SortAxisOptions::default();
        let options = if descending { options.descending() } else { options };
        self.call(id, |keys| {
            with_keys!(keys, "a sort", keys => Ok(primitives::sort_axis_with(keys, axis, options).map_err(failed)?.into()))
        })
    }

    /// Finds the order of each line along an axis.
    pub fn argsort_axis(&self, id: u32, descending: bool, axis: i32) -> Call<u32> {
        let options = primitives::ArgsortAxisOptions::default();
        let options = if descending { options.descending() } else { options };
        self.call(id, |keys| {
            with_keys!(keys, "an argsort", keys => Ok(primitives::argsort_axis_with(keys, axis, options).map_err(failed)?.into()))
        })
    }
}
