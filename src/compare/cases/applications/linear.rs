//! SAXPY, SGEMV and matrix products: by Brook's methods, both in Brook and by hand, by the fastest methods, and by plain Rust.

use std::cell::RefCell;
use std::rc::Rc;

use crate::applications::linear::{self, Matrix, Vector};
use crate::backend::LoopSupport;
use crate::brook::Program;
use crate::{Device, Error, Stream};

use super::super::brook::{self, whole};
use super::{Cases, Data, copy, device, plain};

/// The number of accumulators of a dot product. With several, an addition need not wait for the previous one.
const WIDE: usize = 32;

pub fn saxpy(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    copy(cases, "app-saxpy", 2 * n)?;
    brook::saxpy(cases, &device, n, "app-saxpy", [true, false])?;
    let data = Rc::new((whole(n, 5), whole(n, 6)));
    let wanted: Rc<Vec<f32>> = Rc::new(data.0.iter().zip(&data.1).map(|(x, y)| 2.5 * x + y).collect());
    let (x, y) = (plain(Vector::upload(&device, &data.0))?, plain(Vector::upload(&device, &data.1))?);
    let (run, same) = (move |_: &Data| plain(linear::saxpy(2.5, &x, &y)), wanted.clone());
    let right = move |_: &Data, found: Vector| Ok(plain(found.read())? == *same);
    cases.add(("app-saxpy", "fragment", "packed", "packed"), 12 * n, run, right);
    let result = RefCell::new(vec![0.0; n]);
    let run = move |_: &Data| {
        let (mut result, (x, y)) = (result.borrow_mut(), &*data);
        in_chunks(&mut result, 1 << 14, |start, result| {
            let (x, y) = (&x[start..][..result.len()], &y[start..][..result.len()]);
            for (result, (x, y)) in result.iter_mut().zip(x.iter().zip(y)) {
                *result = 2.5 * x + y;
            }
        });
        Ok(result[n - 1])
    };
    let right = move |_: &Data, last: f32| Ok(last == wanted[n - 1]);
    cases.add(("app-saxpy", "cpu", "chunks-on-all-cores", "slice"), 12 * n, run, right);
    Ok(())
}

pub fn sgemv(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let columns = n.isqrt().max(1);
    let rows = n / columns;
    copy(cases, "app-sgemv", rows * columns)?;
    brook::sgemv(cases, &device, n, "app-sgemv", [true, false])?;
    let data = Rc::new((whole(rows * columns, 7), whole(columns, 8), whole(rows, 9)));
    let one = |row: usize| data.0[row * columns..][..columns].iter().zip(&data.1).map(|(a, x)| a * x).sum::<f32>();
    let wanted: Rc<Vec<f32>> = Rc::new((0..rows).map(|row| 2.0 * one(row) - data.2[row]).collect());
    let a = plain(Matrix::upload(&device, [rows, columns], &data.0))?;
    let (x, y) = (plain(Vector::upload(&device, &data.1))?, plain(Vector::upload(&device, &data.2))?);
    let (run, same) = (move |_: &Data| plain(linear::sgemv(2.0, &a, &x, -1.0, &y)), wanted.clone());
    let right = move |_: &Data, found: Vector| Ok(plain(found.read())? == *same);
    cases.add(("app-sgemv", "fragment", "four-rows", "packed"), 4 * n, run, right);
    let run = move |_: &Data| {
        let (a, x, y) = &*data;
        let mut result = y.clone();
        in_chunks(&mut result, 16, |start, result| {
            for (k, result) in result.iter_mut().enumerate() {
                *result = 2.0 * dot(&a[(start + k) * columns..][..columns], x) - *result;
            }
        });
        Ok(result)
    };
    let right = move |_: &Data, found: Vec<f32>| Ok(found == *wanted);
    cases.add(("app-sgemv", "cpu", "rows-on-all-cores", "slice"), 4 * n, run, right);
    Ok(())
}

pub fn product(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n.max(1));
    let side = n.isqrt();
    copy(cases, "app-product", 2 * side * side)?;
    let data = Rc::new((whole(side * side, 7), whole(side * side, 8)));
    let of = |elements: &[f32]| plain(Matrix::upload(&device, [side, side], elements));
    let (a, b) = (of(&data.0)?, of(&data.1)?);
    let right = |data: &Rc<(Vec<f32>, Vec<f32>)>| {
        let data = data.clone();
        // Check only some rows, so that the check does not take as long as all runs.
        move |found: &[f32]| {
            let entry = |row: usize, column: usize| -> f32 {
                (0..side).map(|k| data.0[row * side + k] * data.1[k * side + column]).sum()
            };
            let mut rows = (0..side).step_by(side.div_ceil(16));
            rows.all(|row| (0..side).all(|column| found[row * side + column] == entry(row, column)))
        }
    };
    let (run, is_right) = (move |_: &Data| plain(linear::product(&a, &b)), right(&data));
    let check = move |_: &Data, found: Matrix| Ok(is_right(&plain(found.read())?));
    cases.add(("app-product", "fragment", "blocks", "packed"), 12 * side * side, run, check);
    if device.features().loops == LoopSupport::Dynamic {
        let (by_brook, is_right) = (ByBrook::new(&device, &data, side)?, right(&data));
        let run = move |_: &Data| by_brook.run();
        let rows = side.next_multiple_of(4);
        let check = move |_: &Data, found: Stream<[f32; 4]>| {
            let found: Vec<f32> = found.read()?.into_flattened();
            Ok(is_right(&found.chunks(rows).flat_map(|row| &row[..side]).copied().collect::<Vec<_>>()))
        };
        cases.add(("app-product", "fragment", "brook", "plain"), 12 * side * side, run, check);
    }
    let (run, is_right) = (
        {
            let data = data.clone();
            move |_: &Data| Ok(on_cpu(&data.0, &data.1, side))
        },
        right(&data),
    );
    let check = move |_: &Data, found: Vec<f32>| Ok(is_right(&found));
    cases.add(("app-product", "cpu", "blocks-on-all-cores", "slice"), 12 * side * side, run, check);
    Ok(())
}

/// Brook's kernel, on rows padded with zeros to a multiple of four floats. A fetch past the last row of b reads that row again, and
/// its result is multiplied by these zeros.
struct ByBrook {
    program: Program,
    a: Stream<[f32; 4]>,
    b: Stream<[f32; 4]>,
}

impl ByBrook {
    fn new(device: &Device, data: &(Vec<f32>, Vec<f32>), side: usize) -> Result<ByBrook, Error> {
        let texels = side.div_ceil(4);
        let upload = |elements: &[f32]| {
            let padded = |row: &[f32]| -> Vec<f32> { row.iter().copied().chain([0.0; 4]).take(4 * texels).collect() };
            let rows: Vec<f32> = elements.chunks(side).flat_map(padded).collect();
            device.upload_shaped([side, texels], rows.as_chunks::<4>().0)
        };
        let program = brook::program(device, ("product.br", linear::PRODUCT))?;
        Ok(ByBrook { program, a: upload(&data.0)?, b: upload(&data.1)? })
    }

    fn run(&self) -> Result<Stream<[f32; 4]>, Error> {
        let mut c = self.a.device().stream(self.a.shape())?;
        let steps = self.a.shape().last() as f32;
        let call = brook::plain(self.program.kernel("blocks"))?.gather("a", &self.a).gather("b", &self.b);
        brook::plain(call.constant("steps", steps).output("c", &mut c).run())?;
        Ok(c)
    }
}

fn dot(a: &[f32], x: &[f32]) -> f32 {
    let ((a, rest_a), (x, rest_x)) = (a.as_chunks::<WIDE>(), x.as_chunks::<WIDE>());
    let mut sums = [0.0; WIDE];
    for (a, x) in a.iter().zip(x) {
        for k in 0..WIDE {
            sums[k] += a[k] * x[k];
        }
    }
    sums.into_iter().chain(rest_a.iter().zip(rest_x).map(|(a, x)| a * x)).sum()
}

/// Computes a product in blocks of four rows of a and 64 rows of b, which stay in a core's own cache. The compiler vectorises the
/// loop along a row.
fn on_cpu(a: &[f32], b: &[f32], side: usize) -> Vec<f32> {
    const ROWS: usize = 4;
    const DEEP: usize = 64;
    let mut c = vec![0.0; side * side];
    in_chunks(&mut c, ROWS * side, |start, c| {
        let first = start / side;
        for deep in (0..side).step_by(DEEP) {
            for (k, c) in c.chunks_mut(side).enumerate() {
                let a = &a[(first + k) * side..][..side];
                for (k, a) in a.iter().enumerate().skip(deep).take(DEEP) {
                    for (c, b) in c.iter_mut().zip(&b[k * side..][..side]) {
                        *c += a * b;
                    }
                }
            }
        }
    });
    c
}

/// Calls `work` for each chunk of a result and the index of its first element, on all cores.
#[cfg(not(target_family = "wasm"))]
fn in_chunks(result: &mut [f32], chunk: usize, work: impl Fn(usize, &mut [f32]) + Sync) {
    use rayon::prelude::*;
    result.par_chunks_mut(chunk).enumerate().for_each(|(number, part)| work(number * chunk, part));
}

#[cfg(target_family = "wasm")]
fn in_chunks(result: &mut [f32], chunk: usize, work: impl Fn(usize, &mut [f32])) {
    result.chunks_mut(chunk).enumerate().for_each(|(number, part)| work(number * chunk, part));
}
