//! The inputs of the entry that vary between fragments.

use super::function::Signature;
use super::leaves::DescribedLeaf;
use super::number::{leaf_type, rounded, swizzle};
use super::value::{Item, Value};
use super::{Checked, Checker};
use crate::cg::ast::VariableItem;
use crate::cg::parameters::{ParameterKind, Texture, attribute};
use crate::cg::types::{Base, Leaf, Type};
use crate::ir::{self, Attribute, Expr, ExprKind, FragmentExpr, Mode, Precision};
use crate::syntax::{Code, Span};
use std::rc::Rc;

/// The number of texture coordinates.
const COORDINATES: usize = 8;
/// The number of colours.
const COLORS: usize = 2;

impl<'a> Checker<'a> {
    /// Returns the texture coordinates that no parameter asks for, last first.
    pub(super) fn unasked_coordinates(&mut self, signature: &Rc<Signature<'a>>) -> Vec<usize> {
        let mut used = [false; COORDINATES];
        for parameter in signature.parameters.iter().filter(|own| own.mode != Mode::Out) {
            let item = parameter.item;
            let semantic = item.semantic.as_ref().map(|own| own.text.as_str());
            for DescribedLeaf { semantic, offset, .. } in self.described(&item.name.text, &parameter.ty, semantic) {
                if let Some(Ok(Some(Attribute::TexCoord(number)))) = semantic.as_deref().map(attribute)
                    && let Some(used) = used.get_mut(number + offset)
                {
                    *used = true;
                }
            }
        }
        (0..COORDINATES).rev().filter(|&number| !used[number]).collect()
    }

    /// Returns an input that varies between fragments.
    pub(super) fn varying(
        &mut self,
        item: &VariableItem,
        ty: &Type,
        index: Option<usize>,
        free: &mut Vec<usize>,
    ) -> Checked<Value> {
        let span = item.name.span;
        let semantic = item.semantic.as_ref().map(|own| own.text.as_str());
        let described = self.described(&item.name.text, ty, semantic);
        let mut items = Vec::new();
        for (k, described) in described.into_iter().enumerate() {
            let order = index.map_or((1, item.name.span.start as usize, k), |index| (0, index, k));
            let (base, count) = match described.leaf {
                Leaf::Number(base, count) => (base, count),
                Leaf::Sampler(texture) => {
                    let kind = ParameterKind::Texture { unit: None, texture: Texture::declared(texture) };
                    self.parameters.push(described.parameter(kind, index, order));
                    items.push(Item::Sampler(self.parameters.len() - 1));
                    continue;
                }
            };
            let DescribedLeaf { name, semantic, offset, .. } = &described;
            let found = self.attribute_of(name, semantic.as_deref(), *offset, (span, &mut *free))?;
            let own = leaf_type(base, count);
            let value = match found {
                Some(attribute) => {
                    let four = Expr::new(
                        ExprKind::Fragment(Box::new(FragmentExpr::Attribute(attribute))),
                        ir::Type::floats(4),
                        span,
                    );
                    let value = swizzle(four, &[0, 1, 2, 3][..usize::from(count)], span);
                    match base {
                        Base::Half if self.rounds() => rounded(value, Precision::Half),
                        Base::Bool | Base::Int => self.base(value, Base::Float, base),
                        _ => value,
                    }
                }
                None => Expr::zero(own, span),
            };
            let kind = found.map_or(ParameterKind::Unbound, ParameterKind::Varying);
            self.parameters.push(described.parameter(kind, index, order));
            items.push(Item::Number(value));
        }
        Ok(Value { ty: ty.clone(), items, span })
    }

    /// Returns the attribute that an input reads: that of its semantic, or a texture coordinate that is free. `None` stands for what only
    /// vertex programs have.
    fn attribute_of(
        &mut self,
        name: &str,
        semantic: Option<&str>,
        offset: usize,
        (span, free): (Span, &mut Vec<usize>),
    ) -> Checked<Option<Attribute>> {
        let Some(text) = semantic else {
            return match free.pop() {
                Some(number) => Ok(Some(Attribute::TexCoord(number))),
                None => {
                    let title = format!("`{name}` needs a texture coordinate, and all {COORDINATES} are taken");
                    self.refuse(Code::C5041, span, title, "make it `uniform` if it is the same everywhere")
                }
            };
        };
        const HELP: &str = "there are TEXCOORD0 to TEXCOORD7, COLOR0, COLOR1, WPOS, FOG and FACE";
        let last = |word: &str, number: usize, last: usize| {
            format!("`{name}` has the semantic {word}{number}: the last is {word}{last}")
        };
        match attribute(text) {
            Ok(Some(Attribute::TexCoord(number))) => match number + offset {
                number if number < COORDINATES => Ok(Some(Attribute::TexCoord(number))),
                number => self.refuse(Code::C5108, span, last("TEXCOORD", number, COORDINATES - 1), HELP),
            },
            Ok(Some(Attribute::Color(number))) => match number + offset {
                number if number < COLORS => Ok(Some(Attribute::Color(number))),
                number => self.refuse(Code::C5108, span, last("COLOR", number, COLORS - 1), HELP),
            },
            Ok(other) => Ok(other),
            Err(()) => {
                let title = format!("`{text}` is not the semantic of an input of a fragment program");
                self.refuse(Code::C5108, span, title, HELP)
            }
        }
    }
}
