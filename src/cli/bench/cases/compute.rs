//! The compute family: every method on data that stay in buffers.

use std::cell::OnceCell;
use std::rc::Rc;

use brooklet::compute::{self, Filter, Reduce, Scan, Search, SearchIndex, Sort};
use brooklet::{Buffer, Device, Error, Operator, reference};

use super::{Cases, Data};

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
    ) -> Result<Option<Buffers>, Error> {
        if device.compute().is_none() {
            return Ok(None);
        }
        let upload = |wanted: &[&str], data: &[f32]| device.upload_buffer(if any(wanted) { data } else { &[] });
        Ok(Some(Buffers {
            x: upload(&["reduce", "sort"], x)?,
            // Kahan's sum is of numbers whose sum is exact.
            whole: upload(&["reduce", "scan"], whole)?,
            sorted: upload(&["search", "search-indexed"], sorted)?,
            queries: upload(&["search", "search-indexed"], queries)?,
            records: upload(&["filter"], records)?,
        }))
    }
}

/// All cases of the family; none where there are no compute shaders.
pub fn cases<'a>(cases: &mut Cases<'a>, device: &'a Device, data: &'a Data) {
    let (Some(buffers), Some(limits)) = (&data.buffers, device.compute()) else { return };
    let n = data.n;
    let max = data.x.iter().copied().fold(f32::MIN, f32::max);
    for method in Reduce::general() {
        let run = move || compute::reduce_by(&buffers.x, &Operator::max(), method);
        cases.add(("reduce", "compute", method.name(), "buffer"), 4 * n, run, move |got| Ok(got == max));
    }
    // Without `precise` compilers undo the compensation.
    if limits.precise {
        let sum = data.whole.iter().map(|v| f64::from(*v)).sum::<f64>() as f32;
        let run = || compute::reduce_by(&buffers.whole, &Operator::sum(), Reduce::Kahan);
        cases.add(("reduce", "compute", "kahan", "buffer"), 4 * n, run, move |got| Ok(got == sum));
    }
    for method in Scan::ALL {
        let run = move || compute::scan_by(&buffers.whole, &Operator::sum(), method);
        let right = |got: Buffer<f32>| Ok(got.read()? == reference::scan(&data.whole, &Operator::sum()));
        cases.add(("scan", "compute", method.name(), "buffer"), 8 * n, run, right);
    }
    for method in Sort::ALL {
        let right = |got: Buffer<f32>| Ok(got.read()? == data.sorted);
        cases.add(
            ("sort", "compute", method.name(), "buffer"),
            8 * n,
            move || compute::sort_by(&buffers.x, method),
            right,
        );
    }
    let found = |got: Buffer<f32>| Ok(got.read()? == reference::lower_bound(&data.sorted, &data.queries));
    let bytes = 8 * data.queries.len();
    for method in Search::ALL {
        let search = move || compute::lower_bound_by(&buffers.sorted, &buffers.queries, method);
        cases.add(("search", "compute", method.name(), "buffer"), bytes, search, found);
    }
    // The index is made by whoever comes first, and that is the check.
    let index: Rc<OnceCell<Result<SearchIndex, Error>>> = Rc::default();
    let indexed = move || -> Result<Buffer<f32>, Error> {
        let index = index.get_or_init(|| SearchIndex::new(&buffers.sorted)).as_ref().map_err(Error::clone)?;
        index.lower_bound(&buffers.queries)
    };
    cases.add(("search-indexed", "compute", Search::Index.name(), "buffer"), bytes, indexed, found);
    for method in Filter::ALL {
        let right = |got: Buffer<f32>| Ok(got.read()? == reference::compact(&data.records));
        let run = move || compute::compact_by(&buffers.records, method);
        cases.add(("filter", "compute", method.name(), "buffer"), 6 * n, run, right);
    }
}
