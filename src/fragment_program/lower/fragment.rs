//! Lowers what fragment programs have beside kernels on streams, and lowers whole fragment programs.
//!
//! Their constants come from outside, each in a register of its own, so that a program of the time can set it. Nothing is computed from
//! them before the program runs.

use std::collections::BTreeMap;

use crate::fragment_program::counts::Counts;
use crate::fragment_program::{FragmentProgram, InstructionSet, NumberType, Opcode, TextureTarget, Uniform};
use crate::geometry::Layout;
use crate::ir::access::{AccessSummary, Variant};
use crate::ir::passes::Iterations;
use crate::ir::{Expr, FragmentExpr, Kernel, Packing, Precision, Sample, SampleMode, SharedUse, TextureKind, Type};

use super::assemble::{Lowered, ProgramResults, assemble_program};
use super::builder::{Builder, Frame, Vector};
use super::graph::{Node, PresetRegister, Ref};
use super::library::Library;
use super::pack::Vectors;
use super::steps::RequestedRegister;
use super::{LowerError, LowerTarget, builder};

/// The maximum number of iterations of a loop on a chip whose loops end after 255: two are nested.
const NESTED_LOOPS: u64 = 255 * 255;

/// Lowers a kernel that is a whole fragment program. `asked` has the register that each constant is to have, if it matters. `known` has the
/// values of constants that loops depend on.
pub(crate) fn lower_fragment(
    kernel: &Kernel,
    target: LowerTarget,
    asked: &[RequestedRegister],
    known: &BTreeMap<Uniform, u32>,
) -> Result<Lowered, LowerError> {
    if matches!(target.set, InstructionSet::Nv40 | InstructionSet::R520)
        && let Some((trips, span)) = Iterations::longest_loop(kernel)
        && trips > NESTED_LOOPS
    {
        return Err(LowerError::LongLoop { max: NESTED_LOOPS as usize, span });
    }
    let library = Library::get();
    let summary = AccessSummary { inputs: Vec::new(), ..AccessSummary::default() };
    let streams = super::Streams { variant: Variant::uniform(kernel, &summary, Layout::Plain), full: Vec::new() };
    let lower_as = |unrolls: bool, vectors: Vectors| {
        let mut builder = builder(kernel, &library, target, &streams, known, target.set.branches());
        builder.unrolls = unrolls;
        builder.given_constants = true;
        let values = builder.main()?;
        let outputs = kernel.interface.outputs.len();
        let purpose = |wanted: SharedUse| {
            let at = kernel.interface.shared.iter().position(|shared| shared.purpose == wanted)?;
            Some(values[outputs + at].get(0))
        };
        let results = ProgramResults {
            colors: values[..outputs].iter().map(|value| value.parts().to_vec()).collect(),
            depth: purpose(SharedUse::Depth),
            // A program that certainly discards nothing has no instruction for it.
            discard: purpose(SharedUse::Discard).filter(|&flag| builder.truth(flag) != Some(false)),
        };
        let unrolled = builder.iterations > 0;
        let program = assemble_program(builder.graph, kernel, target.set, &results, Some(asked), vectors);
        Ok((program, unrolled))
    };
    let lower = |unrolls: bool| match (target.set, target.chip) {
        (InstructionSet::Arb, Some(chip)) => {
            // These chips run an operation on a scalar beside one on a vector, and copy components that are in an unusual order. What is best
            // depends on the program.
            let cost = |program: &FragmentProgram| (super::check(program, chip).len(), Counts::of(program).pairs);
            let (plain, packed) = (lower_as(unrolls, Vectors::Source)?, lower_as(unrolls, Vectors::Scalars)?);
            Ok(if cost(&plain.0.program) < cost(&packed.0.program) { plain } else { packed })
        }
        (InstructionSet::Arb, None) => lower_as(unrolls, Vectors::Scalars),
        _ => lower_as(unrolls, Vectors::Pairs),
    };
    let (lowered, unrolled) = lower(true)?;
    let Some(chip) = target.chip.filter(|_| unrolled && target.set.branches()) else { return Ok(lowered) };
    if super::check(&lowered.program, chip).is_empty() {
        return Ok(lowered);
    }
    let (smaller, _) = lower(false)?;
    Ok(if super::check(&smaller.program, chip).is_empty() { smaller } else { lowered })
}

impl TextureTarget {
    fn of(kind: TextureKind) -> TextureTarget {
        match kind {
            TextureKind::OneD => TextureTarget::OneD,
            TextureKind::TwoD => TextureTarget::TwoD,
            TextureKind::Rectangle => TextureTarget::Rectangle,
            TextureKind::ThreeD => TextureTarget::ThreeD,
            TextureKind::Cube => TextureTarget::Cube,
        }
    }
}

impl<'a> Builder<'a> {
    /// Lowers an expression that only fragment programs have.
    pub(super) fn fragment(
        &mut self,
        expr: &'a Expr,
        fragment: &'a FragmentExpr,
        frame: &Frame<'a>,
    ) -> Result<Vector, LowerError> {
        match fragment {
            FragmentExpr::Attribute(attribute) => Ok(self.given(PresetRegister::Attribute(*attribute), expr.ty)),
            FragmentExpr::Sample(sample) => self.sample(expr, sample, frame),
            FragmentExpr::Rounded(of, precision) => {
                let value = self.value(of, frame)?;
                self.at(expr);
                let parts: Vec<Ref> = value.parts().iter().map(|&part| self.rounded(part, *precision)).collect();
                Ok(Vector::new(&parts))
            }
            FragmentExpr::Derivative(is_x, of) => {
                if !self.set.conditions() {
                    return Err(LowerError::Lacks { what: "derivatives", span: self.origin(expr.span) });
                }
                let value = self.value(of, frame)?;
                self.at(expr);
                let opcode = if *is_x { Opcode::Ddx } else { Opcode::Ddy };
                let parts: Vec<Ref> =
                    value.parts().iter().map(|&part| self.graph.alu(opcode, NumberType::Float, &[part])).collect();
                Ok(Vector::new(&parts))
            }
            FragmentExpr::Pack(packing, of) => {
                let opcode = match packing {
                    Packing::Halves => Opcode::Pk2h,
                    Packing::Shorts => Opcode::Pk2us,
                    Packing::UnsignedBytes => Opcode::Pk4ub,
                    Packing::Bytes => Opcode::Pk4b,
                };
                self.packs(expr)?;
                let value = self.value(of, frame)?;
                self.at(expr);
                Ok(Vector::new(&[self.graph.alu(opcode, NumberType::Float, value.parts())]))
            }
            FragmentExpr::Unpack(packing, of) => {
                let opcode = match packing {
                    Packing::Halves => Opcode::Up2h,
                    Packing::Shorts => Opcode::Up2us,
                    Packing::UnsignedBytes => Opcode::Up4ub,
                    Packing::Bytes => Opcode::Up4b,
                };
                self.packs(expr)?;
                let at = self.value(of, frame)?.parts().to_vec();
                self.at(expr);
                let fetch = self.graph.add(Node::Fetch { input: 0, opcode, target: TextureTarget::TwoD, at });
                let count = packing.count() as u8;
                let parts: Vec<Ref> = (0..count).map(|k| Ref::new(self.graph.add(Node::Texel(fetch, k)))).collect();
                Ok(Vector::new(&parts))
            }
        }
    }

    fn packs(&self, expr: &Expr) -> Result<(), LowerError> {
        match self.set {
            InstructionSet::Nv30 | InstructionSet::Nv40 => Ok(()),
            _ => Err(LowerError::Lacks { what: "packed numbers", span: self.origin(expr.span) }),
        }
    }

    /// Returns the components of a register that the program is given.
    pub(super) fn given(&mut self, register: PresetRegister, ty: Type) -> Vector {
        let parts: Vec<Ref> =
            (0..ty.count() as u8).map(|k| Ref::new(self.graph.add(Node::Preset(register, k)))).collect();
        Vector::new(&parts)
    }

    fn sample(&mut self, expr: &'a Expr, sample: &'a Sample<Expr>, frame: &Frame<'a>) -> Result<Vector, LowerError> {
        let Sample { unit, texture, mode, at, gradient } = sample;
        let opcode = match (mode, gradient) {
            (_, Some(_)) => Opcode::Txd,
            (SampleMode::Plain, None) => Opcode::Tex,
            (SampleMode::Projected, None) => Opcode::Txp,
            (SampleMode::Bias, None) => Opcode::Txb,
            (SampleMode::Level, None) => Opcode::Txl,
        };
        let mut parts = self.value(at, frame)?.parts().to_vec();
        if let Some((x, y)) = gradient {
            parts.extend(self.value(x, frame)?.parts());
            parts.extend(self.value(y, frame)?.parts());
        }
        self.at(expr);
        let target = TextureTarget::of(*texture);
        let fetch = self.graph.add(Node::Fetch { input: *unit, opcode, target, at: parts });
        let texel: Vec<Ref> = (0..4).map(|k| Ref::new(self.graph.add(Node::Texel(fetch, k)))).collect();
        Ok(Vector::new(&texel))
    }

    /// Returns a number rounded to a precision. The instruction that computes it rounds if it can.
    pub(super) fn rounded(&mut self, of: Ref, precision: Precision) -> Ref {
        let kind = NumberType::from(precision);
        if self.has_precision(of, precision, 6) {
            return of;
        }
        if let (true, Node::Alu(opcode, NumberType::Float, operands)) = (of.plain(), self.graph.node(of.node).clone())
            && !opcode.unpacks()
        {
            return self.graph.alu(opcode, kind, &operands);
        }
        self.graph.alu(Opcode::Mov, kind, &[of])
    }

    /// Whether a number certainly has no more than this precision.
    fn has_precision(&self, of: Ref, precision: Precision, depth: usize) -> bool {
        use Opcode::*;
        let all = |of: &[Ref]| depth > 0 && of.iter().all(|part| self.has_precision(*part, precision, depth - 1));
        match self.graph.node(of.node) {
            Node::Literal(bits) => {
                let value = f32::from_bits(*bits);
                precision.round(value) == value
            }
            Node::Alu(_, kind, _) if kind.precision().is_some_and(|own| own >= precision) => true,
            Node::Alu(Slt | Sge | Sgt | Sle | Seq | Sne | Sfl | Str, ..) => true,
            Node::Alu(Mov | Abs | Min | Max | Flr, _, of) => all(of),
            Node::Alu(Cmp, _, of) => all(&of[1..]),
            _ => false,
        }
    }
}
