//! The primitives of the package.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::keys::KeyRange;
use crate::method::Methods;
use crate::primitives::{self, ArgsortOptions, SortOptions};
use crate::{Error, Stream};

use super::device::RawDevice;
use super::error::{Call, failed, thrown};
use super::operator::{JsOperator, operator};
use super::table::{AnyStream, with_keys};

/// Returns the method of this name.
fn method<M: Methods>(name: Option<String>) -> Call<Option<M>> {
    let Some(name) = name else { return Ok(None) };
    M::named(&name).map(Some).ok_or_else(|| {
        let names: Vec<&str> = M::TABLE.iter().map(|method| method.name).collect();
        thrown("method", &format!("there is no method {name}: there are {}", names.join(", ")))
    })
}

#[wasm_bindgen]
impl RawDevice {
    /// Sorts keys.
    pub fn sort(&self, id: u32, descending: bool, name: Option<String>) -> Call<u32> {
        let options = SortOptions::default();
        let options = method(name)?.map_or(options, |method| options.method(method));
        let options = if descending { options.descending() } else { options };
        self.call(
            id,
            |keys| with_keys!(keys, "a sort", keys => Ok(primitives::sort_with(keys, options).map_err(failed)?.into())),
        )
    }

    /// Finds the order of keys. With `bits` that are not 0, keys are compared by so many bits: over the range, or, without one, over their
    /// own.
    pub fn argsort(
        &self,
        id: u32,
        descending: bool,
        bits: u32,
        range: Option<Vec<f32>>,
        integers: bool,
        name: Option<String>,
    ) -> Call<u32> {
        let mut options = ArgsortOptions::default();
        options = method(name)?.map_or(options, |method| options.method(method));
        options = if descending { options.descending() } else { options };
        if bits > 0 {
            let range = match range.as_deref() {
                _ if integers => KeyRange::Integers,
                Some([low, high]) => KeyRange::Between(*low, *high),
                _ => KeyRange::Own,
            };
            options = options.bits(bits, range);
        }
        self.call(id, |keys| {
            with_keys!(keys, "an argsort", keys => Ok(primitives::argsort_with(keys, options).map_err(failed)?.into()))
        })
    }

    /// Scans a stream.
    pub fn scan(&self, id: u32, op: JsOperator, exclusive: bool) -> Call<u32> {
        let op = operator(op)?;
        self.floats_to(id, "scan", |values| match exclusive {
            true => primitives::exclusive_scan(values, &op),
            false => primitives::scan(values, &op),
        })
    }

    /// Reduces a stream to a number.
    pub fn reduce(&self, id: u32, op: JsOperator) -> Call<f32> {
        let op = operator(op)?;
        let values = self.streams.get(id)?;
        self.device.batch(|| primitives::reduce(values.floats("reduce")?, &op).map_err(failed))
    }

    /// Keeps the elements for which an expression of `x` is true.
    pub fn filter(&self, id: u32, keep: &str) -> Call<u32> {
        self.floats_to(id, "filter", |values| primitives::filter(values, keep))
    }
}

impl RawDevice {
    pub(super) fn call(&self, id: u32, run: impl FnOnce(&AnyStream) -> Call<AnyStream>) -> Call<u32> {
        let stream = self.streams.get(id)?;
        self.device.batch(|| Ok(self.streams.insert(run(&stream)?)))
    }

    pub(super) fn floats_to(
        &self,
        id: u32,
        what: &str,
        run: impl FnOnce(&Stream<f32>) -> Result<Stream<f32>, Error>,
    ) -> Call<u32> {
        self.call(id, |stream| Ok(run(stream.floats(what)?).map_err(failed)?.into()))
    }
}
