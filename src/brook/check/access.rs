//! Indexing of gathers and vectors, and `indexof`.

use super::body::Body;
use super::components::swizzled;
use super::convert::Value;
use super::typed::settled;
use super::{Checked, Checker, Failed};
use crate::brook::types::{Plain, Type};
use crate::ir::{Expr, ExprKind, Role, Slot};
use crate::syntax::Span;
use crate::syntax::ast;
use crate::syntax::{Code, Diagnostic};
use crate::texel::Components;

/// The index of a gather.
pub(super) struct GatherIndex {
    /// One number for each axis, x first, or a single vector.
    pub values: Vec<Expr>,
    /// The number of brackets that hold the index.
    pub used: usize,
    /// Whether the index is one vector.
    pub is_vector: bool,
}

impl Checker<'_> {
    pub(super) fn index(&mut self, body: &mut Body, base: &ast::Expr, index: &ast::Expr, span: Span) -> Checked<Value> {
        // Collects all brackets of `a[y][x]`, down to the name.
        let mut brackets = vec![index];
        let mut inner = base;
        while let ast::ExprKind::Index(base, index) = &inner.kind {
            brackets.push(index);
            inner = base;
        }
        brackets.reverse();
        if let ast::ExprKind::Name(name) = &inner.kind
            && let Some(variable) = body.find(name).cloned()
        {
            if let (Some(length), false) = (variable.array, variable.poisoned) {
                body.uses(&variable);
                let place = self.array_element(body, &variable, length, brackets[0], span)?;
                let value = self.read(body, &place);
                return match (value, &brackets[1..]) {
                    (value, []) => Ok(value),
                    (Value::Plain(vector), [rest]) if vector.ty.count() > 1 => {
                        let vector = body.keep(vector, "element");
                        let number = self.component_number(body, rest, vector.ty.count())?;
                        Ok(Value::Plain(component(vector, number, span)))
                    }
                    (_, rest) => {
                        let title = format!("array `{name}` takes 1 index, and {} are given", rest.len() + 1);
                        let diagnostic = Diagnostic::error(Code::B0309, rest[0].span, title);
                        self.fail(diagnostic.other(variable.span, "the array"))
                    }
                };
            }
            match variable.role {
                Some(Role::Gather { brackets: written }) if !variable.poisoned => {
                    body.uses(&variable);
                    return self.gather(body, (name, &variable), written, &brackets, span);
                }
                Some(Role::Scatter { .. }) if !variable.poisoned => {
                    let title = format!("scatter output `{name}` is written, not read");
                    let help = "to read what the stream held before, pass it to a gather, too: the kernel reads the old values";
                    let diagnostic = Diagnostic::error(Code::B0315, span, title);
                    return self.fail(diagnostic.other(variable.span, "a scatter output").help(help));
                }
                Some(role @ (Role::Stream | Role::Iterator)) if !variable.ty.is_vector() => {
                    let title = format!("`{name}` is an {}: it is the one element at this place", role.noun());
                    let help = format!(
                        "to read any element, make it a gather: `{}[]`",
                        body.parameters[variable.number].named(name)
                    );
                    return self.fail(
                        Diagnostic::error(Code::B0329, span, title).other(variable.span, "declared here").help(help),
                    );
                }
                _ => {}
            }
        }
        let vector = self.value(body, base)?;
        let Value::Plain(vector) = vector else {
            let title = "only vectors and gathers can be indexed";
            return self.fail(Diagnostic::error(Code::B0318, base.span, title));
        };
        let vector = settled(vector);
        let count = vector.ty.count();
        if vector.ty.is_integer() && count == 1 {
            let article = if vector.ty == Plain::INT { "an" } else { "a" };
            let title = format!("{article} `{}` has no components to index", vector.ty.brook());
            return self.fail(Diagnostic::error(Code::B0318, base.span, title));
        }
        let vector = if self.has_effects(index) { body.keep(vector, "before") } else { vector };
        let number = self.component_number(body, index, count)?;
        Ok(Value::Plain(component(vector, number, span)))
    }

    /// Checks a read of an element of a gather, or of a component of that element.
    fn gather(
        &mut self,
        body: &mut Body,
        (name, variable): (&str, &super::body::Variable),
        written: usize,
        brackets: &[&ast::Expr],
        span: Span,
    ) -> Checked<Value> {
        let GatherIndex { values: mut index, used, is_vector } =
            self.gather_index(body, (name, variable), written, brackets)?;
        self.check_dimensions((name, variable), written, (used, is_vector), span)?;
        let rest = &brackets[used..];
        if index.iter().any(|value| !is_cheap(value)) {
            let fields = self.types.records.fields(variable.ty).len();
            if fields > 1 {
                index = index.into_iter().map(|value| body.keep(value, "index")).collect();
            }
        }
        let element = |slot: Slot, ty: Plain| Expr { kind: ExprKind::Gather { slot, index: index.clone() }, ty, span };
        let slot = |field: usize| Slot { parameter: variable.number, field };
        let whole_element = variable.ty.plain();
        match (variable.ty, rest) {
            (Type::Record(id), []) => {
                let fields = self.types.records.fields(variable.ty);
                let values = fields.iter().enumerate().map(|(number, field)| element(slot(number), field.ty)).collect();
                Ok(Value::Record(id, values))
            }
            (_, []) => Ok(Value::Plain(element(slot(0), whole_element.ok_or(Failed)?))),
            (ty, [rest]) if ty.is_vector() => {
                let vector = body.keep(element(slot(0), whole_element.ok_or(Failed)?), "element");
                let number = self.component_number(body, rest, vector.ty.count())?;
                Ok(Value::Plain(component(vector, number, span)))
            }
            (_, rest) => {
                let (got, vector) = (rest.len() + used, if is_vector { ", of which one is a vector" } else { "" });
                let title = format!(
                    "gather `{name}` takes {used} ind{}, and {got} are given{vector}",
                    if used == 1 { "ex" } else { "ices" }
                );
                self.fail(Diagnostic::error(Code::B0330, rest[0].span, title).other(variable.span, "the gather"))
            }
        }
    }

    /// Returns the index of a gather. The remaining brackets index components of its element.
    pub(super) fn gather_index(
        &mut self,
        body: &mut Body,
        (name, variable): (&str, &super::body::Variable),
        written: usize,
        brackets: &[&ast::Expr],
    ) -> Checked<GatherIndex> {
        let mut index = GatherIndex { values: Vec::new(), used: 0, is_vector: false };
        // The number of brackets in the declaration only matters for a gather of vectors: there, a further bracket indexes a
        // component.
        let max = if variable.ty.is_vector() { written } else { 4 };
        for (value, bracket) in self.values(body, brackets)?.into_iter().zip(brackets) {
            let Value::Plain(value) = value else {
                return self.fail(
                    Diagnostic::error(Code::B0330, bracket.span, "a struct is no index").help("name one of its fields"),
                );
            };
            let value = settled(value);
            // A vector is a complete index; the brackets behind it index the element.
            if value.ty.count() > 1 && index.used == 0 {
                return Ok(GatherIndex { values: vec![value], used: 1, is_vector: true });
            }
            if value.ty.count() > 1 {
                let title = format!("{} `{name}` is indexed by numbers and a vector", variable.noun());
                let help = "one vector indexes all dimensions, `a[v]`; or each has a number, `a[y][x]`";
                return self.fail(Diagnostic::error(Code::B0330, bracket.span, title).help(help));
            }
            index.values.push(value);
            index.used += 1;
            if index.used == max {
                break;
            }
        }
        // The last bracket is x.
        index.values.reverse();
        Ok(index)
    }

    /// Reports an index whose number of dimensions is not that of the gather's declaration: too few are an error, too many a
    /// warning.
    pub(super) fn check_dimensions(
        &mut self,
        (name, variable): (&str, &super::body::Variable),
        written: usize,
        (used, is_vector): (usize, bool),
        span: Span,
    ) -> Checked<()> {
        let noun = variable.noun();
        if !is_vector && used < written {
            let given = if used == 1 { "1 index is".to_owned() } else { format!("{used} indices are") };
            let title = format!("{noun} `{name}` has {written} dimensions, and {given} given");
            let help = format!("write `{name}{}`, or one vector", "[i]".repeat(written));
            return self.fail(
                Diagnostic::error(Code::B0330, span, title).other(variable.span, format!("the {noun}")).help(help),
            );
        }
        if !is_vector && used > written {
            let title = format!("{noun} `{name}{}` is indexed by {used} numbers", "[]".repeat(written));
            let diagnostic = Diagnostic::warning(Code::B0339, span, title).other(variable.span, format!("the {noun}"));
            let help = format!("of a stream with fewer than {used} dimensions, only the last of them count");
            let declared = format!("if it has as many, say so: `{name}{}`", "[]".repeat(used));
            self.report(diagnostic.help(help).help(declared));
        }
        Ok(())
    }

    pub(super) fn index_of(&mut self, body: &mut Body, of: &ast::Expr, span: Span) -> Checked<Value> {
        let ty = Plain::Float(Components::Four);
        // `indexof(s.x)` is accepted, and means `indexof(s).x`.
        if let ast::ExprKind::Member(base, member) = &of.kind {
            let Value::Plain(place) = self.index_of(body, base, span)? else { return Err(Failed) };
            let taken = self.swizzle(&member.text, ty, member.span)?;
            return Ok(Value::Plain(swizzled(place, taken, span)));
        }
        let help = "`indexof(a)` is the place of this element in a stream or output of this kernel";
        let ast::ExprKind::Name(name) = &of.kind else {
            return self
                .fail(Diagnostic::error(Code::B0331, of.span, "`indexof` takes the name of a stream").help(help));
        };
        let Some(variable) = body.find(name).cloned() else { return self.unresolved_variable(body, name, of.span) };
        if body.reduction {
            let title = "a reduction has no `indexof`";
            let help = "its operands may be partial results, which have no position: store the index in the elements with a kernel first";
            return self.fail(Diagnostic::error(Code::B0332, span, title).help(help));
        }
        body.uses(&variable);
        let Some(role) = variable.role else {
            let title = format!("`indexof` takes a stream, and `{name}` is a variable");
            return self.fail(Diagnostic::error(Code::B0331, of.span, title).help(help));
        };
        match role {
            Role::Gather { .. } => {
                let title = format!("`indexof` takes a stream, and `{name}` is a gather");
                self.fail(Diagnostic::error(Code::B0331, of.span, title).help(help))
            }
            // The kernel runs over the shape of the output, unless the call says otherwise.
            Role::Scatter { .. } => Ok(Value::Plain(self.own_place(body, span)?)),
            Role::Variable { .. } => {
                let title = format!(
                    "`indexof` takes a stream, and `{name}` is a variable output, whose places are not known yet"
                );
                self.fail(Diagnostic::error(Code::B0331, of.span, title).help("take that of an input"))
            }
            Role::Constant => {
                let title = format!("`indexof` takes a stream, and `{name}` is a constant");
                self.fail(Diagnostic::error(Code::B0331, of.span, title).help(help))
            }
            _ => {
                body.indexed[variable.number] = true;
                Ok(Value::Plain(Expr { kind: ExprKind::IndexOf(variable.number), ty, span }))
            }
        }
    }
}

impl Checker<'_> {
    /// Returns `instance()` as floats: the position of this element in the output. In a called kernel, this is the position of its
    /// caller.
    pub(super) fn own_place(&mut self, body: &mut Body, span: Span) -> Checked<Expr> {
        if body.reduction {
            let title = "a reduction has no `instance()`";
            let help = "its operands may be partial results, which have no position: store the index in the elements with a kernel first";
            return self.fail(Diagnostic::error(Code::B0332, span, title).help(help));
        }
        let number = body.parameters.len();
        body.indexed[number] = true;
        Ok(Expr { kind: ExprKind::IndexOf(number), ty: Plain::Float(Components::Four), span })
    }
}

/// Returns one component of a vector. `number`, an int, is its index.
fn component(vector: Expr, number: Expr, span: Span) -> Expr {
    match number.kind {
        ExprKind::Int(number) => swizzled(vector, vec![number as u8], span),
        _ => {
            let ty = vector.ty.scalar();
            Expr { kind: ExprKind::At(Box::new(vector), Box::new(number)), ty, span }
        }
    }
}

/// Whether the value costs nothing to compute, so that it may be computed again for each field.
fn is_cheap(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Float(_) | ExprKind::Int(_) | ExprKind::Uint(_) => true,
        ExprKind::Local(_) | ExprKind::Constant(_) => true,
        ExprKind::Swizzle(inner, _) => is_cheap(inner),
        _ => false,
    }
}

impl super::body::Variable {
    /// Returns the name of the parameter's role, for messages.
    pub(super) fn noun(&self) -> &'static str {
        self.role.map_or("variable", |role| role.noun())
    }

    /// Returns the start of a declaration, type and name, for messages that advise to make this parameter a gather.
    fn named(&self, name: &str) -> String {
        match self.ty.numbers() {
            Some((scalar, components)) => format!("{} {name}", scalar.name(components)),
            None => name.to_owned(),
        }
    }
}
