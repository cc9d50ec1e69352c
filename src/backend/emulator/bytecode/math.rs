//! Translates the functions of the plain machine into channel operations.

use crate::fragment_program::{NumberType, Opcode};
use crate::ir::Math;

use super::code::Code;
use super::fault::{Fault, fault};
use super::graph::{NONE, Value};
use super::translate::Translator;

impl Translator<'_> {
    /// Translates a function of the plain machine. The results are those of the interpreter of kernels. If a channel operation computes
    /// the function, it is used.
    pub fn math(&mut self, function: Math, kind: NumberType, operands: &[Value]) -> Result<Value, Fault> {
        let one = self.one();
        let graph = &mut self.graph;
        let first = operands.first().copied().unwrap_or(NONE);
        if function.needs_integers() {
            return Ok(first);
        }
        if kind != NumberType::Float {
            let signed = kind == NumberType::Signed;
            return Ok(match (function, operands) {
                (Math::Abs, _) if !signed => first,
                (Math::Abs, _) => graph.make(Code::IntAbs, operands),
                (Math::Sign, _) if signed => return self.integers(Opcode::Ssg, true, [first; 3]),
                (Math::Sign, _) => {
                    let (zero, one) = (graph.literal(0), graph.literal(1));
                    let is_zero = graph.make(Code::IntEqual, &[first, zero]);
                    graph.make(Code::AndNot, &[one, is_zero])
                }
                (Math::Min, _) => graph.make(Code::IntMin(signed), operands),
                (Math::Max, _) => graph.make(Code::IntMax(signed), operands),
                (Math::Clamp, &[x, low, high]) => {
                    let raised = graph.make(Code::IntMax(signed), &[x, low]);
                    graph.make(Code::IntMin(signed), &[raised, high])
                }
                _ => return fault(format!("{function:?} of integers")),
            });
        }
        let infinity = graph.literal(f32::INFINITY.to_bits());
        Ok(match (function, operands) {
            (Math::Abs, _) => graph.make(Code::Abs, operands),
            (Math::Floor, _) => graph.make(Code::Floor, operands),
            (Math::Trunc, _) => graph.make(Code::Trunc, operands),
            (Math::Round | Math::RoundEven, _) => graph.make(Code::Round, operands),
            (Math::Ceil, _) => graph.make(Code::Ceil, operands),
            (Math::Min, _) => graph.make(Code::Min, operands),
            (Math::Max, _) => graph.make(Code::Max, operands),
            (Math::Saturate, _) => graph.make(Code::Clamp01, operands),
            (Math::Sin, _) => graph.make(Code::Sin, operands),
            (Math::Cos, _) => graph.make(Code::Cos, operands),
            (Math::Sqrt, _) => graph.make(Code::Root, operands),
            (Math::Fract, &[x]) => {
                let whole = graph.make(Code::Floor, &[x]);
                graph.make(Code::Subtract, &[x, whole])
            }
            (Math::Mod, &[x, y]) => {
                let quotient = graph.make(Code::Divide, &[x, y]);
                let whole = graph.make(Code::Floor, &[quotient]);
                let product = graph.make(Code::Multiply, &[y, whole]);
                graph.make(Code::Subtract, &[x, product])
            }
            (Math::Clamp, &[x, low, high]) => {
                let raised = graph.make(Code::Max, &[x, low]);
                graph.make(Code::Min, &[raised, high])
            }
            (Math::Mix, &[a, b, t]) => {
                let rest = graph.make(Code::Subtract, &[one, t]);
                let (first, second) = (graph.make(Code::Multiply, &[a, rest]), graph.make(Code::Multiply, &[b, t]));
                graph.make(Code::Add, &[first, second])
            }
            (Math::Step, &[edge, x]) => graph.make(Code::GreaterEqual, &[x, edge]),
            (Math::IsNan, &[x]) => graph.make(Code::NotEqual, &[x, x]),
            (Math::IsInf, &[x]) => {
                let size = graph.make(Code::Abs, &[x]);
                graph.make(Code::Equal, &[size, infinity])
            }
            (Math::IsFinite, &[x]) => {
                let size = graph.make(Code::Abs, &[x]);
                graph.make(Code::Less, &[size, infinity])
            }
            _ => graph.make(Code::Math(function), operands),
        })
    }
}
