//! Cases of a comparison: every method on data that lie on the device in the layout that it wants, and plain Rust.

mod applications;
mod brook;
mod compute;
mod cpu;
mod data;
mod emulator;
mod fragment;
mod overhead;
pub mod papers;

use std::rc::Rc;

use crate::{Device, Error};

use data::Data;

/// The primitives that can be measured one by one.
pub const PRIMITIVES: &[&str] = &[
    "copy",
    "convert",
    "transfer",
    "map",
    "reduce",
    "scan",
    "sort",
    "search",
    "search-indexed",
    "filter",
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

pub use applications::COPY;

/// How the methods end that draw the passes of another by bare calls.
pub const BARE: &str = "-bare";

/// The method of a pass on OpenGL, beside which the same pass is measured on the emulator.
pub const OPENGL: &str = "opengl";

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
    pub check: Box<dyn Fn() -> Result<bool, Error>>,
}

impl Case {
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
}

impl<'a, D: 'static> Cases<'a, D> {
    fn new(device: &Device, data: D, wanted: &'a dyn Fn(&str) -> bool) -> Cases<'a, D> {
        Cases { cases: Vec::new(), device: device.clone(), data: Rc::new(data), wanted }
    }

    /// A case of a primitive: what it does with the data, and whether its result is right.
    fn add<R: 'static>(
        &mut self,
        (primitive, family, method, layout): (&'static str, &'static str, &str, &'static str),
        bytes: usize,
        run: impl Fn(&D) -> Result<R, Error> + 'static,
        right: impl Fn(&D, R) -> Result<bool, Error> + 'static,
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
            check: Box::new(move || right(&same, again(&same)?)),
        });
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
pub fn all(device: &Device, n: usize, queries: usize, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<Case>, Error> {
    let mut cases = Cases::new(device, Data::new(device, n, queries, wanted)?, wanted);
    fragment::copies(&mut cases);
    fragment::cases(&mut cases);
    overhead::cases(&mut cases)?;
    compute::cases(&mut cases);
    brook::cases(&mut cases)?;
    cpu::cases(&mut cases);
    emulator::cases(&mut cases)?;
    applications::cases(&mut cases)?;
    Ok(cases.cases)
}
