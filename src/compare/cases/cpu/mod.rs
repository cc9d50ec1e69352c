//! Plain Rust on the CPU, on one core and on all cores. The other families are compared with it. Loops are written so that the
//! compiler can vectorise them. Sorts are those of the fastest crate and of the standard library.

mod counted;
#[cfg(not(target_family = "wasm"))]
mod fourier;
mod lines;
#[cfg(not(target_family = "wasm"))]
mod on_all_cores;
mod pictures;
mod runs;
pub mod sparse;

#[cfg(not(target_family = "wasm"))]
pub use on_all_cores::strips;

use crate::Error;
use crate::catalog::random::SEED;
use crate::catalog::{self, Data as CatalogData, Primitive};
use crate::reference::philox;

use super::Cases;
use super::data::Data;
use super::expected::Expected;
use super::select;

/// The number of accumulators. With several, an addition or comparison need not wait for the previous one.
const WIDE: usize = 32;

/// Returns the maximum, with many accumulators. The comparison takes one instruction, whereas `f32::max` takes more because it
/// handles NaN.
fn largest(x: &[f32]) -> f32 {
    let (chunks, rest) = x.as_chunks::<WIDE>();
    let mut max = [f32::MIN; WIDE];
    for chunk in chunks {
        for (max, x) in max.iter_mut().zip(chunk) {
            *max = if *x > *max { *x } else { *max };
        }
    }
    max.into_iter().chain(rest.iter().copied()).fold(f32::MIN, f32::max)
}

/// Writes the running sums of a chunk, starting from `before`, in groups of eight. The sums within a group do not wait for earlier
/// groups.
fn running(x: &[f32], before: f32, sums: &mut [f32]) {
    let mut before = before;
    let (eights, rest) = x.as_chunks::<8>();
    let (of_eights, of_rest) = sums.as_chunks_mut::<8>();
    for (x, sums) in eights.iter().zip(of_eights) {
        let mut own = *x;
        for offset in [1, 2, 4] {
            let shifted = own;
            for k in offset..8 {
                own[k] = shifted[k] + shifted[k - offset];
            }
        }
        for k in 0..8 {
            sums[k] = own[k] + before;
        }
        before = sums[7];
    }
    for (x, sum) in rest.iter().zip(of_rest) {
        before += x;
        *sum = before;
    }
}

/// Returns the sum, with many accumulators.
fn sum(x: &[f32]) -> f32 {
    let (chunks, rest) = x.as_chunks::<WIDE>();
    let mut sums = [0.0; WIDE];
    for chunk in chunks {
        for (sum, x) in sums.iter_mut().zip(chunk) {
            *sum += x;
        }
    }
    sums.into_iter().chain(rest.iter().copied()).sum()
}

/// Compacts a chunk, and returns the number of kept elements. To avoid branches, it writes each element, and overwrites it with the
/// next one unless it is kept.
fn keep(x: &[f32], kept: &mut [f32]) -> usize {
    let mut place = 0;
    for value in x {
        kept[place] = *value;
        place += usize::from(*value != f32::INFINITY);
    }
    place
}

/// Generates random numbers from this block on.
fn random(first: usize, numbers: &mut [f32]) {
    let key = [SEED as u32, (SEED >> 32) as u32];
    for (block, four) in numbers.chunks_mut(4).enumerate() {
        let words = philox([(first + block) as u32, 0, 0, 0], key);
        for (number, word) in four.iter_mut().zip(words) {
            *number = (word >> 8) as f32 / 16_777_216.0;
        }
    }
}

/// A method: maps the inputs of a primitive to its result.
type Run = fn(&[&[f32]]) -> Vec<f32>;

/// Adds all cases: a map, and the first example of each primitive.
pub fn cases(cases: &mut Cases<Data>) {
    let saxpy = |data: &Data| {
        let x = &data.of(CatalogData::Whole).slice;
        Ok(x.iter().zip(x).map(|(x, y)| 2.0 * x + y).collect::<Vec<f32>>())
    };
    let right = |data: &Data, got: Vec<f32>| {
        Ok(got.iter().zip(&data.of(CatalogData::Whole).slice).all(|(got, x)| *got == 3.0 * x))
    };
    let bytes = 12 * cases.data.n;
    cases.add(("map", "cpu", "saxpy", "slice"), bytes, saxpy, right);
    for primitive in catalog::PRIMITIVES {
        if (cases.wanted)(primitive.name) {
            methods(cases, primitive);
        }
    }
}

fn methods(cases: &mut Cases<Data>, primitive: &'static Primitive) {
    let options = (primitive.examples[0].options)();
    let expected = Expected::new(primitive, &primitive.examples[0]);
    let own = of_its_own(primitive.name);
    if own.is_empty() {
        // There is no faster method yet.
        let run = move |inputs: &[&[f32]]| primitive.expected(inputs, &options);
        add(cases, primitive, "reference", expected.clone(), run);
    }
    for (method, run) in own {
        add(cases, primitive, method, expected.clone(), move |inputs| Ok(run(inputs)));
    }
}

fn add(
    cases: &mut Cases<Data>,
    primitive: &'static Primitive,
    method: &str,
    expected: Expected,
    run: impl Fn(&[&[f32]]) -> Result<Vec<f32>, Error> + 'static,
) {
    let example = &primitive.examples[0];
    let bytes = (example.bytes)(cases.data.n, cases.data.queries());
    let by = move |data: &Data| {
        let inputs: Vec<&[f32]> = example.data.iter().map(|kind| data.of(*kind).slice.as_slice()).collect();
        run(&inputs)
    };
    let name = method.to_owned();
    let right = move |data: &Data, got: Vec<f32>| expected.is(&name, data, &got);
    cases.add((primitive.name, "cpu", method, "slice"), bytes, by, right);
}

/// Returns the methods of a primitive that are faster than the reference. A page in a browser has only one core.
fn of_its_own(primitive: &str) -> Vec<(&'static str, Run)> {
    #[cfg(not(target_family = "wasm"))]
    use on_all_cores as all;
    let methods: &[(&'static str, Run)] = match primitive {
        "reduce" => &[
            ("fold", |of| vec![largest(of[0])]),
            #[cfg(not(target_family = "wasm"))]
            ("fold-rayon", |of| vec![all::largest(of[0])]),
        ],
        "scan" => &[
            ("serial", |of| {
                let mut sums = vec![0.0; of[0].len()];
                running(of[0], 0.0, &mut sums);
                sums
            }),
            #[cfg(not(target_family = "wasm"))]
            ("chunks-rayon", |of| all::sums(of[0])),
        ],
        "sort" => &[
            ("sort-unstable", |of| sorted(of[0], |keys| keys.sort_unstable_by(f32::total_cmp))),
            #[cfg(not(target_family = "wasm"))]
            ("sort-unstable-rayon", |of| sorted(of[0], all::sort)),
            ("radsort", |of| sorted(of[0], radsort::sort)),
            #[cfg(not(target_family = "wasm"))]
            ("rdst-rayon", |of| sorted(of[0], all::sort_by_digits)),
        ],
        "search" => &[
            ("partition-point", |of| of[1].iter().map(|query| position(of[0], query)).collect()),
            #[cfg(not(target_family = "wasm"))]
            ("partition-point-rayon", |of| all::positions(of[0], of[1])),
        ],
        "filter" => &[
            ("filter", |of| {
                let mut kept = vec![0.0; of[0].len() + 1];
                let count = keep(of[0], &mut kept);
                kept.truncate(count);
                kept
            }),
            #[cfg(not(target_family = "wasm"))]
            ("filter-rayon", |of| all::kept(of[0])),
        ],
        "random" => &[
            ("philox", |of| {
                let mut numbers = vec![0.0; of[0].len()];
                random(0, &mut numbers);
                numbers
            }),
            #[cfg(not(target_family = "wasm"))]
            ("philox-rayon", |of| all::random(of[0].len())),
        ],
        "top" => &[("insertion", |of| select::top(of[0], 10))],
        "quantile" => &[("select-nth", |of| select::median(of[0]))],
        other => return [by_key(other), along_axis(other), of_pictures(other)].concat(),
    };
    methods.to_vec()
}

/// Returns the methods of what goes by keys, flags or positions.
fn by_key(primitive: &str) -> Vec<(&'static str, Run)> {
    #[cfg(not(target_family = "wasm"))]
    use on_all_cores as all;
    let methods: &[(&'static str, Run)] = match primitive {
        "argsort" => &[
            ("counting-sort", |of| counted::order(of[0])),
            #[cfg(not(target_family = "wasm"))]
            ("rdst-rayon", |of| all::order(of[0])),
        ],
        "segmented-scan" => &[
            ("serial", |of| {
                let mut sums = vec![0.0; of[0].len()];
                counted::segments(of[0], of[1], 0.0, &mut sums);
                sums
            }),
            #[cfg(not(target_family = "wasm"))]
            ("chunks-rayon", |of| all::segments(of[0], of[1])),
        ],
        "group" => &[
            ("hash", |of| counted::Sums::of(of[0], of[1]).sorted()),
            #[cfg(not(target_family = "wasm"))]
            ("hash-rayon", |of| all::groups(of[0], of[1])),
        ],
        "unique" => &[
            ("radsort-count", |of| runs::lengths(&sorted(of[0], radsort::sort))),
            ("hash", |of| counted::Sums::counts(of[0]).sorted()),
            #[cfg(not(target_family = "wasm"))]
            ("rdst-count-rayon", |of| all::run_lengths(&sorted(of[0], all::sort_by_digits))),
            #[cfg(not(target_family = "wasm"))]
            ("hash-rayon", |of| all::counts(of[0])),
        ],
        "run-lengths" => &[
            ("serial", |of| runs::lengths(of[0])),
            #[cfg(not(target_family = "wasm"))]
            ("chunks-rayon", |of| all::run_lengths(of[0])),
        ],
        "histogram" => &[
            ("count", |of| counted::floats(&counted::histogram(of[0]))),
            #[cfg(not(target_family = "wasm"))]
            ("count-rayon", |of| all::histogram(of[0])),
        ],
        "take" => &[
            ("gather", |of| of[1].iter().map(|position| taken(of[0], position)).collect()),
            #[cfg(not(target_family = "wasm"))]
            ("gather-rayon", |of| all::taken(of[0], of[1])),
        ],
        _ => &[],
    };
    methods.to_vec()
}

/// Returns what a method makes of an array, whose results it writes from a row on.
fn written(count: usize, method: impl FnOnce(usize, &mut [f32])) -> Vec<f32> {
    let mut results = vec![0.0; count];
    method(0, &mut results);
    results
}

/// Returns the methods of matrices and pictures.
fn of_pictures(primitive: &str) -> Vec<(&'static str, Run)> {
    #[cfg(not(target_family = "wasm"))]
    use on_all_cores as all;
    let methods: &[(&'static str, Run)] = match primitive {
        "transpose" => &[
            ("squares", |of| written(of[0].len(), |first, rows| pictures::transpose(of[0], first, rows))),
            #[cfg(not(target_family = "wasm"))]
            ("squares-rayon", |of| {
                let [width, _] = pictures::size(of[0].len());
                all::strips(of[0].len(), width, |first, rows| pictures::transpose(of[0], first, rows))
            }),
        ],
        "matmul" => &[
            ("rows", |of| {
                let (b, [rows, _]) = (pictures::second(of[1]), pictures::size(of[0].len()));
                written(rows * rows, |first, strip| pictures::product(of[0], &b, first, strip))
            }),
            #[cfg(not(target_family = "wasm"))]
            ("rows-rayon", |of| {
                let (b, [rows, _]) = (pictures::second(of[1]), pictures::size(of[0].len()));
                all::strips(rows * rows, rows, |first, strip| pictures::product(of[0], &b, first, strip))
            }),
        ],
        "convolve" => &[
            ("separable", |of| written(of[0].len(), |first, rows| pictures::convolve(of[0], first, rows))),
            #[cfg(not(target_family = "wasm"))]
            ("separable-rayon", |of| {
                let [_, width] = pictures::size(of[0].len());
                all::strips(of[0].len(), width, |first, rows| pictures::convolve(of[0], first, rows))
            }),
        ],
        "median-filter" => &[
            ("select-nth", |of| written(of[0].len(), |first, rows| pictures::medians(of[0], first, rows))),
            #[cfg(not(target_family = "wasm"))]
            ("select-nth-rayon", |of| {
                let [_, width] = pictures::size(of[0].len());
                all::strips(of[0].len(), width, |first, rows| pictures::medians(of[0], first, rows))
            }),
        ],
        "sat" => &[("serial", |of| pictures::sums(of[0]))],
        "distance" => &[
            ("lower-envelope", |of| {
                let (nearest, [_, width]) = (pictures::nearest_rows(of[0]), pictures::size(of[0].len()));
                written(of[0].len(), |first, rows| pictures::nearest(width, &nearest, first, rows))
            }),
            #[cfg(not(target_family = "wasm"))]
            ("lower-envelope-rayon", |of| {
                let (nearest, [_, width]) = (pictures::nearest_rows(of[0]), pictures::size(of[0].len()));
                all::strips(of[0].len(), width, |first, rows| pictures::nearest(width, &nearest, first, rows))
            }),
        ],
        "spmv" => &[("rows", |of| {
            let own = [sparse::whole(of[0]), sparse::whole(of[1])];
            written(of[0].len().saturating_sub(1), |first, sums| {
                sparse::products([&own[0], &own[1]], of[2], of[3], first, sums);
            })
        })],
        "label" => &[("union-find", |of| pictures::labels(of[0]))],
        #[cfg(not(target_family = "wasm"))]
        "fft" => &[("rustfft", |of| fourier::rows(of[0])), ("rustfft-rayon", |of| fourier::rows_on_all_cores(of[0]))],
        _ => &[],
    };
    methods.to_vec()
}

/// Returns the methods of a primitive along an axis.
fn along_axis(primitive: &str) -> Vec<(&'static str, Run)> {
    #[cfg(not(target_family = "wasm"))]
    use on_all_cores as all;
    let methods: &[(&'static str, Run)] = match primitive {
        "reduce-axis" => &[
            ("sums", |of| lines::each(of[0], lines::reduced).concat()),
            #[cfg(not(target_family = "wasm"))]
            ("sums-rayon", |of| all::of_lines(of[0], lines::reduced).concat()),
        ],
        "scan-axis" => &[
            ("serial", |of| lines::each(of[0], lines::scanned).concat()),
            #[cfg(not(target_family = "wasm"))]
            ("serial-rayon", |of| all::of_lines(of[0], lines::scanned).concat()),
        ],
        "sort-axis" => &[
            ("radsort", |of| lines::each(of[0], lines::sorted).concat()),
            #[cfg(not(target_family = "wasm"))]
            ("radsort-rayon", |of| all::of_lines(of[0], lines::sorted).concat()),
        ],
        "argsort-axis" => &[
            ("radsort", |of| lines::each(of[0], lines::order).concat()),
            #[cfg(not(target_family = "wasm"))]
            ("radsort-rayon", |of| all::of_lines(of[0], lines::order).concat()),
        ],
        "top-axis" => &[
            ("insertion", |of| lines::both(lines::each(of[0], |row| select::top(row, 10)))),
            #[cfg(not(target_family = "wasm"))]
            ("insertion-rayon", |of| lines::both(all::of_lines(of[0], |row| select::top(row, 10)))),
        ],
        "quantile-axis" => &[
            ("select-nth", |of| lines::each(of[0], select::median).concat()),
            #[cfg(not(target_family = "wasm"))]
            ("select-nth-rayon", |of| all::of_lines(of[0], select::median).concat()),
        ],
        _ => &[],
    };
    methods.to_vec()
}

fn sorted(keys: &[f32], sort: fn(&mut [f32])) -> Vec<f32> {
    let mut keys = keys.to_vec();
    sort(&mut keys);
    keys
}

/// Returns the element at a position, or the last one.
fn taken(elements: &[f32], position: &f32) -> f32 {
    elements[(*position as usize).min(elements.len() - 1)]
}

/// Returns the index of the first element that is not smaller than the query.
fn position(sorted: &[f32], query: &f32) -> f32 {
    sorted.partition_point(|element| element < query) as f32
}
