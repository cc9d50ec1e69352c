//! Lowers math functions. Each becomes one instruction if possible, otherwise the formulas that shaders use too.

use crate::fragment_program::{InstructionSet, NumberType, Opcode};
use crate::ir::{Binary, Math, Type};

use super::LowerError;
use super::builder::Builder;
use super::graph::{Node, Ref};

pub const FLOAT: NumberType = NumberType::Float;

impl Builder<'_> {
    pub fn float(&mut self, opcode: Opcode, of: &[Ref]) -> Ref {
        self.graph.alu(opcode, FLOAT, of)
    }

    pub fn plain(&self) -> bool {
        self.set == InstructionSet::Plain
    }

    /// Returns the product of a number and a literal.
    pub fn scaled(&mut self, a: Ref, factor: f32) -> Ref {
        let factor = self.graph.float(factor);
        self.float(Opcode::Mul, &[a, factor])
    }

    /// Returns a / b.
    pub fn divide(&mut self, a: Ref, b: Ref) -> Ref {
        if self.plain() {
            return self.float(Opcode::Div, &[a, b]);
        }
        let inverse = self.float(Opcode::Rcp, &[b]);
        self.times(a, inverse)
    }

    /// Returns |a|. If the instruction set has a modifier for absolute values, this costs no instruction.
    pub fn absolute(&mut self, a: Ref) -> Ref {
        match self.set {
            InstructionSet::Arb => self.float(Opcode::Abs, &[Ref { negate: false, ..a }]),
            _ => Ref { absolute: true, negate: false, ..a },
        }
    }

    pub fn square_root(&mut self, a: Ref) -> Ref {
        if self.plain() {
            return self.float(Opcode::Math(Math::Sqrt), &[a]);
        }
        let inverse = self.float(Opcode::Rsq, &[a]);
        self.float(Opcode::Rcp, &[inverse])
    }

    pub fn inverse_root(&mut self, a: Ref) -> Ref {
        if self.plain() {
            return self.float(Opcode::Math(Math::InverseSqrt), &[a]);
        }
        self.float(Opcode::Rsq, &[a])
    }

    /// Lowers a math function of ints and positions.
    pub fn int_math(&mut self, function: Math, of: &[Ref], ty: Type) -> Ref {
        let kind = self.kind(ty);
        let zero = self.int_literal(0, ty);
        match function {
            Math::Abs => {
                let minus = self.minus(of[0], ty);
                self.graph.alu(Opcode::Max, kind, &[of[0], minus])
            }
            Math::Sign => {
                let (one, minus_one) = (self.int_literal(1, ty), self.int_literal(-1, ty));
                let low = self.graph.alu(Opcode::Max, kind, &[of[0], minus_one]);
                self.graph.alu(Opcode::Min, kind, &[low, one])
            }
            Math::Min => self.graph.alu(Opcode::Min, kind, of),
            Math::Max => self.graph.alu(Opcode::Max, kind, of),
            Math::Clamp => {
                let low = self.graph.alu(Opcode::Max, kind, &of[..2]);
                self.graph.alu(Opcode::Min, kind, &[low, of[2]])
            }
            _ => zero,
        }
    }

    /// Lowers one component of a math function of floats.
    pub fn float_math(&mut self, function: Math, of: &[Ref]) -> Result<Ref, LowerError> {
        use Math::*;
        let a = of[0];
        // These functions are lowered in the same way for every instruction set, to at most a few instructions.
        let simple = match function {
            Abs => Some(self.absolute(a)),
            Floor => Some(self.float(Opcode::Flr, &[a])),
            Ceil => {
                let floor = self.float(Opcode::Flr, &[Ref { negate: !a.negate, ..a }]);
                Some(Ref { negate: !floor.negate, ..floor })
            }
            Fract => Some(self.float(Opcode::Frc, &[a])),
            // Programs that may name registers by themselves may clamp results, too.
            Min | Max | Clamp if self.clamped(function, of).is_some() => {
                self.clamped(function, of).map(|of| self.float(Opcode::Math(Saturate), &[of]))
            }
            Min => Some(self.float(Opcode::Min, of)),
            Max => Some(self.float(Opcode::Max, of)),
            Clamp => {
                let low = self.float(Opcode::Max, &of[..2]);
                Some(self.float(Opcode::Min, &[low, of[2]]))
            }
            // t * b + (1 - t) * a
            Mix => Some(self.float(Opcode::Lrp, &[of[2], of[1], a])),
            Step => Some(self.compare(Binary::GreaterEqual, FLOAT, of[1], a)),
            Mod => {
                let ratio = self.divide(a, of[1]);
                let whole = self.float(Opcode::Flr, &[ratio]);
                let product = self.float(Opcode::Mul, &[of[1], whole]);
                Some(self.float(Opcode::Add, &[a, Ref { negate: !product.negate, ..product }]))
            }
            Sqrt => Some(self.square_root(a)),
            InverseSqrt => Some(self.inverse_root(a)),
            Saturate if self.given_constants => Some(self.float(Opcode::Math(Saturate), &[a])),
            IsNan => Some(self.is_nan(a)),
            IsInf => Some(self.is_infinite(a)),
            IsFinite => {
                let max = self.float_literal(f32::MAX);
                let size = self.absolute(a);
                Some(self.compare(Binary::LessEqual, FLOAT, size, max))
            }
            _ => None,
        };
        if let Some(simple) = simple {
            return Ok(simple);
        }
        if self.plain() {
            return Ok(self.float(Opcode::Math(function), of));
        }
        self.chip_math(function, of)
    }

    /// Returns what is clamped to the range from 0 to 1 by a function, if it is that.
    fn clamped(&self, function: Math, of: &[Ref]) -> Option<Ref> {
        let is = |of: Ref, value: f32| self.graph.literal_float(of) == Some(value);
        let within = |of: Ref, opcode: Opcode, value: f32| match self.graph.node(of.node) {
            Node::Alu(own, FLOAT, operands) if of.plain() && *own == opcode => match operands[..] {
                [other, bound] | [bound, other] if is(bound, value) => Some(other),
                _ => None,
            },
            _ => None,
        };
        if !self.given_constants || self.plain() {
            return None;
        }
        match (function, of) {
            (Math::Clamp, [of, low, high]) => (is(*low, 0.0) && is(*high, 1.0)).then_some(*of),
            (Math::Min, [of, one] | [one, of]) if is(*one, 1.0) => within(*of, Opcode::Max, 0.0),
            (Math::Max, [of, zero] | [zero, of]) if is(*zero, 0.0) => within(*of, Opcode::Min, 1.0),
            _ => None,
        }
    }

    /// Lowers one component of the other functions of floats for a chip. This may take several instructions.
    fn chip_math(&mut self, function: Math, of: &[Ref]) -> Result<Ref, LowerError> {
        use Math::*;
        let a = of[0];
        let zero = self.graph.float(0.0);
        let one = self.graph.float(1.0);
        Ok(match function {
            Sign => {
                let above = self.compare(Binary::Greater, FLOAT, a, zero);
                let below = self.compare(Binary::Less, FLOAT, a, zero);
                self.float(Opcode::Add, &[above, Ref { negate: true, ..below }])
            }
            Trunc => self.truncated(a),
            Round | RoundEven => self.library("round_even", of)?,
            RoundAway => {
                let half = self.graph.float(0.5);
                let size = self.absolute(a);
                // floor(x + 1/2) would be wrong, because that sum is rounded.
                let whole = self.float(Opcode::Flr, &[size]);
                let rest = self.float(Opcode::Add, &[size, Ref { negate: true, ..whole }]);
                let up = self.compare(Binary::GreaterEqual, FLOAT, rest, half);
                let rounded = self.float(Opcode::Add, &[whole, up]);
                let below = self.compare(Binary::Less, FLOAT, a, zero);
                self.select(below, Ref { negate: true, ..rounded }, rounded)
            }
            Saturate => {
                let low = self.float(Opcode::Max, &[a, zero]);
                self.float(Opcode::Min, &[low, one])
            }
            SmoothStep => {
                let (low, high, x) = (a, of[1], of[2]);
                let above = self.float(Opcode::Add, &[x, Ref { negate: !low.negate, ..low }]);
                let width = self.float(Opcode::Add, &[high, Ref { negate: !low.negate, ..low }]);
                let ratio = self.divide(above, width);
                let t = self.float(Opcode::Max, &[ratio, zero]);
                let t = self.float(Opcode::Min, &[t, one]);
                let three = self.graph.float(3.0);
                let twice = self.scaled(t, -2.0);
                let rest = self.float(Opcode::Add, &[twice, three]);
                let square = self.float(Opcode::Mul, &[t, t]);
                self.float(Opcode::Mul, &[square, rest])
            }
            Pow => self.float(Opcode::Pow, of),
            Exp2 => self.float(Opcode::Ex2, of),
            Log2 => self.float(Opcode::Lg2, of),
            Exp => {
                let power = self.scaled(a, std::f32::consts::LOG2_E);
                self.float(Opcode::Ex2, &[power])
            }
            Log | Log10 => {
                let logarithm = self.float(Opcode::Lg2, of);
                let factor = if function == Log { std::f32::consts::LN_2 } else { std::f32::consts::LOG10_2 };
                self.scaled(logarithm, factor)
            }
            Sin => self.float(Opcode::Sin, of),
            Cos => self.float(Opcode::Cos, of),
            Tan => {
                let (sine, cosine) = (self.float(Opcode::Sin, of), self.float(Opcode::Cos, of));
                self.divide(sine, cosine)
            }
            Radians => self.scaled(a, std::f32::consts::PI / 180.0),
            Degrees => self.scaled(a, 180.0 / std::f32::consts::PI),
            Fmod => self.library("c_fmod", of)?,
            PowC => self.library("c_pow", of)?,
            Asin => self.library("c_asin", of)?,
            Acos => self.library("c_acos", of)?,
            Atan => self.library("c_atan", of)?,
            Atan2 => self.library("c_atan2", of)?,
            Sinh => self.library("c_sinh", of)?,
            Cosh => self.library("hyperbolic_cosine", of)?,
            Tanh => self.library("c_tanh", of)?,
            Asinh => self.library("inverse_hyperbolic_sine", of)?,
            Acosh => self.library("inverse_hyperbolic_cosine", of)?,
            Atanh => self.library("inverse_hyperbolic_tangent", of)?,
            Ldexp => self.library("times_power", of)?,
            FrexpExponent => self.library("frexp_exponent", of)?,
            FrexpFraction => self.library("frexp_fraction", of)?,
            other => unreachable!("{other:?} of floats"),
        })
    }

    /// Lowers `isnan`. On ARB, both comparisons with 0 are false only for NaN.
    fn is_nan(&mut self, a: Ref) -> Ref {
        if !self.infinities {
            return self.graph.float(0.0);
        }
        if self.set != InstructionSet::Arb {
            return self.compare(Binary::NotEqual, FLOAT, a, a);
        }
        let zero = self.graph.float(0.0);
        let below = self.compare(Binary::Less, FLOAT, a, zero);
        let above = self.compare(Binary::GreaterEqual, FLOAT, a, zero);
        let number = self.float(Opcode::Add, &[below, above]);
        self.not(number)
    }

    /// Lowers `isinf`. An infinity is above all finite floats. If the target has no infinities, its largest number represents them.
    fn is_infinite(&mut self, a: Ref) -> Ref {
        let size = self.absolute(a);
        if !self.infinities {
            let max = self.graph.literal(super::FP24_INFINITY);
            return self.compare(Binary::GreaterEqual, FLOAT, size, max);
        }
        let max = self.graph.float(f32::MAX);
        self.compare(Binary::Greater, FLOAT, size, max)
    }

    /// Returns a float literal of a kernel. If the target has no infinities, its largest number represents them. Finite literals become
    /// smaller numbers.
    pub fn float_literal(&mut self, value: f32) -> Ref {
        if self.infinities {
            return self.graph.float(value);
        }
        let sign = value.to_bits() & 1 << 31;
        match value.abs() {
            size if size.is_infinite() => self.graph.literal(super::FP24_INFINITY | sign),
            size if size > f32::from_bits(super::FP24_LARGEST) => self.graph.literal(super::FP24_LARGEST | sign),
            _ => self.graph.float(value),
        }
    }
}
