//! The compute family: every method on data that stay in buffers.

use std::cell::OnceCell;

use crate::catalog::{self, Data as CatalogData, Example, Output, Primitive};
use crate::compute::{Search, SearchIndex};
use crate::{Buffer, Error, reference};

use super::Cases;
use super::data::Data;
use super::expected::Expected;

/// Adds all cases of the family, or none if there are no compute shaders.
pub fn cases(cases: &mut Cases<Data>) {
    if cases.data.device.compute().is_none() {
        return;
    }
    for primitive in catalog::PRIMITIVES {
        if (cases.wanted)(primitive.name) {
            for example in primitive.examples {
                methods(cases, primitive, example);
            }
        }
        if primitive.name == "search" {
            indexed(cases);
        }
    }
}

/// Adds an example with each method that it is measured by.
fn methods(cases: &mut Cases<Data>, primitive: &'static Primitive, example: &'static Example) {
    let (Some(row), Some(family)) = (example.row, &primitive.compute) else { return };
    let device = cases.data.device.clone();
    let bytes = (example.bytes)(cases.data.n, cases.data.queries());
    let expected = Expected::new(primitive, example);
    let measured =
        family.methods.iter().filter(|method| example.compute.has(method) && family.runs_on(method, &device));
    for method in measured {
        let options = (example.options)();
        let run = move |data: &Data| {
            let buffers: Vec<_> = example.data.iter().filter_map(|kind| data.of(*kind).buffer.as_ref()).collect();
            primitive.dispatch(Some(method.name), &buffers, &options)
        };
        let expected = expected.clone();
        let right = move |data: &Data, got: Output<Buffer<f32>>| expected.is(method.name, data, &got.read()?);
        cases.add((primitive.name, "compute", &format!("{}{row}", method.name), "buffer"), bytes, run, right);
    }
}

/// Adds a search with an existing index.
fn indexed(cases: &mut Cases<Data>) {
    let found = |data: &Data, got: Option<Buffer<f32>>| {
        let (sorted, queries) = (data.of(CatalogData::Sorted), data.of(CatalogData::Queries));
        let got = got.map(|got| got.read()).transpose()?;
        Ok(got == Some(reference::lower_bound(&sorted.slice, &queries.slice)))
    };
    // The first call makes the index. It is the untimed check.
    let index: OnceCell<Result<SearchIndex, Error>> = OnceCell::new();
    let indexed = move |data: &Data| -> Result<Option<Buffer<f32>>, Error> {
        let make = || SearchIndex::owning(data.device.upload_buffer(&data.of(CatalogData::Sorted).slice)?);
        let index = index.get_or_init(make).as_ref().map_err(Error::clone)?;
        data.of(CatalogData::Queries).buffer.as_ref().map(|queries| index.lower_bound(queries)).transpose()
    };
    let bytes = 8 * cases.data.queries();
    cases.add(("search-indexed", "compute", Search::Index.name(), "buffer"), bytes, indexed, found);
}
