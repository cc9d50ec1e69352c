//! Instructions before register allocation, and the constants that they read.

use rustc_hash::FxHashMap;

use crate::fragment_program::{Binding, NumberType, Opcode, Parameter, Scalar, Test, Uniform, UniformId};
use crate::syntax::Span;

use super::fold::read_as;
use super::graph::{Graph, Node, NodeId, Rate, Ref};

/// The register of an operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reg {
    /// A virtual register, which has no temporary yet.
    Virtual(usize),
    Parameter(usize),
    Coordinate(usize),
    Position,
    Output(usize),
    Depth,
}

impl Reg {
    /// Returns the number of a virtual register.
    pub fn virtual_number(self) -> Option<usize> {
        match self {
            Reg::Virtual(number) => Some(number),
            _ => None,
        }
    }
}

/// An operand. It has one component of its register for each component that the instruction computes, or for each position of the
/// swizzle.
#[derive(Clone, Debug)]
pub struct Source {
    pub reg: Reg,
    pub components: Vec<u8>,
    pub absolute: bool,
    pub negate: bool,
}

/// An instruction before register allocation.
#[derive(Clone, Debug)]
pub struct Step {
    pub opcode: Opcode,
    pub kind: NumberType,
    /// The register that is written and its components, in the order of the operands' components.
    pub target: Option<(Reg, Vec<u8>)>,
    pub sources: Vec<Source>,
    pub sampler: Option<usize>,
    /// The test of the condition code that controls flow control or the write of the result.
    pub guard: Option<Test>,
    /// The components of the condition code that are tested, one for each written component. They are given as components of the
    /// register that was written together with the condition code.
    pub asked: (Reg, Vec<u8>),
    pub sets_condition: bool,
    /// Whether the result is clamped to the range from 0 to 1.
    pub saturate: bool,
    pub spans: Vec<Span>,
}

impl Step {
    pub fn new(opcode: Opcode, kind: NumberType, target: Option<(Reg, Vec<u8>)>, sources: Vec<Source>) -> Step {
        Step {
            opcode,
            kind,
            target,
            sources,
            sampler: None,
            guard: None,
            asked: (Reg::Position, vec![0]),
            sets_condition: false,
            saturate: false,
            spans: Vec::new(),
        }
    }
}

/// The register that a constant is to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RequestedRegister {
    /// The register `program.local[n]`, if it matters.
    pub register: Option<usize>,
    /// The place of the constant in a block of constants whose registers follow each other, and the number of these.
    pub block: (usize, usize),
}

/// The constants of a program, and the uniform expressions in them.
#[derive(Default)]
pub struct Constants {
    pub uniforms: Vec<Uniform>,
    known: FxHashMap<NodeId, UniformId>,
    ids: FxHashMap<Uniform, UniformId>,
    pub parameters: Vec<(Class, Vec<Scalar>)>,
    /// The index in `parameters` of each constant that has a register of its own.
    pub given: FxHashMap<usize, usize>,
}

/// The class of a constant register. A literal register contains either floats or integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Numbers that are supplied when the pass is drawn.
    Local,
    /// Floats that are literals of the program.
    Floats,
    /// Integers that are literals of the program.
    Integers,
    /// A constant that has this register, `program.local[n]`, of its own.
    Preset(usize),
}

impl Constants {
    /// Returns the uniform expression of a node that is the same for all fragments. `kind` says how it is read.
    pub fn uniform(&mut self, graph: &Graph, of: Ref, kind: NumberType) -> UniformId {
        let mut open = vec![of.node];
        while let Some(&id) = open.last() {
            if self.known.contains_key(&id) {
                open.pop();
                continue;
            }
            let uniform = match graph.node(id) {
                Node::Literal(bits) => Uniform::Literal(*bits),
                Node::Leaf(leaf) => leaf.clone(),
                Node::Alu(opcode, kind, of) => {
                    let missing: Vec<NodeId> =
                        of.iter().map(|r| r.node).filter(|node| !self.known.contains_key(node)).collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let read_as = read_as(*opcode, *kind);
                    let of = of.iter().map(|r| self.modified(*r, read_as)).collect();
                    Uniform::Apply(*opcode, *kind, of)
                }
                other => unreachable!("{other:?} changes from fragment to fragment"),
            };
            let uniform = self.put(uniform);
            self.known.insert(id, uniform);
            open.pop();
        }
        self.modified(of, kind)
    }

    /// Returns the index of an expression. Adds the expression if it is new.
    pub fn put(&mut self, uniform: Uniform) -> UniformId {
        if let Some(known) = self.ids.get(&uniform) {
            return *known;
        }
        let id = UniformId(self.uniforms.len());
        self.uniforms.push(uniform.clone());
        self.ids.insert(uniform, id);
        id
    }

    /// Returns the expression of a node that has one already, with the modifiers of the reference applied: those of an integer change the
    /// integer.
    fn modified(&mut self, of: Ref, kind: NumberType) -> UniformId {
        let mut id = self.known[&of.node];
        if let Uniform::Literal(bits) = self.uniforms[id.0]
            && !of.plain()
        {
            let bits = super::graph::modified(bits, of, kind);
            return self.put(Uniform::Literal(bits));
        }
        let integer = matches!(kind, NumberType::Signed | NumberType::Unsigned);
        if of.absolute {
            let kind = if integer { kind } else { NumberType::Float };
            id = self.put(Uniform::Apply(Opcode::Abs, kind, vec![id]));
        }
        if of.negate && integer {
            let zero = self.put(Uniform::Literal(0));
            id = self.put(Uniform::Apply(Opcode::Sub, kind, vec![zero, id]));
        } else if of.negate {
            let minus_one = self.put(Uniform::Literal((-1.0f32).to_bits()));
            id = self.put(Uniform::Apply(Opcode::Mul, NumberType::Float, vec![id, minus_one]));
        }
        id
    }

    /// Returns a number that is the same for all fragments, as a component of a constant register.
    pub fn scalar(&mut self, graph: &Graph, of: Ref, kind: NumberType) -> Scalar {
        match graph.rate(of.node) {
            Rate::Literal => Scalar::Literal(graph.literal_bits(of, kind).unwrap_or(0)),
            _ => Scalar::Uniform(self.uniform(graph, of, kind)),
        }
    }

    /// Returns a constant register that contains these numbers, and the component of each. `kind` says how instructions read them.
    pub fn parameter(&mut self, wanted: &[Scalar], kind: NumberType) -> (usize, Vec<u8>) {
        // Infinities and NaN cannot be literals of a program.
        let given = |scalar: &Scalar| match scalar {
            Scalar::Literal(bits) => kind.is_float() && bits >> 23 & 255 == 255,
            _ => true,
        };
        let class = match kind {
            _ if wanted.iter().any(given) => Class::Local,
            NumberType::Float | NumberType::Half | NumberType::Fixed => Class::Floats,
            NumberType::Signed | NumberType::Unsigned => Class::Integers,
        };
        let mut distinct: Vec<Scalar> = Vec::new();
        for scalar in wanted {
            if !distinct.contains(scalar) {
                distinct.push(*scalar);
            }
        }
        let lacks = |own: &[Scalar]| distinct.iter().filter(|scalar| !own.contains(scalar)).count();
        let fitting = (0..self.parameters.len())
            .filter(|&n| {
                let (own_class, own) = &self.parameters[n];
                let missing = lacks(own);
                let readable = *own_class == class || *own_class == Class::Local;
                readable && missing == 0 || *own_class == class && own.len() + missing <= 4
            })
            .min_by_key(|&n| (lacks(&self.parameters[n].1), n));
        let number = fitting.unwrap_or_else(|| {
            self.parameters.push((class, Vec::new()));
            self.parameters.len() - 1
        });
        let own = &mut self.parameters[number].1;
        let components = wanted.iter().map(|scalar| {
            let known = own.iter().position(|known| known == scalar);
            known.unwrap_or_else(|| {
                own.push(*scalar);
                own.len() - 1
            }) as u8
        });
        let components = components.collect();
        (number, components)
    }

    /// Reserves registers for these constants: the one that a constant asks for, otherwise the next that is free. Returns the register of
    /// each.
    pub fn reserve(&mut self, constants: &[usize], asked: &[RequestedRegister]) -> Vec<Option<usize>> {
        let mut registers = vec![None; asked.len()];
        let mut next = 0;
        let is_asked = |number: usize| asked.iter().any(|asked| asked.register == Some(number));
        let mut blocks: FxHashMap<usize, usize> = FxHashMap::default();
        for &constant in constants {
            let (place, count) = asked[constant].block;
            let number = asked[constant].register.unwrap_or_else(|| {
                let start = *blocks.entry(constant - place).or_insert_with(|| {
                    while let Some(taken) = (next..next + count).rev().find(|number| is_asked(*number)) {
                        next = taken + 1;
                    }
                    next += count;
                    next - count
                });
                start + place
            });
            registers[constant] = Some(number);
            self.given.insert(constant, self.parameters.len());
            self.parameters.push((Class::Preset(number), vec![Scalar::Runtime; 4]));
        }
        registers
    }

    /// Returns the constant registers in order.
    pub fn registers(&self) -> Vec<Parameter> {
        // The numbers of other local registers come after those that the program is given.
        let given = |class: &Class| if let Class::Preset(n) = class { Some(n + 1) } else { None };
        let mut locals = self.parameters.iter().filter_map(|(class, _)| given(class)).max().unwrap_or(0);
        let register = |(class, own): &(Class, Vec<Scalar>)| {
            let mut components = [Scalar::Unused; 4];
            components[..own.len()].copy_from_slice(own);
            let binding = match class {
                Class::Local => {
                    locals += 1;
                    Binding::Local(locals - 1)
                }
                Class::Floats | Class::Integers => Binding::Literal,
                Class::Preset(number) => Binding::Local(*number),
            };
            Parameter { binding, components }
        };
        self.parameters.iter().map(register).collect()
    }
}

/// Creates an instruction without operands.
pub fn flow(opcode: Opcode) -> Step {
    Step::new(opcode, NumberType::Float, None, Vec::new())
}
