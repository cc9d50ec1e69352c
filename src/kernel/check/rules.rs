//! The functions of GLSL: what each takes and gives, by rule.

use crate::ir::{Binary, Math, Type};

/// What a function takes and gives. A vector is of floats, unless it says otherwise.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// Floats or vectors, all of one length; gives the same.
    Each(Math),
    /// The same; gives a float.
    Whole(Math),
    /// One number or vector of any type with a sign; gives the same.
    Number(Math),
    /// Numbers or vectors of any type, those behind the first perhaps numbers beside it.
    Bound(Math),
    /// `mod(x, y)`
    Mod,
    /// `mix(a, b, weight)`
    Mix,
    /// `step(edge, x)` and `smoothstep(low, high, x)`
    Edge(Math),
    /// `refract(i, n, eta)`
    Refract,
    /// `cross(a, b)`
    Cross,
    /// `atan(x)` and `atan(y, x)`
    Atan,
    /// `modf(x, whole)`, which is a statement.
    Modf,
    /// `isnan(x)`: truth values.
    Test(Math),
    /// `lessThan(a, b)` of vectors.
    Compare(Binary),
    /// `any(v)`
    Logic(Math),
    /// `not(v)`
    Not,
    /// Bits of a number as one of another type.
    Bits(Math, Type, Type),
}

/// The rule of a function.
pub(super) fn find(name: &str) -> Option<Rule> {
    use Math::*;
    use Rule::*;
    Some(match name {
        "radians" => Each(Radians),
        "degrees" => Each(Degrees),
        "sin" => Each(Sin),
        "cos" => Each(Cos),
        "tan" => Each(Tan),
        "asin" => Each(Asin),
        "acos" => Each(Acos),
        "atan" => Rule::Atan,
        "sinh" => Each(Sinh),
        "cosh" => Each(Cosh),
        "tanh" => Each(Tanh),
        "asinh" => Each(Asinh),
        "acosh" => Each(Acosh),
        "atanh" => Each(Atanh),
        "pow" => Each(Pow),
        "exp" => Each(Exp),
        "log" => Each(Log),
        "exp2" => Each(Exp2),
        "log2" => Each(Log2),
        "sqrt" => Each(Sqrt),
        "inversesqrt" => Each(InverseSqrt),
        "abs" => Number(Abs),
        "sign" => Number(Sign),
        "floor" => Each(Floor),
        "trunc" => Each(Trunc),
        "round" => Each(Round),
        "roundEven" => Each(RoundEven),
        "ceil" => Each(Ceil),
        "fract" => Each(Fract),
        "mod" => Rule::Mod,
        "modf" => Modf,
        "min" => Bound(Min),
        "max" => Bound(Max),
        "clamp" => Bound(Clamp),
        "mix" => Rule::Mix,
        "step" => Edge(Step),
        "smoothstep" => Edge(SmoothStep),
        "isnan" => Test(IsNan),
        "isinf" => Test(IsInf),
        "length" => Whole(Length),
        "distance" => Whole(Distance),
        "dot" => Whole(Dot),
        "cross" => Rule::Cross,
        "normalize" => Each(Normalize),
        "faceforward" => Each(FaceForward),
        "reflect" => Each(Reflect),
        "refract" => Rule::Refract,
        "lessThan" => Compare(Binary::Less),
        "lessThanEqual" => Compare(Binary::LessEqual),
        "greaterThan" => Compare(Binary::Greater),
        "greaterThanEqual" => Compare(Binary::GreaterEqual),
        "equal" => Compare(Binary::Equal),
        "notEqual" => Compare(Binary::NotEqual),
        "any" => Logic(Any),
        "all" => Logic(All),
        "not" => Not,
        "floatBitsToInt" => Bits(FloatBitsToInt, Type::FLOAT, Type::INT),
        "floatBitsToUint" => Bits(FloatBitsToUint, Type::FLOAT, Type::UINT),
        "intBitsToFloat" => Bits(IntBitsToFloat, Type::INT, Type::FLOAT),
        "uintBitsToFloat" => Bits(UintBitsToFloat, Type::UINT, Type::FLOAT),
        _ => return None,
    })
}

impl Rule {
    /// How many arguments it takes.
    pub fn arity(self) -> (usize, usize) {
        match self {
            Rule::Each(math) | Rule::Whole(math) | Rule::Number(math) | Rule::Bound(math) | Rule::Edge(math) => {
                (math.arity(), math.arity())
            }
            Rule::Mix | Rule::Refract => (3, 3),
            Rule::Mod | Rule::Cross | Rule::Modf | Rule::Compare(_) => (2, 2),
            Rule::Atan => (1, 2),
            Rule::Test(_) | Rule::Logic(_) | Rule::Not | Rule::Bits(..) => (1, 1),
        }
    }
}

/// What a function takes, as a help.
pub(super) fn takes(name: &str) -> String {
    let Some(rule) = find(name) else { return String::new() };
    let many = ["", "a float or a vector", "two floats, or two vectors of one length"];
    let form = match rule {
        Rule::Each(math) | Rule::Whole(math) => match math.arity() {
            3 => "three floats, or three vectors of one length",
            count => many[count],
        },
        Rule::Number(_) => "a float, index or int, or a vector",
        Rule::Bound(Math::Clamp) => "a number or vector, then its bounds: two of the same type, or two numbers",
        Rule::Bound(_) => "two numbers or vectors of one type, or a vector and a number",
        Rule::Mod => "two floats, two vectors of one length, or a vector and a float",
        Rule::Mix => "two floats or vectors of one length, and how much of the second: the same, a float, or a `bvec`",
        Rule::Edge(Math::Step) => {
            "an edge and a float or vector: `step(edge, x)`; beside a vector the edge may be a float"
        }
        Rule::Edge(_) => "`smoothstep(low, high, x)`; beside a vector the edges may be floats",
        Rule::Refract => "two vectors of one length and a float",
        Rule::Cross => "two `vec3`s",
        Rule::Atan => "a float or vector, or two of one length: `atan(y, x)`",
        Rule::Modf => "a float or vector, and a variable of the same type for the whole number: `modf(x, whole)`",
        Rule::Test(_) => many[1],
        Rule::Compare(Binary::Equal | Binary::NotEqual) => "two vectors of one type; numbers are compared by `==`",
        Rule::Compare(_) => "two vectors of one type; numbers are compared by `<` and the like",
        Rule::Logic(_) | Rule::Not => "a `bvec2`, `bvec3` or `bvec4`",
        Rule::Bits(_, Type::FLOAT, _) => many[1],
        Rule::Bits(_, Type::INT, _) => "an int, or a vector of them",
        Rule::Bits(..) => "a uint, or a vector of them",
    };
    format!("`{name}` takes {form}")
}
