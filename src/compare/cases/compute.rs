//! The compute family: every method on data that stay in buffers.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::compute::{self, Filter, Reduce, Scan, Search, SearchIndex, Sort};
use crate::{Buffer, Device, Error, Operator, reference};

use super::Cases;
use super::data::Data;

/// The data of one size in buffers; what no primitive wants has no elements.
pub struct Buffers {
    x: Buffer<f32>,
    whole: Buffer<f32>,
    sorted: Buffer<f32>,
    queries: Buffer<f32>,
    records: Buffer<f32>,
}

impl Buffers {
    /// None where there are no compute shaders.
    pub fn new(
        device: &Device,
        any: &dyn Fn(&[&str]) -> bool,
        [x, whole, sorted, queries, records]: [&[f32]; 5],
    ) -> Result<Option<Rc<Buffers>>, Error> {
        if device.compute().is_none() {
            return Ok(None);
        }
        let upload = |wanted: &[&str], data: &[f32]| device.upload_buffer(if any(wanted) { data } else { &[] });
        Ok(Some(Rc::new(Buffers {
            x: upload(&["reduce", "sort"], x)?,
            // Kahan's sum is of numbers whose sum is exact.
            whole: upload(&["reduce", "scan"], whole)?,
            sorted: upload(&["search", "search-indexed"], sorted)?,
            queries: upload(&["search", "search-indexed"], queries)?,
            records: upload(&["filter"], records)?,
        })))
    }
}

/// All cases of the family; none where there are no compute shaders.
pub fn cases(cases: &mut Cases<Data>) {
    let data = cases.data.clone();
    let (Some(buffers), Some(limits)) = (&data.buffers, data.device.compute()) else { return };
    let (n, queries) = (data.n, buffers.clone());
    let max = data.largest();
    for method in Reduce::general() {
        let run = on(buffers, move |buffers| compute::reduce_by(&buffers.x, &Operator::max(), method));
        cases.add(("reduce", "compute", method.name(), "buffer"), 4 * n, run, move |_, got| Ok(got == max));
    }
    // Without `precise` compilers undo the compensation.
    if limits.precise {
        let sum = data.whole.iter().map(|v| f64::from(*v)).sum::<f64>() as f32;
        let run = on(buffers, |buffers| compute::reduce_by(&buffers.whole, &Operator::sum(), Reduce::Kahan));
        cases.add(("reduce", "compute", "kahan", "buffer"), 4 * n, run, move |_, got| Ok(got == sum));
    }
    for method in Scan::ALL {
        let run = on(buffers, move |buffers| compute::scan_by(&buffers.whole, &Operator::sum(), method));
        let right = |data: &Data, got: Buffer<f32>| Ok(got.read()? == reference::scan(&data.whole, &Operator::sum()));
        cases.add(("scan", "compute", method.name(), "buffer"), 8 * n, run, right);
    }
    for method in Sort::ALL {
        let right = |data: &Data, got: Buffer<f32>| Ok(got.read()? == data.sorted);
        let run = on(buffers, move |buffers| compute::sort_by(&buffers.x, method));
        cases.add(("sort", "compute", method.name(), "buffer"), 8 * n, run, right);
    }
    let found = |data: &Data, got: Buffer<f32>| Ok(got.read()? == reference::lower_bound(&data.sorted, &data.queries));
    let bytes = 8 * data.queries.len();
    for method in Search::ALL {
        let search = on(buffers, move |buffers| compute::lower_bound_by(&buffers.sorted, &buffers.queries, method));
        cases.add(("search", "compute", method.name(), "buffer"), bytes, search, found);
    }
    // The index is made by whoever comes first, and that is the check.
    let index: OnceCell<Result<SearchIndex, Error>> = OnceCell::new();
    let indexed = move |data: &Data| -> Result<Buffer<f32>, Error> {
        let make = || SearchIndex::owning(data.device.upload_buffer(&data.sorted)?);
        index.get_or_init(make).as_ref().map_err(Error::clone)?.lower_bound(&queries.queries)
    };
    cases.add(("search-indexed", "compute", Search::Index.name(), "buffer"), bytes, indexed, found);
    for method in Filter::ALL {
        let right = |data: &Data, got: Buffer<f32>| Ok(got.read()? == reference::compact(&data.records));
        let run = on(buffers, move |buffers| compute::compact_by(&buffers.records, method));
        cases.add(("filter", "compute", method.name(), "buffer"), 6 * n, run, right);
    }
}

/// What a case does with the buffers.
fn on<R>(buffers: &Rc<Buffers>, run: impl Fn(&Buffers) -> R + 'static) -> impl Fn(&Data) -> R + 'static {
    let buffers = buffers.clone();
    move |_| run(&buffers)
}
