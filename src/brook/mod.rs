//! Brook: the language of 2003 for kernels on streams, compiled to kernels of this crate.
//!
//! A `.br` file is read ([`Unit`]), checked, and brought into an intermediate form ([`ir`]), from which come the kernels'
//! texts and what to bind to them ([`Plan`]). Nothing here knows a device.

mod ast;
mod check;
mod cost;
mod diagnostics;
mod emit;
pub mod interpret;
mod intrinsics;
pub mod ir;
mod lex;
mod live;
mod parse;
mod plan;
mod preprocess;
mod source;
mod types;

pub use cost::Cost;
pub use diagnostics::{Diagnostic, Diagnostics, Severity};
pub use emit::{PlanError, plan, signature};
pub use intrinsics::{Intrinsic, Rule};
pub use ir::Role;
pub use plan::{Constant, Feed, Input, Lies, Method, Output, Pass, PassPart, Plan, Shapes, Supply, Targets};
pub use source::{File, Files, Span};
pub use types::{Field, Plain, Record, RecordId, Records, Type};

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
    /// Its texts, and what is doubtful in them.
    pub warnings: Diagnostics,
    /// Its records.
    pub records: Records,
    /// Its kernels and reductions, in the order written.
    pub kernels: Vec<ir::Kernel>,
    /// The names of those that return a value: only other kernels call them.
    pub sub_kernels: Vec<String>,
}

impl Unit {
    /// Reads and checks a program; `name` is that of its file, for messages. It includes nothing.
    ///
    /// # Errors
    /// All that is wrong with it, several mistakes at once.
    pub fn compile(name: &str, text: &str) -> Result<Unit, Diagnostics> {
        Unit::compile_with(name, text, &|_| None)
    }

    /// The same, with `load` to give the texts that it includes, by their names relative to the program's own. What is
    /// not there is passed over.
    ///
    /// # Errors
    /// All that is wrong with it, several mistakes at once.
    pub fn compile_with(name: &str, text: &str, load: &dyn Fn(&str) -> Option<String>) -> Result<Unit, Diagnostics> {
        let read = preprocess::preprocess(name, text, load);
        if let Some(fatal) = read.fatal {
            return Err(Diagnostics::new(read.files, vec![fatal]));
        }
        let (program, mut findings) = parse::parse(&read.files, &read.tokens);
        let inside = |span: Span| program.kernels.iter().any(|kernel| kernel.head.to(kernel.end).covers(span));
        let doubts: Vec<Diagnostic> = read.doubts.into_iter().filter(|doubt| inside(doubt.span)).collect();
        let (kernels, records, mut found) = check::check(&program);
        // A macro that is not expanded is no function either; that much is clear.
        found.retain(|finding| doubts.iter().all(|doubt| doubt.span != finding.span));
        findings.extend(doubts);
        findings.extend(found);
        let warnings = Diagnostics::new(read.files, findings);
        if warnings.errors() > 0 {
            return Err(warnings);
        }
        let returns = |kernel: &&ast::KernelItem| kernels.iter().all(|known| known.name != kernel.name.text);
        let sub_kernels = program.kernels.iter().filter(returns).map(|kernel| kernel.name.text.clone()).collect();
        Ok(Unit { warnings, records, kernels, sub_kernels })
    }

    /// The kernel or reduction called `name`.
    pub fn kernel(&self, name: &str) -> Option<&ir::Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }
}
