//! The fragment pipeline: copies, conversions and transfers, and every method in the layouts that it supports.

use std::cell::{OnceCell, RefCell};

use crate::catalog::{self, Data as CatalogData, Example, MethodInfo, Output, Primitive};
use crate::kernel::Source;
use crate::primitives::{self, Search, SearchIndex};
use crate::{Error, Layout, Stream, f16, reference};

use super::Cases;
use super::data::Data;
use super::expected::Expected;

/// Adds copies and conversions on the device, and transfers to it and back.
pub fn copies(cases: &mut Cases<Data>) {
    let data = cases.data.clone();
    let bytes = 8 * data.n;
    let same = |data: &Data, got: Stream<f32>| Ok(got.read()? == data.of(CatalogData::Noise).slice);
    let copy = |layout| move |data: &Data| data.of(CatalogData::Noise).of(layout).to_layout(layout);
    cases.add(("copy", "fragment", "r32f", "plain"), bytes, copy(Layout::Plain), same);
    let same_quads =
        |data: &Data, got: Stream<[f32; 4]>| Ok(got.read()? == data.of(CatalogData::Noise).slice.as_chunks::<4>().0);
    let quads = |data: &Data| data.quads.to_layout(Layout::Plain);
    cases.add(("copy", "fragment", "rgba32f", "plain"), bytes, quads, same_quads);
    cases.add(("copy", "fragment", "rgba32f", "packed"), bytes, copy(Layout::Packed), same);
    if data.device.limits().targets >= 8 {
        let right = |_: &Data, targets: Vec<Stream<[f32; 4]>>| {
            let all = targets.iter().map(|target| Ok(target.read()?.iter().all(|v| *v == [1.0; 4])));
            Ok(all.collect::<Result<Vec<bool>, Error>>()?.into_iter().all(|same| same))
        };
        cases.add(("copy", "fragment", "mrt8", "plain"), 4 * data.n + data.n / 2, eight_times, right);
    }
    let convert = |from, to| move |data: &Data| data.of(CatalogData::Noise).of(from).to_layout(to);
    cases.add(
        ("convert", "fragment", "plain-to-packed", "packed"),
        bytes,
        convert(Layout::Plain, Layout::Packed),
        same,
    );
    cases.add(("convert", "fragment", "packed-to-plain", "plain"), bytes, convert(Layout::Packed, Layout::Plain), same);
    let target = RefCell::new(None);
    let upload = move |data: &Data| -> Result<(), Error> {
        let mut target = target.borrow_mut();
        match &mut *target {
            None => *target = Some(data.device.upload(&data.of(CatalogData::Noise).slice)?),
            Some(stream) => stream.write(&data.of(CatalogData::Noise).slice)?,
        }
        Ok(())
    };
    cases.add(("transfer", "fragment", "upload", "plain"), bytes / 2, upload, |_, ()| Ok(true));
    for layout in [Layout::Plain, Layout::Packed] {
        let read = move |data: &Data| data.of(CatalogData::Noise).of(layout).read();
        let same = |data: &Data, got: Vec<f32>| Ok(got == data.of(CatalogData::Noise).slice);
        cases.add(("transfer", "fragment", "read-back", name(layout)), bytes / 2, read, same);
    }
}

/// Writes an eighth of the data eight times, in one pass.
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

/// Adds a map, and every method of the catalogue.
pub fn cases(cases: &mut Cases<Data>) {
    let n = cases.data.n;
    for layout in [Layout::Plain, Layout::Packed] {
        let run = move |data: &Data| -> Result<Stream<f32>, Error> {
            let x = data.of(CatalogData::Whole).of(layout);
            primitives::map(&data.device, "2 * x + y").input("x", x).input("y", x).run()
        };
        let right = |data: &Data, got: Stream<f32>| {
            Ok(got.read()?.iter().zip(&data.of(CatalogData::Whole).slice).all(|(got, x)| *got == 3.0 * x))
        };
        cases.add(("map", "fragment", "saxpy", name(layout)), 12 * n, run, right);
    }
    for primitive in ["copy", "map"].into_iter().filter(|name| (cases.wanted)(name)) {
        cases.attempt(primitive, n, |cases| halves(cases, primitive));
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

/// Adds a copy or a map of half floats.
fn halves(cases: &mut Cases<Data>, primitive: &'static str) -> Result<(), Error> {
    let (device, n) = (cases.data.device.clone(), cases.data.n);
    for layout in [Layout::Plain, Layout::Packed] {
        let x = cases.data.of(CatalogData::Whole).of(layout).convert::<f16>()?;
        let (method, bytes, factor) = match (primitive, layout) {
            ("copy", Layout::Plain) => ("r16f", 4 * n, 1.0),
            ("copy", Layout::Packed) => ("rgba16f", 4 * n, 1.0),
            _ => ("saxpy-halves", 6 * n, 3.0),
        };
        let saxpy = "input float x, y; output float z; void main() { z = 2.0 * fetch(x, here()) + fetch(y, here()); }";
        let saxpy = device.kernel(&Source::new("saxpy_halves", saxpy))?;
        let run = move |_: &Data| -> Result<Stream<f16>, Error> {
            if factor == 1.0 {
                return x.to_layout(layout);
            }
            let mut z = x.device().stream_with(x.shape(), layout)?;
            x.device().pass(&saxpy).input("x", &x).input("y", &x).output("z", &mut z).run()?;
            Ok(z)
        };
        let right = move |data: &Data, got: Stream<f16>| {
            let wanted = &data.of(CatalogData::Whole).slice;
            Ok(got.read()?.iter().zip(wanted).all(|(got, x)| got.to_f32() == factor * x))
        };
        cases.add((primitive, "fragment", method, name(layout)), bytes, run, right);
    }
    Ok(())
}

/// Adds an example with each method that it is measured by. The methods that were published for the primitive come first. Each is
/// measured in its preferred layout; those of an unnamed row are then measured in their second layout.
fn methods(cases: &mut Cases<Data>, primitive: &'static Primitive, example: &'static Example) {
    let Some(row) = example.row else { return };
    let (device, family) = (cases.data.device.clone(), &primitive.fragment);
    let published = primitive.published.iter().filter_map(|name| family.find(name));
    let others = family.methods.iter().filter(|method| !primitive.published.contains(&method.name));
    let measured = |method: &&MethodInfo| example.fragment.has(method) && family.runs_on(method, &device);
    let methods: Vec<&MethodInfo> = published.chain(others).filter(measured).collect();
    let bytes = (example.bytes)(cases.data.n, cases.data.queries());
    let expected = Expected::new(primitive, example);
    for turn in 0..if row.is_empty() { 2 } else { 1 } {
        for method in &methods {
            let Some(&layout) = method.layouts.get(turn) else { continue };
            let (name_of, options) = (method.name, (example.options)());
            let run = move |data: &Data| {
                let streams: Vec<_> = example.data.iter().map(|kind| data.of(*kind).shaped(layout, &options)).collect();
                primitive.draw(Some(name_of), &streams, &options)
            };
            let expected = expected.clone();
            let right = move |data: &Data, got: Output<Stream<f32>>| expected.is(name_of, data, &got.read()?);
            let method = format!("{}{row}", method.name);
            cases.add((primitive.name, "fragment", &method, name(layout)), bytes, run, right);
        }
    }
}

/// Returns the name of a layout in a row.
fn name(layout: Layout) -> &'static str {
    if layout == Layout::Packed { "packed" } else { "plain" }
}

/// Adds searches, and the same searches with an existing index.
fn indexed(cases: &mut Cases<Data>) {
    let found = |data: &Data, got: Stream<f32>| {
        let (sorted, queries) = (data.of(CatalogData::Sorted), data.of(CatalogData::Queries));
        Ok(got.read()? == reference::lower_bound(&sorted.slice, &queries.slice))
    };
    let bytes = 8 * cases.data.queries();
    let halving = |data: &Data| {
        primitives::lower_bound_by(
            &data.of(CatalogData::Sorted).plain,
            &data.of(CatalogData::Queries).plain,
            Search::BinarySearch,
        )
    };
    cases.add(("search-indexed", "fragment", Search::BinarySearch.name(), "plain"), bytes, halving, found);
    // The first call makes the index. It is the untimed check.
    let index: OnceCell<Result<SearchIndex, Error>> = OnceCell::new();
    let indexed = move |data: &Data| -> Result<Stream<f32>, Error> {
        let make = || SearchIndex::owning(data.of(CatalogData::Sorted).packed.to_layout(Layout::Packed)?);
        index.get_or_init(make).as_ref().map_err(Error::clone)?.lower_bound(&data.of(CatalogData::Queries).packed)
    };
    cases.add(("search-indexed", "fragment", Search::IndexPyramid.name(), "packed"), bytes, indexed, found);
}
