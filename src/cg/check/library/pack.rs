//! Functions that pack numbers into the bits of a float, and unpack them.

use crate::cg::check::convert::Purpose;
use crate::cg::check::value::Value;
use crate::cg::check::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::{Expr, ExprKind, FragmentExpr, Packing};
use crate::syntax::ast::Name;
use crate::syntax::{Code, Span};

impl Checker<'_> {
    pub(super) fn packing(&mut self, name: &Name, values: &[Value], span: Span) -> Checked<Option<Value>> {
        let Some((verb, what)) = name.text.split_once('_') else { return Ok(None) };
        let (packing, base) = match what {
            "2half" => (Packing::Halves, Base::Half),
            "2ushort" => (Packing::Shorts, Base::Float),
            "4ubyte" => (Packing::UnsignedBytes, Base::Half),
            "4byte" => (Packing::Bytes, Base::Half),
            _ => return Ok(None),
        };
        self.takes(name, values.len(), 1)?;
        if !self.options.profile.has_half() {
            let title = format!("profile {} has no `{}`", self.options.profile, name.text);
            return self.refuse(Code::C5201, span, title, "fp30 and fp40 have it");
        }
        let count = packing.count() as u8;
        let (result, ty, kind) = match verb {
            "pack" => {
                let of = self.convert(values[0].clone(), &Type::Vector(base, count), Purpose::Assignment)?;
                (Type::FLOAT, crate::ir::Type::FLOAT, FragmentExpr::Pack(packing, of.expr().clone()))
            }
            _ => {
                let of = self.convert(values[0].clone(), &Type::FLOAT, Purpose::Assignment)?;
                let ty = crate::ir::Type::floats(count.into());
                (Type::Vector(base, count), ty, FragmentExpr::Unpack(packing, of.expr().clone()))
            }
        };
        Ok(Some(Value::of(result, Expr::new(ExprKind::Fragment(Box::new(kind)), ty, span))))
    }
}
