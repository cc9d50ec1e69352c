//! Expressions of the intermediate representation.

use super::fragment::FragmentNode;
use super::{Binary, FunctionId, LocalId, Math, Slot, Type, Unary};
use crate::syntax::Span;

/// An expression that only fragment programs have.
pub(crate) type FragmentExpr = FragmentNode<Expr>;

/// An expression, without side effects.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Expr {
    /// Its kind, with its operands.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it is in the source.
    pub span: Span,
}

/// The kind of an expression. The description of a kind names the phases that have it, unless all have it. The template phase has all kinds
/// of the kernel phase. [`access::lower`](super::access::lower) replaces the kinds that the texel phase does not have.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ExprKind {
    /// A float literal.
    Float(f32),
    /// An int literal.
    Int(i32),
    /// An unsigned int literal.
    Uint(u32),
    /// Kernel and texel phase: a boolean literal.
    Bool(bool),
    /// Kernel and texel phase: a literal position, or a literal difference of two positions.
    Index(i32),
    /// An integer literal whose type the front end has not inferred yet. No phase has it.
    AbstractInt(i64),
    /// A variable.
    Local(LocalId),
    /// Template phase: an expression that only this phase has.
    Template(Box<TemplateExpr>),
    /// Kernel and texel phase: an expression that only fragment programs have.
    Fragment(Box<FragmentExpr>),
    /// Stream phase: a constant of the kernel. Only in the kernel's own body; sub-kernels get it as an argument.
    Constant(Slot),
    /// Stream phase: the current element of an input stream. Only in the kernel's own body.
    Element(Slot),
    /// Stream phase: an element of a gather. The index is one vector, or a number for each dimension with `x` first.
    Gather {
        /// The gather.
        slot: Slot,
        /// The index: one expression of any type, or two to four numbers.
        index: Vec<Expr>,
    },
    /// Stream phase, `indexof`: the position of the current element in the parameter with this index, a float4. Only in the kernel's own
    /// body.
    ///
    /// The index one past the last parameter stands for `instance()`, the position of the element itself.
    IndexOf(usize),
    /// Kernel and texel phase: a constant, by its index in [`Interface::constants`](super::Interface).
    Uniform(usize),
    /// Kernel phase: an element of an input.
    Fetch {
        /// The input, by its index in [`Interface::inputs`](super::Interface).
        input: usize,
        /// The address of the element.
        at: Address,
        /// Whether an address outside of the stream is clamped to it. Otherwise, the value that is read there is undefined.
        clamped: bool,
    },
    /// Kernel phase: the position of the current element, an index.
    Here(Axis),
    /// Kernel phase: an extent of a stream, an index.
    Extent(Stream, Extent),
    /// Texel phase: a texel of an input's texture, as a vector of four components of the input's scalar type.
    Texel {
        /// The input, by its index in [`Interface::inputs`](super::Interface).
        input: usize,
        /// The address of the texel.
        at: TexelAddress,
    },
    /// Texel phase: a property of a stream's layout in its texture. It is an index, or two floats for [`Measure::Inverse`].
    Measure(Stream, Measure),
    /// Texel phase: the column of the texel that is drawn, an index.
    FragmentColumn,
    /// Texel phase: the row of the texel that is drawn, an index.
    FragmentRow,
    /// Texel phase: the centre of the texel that is drawn, as two floats from 0 to 1 over the texture.
    FragmentCentre,
    /// Texel phase: the index of the current element within its texel; 0 if the outputs are not packed.
    Lane,
    /// Texel phase: the remainder of a non-negative index divided by a power of two.
    Remainder(Box<Expr>, u32),
    /// Kernel and texel phase: the quotient of two indices, rounded down. Neither is negative, and the divisor is not 0.
    Quotient(Box<Expr>, Box<Expr>),
    /// Components of a vector, or copies of a scalar: `v.xxz`.
    Swizzle(Box<Expr>, Vec<u8>),
    /// The component of a vector with this index, an int or an index. 0 if the index is out of range.
    At(Box<Expr>, Box<Expr>),
    /// Converts a value to another type: a scalar to a vector with that scalar in all components; an int, index or boolean to a float; a
    /// float to an int or index, truncated towards 0; a number to a boolean, which is true if the number is not 0. Stream phase: also a
    /// vector to a shorter vector of its first components.
    Convert(Box<Expr>),
    /// A vector of the components of its parts, in order. All parts have the scalar type of the vector.
    Vector(Vec<Expr>),
    /// A unary operator. Its operand has the type of the result, except that in the stream phase the result of `!` always consists of
    /// floats.
    Unary(Unary, Box<Expr>),
    /// A binary operator. In arithmetic on vectors one operand may be a scalar; otherwise both operands have the same type. Comparisons and
    /// logical operators work component-wise. Their results are floats of 1 and 0 in the stream phase, and booleans in the kernel phase.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// The conditional operator `?:`. It selects component-wise if the condition is a vector.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call of a math function.
    Math(Math, Vec<Expr>),
    /// A call of a function that has a result, no `out` arguments, and assigns no outputs.
    Call(FunctionId, Vec<Expr>),
}

/// An expression that only the template phase has.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TemplateExpr {
    /// A parameter, by its index in [`Template::parameters`](super::template::Template).
    Parameter(usize),
    /// The item of a local array with this index.
    Item(LocalId, Expr),
    /// An item of an array of streams or constants. Holds the index of the item, then the fetch, extent or constant of the array.
    OfItem(Expr, Expr),
}

/// The address of an element of an input.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Address {
    /// The linear index of the current element: `fetch(a, here())`.
    Here,
    /// A linear index.
    Linear(Box<Expr>),
    /// A column and a row.
    ColumnRow(Box<Expr>, Box<Expr>),
}

/// A form of the current element's position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Axis {
    /// Its linear index, `here()`.
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

/// An extent of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Extent {
    /// The number of elements, `count(a)`.
    Count,
    /// The number of elements per row, `width(a)`.
    Width,
    /// The number of rows, `height(a)`.
    Height,
}

/// The address of a texel of an input's texture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TexelAddress {
    /// A linear index: texels are numbered row by row.
    Number(Box<Expr>),
    /// A column and a row, as two ints, and a layer, an index, if the texture has several layers.
    Cell(Box<Expr>, Option<Box<Expr>>),
    /// Coordinates, as two floats from 0 to 1 or in texels, depending on the target, and a layer if the texture has several. The
    /// coordinates are at most a quarter of a texel away from the texel's centre, except that with
    /// [`NormalizedShort`](super::access::Addressing::NormalizedShort) the row coordinate may lie anywhere in the texel.
    Coordinates(Box<Expr>, Option<Box<Expr>>),
}

/// A property of a stream's layout in its texture.
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
    /// The reciprocals of the number of texels per row and of the number of rows of texels.
    Inverse,
}

impl Expr {
    /// Returns zero, in every component.
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

    /// Returns an expression of this kind and type.
    pub(crate) fn new(kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    /// Returns the type of `count` floats, where `count` is clamped to 1 to 4.
    pub(crate) fn floats(count: usize) -> Type {
        Type::floats(count.clamp(1, 4))
    }

    /// Stream phase: returns whether it is a comparison, a logical operator or `!a`, whose components are always 1 or 0.
    pub(crate) fn is_truth(&self) -> bool {
        match &self.kind {
            ExprKind::Binary(operator, ..) => operator.compares() || operator.is_logical(),
            ExprKind::Unary(Unary::Not, _) => true,
            _ => false,
        }
    }

    /// Returns whether a literal is true as a condition; `None` for other expressions.
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

    /// Returns whether it is a literal.
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

    /// Returns the local array of which the expression reads an item, if it reads one.
    pub fn local(&self) -> Option<LocalId> {
        match self {
            TemplateExpr::Item(array, _) => Some(*array),
            _ => None,
        }
    }
}
