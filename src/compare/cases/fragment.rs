//! The fragment pipeline: copies, conversions and transfers, and every method in the layouts that it takes.

use std::cell::{OnceCell, RefCell};

use crate::kernel::Source;
use crate::primitives::{self, Filter, Reduce, Scan, Search, SearchIndex, Sort, SortOptions};
use crate::{Error, Layout, Operator, Stream, reference};

use super::Cases;
use super::data::Data;

/// Copies and conversions on the device, and transfers to it and back.
pub fn copies(cases: &mut Cases<Data>) {
    let data = cases.data.clone();
    let bytes = 8 * data.n;
    let same = |data: &Data, got: Stream<f32>| Ok(got.read()? == data.x);
    let copy = |layout: &'static str| {
        move |data: &Data| {
            let from = data.x_in.of(layout);
            from.to_layout(from.layout())
        }
    };
    cases.add(("copy", "fragment", "r32f", "plain"), bytes, copy("plain"), same);
    let same_quads = |data: &Data, got: Stream<[f32; 4]>| Ok(got.read()? == data.x.as_chunks::<4>().0);
    let quads = |data: &Data| data.quads.to_layout(Layout::Plain);
    cases.add(("copy", "fragment", "rgba32f", "plain"), bytes, quads, same_quads);
    cases.add(("copy", "fragment", "rgba32f", "packed"), bytes, copy("packed"), same);
    if data.device.limits().targets >= 8 {
        let right = |_: &Data, targets: Vec<Stream<[f32; 4]>>| {
            let all = targets.iter().map(|target| Ok(target.read()?.iter().all(|v| *v == [1.0; 4])));
            Ok(all.collect::<Result<Vec<bool>, Error>>()?.into_iter().all(|same| same))
        };
        cases.add(("copy", "fragment", "mrt8", "plain"), 4 * data.n + data.n / 2, eight_times, right);
    }
    let convert = |from: &'static str, to: Layout| move |data: &Data| data.x_in.of(from).to_layout(to);
    cases.add(("convert", "fragment", "plain-to-packed", "packed"), bytes, convert("plain", Layout::Packed), same);
    cases.add(("convert", "fragment", "packed-to-plain", "plain"), bytes, convert("packed", Layout::Plain), same);
    let target = RefCell::new(None);
    let upload = move |data: &Data| -> Result<(), Error> {
        let mut target = target.borrow_mut();
        match &mut *target {
            None => *target = Some(data.device.upload(&data.x)?),
            Some(stream) => stream.write(&data.x)?,
        }
        Ok(())
    };
    cases.add(("transfer", "fragment", "upload", "plain"), bytes / 2, upload, |_, ()| Ok(true));
    for layout in ["plain", "packed"] {
        let read = move |data: &Data| data.x_in.of(layout).read();
        cases.add(("transfer", "fragment", "read-back", layout), bytes / 2, read, |data, got| Ok(got == data.x));
    }
}

/// An eighth of the data, written eight times in one pass.
fn eight_times(data: &Data) -> Result<Vec<Stream<[f32; 4]>>, Error> {
    let text = "input vec4 x; output vec4 a, b, c, d, e, f, g, h;
            void main() { a = b = c = d = e = f = g = h = fetch(x, here()); }";
    let (device, x) = (&data.device, &data.eighth);
    let mut targets = (0..8).map(|_| device.stream::<[f32; 4]>(x.shape())).collect::<Result<Vec<_>, _>>()?;
    let kernel = device.kernel(&Source::new("copy_8", text))?;
    let mut pass = device.pass(&kernel).input("x", x);
    for (name, target) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().zip(&mut targets) {
        pass = pass.output(name, target);
    }
    pass.run()?;
    Ok(targets)
}

/// The paper's methods want plain streams, the fastest packed ones; these are shown on plain ones too.
fn layouts(fastest: bool) -> &'static [&'static str] {
    if fastest { &["packed", "plain"] } else { &["plain"] }
}

/// Every method.
pub fn cases(cases: &mut Cases<Data>) {
    let n = cases.data.n;
    for layout in ["plain", "packed"] {
        let run = move |data: &Data| -> Result<Stream<f32>, Error> {
            let x = data.whole_in.of(layout);
            primitives::map(&data.device, "2 * x + y").input("x", x).input("y", x).run()
        };
        let right =
            |data: &Data, got: Stream<f32>| Ok(got.read()?.iter().zip(&data.whole).all(|(got, x)| *got == 3.0 * x));
        cases.add(("map", "fragment", "saxpy", layout), 12 * n, run, right);
    }
    let max = cases.data.largest();
    for layout in ["plain", "packed"] {
        for method in Reduce::ALL {
            let run = move |data: &Data| primitives::reduce_by(data.x_in.of(layout), &Operator::max(), method);
            cases.add(("reduce", "fragment", method.name(), layout), 4 * n, run, move |_, got| Ok(got == max));
        }
    }
    for method in Scan::ALL {
        for &layout in layouts(method == Scan::Pyramid) {
            let run = move |data: &Data| primitives::scan_by(data.whole_in.of(layout), &Operator::sum(), method);
            let right =
                |data: &Data, got: Stream<f32>| Ok(got.read()? == reference::scan(&data.whole, &Operator::sum()));
            cases.add(("scan", "fragment", method.name(), layout), 8 * n, run, right);
        }
    }
    sorts(cases);
    searches(cases);
    for method in
        [Filter::ScanSearchGather, Filter::ScanSearchGatherMultipass, Filter::StableSort, Filter::HistoPyramid]
    {
        for &layout in layouts(method == Filter::HistoPyramid) {
            let run = move |data: &Data| primitives::compact_by(data.records_in.of(layout), method);
            let right = |data: &Data, got: Stream<f32>| Ok(got.read()? == reference::compact(&data.records));
            cases.add(("filter", "fragment", method.name(), layout), 6 * n, run, right);
        }
    }
}

fn sorts(cases: &mut Cases<Data>) {
    let (device, n) = (cases.data.device.clone(), cases.data.n);
    for method in Sort::ALL.into_iter().filter(|method| method.runs_on(&device)) {
        for &layout in layouts(matches!(method, Sort::Merge | Sort::BitonicPacked)) {
            let run = move |data: &Data| primitives::sort_by(data.x_in.of(layout), method);
            let right = |data: &Data, got: Stream<f32>| Ok(got.read()? == data.sorted);
            cases.add(("sort", "fragment", method.name(), layout), 8 * n, run, right);
        }
    }
    for (method, name, layout) in [
        (Sort::Bitonic, "bitonic-pairs", "plain"),
        (Sort::BitonicPacked, "bitonic-packed-pairs", "packed"),
        (Sort::Merge, "merge-pairs", "packed"),
    ]
    .into_iter()
    .filter(|(method, ..)| method.runs_on(&device))
    {
        let pairs = move |data: &Data| {
            let x = data.x_in.of(layout);
            primitives::sort_pairs_with(x, x, SortOptions::default().method(method))
        };
        let right = |data: &Data, (keys, values): (Stream<f32>, Stream<f32>)| {
            Ok(keys.read()? == data.sorted && values.read()? == data.sorted)
        };
        cases.add(("sort", "fragment", name, layout), 16 * n, pairs, right);
    }
}

fn searches(cases: &mut Cases<Data>) {
    let found = |data: &Data, got: Stream<f32>| Ok(got.read()? == reference::lower_bound(&data.sorted, &data.queries));
    let bytes = 8 * cases.data.queries.len();
    let halving =
        |data: &Data| primitives::lower_bound_by(&data.sorted_in.plain, &data.queries_in.plain, Search::BinarySearch);
    cases.add(("search", "fragment", "binary-search", "plain"), bytes, halving, found);
    let anew =
        |data: &Data| primitives::lower_bound_by(&data.sorted_in.packed, &data.queries_in.packed, Search::IndexPyramid);
    cases.add(("search", "fragment", "index-pyramid", "packed"), bytes, anew, found);
    cases.add(("search-indexed", "fragment", "binary-search", "plain"), bytes, halving, found);
    // The index is made by whoever comes first, and that is the check.
    let index: OnceCell<Result<SearchIndex, Error>> = OnceCell::new();
    let indexed = move |data: &Data| -> Result<Stream<f32>, Error> {
        let make = || SearchIndex::owning(data.sorted_in.packed.to_layout(Layout::Packed)?);
        index.get_or_init(make).as_ref().map_err(Error::clone)?.lower_bound(&data.queries_in.packed)
    };
    cases.add(("search-indexed", "fragment", "index-pyramid", "packed"), bytes, indexed, found);
}
