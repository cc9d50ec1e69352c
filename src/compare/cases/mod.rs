//! The cases of a comparison: every method, on data that are already on the device in its layout, and plain Rust.

mod applications;
mod brook;
mod compute;
mod convolve;
mod cpu;
mod data;
mod emulator;
mod expected;
mod fft_line;
mod fragment;
mod matmul_roofs;
mod overhead;
pub mod papers;
mod select;
mod sparse;
mod spectra;

use std::rc::Rc;

use crate::compare::row::{self, Failure};
use crate::{Device, Error, catalog};

use data::Data;

/// Returns the primitives that can be measured one by one: [`BEFORE`], those of the catalogue, and [`BEHIND`].
pub fn primitives() -> Vec<&'static str> {
    let mut all = BEFORE.to_vec();
    for primitive in catalog::names() {
        all.push(primitive);
        if primitive == "search" {
            // A search with an existing index.
            all.push("search-indexed");
        }
    }
    all.extend(BEHIND);
    all
}

/// The primitives that have no methods.
const BEFORE: [&str; 4] = ["copy", "convert", "transfer", "map"];

/// The primitives that are built from other primitives and passes.
const BEHIND: [&str; 33] = [
    "convolve-15",
    "convolve-31",
    "spmv-grid",
    "spmv-graph",
    "fft-line",
    "matmul-roofs",
    "overhead",
    "brook-saxpy",
    "brook-sgemv",
    "brook-fft",
    "brook-compile",
    "pass-bitonic",
    "pass-saxpy",
    "pass-2x2",
    "pass-fft",
    "app-cloth",
    "app-collide",
    "app-database",
    "app-fft",
    "app-fluid",
    "app-kmeans",
    "app-life",
    "app-mandelbrot",
    "app-march",
    "app-particles",
    "app-raytrace",
    "app-product",
    "app-rays",
    "app-saxpy",
    "app-segment",
    "app-sgemv",
    "app-sph",
    "app-subdivide",
];

/// Returns whether a primitive has several methods. The first is the paper's.
pub fn has_methods(primitive: &str) -> bool {
    primitive == "search-indexed" || catalog::find(primitive).is_some()
}

pub use applications::COPY;

/// The suffix of a method's name if its passes are drawn with bare calls of the graphics library.
pub const BARE: &str = "-bare";

/// The name of the method that runs a pass on OpenGL, for comparison with the same pass on the emulator.
pub const OPENGL: &str = "opengl";

/// Whether a result is right, with a note on the check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub ok: bool,
    pub note: Option<String>,
}

impl Verdict {
    /// Makes the verdict that the result is right, with a note on how it was checked.
    pub fn right(note: String) -> Verdict {
        Verdict { ok: true, note: Some(note) }
    }

    /// Makes the verdict that the result is wrong. The note says how.
    pub fn wrong(note: String) -> Verdict {
        Verdict { ok: false, note: Some(note) }
    }
}

impl From<bool> for Verdict {
    fn from(ok: bool) -> Verdict {
        Verdict { ok, note: None }
    }
}

/// A case to measure. It owns its data.
pub struct Case {
    /// The device that the case runs on, or with which it is compared.
    pub device: Device,
    pub primitive: &'static str,
    /// The family: fragment, compute, emulator or cpu.
    pub family: &'static str,
    pub method: String,
    pub layout: &'static str,
    /// The minimum number of bytes that have to be moved: inputs are read once, and results written once.
    pub bytes: usize,
    /// The number of calls in a row before waiting for the device. Times are those of one call.
    pub calls: usize,
    /// Untimed work before each run.
    pub prepare: Option<Box<dyn Fn() -> Result<(), Error>>>,
    /// Runs the case, without reading the result back.
    pub run: Box<dyn Fn() -> Result<(), Error>>,
    /// Runs the case, and returns whether the result is right.
    pub check: Box<dyn Fn() -> Result<Verdict, Error>>,
}

impl Case {
    /// Returns the name of its row for `n` elements.
    pub fn row(&self, n: usize) -> String {
        row::name(self.primitive, &self.method, self.family, self.layout, n)
    }

    /// Returns the name of the method that draws the same passes with bare calls, if it is measured as well.
    pub fn bare_twin(&self) -> Option<String> {
        (self.primitive == "overhead" && !self.method.ends_with(BARE)).then(|| format!("{}{BARE}", self.method))
    }
}

/// A collection of cases on the same data.
struct Cases<'a, D> {
    cases: Vec<Case>,
    /// The device of the cases that are added next.
    device: Device,
    data: Rc<D>,
    wanted: &'a dyn Fn(&str) -> bool,
    failed: Vec<Failure>,
    left_out: Vec<Failure>,
}

/// The cases of one size, those that failed, and those that are left out because the device lacks a feature.
pub struct CaseSet {
    pub cases: Vec<Case>,
    pub failed: Vec<Failure>,
    pub left_out: Vec<Failure>,
}

impl<'a, D: 'static> Cases<'a, D> {
    fn new(device: &Device, data: D, wanted: &'a dyn Fn(&str) -> bool) -> Cases<'a, D> {
        Cases {
            cases: Vec::new(),
            device: device.clone(),
            data: Rc::new(data),
            wanted,
            failed: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Adds a case of a primitive: `run` works on the data, and `right` checks the result.
    fn add<R: 'static, V: Into<Verdict>>(
        &mut self,
        (primitive, family, method, layout): (&'static str, &'static str, &str, &'static str),
        bytes: usize,
        run: impl Fn(&D) -> Result<R, Error> + 'static,
        right: impl Fn(&D, R) -> Result<V, Error> + 'static,
    ) {
        // The copy is always needed: all times are compared with it.
        if !(self.wanted)(primitive) && (primitive, method, layout) != ("copy", "rgba32f", "plain") {
            return;
        }
        let again = Rc::new(run);
        let (run, data, same) = (again.clone(), self.data.clone(), self.data.clone());
        self.cases.push(Case {
            device: self.device.clone(),
            primitive,
            family,
            method: method.to_owned(),
            layout,
            bytes,
            calls: 1,
            prepare: None,
            // The compiler would remove a result that is never used.
            run: Box::new(move || run(&data).map(|result| drop(std::hint::black_box(result)))),
            check: Box::new(move || right(&same, again(&same)?).map(Into::into)),
        });
    }

    /// Adds the cases of a primitive. If that fails, records the failure, so that the other primitives are still measured.
    fn attempt(&mut self, name: &str, n: usize, add: impl FnOnce(&mut Self) -> Result<(), Error>) {
        if let Err(error) = add(self) {
            self.failed.push(Failure { row: format!("{name} ({n})"), why: error.to_string() });
        }
    }

    /// Records that the cases of a primitive are left out because the device lacks a feature.
    fn leave_out(&mut self, name: &str, n: usize, error: &Error) {
        self.left_out.push(Failure { row: format!("{name} ({n})"), why: error.to_string() });
    }

    fn finish(self) -> CaseSet {
        CaseSet { cases: self.cases, failed: self.failed, left_out: self.left_out }
    }

    /// Sets the number of calls in a row of the case that was added last.
    fn calls(&mut self, calls: usize) {
        if let Some(case) = self.cases.last_mut() {
            case.calls = calls;
        }
    }

    /// Sets the untimed work before each run of the case that was added last.
    fn prepare(&mut self, work: impl Fn(&D) -> Result<(), Error> + 'static) {
        if let Some(case) = self.cases.last_mut() {
            let data = self.data.clone();
            case.prepare = Some(Box::new(move || work(&data)));
        }
    }
}

/// Returns all cases of the wanted primitives, on `n` elements and up to `queries` queries. For each primitive, the paper's method
/// comes first.
pub fn all(device: &Device, n: usize, queries: usize, wanted: &dyn Fn(&str) -> bool) -> Result<CaseSet, Error> {
    let mut cases = Cases::new(device, Data::new(device, n, queries, wanted)?, wanted);
    fragment::copies(&mut cases);
    fragment::cases(&mut cases);
    cases.attempt("overhead", n, overhead::cases);
    cases.attempt("convolve", n, convolve::cases);
    cases.attempt("spmv", n, sparse::cases);
    cases.attempt("fft-line", n, fft_line::cases);
    cases.attempt("matmul-roofs", n, matmul_roofs::cases);
    compute::cases(&mut cases);
    brook::cases(&mut cases);
    cpu::cases(&mut cases);
    emulator::cases(&mut cases);
    applications::cases(&mut cases);
    Ok(cases.finish())
}
