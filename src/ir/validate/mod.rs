//! The validators of the phases: they check that a kernel follows the rules of the intermediate representation.
//!
//! Debug builds validate what the front ends, the slicing pass and the lowerings produce, also in tests with random programs. An invalid
//! kernel is a defect of this crate, not an error of a program's author.

mod expr;
mod kernel;
mod stmt;
mod stream;
mod template;
mod texel;

use std::fmt;

use super::control_flow::always_returns;
use super::template::Template;
use super::{Function, FunctionId, Interface, Kernel, LocalId, Stmt, StreamKernel, Type};
use crate::syntax::Span;

/// Why a kernel is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid {
    /// The name of the function that is not valid; empty if the fault is outside of all functions.
    pub function: String,
    /// A description of the fault.
    pub what: String,
    /// The place of the fault in the source, as near as it is known.
    pub span: Span,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.function.as_str() {
            "" => f.write_str(&self.what),
            function => write!(f, "in function `{function}`: {}", self.what),
        }
    }
}

impl std::error::Error for Invalid {}

/// Checks that a kernel of the stream phase is valid.
///
/// # Errors
/// The first violation of the rules of the stream phase.
pub fn validate_stream(kernel: &StreamKernel) -> Result<(), Invalid> {
    stream::outputs(kernel).map_err(outside)?;
    functions(Phase::Stream(kernel), &kernel.functions)
}

/// Checks that a kernel of the template phase is valid.
///
/// # Errors
/// The first violation of the rules of the template phase.
pub(crate) fn validate_template(template: &Template) -> Result<(), Invalid> {
    template::interface(template).map_err(outside)?;
    functions(Phase::Template(template), &template.kernel.functions)
}

/// Checks that a kernel of the kernel phase is valid.
///
/// # Errors
/// The first violation of the rules of the kernel phase.
pub fn validate(kernel: &Kernel) -> Result<(), Invalid> {
    kernel::interface(&kernel.interface).map_err(outside)?;
    if !kernel.access.is_empty() {
        return Err(outside("the kernel phase has no functions for access".into()));
    }
    functions(Phase::Kernel(&kernel.interface), &kernel.functions)
}

/// Checks that a kernel of the texel phase is valid.
///
/// # Errors
/// The first violation of the rules of the texel phase.
pub(crate) fn validate_texel(kernel: &Kernel) -> Result<(), Invalid> {
    kernel::interface(&kernel.interface).map_err(outside)?;
    if kernel.access.len() >= kernel.functions.len() {
        let (access, all) = (kernel.access.len(), kernel.functions.len());
        return Err(outside(format!("{access} functions of {all} are for access, and one at least is the kernel's")));
    }
    functions(Phase::Texel(&kernel.interface), &kernel.functions)
}

/// The result of a check. The error describes the fault.
type Validity = Result<(), String>;

fn outside(what: String) -> Invalid {
    Invalid { function: String::new(), what, span: Span::default() }
}

/// The phase of a kernel, and the tables that its nodes refer to.
#[derive(Clone, Copy)]
enum Phase<'a> {
    Stream(&'a StreamKernel),
    Template(&'a Template),
    Kernel(&'a Interface),
    Texel(&'a Interface),
}

/// The result of a check. The error holds a description of the fault and its place.
type Found = Result<(), (String, Span)>;

/// The state of validating one function.
struct Validator<'a> {
    phase: Phase<'a>,
    functions: &'a [Function],
    /// For each earlier function, whether it, or a function that it calls, assigns an output.
    writes: &'a [bool],
    number: usize,
    function: &'a Function,
    /// For each local, whether it is in scope.
    visible: Vec<bool>,
    /// For each local, whether it has been declared anywhere so far.
    declared: Vec<bool>,
    /// The locals that the enclosing blocks have declared so far.
    open: Vec<LocalId>,
    /// The number of enclosing loops.
    loops: usize,
}

fn functions(phase: Phase, functions: &[Function]) -> Result<(), Invalid> {
    let Some(main) = functions.last() else { return Err(outside("there is no function".into())) };
    let mut writes: Vec<bool> = Vec::new();
    for (number, function) in functions.iter().enumerate() {
        let mut validator = Validator {
            phase,
            functions,
            writes: &writes,
            number,
            function,
            visible: vec![false; function.locals.len()],
            declared: vec![false; function.locals.len()],
            open: Vec::new(),
            loops: 0,
        };
        let found = validator.function();
        found.map_err(|(what, span)| Invalid { function: function.name.clone(), what, span })?;
        let own = changes_targets(function, &writes);
        writes.push(own);
    }
    if !main.arguments.is_empty() || main.result.is_some() {
        let what = "the last function is what each element runs: it has no arguments and no result".into();
        return Err(Invalid { function: main.name.clone(), what, span: Span::default() });
    }
    Ok(())
}

/// Returns whether a function, or a function that it calls, assigns an output. `writes` holds the answers for the earlier functions.
fn changes_targets(function: &Function, writes: &[bool]) -> bool {
    let mut found = super::any_stmt(&function.body, &|statement| {
        statement.changed().any(|local| function.locals[local.0].target.is_some())
    });
    super::each_call(&function.body, &mut |called| found |= writes[called.0]);
    found
}

impl<'a> Validator<'a> {
    fn is_main(&self) -> bool {
        self.number + 1 == self.functions.len()
    }

    fn function(&mut self) -> Found {
        let nowhere = |what: String| (what, Span::default());
        for (number, local) in self.function.locals.iter().enumerate() {
            let shared = match self.phase {
                Phase::Stream(kernel) => stream::local(local, kernel, self.is_main()),
                Phase::Template(template) => {
                    let length = local.length.as_ref().map_or(Ok(()), |length| template::length(length, template));
                    let interface = &template.kernel.interface;
                    length.and_then(|()| kernel::local(local, number, &self.function.locals, interface))
                }
                Phase::Kernel(interface) | Phase::Texel(interface) => {
                    kernel::local(local, number, &self.function.locals, interface)
                }
            };
            self.visible[number] = shared.map_err(nowhere)?;
            self.declared[number] = self.visible[number];
        }
        for (number, argument) in self.function.arguments.iter().enumerate() {
            let known = self.declared.get_mut(argument.local.0);
            let known = known.ok_or_else(|| nowhere(format!("argument {number} is a local that is not there")))?;
            if std::mem::replace(known, true) {
                return Err(nowhere(format!("argument {number} is a local that is an output, or an argument before")));
            }
            self.visible[argument.local.0] = true;
        }
        if let Some(result) = self.function.result {
            self.value_type(result).map_err(nowhere)?;
        }
        self.block(&self.function.body)?;
        if self.function.result.is_some() && !always_returns(&self.function.body) {
            return Err(nowhere("its end can be reached without a result".into()));
        }
        Ok(())
    }

    /// Checks that values of this phase can have this type.
    fn value_type(&self, ty: Type) -> Result<(), String> {
        let fits = match self.phase {
            Phase::Stream(_) => matches!(ty, Type::Float(_) | Type::Int(_) | Type::Uint(_)),
            Phase::Template(_) | Phase::Kernel(_) | Phase::Texel(_) => ty != Type::AbstractInt,
        };
        if fits { Ok(()) } else { Err(format!("no value of this phase is of type {}", ty.name())) }
    }

    fn block(&mut self, statements: &'a [Stmt]) -> Found {
        self.within(|this| this.statements(statements))
    }

    fn statements(&mut self, statements: &'a [Stmt]) -> Found {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    /// Runs `inside` in a new scope: the locals that it declares go out of scope at its end.
    fn within(&mut self, inside: impl FnOnce(&mut Self) -> Found) -> Found {
        let before = self.open.len();
        let found = inside(self);
        for local in self.open.drain(before..) {
            self.visible[local.0] = false;
        }
        found
    }

    /// Returns the type of a local. It is an error if the local is an array or not in scope.
    fn known(&self, local: LocalId) -> Result<Type, String> {
        let ty = self.visible_type(local)?;
        let own = &self.function.locals[local.0];
        if own.length.is_none() { Ok(ty) } else { Err(format!("`{}` is an array", own.name)) }
    }

    /// Returns the type of a local, or of the items of a local array. It is an error if the local is not in scope.
    fn visible_type(&self, local: LocalId) -> Result<Type, String> {
        let Some(own) = self.function.locals.get(local.0) else {
            return Err(format!("there is no local {} among {}", local.0, self.function.locals.len()));
        };
        match self.visible[local.0] {
            true => Ok(own.ty),
            false if self.declared[local.0] => {
                Err(format!("`{}` is used outside of the block that declares it", own.name))
            }
            false => Err(format!("`{}` is used before it is declared", own.name)),
        }
    }

    fn called(&self, function: FunctionId) -> Result<&'a Function, String> {
        match self.functions.get(function.0) {
            Some(called) if function.0 < self.number => Ok(called),
            Some(called) => Err(format!("it calls `{}`, which does not stand before it", called.name)),
            None => Err(format!("it calls function {} of {}", function.0, self.functions.len())),
        }
    }

    fn component_number(&self, ty: Type) -> Result<(), String> {
        match (self.phase, ty) {
            (_, Type::INT) | (Phase::Template(_) | Phase::Kernel(_) | Phase::Texel(_), Type::Index) => Ok(()),
            _ => Err(format!("the number of a component is of type {}", ty.name())),
        }
    }
}

/// Returns an error if a type is not the expected one.
fn same(given: Type, wanted: Type, what: &str) -> Result<(), String> {
    match given == wanted {
        true => Ok(()),
        false => Err(format!("{what} is of type {}, and {} is wanted", given.name(), wanted.name())),
    }
}

#[cfg(test)]
mod tests;
