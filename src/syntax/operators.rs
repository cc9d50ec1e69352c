//! The operators of expressions: one set for both languages and for both phases of the intermediate representation.

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Unary {
    /// `-a`
    Neg,
    /// `!a`. Stream phase: 1 if `a` is 0, else 0; a float even if `a` is an int. Kernel phase: `a` is a truth value.
    Not,
    /// `~a`, for ints; in the kernel phase also for unsigned ints and for vectors of them.
    BitNot,
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Binary {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`. The quotient of ints is rounded towards 0, and is 0 if b is 0.
    Divide,
    /// `a % b`, for ints. The result has the sign of a, and is 0 if b is 0.
    Remainder,
    /// `a & b`, for ints.
    And,
    /// `a | b`, for ints.
    Or,
    /// `a ^ b`, for ints.
    Xor,
    /// `a << b`, for ints, with b modulo 32.
    ShiftLeft,
    /// `a >> b`, for ints, with b modulo 32.
    ShiftRight,
    /// `a < b`, component by component, as the five comparisons after it. The results are the floats 1 and 0 in the stream
    /// phase, and truth values in the kernel phase.
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
    /// `a && b`, component by component; both operands are evaluated. Stream phase: operands are numbers, and true if they are
    /// not 0; results are the floats 1 and 0. Kernel phase: operands and results are truth values.
    LogicalAnd,
    /// `a || b`, with operands and results as in `a && b`.
    LogicalOr,
}

impl Binary {
    /// Whether it is a comparison.
    pub fn compares(self) -> bool {
        use Binary::*;
        matches!(self, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual)
    }

    /// Whether it is a comparison by order: not `==` or `!=`.
    pub fn orders(self) -> bool {
        self.compares() && !matches!(self, Binary::Equal | Binary::NotEqual)
    }

    /// Returns the same comparison with its operands exchanged.
    pub fn mirrored(self) -> Binary {
        match self {
            Binary::Less => Binary::Greater,
            Binary::LessEqual => Binary::GreaterEqual,
            Binary::Greater => Binary::Less,
            Binary::GreaterEqual => Binary::LessEqual,
            other => other,
        }
    }

    /// Whether it is `&&` or `||`.
    pub fn is_logical(self) -> bool {
        matches!(self, Binary::LogicalAnd | Binary::LogicalOr)
    }

    /// Whether it is defined only for ints.
    pub fn of_ints(self) -> bool {
        use Binary::*;
        matches!(self, Remainder | And | Or | Xor | ShiftLeft | ShiftRight)
    }

    /// Returns the operator as it is written.
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
            LogicalAnd => "&&",
            LogicalOr => "||",
        }
    }
}
