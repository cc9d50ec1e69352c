//! Writes uniforms as text, for comments.

use crate::fragment_program::{FragmentProgram, Linear, Measure, NumberType, Opcode, Scalar, Uniform, UniformId};

use super::names::Names;
use super::number::decimal;

/// The maximum number of characters of an expression that is shown.
const MAX_SHOWN: usize = 160;
/// The maximum depth of an expression that is shown.
const MAX_DEPTH: usize = 6;

/// Writes the expressions of a program.
pub(super) struct Words<'a> {
    program: &'a FragmentProgram,
    names: &'a Names,
    /// For each constant, whether a component other than the first is used.
    vectors: Vec<bool>,
}

impl<'a> Words<'a> {
    pub fn new(program: &'a FragmentProgram, names: &'a Names) -> Words<'a> {
        let mut vectors = Vec::new();
        for uniform in &program.uniforms {
            if let Uniform::Constant { constant, component } = *uniform {
                // Constants with larger numbers have no names, and share one entry.
                let known = constant.min(1 << 16);
                vectors.resize(vectors.len().max(known + 1), false);
                vectors[known] |= component > 0;
            }
        }
        Words { program, names, vectors }
    }

    /// Writes a number of a constant register.
    pub fn scalar(&self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Unused => "-".to_owned(),
            Scalar::Literal(bits) => literal(bits),
            Scalar::Uniform(id) => self.expression(id),
            Scalar::Runtime => "given".to_owned(),
        }
    }

    /// Writes an interpolated coordinate. `x` and `y` are the centre of the fragment.
    pub fn linear(&self, linear: &Linear) -> String {
        let part = |id: UniformId, of: &str| match self.literal_of(id) {
            Some(0.0) => None,
            Some(1.0) => Some(of.to_owned()),
            _ => Some(format!("{of} * {}", self.operand(id, MAX_DEPTH))),
        };
        let start = if self.literal_of(linear.start) == Some(0.0) { None } else { Some(self.expression(linear.start)) };
        let parts: Vec<String> =
            [part(linear.across, "x"), part(linear.down, "y"), start].into_iter().flatten().collect();
        if parts.is_empty() { "0.0".to_owned() } else { parts.join(" + ") }
    }

    fn literal_of(&self, id: UniformId) -> Option<f32> {
        match self.program.uniforms.get(id.0) {
            Some(Uniform::Literal(bits)) => Some(f32::from_bits(*bits)),
            _ => None,
        }
    }

    fn expression(&self, id: UniformId) -> String {
        let text = self.text(id, MAX_DEPTH);
        match text.char_indices().nth(MAX_SHOWN) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    }

    /// Writes an expression as an operand, in parentheses if it contains operators.
    fn operand(&self, id: UniformId, depth: usize) -> String {
        let text = self.text(id, depth);
        let plain = !matches!(self.program.uniforms.get(id.0), Some(Uniform::Apply(..))) && !text.starts_with("1 / ");
        if plain || text == "..." { text } else { format!("({text})") }
    }

    fn text(&self, id: UniformId, depth: usize) -> String {
        let Some(uniform) = self.program.uniforms.get(id.0) else { return "?".to_owned() };
        match uniform {
            Uniform::Literal(bits) => literal(*bits),
            Uniform::Constant { constant, component } => {
                let name = self.names.constant(*constant);
                match self.vectors.get(*constant) {
                    Some(true) => format!("{name}.{}", ["x", "y", "z", "w"].get(*component).unwrap_or(&"?")),
                    _ => name,
                }
            }
            Uniform::Input(k, measure) => format!("{}{}", measured(*measure), self.names.input(*k)),
            Uniform::Output(measure) => format!("{}the output", measured(*measure)),
            Uniform::Fill => "the fill".to_owned(),
            Uniform::Apply(..) if depth == 0 => "...".to_owned(),
            Uniform::Apply(opcode, kind, of) => self.applied(*opcode, *kind, of, depth - 1),
        }
    }

    fn applied(&self, opcode: Opcode, kind: NumberType, of: &[UniformId], depth: usize) -> String {
        let a = |k: usize| of.get(k).map_or_else(|| "?".to_owned(), |id| self.operand(*id, depth));
        let infix = |sign: &str| format!("{} {sign} {}", a(0), a(1));
        match opcode {
            Opcode::Add => infix("+"),
            Opcode::Sub => infix("-"),
            Opcode::Mul => infix("*"),
            Opcode::Div => infix("/"),
            Opcode::Mod if kind != NumberType::Float => infix("%"),
            Opcode::And => infix("&"),
            Opcode::Or => infix("|"),
            Opcode::Xor => infix("^"),
            Opcode::Shl => infix("<<"),
            Opcode::Shr => infix(">>"),
            Opcode::Seq => infix("=="),
            Opcode::Sne => infix("!="),
            Opcode::Sge => infix(">="),
            Opcode::Sgt => infix(">"),
            Opcode::Sle => infix("<="),
            Opcode::Slt => infix("<"),
            Opcode::Mad => format!("{} * {} + {}", a(0), a(1), a(2)),
            Opcode::Rcp => format!("1 / {}", a(0)),
            Opcode::Cmp => format!("{} < 0 ? {} : {}", a(0), a(1), a(2)),
            _ => {
                let name = match opcode {
                    Opcode::Math(function) => format!("{function:?}").to_lowercase(),
                    Opcode::Flr => "floor".to_owned(),
                    Opcode::Frc => "fract".to_owned(),
                    _ => opcode.name().to_lowercase(),
                };
                let arguments: Vec<String> = of.iter().map(|id| self.text(*id, depth)).collect();
                format!("{name}({})", arguments.join(", "))
            }
        }
    }
}

/// Writes bits as a number. If the bits are those of a small integer, they are written as an integer, because such floats are not used
/// in practice.
fn literal(bits: u32) -> String {
    match bits {
        1..=0x007f_ffff => bits.to_string(),
        0xff80_0001..=u32::MAX => (bits as i32).to_string(),
        _ => decimal(bits).unwrap_or_else(|| format!("{}", f32::from_bits(bits))),
    }
}

fn measured(measure: Measure) -> &'static str {
    match measure {
        Measure::Width => "width of ",
        Measure::Height => "height of ",
        Measure::Row => "elements a row of ",
        Measure::Rows => "rows of ",
        Measure::Count => "elements of ",
        Measure::InverseWidth => "1 / width of ",
        Measure::InverseHeight => "1 / height of ",
        Measure::InversePaddedHeight => "1 / padded height of ",
        Measure::Shift => "log2 of the width of ",
    }
}
