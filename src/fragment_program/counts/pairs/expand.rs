//! Expansion: splits an instruction into native operations.

use crate::fragment_program::{Component, Opcode, Register};

use super::ssa::{Lane, SsaInstruction};
use super::{Argument, Half, Operation, Source, Texture, swizzle};

/// An operand of a native operation.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub source: Source,
    pub swizzle: [Component; 4],
    pub negate: u8,
    pub absolute: bool,
}

/// Returns an operand that reads all components of a value unchanged.
fn plain_read(value: usize) -> Read {
    Read { source: Source::Value(value), swizzle: Component::XYZW, negate: 0, absolute: false }
}

/// Returns the operand with its components in another order.
fn turned(read: &Read, order: [usize; 4]) -> Read {
    Read { swizzle: order.map(|lane| read.swizzle[lane]), ..*read }
}

/// The operations of a program.
pub(super) struct Expansion {
    pub values: usize,
    pub operations: Vec<Operation>,
    /// The constants of literals, four numbers at most in each.
    literals: Vec<Vec<usize>>,
}

impl Expansion {
    /// Creates an expansion after instructions that have this number of values.
    pub(super) fn new(values: usize) -> Expansion {
        Expansion { values, operations: Vec::new(), literals: Vec::new() }
    }

    fn new_value(&mut self) -> usize {
        self.values += 1;
        self.values - 1
    }

    /// Returns the constant that holds the numbers of an operand. Equal numbers 0, 1 or 0.5 need none.
    pub(super) fn literal(&mut self, operand: &[(usize, Lane)]) -> Source {
        let mut numbers: Vec<usize> = operand.iter().map(|(_, lane)| lane.component).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let inline = [0f32, 1.0, 0.5].map(|number| number.to_bits() as usize);
        if numbers.is_empty() || matches!(numbers[..], [number] if inline.contains(&(number & 0x7fff_ffff))) {
            return Source::Literal(0);
        }
        let at = self.literals.iter().position(|held| *held == numbers).unwrap_or_else(|| {
            self.literals.push(numbers);
            self.literals.len() - 1
        });
        Source::Literal(at + 1)
    }

    /// Appends the operations of an instruction, which writes these components of the value `to`, or of a render target.
    pub(super) fn instruction(&mut self, instruction: &SsaInstruction, to: Option<usize>, mask: u8, reads: &[Read]) {
        match instruction.opcode.is_texture() {
            true => self.texture(instruction, to, mask, reads),
            false => self.arithmetic(instruction.opcode, to, mask, reads),
        }
    }

    fn arithmetic(&mut self, opcode: Opcode, to: Option<usize>, mask: u8, reads: &[Read]) {
        let between = self.new_value();
        match opcode {
            // The fraction, then the operand minus its fraction.
            Opcode::Flr => {
                self.vector(Some(between), mask, &reads[..1]);
                match to {
                    Some(to) => self.sum(to, mask, &[reads[0], plain_read(between)]),
                    None => self.vector(to, mask, &[reads[0], plain_read(between)]),
                }
            }
            // The difference, then a selection by its sign. For `LRP`, it is a multiplication by the difference instead.
            Opcode::Sge | Opcode::Slt if reads[..2].iter().any(|read| is_zero(read, mask)) => {
                self.vector(to, mask, reads);
            }
            Opcode::Sge | Opcode::Slt => {
                self.sum(between, mask, reads);
                self.vector(to, mask, &[plain_read(between)]);
            }
            Opcode::Lrp => {
                self.sum(between, mask, &reads[1..]);
                self.vector(to, mask, &[reads[0], plain_read(between), reads[2]]);
            }
            Opcode::Add | Opcode::Sub if to.is_some() => self.sum(to.unwrap_or(between), mask, reads),
            Opcode::Xpd => {
                let (yzx, zxy) = ([1, 2, 0, 3], [2, 0, 1, 3]);
                self.vector(Some(between), mask, &[turned(&reads[0], zxy), turned(&reads[1], yzx)]);
                self.vector(to, mask, &[turned(&reads[0], yzx), turned(&reads[1], zxy), plain_read(between)]);
            }
            Opcode::Pow => {
                let product = self.new_value();
                self.scalar(Some(between), 0b1000, &reads[..1]);
                self.vector(Some(product), 0b1000, &[lane_w(between), reads[1]]);
                self.scalar(to, mask, &[lane_w(product)]);
            }
            // The argument is reduced to one period: a product, its fraction, a product. Two parabolas follow.
            Opcode::Sin | Opcode::Cos => self.trigonometric(between, to, mask, reads),
            Opcode::Scs => {
                for lane in (0..2).filter(|lane| mask >> lane & 1 == 1) {
                    self.trigonometric(between, to, 1 << lane, reads);
                }
            }
            Opcode::Lit => {
                let mut last = between;
                self.vector(Some(between), 0b1011, reads);
                for _ in 0..2 {
                    let next = self.new_value();
                    self.scalar(Some(next), 0b1000, &[lane_w(last)]);
                    last = next;
                }
                self.vector(to, mask, &[plain_read(last), plain_read(between)]);
            }
            Opcode::Rcp | Opcode::Rsq | Opcode::Ex2 | Opcode::Lg2 => self.scalar(to, mask, reads),
            Opcode::Dp3 => self.dot(to, mask, reads, 0b0111),
            Opcode::Dp4 | Opcode::Dph => self.dot(to, mask, reads, 0b1111),
            _ => self.vector(to, mask, reads),
        }
    }

    fn trigonometric(&mut self, between: usize, to: Option<usize>, mask: u8, reads: &[Read]) {
        self.vector(Some(between), 0b1000, reads);
        let mut last = between;
        for _ in 0..5 {
            let next = self.new_value();
            self.vector(Some(next), 0b1000, &[lane_w(last)]);
            last = next;
        }
        self.vector(to, mask, &[lane_w(last)]);
    }

    /// Appends a sum or a difference. If its operands are read in the same order, what reads the result may compute it itself.
    fn sum(&mut self, to: usize, mask: u8, reads: &[Read]) {
        self.vector(Some(to), mask, reads);
        let lanes = |read: &Read| {
            (0..4).filter(|lane| mask >> lane & 1 == 1).map(|lane| read.swizzle[lane]).collect::<Vec<_>>()
        };
        let plain = reads.iter().all(|read| !read.absolute && !matches!(read.source, Source::Literal(_)));
        let one_sign = reads.iter().all(|read| read.negate & mask == 0 || read.negate & mask == mask);
        if plain && one_sign && lanes(&reads[0]) == lanes(&reads[1]) && swizzle::presubtracts(reads[0].swizzle, mask) {
            let order = reads[0].swizzle.map(|component| component.number().unwrap_or(0));
            if let Some(operation) = self.operations.last_mut() {
                operation.sum = Some([0, 1, 2, 3].map(|lane| if mask >> lane & 1 == 1 { order[lane] } else { lane }));
            }
        }
    }

    /// Appends a component-wise operation, which takes the halves of the components that it writes.
    pub(super) fn vector(&mut self, to: Option<usize>, mask: u8, reads: &[Read]) {
        self.operation(to, mask, reads, mask, false);
    }

    /// Appends a function of one number. The alpha half computes it, and the RGB half copies the result.
    fn scalar(&mut self, to: Option<usize>, mask: u8, reads: &[Read]) {
        // The alpha half reads the fourth component of its operand.
        let first: Vec<Read> = reads.iter().map(|read| turned(read, [0; 4])).collect();
        let alpha = Half { arguments: first.iter().map(|read| argument(read, 0b1000)).collect(), converts: true };
        let rgb = (mask & 0b0111 != 0).then(|| Half { arguments: Vec::new(), converts: true });
        self.operations.push(Operation { replicates: rgb.is_some(), ..Operation::new(rgb, Some(alpha), to, mask) });
    }

    fn dot(&mut self, to: Option<usize>, mask: u8, reads: &[Read], lanes: u8) {
        self.operation(to, mask, reads, lanes, true);
    }

    /// Appends an operation that reads these lanes, after the copies that it needs.
    fn operation(&mut self, to: Option<usize>, mask: u8, reads: &[Read], lanes: u8, dot: bool) {
        let native: Vec<Read> = reads.iter().map(|read| self.native(read, lanes)).collect();
        let half = |reads: &[Read], lanes: u8| Half {
            arguments: reads.iter().map(|read| argument(read, lanes)).collect(),
            converts: !dot,
        };
        let rgb = (dot || mask & 0b0111 != 0).then(|| half(&native, lanes & 0b0111));
        // The alpha half can read any component, so it needs no copy.
        let alpha = ((mask | lanes) & 0b1000 != 0).then(|| half(reads, lanes & 0b1000));
        self.operations.push(Operation::new(rgb, alpha, to, mask));
    }

    /// Returns an operand that the RGB half can read: the operand itself, or a copy of it.
    fn native(&mut self, read: &Read, lanes: u8) -> Read {
        // The compiler makes another constant of literals in another order.
        let copies = swizzle::copies(read.swizzle, read.negate, lanes);
        if copies == 0 || matches!(read.source, Source::Literal(_)) {
            return *read;
        }
        let copy = self.new_value();
        for at in 0..copies {
            // It does not matter which copy writes which lane.
            let of = (0..3).filter(|lane| lanes >> lane & 1 == 1).nth(at).map_or(0b0001, |lane| 1u8 << lane);
            let last = at + 1 == copies;
            let rest = (0..3).filter(|lane| lanes >> lane & 1 == 1).skip(at).fold(0u8, |all, lane| all | 1 << lane);
            let lanes = if last { rest } else { of };
            let half = Half { arguments: vec![argument(read, lanes)], converts: true };
            self.operations.push(Operation::new(Some(half), None, Some(copy), lanes));
        }
        Read { source: Source::Value(copy), swizzle: Component::XYZW, negate: 0, absolute: false }
    }

    /// Appends a texture instruction, with the copies that it needs, because it reads its coordinates without swizzle or sign.
    fn texture(&mut self, instruction: &SsaInstruction, to: Option<usize>, mask: u8, reads: &[Read]) {
        let lanes = if instruction.opcode == Opcode::Tex { 0b0011 } else { 0b1111 };
        let mut arguments = Vec::new();
        for read in reads {
            let plain =
                (0..4).filter(|lane| lanes >> lane & 1 == 1).all(|lane| read.swizzle[lane] == Component::XYZW[lane]);
            let constant = matches!(read.source, Source::Literal(_) | Source::Other(Register::Parameter(_)));
            // The hardware has coordinates from 0 to 1 alone. A multiplication makes them of texels.
            let read = match instruction.texels || !plain || constant || read.negate & lanes != 0 {
                true => {
                    let copy = self.new_value();
                    self.vector(Some(copy), lanes, &[*read]);
                    plain_read(copy)
                }
                false => *read,
            };
            arguments.push(argument(&read, lanes));
        }
        // A result that is saturated, or that goes to a render target, needs a copy.
        let texture = Some(if instruction.opcode == Opcode::Kil { Texture::Kill } else { Texture::Fetch });
        let copied = texture == Some(Texture::Fetch) && (instruction.saturate || to.is_none());
        let into = if copied { Some(self.new_value()) } else { to };
        let fetches = Some(Half { arguments, converts: false });
        self.operations.push(Operation { texture, ..Operation::new(fetches, None, into, mask) });
        if let (true, Some(value)) = (copied, into) {
            self.vector(to, mask, &[plain_read(value)]);
        }
    }
}

/// Returns what a half reads of an operand in these lanes.
fn argument(read: &Read, lanes: u8) -> Argument {
    let components = (0..4).filter(|lane| lanes >> lane & 1 == 1).filter_map(|lane| match read.source {
        Source::Literal(0) => None,
        // The constant has them in the order in which they are read.
        Source::Literal(_) => Some(lane),
        _ => read.swizzle[lane].number(),
    });
    let components = components.fold(0, |mask, component| mask | 1 << component);
    Argument { source: read.source, components, presubtracted: false }
}

/// Whether these lanes of an operand are 0.
fn is_zero(read: &Read, lanes: u8) -> bool {
    let zero = |lane: &usize| read.swizzle[*lane] == Component::Zero;
    read.source == Source::Literal(0) && (0..4).filter(|lane| lanes >> lane & 1 == 1).all(|lane| zero(&lane))
}

/// Returns an operand that reads the number that the alpha half has computed.
fn lane_w(value: usize) -> Read {
    Read { source: Source::Value(value), swizzle: [Component::W; 4], negate: 0, absolute: false }
}
