//! Checks arrays of streams, constants and variables. Their lengths, and the indices of their items, must be known before the kernel
//! runs.

use super::constants::is_fixed;
use super::{Body, Checked, Checker, Failed, Global, Held, Variable};
use crate::ir::TemplateExpr;
use crate::ir::{At, Expr, ExprKind, LocalId, Stmt, Stream, Type};
use crate::syntax::ast::{self, Declarator};
use crate::syntax::{Code, Diagnostic, Span};

/// An array that is read or written item by item.
pub(super) struct Array {
    pub local: LocalId,
    /// The type of an item.
    pub ty: Type,
}

impl Checker<'_> {
    /// Checks the lengths of the arrays of streams and constants.
    pub(super) fn lengths(&mut self) {
        let text = self.text;
        for item in &text.ports {
            let (Some(length), name) = (&item.length, item.name.text.as_str()) else { continue };
            // If a name is declared twice, the first declaration counts.
            let Some((global, _)) = self.globals.get(name).filter(|(_, span)| *span == item.name.span).cloned() else {
                continue;
            };
            let Ok(length) = self.length(&mut Body::new(None), name, length) else { continue };
            match global {
                Global::Input(number) => self.lengths.inputs[number] = Some(length),
                Global::Constant(number) => self.lengths.constants[number] = Some(length),
                Global::Output(number) => self.lengths.outputs[number] = Some(length),
                _ => {}
            }
        }
    }

    /// Checks the length of an array, and converts it to an index.
    fn length(&mut self, body: &mut Body, name: &str, length: &ast::Expr) -> Checked<Expr> {
        let before = body.out.len();
        let value = self.value(body, length)?;
        let value = self.coerce(value, Type::Index, "the length of an array is an `index`")?;
        if body.out.len() > before || !is_fixed(&value) {
            let title = format!("the length of `{name}` is not known before the kernel runs");
            let help = "a length is made of numbers, `const`s and `parameter`s";
            return self.fail(Diagnostic::error(Code::K0208, length.span, title).help(help));
        }
        Ok(value)
    }

    /// Declares a local array. `named` says whether its name is valid.
    pub(super) fn declare_array(
        &mut self,
        body: &mut Body,
        ty: Option<Type>,
        item: &Declarator,
        brackets: Span,
        named: Checked<()>,
    ) -> Checked<()> {
        let name = item.name.text.as_str();
        let span = item.name.span;
        let bind = |body: &mut Body, held: Held| {
            let variable = Variable { ty: ty.unwrap_or(Type::FLOAT), held, span, constant: false };
            body.bind(name, variable);
        };
        let diagnostic = |title: String| Diagnostic::error(Code::K0208, brackets, title);
        let wrong = match (item.lengths.as_slice(), &item.value) {
            ([Some(_)], None) if !item.constant => None,
            ([Some(_)], _) => Some(
                diagnostic(format!("array `{name}` cannot be `const` or initialized"))
                    .help("give each item a value in a loop"),
            ),
            ([None], _) => {
                Some(diagnostic(format!("`{name}` is an array without a length")).help("write it: `float name[4];`"))
            }
            _ => Some(
                diagnostic(format!("a kernel has no arrays of arrays: `{name}`"))
                    .help("number the items in one dimension: `t[4 * y + x]`"),
            ),
        };
        let known = body.in_this_scope(name).map(|first| first.span);
        let fine = match (wrong, known) {
            (Some(diagnostic), _) => self.fail(diagnostic),
            (None, Some(first)) => {
                let title = format!("there are two variables `{name}`");
                self.fail(Diagnostic::error(Code::K0203, span, title).other(first, "the first"))
            }
            (None, None) => named,
        };
        let length = match (fine, item.lengths.as_slice()) {
            (Ok(()), [Some(length)]) => self.length(body, name, length),
            _ => Err(Failed),
        };
        let (Some(ty), Ok(length)) = (ty, length) else {
            bind(body, Held::Poisoned);
            return Err(Failed);
        };
        let local = body.local(name, ty);
        body.places.declared.insert(local, span);
        body.locals[local.0].span = At(span);
        body.locals[local.0].length = Some(Box::new(length));
        body.out.push(Stmt::Declare { local, value: None });
        bind(body, Held::Array(local));
        Ok(())
    }

    /// Returns the array that an expression names: a local array, or an array of outputs. Returns `None` if it names no array.
    pub(super) fn array(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Option<Array>> {
        let ast::ExprKind::Name(name) = &of.kind else { return Ok(None) };
        if let Some(variable) = body.find(name) {
            return match variable.held {
                Held::Array(local) => Ok(Some(Array { local, ty: variable.ty })),
                Held::Poisoned => Err(Failed),
                _ => Ok(None),
            };
        }
        let Some((Global::Output(number), _)) = self.globals.get(name.as_str()) else { return Ok(None) };
        let number = *number;
        let Some(length) = self.lengths.outputs[number].clone() else { return Ok(None) };
        let ty = self.interface.outputs[number].ty;
        Ok(Some(Array { local: body.output(number, name, ty, Some(&length)), ty }))
    }

    /// Returns an item of the array of constants that `of` names, or `None` if it does not name one.
    pub(super) fn constant_item(
        &mut self,
        body: &mut Body,
        of: &ast::Expr,
        index: &ast::Expr,
        span: Span,
    ) -> Checked<Option<Expr>> {
        let ast::ExprKind::Name(name) = &of.kind else { return Ok(None) };
        let Some((Global::Constant(number), _)) = self.globals.get(name.as_str()).filter(|_| body.find(name).is_none())
        else {
            return Ok(None);
        };
        let number = *number;
        if self.lengths.constants[number].is_none() {
            return Ok(None);
        }
        self.use_port(name);
        let item = self.item(body, index)?;
        let ty = self.interface.constants[number].ty;
        let constant = Expr::new(ExprKind::Uniform(number), ty, span);
        Ok(Some(Expr::new(ExprKind::Template(Box::new(TemplateExpr::OfItem(item, constant))), ty, span)))
    }

    /// Checks the index of an item of an array.
    pub(super) fn item(&mut self, body: &mut Body, index: &ast::Expr) -> Checked<Expr> {
        let value = self.value(body, index)?;
        self.coerce(value, Type::Index, "the index of an item is an `index`")
    }

    /// Checks the index of an item of an array of streams. Returns `None` if the stream is not an array.
    pub(super) fn item_of(
        &mut self,
        body: &mut Body,
        stream: Stream,
        item: Option<&ast::Expr>,
        span: Span,
        declared: Span,
    ) -> Checked<Option<Expr>> {
        let (port, length) = match stream {
            Stream::Input(number) => (&self.interface.inputs[number], &self.lengths.inputs[number]),
            Stream::Output(number) => (&self.interface.outputs[number], &self.lengths.outputs[number]),
        };
        let name = port.name.clone();
        match (length.is_some(), item) {
            (false, None) => Ok(None),
            (true, Some(item)) => self.item(body, item).map(Some),
            (true, None) => self.whole_array(&name, span, declared),
            (false, Some(_)) => {
                let title = format!("`{name}` is a single stream, not an array of streams");
                let help = format!("an element of it is `fetch({name}, i)`; an array is declared with its length");
                self.fail(Diagnostic::error(Code::K0208, span, title).other(declared, "declared here").help(help))
            }
        }
    }

    /// Reports an array in a place where one of its items is needed.
    pub(super) fn whole_array<T>(&mut self, name: &str, span: Span, declared: Span) -> Checked<T> {
        let title = format!("`{name}` is an array: an item of it is needed here");
        let diagnostic = Diagnostic::error(Code::K0208, span, title).other(declared, "declared here");
        self.fail(diagnostic.help(format!("for example `{name}[0]`")))
    }
}
