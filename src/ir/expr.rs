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

/// The kind of an expression. A kind that belongs to a single phase says so; all others belong to every phase.
/// [`access::lower`](super::access::lower) replaces the kinds that only the kernel phase has by those of the texel phase.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ExprKind {
    /// A literal.
    Float(f32),
    /// A literal of type int.
    Int(i32),
    /// A literal without a sign.
    Uint(u32),
    /// A truth value literal.
    Bool(bool),
    /// A literal of a position, or of a distance between two.
    Index(i32),
    /// A literal whose type is not yet known, while a front end checks.
    AbstractInt(i64),
    /// A variable.
    Local(LocalId),
    /// Template phase: what only this phase has.
    Template(Box<TemplateExpr>),
    /// Stream phase: a constant of the kernel. Only in the kernel's own body; sub-kernels get it as an argument.
    Constant(Slot),
    /// Stream phase: the current element of an input stream. Only in the kernel's own body.
    Element(Slot),
    /// Stream phase: an element of a gather. The indices start with `x`: one vector, or a number for each dimension.
    Gather {
        /// Which gather.
        slot: Slot,
        /// One expression of any type, or several numbers.
        index: Vec<Expr>,
    },
    /// Stream phase, `indexof`: the position of the current element in the parameter with this number, a float4. Only in the
    /// kernel's own body.
    ///
    /// The number after that of the last parameter stands for the position of the element itself, `instance()`.
    IndexOf(usize),
    /// Kernel and texel phase: a constant, by its number in [`Interface::constants`](super::Interface).
    Uniform(usize),
    /// Kernel phase: an element of an input.
    Fetch {
        /// Which input, by its number in [`Interface::inputs`](super::Interface).
        input: usize,
        /// Which element.
        at: Address,
        /// Whether a position outside the stream is clamped to it; otherwise the value read is undefined.
        clamped: bool,
    },
    /// Kernel phase: the position of the current element, an index.
    Here(Axis),
    /// Kernel phase: a size of a stream, an index.
    Extent(Stream, Extent),
    /// Texel phase: a texel of an input's texture, as four components of the input's type.
    Texel {
        /// Which input, by its number in [`Interface::inputs`](super::Interface).
        input: usize,
        /// Which texel.
        at: TexelAddress,
    },
    /// Texel phase: a measure of a stream's geometry, an index; two floats for [`Measure::Inverse`].
    Measure(Stream, Measure),
    /// Texel phase: the column of the texel that is drawn, an index.
    FragmentColumn,
    /// Texel phase: the row of the texel that is drawn, an index.
    FragmentRow,
    /// Texel phase: the middle of the texel that is drawn: two floats, from 0 to 1 over the texture.
    FragmentCentre,
    /// Texel phase: which element of the texel is computed, an index; 0 where outputs are not packed.
    Lane,
    /// Texel phase: the remainder of a non-negative index divided by a power of two.
    Remainder(Box<Expr>, u32),
    /// Kernel and texel phase: the first divided by the second, rounded down. Both are indices that are not negative, and the
    /// second is not 0.
    Quotient(Box<Expr>, Box<Expr>),
    /// Components of a vector, or copies of a number: `v.xxz`.
    Swizzle(Box<Expr>, Vec<u8>),
    /// The component with this index, an int or index; 0 outside of the vector.
    At(Box<Expr>, Box<Expr>),
    /// Converts a value to another type: a number to a vector with that number in all components; int, index or truth value to
    /// float; float to int or index (cut, towards 0); a number to a truth value (whether it is not 0). Stream phase: also a
    /// vector to its first components.
    Convert(Box<Expr>),
    /// A vector made of the components of its parts, in order; all parts have its scalar type.
    Vector(Vec<Expr>),
    /// An operator on one operand of its own type.
    Unary(Unary, Box<Expr>),
    /// An operator on two operands. In arithmetic on vectors one operand may be a number; otherwise both have one type.
    /// Comparisons and logical operators give floats of 1 and 0 in the stream phase, and truth values in the kernel phase, by
    /// component.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `?:`: by component, where the condition is a vector.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A math function.
    Math(Math, Vec<Expr>),
    /// A call of a function that returns nothing but its result, without `out` arguments.
    Call(FunctionId, Vec<Expr>),
}

/// An expression that only the template phase has.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TemplateExpr {
    /// A parameter, by its number in [`Template::parameters`](super::template::Template).
    Parameter(usize),
    /// The item of a local array with this index.
    Item(LocalId, Expr),
    /// A fetch or an extent of an array of streams, or an array of constants: the index of the item, then the fetch, extent or constant.
    OfItem(Expr, Expr),
}

/// Which element of an input is fetched.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Address {
    /// The element at the output's own number, `fetch(a, here())`.
    Here,
    /// By its number.
    Linear(Box<Expr>),
    /// By column and row.
    ColumnRow(Box<Expr>, Box<Expr>),
}

/// Which part of the current element's position is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Axis {
    /// Its number, `here()`.
    Linear,
    /// Its column, `here_x()`.
    Column,
    /// Its row, `here_y()`.
    Row,
}

/// A stream of the interface, by its index among the inputs or the outputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stream {
    /// An input.
    Input(usize),
    /// An output.
    Output(usize),
}

/// Which size of a stream is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Extent {
    /// The number of elements, `count(a)`.
    Count,
    /// The number of elements per row, `width(a)`.
    Width,
    /// The number of rows, `height(a)`.
    Height,
}

/// Which texel of an input's texture is read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TexelAddress {
    /// By its number, an index: texels are numbered row by row.
    Number(Box<Expr>),
    /// By column and row, two ints, and by layer, an index, if the texture has several layers.
    Cell(Box<Expr>, Option<Box<Expr>>),
    /// By coordinates, two floats, from 0 to 1 or in texels, depending on the target; and by layer. The coordinates lie within
    /// the middle half of the texel, or closer to its middle.
    Coordinates(Box<Expr>, Option<Box<Expr>>),
}

/// Which measure of a stream's layout in its texture is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Measure {
    /// The number of texels per row of the texture.
    Width,
    /// The number of elements per row.
    Row,
    /// The number of rows of elements.
    Rows,
    /// The number of elements.
    Count,
    /// The binary logarithm of the number of texels per row.
    Shift,
    /// 1 / texels per row, and 1 / rows of texels.
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

    /// The type of floats with `count` components.
    pub(crate) fn floats(count: usize) -> Type {
        Type::floats(count.clamp(1, 4))
    }

    /// Stream phase: whether it holds only ones and zeros, as comparisons, logical operators and `!a` do.
    pub(crate) fn is_truth(&self) -> bool {
        match &self.kind {
            ExprKind::Binary(operator, ..) => operator.compares() || operator.is_logical(),
            ExprKind::Unary(Unary::Not, _) => true,
            _ => false,
        }
    }

    /// Whether a literal is true as a condition; nothing for other expressions.
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

impl TemplateExpr {
    /// Calls `see` for each direct child.
    pub fn children<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        match self {
            TemplateExpr::Parameter(_) => {}
            TemplateExpr::Item(_, item) => see(item),
            TemplateExpr::OfItem(item, of) => {
                see(item);
                see(of);
            }
        }
    }

    /// Calls `see` for each direct child, to change it.
    pub fn children_mut(&mut self, see: &mut dyn FnMut(&mut Expr)) {
        match self {
            TemplateExpr::Parameter(_) => {}
            TemplateExpr::Item(_, item) => see(item),
            TemplateExpr::OfItem(item, of) => {
                see(item);
                see(of);
            }
        }
    }

    /// Returns the array that it reads an item of, if it is local.
    pub fn local(&self) -> Option<LocalId> {
        match self {
            TemplateExpr::Item(array, _) => Some(*array),
            _ => None,
        }
    }
}
