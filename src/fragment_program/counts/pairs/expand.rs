//! Expansion: the native operations of an instruction.

use crate::fragment_program::{Component, Instruction, Opcode, Operand, Register, Shape};

use super::{Operation, Slots, Source, Value, swizzle};

/// An operand of a native operation.
#[derive(Clone, Copy)]
struct Read {
    source: Source,
    swizzle: [Component; 4],
    negate: u8,
}

/// Adds the operations of an instruction of whose result these components are used; `alone`: whether each of them is read
/// without others. `values` counts what is made on the way.
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

/// What was made before, as it is.
fn made(value: usize) -> Read {
    Read { source: Source::Value(value), swizzle: Component::XYZW, negate: 0 }
}

/// The operand in another order.
fn turned(read: &Read, order: [usize; 4]) -> Read {
    Read { swizzle: order.map(|lane| read.swizzle[lane]), ..*read }
}

/// Whether the silicon takes the difference of two operands on the way into an operation: of different registers, both read
/// in the one of the few orders that it has for differences.
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
    /// Whether the components of the result are read one by one.
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
            // The fraction, and what is left without it.
            Opcode::Flr => {
                self.vector(Some(between), mask, &reads[..1]);
                self.vector(to, mask, &[reads[0], made(between)]);
            }
            // The difference, and a selection by its sign; or what it is multiplied with.
            Opcode::Sge | Opcode::Slt if subtracts(&reads[0], &reads[1], mask) => self.vector(to, mask, reads),
            Opcode::Lrp if subtracts(&reads[1], &reads[2], mask) => self.vector(to, mask, reads),
            Opcode::Sge | Opcode::Slt => {
                self.vector(Some(between), mask, reads);
                self.vector(to, mask, &[made(between)]);
            }
            Opcode::Lrp => {
                self.vector(Some(between), mask, &reads[1..]);
                self.vector(to, mask, &[reads[0], made(between), reads[2]]);
            }
            Opcode::Xpd => {
                let (yzx, zxy) = ([1, 2, 0, 3], [2, 0, 1, 3]);
                self.vector(Some(between), mask, &[turned(&reads[0], zxy), turned(&reads[1], yzx)]);
                self.vector(to, mask, &[turned(&reads[0], yzx), turned(&reads[1], zxy), made(between)]);
            }
            Opcode::Pow => {
                let product = self.new_value();
                self.scalar(Some(between), 0b1000, &reads[..1]);
                self.vector(Some(product), 0b1000, &[lane_w(between), reads[1]]);
                self.scalar(to, mask, &[lane_w(product)]);
            }
            // Into the period: a product, its fraction, a product; then two parabolas.
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
                self.vector(to, mask, &[made(last), made(between)]);
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

    /// An operation by component: it takes the halves that it writes.
    fn vector(&mut self, to: Option<usize>, mask: u8, reads: &[Read]) {
        let slots = match (mask & 0b0111 != 0, mask & 0b1000 != 0) {
            (true, false) => Slots::Rgb,
            (false, _) => Slots::Alpha,
            (true, true) => Slots::Both,
        };
        self.operation(slots, to, mask, reads, mask);
    }

    /// A function of one number: the alpha half computes it, the RGB half copies it.
    fn scalar(&mut self, to: Option<usize>, mask: u8, reads: &[Read]) {
        let slots = if mask & 0b0111 == 0 { Slots::Alpha } else { Slots::Both };
        // The operand of the alpha half is its fourth.
        let first = reads.iter().map(|read| turned(read, [0; 4])).collect::<Vec<_>>();
        self.operation(slots, to, mask, &first, 0b1000);
    }

    fn dot(&mut self, to: Option<usize>, mask: u8, reads: &[Read], lanes: u8) {
        let slots = if mask & 0b1000 == 0 && lanes == 0b0111 { Slots::Rgb } else { Slots::Both };
        self.operation(slots, to, mask, reads, lanes);
    }

    /// An operation that reads these lanes, with the copies that it needs before it.
    fn operation(&mut self, slots: Slots, to: Option<usize>, mask: u8, reads: &[Read], lanes: u8) {
        let reads: Vec<Read> = reads.iter().map(|read| self.native(read, lanes)).collect();
        let movable = self.alone && slots == Slots::Rgb && to.is_some() && mask.count_ones() == 1;
        let mut operation =
            Operation { slots, movable, writes: Vec::new(), waits: Vec::new(), rgb: Vec::new(), alpha: Vec::new() };
        if let Some(to) = to {
            operation.writes.extend((0..4).filter(|lane| mask >> lane & 1 == 1).map(|lane| (to, lane)));
        }
        for read in &reads {
            operation.reads(read, lanes);
        }
        self.operations.push(operation);
    }

    /// The operand as the RGB half can read it: a copy, where it cannot.
    fn native(&mut self, read: &Read, lanes: u8) -> Read {
        let copies = swizzle::copies(read.swizzle, read.negate, lanes);
        if copies == 0 {
            return *read;
        }
        let copy = self.new_value();
        for at in 0..copies {
            // Which lanes come with which copy does not matter, but that each comes with one.
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
        // Alpha is read from where it was.
        Read { source: Source::Value(copy), swizzle: Component::XYZW, negate: 0 }
    }

    /// Coordinates are read as they lie, without a sign.
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
        // Results that are clamped, or go to a target, are copied there.
        let to_target = matches!(instruction.destination.map(|to| to.register), Some(Register::Output(_)));
        if instruction.saturate || to_target {
            let mask = instruction.destination.map_or(0b1111, |to| to.mask);
            let value = self.new_value();
            self.vector(None, mask, &[made(value)]);
        }
    }
}

/// The number that the alpha half has made.
fn lane_w(value: usize) -> Read {
    Read { source: Source::Value(value), swizzle: [Component::W; 4], negate: 0 }
}

impl Operation {
    /// It reads these lanes of an operand.
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
