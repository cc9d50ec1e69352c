//! Lvalues: variables and outputs, their fields, components and elements.

use super::body::Body;
use super::{Checked, Checker, Failed};
use crate::Components;
use crate::brook::types::{LETTERS, Plain, Scalar, Type};
use crate::ir::{Expr, ExprKind, LocalId, Part, Role};
use crate::syntax::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic};

/// An array element that a computed index chooses.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// The index, an int.
    pub index: Expr,
    /// For each element of the array, its variables.
    pub elements: Vec<Vec<LocalId>>,
}

/// An lvalue: all of some variables, one for each field, or a part of a single variable.
#[derive(Clone, Debug)]
pub(crate) struct Lvalue {
    pub locals: Vec<LocalId>,
    /// The chosen element, if the lvalue is an array element with a computed index.
    pub chosen: Option<Box<Chosen>>,
    pub ty: Type,
    pub part: Part,
    pub span: Span,
}

impl Lvalue {
    /// Whether the two certainly have a component in common.
    pub fn shares(&self, other: &Lvalue) -> bool {
        let parts = match (&self.part, &other.part) {
            (Part::Components(own), Part::Components(others)) => own.iter().any(|k| others.contains(k)),
            (Part::Whole, _) | (_, Part::Whole) => true,
            // The component that a computed index names is not known.
            _ => false,
        };
        parts && self.locals.iter().any(|local| other.locals.contains(local))
    }
}

/// The help for an expression that cannot be assigned to.
const HELP: &str =
    "only variables, outputs, their fields and components can be assigned to: `a`, `a.field`, `a.xy`, `a[0]`";

impl Checker<'_> {
    /// Returns the lvalue that an expression names. `read` says whether it is also read.
    pub(super) fn lvalue(&mut self, body: &mut Body, of: &ast::Expr, read: bool) -> Checked<Lvalue> {
        let span = of.span;
        match &of.kind {
            ast::ExprKind::Name(name) => self.variable_lvalue(body, name, span, read),
            ast::ExprKind::Member(base, member) => {
                let place = self.lvalue(body, base, read)?;
                match place.ty {
                    Type::Record(_) => self.field_lvalue(place, member, span),
                    Type::Number(_, Components::One) => {
                        let article = if place.ty == Type::INT { "an" } else { "a" };
                        let name = self.type_name(place.ty);
                        let title = format!("{article} `{name}` has no components: `{}`", member.text);
                        self.fail(Diagnostic::error(Code::B0316, member.span, title))
                    }
                    Type::Float(components) | Type::Number(_, components) => {
                        self.components_lvalue(place, components, member, span)
                    }
                }
            }
            ast::ExprKind::Index(base, index) => self.indexed_lvalue(body, (base, index), span, read),
            ast::ExprKind::IndexOf(_) => {
                let title = "`indexof` is read, not written";
                self.fail(Diagnostic::error(Code::B0319, span, title).help("an element is written at its own place"))
            }
            _ => self.fail(Diagnostic::error(Code::B0319, span, "this cannot be assigned to").help(HELP)),
        }
    }

    /// Returns the lvalue of a variable or output.
    fn variable_lvalue(&mut self, body: &mut Body, name: &str, span: Span, read: bool) -> Checked<Lvalue> {
        let Some(variable) = body.find(name).cloned() else {
            return self.unresolved_variable(body, name, span);
        };
        if variable.poisoned {
            return Err(Failed);
        }
        if variable.role.is_some_and(|role| role.is_gather()) {
            let title = format!("gather `{name}` is read, not written");
            let help = format!("a kernel writes the element at its own place: `out float {name}<>`");
            return self.fail(Diagnostic::error(Code::B0315, span, title).other(variable.span, "a gather").help(help));
        }
        if let Some(Role::Scatter { brackets }) = variable.role {
            let title = format!("only whole elements of scatter output `{name}` are written, and none is read");
            let help = format!("write `{name}{} = v;`", "[i]".repeat(brackets));
            let diagnostic = Diagnostic::error(Code::B0315, span, title).other(variable.span, "a scatter output");
            return self.fail(diagnostic.help(help));
        }
        if let Some(declared) = variable.constant {
            let title = format!("`{name}` is `const`, and cannot be written");
            let copy = format!("{} {}", self.type_name(variable.ty), spare(body, name));
            let help = format!("remove `const`, or change a copy of it: `{copy} = {name};`");
            let diagnostic = Diagnostic::error(Code::B0333, span, title).other(declared, "declared `const`");
            return self.fail(diagnostic.help(help));
        }
        if read {
            body.uses(&variable);
        }
        if variable.array.is_some() {
            return self.whole_array(name, &variable, span);
        }
        let locals = variable.locals.clone();
        Ok(Lvalue { locals, chosen: None, ty: variable.ty, part: Part::Whole, span })
    }

    /// Returns the lvalue of `place.member`, a field of a struct.
    fn field_lvalue(&mut self, place: Lvalue, member: &Name, span: Span) -> Checked<Lvalue> {
        if let Some(declared) = self.types.constant_field(place.ty, &member.text) {
            let title = format!("field `{}` is `const`, and cannot be written", member.text);
            let diagnostic = Diagnostic::error(Code::B0333, member.span, title);
            let help = "remove `const`, or write the whole struct";
            return self.fail(diagnostic.other(declared, "declared `const`").help(help));
        }
        let (range, ty) = self.field(place.ty, member)?;
        if let Some(mut chosen) = place.chosen {
            for element in &mut chosen.elements {
                *element = element[range.clone()].to_vec();
            }
            let locals = chosen.elements.concat();
            return Ok(Lvalue { locals, chosen: Some(chosen), ty, part: Part::Whole, span });
        }
        let locals = place.locals[range].to_vec();
        Ok(Lvalue { locals, chosen: None, ty, part: Part::Whole, span })
    }

    /// Returns the lvalue of `place.xy`, components of a vector.
    fn components_lvalue(
        &mut self,
        place: Lvalue,
        components: Components,
        member: &Name,
        span: Span,
    ) -> Checked<Lvalue> {
        let taken = match &place.part {
            Part::Components(taken) => taken.clone(),
            Part::Whole => (0..components.count() as u8).collect(),
            Part::At(_) => vec![0],
        };
        let own = place.ty.plain().unwrap_or(Plain::FLOAT);
        let wanted = self.swizzle(&member.text, own, member.span)?;
        if let Some(twice) = (1..wanted.len()).find(|&k| wanted[..k].contains(&wanted[k])) {
            let letter = LETTERS[wanted[twice] as usize];
            let title = format!("`.{}` assigns `{letter}` twice", member.text);
            return self.fail(Diagnostic::error(Code::B0317, member.span, title));
        }
        let (scalar, _) = place.ty.numbers().ok_or(Failed)?;
        let ty = Type::of(scalar, Expr::floats(wanted.len()).components());
        let part = match place.part {
            Part::At(index) => Part::At(index),
            _ => Part::Components(wanted.iter().map(|&k| taken[k as usize]).collect()),
        };
        Ok(Lvalue { ty, part, span, ..place })
    }

    /// Returns the lvalue of `place[i]`, a component of a vector or an element of an array.
    fn indexed_lvalue(
        &mut self,
        body: &mut Body,
        (base, index): (&ast::Expr, &ast::Expr),
        span: Span,
        read: bool,
    ) -> Checked<Lvalue> {
        if let ast::ExprKind::Name(name) = &innermost(base).kind
            && body.find(name).is_some_and(|variable| variable.role.is_some_and(|role| role.is_gather()))
        {
            let gather = body.find(name).map_or(span, |variable| variable.span);
            let title = format!("gather `{name}` is read, not written");
            let help = "a kernel writes the element at its own place, `out float a<>`, or at any index of a scatter output, `out float a[]`";
            return self.fail(Diagnostic::error(Code::B0315, span, title).other(gather, "a gather").help(help));
        }
        if let ast::ExprKind::Name(name) = &base.kind
            && let Some(variable) = body.find(name).cloned()
            && let Some(length) = variable.array.filter(|_| !variable.poisoned && variable.constant.is_none())
        {
            return self.array_element(body, &variable, length, index, span);
        }
        let place = self.lvalue(body, base, read)?;
        let Some((scalar, components)) =
            place.ty.numbers().filter(|numbers| numbers.0 == Scalar::Float || place.ty.is_vector())
        else {
            let title = format!("a `{}` has no components to index", self.type_name(place.ty));
            return self.fail(Diagnostic::error(Code::B0318, span, title));
        };
        let number = self.component_number(body, index, components.count())?;
        let part = match (&place.part, number.kind.clone()) {
            (Part::Whole, ExprKind::Int(number)) => Part::Components(vec![number as u8]),
            (Part::Components(taken), ExprKind::Int(number)) => Part::Components(vec![taken[number as usize]]),
            (Part::Whole, _) => Part::At(Box::new(body.keep(number, "component"))),
            _ => {
                let title = "components of components cannot be indexed by a variable";
                let help = "index the vector itself, or name the component";
                return self.fail(Diagnostic::error(Code::B0318, span, title).help(help));
            }
        };
        Ok(Lvalue { ty: Type::of(scalar, Components::One), part, span, ..place })
    }
}

/// Returns a variation of `name` that is not in scope.
fn spare(body: &Body, name: &str) -> String {
    let mut spare = format!("new_{name}");
    while body.find(&spare).is_some() {
        spare.insert_str(0, "new_");
    }
    spare
}

pub(super) fn innermost(expr: &ast::Expr) -> &ast::Expr {
    match &expr.kind {
        ast::ExprKind::Index(base, _) | ast::ExprKind::Member(base, _) => innermost(base),
        _ => expr,
    }
}
