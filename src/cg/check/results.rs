//! The results of the entry: colours and the depth.

use super::body::Body;
use super::leaves::DescribedLeaf;
use super::number::{leaf_type, swizzle};
use super::value::{Item, Value};
use super::{Checked, Checker};
use crate::cg::parameters::{ParameterKind, attribute, result};
use crate::cg::types::{Base, Leaf};
use crate::ir::{self, ExprKind, LocalId, Part, Place, SharedUse, Stmt};
use crate::syntax::{Code, Span};

/// A colour that a program writes.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cg) struct Output {
    /// The number of the render target.
    pub number: usize,
    /// Whether its numbers are of `half` or `fixed`.
    pub half: bool,
}

/// A result of the entry: its type, and where it is written.
pub(super) struct Written {
    pub local: LocalId,
    pub base: Base,
    pub count: u8,
    /// The number of a colour; `None` for the depth.
    pub color: Option<usize>,
}

impl<'a> Checker<'a> {
    /// Finds where the leaves of a result are written. Those that the program never sets are left out.
    pub(super) fn results_of(
        &mut self,
        main: &mut Body,
        (value, unset): (&Value, &[bool]),
        (name, semantic): (&str, Option<&crate::syntax::ast::Name>),
        span: Span,
        written: &mut Vec<Written>,
        index: Option<usize>,
    ) -> Checked<()> {
        let text = semantic.map(|own| own.text.as_str());
        let described = self.described(name, &value.ty, text);
        for (k, (item, described)) in value.items.iter().zip(described).enumerate() {
            if unset.get(k).is_some_and(|unset| *unset) {
                continue;
            }
            let (Item::Number(value), Leaf::Number(base, count)) = (item, described.leaf) else { continue };
            let DescribedLeaf { name, semantic, offset, .. } = &described;
            // A result without a semantic is the colour if it is the only one.
            let only = (index.is_none() && name.is_empty()).then(|| "COLOR".to_owned());
            let semantic = semantic.clone().or(only);
            let Some(text) = semantic else { continue };
            let Ok(color) = result(&text) else {
                // What a vertex program writes may stand in the same struct.
                if attribute(&text).is_ok() && index.is_some() {
                    continue;
                }
                let title = format!("`{text}` is not the semantic of a result of a fragment program");
                return self.refuse(Code::C5108, span, title, "there are COLOR0 to COLOR3, and DEPTH");
            };
            let color = color.map(|number| number + offset);
            if let Some(number) = color.filter(|number| *number > 3) {
                return self.refuse(Code::C5108, span, format!("there is no COLOR{number}"), "the last is COLOR3");
            }
            if written.iter().any(|known| known.color == color) {
                let title = format!("two results have the semantic `{text}`");
                return self.refuse(Code::C5108, span, title, "");
            }
            let kind = color.map_or(ParameterKind::Depth, ParameterKind::Color);
            let name = if index.is_none() { format!("{}{name}", self.options.entry) } else { name.clone() };
            let order = index.map_or((2, 0, k), |index| (0, index, k));
            let described = DescribedLeaf { name, semantic: Some(text), ..described };
            self.parameters.push(described.parameter(kind, index, order));
            let local = match value.kind {
                ExprKind::Local(local) => local,
                _ => main.holding("result", value.clone()),
            };
            written.push(Written { local, base, count, color });
        }
        Ok(())
    }

    /// Emits the assignments of the results.
    pub(super) fn write_results(&mut self, main: &mut Body, written: &[Written], span: Span) -> Checked<Vec<Output>> {
        let mut outputs = Vec::new();
        for result in written {
            let own = leaf_type(result.base, result.count);
            let value = super::number::local(result.local, own, span);
            let value =
                self.base(value, result.base, if result.base == Base::Bool { Base::Float } else { result.base });
            let (target, name, value) = match result.color {
                Some(number) => {
                    let half = matches!(result.base, Base::Half | Base::Fixed);
                    outputs.push(Output { number, half });
                    (number, format!("COLOR{number}"), value)
                }
                None => {
                    // The depth is the third component of a vector.
                    let value = swizzle(value, &[if result.count > 2 { 2 } else { 0 }], span);
                    (self.shared("depth", ir::Type::FLOAT, SharedUse::Depth), "depth".to_owned(), value)
                }
            };
            let local = main.target(target, &name, value.ty);
            main.out.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
        }
        Ok(outputs)
    }
}
