//! Finds linear functions of the fragment's position. Texture coordinates of this form can be interpolated, and then cost no
//! instruction.

use crate::fragment_program::{NumberType, Opcode};

use super::graph::{Graph, Node, Rate, Ref};

/// The maximum depth to which an expression is examined. Since sums have two operands, at most 2 to the power of this depth nodes are
/// visited.
const DEPTH: usize = 12;

/// The coefficients `across`, `down` and `start` of `x · across + y · down + start`, where x and y are the centre of the fragment. They
/// are the same for all fragments.
pub type Parts = [Ref; 3];

/// Returns a float as a linear function of the fragment's position, if it is one.
pub fn linear(graph: &mut Graph, of: Ref) -> Option<Parts> {
    parts(graph, of, DEPTH)
}

fn parts(graph: &mut Graph, of: Ref, depth: usize) -> Option<Parts> {
    let zero = graph.float(0.0);
    if graph.rate(of.node) != Rate::Fragment {
        return Some([zero, zero, of]);
    }
    if of.absolute || depth == 0 {
        return None;
    }
    let own = match graph.node(of.node).clone() {
        Node::Place(axis) => {
            let (one, half) = (graph.float(1.0), graph.float(-0.5));
            if axis == 0 { [one, zero, half] } else { [zero, one, half] }
        }
        Node::Alu(Opcode::Add, NumberType::Float, of) => {
            let (a, b) = (parts(graph, of[0], depth - 1)?, parts(graph, of[1], depth - 1)?);
            [0, 1, 2].map(|k| sum(graph, a[k], b[k]))
        }
        Node::Alu(Opcode::Mul, NumberType::Float, of) => {
            let (varying, factor) = match (graph.rate(of[0].node), graph.rate(of[1].node)) {
                (Rate::Fragment, Rate::Fragment) => return None,
                (Rate::Fragment, _) => (of[0], of[1]),
                _ => (of[1], of[0]),
            };
            parts(graph, varying, depth - 1)?.map(|part| product(graph, part, factor))
        }
        _ => return None,
    };
    Some(match of.negate {
        true => own.map(|part| match graph.literal_float(part) {
            Some(0.0) => part,
            _ => Ref { negate: !part.negate, ..part },
        }),
        false => own,
    })
}

fn sum(graph: &mut Graph, a: Ref, b: Ref) -> Ref {
    // Opposite terms cancel out, for example plus half a texel and minus half a texel.
    if a.node == b.node && a.absolute == b.absolute && a.negate != b.negate {
        return graph.float(0.0);
    }
    match (graph.literal_float(a), graph.literal_float(b)) {
        (Some(0.0), _) => b,
        (_, Some(0.0)) => a,
        _ => graph.alu(Opcode::Add, NumberType::Float, &[a, b]),
    }
}

fn product(graph: &mut Graph, a: Ref, b: Ref) -> Ref {
    // The sign of a factor is moved to the product, so that opposite terms are recognized.
    for (literal, other) in [(a, b), (b, a)] {
        if let Some(value) = graph.literal_float(literal).filter(|value| *value < 0.0) {
            let positive = graph.float(-value);
            let own = product(graph, other, positive);
            return Ref { negate: !own.negate, ..own };
        }
    }
    match (graph.literal_float(a), graph.literal_float(b)) {
        (Some(0.0), _) | (_, Some(1.0)) => a,
        (_, Some(0.0)) | (Some(1.0), _) => b,
        _ => graph.alu(Opcode::Mul, NumberType::Float, &[a, b]),
    }
}
