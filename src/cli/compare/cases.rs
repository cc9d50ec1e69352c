//! Cases that only the comparison measures: Brook's reduction of float4, a search for one element, the synthetic kernel,
//! and the whole trip there and back.

use rayon::prelude::*;

use brooklet::compare::published::BROOK_MADS;
use brooklet::compute;
use brooklet::kernel::Source;
use brooklet::primitives::{self, Reduce, Search};
use brooklet::{Buffer, Device, Error, Layout, Operator, Stream, reference};

use crate::cli::bench::cases::Cases;
use crate::cli::bench::measure::Case;
use crate::cli::noise;

/// The primitives that are measured here; all others, `bench` measures too.
pub const PRIMITIVES: [&str; 4] = ["reduce-float4", "search-one", "synthetic", "round-trip"];

/// The data of one size; what is not wanted has no elements.
pub struct Data {
    n: usize,
    x: Vec<f32>,
    plain: Stream<f32>,
    packed: Stream<f32>,
    vectors: Vec<[f32; 4]>,
    vector_stream: Stream<[f32; 4]>,
    vector_buffer: Option<Buffer<[f32; 4]>>,
    sorted: Vec<f32>,
    sorted_stream: Stream<f32>,
    sorted_buffer: Option<Buffer<f32>>,
    query: [f32; 1],
    query_stream: Stream<f32>,
    query_buffer: Option<Buffer<f32>>,
}

impl Data {
    pub fn new(device: &Device, n: usize, wanted: &dyn Fn(&str) -> bool) -> Result<Data, Error> {
        let x = if wanted("synthetic") || wanted("round-trip") { noise(n, 1) } else { Vec::new() };
        let vectors: Vec<[f32; 4]> = match wanted("reduce-float4") {
            // Small whole numbers, whose sums are exact.
            true => noise(4 * n, 2).iter().map(|v| (v * 4.0).round() + 0.0).collect::<Vec<_>>().as_chunks().0.to_vec(),
            false => Vec::new(),
        };
        let sorted = if wanted("search-one") { reference::sort(&noise(n, 1), false) } else { Vec::new() };
        let query = [sorted.get(sorted.len() / 3).copied().unwrap_or(0.0)];
        let has_compute = device.compute().is_some();
        let buffer = |data: &[f32]| has_compute.then(|| device.upload_buffer(data)).transpose();
        Ok(Data {
            n,
            plain: device.upload(&x)?,
            packed: device.upload_with(x.len(), Layout::Packed, &x)?,
            vector_stream: device.upload(&vectors)?,
            vector_buffer: has_compute.then(|| device.upload_buffer(&vectors)).transpose()?,
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

/// All cases of the primitives that are wanted.
pub fn all<'a>(device: &'a Device, data: &'a Data, wanted: &'a dyn Fn(&str) -> bool) -> Result<Vec<Case<'a>>, Error> {
    let mut cases = Cases { cases: Vec::new(), wanted };
    if wanted("reduce-float4") {
        vectors(&mut cases, data);
    }
    if wanted("search-one") {
        one(&mut cases, data);
    }
    if wanted("synthetic") || wanted("round-trip") {
        synthetic(&mut cases, device, data)?;
    }
    Ok(cases.cases)
}

fn vectors<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    let sum = data.vectors.iter().fold([0.0f64; 4], |sum, v| std::array::from_fn(|c| sum[c] + f64::from(v[c])));
    let sum = sum.map(|v| v as f32);
    let right = move |got: [f32; 4]| Ok(got == sum);
    let bytes = 16 * data.n;
    for method in Reduce::ALL {
        let run = move || primitives::reduce_by(&data.vector_stream, &Operator::sum(), method);
        cases.add(("reduce-float4", "fragment", method.name(), "plain"), bytes, run, right);
    }
    if let Some(buffer) = &data.vector_buffer {
        for method in [
            compute::Reduce::SequentialAddressing,
            compute::Reduce::MultipleElements,
            compute::Reduce::Runs,
            compute::Reduce::Tiles,
        ] {
            let run = move || compute::reduce_by(buffer, &Operator::sum(), method);
            cases.add(("reduce-float4", "compute", method.name(), "buffer"), bytes, run, right);
        }
    }
    let add = |a: [f32; 4], b: &[f32; 4]| std::array::from_fn(|c| a[c] + b[c]);
    // Many accumulators, so that one addition need not wait for the one before it.
    let chunks = move |chunk: &[[f32; 4]]| {
        let (eights, rest) = chunk.as_chunks::<8>();
        let sums = eights.iter().fold([[0.0; 4]; 8], |sums, eight| std::array::from_fn(|k| add(sums[k], &eight[k])));
        sums.iter().chain(rest).fold([0.0; 4], add)
    };
    let fold = move || Ok(chunks(&data.vectors));
    cases.add(("reduce-float4", "cpu", "fold", "slice"), bytes, fold, right);
    let parallel = move || Ok(data.vectors.par_chunks(1 << 14).map(chunks).reduce(|| [0.0; 4], |a, b| add(a, &b)));
    cases.add(("reduce-float4", "cpu", "fold-rayon", "slice"), bytes, parallel, right);
}

fn one<'a>(cases: &mut Cases<'a>, data: &'a Data) {
    let expected = reference::lower_bound(&data.sorted, &data.query);
    let right = |expected: Vec<f32>| move |got: Stream<f32>| Ok(got.read()? == expected);
    let halving = || primitives::lower_bound_by(&data.sorted_stream, &data.query_stream, Search::BinarySearch);
    cases.add(("search-one", "fragment", Search::BinarySearch.name(), "plain"), 8, halving, right(expected.clone()));
    if let (Some(sorted), Some(query)) = (&data.sorted_buffer, &data.query_buffer) {
        let expected = expected.clone();
        let right = move |got: Buffer<f32>| Ok(got.read()? == expected);
        let run = move || compute::lower_bound_by(sorted, query, compute::Search::BinarySearch);
        cases.add(("search-one", "compute", compute::Search::BinarySearch.name(), "buffer"), 8, run, right);
    }
    let run = || Ok(reference::lower_bound(std::hint::black_box(&data.sorted), &data.query));
    cases.add(("search-one", "cpu", "partition-point", "slice"), 8, run, move |got| Ok(got == expected));
}

/// Multiply-adds one after the other, by constants that a compiler does not know: with -1 and 0.25 each is exact, fused or
/// not, and the last of an odd number of them is 0.25 - x.
fn synthetic<'a>(cases: &mut Cases<'a>, device: &'a Device, data: &'a Data) -> Result<(), Error> {
    const FACTOR: f32 = -1.0;
    const TERM: f32 = 0.25;
    const NAME: &str = "43-multiply-adds";
    let steps = "y = y * factor + term;\n".repeat(BROOK_MADS);
    let text = format!(
        "input float x; constant float factor; constant float term; output float result;
        void main() {{ float y = fetch(x, here());\n{steps}result = y; }}"
    );
    let kernel = device.kernel(&Source::new("synthetic", text))?;
    let compute = move |x: &Stream<f32>| -> Result<Stream<f32>, Error> {
        let mut result = device.stream_with::<f32>(x.shape(), x.layout())?;
        let pass = device.pass(&kernel).input("x", x).constant("factor", FACTOR).constant("term", TERM);
        pass.output("result", &mut result).run()?;
        Ok(result)
    };
    let expected = |got: &[f32]| got.iter().zip(&data.x).all(|(got, x)| *got == TERM - x) && got.len() == data.x.len();
    let first = cases.cases.len();
    for (layout, x) in [("plain", &data.plain), ("packed", &data.packed)] {
        let compute = compute.clone();
        let run = move || compute(x);
        cases.add(("synthetic", "fragment", NAME, layout), 8 * data.n, run, move |got: Stream<f32>| {
            Ok(expected(&got.read()?))
        });
    }
    let all = |x: &[f32], result: &mut [f32]| {
        let (factor, term) = (std::hint::black_box(FACTOR), std::hint::black_box(TERM));
        for (result, x) in result.iter_mut().zip(x) {
            *result = (0..BROOK_MADS).fold(*x, |y, _| y * factor + term);
        }
    };
    let serial = move || {
        let mut result = vec![0.0; data.x.len()];
        all(&data.x, &mut result);
        Ok(result)
    };
    let right = move |got: Vec<f32>| Ok(expected(&got));
    cases.add(("synthetic", "cpu", NAME, "slice"), 8 * data.n, serial, right);
    let parallel = move || {
        const CHUNK: usize = 1 << 12;
        let mut result = vec![0.0; data.x.len()];
        result.par_chunks_mut(CHUNK).zip(data.x.par_chunks(CHUNK)).for_each(|(result, x)| all(x, result));
        Ok(result)
    };
    cases.add(("synthetic", "cpu", "43-multiply-adds-rayon", "slice"), 8 * data.n, parallel, right);
    // As the paper has it: the average of many calls in a row; fewer of long ones, which would fill the memory.
    for case in &mut cases.cases[first..] {
        case.calls = ((1 << 20) / data.n.max(1)).clamp(1, 200);
    }
    let target = std::cell::RefCell::new(device.stream::<f32>(data.x.len())?);
    let target = std::rc::Rc::new(target);
    let trip = move || -> Result<Vec<f32>, Error> {
        let mut target = target.borrow_mut();
        target.write(&data.x)?;
        compute(&target)?.read()
    };
    cases.add(("round-trip", "fragment", NAME, "plain"), 8 * data.n, trip, right);
    Ok(())
}
