//! The validators of both phases: whether a kernel is what the representation says that it is.
//!
//! What a front end, a pass or a lowering makes goes through here in debug builds, and in tests with every random program.
//! What a validator refuses is a mistake of this crate, not of a program's author.

mod expr;
mod kernel;
mod paths;
mod stream;

use std::collections::HashSet;
use std::fmt;

use super::{Expr, Function, FunctionId, Interface, Kernel, LocalId, Mode, Module, Part, Passed, Stmt, Type};
use crate::syntax::Span;
pub(crate) use paths::{jumps, leaves};

/// Why a kernel is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid {
    /// The function in which it is so; empty of what belongs to no function.
    pub function: String,
    /// What is wrong, in words.
    pub what: String,
    /// Where, as near as it is known.
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

/// Whether a kernel of the stream phase is valid.
///
/// # Errors
/// The first thing that is not as the stream phase has it.
pub fn validate_stream(kernel: &Kernel) -> Result<(), Invalid> {
    stream::outputs(kernel).map_err(outside)?;
    functions(Phase::Stream(kernel), &kernel.functions)
}

/// Whether a kernel of the kernel phase is valid.
///
/// # Errors
/// The first thing that is not as the kernel phase has it.
pub fn validate(module: &Module) -> Result<(), Invalid> {
    kernel::interface(&module.interface).map_err(outside)?;
    functions(Phase::Kernel(&module.interface), &module.functions)
}

fn outside(what: String) -> Invalid {
    Invalid { function: String::new(), what, span: Span::default() }
}

/// Which phase, and what its nodes refer to.
#[derive(Clone, Copy)]
enum Phase<'a> {
    Stream(&'a Kernel),
    Kernel(&'a Interface),
}

/// What is wrong, and where.
type Found = Result<(), (String, Span)>;

/// A function that is looked at.
struct Validator<'a> {
    phase: Phase<'a>,
    functions: &'a [Function],
    /// Of each function before, whether it, or one that it calls, changes a target.
    writes: &'a [bool],
    number: usize,
    function: &'a Function,
    /// Of each local, whether it can be named here, and whether it has been declared anywhere.
    visible: Vec<bool>,
    declared: Vec<bool>,
    /// Those that the open blocks have declared.
    open: Vec<LocalId>,
    /// How many loops are open.
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

/// Whether a function, or one that it calls, changes a target. Those before it are known.
fn changes_targets(function: &Function, writes: &[bool]) -> bool {
    super::any_stmt(&function.body, &|statement| {
        let calls = matches!(statement, Stmt::Call { function, .. } if writes[function.0]);
        calls || statement.changed().any(|local| function.locals[local.0].target.is_some())
    })
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
                Phase::Kernel(interface) => kernel::local(local, number, &self.function.locals, interface),
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
        if self.function.result.is_some() && !paths::always_returns(&self.function.body) {
            return Err(nowhere("its end can be reached without a result".into()));
        }
        Ok(())
    }

    /// Whether values of this phase can have this type.
    fn value_type(&self, ty: Type) -> Result<(), String> {
        let fits = match self.phase {
            Phase::Stream(_) => ty.is_float() || ty == Type::INT,
            Phase::Kernel(_) => ty != Type::AbstractInt,
        };
        if fits { Ok(()) } else { Err(format!("no value of this phase is of type {}", ty.glsl())) }
    }

    fn block(&mut self, statements: &'a [Stmt]) -> Found {
        self.within(|this| this.statements(statements))
    }

    fn statements(&mut self, statements: &'a [Stmt]) -> Found {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    /// What `inside` declares is gone behind it.
    fn within(&mut self, inside: impl FnOnce(&mut Self) -> Found) -> Found {
        let before = self.open.len();
        let found = inside(self);
        for local in self.open.drain(before..) {
            self.visible[local.0] = false;
        }
        found
    }

    /// The type of a local that can be named here.
    fn known(&self, local: LocalId) -> Result<Type, String> {
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

    fn statement(&mut self, statement: &'a Stmt) -> Found {
        let span = span_of(statement);
        let at = |what: String| (what, span);
        match statement {
            Stmt::Declare { local, value } => {
                if let Some(value) = value {
                    self.expr(value)?;
                }
                let Some(own) = self.function.locals.get(local.0) else {
                    return Err(at(format!("it declares local {}, which is not there", local.0)));
                };
                if std::mem::replace(&mut self.declared[local.0], true) {
                    return Err(at(format!("`{}` is declared twice, or an argument or output", own.name)));
                }
                if let Some(value) = value {
                    same(value.ty, own.ty, &format!("what `{}` starts as", own.name)).map_err(at)?;
                }
                self.visible[local.0] = true;
                self.open.push(*local);
            }
            Stmt::Assign { place, value } => {
                self.expr(value)?;
                let own = self.known(place.local).map_err(at)?;
                let wanted = match &place.part {
                    Part::Whole => own,
                    Part::Components(taken) => {
                        expr::components(own, taken).map_err(at)?;
                        if (1..taken.len()).any(|k| taken[..k].contains(&taken[k])) {
                            return Err(at("an assignment names a component twice".into()));
                        }
                        own.with(crate::Components::of(taken.len()).unwrap_or(crate::Components::One))
                    }
                    Part::At(index) => {
                        self.expr(index)?;
                        self.component_number(index.ty).map_err(at)?;
                        own.scalar()
                    }
                };
                same(value.ty, wanted, "what is assigned").map_err(at)?;
            }
            Stmt::Call { function, arguments, result } => self.call(*function, arguments, *result, span)?,
            Stmt::If { condition, then, otherwise } => {
                self.condition(condition)?;
                self.block(then)?;
                self.block(otherwise)?;
            }
            Stmt::Loop { before, condition, body, step, last } => {
                self.within(|this| {
                    if *last {
                        this.turn(body, step)?;
                    }
                    this.unlooped(before)?;
                    condition.iter().try_for_each(|condition| this.condition(condition))?;
                    if *last { Ok(()) } else { this.turn(body, step) }
                })?;
            }
            Stmt::Break | Stmt::Continue if self.loops == 0 => {
                return Err(at("a break or continue stands outside of a loop's body".into()));
            }
            Stmt::Break | Stmt::Continue => {}
            Stmt::Return(value) => match (value, self.function.result) {
                (Some(value), Some(result)) => {
                    self.expr(value)?;
                    same(value.ty, result, "what is returned").map_err(at)?;
                }
                (None, None) => {}
                (Some(_), None) => return Err(at("it returns a value and has no result".into())),
                (None, Some(_)) => return Err(at("it returns without its result".into())),
            },
            Stmt::Discard => match self.phase {
                Phase::Stream(kernel) if self.is_main() && kernel.discards => {}
                Phase::Stream(kernel) if self.is_main() => {
                    return Err(at(format!("kernel `{}` discards and does not say so", kernel.name)));
                }
                _ => return Err(at("only the body of a kernel of the stream phase discards".into())),
            },
            Stmt::Push { parameter, values } => {
                values.iter().try_for_each(|value| self.expr(value))?;
                match self.phase {
                    Phase::Stream(kernel) if self.is_main() => stream::push(kernel, *parameter, values).map_err(at)?,
                    _ => return Err(at("only the body of a kernel of the stream phase pushes".into())),
                }
            }
        }
        Ok(())
    }

    fn turn(&mut self, body: &'a [Stmt], step: &'a [Stmt]) -> Found {
        self.loops += 1;
        let found = self.block(body);
        self.loops -= 1;
        found?;
        self.within(|this| this.unlooped(step))
    }

    /// What belongs to a loop's head: nothing there breaks or continues.
    fn unlooped(&mut self, statements: &'a [Stmt]) -> Found {
        let loops = std::mem::take(&mut self.loops);
        let found = self.statements(statements);
        self.loops = loops;
        found
    }

    fn call(&mut self, function: FunctionId, arguments: &'a [Passed], result: Option<LocalId>, span: Span) -> Found {
        let at = |what: String| (what, span);
        let called = self.called(function).map_err(at)?;
        let name = &called.name;
        if arguments.len() != called.arguments.len() {
            let (takes, given) = (called.arguments.len(), arguments.len());
            return Err(at(format!("`{name}` takes {takes} arguments, and {given} are passed")));
        }
        let mut handed = HashSet::new();
        for (number, (argument, passed)) in called.arguments.iter().zip(arguments).enumerate() {
            let wanted = called.locals[argument.local.0].ty;
            let what = format!("argument {number} of `{name}`");
            let given = match (argument.mode, passed) {
                (Mode::In, Passed::Value(value)) => {
                    self.expr(value)?;
                    value.ty
                }
                (Mode::Out | Mode::InOut, Passed::Local(local)) => {
                    if !handed.insert(*local) {
                        return Err(at(format!("{what} is a local that is passed for another already")));
                    }
                    self.known(*local).map_err(at)?
                }
                (Mode::In, _) => return Err(at(format!("{what} is copied in and takes a value"))),
                _ => return Err(at(format!("{what} is copied out and takes a local"))),
            };
            same(given, wanted, &what).map_err(at)?;
        }
        if let Some(local) = result {
            let Some(given) = called.result else { return Err(at(format!("`{name}` has no result"))) };
            same(given, self.known(local).map_err(at)?, &format!("the result of `{name}`")).map_err(at)?;
        }
        Ok(())
    }

    fn condition(&mut self, condition: &'a Expr) -> Found {
        self.expr(condition)?;
        match self.phase {
            Phase::Kernel(_) => same(condition.ty, Type::BOOL, "a condition").map_err(|what| (what, condition.span)),
            Phase::Stream(_) => Ok(()),
        }
    }

    fn component_number(&self, ty: Type) -> Result<(), String> {
        match (self.phase, ty) {
            (_, Type::INT) | (Phase::Kernel(_), Type::Index) => Ok(()),
            _ => Err(format!("the number of a component is of type {}", ty.glsl())),
        }
    }
}

/// Says so where a type is not the wanted one.
fn same(given: Type, wanted: Type, what: &str) -> Result<(), String> {
    match given == wanted {
        true => Ok(()),
        false => Err(format!("{what} is of type {}, and {} is wanted", given.glsl(), wanted.glsl())),
    }
}

/// Where a statement stands: that of its first expression.
fn span_of(statement: &Stmt) -> Span {
    let mut span = None;
    statement.exprs(&mut |expr| span = span.or(Some(expr.span)));
    span.unwrap_or_default()
}

#[cfg(test)]
mod tests;
