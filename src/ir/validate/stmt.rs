//! Validates the statements of all phases.

use rustc_hash::FxHashSet;

use super::{Found, Phase, Validator, expr, same, stream};
use crate::Components;
use crate::ir::{Expr, FunctionId, LocalId, Mode, Part, Passed, Place, Stmt, Type};
use crate::syntax::Span;

/// An argument of a call.
#[derive(Clone, Copy)]
pub(super) enum Argument<'a> {
    /// An argument that every phase has.
    Plain(&'a Passed),
    /// The item of a local array with this index. Only the template phase has it.
    Item(LocalId, &'a Expr),
}

impl<'a> Validator<'a> {
    pub(super) fn statement(&mut self, statement: &'a Stmt) -> Found {
        let span = span_of(statement);
        let at = |what: String| (what, span);
        match statement {
            Stmt::Declare { local, value } => self.declare(*local, value.as_ref(), span)?,
            Stmt::Assign { place, value } => self.assign(place, value, span)?,
            Stmt::Call { function, arguments, result, .. } => {
                let arguments = arguments.iter().map(Argument::Plain).collect();
                self.call(*function, arguments, *result, span)?;
            }
            Stmt::If { condition, then, otherwise } => {
                self.condition(condition)?;
                self.block(then)?;
                self.block(otherwise)?;
            }
            Stmt::Loop { before, condition, body, step, last } => {
                self.within(|this| {
                    if *last {
                        this.iteration(body, step)?;
                    }
                    this.unlooped(before)?;
                    condition.iter().try_for_each(|condition| this.condition(condition))?;
                    if *last { Ok(()) } else { this.iteration(body, step) }
                })?;
            }
            Stmt::Break(_) | Stmt::Continue(_) if self.loops == 0 => {
                return Err(at("a break or continue stands outside of a loop's body".into()));
            }
            Stmt::Break(_) | Stmt::Continue(_) => {}
            Stmt::Return(value, _) => match (value, self.function.result) {
                (Some(value), Some(result)) => {
                    self.expr(value)?;
                    same(value.ty, result, "what is returned").map_err(at)?;
                }
                (None, None) => {}
                (Some(_), None) => return Err(at("it returns a value and has no result".into())),
                (None, Some(_)) => return Err(at("it returns without its result".into())),
            },
            Stmt::Template(template) => match self.phase {
                Phase::Template(_) => self.template_statement(template, span)?,
                _ => return Err(at("it has a statement of the template phase".into())),
            },
            Stmt::Discard(_) => match self.phase {
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

    fn declare(&mut self, local: LocalId, value: Option<&'a Expr>, span: Span) -> Found {
        let at = |what: String| (what, span);
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
        self.open.push(local);
        Ok(())
    }

    fn assign(&mut self, place: &'a Place, value: &'a Expr, span: Span) -> Found {
        let at = |what: String| (what, span);
        self.expr(value)?;
        let own = self.known(place.local).map_err(at)?;
        let wanted = self.part(own, &place.part, span)?;
        same(value.ty, wanted, "what is assigned").map_err(at)
    }

    /// Validates an assigned part of a variable or item of type `own`, and returns the part's type.
    pub(super) fn part(&mut self, own: Type, part: &'a Part, span: Span) -> Result<Type, (String, Span)> {
        let at = |what: String| (what, span);
        Ok(match part {
            Part::Whole => own,
            Part::Components(taken) => {
                expr::components(own, taken).map_err(at)?;
                if (1..taken.len()).any(|k| taken[..k].contains(&taken[k])) {
                    return Err(at("an assignment names a component twice".into()));
                }
                own.with(Components::of(taken.len()).unwrap_or(Components::One))
            }
            Part::At(index) => {
                self.expr(index)?;
                self.component_number(index.ty).map_err(at)?;
                own.scalar()
            }
        })
    }

    fn iteration(&mut self, body: &'a [Stmt], step: &'a [Stmt]) -> Found {
        self.loops += 1;
        let found = self.block(body);
        self.loops -= 1;
        found?;
        self.within(|this| this.unlooped(step))
    }

    /// Validates the statements before a loop's test, or its step. They may not contain `break` or `continue` for that loop or an outer
    /// one.
    fn unlooped(&mut self, statements: &'a [Stmt]) -> Found {
        let loops = std::mem::take(&mut self.loops);
        let found = self.statements(statements);
        self.loops = loops;
        found
    }

    pub(super) fn call(
        &mut self,
        function: FunctionId,
        arguments: Vec<Argument<'a>>,
        result: Option<LocalId>,
        span: Span,
    ) -> Found {
        let at = |what: String| (what, span);
        let called = self.called(function).map_err(at)?;
        let name = &called.name;
        if arguments.len() != called.arguments.len() {
            let (takes, given) = (called.arguments.len(), arguments.len());
            return Err(at(format!("`{name}` takes {takes} arguments, and {given} are passed")));
        }
        let mut handed = FxHashSet::default();
        for (number, (argument, passed)) in called.arguments.iter().zip(arguments).enumerate() {
            let wanted = called.locals[argument.local.0].ty;
            let what = format!("argument {number} of `{name}`");
            let given = match (argument.mode, passed) {
                (Mode::In, Argument::Plain(Passed::Value(value))) => {
                    self.expr(value)?;
                    value.ty
                }
                // Two items of an array may be the same one, but only their indices tell.
                (Mode::Out | Mode::InOut, Argument::Item(array, item)) => {
                    self.expr(item)?;
                    same(item.ty, Type::Index, "the index of an item").map_err(at)?;
                    self.array(array).map_err(at)?
                }
                (Mode::Out | Mode::InOut, Argument::Plain(Passed::Local(local))) => {
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
            Phase::Template(_) | Phase::Kernel(_) | Phase::Texel(_) => {
                same(condition.ty, Type::BOOL, "a condition").map_err(|what| (what, condition.span))
            }
            Phase::Stream(_) => Ok(()),
        }
    }
}

/// Returns the span of a statement: that of its first expression.
fn span_of(statement: &Stmt) -> Span {
    let mut span = None;
    statement.exprs(&mut |expr| span = span.or(Some(expr.span)));
    span.unwrap_or_default()
}
