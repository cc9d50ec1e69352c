//! The intermediate form of a checked program: what is emitted as a kernel's text, cut into passes and interpreted.
//!
//! Every name is resolved and every conversion written out. Records are gone: a stream, constant, output or local of a
//! record type is one of each for every field, a [`Slot`] says which. Expressions have no side effects: assignments,
//! increments, calls with `out` arguments and pushes inside expressions have become statements, in the order of
//! evaluation. Sub-kernels are [`Function`]s with `in`, `out` and `inout` arguments, one for each way in which gathers
//! are passed to them.

use crate::texel::Components;

use super::intrinsics::Intrinsic;
use super::source::Span;
use super::types::{Field, Plain, Type};

/// A field of a parameter of the kernel: what one texture, or one constant, holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot {
    /// The parameter's place among [`Kernel::parameters`].
    pub parameter: usize,
    /// The field's place among [`Parameter::fields`].
    pub field: usize,
}

/// A kernel or reduction, ready to be emitted or interpreted.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// As written.
    pub name: String,
    /// The name, where it was written.
    pub span: Span,
    /// Whether it is a reduction.
    pub reduction: bool,
    /// Its parameters, in the order written.
    pub parameters: Vec<Parameter>,
    /// What each element runs first, and the sub-kernels that it calls; a function calls only those before it, so that
    /// the kernel's own body is the last.
    pub functions: Vec<Function>,
    /// Whether an element may be discarded: its outputs then keep what they held.
    pub discards: bool,
}

impl Kernel {
    /// The kernel's own body.
    pub fn main(&self) -> &Function {
        self.functions.last().expect("a kernel has a body")
    }

    /// The parameter called `name`, with its place.
    pub fn parameter(&self, name: &str) -> Option<(usize, &Parameter)> {
        self.parameters.iter().enumerate().find(|(_, parameter)| parameter.name == name)
    }

    /// The slots of all parameters of one kind, in order.
    pub fn slots(&self, wanted: impl Fn(&Role) -> bool) -> Vec<Slot> {
        let of = |(parameter, p): (usize, &Parameter)| {
            (0..p.fields.len()).map(move |field| Slot { parameter, field }).collect::<Vec<_>>()
        };
        self.parameters.iter().enumerate().filter(|(_, p)| wanted(&p.role)).flat_map(of).collect()
    }

    /// The type of a slot.
    pub fn ty(&self, slot: Slot) -> Plain {
        self.parameters[slot.parameter].fields[slot.field].ty
    }
}

/// A parameter of a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// As written.
    pub name: String,
    /// Where.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub role: Role,
    /// The fields of its type; one where it is no record.
    pub fields: Vec<Field>,
}

/// What a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// `T a<>`: the element at this place.
    Stream,
    /// `iter T a<>`: the same, as a rule of an iterator.
    Iterator,
    /// `T a`: the same for all elements.
    Constant,
    /// `T a[]`: any element, by index.
    Gather {
        /// How many brackets were written; the stream given says how many dimensions there are.
        brackets: usize,
    },
    /// `out T a<>`
    Output,
    /// `vout[N] T a<>`
    Variable {
        /// The most pushes for an element, where the program says it.
        most: Option<u32>,
    },
    /// `reduce T a`: what a reduction has so far.
    Accumulator,
}

impl Role {
    /// Whether it is an input with an element at this place.
    pub fn is_stream(&self) -> bool {
        matches!(self, Role::Stream | Role::Iterator)
    }

    /// Whether it is a gather.
    pub fn is_gather(&self) -> bool {
        matches!(self, Role::Gather { .. })
    }

    /// As messages name it.
    pub fn noun(&self) -> &'static str {
        match self {
            Role::Stream => "input stream",
            Role::Iterator => "iterator",
            Role::Constant => "constant",
            Role::Gather { .. } => "gather",
            Role::Output => "output",
            Role::Variable { .. } => "variable output",
            Role::Accumulator => "accumulator",
        }
    }

    /// The same with its article.
    pub fn one(&self) -> String {
        let noun = self.noun();
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {noun}")
    }
}

/// A function of a kernel, by its number in [`Kernel::functions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub usize);

/// A local of a function, by its number in [`Function::locals`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub usize);

/// The body of a kernel, or a sub-kernel as it is called.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// As written.
    pub name: String,
    /// Its arguments; the kernel's own body has none.
    pub arguments: Vec<Argument>,
    /// What it returns, if anything.
    pub result: Option<Plain>,
    /// All its variables, arguments among them.
    pub locals: Vec<Local>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// An argument: a local that is copied in, out, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The local that holds it.
    pub local: LocalId,
    /// Which way it is copied.
    pub mode: Mode,
}

/// Which way an argument is copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Into the function.
    In,
    /// Out of it, when it returns.
    Out,
    /// Both.
    InOut,
}

/// A variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// As written, or after what it holds: fields come as `ray.o`.
    pub name: String,
    /// Its type.
    pub ty: Plain,
    /// Whether it is a parameter of the kernel: an output, or the accumulator of a reduction.
    pub output: Option<Slot>,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// Makes a variable; without a value it is zero.
    Declare {
        /// Which.
        local: LocalId,
        /// What it starts as.
        value: Option<Expr>,
    },
    /// Gives a variable, or components of it, a value.
    Assign {
        /// What changes.
        place: Place,
        /// A value of the place's type.
        value: Expr,
    },
    /// Calls a function that gives something back through its arguments.
    Call {
        /// Which.
        function: FunctionId,
        /// What is handed over, in the order of its arguments.
        arguments: Vec<Passed>,
        /// Where the result goes, if it has one and somebody wants it.
        result: Option<LocalId>,
    },
    /// `if`: the condition is a number, true where it is not 0; of a vector, where any component is.
    If {
        /// The condition.
        condition: Expr,
        /// What is done where it is true.
        then: Vec<Stmt>,
        /// What is done where it is not.
        otherwise: Vec<Stmt>,
    },
    /// A loop. A turn is: `before`, the test, the body, `step`; with `last`: the body, `step`, `before`, the test.
    Loop {
        /// What the condition needs to have done.
        before: Vec<Stmt>,
        /// Goes on while true; always, where there is none.
        condition: Option<Expr>,
        /// What is done; `continue` leads to its end.
        body: Vec<Stmt>,
        /// What is done after each turn.
        step: Vec<Stmt>,
        /// Whether the test comes last, as in `do`.
        last: bool,
    },
    /// Leaves the innermost loop.
    Break,
    /// Ends this turn of the innermost loop.
    Continue,
    /// Leaves the function.
    Return(Option<Expr>),
    /// Leaves this element's outputs as they were. Only in the kernel's own body.
    Discard,
    /// Appends to a variable output.
    Push {
        /// The parameter's place.
        parameter: usize,
        /// A value for each field.
        values: Vec<Expr>,
    },
}

/// What is handed over for an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Passed {
    /// A value, copied in.
    Value(Expr),
    /// A variable of exactly the argument's type, copied out, or in and out.
    Local(LocalId),
}

/// What an assignment changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The variable.
    pub local: LocalId,
    /// Which part of it.
    pub part: Part,
}

/// A part of a variable.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// These components, each at most once: `v.zx`.
    Components(Vec<u8>),
    /// The component of this number, an int: `v[i]`. Outside of the vector nothing changes.
    At(Box<Expr>),
}

/// An expression, without side effects.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Plain,
    /// Where it was written.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// A literal.
    Float(f32),
    /// A literal of type int.
    Int(i32),
    /// A variable.
    Local(LocalId),
    /// A constant of the kernel. Only in the kernel's own body; sub-kernels are passed it.
    Constant(Slot),
    /// The element of an input stream at this place. Only in the kernel's own body.
    Element(Slot),
    /// An element of a gather. The indices go `x` first: one vector, or a number for each dimension.
    Gather {
        /// Of which.
        slot: Slot,
        /// One expression of any type, or several numbers.
        index: Vec<Expr>,
    },
    /// `indexof`: the place of this element in that parameter, a float4. Only in the kernel's own body.
    IndexOf(usize),
    /// Components of a vector, or copies of a number: `v.xxz`.
    Swizzle(Box<Expr>, Vec<u8>),
    /// The component of this number, an int; 0 outside of the vector.
    At(Box<Expr>, Box<Expr>),
    /// The same value in another type: a number in all components, the first components of a vector, int as float,
    /// float as int (cut, towards 0).
    Convert(Box<Expr>),
    /// A vector of the components of its parts, as many as it has.
    Vector(Vec<Expr>),
    /// An operator on one operand of its own type.
    Unary(Unary, Box<Expr>),
    /// An operator on two. Of arithmetic on vectors one operand may be a float; otherwise both have one type.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `?:`: by component, where the condition is a vector.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function of the language.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// A sub-kernel that gives nothing back but its result.
    Call(FunctionId, Vec<Expr>),
}

/// An operator on one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// `-a`
    Minus,
    /// `!a`: 1 where it is 0, else 0; of an int a float.
    Not,
    /// `~a`, of ints.
    Complement,
}

/// An operator on two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`; of ints towards 0, and 0 where b is 0.
    Divide,
    /// `a % b`, of ints: the sign of a, and 0 where b is 0.
    Remainder,
    /// `a & b`, of ints.
    And,
    /// `a | b`, of ints.
    Or,
    /// `a ^ b`, of ints.
    Xor,
    /// `a << b`, of ints, b modulo 32.
    ShiftLeft,
    /// `a >> b`, of ints, b modulo 32.
    ShiftRight,
    /// `a < b`: 1 or 0 in each component, as float. So the next five.
    Less,
    /// `a <= b`
    LessEqual,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterEqual,
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
    /// `a && b`: 1 or 0 in each component, as float; both are evaluated.
    Both,
    /// `a || b`, likewise.
    Either,
}

impl Binary {
    /// Whether it compares.
    pub fn compares(self) -> bool {
        use Binary::*;
        matches!(self, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual)
    }

    /// Whether it joins truth values.
    pub fn is_logical(self) -> bool {
        matches!(self, Binary::Both | Binary::Either)
    }

    /// Whether it is for ints alone.
    pub fn of_ints(self) -> bool {
        use Binary::*;
        matches!(self, Remainder | And | Or | Xor | ShiftLeft | ShiftRight)
    }

    /// As written.
    pub fn sign(self) -> &'static str {
        use Binary::*;
        match self {
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "/",
            Remainder => "%",
            And => "&",
            Or => "|",
            Xor => "^",
            ShiftLeft => "<<",
            ShiftRight => ">>",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Equal => "==",
            NotEqual => "!=",
            Both => "&&",
            Either => "||",
        }
    }
}

impl Expr {
    /// The components of a type of this count, of floats.
    pub(crate) fn floats(count: usize) -> Plain {
        Plain::Float(Components::of(count).unwrap_or(Components::Four))
    }
}

impl Expr {
    /// Calls `see` for each expression directly within.
    pub fn children<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Float(_)
            | ExprKind::Int(_)
            | ExprKind::Local(_)
            | ExprKind::Constant(_)
            | ExprKind::Element(_)
            | ExprKind::IndexOf(_) => {}
            ExprKind::Swizzle(a, _) | ExprKind::Convert(a) | ExprKind::Unary(_, a) => see(a),
            ExprKind::At(a, b) | ExprKind::Binary(_, a, b) => {
                see(a);
                see(b);
            }
            ExprKind::Select(a, b, c) => {
                see(a);
                see(b);
                see(c);
            }
            ExprKind::Gather { index: parts, .. }
            | ExprKind::Vector(parts)
            | ExprKind::Intrinsic(_, parts)
            | ExprKind::Call(_, parts) => parts.iter().for_each(see),
        }
    }

    pub(crate) fn children_mut(&mut self, see: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            ExprKind::Float(_)
            | ExprKind::Int(_)
            | ExprKind::Local(_)
            | ExprKind::Constant(_)
            | ExprKind::Element(_)
            | ExprKind::IndexOf(_) => {}
            ExprKind::Swizzle(a, _) | ExprKind::Convert(a) | ExprKind::Unary(_, a) => see(a),
            ExprKind::At(a, b) | ExprKind::Binary(_, a, b) => {
                see(a);
                see(b);
            }
            ExprKind::Select(a, b, c) => {
                see(a);
                see(b);
                see(c);
            }
            ExprKind::Gather { index: parts, .. }
            | ExprKind::Vector(parts)
            | ExprKind::Intrinsic(_, parts)
            | ExprKind::Call(_, parts) => parts.iter_mut().for_each(see),
        }
    }

    /// Whether it reads this variable.
    pub(crate) fn mentions(&self, local: LocalId) -> bool {
        let mut found = self.kind == ExprKind::Local(local);
        self.children(&mut |child| found = found || child.mentions(local));
        found
    }
}
