//! Parts of values: members of structs, items of arrays, rows and elements of matrices, and components of vectors.

use super::body::{Body, component};
use super::number::{binary, float, select, swizzle, vector};
use super::value::{Item, Value};
use super::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::{Binary, Expr};
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span, nearest};

/// The maximum number of parts among which a computed index chooses: each is a selection where it is read, and a branch where it is written.
const MAX_CHOICES: usize = 1024;

/// The part of a value that a member or an index names.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub ty: Type,
    pub of: PartOf,
}

#[derive(Clone, Debug)]
pub(super) enum PartOf {
    /// Whole leaves, from the first on.
    Leaves(usize, usize),
    /// Components, each of a leaf.
    Components(Vec<(usize, u8)>),
}

/// Returns the number of a component by its letter, in any of the three sets of letters.
fn letters(text: &str) -> Option<Vec<u8>> {
    ["xyzw", "rgba", "stpq"]
        .iter()
        .find_map(|set| text.chars().map(|letter| set.find(letter).map(|k| k as u8)).collect::<Option<Vec<u8>>>())
}

/// Returns the rows and columns that the name of elements of a matrix says: `_m00_m11`, or `_11_22`.
fn elements(text: &str) -> Option<Vec<(u8, u8)>> {
    let mut rest = text;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let after = rest.strip_prefix('_')?;
        let (digits, first) = match after.strip_prefix('m') {
            Some(digits) => (digits, b'0'),
            None => (after, b'1'),
        };
        let [row, column, ..] = digits.as_bytes() else { return None };
        found.push((row.checked_sub(first)?, column.checked_sub(first)?));
        rest = digits.get(2..)?;
    }
    (1..=4).contains(&found.len()).then_some(found)
}

impl Checker<'_> {
    /// Returns the part that a name after a point stands for.
    pub(super) fn part(&mut self, ty: &Type, member: &Name) -> Checked<Part> {
        match ty {
            Type::Struct(number) => self.member_part(*number, member),
            Type::Vector(base, count) => {
                let letters = letters(&member.text).filter(|letters| (1..=4).contains(&letters.len()));
                let Some(letters) = letters else { return self.no_part(ty, member) };
                if let Some(beyond) = letters.iter().find(|&&letter| letter >= *count) {
                    let name = self.type_name(ty);
                    let letter = ["x", "y", "z", "w"][usize::from(*beyond)];
                    let title = format!("a `{name}` has no component `{letter}`");
                    return self.refuse(Code::C1031, member.span, title, "");
                }
                let ty = Type::Vector(*base, letters.len() as u8);
                Ok(Part { ty, of: PartOf::Components(letters.into_iter().map(|letter| (0, letter)).collect()) })
            }
            Type::Matrix(base, rows, columns) => {
                let Some(found) = elements(&member.text) else { return self.no_part(ty, member) };
                if found.iter().any(|(row, column)| row >= rows || column >= columns) {
                    let title = format!("a `{}` has no element `{}`", self.type_name(ty), member.text);
                    return self.refuse(Code::C1031, member.span, title, "`_m00` counts from 0, and `_11` from 1");
                }
                let ty = Type::Vector(*base, found.len() as u8);
                let components = found.into_iter().map(|(row, column)| (row.into(), column)).collect();
                Ok(Part { ty, of: PartOf::Components(components) })
            }
            _ => self.no_part(ty, member),
        }
    }

    fn no_part<T>(&mut self, ty: &Type, member: &Name) -> Checked<T> {
        let title = format!("a `{}` has no `{}`", self.type_name(ty), member.text);
        let help = match ty {
            Type::Vector(..) => "components are named by `xyzw`, `rgba` or `stpq`, at most four",
            Type::Matrix(..) => "elements are named as in `_m00_m11`, and rows as in `m[0]`",
            _ => "",
        };
        self.refuse(Code::C1031, member.span, title, help)
    }

    fn member_part(&mut self, number: usize, member: &Name) -> Checked<Part> {
        let members = self.members(number)?;
        let mut start = 0;
        for own in members.iter() {
            let count = self.leaf_count(&own.ty);
            if own.item.name.text == member.text {
                return Ok(Part { ty: own.ty.clone(), of: PartOf::Leaves(start, count) });
            }
            start += count;
        }
        let title = format!("struct `{}` has no member `{}`", self.structure(number).name.text, member.text);
        let mut diagnostic = Diagnostic::error(Code::C1031, member.span, title);
        if let Some(near) = nearest(&member.text, members.iter().map(|own| own.item.name.text.as_str())) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.fail(diagnostic)
    }

    /// Returns the parts of which an index chooses one.
    pub(super) fn parts(&mut self, ty: &Type, span: Span) -> Checked<Vec<Part>> {
        Ok(match ty {
            Type::Vector(base, count) => {
                let part = |k: u8| Part { ty: Type::Vector(*base, 1), of: PartOf::Components(vec![(0, k)]) };
                (0..*count).map(part).collect()
            }
            Type::Matrix(base, rows, columns) => {
                let part = |k: u8| Part { ty: Type::Vector(*base, *columns), of: PartOf::Leaves(k.into(), 1) };
                (0..*rows).map(part).collect()
            }
            Type::Array(of, count) => {
                let size = self.leaf_count(of);
                (0..*count).map(|k| Part { ty: (**of).clone(), of: PartOf::Leaves(k * size, size) }).collect()
            }
            other => {
                let title = format!("a `{}` has no index", self.type_name(other));
                return self.refuse(Code::C1051, span, title, "arrays, matrices and vectors have one");
            }
        })
    }

    /// Checks an index into `count` parts.
    pub(super) fn index(&mut self, body: &mut Body, index: &ast::Expr, count: usize) -> Checked<Index> {
        let value = self.value(body, index)?;
        let Some((base, 1)) = value.vector() else {
            let title = format!("an index is a number, and this is a `{}`", self.type_name(&value.ty));
            return self.refuse(Code::C1022, index.span, title, "");
        };
        let whole = self.base(value.expr().clone(), base, Base::Int);
        match super::number::literal(&whole).as_deref() {
            Some([number]) if *number >= 0.0 && (*number as usize) < count => Ok(Index::Known(*number as usize)),
            Some([number]) => {
                let title = format!("index {number} is outside of 0 to {}", count.saturating_sub(1));
                self.refuse(Code::C1068, index.span, title, "")
            }
            _ if count > MAX_CHOICES => {
                let title = format!("a computed index chooses among {count}: the maximum is {MAX_CHOICES}");
                self.refuse(Code::C0001, index.span, title, "keep the numbers in a texture, and read it")
            }
            _ => Ok(Index::Computed(body.reused(whole))),
        }
    }

    /// Checks `a[i]`.
    pub(super) fn indexed(&mut self, body: &mut Body, of: &Value, index: &ast::Expr, span: Span) -> Checked<Value> {
        let parts = self.parts(&of.ty, span)?;
        match self.index(body, index, parts.len())? {
            Index::Known(number) => Ok(of.part(&parts[number], span)),
            Index::Computed(index) => {
                let options = parts.iter().map(|part| of.part(part, span)).collect();
                self.chosen(&index, options, span)
            }
        }
    }

    /// Checks an expression up to the choice by an index that is computed: returns the values among which it chooses, with the index.
    /// Samplers cannot be chosen, only what is made of each.
    pub(super) fn options(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<(Option<Expr>, Vec<Value>)> {
        let span = of.span;
        match &of.kind {
            ast::ExprKind::Index(base, index) => {
                let (chosen, values) = self.options(body, base)?;
                let parts = self.parts(&values[0].ty, span)?;
                match self.index(body, index, parts.len())? {
                    Index::Known(number) => {
                        Ok((chosen, values.iter().map(|value| value.part(&parts[number], span)).collect()))
                    }
                    Index::Computed(index) if chosen.is_none() => {
                        Ok((Some(index), parts.iter().map(|part| values[0].part(part, span)).collect()))
                    }
                    Index::Computed(_) => {
                        let help = "one index may be computed: write out the loop of the other";
                        self.refuse(Code::C6013, span, "a sampler is chosen by two computed indices", help)
                    }
                }
            }
            ast::ExprKind::Member(base, member) => {
                let (chosen, values) = self.options(body, base)?;
                let part = self.part(&values[0].ty, member)?;
                Ok((chosen, values.iter().map(|value| value.part(&part, span)).collect()))
            }
            _ => Ok((None, vec![self.value(body, of)?])),
        }
    }

    /// Returns the one of several values of a type whose number is `index`. An index beyond them chooses the nearest.
    pub(super) fn chosen(&mut self, index: &Expr, options: Vec<Value>, span: Span) -> Checked<Value> {
        self.chosen_from(index, 0, options, span)
    }

    /// Halves the options: a chain of thousands of them would be as deep.
    fn chosen_from(&mut self, index: &Expr, first: usize, mut options: Vec<Value>, span: Span) -> Checked<Value> {
        let upper = options.split_off(options.len().div_ceil(2));
        let middle = first + options.len();
        let mut chosen = match upper.len() {
            0 => return options.pop().map_or_else(|| self.refuse(Code::C1068, span, "this array is empty", ""), Ok),
            _ => self.chosen_from(index, middle, upper, span)?,
        };
        let lower = self.chosen_from(index, first, options, span)?;
        {
            let is = binary(Binary::Less, index.clone(), float(middle as f32, span));
            for (rest, own) in chosen.items.iter_mut().zip(lower.items) {
                match (&*rest, own) {
                    (Item::Number(other), Item::Number(own)) => {
                        *rest = Item::Number(select(is.clone(), own, other.clone()));
                    }
                    (Item::Sampler(other), Item::Sampler(own)) if *other == own => {}
                    _ => {
                        let help = "textures are bound before a program runs: unroll the loop, or write each of them";
                        return self.refuse(Code::C6013, span, "a sampler is chosen by a computed index", help);
                    }
                }
            }
        }
        Ok(chosen)
    }
}

/// An index.
pub(super) enum Index {
    Known(usize),
    Computed(Expr),
}

impl Value {
    /// Returns a part of the value.
    pub fn part(&self, part: &Part, span: Span) -> Value {
        let items = match &part.of {
            PartOf::Leaves(start, count) => self.items[*start..start + count].to_vec(),
            PartOf::Components(components) => {
                let first = components[0].0;
                let expr = match components.iter().all(|(leaf, _)| *leaf == first) {
                    true => {
                        let taken: Vec<u8> = components.iter().map(|(_, component)| *component).collect();
                        swizzle(self.items[first].number().clone(), &taken, span)
                    }
                    false => {
                        let parts = components.iter().map(|(leaf, k)| component(self.items[*leaf].number(), *k));
                        vector(parts.collect(), span)
                    }
                };
                vec![Item::Number(expr)]
            }
        };
        Value { ty: part.ty.clone(), items, span }
    }
}
