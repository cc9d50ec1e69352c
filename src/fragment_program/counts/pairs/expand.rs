//! Expansion: splits an instruction into native operations.

use crate::fragment_program::{Component, Instruction, Opcode, Operand, Register, Shape};

use super::{Operation, Slots, Source, Value, swizzle};

/// An operand of a native operation.
#[derive(Clone, Copy)]
struct Read {
    source: Source,
    swizzle: [Component; 4],
    negate: u8,
}

/// Appends the native operations of an instruction. `used` is the mask of the result's components that are used, and `alone` says
/// whether each component is read without others. `values` is the number of values so far, including intermediate ones.
pub(super) fn instruction(
    instruction: &Instruction,
    used: u8,
    alone: bool,
    values: &mut usize,
    operations: &mut Vec<Operation>,
) {
    let mut expansion = Expansion { values, operations, alone };
    let reads: Vec<Read> = instruction.sources.iter().map(read).collect();
    if instruction.opcode.is_texture() {
        return expansion.texture(instruction, &reads);
    }
    if instruction.opcode.shape() == Shape::Flow {
        return;
    }
    let Some(destination) = instruction.destination else { return };
    let to = match destination.register {
        Register::Temporary(k) => Some(k),
        _ => None,
    };
    expansion.arithmetic(instruction.opcode, to, used, &reads);
}

fn read(operand: &Operand) -> Read {
    let source = match operand.register {
        Register::Temporary(k) => Source::Value(k),
        other => Source::Other(other),
    };
    Read { source, swizzle: operand.swizzle, negate: operand.negate }
}

/// Returns an operand that reads all components of a value unchanged.
fn plain_read(value: usize) -> Read {
    Read { source: Source::Value(value), swizzle: Component::XYZW, negate: 0 }
}

/// Returns the operand with its components in another order.
fn turned(read: &Read, order: [usize; 4]) -> Read {
    Read { swizzle: order.map(|lane| read.swizzle[lane]), ..*read }
}

/// Whether an operation can take the difference of these two operands as its input. Both operands must be read in the same order, and
/// the hardware supports only a few orders for differences. The registers may differ.
fn subtracts(a: &Read, b: &Read, mask: u8) -> bool {
    use Component::{W, X, Y, Z};
    let lanes =
        |read: &Read| (0..3).filter(|lane| mask >> lane & 1 == 1).map(|lane| read.swizzle[lane]).collect::<Vec<_>>();
    let order = lanes(a);
    let plain = [[X, Y, Z], [X; 3], [Y; 3], [Z; 3], [W; 3]]
        .iter()
        .any(|native| (0..3).filter(|lane| mask >> lane & 1 == 1).map(|lane| native[lane]).eq(order.iter().copied()));
    let same_alpha = mask & 0b1000 == 0 || a.swizzle[3] == b.swizzle[3];
    plain && order == lanes(b) && same_alpha && a.negate & mask == 0 && b.negate & mask == 0
}

struct Expansion<'a> {
    /// Whether each component of the result is read without others.
    alone: bool,
    values: &'a mut usize,
    operations: &'a mut Vec<Operation>,
}

impl Expansion<'_> {
    fn new_value(&mut self) -> usize {
        *self.values += 1;
        *self.values - 1
    }

    fn arithmetic(&mut self, opcode: Opcode, to: Option<usize>, mask: u8, reads: &[Read]) {
        let between = self.new_value();
        match opcode {
            // The fraction, then the operand minus its fraction.
            Opcode::Flr => {
                self.vector(Some(between), mask, &reads[..1]);
                self.vector(to, mask, &[reads[0], plain_read(between)]);
            }
            // The difference, then a selection by its sign. For `LRP`, it is a multiplication by the difference instead.
            Opcode::Sge | Opcode::Slt if subtracts(&reads[0], &reads[1], mask) => self.vector(to, mask, reads),
            Opcode::Lrp if subtracts(&reads[1], &reads[2], mask) => self.vector(to, mask, reads),
            Opcode::Sge | Opcode::Slt => {
                self.vector(Some(between), mask, reads);
                self.vector(to, mask, &[plain_read(between)]);
            }
            Opcode::Lrp => {
                self.vector(Some(between), mask, &reads[1..]);
                self.vector(to, mask, &[reads[0], plain_read(between), reads[2]]);
            }
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

    /// Appends a component-wise operation, which takes the halves of the components that it writes.
    fn vector(&mut self, to: Option<usize>, mask: u8, reads: &[Read]) {
        let slots = match (mask & 0b0111 != 0, mask & 0b1000 != 0) {
            (true, false) => Slots::Rgb,
            (false, _) => Slots::Alpha,
            (true, true) => Slots::Both,
        };
        self.operation(slots, to, mask, reads, mask);
    }

    /// Appends a function of one number. The alpha half computes it, and the RGB half copies the result.
    fn scalar(&mut self, to: Option<usize>, mask: u8, reads: &[Read]) {
        let slots = if mask & 0b0111 == 0 { Slots::Alpha } else { Slots::Both };
        // The alpha half reads the fourth component of its operand.
        let first = reads.iter().map(|read| turned(read, [0; 4])).collect::<Vec<_>>();
        self.operation(slots, to, mask, &first, 0b1000);
    }

    fn dot(&mut self, to: Option<usize>, mask: u8, reads: &[Read], lanes: u8) {
        let slots = if mask & 0b1000 == 0 && lanes == 0b0111 { Slots::Rgb } else { Slots::Both };
        self.operation(slots, to, mask, reads, lanes);
    }

    /// Appends an operation that reads these lanes, after the copies that it needs.
    fn operation(&mut self, slots: Slots, to: Option<usize>, mask: u8, reads: &[Read], lanes: u8) {
        let native: Vec<Read> = reads.iter().map(|read| self.native(read, lanes)).collect();
        let movable = self.alone && slots == Slots::Rgb && to.is_some() && mask.count_ones() == 1;
        let mut operation =
            Operation { slots, movable, writes: Vec::new(), waits: Vec::new(), rgb: Vec::new(), alpha: Vec::new() };
        if let Some(to) = to {
            operation.writes.extend((0..4).filter(|lane| mask >> lane & 1 == 1).map(|lane| (to, lane)));
        }
        // The alpha half can read any component, so it needs no copy.
        for (read, native) in reads.iter().zip(&native) {
            operation.reads(native, lanes & 0b0111);
            operation.reads(read, lanes & 0b1000);
        }
        self.operations.push(operation);
    }

    /// Returns an operand that the RGB half can read: the operand itself, or a copy of it.
    fn native(&mut self, read: &Read, lanes: u8) -> Read {
        let copies = swizzle::copies(read.swizzle, read.negate, lanes);
        if copies == 0 {
            return *read;
        }
        let copy = self.new_value();
        for at in 0..copies {
            // It does not matter which copy writes which lane.
            let of = (0..3).filter(|lane| lanes >> lane & 1 == 1).nth(at).map_or(0b0001, |lane| 1u8 << lane);
            let last = at + 1 == copies;
            let rest = (0..3).filter(|lane| lanes >> lane & 1 == 1).skip(at).fold(0u8, |all, lane| all | 1 << lane);
            let lanes = if last { rest } else { of };
            let mut operation = Operation {
                slots: Slots::Rgb,
                movable: false,
                writes: (0..3).filter(|lane| lanes >> lane & 1 == 1).map(|lane| (copy, lane)).collect(),
                waits: Vec::new(),
                rgb: Vec::new(),
                alpha: Vec::new(),
            };
            operation.reads(read, lanes);
            self.operations.push(operation);
        }
        Read { source: Source::Value(copy), swizzle: Component::XYZW, negate: 0 }
    }

    /// Appends the copies that a texture instruction needs, because it reads its coordinates without swizzle or sign.
    fn texture(&mut self, instruction: &Instruction, reads: &[Read]) {
        let lanes = if instruction.opcode == Opcode::Tex { 0b0011 } else { 0b1111 };
        for read in reads {
            let plain =
                (0..4).filter(|lane| lanes >> lane & 1 == 1).all(|lane| read.swizzle[lane] == Component::XYZW[lane]);
            let constant = matches!(read.source, Source::Other(Register::Parameter(_) | Register::Position));
            if !plain || constant || read.negate & lanes != 0 {
                let copy = self.new_value();
                self.vector(Some(copy), lanes, &[*read]);
            }
        }
        // A result that is saturated, or that goes to a render target, needs a copy.
        let to_target = matches!(instruction.destination.map(|to| to.register), Some(Register::Output(_)));
        if instruction.saturate || to_target {
            let mask = instruction.destination.map_or(0b1111, |to| to.mask);
            let value = self.new_value();
            self.vector(None, mask, &[plain_read(value)]);
        }
    }
}

/// Returns an operand that reads the number that the alpha half has computed.
fn lane_w(value: usize) -> Read {
    Read { source: Source::Value(value), swizzle: [Component::W; 4], negate: 0 }
}

impl Operation {
    /// Records that the operation reads these lanes of an operand.
    fn reads(&mut self, read: &Read, lanes: u8) {
        for lane in (0..4).filter(|lane| lanes >> lane & 1 == 1) {
            let Some(component) = read.swizzle[lane].number() else { continue };
            let half = if component == 3 { &mut self.alpha } else { &mut self.rgb };
            if !half.contains(&read.source) {
                half.push(read.source);
            }
            if let Source::Value(value) = read.source {
                let wait: Value = (value, component);
                if !self.waits.contains(&wait) {
                    self.waits.push(wait);
                }
            }
        }
    }
}
