//! The product of a sparse matrix and a vector, against the plain-Rust reference.

use crate::support;

use brooklet::primitives::{self, SparseMatrix, Spmv};
use brooklet::{Device, Error, Layout, Shape, reference};
use proptest::prelude::*;
use support::level::is_quick;
use support::{builder, each_dialect, fitting, noise, open, runs_here};

/// A matrix in compressed sparse rows, and a vector.
#[derive(Clone, Debug)]
struct Csr {
    columns: usize,
    offsets: Vec<f32>,
    indices: Vec<f32>,
    values: Vec<f32>,
    x: Vec<f32>,
}

impl Csr {
    /// Makes a matrix of rows of these lengths, whose products have exact sums.
    fn of(lengths: &[usize], columns: usize) -> Csr {
        let mut offsets = vec![0.0];
        let mut entries = 0;
        for length in lengths {
            entries += length;
            offsets.push(entries as f32);
        }
        let indices =
            noise(entries, 5).into_iter().map(|v| ((v.abs() * columns as f32) as usize).min(columns - 1) as f32);
        Csr { columns, offsets, indices: indices.collect(), values: whole(entries, 6), x: whole(columns, 7) }
    }

    fn upload(&self, device: &Device, layout: Layout) -> [brooklet::Stream<f32>; 3] {
        let of = |numbers: &[f32]| device.upload_with(numbers.len(), layout, numbers).unwrap();
        [of(&self.offsets), of(&self.indices), of(&self.values)]
    }

    fn expected(&self) -> Vec<f32> {
        reference::spmv(&self.offsets, &self.indices, &self.values, &self.x)
    }

    fn check(&self, device: &Device, method: Spmv, layout: Layout, what: &str) {
        let [offsets, indices, values] = self.upload(device, layout);
        let x = device.upload_with(self.columns, layout, &self.x).unwrap();
        let found = SparseMatrix::new_by(self.columns, &offsets, &indices, &values, method);
        let Some(found) = fitting(found.and_then(|matrix| primitives::spmv(&matrix, &x))) else { return };
        assert_eq!((found.shape(), found.layout()), (Shape::from(self.offsets.len() - 1), layout));
        assert_eq!(found.read().unwrap(), self.expected(), "{method:?} of {what} {layout}");
    }
}

fn whole(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 5.0).round() + 0.0).collect()
}

/// Lengths of rows: none, around steps and pieces, all equal, and a few long ones among many short ones.
fn rows() -> Vec<(&'static str, Vec<usize>)> {
    let mut rows = vec![
        ("no entries", vec![0, 0, 0]),
        ("one entry", vec![1]),
        ("an empty row on each side", vec![0, 2, 0]),
        ("rows around steps", vec![3, 4, 5, 0, 7, 8, 9, 1, 15, 16, 17, 2, 31, 32, 33]),
    ];
    if !is_quick() && support::chip().is_none() {
        rows.extend([
            ("no rows", vec![]),
            ("equal rows", vec![5; 300]),
            ("one long row", vec![1500]),
            ("a long row among others", (0..260).map(|row| if row == 77 { 1100 } else { row % 4 }).collect()),
            ("rows of up to two pieces", (0..70).collect()),
            ("the last rows empty", vec![2, 40, 65, 0, 0, 0]),
        ]);
    }
    rows
}

#[test]
fn products_are_those_of_the_reference() {
    each_dialect(|device| {
        for (what, lengths) in rows() {
            let csr = Csr::of(&lengths, 37);
            for method in
                Spmv::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device)))
            {
                for layout in [Layout::Packed, Layout::Plain] {
                    csr.check(device, method, layout, what);
                }
            }
        }
    });
}

proptest! {
    #![proptest_config(support::cases(10, 60))]

    #[test]
    fn matrices_of_random_rows(
        lengths in prop::collection::vec(prop_oneof![5 => 0..6usize, 2 => 0..40usize, 1 => 0..200usize], 1..60),
        columns in 1..90usize,
        method in 0..3usize,
        packed in any::<bool>(),
    ) {
        let device = open(builder(support::dialects()[0]));
        let method = Spmv::ALL[method];
        if method.runs_on(&device) {
            let layout = if packed { Layout::Packed } else { Layout::Plain };
            Csr::of(&lengths, columns).check(&device, method, layout, "random rows");
        }
    }
}

#[test]
fn sums_are_as_exact_as_they_say() {
    each_dialect(|device| {
        let lengths = if is_quick() { vec![3, 40, 1] } else { vec![1, 2, 5, 8, 33, 64, 65, 400, 7] };
        let csr = Csr::of(&lengths, 50);
        let csr = Csr { values: noise(csr.values.len(), 8), x: noise(50, 9), ..csr };
        for method in Spmv::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device))) {
            let [offsets, indices, values] = csr.upload(device, Layout::Plain);
            let x = device.upload(&csr.x).unwrap();
            let found = SparseMatrix::new_by(50, &offsets, &indices, &values, method);
            let Some(found) = fitting(found.and_then(|matrix| primitives::spmv(&matrix, &x))) else { continue };
            for (row, found) in found.read().unwrap().into_iter().enumerate() {
                let entries = csr.offsets[row] as usize..csr.offsets[row + 1] as usize;
                let term = |k: usize| f64::from(csr.values[k]) * f64::from(csr.x[csr.indices[k] as usize]);
                let exact: f64 = entries.clone().map(term).sum();
                let condition: f64 = entries.clone().map(|k| term(k).abs()).sum();
                let bound = (entries.len() + 2) as f64 * support::roundoff() * condition;
                let off = (f64::from(found) - exact).abs();
                assert!(off <= bound, "{method:?}, {} entries: {off:e} of {bound:e}", entries.len());
            }
        }
    });
}

#[test]
fn passes_are_as_documented() {
    let device = open(builder(support::dialects()[0]));
    if support::chip().is_some() {
        return;
    }
    let count = |lengths: &[usize], method: Spmv| {
        let csr = Csr::of(lengths, 50);
        let [offsets, indices, values] = csr.upload(&device, Layout::Plain);
        let matrix = SparseMatrix::new_by(50, &offsets, &indices, &values, method).unwrap();
        let x = device.upload(&csr.x).unwrap();
        let (found, trace) = device.traced(|| primitives::spmv(&matrix, &x));
        assert_eq!(found.unwrap().read().unwrap(), csr.expected());
        trace.passes().count()
    };
    assert_eq!(count(&[5; 40], Spmv::SortedRows), 2);
    assert_eq!(count(&[3, 64, 0, 9], Spmv::SortedRows), 5);
    assert_eq!(count(&[3, 200], Spmv::SortedRows), 8);
    if device.features().loops == brooklet::LoopSupport::Dynamic {
        assert_eq!(count(&[5; 40], Spmv::SplitRows), 1);
        assert_eq!(count(&[32, 5], Spmv::SplitRows), 1);
        assert_eq!(count(&[33, 5], Spmv::SplitRows), 2);
        assert_eq!(count(&[1024], Spmv::SplitRows), 2);
        assert_eq!(count(&[1025, 1], Spmv::SplitRows), 3);
    }
}

#[test]
fn what_is_no_matrix_is_refused() {
    each_dialect(|device| {
        let refused = |columns: usize, offsets: &[f32], indices: &[f32], values: &[f32]| {
            let numbers = [offsets, indices, values].map(|numbers| device.upload(numbers).unwrap());
            match SparseMatrix::new(columns, &numbers[0], &numbers[1], &numbers[2]) {
                Err(Error::Sparse(error)) => error.to_string(),
                other => panic!("{other:?}"),
            }
        };
        let none = "a sparse matrix of n rows has n + 1 offsets, from 0 to the number of entries; these are none";
        assert_eq!(refused(3, &[], &[], &[]), none);
        let entries = "each entry of a sparse matrix has a column and a value; there are 2 columns and 1 values";
        assert_eq!(refused(3, &[0.0, 1.0], &[1.0, 2.0], &[1.0]), entries);
        let offset = |row: usize, found: &str| {
            format!(
                "offset {row} of a sparse matrix of 2 entries is {found}: offsets are whole numbers, the first is 0, none is less than the one \
                 before it, and the last is 2"
            )
        };
        let (indices, values) = ([1.0, 2.0], [1.0, 1.0]);
        assert_eq!(refused(3, &[1.0, 2.0], &indices, &values), offset(0, "1"));
        assert_eq!(refused(3, &[0.0, 1.0, 0.0, 2.0], &indices, &values), offset(2, "0"));
        assert_eq!(refused(3, &[0.0, 0.5, 2.0], &indices, &values), offset(1, "0.5"));
        assert_eq!(refused(3, &[0.0, 3.0, 2.0], &indices, &values), offset(1, "3"));
        assert_eq!(refused(3, &[0.0, 1.0], &indices, &values), offset(1, "1"));
        assert_eq!(refused(3, &[0.0], &indices, &values), offset(0, "0"));
        let column = "the column of entry 1 of a sparse matrix is 2: columns are whole numbers from 0 to 1";
        assert_eq!(refused(2, &[0.0, 2.0], &indices, &values), column);
        let column = "the column of entry 0 of a sparse matrix is -1: columns are whole numbers from 0 to 2";
        assert_eq!(refused(3, &[0.0, 2.0], &[-1.0, 9.0], &values), column);
        let column = "the column of entry 0 of a sparse matrix is 1: the matrix has no columns";
        assert_eq!(refused(0, &[0.0, 2.0], &indices, &values), column);

        let csr = Csr::of(&[2, 1], 5);
        let [offsets, indices, values] = csr.upload(device, Layout::Plain);
        let Some(matrix) = fitting(SparseMatrix::owning(5, offsets, indices, values)) else { return };
        assert_eq!((matrix.size(), matrix.entries()), ([2, 5], 3));
        let error = primitives::spmv(&matrix, &device.upload(&[1.0; 4]).unwrap()).unwrap_err();
        let vector = "a sparse matrix of 5 columns takes a vector of as many elements, and this one has 4";
        assert_eq!(error.to_string(), vector);
    });
}
