//! Lvalues: what can be assigned to.

use super::body::Body;
use super::member::{Index, Part, PartOf};
use super::number::{binary, float, local, swizzle, vector};
use super::value::{Held, Item, Value, Variable};
use super::{Checked, Checker};
use crate::cg::types::Type;
use crate::ir::{self, Binary, Expr, LocalId, Stmt};
use crate::syntax::{Code, Diagnostic, Span, ast};

/// The places of a value in variables.
#[derive(Clone, Debug)]
pub(super) struct Lvalue {
    pub ty: Type,
    pub places: Places,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum Places {
    Known(Vec<LeafPlace>),
    /// One of several places, by an index that is computed.
    Chosen(Expr, Vec<Lvalue>),
}

/// The place of a leaf.
#[derive(Clone, Debug)]
pub(super) enum LeafPlace {
    /// The components of a number or vector: each is one of a local.
    Components(Vec<(LocalId, u8)>),
    /// A sampler, which keeps its texture.
    Sampler(usize),
}

impl LeafPlace {
    fn component(&self, number: u8) -> (LocalId, u8) {
        match self {
            LeafPlace::Components(components) => components[usize::from(number)],
            LeafPlace::Sampler(_) => unreachable!("a sampler has no components"),
        }
    }
}

impl Lvalue {
    /// Whether it holds a sampler.
    pub fn has_samplers(&self) -> bool {
        match &self.places {
            Places::Known(leaves) => leaves.iter().any(|leaf| matches!(leaf, LeafPlace::Sampler(_))),
            Places::Chosen(_, options) => options.iter().any(Lvalue::has_samplers),
        }
    }

    /// Returns a part of it.
    pub fn part(&self, part: &Part, span: Span) -> Lvalue {
        let places = match &self.places {
            Places::Known(leaves) => Places::Known(match &part.of {
                PartOf::Leaves(start, count) => leaves[*start..start + count].to_vec(),
                PartOf::Components(components) => {
                    let places = components.iter().map(|(leaf, k)| leaves[*leaf].component(*k));
                    vec![LeafPlace::Components(places.collect())]
                }
            }),
            Places::Chosen(index, options) => {
                Places::Chosen(index.clone(), options.iter().map(|option| option.part(part, span)).collect())
            }
        };
        Lvalue { ty: part.ty.clone(), places, span }
    }
}

impl Checker<'_> {
    /// Checks an expression that is assigned to.
    pub(super) fn lvalue(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Lvalue> {
        let span = of.span;
        match &of.kind {
            ast::ExprKind::Name(name) => {
                let Some(variable) = self.variable(body, name)? else {
                    return self.unknown_variable(body, name, span);
                };
                self.whole(body, &variable, name, span)
            }
            ast::ExprKind::Member(base, member) => {
                let base = self.lvalue(body, base)?;
                let part = self.part(&base.ty, member)?;
                if let PartOf::Components(components) = &part.of
                    && (1..components.len()).any(|k| components[..k].contains(&components[k]))
                {
                    let title = format!("`{}` names a component twice, and cannot be assigned to", member.text);
                    return self.refuse(Code::C1060, member.span, title, "");
                }
                Ok(base.part(&part, span))
            }
            ast::ExprKind::Index(base, index) => {
                let base = self.lvalue(body, base)?;
                let parts = self.parts(&base.ty, span)?;
                match self.index(body, index, parts.len())? {
                    Index::Known(number) => Ok(base.part(&parts[number], span)),
                    Index::Computed(index) => {
                        // What is evaluated before the assignment may change the variable that the index is.
                        let index = body.held(index);
                        let options: Vec<Lvalue> = parts.iter().map(|part| base.part(part, span)).collect();
                        let ty = parts.first().map_or(Type::Void, |part| part.ty.clone());
                        Ok(Lvalue { ty, places: Places::Chosen(index, options), span })
                    }
                }
            }
            _ => self.refuse(Code::C1060, span, "this cannot be assigned to", "a variable or a part of one can"),
        }
    }

    /// Returns the lvalue of a variable.
    pub(super) fn whole(&mut self, body: &Body, variable: &Variable, name: &str, span: Span) -> Checked<Lvalue> {
        if let Some(why) = variable.fixed {
            let diagnostic =
                Diagnostic::error(Code::C1060, span, format!("`{name}` cannot be assigned to: it is {why}"));
            return self.fail(diagnostic.other(variable.span, "declared here"));
        }
        let mut leaves = Vec::with_capacity(variable.items.len());
        for item in &variable.items {
            leaves.push(match item {
                Held::Local(id) => {
                    let count = body.function.locals[id.0].ty.count();
                    LeafPlace::Components((0..count as u8).map(|component| (*id, component)).collect())
                }
                Held::Sampler(sampler) => LeafPlace::Sampler(*sampler),
                Held::Constant(_) => {
                    let title = format!("`{name}` cannot be assigned to: its value is constant");
                    let diagnostic = Diagnostic::error(Code::C1060, span, title);
                    return self.fail(diagnostic.other(variable.span, "declared here"));
                }
            });
        }
        Ok(Lvalue { ty: variable.ty.clone(), places: Places::Known(leaves), span })
    }

    /// Returns the value of an lvalue.
    pub(super) fn read(&mut self, body: &Body, lvalue: &Lvalue) -> Checked<Value> {
        let span = lvalue.span;
        match &lvalue.places {
            Places::Known(leaves) => {
                let items = leaves.iter().map(|place| match place {
                    LeafPlace::Components(places) => Item::Number(read_leaf(body, places, span)),
                    LeafPlace::Sampler(sampler) => Item::Sampler(*sampler),
                });
                Ok(Value { ty: lvalue.ty.clone(), items: items.collect(), span })
            }
            Places::Chosen(index, options) => {
                let options: Vec<Value> =
                    options.iter().map(|option| self.read(body, option)).collect::<Checked<Vec<_>>>()?;
                self.chosen(index, options, span)
            }
        }
    }

    /// Assigns a value, which has the type of the lvalue.
    ///
    /// # Errors
    /// A sampler would get another texture than it has.
    pub(super) fn store(&mut self, body: &mut Body, lvalue: &Lvalue, value: &Value) -> Checked<()> {
        match &lvalue.places {
            Places::Known(leaves) => {
                // A value may read what it is assigned to: `v.xy = v.yx`. One assignment of a leaf is safe; several need a copy.
                let value = if leaves.len() > 1 { body.copied(value) } else { value.clone() };
                for (place, item) in leaves.iter().zip(&value.items) {
                    match (place, item) {
                        (LeafPlace::Components(places), Item::Number(number)) => store_leaf(body, places, number),
                        (LeafPlace::Sampler(own), Item::Sampler(other)) if own == other => {}
                        _ => {
                            let help =
                                "textures are bound before a program runs: give the sampler with the declaration";
                            return self.refuse(Code::C1060, lvalue.span, "a sampler cannot be assigned to", help);
                        }
                    }
                }
                Ok(())
            }
            Places::Chosen(index, options) => {
                let value = body.reused_value(value.clone());
                for (number, option) in options.iter().enumerate() {
                    let condition = binary(Binary::Equal, index.clone(), float(number as f32, lvalue.span));
                    let outer = std::mem::take(&mut body.out);
                    let stored = self.store(body, option, &value);
                    let then = std::mem::replace(&mut body.out, outer);
                    stored?;
                    body.out.push(Stmt::If { condition, then, otherwise: Vec::new() });
                }
                Ok(())
            }
        }
    }
}

impl Body {
    /// Returns a value that later assignments do not change.
    pub fn copied(&mut self, value: &Value) -> Value {
        let items = value.items.iter().map(|item| match item {
            Item::Number(expr) => Item::Number(self.held(expr.clone())),
            other => other.clone(),
        });
        Value { items: items.collect(), ..value.clone() }
    }

    /// Returns an expression that later assignments do not change.
    pub fn held(&mut self, expr: Expr) -> Expr {
        if super::number::literal(&expr).is_some() {
            return expr;
        }
        let (ty, span) = (expr.ty, expr.span);
        let id = self.holding("copy", expr);
        local(id, ty, span)
    }
}

fn read_leaf(body: &Body, places: &[(LocalId, u8)], span: Span) -> Expr {
    let first = places[0].0;
    let whole = |id: LocalId| local(id, body.function.locals[id.0].ty, span);
    if places.iter().all(|(id, _)| *id == first) {
        let taken: Vec<u8> = places.iter().map(|(_, component)| *component).collect();
        return swizzle(whole(first), &taken, span);
    }
    vector(places.iter().map(|(id, component)| swizzle(whole(*id), &[*component], span)).collect(), span)
}

fn store_leaf(body: &mut Body, places: &[(LocalId, u8)], value: &Expr) {
    let first = places[0].0;
    let count = body.function.locals[first.0].ty.count();
    let assign = |local: LocalId, part: ir::Part, value: Expr| Stmt::Assign { place: ir::Place { local, part }, value };
    if places.iter().all(|(id, _)| *id == first) {
        let taken: Vec<u8> = places.iter().map(|(_, component)| *component).collect();
        let whole = taken.len() == count && taken.iter().enumerate().all(|(k, &own)| usize::from(own) == k);
        let part = if whole { ir::Part::Whole } else { ir::Part::Components(taken) };
        body.out.push(assign(first, part, value.clone()));
        return;
    }
    let (ty, span) = (value.ty, value.span);
    let id = body.holding("copy", value.clone());
    for (k, (place, component)) in places.iter().enumerate() {
        let part = match body.function.locals[place.0].ty.count() {
            1 => ir::Part::Whole,
            _ => ir::Part::Components(vec![*component]),
        };
        body.out.push(assign(*place, part, swizzle(local(id, ty, span), &[k as u8], span)));
    }
}
