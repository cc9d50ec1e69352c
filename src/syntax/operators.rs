//! The operators of expressions: one set for both languages and for both phases of the intermediate representation.

/// An operator on one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Unary {
    /// `-a`
    Neg,
    /// `!a`. Stream phase: 1 where it is 0, else 0; of an int a float. Kernel phase: of truth values.
    Not,
    /// `~a`, of ints; in the kernel phase of unsigned ints and of vectors of them, too.
    BitNot,
}

/// An operator on two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Binary {
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
    /// `a < b`, component by component; the next five are alike. Stream phase: floats of 1 and 0. Kernel phase: truth
    /// values.
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
    /// `a && b`, component by component; both are evaluated. Stream phase: of numbers, true where they are not 0; gives
    /// floats of 1 and 0. Kernel phase: of truth values, and gives them.
    LogicalAnd,
    /// `a || b`, likewise.
    LogicalOr,
}

impl Binary {
    /// Whether it compares.
    pub fn compares(self) -> bool {
        use Binary::*;
        matches!(self, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual)
    }

    /// Whether it compares by order.
    pub fn orders(self) -> bool {
        self.compares() && !matches!(self, Binary::Equal | Binary::NotEqual)
    }

    /// The same comparison with its operands exchanged.
    pub fn mirrored(self) -> Binary {
        match self {
            Binary::Less => Binary::Greater,
            Binary::LessEqual => Binary::GreaterEqual,
            Binary::Greater => Binary::Less,
            Binary::GreaterEqual => Binary::LessEqual,
            other => other,
        }
    }

    /// Whether it joins truth values.
    pub fn is_logical(self) -> bool {
        matches!(self, Binary::LogicalAnd | Binary::LogicalOr)
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
            LogicalAnd => "&&",
            LogicalOr => "||",
        }
    }
}
