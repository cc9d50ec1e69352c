//! `brooklet spmv` on real files.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::{self, Place, dialects};

/// ⎡ 5 0 6 ⎤
/// ⎢ 0 0 0 ⎥
/// ⎣ 0 7 0 ⎦
struct Matrix<'a> {
    format: &'a str,
    shape: &'a [i64],
    offsets: &'a [i32],
    indices: &'a [i32],
    data: &'a [f64],
}

const MATRIX: Matrix<'static> =
    Matrix { format: "csr", shape: &[3, 3], offsets: &[0, 2, 2, 3], indices: &[0, 2, 1], data: &[5.0, 6.0, 7.0] };

impl Matrix<'_> {
    /// Saves it as `scipy.sparse.save_npz` does.
    fn save(&self, place: &Place, name: &str, without: &str) {
        let bytes = |numbers: &[i32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let count = |length: usize| [length];
        let wide: Vec<u8> = self.shape.iter().flat_map(|number| number.to_le_bytes()).collect();
        let data: Vec<u8> = self.data.iter().flat_map(|number| number.to_le_bytes()).collect();
        let arrays = [
            ("indices", support::npy("<i4", &count(self.indices.len()), &bytes(self.indices))),
            ("indptr", support::npy("<i4", &count(self.offsets.len()), &bytes(self.offsets))),
            ("format", support::npy(&format!("|S{}", self.format.len()), &[], self.format.as_bytes())),
            ("shape", support::npy("<i8", &count(self.shape.len()), &wide)),
            ("data", support::npy("<f8", &count(self.data.len()), &data)),
        ];
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (own, bytes) in arrays.iter().filter(|(own, _)| *own != without) {
            archive.start_file(format!("{own}.npy"), SimpleFileOptions::default()).unwrap();
            archive.write_all(bytes).unwrap();
        }
        place.file(name, archive.finish().unwrap().into_inner());
    }
}

#[test]
fn sparse_matrices_are_multiplied() {
    let place = Place::new();
    MATRIX.save(&place, "m.npz", "");
    place.list("x.npy", &[1.0, 10.0, 100.0]);
    for dialect in dialects() {
        for method in ["sorted-rows", "segmented-scan", "split-rows"] {
            let product = place.ok(&["spmv", "m.npz", "x.npy", "--method", method, "--dialect", dialect]);
            assert_eq!(product, "605\n0\n70\n", "{method}");
        }
    }
    for chip in ["none", "nv40", "r300"] {
        assert_eq!(place.ok(&["spmv", "m.npz", "x.npy", "--chip", chip]), "605\n0\n70\n", "{chip}");
    }
    place.ok(&["spmv", "m.npz", "x.npy", "-o", "y.npy"]);
    assert_eq!(place.npy("y.npy"), (vec![3], vec![605.0, 0.0, 70.0]));
    // A column stays one.
    place.array("column.npy", &[3, 1], &[1.0, 10.0, 100.0]);
    place.ok(&["spmv", "m.npz", "column.npy", "-o", "y.npy"]);
    assert_eq!(place.npy("y.npy").0, [3, 1]);
    Matrix { data: &[5.0, 6.1, 7.0], ..MATRIX }.save(&place, "fine.npz", "");
    let said = place.run(&["spmv", "fine.npz", "x.npy"]).err;
    assert!(said.contains("fine.npz:data: 1 of 3 elements of dtype '<f8'"), "{said}");
    Matrix { shape: &[0, 3], offsets: &[0], indices: &[], data: &[], ..MATRIX }.save(&place, "none.npz", "");
    place.ok(&["spmv", "none.npz", "x.npy", "-o", "y.npy"]);
    assert_eq!(place.npy("y.npy").0, [0]);
}

#[test]
fn what_is_no_sparse_matrix_is_named() {
    let place = Place::new();
    place.list("x.npy", &[1.0, 10.0, 100.0]);
    let fails = |matrix: Matrix<'_>, without: &str, said: &str| {
        matrix.save(&place, "m.npz", without);
        let error = place.fails(&["spmv", "m.npz", "x.npy"]);
        assert!(error.contains("m.npz") && error.contains(said), "{error}");
    };
    fails(Matrix { format: "csc", ..MATRIX }, "", "the matrix has the format csc: save matrix.tocsr()");
    fails(
        MATRIX,
        "indptr",
        "it has no indptr, as scipy.sparse.save_npz writes it: it has indices, format, shape, data",
    );
    fails(MATRIX, "format", "it has no format");
    fails(Matrix { shape: &[3], ..MATRIX }, "", "its shape has 1 numbers: a matrix has two");
    fails(Matrix { shape: &[-3, 3], ..MATRIX }, "", "its shape is -3 × 3: neither is negative");
    fails(Matrix { shape: &[2, 3], ..MATRIX }, "", "its indptr has 4 numbers: for 2 rows there are 3");
    fails(Matrix { shape: &[i64::MAX, 3], ..MATRIX }, "", "its indptr has 4 numbers");
    fails(Matrix { data: &[5.0], ..MATRIX }, "", "its data are 1 numbers for 3 columns");
    fails(Matrix { offsets: &[0, 2, 1, 3], ..MATRIX }, "", "offset 2 of a sparse matrix of 3 entries is 1");
    fails(
        Matrix { indices: &[0, 2, 3], ..MATRIX },
        "",
        "the column of entry 2 of a sparse matrix is 3: columns are whole numbers from 0 to 2",
    );
    fails(Matrix { indices: &[0, -1, 1], ..MATRIX }, "", "the column of entry 1 of a sparse matrix is -1");
    let four = Matrix { shape: &[3, 4], ..MATRIX };
    fails(
        four,
        "",
        "x.npy has 3 elements, and m.npz is 3 × 4: the vector must have as many elements as the matrix has columns",
    );

    MATRIX.save(&place, "m.npz", "");
    place.array("m.npy", &[3, 2], &[1.0; 6]);
    let error = place.fails(&["spmv", "m.npz", "m.npy"]);
    assert!(error.contains("m.npy is (3, 2): a vector is a list, or a matrix of one column"), "{error}");
    let error = place.fails(&["spmv", "m.npy", "x.npy"]);
    assert!(
        error.contains("m.npy is not a valid sparse matrix file: it is the .npz that scipy.sparse.save_npz writes"),
        "{error}"
    );
    let error = place.fails(&["spmv", "m.npz:data", "x.npy"]);
    assert!(error.contains("all arrays of the archive are the matrix"), "{error}");
    place.file("m.npz", "PK");
    assert!(place.fails(&["spmv", "m.npz", "x.npy"]).contains("m.npz"));
    let error = place.fails(&["export", "spmv", "--shape", "4", "-o", "e"]);
    assert!(error.contains("spmv by any method has no fixed passes: it reads back how long the rows are"), "{error}");
}
