//! Checks components of vectors, by name and by index.

use super::constants::integer;
use super::construct::swizzled;
use super::{Body, Checked, Checker, Global, one};
use crate::ir::TemplateExpr;
use crate::ir::{Expr, ExprKind, LETTERS, Type};
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    pub(super) fn member(&mut self, body: &mut Body, base: &ast::Expr, member: &Name, span: Span) -> Checked<Expr> {
        if let Some(name) = self.stream(body, base) {
            return self.unfetched(&name, base.span);
        }
        let value = self.value(body, base)?;
        let wanted = self.components(value.ty, member)?;
        Ok(swizzled(value, wanted, span))
    }

    /// Returns the name of the input that an expression names, if it names one.
    pub(super) fn stream(&self, body: &Body, of: &ast::Expr) -> Option<String> {
        let ast::ExprKind::Name(name) = &of.kind else { return None };
        let input = matches!(self.globals.get(name.as_str()), Some((Global::Input(_), _)));
        (input && body.find(name).is_none()).then(|| name.clone())
    }

    /// Returns the components that a member names: `xy`.
    pub(super) fn components(&mut self, ty: Type, member: &Name) -> Checked<Vec<u8>> {
        let word = member.text.as_str();
        let count = ty.count();
        let fail = |title: String| Diagnostic::error(Code::K0307, member.span, title);
        if count == 1 {
            let title = format!("{} has no component `{word}`", one(ty));
            return self.fail(fail(title).help(format!("only vectors have components: write it without `.{word}`")));
        }
        let set = ["xyzw", "rgba", "stpq"].into_iter().find(|set| word.chars().all(|c| set.contains(c)));
        let Some(set) = set.filter(|_| (1..=4).contains(&word.len())) else {
            let title = format!("`{}` has no component `{word}`", ty.name());
            let known = LETTERS[..count].join(", ");
            return self.fail(fail(title).help(format!("it has {known}, up to four of them together: `.xy`")));
        };
        let wanted: Vec<u8> = word.chars().filter_map(|c| set.find(c)).map(|k| k as u8).collect();
        if let Some(&beyond) = wanted.iter().find(|&&k| usize::from(k) >= count) {
            let letter = &set[usize::from(beyond)..=usize::from(beyond)];
            let title = format!("`{}` has no component `{letter}`", ty.name());
            return self.fail(fail(title).help(format!("it has {}", LETTERS[..count].join(", "))));
        }
        Ok(wanted)
    }

    /// Checks `v[i]`, which is a component of a vector or an item of an array.
    pub(super) fn component(
        &mut self,
        body: &mut Body,
        base: &ast::Expr,
        index: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        if let Some(name) = self.stream(body, base) {
            return self.unfetched(&name, base.span);
        }
        if let Some(item) = self.constant_item(body, base, index, span)? {
            return Ok(item);
        }
        if let Some(array) = self.array(body, base)? {
            let item = self.item(body, index)?;
            let kind = ExprKind::Template(Box::new(TemplateExpr::Item(array.local, item)));
            return Ok(Expr::new(kind, array.ty, span));
        }
        let value = self.value(body, base);
        let effects = self.has_effects(index);
        let value = value.map(|value| if effects { body.keep(value, "before") } else { value })?;
        let number = self.component_number(body, index, value.ty, span)?;
        match integer(&number) {
            Some(number) => Ok(swizzled(value, vec![number as u8], span)),
            None => {
                let ty = value.ty.scalar();
                Ok(Expr::new(ExprKind::At(Box::new(value), Box::new(number)), ty, span))
            }
        }
    }

    /// Checks the index of a component of a vector. It must be an int or an index; a literal must be in range.
    pub(super) fn component_number(
        &mut self,
        body: &mut Body,
        index: &ast::Expr,
        ty: Type,
        span: Span,
    ) -> Checked<Expr> {
        if ty.count() == 1 {
            let title = format!("{} has no components to index", one(ty));
            return self.fail(Diagnostic::error(Code::K0307, span, title));
        }
        let number = self.value(body, index)?;
        let number = match number.ty {
            Type::UINT => self.convert(number, Type::INT)?,
            Type::INT | Type::Index => number,
            Type::AbstractInt => self.settle_rest(number)?,
            _ => {
                let diagnostic = self.mismatch(&number, Type::Index, "the number of a component");
                return self.fail(diagnostic);
            }
        };
        if let Some(number) = integer(&number)
            && !(0..ty.count() as i64).contains(&number)
        {
            let title = format!("`{}` has no component {number}", ty.name());
            let help = format!("they are numbered from 0 to {}", ty.count() - 1);
            return self.fail(Diagnostic::error(Code::K0307, index.span, title).help(help));
        }
        Ok(number)
    }
}
