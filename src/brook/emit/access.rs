//! How a kernel's text reads its streams: functions out of the kernel contract's `fetch` and of numbers that a pass is
//! given.

use super::Emitter;
use super::helpers::Helper;
use crate::brook::check::as_floats;
use crate::brook::plan::{InputLayout, PassPart, Supply};
use crate::brook::types::{LETTERS, Plain};
use crate::ir::{Expr, ExprKind, Slot};

/// Axes are called as components are.
const AXES: [&str; 4] = LETTERS;

impl Emitter<'_> {
    /// A function of the text, written out once.
    fn function(&mut self, wanted: &str, make: impl FnOnce(&mut Self, &str) -> String) -> String {
        if let Some((_, name)) = self.accessors.iter().find(|(known, _)| known == wanted) {
            return name.clone();
        }
        let name = self.names.global(wanted);
        self.accessors.push((wanted.to_owned(), name.clone()));
        let text = make(self, &name);
        self.accessor_texts.push(text);
        name
    }

    fn dimensions(&self) -> usize {
        self.layouts.output.clamp(1, 4)
    }

    /// This element's place in the output, along each axis: an `index`.
    fn axes(&mut self) -> Vec<String> {
        let dimensions = self.dimensions();
        if let PassPart::Values(_) = self.part {
            let me = self.me();
            if dimensions == 1 {
                return vec![me];
            }
            let mut rest = me;
            let mut axes = Vec::new();
            for axis in 0..dimensions - 1 {
                let extent = self.constant(Supply::OutputExtent(axis));
                axes.push(self.remainder(&rest, &extent));
                rest = format!("quotient({rest}, {extent})");
            }
            axes.push(rest);
            return axes;
        }
        match dimensions {
            1 => vec!["here()".into()],
            2 => vec!["here_x()".into(), "here_y()".into()],
            _ => {
                let mut axes = vec!["here_x()".to_owned()];
                let mut rest = "here_y()".to_owned();
                for axis in 1..dimensions - 1 {
                    let extent = self.constant(Supply::OutputExtent(axis));
                    axes.push(self.remainder(&rest, &extent));
                    rest = format!("quotient({rest}, {extent})");
                }
                axes.push(rest);
                axes
            }
        }
    }

    fn remainder(&mut self, of: &str, divisor: &str) -> String {
        self.helpers.insert(Helper::Remainder);
        format!("remainder({of}, {divisor})")
    }

    /// Which element pushes: that of the values' pass.
    fn me(&mut self) -> String {
        let element = self.element_input();
        let name = self.function("me", |_, name| {
            format!("// The element that pushes.\nindex {name}() {{\n    return index(fetch({element}, here()));\n}}")
        });
        format!("{name}()")
    }

    /// This element's place in the output, as `indexof` says it.
    fn position(&mut self) -> String {
        let name = self.function("position", |this, name| {
            let axes = this.axes();
            let parts = (0..4).map(|axis| axes.get(axis).map_or("0.0".into(), |at| format!("float({at})")));
            let parts: Vec<String> = parts.collect();
            format!(
                "// The place of this element in the output.\nvec4 {name}() {{\n    return vec4({});\n}}",
                parts.join(", ")
            )
        });
        format!("{name}()")
    }

    pub(super) fn index_of(&mut self, parameter: usize) -> String {
        let resized = self.kernel.parameters[parameter].role.is_stream()
            && matches!(self.layouts.parameters.get(parameter), Some(InputLayout::Resized | InputLayout::Strided));
        let divided = self.layouts.parameters.get(parameter) == Some(&InputLayout::Resized);
        if !resized {
            return self.position();
        }
        let own = self.kernel.parameters[parameter].name.clone();
        let name = self.function(&format!("position_in_{own}"), |this, name| {
            let axes = this.axes();
            let mut parts = Vec::new();
            for axis in 0..4 {
                let part = match axes.get(axis) {
                    Some(at) => {
                        let at = this.divided(at, parameter, axis, divided);
                        let times = this.constant(Supply::Times(parameter, axis));
                        format!("float({at} * {times})")
                    }
                    None => "0.0".into(),
                };
                parts.push(part);
            }
            format!(
                "// The place of this element in {own}, which is repeated or strided.\nvec4 {name}() {{\n    return vec4({});\n}}",
                parts.join(", ")
            )
        });
        format!("{name}()")
    }

    /// A place along an axis, divided by how often the input repeats there, if it does.
    fn divided(&mut self, at: &str, parameter: usize, axis: usize, divided: bool) -> String {
        match divided {
            true => format!("quotient({at}, {})", self.constant(Supply::Divide(parameter, axis))),
            false => at.to_owned(),
        }
    }

    /// The element of an input stream at this place.
    pub(super) fn element(&mut self, slot: Slot) -> String {
        let port = self.port(slot);
        let resized =
            matches!(self.layouts.parameters.get(slot.parameter), Some(InputLayout::Resized | InputLayout::Strided));
        let divided = self.layouts.parameters.get(slot.parameter) == Some(&InputLayout::Resized);
        let pooled = self.pooled(slot);
        if !resized {
            let here = match self.part {
                PassPart::Values(_) => self.me(),
                _ => "here()".into(),
            };
            if !pooled {
                return format!("fetch({port}, {here})");
            }
            let base = self.constant(Supply::Base(slot));
            return format!("fetch({port}, {base} + {here})");
        }
        let parameter = slot.parameter;
        let own = self.kernel.slot_name(slot);
        let name = self.function(&format!("place_in_{own}"), |this, name| {
            let base = this.constant(Supply::Base(slot));
            let mut sum = base;
            for (axis, at) in this.axes().into_iter().enumerate() {
                let at = this.divided(&at, parameter, axis, divided);
                let step = this.constant(Supply::Step(parameter, axis));
                sum += &format!("\n        + {at} * {step}");
            }
            format!("// Which element of {own} belongs to this place.\nindex {name}() {{\n    return {sum};\n}}")
        });
        format!("fetch({port}, {name}())")
    }

    /// An element of a gather.
    pub(super) fn gather(&mut self, slot: Slot, index: &[Expr]) -> String {
        let (dimensions, placed) = match self.layouts.parameters.get(slot.parameter) {
            Some(InputLayout::Gathered { dimensions, placed }) => {
                ((*dimensions).clamp(1, 4), *placed || *dimensions > 2)
            }
            _ => (1, false),
        };
        let placed = placed || self.pooled(slot);
        let port = self.port(slot);
        if index.iter().all(|value| value.ty == Plain::INT) {
            let mut parts: Vec<String> = index.iter().take(dimensions).map(|value| self.value(value, 0)).collect();
            parts.resize(dimensions, "0".into());
            if !placed {
                return format!("clamped({port}, {})", parts.join(", "));
            }
            let function = self.gather_function(slot, dimensions, placed, true);
            return format!("{function}({})", parts.join(", "));
        }
        let function = self.gather_function(slot, dimensions, placed, false);
        let whole = match index {
            [one] if one.ty.count() == dimensions => self.value(&as_floats(one.clone()), 0),
            [one] if one.ty.count() > dimensions => {
                let taken = (0..dimensions as u8).collect();
                let kind = ExprKind::Swizzle(Box::new(one.clone()), taken);
                let cut = Expr { kind, ty: Expr::floats(dimensions), span: one.span };
                self.value(&cut, 0)
            }
            parts => {
                let given: usize = parts.iter().map(|part| part.ty.count()).sum();
                let taken = if given > dimensions { dimensions } else { parts.len() };
                let mut texts: Vec<String> =
                    parts.iter().take(taken).map(|part| self.value(&as_floats(part.clone()), 0)).collect();
                texts.extend((given..dimensions).map(|_| "0.0".to_owned()));
                match dimensions {
                    1 => texts.swap_remove(0),
                    _ => format!("vec{dimensions}({})", texts.join(", ")),
                }
            }
        };
        format!("{function}({whole})")
    }

    fn gather_function(&mut self, slot: Slot, dimensions: usize, placed: bool, ints: bool) -> String {
        let own = self.kernel.slot_name(slot);
        let port = self.port(slot);
        let ty = self.kernel.ty(slot).glsl();
        let wanted = if ints { format!("element_of_{own}") } else { format!("gather_{own}") };
        self.function(&wanted, |this, name| {
            let axis_of = |axis: usize| match (ints, dimensions) {
                (true, _) => AXES[axis].to_owned(),
                (false, 1) => "i".to_owned(),
                (false, _) => format!("i.{}", AXES[axis]),
            };
            let parameters = match ints {
                true => AXES[..dimensions].iter().map(|axis| format!("index {axis}")).collect::<Vec<_>>().join(", "),
                false if dimensions == 1 => "float i".into(),
                false => format!("vec{dimensions} i"),
            };
            if !ints {
                this.helpers.insert(Helper::Nearest);
            }
            let at = |axis: usize, extent: &str| match ints {
                true => format!("clamp({}, 0, {extent} - 1)", axis_of(axis)),
                false => format!("nearest({}, {extent})", axis_of(axis)),
            };
            let place = match (placed, dimensions) {
                (false, 1) => at(0, &format!("count({port})")),
                (false, _) => {
                    let (x, y) = (at(0, &format!("width({port})")), at(1, &format!("height({port})")));
                    format!("{x}, {y}")
                }
                (true, _) => {
                    let mut sum = this.constant(Supply::Base(slot));
                    for axis in 0..dimensions {
                        let extent = this.constant(Supply::GatherExtent(slot.parameter, axis));
                        let pitch = this.constant(Supply::Pitch(slot.parameter, axis));
                        sum += &format!("\n        + {} * {pitch}", at(axis, &extent));
                    }
                    sum
                }
            };
            format!("{ty} {name}({parameters}) {{\n    return fetch({port}, {place});\n}}")
        })
    }
}
