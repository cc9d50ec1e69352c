//! The parameters that uniforms and samplers are.

use super::body::Body;
use super::leaves::DescribedLeaf;
use super::number::leaf_type;
use super::value::{Item, Value};
use super::{Checked, Checker};
use crate::cg::ast::VariableItem;
use crate::cg::parameters::{ParameterKind, Row, Texture as TextureOf, split};
use crate::cg::types::{Leaf, Type};
use crate::fragment_program::State;
use crate::ir::{Constant, Expr, ExprKind};
use crate::syntax::{Code, Span, ast};

/// The number of constant registers that a parameter may ask for. It is that of the chip with the most.
const MAX_REGISTERS: usize = 1024;

/// The number of texture image units.
pub(super) const MAX_UNITS: usize = 16;

/// Returns the value at the start of the part of OpenGL's state that a semantic names, as `state.matrix.mvp`.
fn state(semantic: &str, row: Option<&Row>) -> Option<[f32; 4]> {
    let lower = semantic.to_ascii_lowercase();
    let name = lower.strip_prefix("glstate.").or(lower.strip_prefix("state."))?;
    let state = match row {
        Some(row) => State::parse(&format!("{name}.row[{}]", row.number)),
        None => State::parse(name),
    };
    Some(state?.initial())
}

impl Checker<'_> {
    /// Returns a uniform parameter as a value, with a parameter of the program for each leaf. `index` is that of the entry's parameter;
    /// `number` that of the global variable.
    pub(super) fn uniform(
        &mut self,
        item: &VariableItem,
        ty: &Type,
        index: Option<usize>,
        number: usize,
    ) -> Checked<Value> {
        let span = item.name.span;
        let semantic = item.semantic.as_ref().map(|name| name.text.clone());
        let default = match &item.value {
            Some(value) => Some(self.default(ty, value)?),
            None => None,
        };
        let order = index.map_or((1u8, number), |index| (0, index));
        let mut items = Vec::new();
        let described = self.described(&item.name.text, ty, semantic.as_deref());
        for (k, described) in described.into_iter().enumerate() {
            let place = (order.0, order.1, k);
            let DescribedLeaf { leaf, name, semantic, offset, row, .. } = &described;
            let asked = semantic.as_deref().map(split);
            items.push(match *leaf {
                Leaf::Number(base, count) => {
                    let register = match asked {
                        Some((word, Some(register))) if word == "C" => {
                            Some(self.below(MAX_REGISTERS, "constant register", (register, *offset), span)?)
                        }
                        _ => None,
                    };
                    let default = default.as_ref().map(|values: &Vec<Vec<f32>>| {
                        let mut four = [0.0; 4];
                        four[..values[k].len()].copy_from_slice(&values[k]);
                        four
                    });
                    let default = default.or_else(|| state(semantic.as_deref()?, row.as_ref()));
                    self.constants.push(Constant { name: name.clone(), ty: leaf_type(base, count) });
                    self.constant_parameters.push(self.parameters.len());
                    let kind = ParameterKind::Uniform { register, count: count.into(), default };
                    self.parameters.push(described.parameter(kind, index, place));
                    let number = self.constants.len() - 1;
                    Item::Number(Expr::new(ExprKind::Uniform(number), leaf_type(base, count), span))
                }
                Leaf::Sampler(texture) => {
                    let unit = match asked {
                        Some((word, Some(unit))) if word == "TEXUNIT" || word == "S" => {
                            Some(self.below(MAX_UNITS, "texture image unit", (unit, *offset), span)?)
                        }
                        _ => None,
                    };
                    let texture = TextureOf::declared(texture);
                    self.one_kind_a_unit(name, (unit, texture), span)?;
                    let kind = ParameterKind::Texture { unit, texture };
                    self.parameters.push(described.parameter(kind, index, place));
                    Item::Sampler(self.parameters.len() - 1)
                }
            });
        }
        Ok(Value { ty: ty.clone(), items, span })
    }

    /// Refuses textures of two kinds on one unit: a program can read only one of them.
    fn one_kind_a_unit(&mut self, name: &str, own: (Option<usize>, Option<TextureOf>), span: Span) -> Checked<()> {
        let (Some(unit), Some(texture)) = own else { return Ok(()) };
        let other = self.parameters.iter().find_map(|known| match known.kind {
            ParameterKind::Texture { unit: Some(own), texture: Some(other) } if own == unit && other != texture => {
                Some((known.name.clone(), other))
            }
            _ => None,
        });
        match other {
            None => Ok(()),
            Some((other, kind)) => {
                let title = format!(
                    "texture image unit {unit} has a {kind} texture, `{other}`, and a {texture} texture, `{name}`"
                );
                self.refuse(Code::C5108, span, title, "a program reads textures of one kind from a unit")
            }
        }
    }

    /// Returns the number of a register or unit that a parameter asks for.
    fn below(&mut self, limit: usize, what: &str, (first, offset): (usize, usize), span: Span) -> Checked<usize> {
        match first.saturating_add(offset) {
            number if number < limit => Ok(number),
            number => {
                let title = format!("there is no {what} {number}: the last is {}", limit - 1);
                self.refuse(Code::C5108, span, title, "")
            }
        }
    }

    /// Returns the numbers of a uniform's default.
    fn default(&mut self, ty: &Type, of: &ast::Expr) -> Checked<Vec<Vec<f32>>> {
        let mut body = Body::new("", Type::Void);
        let value = self.initial(&mut body, ty, of)?;
        let numbers = value.items.iter().map(|item| match item {
            Item::Number(expr) => super::number::literal(expr),
            Item::Sampler(_) => Some(Vec::new()),
        });
        match numbers.collect::<Option<Vec<_>>>() {
            Some(numbers) => Ok(numbers),
            None => self.refuse(Code::C1059, of.span, "the default of a uniform must be constant", ""),
        }
    }
}
