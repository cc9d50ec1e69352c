//! Expressions of the intermediate representation.

use super::{Binary, FunctionId, LocalId, Math, Slot, Type, Unary};
use crate::syntax::Span;

/// An expression, without side effects.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it was written.
    pub span: Span,
}

/// What an expression is. Those of one phase alone say so; all others belong to each. What the kernel phase has alone, the
/// texel phase has not: [`access::lower`](super::access::lower) turns it into what the texel phase has instead.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ExprKind {
    /// A literal.
    Float(f32),
    /// A literal of type int.
    Int(i32),
    /// A literal without a sign.
    Uint(u32),
    /// A literal of a truth value.
    Bool(bool),
    /// A literal of a position, or of a distance between two.
    Index(i32),
    /// A literal whose type is not settled, while a front end checks.
    AbstractInt(i64),
    /// A variable.
    Local(LocalId),
    /// Stream phase: a constant of the kernel. Only in the kernel's own body; sub-kernels are passed it.
    Constant(Slot),
    /// Stream phase: the element of an input stream at this place. Only in the kernel's own body.
    Element(Slot),
    /// Stream phase: an element of a gather. The indices go `x` first: one vector, or a number for each dimension.
    Gather {
        /// Of which.
        slot: Slot,
        /// One expression of any type, or several numbers.
        index: Vec<Expr>,
    },
    /// Stream phase, `indexof`: the place of this element in that parameter, a float4. Only in the kernel's own body.
    ///
    /// Where the number is that behind the last parameter: the place of the element itself, `instance()`.
    IndexOf(usize),
    /// Kernel and texel phase: a constant, by its number in [`Interface::constants`](super::Interface).
    Uniform(usize),
    /// Kernel phase: an element of an input.
    Fetch {
        /// Which input, by its number in [`Interface::inputs`](super::Interface).
        input: usize,
        /// Which element.
        at: Address,
        /// Whether a position outside the stream is clamped to it; else what it reads is undefined.
        clamped: bool,
    },
    /// Kernel phase: where the element is that is computed, an index.
    Here(Axis),
    /// Kernel phase: how large a stream is, an index.
    Extent(Stream, Extent),
    /// Texel phase: a texel of an input's texture: four components of the input's type.
    Texel {
        /// Which input, by its number in [`Interface::inputs`](super::Interface).
        input: usize,
        /// Which texel.
        at: TexelAddress,
    },
    /// Texel phase: what is asked of a stream's geometry: an index, or two floats of [`Measure::Inverse`].
    Measure(Stream, Measure),
    /// Texel phase: the column (not the row) of the texel that is drawn, an index.
    FragmentColumn,
    /// Texel phase: its row.
    FragmentRow,
    /// Texel phase: the middle of the texel that is drawn: two floats, from 0 to 1 over the texture.
    FragmentCentre,
    /// Texel phase: which of the elements in the texel is computed, an index; 0 where outputs are not packed.
    Lane,
    /// Texel phase: what is left of an index, which is not negative, by a power of two.
    Remainder(Box<Expr>, u32),
    /// Kernel and texel phase: the first by the second, rounded down; two indices of which none is negative, the second not 0.
    Quotient(Box<Expr>, Box<Expr>),
    /// Components of a vector, or copies of a number: `v.xxz`.
    Swizzle(Box<Expr>, Vec<u8>),
    /// The component of this number, an int or index; 0 outside of the vector.
    At(Box<Expr>, Box<Expr>),
    /// The same value in another type: a number in all components; int, index or truth value as float; float as int or
    /// index (cut, towards 0); a number as truth value (whether it is not 0). Stream phase: the first components of a
    /// vector, too.
    Convert(Box<Expr>),
    /// A vector of the components of its parts, as many as it has; all of its scalar type.
    Vector(Vec<Expr>),
    /// An operator on one operand of its own type.
    Unary(Unary, Box<Expr>),
    /// An operator on two. Of arithmetic on vectors one operand may be a number; otherwise both have one type. What
    /// compares and joins truth values gives floats of 1 and 0 in the stream phase, and truth values in the kernel phase, by
    /// component.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `?:`: by component, where the condition is a vector.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function of numbers.
    Math(Math, Vec<Expr>),
    /// A function of the program that gives nothing back but its result.
    Call(FunctionId, Vec<Expr>),
}

/// Which element of an input is fetched.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Address {
    /// That of the output's own number, `fetch(a, here())`.
    Here,
    /// By its number.
    Linear(Box<Expr>),
    /// By column and row.
    ColumnRow(Box<Expr>, Box<Expr>),
}

/// What is asked of the place of the element that is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Axis {
    /// Its number, `here()`.
    Linear,
    /// Its column, `here_x()`.
    Column,
    /// Its row, `here_y()`.
    Row,
}

/// A stream of the interface, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stream {
    /// One that is read.
    Input(usize),
    /// One that is written.
    Output(usize),
}

/// What is asked of the size of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Extent {
    /// Elements, `count(a)`.
    Count,
    /// Elements a row, `width(a)`.
    Width,
    /// Rows, `height(a)`.
    Height,
}

/// Which texel of an input's texture is read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TexelAddress {
    /// By its number, an index: texels are numbered row by row.
    Number(Box<Expr>),
    /// By column and row, two ints, and by layer, an index, where the texture has several.
    Cell(Box<Expr>, Option<Box<Expr>>),
    /// By coordinates, two floats, from 0 to 1 or in texels, whichever the target has; and by layer. They lie in the texel's middle half
    /// at least.
    Coordinates(Box<Expr>, Option<Box<Expr>>),
}

/// What is asked of how a stream lies in its texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Measure {
    /// Texels a row of the texture.
    Width,
    /// Elements a row.
    Row,
    /// Rows of elements.
    Rows,
    /// Elements.
    Count,
    /// The texels a row are 2 to this power.
    Shift,
    /// 1 / texels a row, and 1 / rows of texels.
    Inverse,
}

impl Expr {
    /// Zero, in every component.
    pub(crate) fn zero(ty: Type, span: Span) -> Expr {
        let kind = match ty {
            Type::FLOAT => ExprKind::Float(0.0),
            Type::INT => ExprKind::Int(0),
            Type::UINT => ExprKind::Uint(0),
            Type::BOOL => ExprKind::Bool(false),
            Type::Index => ExprKind::Index(0),
            Type::AbstractInt => ExprKind::AbstractInt(0),
            vector => ExprKind::Convert(Box::new(Expr::zero(vector.scalar(), span))),
        };
        Expr::new(kind, ty, span)
    }

    /// An expression of this kind and type.
    pub(crate) fn new(kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    /// The type of floats with so many components.
    pub(crate) fn floats(count: usize) -> Type {
        Type::floats(count.clamp(1, 4))
    }

    /// Stream phase: whether it holds only ones and zeros: a comparison, what joins them, `!a`.
    pub(crate) fn is_truth(&self) -> bool {
        match &self.kind {
            ExprKind::Binary(operator, ..) => operator.compares() || operator.is_logical(),
            ExprKind::Unary(Unary::Not, _) => true,
            _ => false,
        }
    }

    /// Of a literal, whether it is true as a condition.
    pub(crate) fn truth(&self) -> Option<bool> {
        match &self.kind {
            ExprKind::Float(value) => Some(*value != 0.0),
            ExprKind::Int(value) | ExprKind::Index(value) => Some(*value != 0),
            ExprKind::Uint(value) => Some(*value != 0),
            ExprKind::AbstractInt(value) => Some(*value != 0),
            ExprKind::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether it is a literal.
    pub(crate) fn is_literal(&self) -> bool {
        self.truth().is_some()
    }
}
