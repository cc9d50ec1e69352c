//! Brook, a language of 2003 for kernels on streams. Its programs are compiled to kernels of this crate.
//!
//! The [`guide`](crate::guide::brook_language) says which parts of the language compile, and how to run programs from the
//! command line.
//!
//! [`Unit`] reads and checks a `.br` file, and translates it to the stream phase of the intermediate representation
//! ([`ir::StreamKernel`]). Lowering splits a kernel into passes, which are in the kernel phase ([`ir::Kernel`]). The resulting
//! [`Plan`] says what to bind to each pass. None of these steps needs a device; a [`Program`] runs the plan on one.
//!
//! ```
//! use brooklet::{Device, brook::Program};
//! let device = Device::headless()?;
//! let text = "kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }";
//! let program = Program::compile(&device, "saxpy.br", text)?;
//! let (x, y) = (device.upload(&[1.0, 2.0, 3.0])?, device.upload(&[10.0, 20.0, 30.0])?);
//! let mut r = device.stream::<f32>(3)?;
//! program.kernel("saxpy")?.constant("alpha", 2.0).stream("x", &x).stream("y", &y).output("result", &mut r).run()?;
//! assert_eq!(r.read()?, [12.0, 24.0, 36.0]);
//! # Ok::<(), brooklet::brook::Error>(())
//! ```

use std::path::Path;

mod ast;
mod check;
mod cost;
mod file;
mod host;
pub mod interpret;
mod intrinsics;
mod lint;
mod lower;
mod old_headers;
mod on_cpu;
mod options;
mod parse;
mod plan;
mod runtime;
pub(crate) mod types;

use crate::syntax::preprocess::Sources;

pub use crate::ir;
pub use crate::ir::Role;
pub use crate::syntax::{Code, Diagnostic, Diagnostics, File, Files, Severity, Span};
pub use cost::Cost;
#[cfg(all(test, feature = "capi"))]
pub(crate) use file::PARSED;
pub(crate) use file::Parsed;
pub use file::ProgramFile;
pub use host::{EmbeddedKernels, HostProgram, translate};
pub use interpret::Scatter;
pub use lower::{PlanError, signature};
pub use options::Options;
pub use plan::{
    CallLayouts, Constant, Feed, Input, InputLayout, Output, PassRole, Plan, PlanKind, PlanLimits, PlanPass, Supply,
};
#[cfg(feature = "capi")]
pub(crate) use runtime::Floats;
pub use runtime::{
    AnyArgument, AnyStream, Before, ConstantArgument, Domain, DomainMut, Error, InputArgument, Iter, KernelCall,
    Mismatch, Names, OutputArgument, Program, RecordStream, ReductionCall, before, iter, record,
};
pub use types::{Field, Plain, Record, RecordId, Records, Scalar, Type};

/// A program that has been read and checked.
///
/// ```
/// use brooklet::brook::Unit;
/// let unit = Unit::compile("twice.br", "kernel void twice(float a<>, out float b<>) { b = 2 * a; }")?;
/// assert_eq!(unit.kernels[0].name, "twice");
///
/// let wrong = Unit::compile("wrong.br", "kernel void wrong(float a[], out float b<>) { b = a; }").unwrap_err();
/// assert!(wrong.to_string().starts_with("error[B0301]: gather `a` is used without an index"));
/// # Ok::<(), brooklet::brook::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// The program's texts, and the warnings about them.
    pub warnings: Diagnostics,
    /// Its records.
    pub records: Records,
    /// Its kernels and reductions, in source order.
    pub kernels: Vec<ir::StreamKernel>,
    /// The names of kernels that return a value, so that only other kernels can call them.
    pub sub_kernels: Vec<String>,
    /// The names of kernels that are only declared here, and defined in another file.
    pub declared: Vec<String>,
    /// Whether the program's files contain nothing that is recognised: no kernel, type, host function or directive.
    pub unrecognised: bool,
}

impl Unit {
    /// Reads and checks a program's file, and the files that it includes from its folder.
    ///
    /// # Errors
    /// [`Error::Read`]: the file cannot be read. [`Error::Compile`]: all errors in it.
    pub fn open(path: impl AsRef<Path>) -> Result<Unit, Error> {
        Unit::open_for(path, None)
    }

    /// Reads and checks one kernel of a program's file, and those that it calls; see [`compile_for`](Unit::compile_for).
    ///
    /// # Errors
    /// [`Error::Read`]: the file cannot be read. [`Error::Compile`]: all errors in these kernels.
    pub fn open_for(path: impl AsRef<Path>, kernel: Option<&str>) -> Result<Unit, Error> {
        Unit::open_with(path, kernel, &Options::default())
    }

    /// Reads and checks a program's file as [`open_for`](Unit::open_for) does, with predefined macros and a search path for
    /// includes.
    ///
    /// # Errors
    /// The same as for [`open_for`](Unit::open_for).
    pub fn open_with(path: impl AsRef<Path>, kernel: Option<&str>, options: &Options) -> Result<Unit, Error> {
        Ok(file::open(path.as_ref(), options, |name, text, sources| file::compile(name, text, sources, kernel))??)
    }

    /// Reads and checks a program. `name` is the name of its file, for messages. Files that it includes are not read.
    ///
    /// # Errors
    /// All errors in the program, not only the first.
    pub fn compile(name: &str, text: &str) -> Result<Unit, Diagnostics> {
        Unit::compile_with(name, text, &|_| None)
    }

    /// Reads and checks a program, with its includes. `load` returns the text of an included file, given its name relative to
    /// the program's own file. Included files that `load` does not find are skipped.
    ///
    /// # Errors
    /// All errors in the program, not only the first.
    pub fn compile_with(name: &str, text: &str, load: &dyn Fn(&str) -> Option<String>) -> Result<Unit, Diagnostics> {
        Unit::compile_for(name, text, load, None)
    }

    /// Reads and checks one kernel and those that it calls. Errors in other kernels are not reported. Checks all kernels if none is
    /// called `kernel`.
    ///
    /// # Errors
    /// All errors in these kernels.
    pub fn compile_for(
        name: &str,
        text: &str,
        load: &dyn Fn(&str) -> Option<String>,
        kernel: Option<&str>,
    ) -> Result<Unit, Diagnostics> {
        file::compile(name, text, &Sources { defines: "", load, search: &|_| None, rules: &file::RULES }, kernel)
    }

    /// Returns why the host cannot call `name` as a kernel, although something in the program has that name.
    pub fn why_not(&self, name: &str) -> Option<&'static str> {
        let among = |names: &[String]| names.iter().any(|known| known == name);
        match () {
            () if name == "main" => Some("it is the host's code; kernels run one by one"),
            () if among(&self.sub_kernels) => Some("it returns a value, so that only other kernels can call it"),
            () if among(&self.declared) => Some("it is only declared there, and defined in another file"),
            () => None,
        }
    }

    /// Splits a kernel of this program into passes, for streams of these layouts, within these limits.
    ///
    /// # Errors
    /// The kernel cannot be brought within the limits.
    pub fn plan(
        &self,
        kernel: &ir::StreamKernel,
        layouts: &CallLayouts,
        targets: PlanLimits,
    ) -> Result<Plan, PlanError> {
        lower::plan(kernel, layouts, &self.records, &self.warnings.files, targets)
    }

    /// Plans every kernel within these limits, with the layouts that the program text suggests: inputs have the output's shape, and
    /// the number of dimensions of a gather is that of its brackets. This is what `brooklet compile` shows; it needs no device.
    ///
    /// ```
    /// use brooklet::brook::{PlanLimits, Unit};
    /// use brooklet::{Dialect, Layout, glsl};
    ///
    /// // What an editor shows of a program while it is written.
    /// let show = |text: &str| -> Vec<String> {
    ///     let unit = match Unit::compile("mine.br", text) {
    ///         Ok(unit) => unit,
    ///         Err(found) => {
    ///             let places = found.list.iter().map(|diagnostic| {
    ///                 let (from, to) = (diagnostic.span.start, diagnostic.span.end);
    ///                 format!("{from}..{to} {}: {}", diagnostic.code.name(), diagnostic.title)
    ///             });
    ///             return places.collect();
    ///         }
    ///     };
    ///     let mut shown = Vec::new();
    ///     for (kernel, plan) in unit.plans(PlanLimits::default()) {
    ///         for pass in plan.iter().flat_map(|plan| &plan.passes) {
    ///             let shader = glsl::mapped(&pass.kernel, Dialect::Es, Layout::Plain);
    ///             shown.push(format!("{}: {} lines", kernel.name, shader.map_or(0, |shader| shader.lines.len())));
    ///         }
    ///     }
    ///     shown
    /// };
    /// let right = show("kernel void f(float a<>, out float b<>) { b = 2 * a; }");
    /// assert!(right[0].starts_with("f: "));
    /// let wrong = show("kernel void f(float a<>, out float b<>) { b = 2 * c; }");
    /// assert_eq!(wrong, ["50..51 B0324: there is no variable `c`"]);
    /// ```
    pub fn plans(&self, targets: PlanLimits) -> impl Iterator<Item = (&ir::StreamKernel, Result<Plan, PlanError>)> {
        self.kernels.iter().map(move |kernel| (kernel, self.plan(kernel, &CallLayouts::as_written(kernel), targets)))
    }

    /// Returns the kernel or reduction called `name`.
    pub fn kernel(&self, name: &str) -> Option<&ir::StreamKernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }
}
