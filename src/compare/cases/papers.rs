//! Cases that are measured only for the comparison with the papers: Brook's reduction of float4, a search for one element, the
//! synthetic kernel, and the round trip to the device and back.

use std::cell::RefCell;
use std::rc::Rc;

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

use crate::compare::noise;
use crate::compare::published::BROOK_MADS;
use crate::compute;
use crate::kernel::Source;
use crate::primitives::{self, Reduce, Search};
use crate::{Buffer, Device, Error, Kernel, Layout, Operator, Stream, reference};

use super::{CaseSet, Cases};

/// The primitives that are measured only here. All others can also be measured one by one.
pub const PRIMITIVES: [&str; 4] = ["reduce-float4", "search-one", "synthetic", "round-trip"];

/// The data of one size. Data that are not needed are empty.
struct Data {
    device: Device,
    n: usize,
    x: Vec<f32>,
    plain: Stream<f32>,
    packed: Stream<f32>,
    vectors: Vec<[f32; 4]>,
    vector_stream: Stream<[f32; 4]>,
    vector_buffer: Option<Rc<Buffer<[f32; 4]>>>,
    sorted: Vec<f32>,
    sorted_stream: Stream<f32>,
    sorted_buffer: Option<Rc<Buffer<f32>>>,
    query: [f32; 1],
    query_stream: Stream<f32>,
    query_buffer: Option<Rc<Buffer<f32>>>,
}

impl Data {
    fn new(device: &Device, n: usize, wanted: &dyn Fn(&str) -> bool) -> Result<Data, Error> {
        let x = if wanted("synthetic") || wanted("round-trip") { noise(n, 1) } else { Vec::new() };
        let vectors: Vec<[f32; 4]> = match wanted("reduce-float4") {
            // Small integers, whose sums are exact.
            true => noise(4 * n, 2).iter().map(|v| (v * 4.0).round() + 0.0).collect::<Vec<_>>().as_chunks().0.to_vec(),
            false => Vec::new(),
        };
        let sorted = if wanted("search-one") { reference::sort(&noise(n, 1), false) } else { Vec::new() };
        let query = [sorted.get(sorted.len() / 3).copied().unwrap_or(0.0)];
        let has_compute = device.compute().is_some();
        let buffer = |data: &[f32]| has_compute.then(|| device.upload_buffer(data).map(Rc::new)).transpose();
        Ok(Data {
            device: device.clone(),
            n,
            plain: device.upload(&x)?,
            packed: device.upload_with(x.len(), Layout::Packed, &x)?,
            vector_stream: device.upload(&vectors)?,
            vector_buffer: has_compute.then(|| device.upload_buffer(&vectors).map(Rc::new)).transpose()?,
            sorted_stream: device.upload(&sorted)?,
            sorted_buffer: buffer(&sorted)?,
            query_stream: device.upload(&query)?,
            query_buffer: buffer(&query)?,
            x,
            vectors,
            sorted,
            query,
        })
    }
}

/// Returns all cases of the wanted primitives, on `n` elements.
pub fn all(device: &Device, n: usize, wanted: &dyn Fn(&str) -> bool) -> Result<CaseSet, Error> {
    let mut cases = Cases::new(device, Data::new(device, n, wanted)?, wanted);
    if wanted("reduce-float4") {
        vectors(&mut cases);
    }
    if wanted("search-one") {
        one(&mut cases);
    }
    if wanted("synthetic") || wanted("round-trip") {
        cases.attempt("synthetic", n, synthetic);
    }
    Ok(cases.finish())
}

fn add(a: [f32; 4], b: &[f32; 4]) -> [f32; 4] {
    std::array::from_fn(|c| a[c] + b[c])
}

/// Returns the sum, with many accumulators, so that an addition need not wait for the previous one.
fn sum(vectors: &[[f32; 4]]) -> [f32; 4] {
    let (eights, rest) = vectors.as_chunks::<8>();
    let sums = eights.iter().fold([[0.0; 4]; 8], |sums, eight| std::array::from_fn(|k| add(sums[k], &eight[k])));
    sums.iter().chain(rest).fold([0.0; 4], add)
}

fn vectors(cases: &mut Cases<Data>) {
    let data = cases.data.clone();
    let sum_of_all = data.vectors.iter().fold([0.0f64; 4], |sum, v| std::array::from_fn(|c| sum[c] + f64::from(v[c])));
    let sum_of_all = sum_of_all.map(|v| v as f32);
    let right = move |_: &Data, got: [f32; 4]| Ok(got == sum_of_all);
    let bytes = 16 * data.n;
    for method in Reduce::ALL {
        let run = move |data: &Data| primitives::reduce_by(&data.vector_stream, &Operator::sum(), method);
        cases.add(("reduce-float4", "fragment", method.name(), "plain"), bytes, run, right);
    }
    if let Some(buffer) = &data.vector_buffer {
        for method in [
            compute::Reduce::SequentialAddressing,
            compute::Reduce::MultipleElements,
            compute::Reduce::Runs,
            compute::Reduce::Tiles,
        ] {
            let buffer = buffer.clone();
            let run = move |_: &Data| compute::reduce_by(&*buffer, &Operator::sum(), method);
            cases.add(("reduce-float4", "compute", method.name(), "buffer"), bytes, run, right);
        }
    }
    cases.add(("reduce-float4", "cpu", "fold", "slice"), bytes, |data| Ok(sum(&data.vectors)), right);
    #[cfg(not(target_family = "wasm"))]
    {
        let parallel =
            |data: &Data| Ok(data.vectors.par_chunks(1 << 14).map(sum).reduce(|| [0.0; 4], |a, b| add(a, &b)));
        cases.add(("reduce-float4", "cpu", "fold-rayon", "slice"), bytes, parallel, right);
    }
}

fn one(cases: &mut Cases<Data>) {
    let data = cases.data.clone();
    let expected = |data: &Data| reference::lower_bound(&data.sorted, &data.query);
    let halving =
        |data: &Data| primitives::lower_bound_by(&data.sorted_stream, &data.query_stream, Search::BinarySearch);
    let right = move |data: &Data, got: Stream<f32>| Ok(got.read()? == expected(data));
    cases.add(("search-one", "fragment", Search::BinarySearch.name(), "plain"), 8, halving, right);
    if let (Some(sorted), Some(query)) = (&data.sorted_buffer, &data.query_buffer) {
        let (sorted, query) = (sorted.clone(), query.clone());
        let right = move |data: &Data, got: Buffer<f32>| Ok(got.read()? == expected(data));
        let run = move |_: &Data| compute::lower_bound_by(&*sorted, &*query, compute::Search::BinarySearch);
        cases.add(("search-one", "compute", compute::Search::BinarySearch.name(), "buffer"), 8, run, right);
    }
    let run = |data: &Data| Ok(reference::lower_bound(std::hint::black_box(&data.sorted), &data.query));
    cases.add(("search-one", "cpu", "partition-point", "slice"), 8, run, move |data, got| Ok(got == expected(data)));
}

// The factor and the term of a chain of multiply-adds. `black_box` hides them from the compiler. With -1 and 0.25 each step is
// exact, fused or not, and the result of an odd number of steps is 0.25 - x.
const FACTOR: f32 = -1.0;
const TERM: f32 = 0.25;

/// Computes the multiply-adds with a pass.
fn drawn(device: &Device, kernel: &Kernel, x: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let mut result = device.stream_with::<f32>(x.shape(), x.layout())?;
    let pass = device.pass(kernel).input("x", x).constant("factor", FACTOR).constant("term", TERM);
    pass.output("result", &mut result).run()?;
    Ok(result)
}

/// Computes the multiply-adds in plain Rust.
fn computed(x: &[f32], result: &mut [f32]) {
    let (factor, term) = (std::hint::black_box(FACTOR), std::hint::black_box(TERM));
    for (result, x) in result.iter_mut().zip(x) {
        *result = (0..BROOK_MADS).fold(*x, |y, _| y * factor + term);
    }
}

fn synthetic(cases: &mut Cases<Data>) -> Result<(), Error> {
    const NAME: &str = "43-multiply-adds";
    let data = cases.data.clone();
    let (device, bytes) = (&data.device, 8 * data.n);
    let steps = "y = y * factor + term;\n".repeat(BROOK_MADS);
    let text = format!(
        "input float x; constant float factor; constant float term; output float result;
        void main() {{ float y = fetch(x, here());\n{steps}result = y; }}"
    );
    let kernel = device.kernel(&Source::new("synthetic", text))?;
    let right = |data: &Data, got: Vec<f32>| {
        Ok(got.iter().zip(&data.x).all(|(got, x)| *got == TERM - x) && got.len() == data.x.len())
    };
    let read = move |data: &Data, got: Stream<f32>| right(data, got.read()?);
    let first = cases.cases.len();
    let own = kernel.clone();
    let plain = move |data: &Data| drawn(&data.device, &own, &data.plain);
    cases.add(("synthetic", "fragment", NAME, "plain"), bytes, plain, read);
    let own = kernel.clone();
    let packed = move |data: &Data| drawn(&data.device, &own, &data.packed);
    cases.add(("synthetic", "fragment", NAME, "packed"), bytes, packed, read);
    let serial = |data: &Data| {
        let mut result = vec![0.0; data.x.len()];
        computed(&data.x, &mut result);
        Ok(result)
    };
    cases.add(("synthetic", "cpu", NAME, "slice"), bytes, serial, right);
    #[cfg(not(target_family = "wasm"))]
    {
        let parallel = |data: &Data| {
            const CHUNK: usize = 1 << 12;
            let mut result = vec![0.0; data.x.len()];
            let chunks = result.par_chunks_mut(CHUNK).zip(data.x.par_chunks(CHUNK));
            chunks.for_each(|(result, x)| computed(x, result));
            Ok(result)
        };
        cases.add(("synthetic", "cpu", "43-multiply-adds-rayon", "slice"), bytes, parallel, right);
    }
    // Like the paper, average many calls in a row. Long calls are repeated less often, because they would fill the memory.
    for case in &mut cases.cases[first..] {
        case.calls = ((1 << 20) / data.n.max(1)).clamp(1, 200);
    }
    let target = RefCell::new(device.stream::<f32>(data.x.len())?);
    let trip = move |data: &Data| -> Result<Vec<f32>, Error> {
        let mut target = target.borrow_mut();
        target.write(&data.x)?;
        drawn(&data.device, &kernel, &target)?.read()
    };
    cases.add(("round-trip", "fragment", NAME, "plain"), bytes, trip, right);
    Ok(())
}
