//! Static single assignment: the instructions of a program as Mesa's common compiler hands them to its r300 driver.
//!
//! Each result is a value of its own, whose components begin at x, whatever the write mask was. Copies and signs are parts of operands.
//! Instructions that do the same with components of the same values are vectorized into one. What a program reads of
//! `fragment.position` is computed first, because the chip does not interpolate it.

use rustc_hash::FxHashMap;

use crate::fragment_program::{
    Binding, Component, FragmentProgram, Instruction, Opcode, Operand, Register, Scalar, Shape, TextureTarget,
};

use super::Source;

/// A component of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lane {
    pub source: Source,
    /// The component of the source. For a literal, the bits of the number.
    pub component: usize,
    pub negate: bool,
    pub absolute: bool,
}

/// An instruction whose result is a value of its own.
#[derive(Debug)]
pub(super) struct SsaInstruction {
    pub opcode: Opcode,
    /// Whether it fetches by coordinates in texels.
    pub texels: bool,
    pub saturate: bool,
    /// The value that it computes. `None` for a render target, and for `KIL`.
    pub to: Option<usize>,
    /// The components that it writes.
    pub mask: u8,
    /// The lanes of each operand, by the place at which the operation reads them.
    pub operands: Vec<Vec<(usize, Lane)>>,
}

/// Returns the instructions of a program, and the number of values. `used` has the mask of the result that is used, for each instruction.
pub(super) fn of(program: &FragmentProgram, used: &[u8]) -> (Vec<SsaInstruction>, usize) {
    let mut builder = Builder {
        program,
        held: FxHashMap::default(),
        same: FxHashMap::default(),
        position: None,
        instructions: Vec::new(),
        values: 0,
    };
    for (instruction, used) in program.instructions.iter().zip(used).filter(|(_, used)| **used != 0) {
        builder.add(instruction, *used);
    }
    (builder.instructions, builder.values)
}

/// What has to be equal in two instructions that are vectorized: the operation, whether its result is clamped, and the source of each
/// operand, with whether it is negated, and whether its sign is dropped.
type VectorKey = (Opcode, bool, Vec<(Source, bool, bool)>);

struct Builder<'a> {
    program: &'a FragmentProgram,
    /// What each component of a temporary holds.
    held: FxHashMap<(usize, usize), Lane>,
    /// The last instruction of each key.
    same: FxHashMap<VectorKey, usize>,
    /// The value of `fragment.position`.
    position: Option<usize>,
    instructions: Vec<SsaInstruction>,
    values: usize,
}

impl Builder<'_> {
    fn new_value(&mut self) -> usize {
        self.values += 1;
        self.values - 1
    }

    /// Returns a component of an operand.
    fn lane(&mut self, operand: &Operand, place: usize) -> Lane {
        let negate = operand.negate >> place & 1 == 1;
        let from = |source, component| Lane { source, component, negate, absolute: false };
        let literal = |bits: u32| from(Source::Literal(0), bits as usize);
        let component = match operand.swizzle[place] {
            Component::Zero => return literal(0),
            Component::One => return literal(1f32.to_bits()),
            component => component.number().unwrap_or(0),
        };
        let other = from(Source::Other(operand.register), component);
        match operand.register {
            Register::Temporary(k) => match self.held.get(&(k, component)) {
                Some(lane) => Lane { negate: lane.negate != negate, ..*lane },
                None => other,
            },
            Register::Parameter(k) => match self.program.parameters.get(k) {
                Some(parameter) if parameter.binding == Binding::Literal => match parameter.components[component] {
                    Scalar::Literal(bits) => literal(bits),
                    _ => literal(0),
                },
                _ => other,
            },
            Register::Position if component < 2 => from(Source::Value(self.position()), component),
            _ => other,
        }
    }

    /// Returns the value of `fragment.position`: a division by w, the scale and offset of the viewport, and the direction of y.
    fn position(&mut self) -> usize {
        if let Some(value) = self.position {
            return value;
        }
        let from = |source, component| Lane { source, component, negate: false, absolute: false };
        let corner = Source::Other(Register::Position);
        let uniform = |at: usize| Source::Other(Register::Parameter(self.program.parameters.len() + at));
        let [first, second, third] = [0, 1, 2].map(uniform);
        let pair = |source| vec![(0, from(source, 0)), (1, from(source, 1))];
        let [reciprocal, product, scaled, flipped] = [0; 4].map(|_| self.new_value());
        let both = |source| vec![(0, from(source, 0)), (1, from(source, 0))];
        let mut push = |opcode, to, mask, operands| {
            self.instructions.push(SsaInstruction {
                opcode,
                texels: false,
                saturate: false,
                to: Some(to),
                mask,
                operands,
            });
        };
        push(Opcode::Rcp, reciprocal, 1, vec![vec![(0, from(corner, 3))]]);
        push(Opcode::Mul, product, 3, vec![pair(corner), both(Source::Value(reciprocal))]);
        push(Opcode::Mad, scaled, 3, vec![pair(Source::Value(product)), pair(first), pair(second)]);
        let second_lane = |source, component| vec![(1, from(source, component))];
        let operands = vec![second_lane(Source::Value(scaled), 1), second_lane(third, 0), second_lane(third, 1)];
        push(Opcode::Mad, flipped, 2, operands);
        push(Opcode::Mov, flipped, 1, vec![vec![(0, from(Source::Value(scaled), 0))]]);
        self.position = Some(flipped);
        flipped
    }

    fn add(&mut self, instruction: &Instruction, used: u8) {
        let opcode = instruction.opcode;
        let lanes: Vec<usize> = (0..4).filter(|lane| used >> lane & 1 == 1).collect();
        let temporary = match instruction.destination.map(|to| to.register) {
            Some(Register::Temporary(k)) => Some(k),
            _ => None,
        };
        // Where the operands are read, and whether the result begins at x.
        let (places, packed): (Vec<usize>, bool) = match opcode {
            _ if opcode.is_texture() => ((0..if opcode == Opcode::Tex { 2 } else { 4 }).collect(), false),
            Opcode::Xpd => ((0..3).collect(), false),
            _ => match opcode.shape() {
                Shape::Flow => return,
                Shape::Vector => (lanes.clone(), true),
                Shape::Scalar => (vec![0], true),
                Shape::Dot | Shape::Special | Shape::Texture => {
                    let reads = opcode.reads(used);
                    ((0..4).filter(|lane| reads >> lane & 1 == 1).collect(), opcode.shape() == Shape::Dot)
                }
            },
        };
        let vector = packed && opcode.shape() == Shape::Vector;
        let packs = temporary.is_some() && vector;
        let mut operands: Vec<Vec<(usize, Lane)>> = Vec::with_capacity(instruction.sources.len());
        for operand in &instruction.sources {
            let read = places.iter().enumerate();
            operands
                .push(read.map(|(at, place)| (if packs { at } else { *place }, self.lane(operand, *place))).collect());
        }
        if opcode == Opcode::Cmp {
            self.condition(&mut operands[0]);
        }
        let copies = matches!(opcode, Opcode::Mov | Opcode::Swz | Opcode::Abs) && !instruction.saturate;
        if let (true, Some(k)) = (copies, temporary) {
            let operand: &Vec<(usize, Lane)> = &operands[0];
            let absolute = opcode == Opcode::Abs;
            let held = operand.iter().map(|(_, lane)| match absolute {
                true => Lane { negate: false, absolute, ..*lane },
                false => *lane,
            });
            self.held.extend(lanes.iter().zip(held).map(|(lane, held)| ((k, *lane), held)));
            return;
        }
        let sampler = instruction.sampler.and_then(|k| self.program.samplers.get(k));
        let texels = sampler.is_some_and(|sampler| sampler.target == TextureTarget::Rectangle);
        let Some(k) = temporary else {
            let mask = if instruction.destination.is_some() { used } else { 0 };
            self.instructions.push(SsaInstruction {
                opcode,
                texels,
                saturate: instruction.saturate,
                to: None,
                mask,
                operands,
            });
            return;
        };
        let components: Vec<usize> = if vector {
            let (value, components) = self.vector(opcode, instruction.saturate, operands);
            self.held.extend(
                lanes.iter().zip(&components).map(|(lane, component)| ((k, *lane), of_value(value, *component))),
            );
            return;
        } else {
            lanes.iter().map(|lane| if packed { 0 } else { *lane }).collect()
        };
        let value = self.new_value();
        let mask = if packed { 1 } else { used };
        self.instructions.push(SsaInstruction {
            opcode,
            texels,
            saturate: instruction.saturate,
            to: Some(value),
            mask,
            operands,
        });
        self.held
            .extend(lanes.iter().zip(&components).map(|(lane, component)| ((k, *lane), of_value(value, *component))));
    }

    /// Replaces the first operand of `CMP` by a flag that is 1 if it is negative.
    fn condition(&mut self, operand: &mut [(usize, Lane)]) {
        let zero = Lane { source: Source::Literal(0), component: 0, negate: false, absolute: false };
        let negative = operand.iter().enumerate().map(|(at, (_, lane))| (at, *lane)).collect();
        let zeros = (0..operand.len()).map(|at| (at, zero)).collect();
        let (value, components) = self.vector(Opcode::Slt, false, vec![negative, zeros]);
        for ((_, lane), component) in operand.iter_mut().zip(components) {
            *lane = of_value(value, component);
        }
    }

    /// Appends an instruction that computes each component from the same component of the operands, or adds its components to one that
    /// does the same. Returns the value, and its components.
    fn vector(&mut self, opcode: Opcode, saturate: bool, operands: Vec<Vec<(usize, Lane)>>) -> (usize, Vec<usize>) {
        let count = operands.first().map_or(0, Vec::len);
        let key = vector_key(opcode, saturate, &operands);
        if let Some(at) = key.as_ref().and_then(|key| self.same.get(key)).copied() {
            let instruction = &mut self.instructions[at];
            let mut operands = operands.clone();
            let held = instruction.mask.count_ones() as usize;
            let computed = |place: usize| {
                (0..held)
                    .find(|other| instruction.operands.iter().zip(&operands).all(|(a, b)| a[*other].1 == b[place].1))
            };
            let computed: Vec<Option<usize>> = (0..count).map(computed).collect();
            if held + computed.iter().filter(|place| place.is_none()).count() <= 4 {
                let mut next = held;
                let mut components = Vec::new();
                for (place, computed) in computed.into_iter().enumerate() {
                    components.push(computed.unwrap_or_else(|| {
                        for (all, more) in instruction.operands.iter_mut().zip(&mut operands) {
                            all.push((next, more[place].1));
                        }
                        next += 1;
                        next - 1
                    }));
                }
                instruction.mask = (1 << next) - 1;
                if let Some(value) = instruction.to {
                    return (value, components);
                }
            }
        }
        let value = self.new_value();
        if let Some(key) = key {
            self.same.insert(key, self.instructions.len());
        }
        self.instructions.push(SsaInstruction {
            opcode,
            texels: false,
            saturate,
            to: Some(value),
            mask: (1 << count) - 1,
            operands,
        });
        (value, (0..count).collect())
    }
}

/// Returns a component of a value.
fn of_value(value: usize, component: usize) -> Lane {
    Lane { source: Source::Value(value), component, negate: false, absolute: false }
}

/// Returns what two instructions have in common if they can be vectorized. `None` if an operand's components have several sources or signs.
fn vector_key(opcode: Opcode, saturate: bool, operands: &[Vec<(usize, Lane)>]) -> Option<VectorKey> {
    let of = |lane: &Lane| (lane.source, lane.negate && !matches!(lane.source, Source::Literal(_)), lane.absolute);
    let source = |operand: &Vec<(usize, Lane)>| {
        let first = of(&operand.first()?.1);
        operand.iter().all(|(_, lane)| of(lane) == first).then_some(first)
    };
    Some((opcode, saturate, operands.iter().map(source).collect::<Option<_>>()?))
}
