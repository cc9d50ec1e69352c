//! Cases of the benchmark: every method on data that lie on the device in the layout that it wants, and plain Rust.

mod brook;
mod compute;
mod cpu;
mod overhead;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use brooklet::kernel::Source;
use brooklet::primitives::{self, Filter, Reduce, Scan, Search, SearchIndex, Sort, SortOptions};
use brooklet::{Device, Error, Layout, Operator, Stream, reference};

use super::measure::Case;
use crate::cli::noise;

/// The primitives that can be chosen.
pub const PRIMITIVES: [&str; 15] = [
    "copy",
    "convert",
    "transfer",
    "map",
    "reduce",
    "scan",
    "sort",
    "search",
    "search-indexed",
    "filter",
    "overhead",
    "brook-saxpy",
    "brook-sgemv",
    "brook-fft",
    "brook-compile",
];

/// The data of one size, in memory and on the device; what no primitive wants has no elements.
pub struct Data {
    n: usize,
    x: Vec<f32>,
    /// Small whole numbers, whose sums are exact.
    whole: Vec<f32>,
    sorted: Vec<f32>,
    queries: Vec<f32>,
    /// As `x`, with the negative half null.
    records: Vec<f32>,
    plain: Stream<f32>,
    packed: Stream<f32>,
    whole_plain: Stream<f32>,
    whole_packed: Stream<f32>,
    sorted_plain: Stream<f32>,
    sorted_packed: Stream<f32>,
    queries_plain: Stream<f32>,
    queries_packed: Stream<f32>,
    records_plain: Stream<f32>,
    records_packed: Stream<f32>,
    /// A quarter as many texels of four.
    quads: Stream<[f32; 4]>,
    /// As many floats as an eighth of the data.
    eighth: Stream<[f32; 4]>,
    /// Where there are compute shaders.
    buffers: Option<compute::Buffers>,
}

/// Most queries of a search.
pub const QUERIES: usize = 1 << 16;

impl Data {
    pub fn new(device: &Device, n: usize, queries: usize, wanted: &dyn Fn(&str) -> bool) -> Result<Data, Error> {
        let any = |primitives: &[&str]| primitives.iter().any(|primitive| wanted(primitive));
        let [keys, sums, searches] = [
            any(&["copy", "convert", "transfer", "reduce", "sort", "overhead"]),
            any(&["map", "scan", "overhead"]),
            any(&["search", "search-indexed"]),
        ];
        let x = noise(n, 1);
        let whole: Vec<f32> = noise(n, 2).iter().map(|v| (v * 4.0).round() + 0.0).collect();
        let sorted = if searches || wanted("sort") { reference::sort(&x, false) } else { Vec::new() };
        let queries = noise(queries.min(n), 3);
        let records: Vec<f32> = x.iter().map(|v| if *v < 0.0 { f32::INFINITY } else { *v }).collect();
        let plain = |wanted: bool, data: &[f32]| device.upload(if wanted { data } else { &[] });
        let packed = |wanted: bool, data: &[f32]| {
            let data = if wanted { data } else { &[] };
            device.upload_with(data.len(), Layout::Packed, data)
        };
        Ok(Data {
            buffers: compute::Buffers::new(device, &any, [&x, &whole, &sorted, &queries, &records])?,
            plain: plain(keys, &x)?,
            packed: packed(keys, &x)?,
            whole_plain: plain(sums, &whole)?,
            whole_packed: packed(sums, &whole)?,
            sorted_plain: plain(searches, &sorted)?,
            sorted_packed: packed(searches, &sorted)?,
            queries_plain: plain(searches, &queries)?,
            queries_packed: packed(searches, &queries)?,
            records_plain: plain(any(&["filter"]), &records)?,
            records_packed: packed(any(&["filter", "overhead"]), &records)?,
            quads: device.upload(x.as_chunks::<4>().0)?,
            eighth: device.upload(&vec![[1.0; 4]; (n / 32).max(1)])?,
            n,
            x,
            whole,
            sorted,
            queries,
            records,
        })
    }
}

/// Collects cases.
pub struct Cases<'a> {
    pub cases: Vec<Case<'a>>,
    pub wanted: &'a dyn Fn(&str) -> bool,
}

impl<'a> Cases<'a> {
    /// A case of a primitive: what it does, and whether its result is right.
    pub fn add<R: 'a>(
        &mut self,
        (primitive, family, method, layout): (&'static str, &'static str, &str, &'static str),
        bytes: usize,
        run: impl Fn() -> Result<R, Error> + Clone + 'a,
        right: impl Fn(R) -> Result<bool, Error> + 'a,
    ) {
        // The copy is the yardstick of all else.
        if !(self.wanted)(primitive) && (primitive, method, layout) != ("copy", "rgba32f", "plain") {
            return;
        }
        let again = run.clone();
        self.cases.push(Case {
            primitive,
            family,
            method: method.to_owned(),
            layout,
            bytes,
            calls: 1,
            prepare: None,
            // A compiler leaves out what nobody looks at.
            run: Box::new(move || run().map(|result| drop(std::hint::black_box(result)))),
            check: Box::new(move || right(again()?)),
        });
    }

    /// What is done before each run of the case added last, untimed.
    pub fn prepare(&mut self, work: impl Fn() -> Result<(), Error> + 'a) {
        if let Some(case) = self.cases.last_mut() {
            case.prepare = Some(Box::new(work));
        }
    }
}

/// All cases of the primitives that are wanted; the paper's method is the first of its primitive.
pub fn all<'a>(device: &'a Device, data: &'a Data, wanted: &'a dyn Fn(&str) -> bool) -> Result<Vec<Case<'a>>, Error> {
    let mut cases = Cases { cases: Vec::new(), wanted };
    copies(&mut cases, device, data);
    fragment(&mut cases, device, data);
    overhead::cases(&mut cases, device, data)?;
    compute::cases(&mut cases, device, data);
    brook::cases(&mut cases, device, data.n)?;
    cpu::cases(&mut cases, data);
    Ok(cases.cases)
}

fn copies<'a>(cases: &mut Cases<'a>, device: &'a Device, data: &'a Data) {
    let bytes = 8 * data.n;
    let same = |got: Stream<f32>| Ok(got.read()? == data.x);
    let copy = |from: &'a Stream<f32>| move || from.to_layout(from.layout());
    cases.add(("copy", "fragment", "r32f", "plain"), bytes, copy(&data.plain), same);
    let same_quads = |got: Stream<[f32; 4]>| Ok(got.read()? == data.x.as_chunks::<4>().0);
    let quads = || data.quads.to_layout(Layout::Plain);
    cases.add(("copy", "fragment", "rgba32f", "plain"), bytes, quads, same_quads);
    cases.add(("copy", "fragment", "rgba32f", "packed"), bytes, copy(&data.packed), same);
    if device.limits().targets >= 8 {
        let text = "input vec4 x; output vec4 a, b, c, d, e, f, g, h;
            void main() { a = b = c = d = e = f = g = h = fetch(x, here()); }";
        let run = move || -> Result<Vec<Stream<[f32; 4]>>, Error> {
            // An eighth of the data, written eight times.
            let x = &data.eighth;
            let mut targets = (0..8).map(|_| device.stream::<[f32; 4]>(x.shape())).collect::<Result<Vec<_>, _>>()?;
            let kernel = device.kernel(&Source::new("copy_8", text))?;
            let mut pass = device.pass(&kernel).input("x", x);
            for (name, target) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().zip(&mut targets) {
                pass = pass.output(name, target);
            }
            pass.run()?;
            Ok(targets)
        };
        let right = |targets: Vec<Stream<[f32; 4]>>| {
            let all = targets.iter().map(|target| Ok(target.read()?.iter().all(|v| *v == [1.0; 4])));
            Ok(all.collect::<Result<Vec<bool>, Error>>()?.into_iter().all(|same| same))
        };
        cases.add(("copy", "fragment", "mrt8", "plain"), 4 * data.n + data.n / 2, run, right);
    }
    cases.add(
        ("convert", "fragment", "plain-to-packed", "packed"),
        bytes,
        || data.plain.to_layout(Layout::Packed),
        same,
    );
    cases.add(
        ("convert", "fragment", "packed-to-plain", "plain"),
        bytes,
        || data.packed.to_layout(Layout::Plain),
        same,
    );
    let target = RefCell::new(None);
    let upload = move || -> Result<(), Error> {
        let mut target = target.borrow_mut();
        match &mut *target {
            None => *target = Some(device.upload(&data.x)?),
            Some(stream) => stream.write(&data.x)?,
        }
        Ok(())
    };
    let upload = Rc::new(upload);
    cases.add(("transfer", "fragment", "upload", "plain"), bytes / 2, move || upload(), |()| Ok(true));
    cases.add(("transfer", "fragment", "read-back", "plain"), bytes / 2, || data.plain.read(), |got| Ok(got == data.x));
    cases.add(
        ("transfer", "fragment", "read-back", "packed"),
        bytes / 2,
        || data.packed.read(),
        |got| Ok(got == data.x),
    );
}

fn fragment<'a>(cases: &mut Cases<'a>, device: &'a Device, data: &'a Data) {
    let n = data.n;
    for (layout, x) in [("plain", &data.whole_plain), ("packed", &data.whole_packed)] {
        let run = move || -> Result<Stream<f32>, Error> {
            primitives::map(device, "2 * x + y").input("x", x).input("y", x).run()
        };
        let right = |got: Stream<f32>| Ok(got.read()?.iter().zip(&data.whole).all(|(got, x)| *got == 3.0 * x));
        cases.add(("map", "fragment", "saxpy", layout), 12 * n, run, right);
    }
    let max = data.x.iter().copied().fold(f32::MIN, f32::max);
    for (layout, x) in [("plain", &data.plain), ("packed", &data.packed)] {
        for method in Reduce::ALL {
            let run = move || primitives::reduce_by(x, &Operator::max(), method);
            cases.add(("reduce", "fragment", method.name(), layout), 4 * n, run, move |got| Ok(got == max));
        }
    }
    // The paper's methods want plain streams, the fastest packed ones; these are shown on plain ones too.
    let layouts = |fastest: bool| if fastest { &["packed", "plain"][..] } else { &["plain"] };
    for (method, &layout) in Scan::ALL
        .iter()
        .flat_map(|method| layouts(*method == Scan::Pyramid).iter().map(move |layout| (*method, layout)))
    {
        let x = if layout == "packed" { &data.whole_packed } else { &data.whole_plain };
        let run = move || primitives::scan_by(x, &Operator::sum(), method);
        let right = |got: Stream<f32>| Ok(got.read()? == reference::scan(&data.whole, &Operator::sum()));
        cases.add(("scan", "fragment", method.name(), layout), 8 * n, run, right);
    }
    for (method, &layout) in Sort::ALL.iter().filter(|method| method.runs_on(device)).flat_map(|method| {
        let fastest = matches!(method, Sort::Merge | Sort::BitonicPacked);
        layouts(fastest).iter().map(move |layout| (*method, layout))
    }) {
        let x = if layout == "packed" { &data.packed } else { &data.plain };
        let right = |got: Stream<f32>| Ok(got.read()? == data.sorted);
        cases.add(("sort", "fragment", method.name(), layout), 8 * n, move || primitives::sort_by(x, method), right);
    }
    for (method, name, layout) in [
        (Sort::Bitonic, "bitonic-pairs", "plain"),
        (Sort::BitonicPacked, "bitonic-packed-pairs", "packed"),
        (Sort::Merge, "merge-pairs", "packed"),
    ]
    .into_iter()
    .filter(|(method, ..)| method.runs_on(device))
    {
        let x = if layout == "packed" { &data.packed } else { &data.plain };
        let pairs = move || primitives::sort_pairs_with(x, x, SortOptions::default().method(method));
        let right = |(keys, values): (Stream<f32>, Stream<f32>)| {
            Ok(keys.read()? == data.sorted && values.read()? == data.sorted)
        };
        cases.add(("sort", "fragment", name, layout), 16 * n, pairs, right);
    }
    let found = |got: Stream<f32>| Ok(got.read()? == reference::lower_bound(&data.sorted, &data.queries));
    let bytes = 8 * data.queries.len();
    let (sorted, queries) = (&data.sorted_packed, &data.queries_packed);
    let halving = || primitives::lower_bound_by(&data.sorted_plain, &data.queries_plain, Search::BinarySearch);
    cases.add(("search", "fragment", "binary-search", "plain"), bytes, halving, found);
    let anew = || primitives::lower_bound_by(sorted, queries, Search::IndexPyramid);
    cases.add(("search", "fragment", "index-pyramid", "packed"), bytes, anew, found);
    cases.add(("search-indexed", "fragment", "binary-search", "plain"), bytes, halving, found);
    // The index is made by whoever comes first, and that is the check.
    let index: Rc<OnceCell<Result<SearchIndex, Error>>> = Rc::default();
    let indexed = move || -> Result<Stream<f32>, Error> {
        let index = index.get_or_init(|| SearchIndex::new(sorted)).as_ref().map_err(Error::clone)?;
        index.lower_bound(queries)
    };
    cases.add(("search-indexed", "fragment", "index-pyramid", "packed"), bytes, indexed, found);
    let filters =
        [Filter::ScanSearchGather, Filter::ScanSearchGatherMultipass, Filter::StableSort, Filter::HistoPyramid];
    for (method, &layout) in filters
        .iter()
        .flat_map(|method| layouts(*method == Filter::HistoPyramid).iter().map(move |layout| (*method, layout)))
    {
        let x = if layout == "packed" { &data.records_packed } else { &data.records_plain };
        let run = move || primitives::compact_by(x, method);
        let right = |got: Stream<f32>| Ok(got.read()? == reference::compact(&data.records));
        cases.add(("filter", "fragment", method.name(), layout), 6 * n, run, right);
    }
}
