//! First values in braces: `float a[2] = {1, 2}`.

use std::rc::Rc;

use super::body::Body;
use super::convert::Purpose;
use super::value::{Item, Value};
use super::{Checked, Checker};
use crate::cg::types::Type;
use crate::syntax::{Code, Span, ast};

impl Checker<'_> {
    /// Checks the first value of a variable. An array without a length gets that of its values.
    pub(super) fn initial(&mut self, body: &mut Body, ty: &Type, of: &ast::Expr) -> Checked<Value> {
        let ast::ExprKind::Braces(parts) = &of.kind else {
            let value = self.value(body, of)?;
            if let (Type::Unsized(item), Type::Array(own, count)) = (ty, &value.ty) {
                let ty = Type::Array(item.clone(), *count);
                if own == item {
                    return Ok(value);
                }
                return self.convert(value, &ty, Purpose::Assignment);
            }
            return self.convert(value, ty, Purpose::Assignment);
        };
        match ty {
            Type::Unsized(item) => {
                let ty = Type::Array(item.clone(), parts.len());
                self.items(body, &ty, &vec![(**item).clone(); parts.len()], parts, of.span)
            }
            Type::Array(item, count) => {
                let flat = self.flat_count(parts);
                // The numbers of nested arrays may stand in one list.
                if parts.len() != *count && flat == parts.len() {
                    return self.flat(body, ty, parts, of.span);
                }
                self.items(body, ty, &vec![(**item).clone(); *count], parts, of.span)
            }
            Type::Struct(number) => {
                let members = self.members(*number)?;
                let types: Vec<Type> = members.iter().map(|member| member.ty.clone()).collect();
                self.items(body, ty, &types, parts, of.span)
            }
            Type::Matrix(base, rows, columns) if parts.len() == usize::from(*rows) => {
                let rows = vec![Type::Vector(*base, *columns); usize::from(*rows)];
                self.items(body, ty, &rows, parts, of.span)
            }
            Type::Vector(..) | Type::Matrix(..) => self.flat(body, ty, parts, of.span),
            Type::Void | Type::Sampler(_) => {
                let title = format!("a `{}` has no values in braces", self.type_name(ty));
                self.refuse(Code::C1056, of.span, title, "")
            }
        }
    }

    fn items(&mut self, body: &mut Body, ty: &Type, types: &[Type], parts: &[ast::Expr], span: Span) -> Checked<Value> {
        if types.len() != parts.len() {
            let name = self.type_name(ty);
            let title = format!("`{name}` has {} parts, and is given {}", types.len(), parts.len());
            let code = if parts.len() > types.len() { Code::C1068 } else { Code::C1067 };
            return self.refuse(code, span, title, "");
        }
        let mut items = Vec::new();
        for (ty, part) in types.iter().zip(parts) {
            items.extend(self.initial(body, ty, part)?.items);
        }
        Ok(Value { ty: ty.clone(), items, span })
    }

    /// The number of values of a list without braces in it; 0 if there are some.
    fn flat_count(&self, parts: &[ast::Expr]) -> usize {
        let nested = parts.iter().any(|part| matches!(part.kind, ast::ExprKind::Braces(_)));
        if nested { 0 } else { parts.len() }
    }

    /// Checks numbers that fill a vector, a matrix or nested arrays in order.
    fn flat(&mut self, body: &mut Body, ty: &Type, parts: &[ast::Expr], span: Span) -> Checked<Value> {
        match ty {
            Type::Vector(..) | Type::Matrix(..) => self.constructor(body, ty, parts, span),
            Type::Array(item, count) => {
                let item: Rc<Type> = item.clone();
                if parts.is_empty() || *count == 0 || !parts.len().is_multiple_of(*count) {
                    return self.items(body, ty, &vec![(*item).clone(); *count], parts, span);
                }
                let mut items: Vec<Item> = Vec::new();
                for parts in parts.chunks((parts.len() / count).max(1)) {
                    items.extend(self.flat(body, &item, parts, span)?.items);
                }
                Ok(Value { ty: ty.clone(), items, span })
            }
            _ => self.items(body, ty, &[], parts, span),
        }
    }
}
