//! Declarations of local variables, and lengths of arrays.

use super::body::Body;
use super::value::{Held, Item, Value, Variable};
use super::{Checked, Checker, Failed};
use crate::cg::types::Type;
use crate::syntax::ast::{Declarator, Expr, Name};
use crate::syntax::{Code, Diagnostic};

/// Returns what holds a value whose numbers are all known.
fn constants(value: &Value) -> Option<Vec<Held>> {
    let held = |item: &Item| match item {
        Item::Number(expr) => super::number::literal(expr).map(|_| Held::Constant(expr.clone())),
        Item::Sampler(_) => None,
    };
    value.items.iter().map(held).collect()
}

impl Checker<'_> {
    pub(super) fn declaration(&mut self, body: &mut Body, ty: &Name, declarators: &[Declarator]) -> Checked<()> {
        let mut result = Ok(());
        for declarator in declarators {
            if self.declarator(body, ty, declarator).is_err() {
                // What uses the variable is not wrong for that.
                body.failed.insert(declarator.name.text.clone());
                result = Err(Failed);
            }
        }
        result
    }

    fn declarator(&mut self, body: &mut Body, ty: &Name, of: &Declarator) -> Checked<()> {
        let name = of.name.text.as_str();
        let mut ty = self.resolve_in(body, ty, &of.lengths)?;
        if ty == Type::Void {
            return self.refuse(Code::C0501, of.name.span, format!("`{name}` cannot be `void`"), "");
        }
        if let Some(first) = body.own(name) {
            let diagnostic = Diagnostic::error(Code::C1002, of.name.span, format!("`{name}` is already defined"));
            let diagnostic = diagnostic.other(first.span, "here it is defined first");
            return self.fail(diagnostic);
        }
        if of.is_static && !of.constant {
            let variable = self.static_local(body, &ty, of)?;
            body.insert(name, variable);
            return Ok(());
        }
        let value = match &of.value {
            Some(value) => self.initial(body, &ty, value).map(Some),
            None => Ok(None),
        };
        let (value, failed) = match value {
            Ok(value) => (value, false),
            Err(Failed) if matches!(ty, Type::Unsized(_) | Type::Sampler(_)) => return Err(Failed),
            Err(Failed) => (None, true),
        };
        if let Some(value) = &value {
            // An interface, or an array without a length, becomes what the value is.
            ty = value.ty.clone();
        }
        if let Type::Unsized(_) = ty {
            return self.refuse(Code::C1067, of.name.span, format!("array `{name}` has no length"), "write `[4]`");
        }
        let known = value.as_ref().filter(|_| of.constant).and_then(constants);
        let items = known.unwrap_or_else(|| self.declare_leaves(body, name, &ty, value.as_ref()));
        let fixed = of.constant.then_some("`const`");
        body.insert(name, Variable { ty, items, fixed, span: of.name.span });
        if failed { Err(Failed) } else { Ok(()) }
    }

    /// Returns a `static` variable of a function: one that keeps its value between the calls for a fragment.
    fn static_local(&mut self, body: &mut Body, ty: &Type, of: &Declarator) -> Checked<Variable> {
        let name = of.name.text.as_str();
        if !self.statics.contains_key(&of.name.span) {
            let mut start = Body::new(name, Type::Void);
            let value = match &of.value {
                Some(value) => self.initial(&mut start, ty, value)?,
                None => self.zero(ty, of.name.span),
            };
            let shared = self.share(start, name, &value.ty.clone(), &value, of.name.span);
            self.statics.insert(of.name.span, shared);
        }
        let shared = self.statics[&of.name.span].clone();
        Ok(self.of_global(body, name, shared))
    }

    /// Returns the length of an array.
    pub(super) fn length(&mut self, body: &mut Body, of: &Expr) -> Checked<usize> {
        let value = self.value(body, of)?;
        match value.literal() {
            Some(length) if (1.0..=65536.0).contains(&length) && length.fract() == 0.0 => Ok(length as usize),
            Some(length) => {
                let title = format!("the length of an array is from 1 to 65536, not {length}");
                self.refuse(Code::C1059, of.span, title, "")
            }
            None => self.refuse(Code::C1059, of.span, "the length of an array must be constant", ""),
        }
    }
}
