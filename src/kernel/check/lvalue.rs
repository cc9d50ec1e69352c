//! Checks lvalues: variables, outputs and their components.

use super::constants::integer;
use super::{Body, Checked, Checker, Failed, Global, Held, one};
use crate::ir::{Binary, Expr, ExprKind, LETTERS, LocalId, Part, Place, Stmt, Type};
use crate::ir::{TemplateExpr, TemplateStmt};
use crate::syntax::ast;
use crate::syntax::{Code, Diagnostic, Span};
use crate::texel::Components;

/// A variable or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Lvalue {
    pub local: LocalId,
    pub ty: Type,
    pub part: Part,
    /// The index of the item, if the variable is an array.
    pub item: Option<Expr>,
    pub span: Span,
}

impl Checker<'_> {
    /// Checks an expression as an lvalue.
    pub(super) fn place(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Lvalue> {
        let span = of.span;
        match &of.kind {
            ast::ExprKind::Name(name) => {
                let (local, ty) = self.assigned(body, name, span)?;
                Ok(Lvalue { local, ty, part: Part::Whole, item: None, span })
            }
            ast::ExprKind::Member(base, member) => {
                let place = self.place(body, base)?;
                let wanted = self.components(place.ty, member)?;
                if let Some(twice) = (1..wanted.len()).find(|&k| wanted[..k].contains(&wanted[k])) {
                    let letter = LETTERS[usize::from(wanted[twice])];
                    let title = format!("`.{}` assigns `{letter}` twice", member.text);
                    return self.fail(Diagnostic::error(Code::K0308, member.span, title));
                }
                let ty = Components::of(wanted.len()).map_or(place.ty, |components| place.ty.with(components));
                let part = match place.part {
                    Part::Components(taken) => {
                        Part::Components(wanted.iter().map(|&k| taken[usize::from(k)]).collect())
                    }
                    _ => Part::Components(wanted),
                };
                Ok(Lvalue { ty, part, span, ..place })
            }
            ast::ExprKind::Index(base, index) => {
                if let Some(array) = self.array(body, base)? {
                    let item = Some(self.item(body, index)?);
                    return Ok(Lvalue { local: array.local, ty: array.ty, part: Part::Whole, item, span });
                }
                let place = self.place(body, base)?;
                if let Some(name) = self.output_of_numbers(body, base, place.ty) {
                    let title = format!("output `{name}` is not indexed");
                    let help = format!(
                        "a fragment writes its own element alone; assign to it as to a variable: `{name} = ..`"
                    );
                    return self.fail(Diagnostic::error(Code::K0307, span, title).help(help));
                }
                let number = self.component_number(body, index, place.ty, span)?;
                let ty = place.ty.scalar();
                let part = match (&place.part, integer(&number)) {
                    (Part::Whole, Some(number)) => Part::Components(vec![number as u8]),
                    (Part::Components(taken), Some(number)) => Part::Components(vec![taken[number as usize]]),
                    (Part::Whole, None) => Part::At(Box::new(body.keep(number, "component"))),
                    _ => {
                        let title = "components of components cannot be indexed by a variable";
                        let help = "index the vector itself, or name the component";
                        return self.fail(Diagnostic::error(Code::K0308, span, title).help(help));
                    }
                };
                Ok(Lvalue { ty, part, span, ..place })
            }
            _ => self.unassignable(span),
        }
    }

    /// Returns the name of an output of single numbers, whose components cannot have been meant.
    fn output_of_numbers<'a>(&self, body: &Body, base: &'a ast::Expr, ty: Type) -> Option<&'a str> {
        let ast::ExprKind::Name(name) = &base.kind else { return None };
        let is_output = || matches!(self.globals.get(name.as_str()), Some((Global::Output(_), _)));
        (ty.count() == 1 && body.find(name).is_none() && is_output()).then_some(name)
    }

    fn unassignable<T>(&mut self, span: Span) -> Checked<T> {
        let help = "only variables, outputs and their components can be assigned to: `a`, `a.xy`, `a[0]`";
        self.fail(Diagnostic::error(Code::K0308, span, "this cannot be assigned to").help(help))
    }

    /// Returns the variable or output of this name; reports it if it cannot be assigned to.
    fn assigned(&mut self, body: &mut Body, name: &str, span: Span) -> Checked<(LocalId, Type)> {
        if let Some(variable) = body.find(name) {
            return match variable.held {
                Held::Local(local) if !variable.constant => Ok((local, variable.ty)),
                Held::Array(_) => {
                    let declared = variable.span;
                    self.whole_array(name, span, declared)
                }
                Held::Poisoned => Err(Failed),
                _ => {
                    let title = format!("`{name}` is `const`, and cannot be assigned to");
                    let diagnostic =
                        Diagnostic::error(Code::K0308, span, title).other(variable.span, "declared `const`");
                    self.fail(diagnostic.help("remove `const`, or change a copy of it"))
                }
            };
        }
        if let "true" | "false" = name {
            return self.unassignable(span);
        }
        let Some((global, declared)) = self.globals.get(name).cloned() else {
            let known = self.by_name.get(name).map(|all| self.signatures[all[0]].span);
            let Some(declared) = known else { return self.unknown(body, name, span) };
            let diagnostic = Diagnostic::error(Code::K0308, span, format!("function `{name}` cannot be assigned to"));
            return self.fail(diagnostic.other(declared, "declared here"));
        };
        let (title, label, help) = match global {
            Global::Output(number) if self.lengths.outputs[number].is_some() => {
                return self.whole_array(name, span, declared);
            }
            Global::Output(number) => {
                let ty = self.interface.outputs[number].ty;
                return Ok((body.output(number, name, ty, None), ty));
            }
            Global::Const(None) => return Err(Failed),
            Global::Input(_) => {
                self.use_port(name);
                (format!("input `{name}` is read, not written"), "an input", "what a kernel writes is an `output`")
            }
            Global::Constant(_) => {
                self.use_port(name);
                let title = format!("constant `{name}` is the same for all elements, and cannot be assigned to");
                (title, "a constant", "change a copy of it")
            }
            Global::Parameter(_) => {
                self.use_port(name);
                let title = format!("parameter `{name}` is known before the kernel runs, and cannot be assigned to");
                (title, "a parameter", "change a copy of it")
            }
            Global::Const(_) => {
                (format!("`{name}` is `const`, and cannot be assigned to"), "declared `const`", "change a copy of it")
            }
        };
        self.fail(Diagnostic::error(Code::K0308, span, title).other(declared, label).help(help))
    }

    /// Returns the value of an lvalue.
    pub(super) fn read(&self, body: &Body, place: &Lvalue) -> Expr {
        let whole = match &place.item {
            Some(item) => {
                let kind = ExprKind::Template(Box::new(TemplateExpr::Item(place.local, item.clone())));
                Expr::new(kind, body.locals[place.local.0].ty, place.span)
            }
            None => body.variable(place.local, place.span),
        };
        match &place.part {
            Part::Whole => whole,
            Part::Components(taken) => {
                Expr::new(ExprKind::Swizzle(Box::new(whole), taken.clone()), place.ty, place.span)
            }
            Part::At(index) => Expr::new(ExprKind::At(Box::new(whole), index.clone()), place.ty, place.span),
        }
    }

    /// Checks `a = b` and `a += b`. Returns the lvalue.
    pub(super) fn assign(
        &mut self,
        body: &mut Body,
        operator: Option<Binary>,
        of: &ast::Expr,
        given: &ast::Expr,
        span: Span,
    ) -> Checked<Lvalue> {
        let place = self.place(body, of);
        let value = self.value(body, given);
        let place = place?;
        let name = self.written(of.span, "this");
        let label = format!("`{name}` is {}", one(place.ty));
        let value = match operator {
            None => value?,
            Some(operator) => {
                let old = self.read(body, &place);
                let new = self.binary(operator, old, value?, span)?;
                if new.ty.count() > place.ty.count() {
                    let title = format!("`{}=` makes {} of {}", operator.sign(), one(new.ty), one(place.ty));
                    return self.fail(Diagnostic::error(Code::K0301, span, title).label(label));
                }
                new
            }
        };
        let value = self.coerce(value, place.ty, &label)?;
        self.store(body, &place, value);
        Ok(place)
    }

    /// Assigns a value to an lvalue. An int is converted to an index, and an index to an int.
    pub(super) fn store(&mut self, body: &mut Body, place: &Lvalue, value: Expr) {
        let Ok(value) = self.convert(value, place.ty) else { return };
        let part = place.part.clone();
        body.out.push(match &place.item {
            Some(item) => {
                let (array, item) = (place.local, item.clone());
                Stmt::Template(Box::new(TemplateStmt::Assign { array, item, part, value }))
            }
            None => Stmt::Assign { place: Place { local: place.local, part }, value },
        });
    }
}
