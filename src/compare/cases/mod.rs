//! Cases of a comparison: every method on data that lie on the device in the layout that it wants, and plain Rust.

mod applications;
mod brook;
mod compute;
mod cpu;
mod data;
mod emulator;
mod expected;
mod fragment;
mod overhead;
pub mod papers;

use std::rc::Rc;

use crate::compare::row::{self, Failure};
use crate::{Device, Error, catalog};

use data::Data;

/// What can be measured one by one: the primitives of the catalogue, and beside them ..
pub fn primitives() -> Vec<&'static str> {
    let mut all = BEFORE.to_vec();
    for primitive in catalog::names() {
        all.push(primitive);
        if primitive == "search" {
            // The same with an index that is there already.
            all.push("search-indexed");
        }
    }
    all.extend(BEHIND);
    all
}

/// .. what has no methods, ..
const BEFORE: [&str; 4] = ["copy", "convert", "transfer", "map"];

/// .. and what is built from primitives and passes.
const BEHIND: [&str; 21] = [
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
    "app-fft",
    "app-march",
    "app-particles",
    "app-raytrace",
    "app-product",
    "app-rays",
    "app-saxpy",
    "app-segment",
    "app-sgemv",
    "app-subdivide",
];

/// Whether it is done by several methods, the first of which is the paper's.
pub fn has_methods(primitive: &str) -> bool {
    primitive == "search-indexed" || catalog::find(primitive).is_some()
}

pub use applications::COPY;

/// How the methods end that draw the passes of another by bare calls.
pub const BARE: &str = "-bare";

/// The method of a pass on OpenGL, beside which the same pass is measured on the emulator.
pub const OPENGL: &str = "opengl";

/// Whether a result is right, and what else there is to say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub ok: bool,
    pub note: Option<String>,
}

impl Verdict {
    /// The result is right, with a note on how it was checked.
    pub fn right(note: String) -> Verdict {
        Verdict { ok: true, note: Some(note) }
    }

    /// The result is wrong: how.
    pub fn wrong(note: String) -> Verdict {
        Verdict { ok: false, note: Some(note) }
    }
}

impl From<bool> for Verdict {
    fn from(ok: bool) -> Verdict {
        Verdict { ok, note: None }
    }
}

/// Something to measure. It keeps its data.
pub struct Case {
    /// The device that it runs on, or that it is measured beside.
    pub device: Device,
    pub primitive: &'static str,
    /// Who does it: fragment, compute, emulator or cpu.
    pub family: &'static str,
    pub method: String,
    pub layout: &'static str,
    /// Bytes that have to move at the least: inputs read once, results written once.
    pub bytes: usize,
    /// How often it is called in a row before the device is waited for; times are of one call.
    pub calls: usize,
    /// What is done before each run, untimed.
    pub prepare: Option<Box<dyn Fn() -> Result<(), Error>>>,
    /// Does it, and leaves the result where it is.
    pub run: Box<dyn Fn() -> Result<(), Error>>,
    /// Does it, and says whether the result is right.
    pub check: Box<dyn Fn() -> Result<Verdict, Error>>,
}

impl Case {
    /// The name of its row, of so many elements.
    pub fn row(&self, n: usize) -> String {
        row::name(self.primitive, &self.method, self.family, self.layout, n)
    }

    /// The method by which the same passes are drawn by bare calls, where that is measured beside it.
    pub fn bare_twin(&self) -> Option<String> {
        (self.primitive == "overhead" && !self.method.ends_with(BARE)).then(|| format!("{}{BARE}", self.method))
    }
}

/// Collects cases on the same data.
struct Cases<'a, D> {
    cases: Vec<Case>,
    /// What the cases to be added run on.
    device: Device,
    data: Rc<D>,
    wanted: &'a dyn Fn(&str) -> bool,
    failed: Vec<Failure>,
    left_out: Vec<Failure>,
}

/// The cases of one size, those that could not be made, and those that an emulated chip lacks something for.
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

    /// A case of a primitive: what it does with the data, and whether its result is right.
    fn add<R: 'static, V: Into<Verdict>>(
        &mut self,
        (primitive, family, method, layout): (&'static str, &'static str, &str, &'static str),
        bytes: usize,
        run: impl Fn(&D) -> Result<R, Error> + 'static,
        right: impl Fn(&D, R) -> Result<V, Error> + 'static,
    ) {
        // The copy is the yardstick of all else.
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
            // A compiler leaves out what nobody looks at.
            run: Box::new(move || run(&data).map(|result| drop(std::hint::black_box(result)))),
            check: Box::new(move || right(&same, again(&same)?).map(Into::into)),
        });
    }

    /// Adds the cases of a primitive. Where that fails, it is named, and those of the others follow.
    fn attempt(&mut self, name: &str, n: usize, add: impl FnOnce(&mut Self) -> Result<(), Error>) {
        if let Err(error) = add(self) {
            self.failed.push(Failure { row: format!("{name} ({n})"), why: error.to_string() });
        }
    }

    /// Says that the cases of a primitive are left out, since the device lacks something for them.
    fn leave_out(&mut self, name: &str, n: usize, error: &Error) {
        self.left_out.push(Failure { row: format!("{name} ({n})"), why: error.to_string() });
    }

    fn made(self) -> CaseSet {
        CaseSet { cases: self.cases, failed: self.failed, left_out: self.left_out }
    }

    /// How often the case added last is called in a row.
    fn calls(&mut self, calls: usize) {
        if let Some(case) = self.cases.last_mut() {
            case.calls = calls;
        }
    }

    /// What is done before each run of the case added last, untimed.
    fn prepare(&mut self, work: impl Fn(&D) -> Result<(), Error> + 'static) {
        if let Some(case) = self.cases.last_mut() {
            let data = self.data.clone();
            case.prepare = Some(Box::new(move || work(&data)));
        }
    }
}

/// All cases of the primitives that are wanted, on `n` elements and up to `queries` queries; the paper's method is the first
/// of its primitive.
pub fn all(device: &Device, n: usize, queries: usize, wanted: &dyn Fn(&str) -> bool) -> Result<CaseSet, Error> {
    let mut cases = Cases::new(device, Data::new(device, n, queries, wanted)?, wanted);
    fragment::copies(&mut cases);
    fragment::cases(&mut cases);
    cases.attempt("overhead", n, overhead::cases);
    compute::cases(&mut cases);
    brook::cases(&mut cases);
    cpu::cases(&mut cases);
    emulator::cases(&mut cases);
    applications::cases(&mut cases);
    Ok(cases.made())
}
