//! The options for fog: at the end of a program, its colour is mixed with that of the fog.

use crate::fragment_program::{
    Binding, Component, Destination, Instruction, Opcode, Operand, Parameter, Register, Scalar, State,
};
use crate::ir::Attribute;
use crate::syntax::Code;

use super::enabled::Fog;
use super::parser::{ParseError, Parser};

/// The components of `state.fog.params`.
const DENSITY: usize = 0;
const END: usize = 2;
const RECIPROCAL: usize = 3;

impl Parser<'_> {
    /// Appends the instructions that mix the first colour with that of the fog, as ARB_fragment_program says.
    pub(super) fn blend_fog(&mut self) -> Result<(), ParseError> {
        let Some((fog, span)) = self.options.fog else { return Ok(()) };
        if let Some(ret) = self.program.instructions.iter().find(|own| own.opcode == Opcode::Ret) {
            let at = ret.spans.first().copied().unwrap_or(span);
            let wrong = self.wrong(Code::F0103, at, "a program with fog cannot end by `RET`");
            return Err(self.help(wrong, "the fog is mixed in at `END`: use `IF` instead"));
        }
        let color = self.own_temporary("color_before_fog");
        let factor = self.own_temporary("fog_factor");
        for instruction in &mut self.program.instructions {
            if let Some(destination) =
                instruction.destination.as_mut().filter(|own| own.register == Register::Output(0))
            {
                destination.register = color;
            }
        }
        let coordinate = self.attribute_register(Attribute::Fog);
        let parameters = self.state_of(State { name: "fog.params".to_owned() });
        let parameters = self.used(parameters, span)?;
        let fog_color = self.state_of(State { name: "fog.color".to_owned() });
        let fog_color = self.used(fog_color, span)?;
        let one = |register: Register, component: usize| Operand {
            swizzle: [Component::of(component); 4],
            ..Operand::new(register)
        };
        let minus = |operand: Operand| Operand { negate: 0b1111, ..operand };
        let x = Destination { register: factor, mask: 0b0001 };
        let saturated = |instruction: Instruction| Instruction { saturate: true, ..instruction };
        let mut added = Vec::new();
        match fog {
            Fog::Linear => {
                let sources = vec![one(parameters, END), minus(one(coordinate, 0))];
                added.push(Instruction::new(Opcode::Add, x, sources));
                let sources = vec![one(factor, 0), one(parameters, RECIPROCAL)];
                added.push(saturated(Instruction::new(Opcode::Mul, x, sources)));
            }
            Fog::Exponential | Fog::SquaredExponential => {
                let sources = vec![one(parameters, DENSITY), one(coordinate, 0)];
                added.push(Instruction::new(Opcode::Mul, x, sources));
                if fog == Fog::SquaredExponential {
                    added.push(Instruction::new(Opcode::Mul, x, vec![one(factor, 0); 2]));
                }
                // The exponential function is that of base 2.
                let bits = std::f32::consts::LOG2_E.to_bits();
                let scale = Parameter { binding: Binding::Literal, components: [Scalar::Literal(bits); 4] };
                let scale = self.used(scale, span)?;
                added.push(Instruction::new(Opcode::Mul, x, vec![one(factor, 0), one(scale, 0)]));
                let sources = vec![minus(one(factor, 0))];
                added.push(saturated(Instruction::new(Opcode::Ex2, x, sources)));
            }
        }
        let [rgb, alpha] = [0b0111, 0b1000].map(|mask| Destination { register: Register::Output(0), mask });
        let sources = vec![one(factor, 0), Operand::new(color), Operand::new(fog_color)];
        added.push(Instruction::new(Opcode::Lrp, rgb, sources));
        added.push(Instruction::new(Opcode::Mov, alpha, vec![Operand::new(color)]));
        let spanned = |instruction: Instruction| Instruction { spans: vec![span], ..instruction };
        self.program.instructions.extend(added.into_iter().map(spanned));
        Ok(())
    }

    /// Adds a temporary that the listing does not name.
    fn own_temporary(&mut self, name: &str) -> Register {
        self.temporaries.push(name.to_owned());
        Register::Temporary(self.temporaries.len() - 1)
    }
}
