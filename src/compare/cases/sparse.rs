//! The product of a sparse matrix and a vector, prepared once: by each method, and by plain Rust.

use std::rc::Rc;

use crate::catalog::noise;
use crate::method::Methods;
use crate::primitives::{SparseMatrix, Spmv, spmv};
use crate::{Buffer, Device, Error, Stream, compute, reference};

use super::Cases;
use super::cpu::sparse;
#[cfg(not(target_family = "wasm"))]
use super::cpu::strips;
use super::data::Data;

/// A matrix in compressed sparse rows, and a vector.
struct Csr {
    offsets: Vec<f32>,
    indices: Vec<f32>,
    values: Vec<f32>,
    x: Vec<f32>,
}

impl Csr {
    /// Makes a square matrix from the columns of each row.
    fn of(rows: usize, columns: impl Fn(usize) -> Vec<usize>) -> Csr {
        let (mut offsets, mut indices) = (vec![0.0], Vec::new());
        for row in 0..rows {
            indices.extend(columns(row).into_iter().map(|column| column as f32));
            offsets.push(indices.len() as f32);
        }
        // Whole numbers, whose sums are exact.
        let whole = |count, seed| noise(count, seed).iter().map(|v| (v * 7.0).round() + 0.0).collect();
        Csr { values: whole(indices.len(), 62), x: whole(rows, 63), offsets, indices }
    }

    /// The five-point stencil of a square grid of up to so many places, as a difference equation has.
    fn grid(places: usize) -> Csr {
        let side = places.isqrt();
        Csr::of(side * side, |row| {
            let [y, x] = [row / side, row % side];
            let all = [(y > 0, row.wrapping_sub(side)), (x > 0, row.wrapping_sub(1)), (true, row)];
            let rest = [(x + 1 < side, row + 1), (y + 1 < side, row + side)];
            all.into_iter().chain(rest).filter(|(inside, _)| *inside).map(|(_, column)| column).collect()
        })
    }

    /// A graph in which few have many neighbours: row r has about rows / (r + 1) entries, and one at least, at random.
    fn graph(rows: usize) -> Csr {
        let order: Vec<usize> = noise(rows, 64).iter().map(|v| (v.abs() * rows as f32) as usize).collect();
        Csr::of(rows, |row| {
            let count = (rows / (8 * (order[row] + 1))).clamp(1, rows);
            (0..count).map(|k| (row + k * 7919 + 1) % rows).collect()
        })
    }

    fn upload(&self, device: &Device) -> Result<[Stream<f32>; 4], Error> {
        let of = |numbers: &[f32]| device.upload(numbers);
        Ok([of(&self.offsets)?, of(&self.indices)?, of(&self.values)?, of(&self.x)?])
    }
}

/// Adds products with a matrix of a grid of as many places as there are elements, and with one of a graph of a sixteenth.
pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let n = cases.data.n;
    for (name, make) in [("spmv-grid", Csr::grid as fn(usize) -> Csr), ("spmv-graph", |n| Csr::graph(n.div_ceil(16)))] {
        if (cases.wanted)(name) {
            matrix(cases, name, make(n))?;
        }
    }
    Ok(())
}

fn matrix(cases: &mut Cases<Data>, name: &'static str, csr: Csr) -> Result<(), Error> {
    let device = cases.data.device.clone();
    let expected = Rc::new(reference::spmv(&csr.offsets, &csr.indices, &csr.values, &csr.x));
    let bytes = 8 * csr.values.len() + 4 * (csr.offsets.len() + csr.x.len() + expected.len());
    for method in Spmv::ALL.into_iter().filter(|method| method.runs_on(&device)) {
        let [offsets, indices, values, x] = csr.upload(&device)?;
        let matrix = SparseMatrix::owning_by(csr.x.len(), offsets, indices, values, method)?;
        let run = move |_: &Data| spmv(&matrix, &x);
        let expected = expected.clone();
        let right = move |_: &Data, found: Stream<f32>| Ok(found.read()? == *expected);
        cases.add((name, "fragment", method.method().name, "plain"), bytes, run, right);
    }
    let (offsets, indices) = (sparse::whole(&csr.offsets), sparse::whole(&csr.indices));
    if device.compute().is_some() {
        let matrix = Rc::new(compute::SparseMatrix::new(&device, csr.x.len(), &offsets, &indices, &csr.values)?);
        let x = Rc::new(device.upload_buffer(&csr.x)?);
        for method in compute::Spmv::ALL {
            let (matrix, x, expected) = (matrix.clone(), x.clone(), expected.clone());
            let run = move |_: &Data| compute::spmv_by(&matrix, &*x, method);
            let right = move |_: &Data, found: Buffer<f32>| Ok(found.read()? == *expected);
            cases.add((name, "compute", method.name(), "buffer"), bytes, run, right);
        }
    }
    let csr = Rc::new((offsets, indices, csr.values, csr.x));
    #[cfg(not(target_family = "wasm"))]
    {
        let (csr, expected) = (csr.clone(), expected.clone());
        let run = move |_: &Data| {
            let (offsets, indices, values, x) = &*csr;
            let rows = |first: usize, sums: &mut [f32]| sparse::products([offsets, indices], values, x, first, sums);
            Ok(strips(offsets.len() - 1, 1, rows))
        };
        cases.add((name, "cpu", "rows-rayon", "slice"), bytes, run, move |_: &Data, found: Vec<f32>| {
            Ok(found == *expected)
        });
    }
    let run = move |_: &Data| {
        let (offsets, indices, values, x) = &*csr;
        let mut sums = vec![0.0; offsets.len() - 1];
        sparse::products([offsets, indices], values, x, 0, &mut sums);
        Ok(sums)
    };
    cases.add((name, "cpu", "rows", "slice"), bytes, run, move |_: &Data, found: Vec<f32>| Ok(found == *expected));
    Ok(())
}
