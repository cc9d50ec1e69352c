//! Validates what only the template phase has: parameters, and arrays with their items.

use super::stmt::Argument;
use super::{Found, Phase, Validator, Validity, kernel, same};
use crate::ir::template::Template;
use crate::ir::{Expr, ExprKind, ItemPassed, LocalId, Stream, TemplateExpr, TemplateStmt, Type};
use crate::syntax::Span;

/// Validates the parameters, and the lengths of the arrays of streams and constants.
pub(super) fn interface(template: &Template) -> Validity {
    kernel::interface(&template.kernel.interface)?;
    let of = &template.kernel.interface;
    let ports = [of.inputs.len(), of.constants.len(), of.outputs.len()];
    let lengths = [&template.inputs, &template.constants, &template.outputs];
    if ports != lengths.map(Vec::len) {
        return Err(format!("it has {ports:?} ports, and lengths for {:?}", lengths.map(Vec::len)));
    }
    for parameter in &template.parameters {
        if ![Type::FLOAT, Type::INT, Type::BOOL, Type::Index].contains(&parameter.ty) {
            return Err(format!("parameter `{}` is of type {}", parameter.name, parameter.ty.name()));
        }
    }
    lengths.into_iter().flatten().flatten().try_for_each(|expr| length(expr, template))
}

/// Validates the length of an array: an expression of type index that consists of literals and parameters.
pub(super) fn length(expr: &Expr, template: &Template) -> Validity {
    same(expr.ty, Type::Index, "the length of an array")?;
    let mut found = Ok(());
    expr.each(&mut |part| {
        let fixed = match &part.kind {
            ExprKind::Template(own) => matches!(**own, TemplateExpr::Parameter(_)),
            ExprKind::Local(_) | ExprKind::Uniform(_) | ExprKind::Fetch { .. } | ExprKind::Here(_) => false,
            ExprKind::Extent(..) | ExprKind::Call(..) => false,
            _ => true,
        };
        if let (ExprKind::Template(own), Ok(())) = (&part.kind, &found) {
            found = parameter(own, part.ty, template);
        }
        if !fixed {
            found = Err("the length of an array depends on what only a pass knows".into());
        }
    });
    found
}

fn parameter(expr: &TemplateExpr, ty: Type, template: &Template) -> Validity {
    let TemplateExpr::Parameter(number) = expr else { return Ok(()) };
    match template.parameters.get(*number) {
        Some(parameter) => same(ty, parameter.ty, &format!("parameter `{}`", parameter.name)),
        None => Err(format!("there is no parameter {number} among {}", template.parameters.len())),
    }
}

impl<'a> Validator<'a> {
    /// Returns the type of the items of a local array. It is an error if the local is not an array or not in scope.
    pub(super) fn array(&self, local: LocalId) -> Result<Type, String> {
        let ty = self.visible_type(local)?;
        let own = &self.function.locals[local.0];
        if own.length.is_some() { Ok(ty) } else { Err(format!("`{}` is no array", own.name)) }
    }

    /// Validates an expression that only the template phase has. Its children have been validated.
    pub(super) fn template_node(&self, expr: &TemplateExpr, ty: Type) -> Validity {
        let Phase::Template(template) = self.phase else {
            return Err("it has an expression of the template phase".into());
        };
        match expr {
            TemplateExpr::Parameter(_) => parameter(expr, ty, template),
            TemplateExpr::Item(array, item) => {
                same(item.ty, Type::Index, "the index of an item")?;
                same(ty, self.array(*array)?, "an item")
            }
            TemplateExpr::OfItem(item, of) => {
                same(item.ty, Type::Index, "the index of an item")?;
                let length = match of.kind {
                    ExprKind::Fetch { input, .. } | ExprKind::Extent(Stream::Input(input), _) => {
                        template.inputs.get(input)
                    }
                    ExprKind::Extent(Stream::Output(output), _) => template.outputs.get(output),
                    ExprKind::Uniform(constant) => template.constants.get(constant),
                    _ => return Err("an item is neither fetched, nor a constant, nor asked for its extent".into()),
                };
                match length {
                    Some(Some(_)) => same(ty, of.ty, "an item"),
                    _ => Err("it asks for an item of what is no array".into()),
                }
            }
        }
    }

    /// Validates a statement that only the template phase has.
    pub(super) fn template_statement(&mut self, statement: &'a TemplateStmt, span: Span) -> Found {
        let at = |what: String| (what, span);
        match statement {
            TemplateStmt::Assign { array, item, part, value } => {
                self.expr(item)?;
                self.expr(value)?;
                same(item.ty, Type::Index, "the index of an item").map_err(at)?;
                let own = self.array(*array).map_err(at)?;
                let wanted = self.part(own, part, span)?;
                same(value.ty, wanted, "what is assigned").map_err(at)
            }
            TemplateStmt::Call { function, arguments, result, .. } => {
                let arguments = arguments.iter().map(|argument| match argument {
                    ItemPassed::Plain(passed) => Argument::Plain(passed),
                    ItemPassed::Item(array, item) => Argument::Item(*array, item),
                });
                self.call(*function, arguments.collect(), *result, span)
            }
        }
    }
}
