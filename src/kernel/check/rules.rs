//! The built-in functions of the kernel language, with the rule for the types that each takes and returns.

use crate::ir::{Binary, Math, Type};

/// The types that a function takes and returns. Vectors are of floats unless the variant says otherwise.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// Takes floats, or vectors of one length. Returns the same type.
    Each(Math),
    /// Takes floats, or vectors of one length. Returns a float.
    Whole(Math),
    /// Takes one number or vector of any signed type. Returns the same type.
    Number(Math),
    /// Takes numbers or vectors of any type. If the first argument is a vector, the others may all be numbers. Returns the type of the
    /// first argument.
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
    /// `modf(x, whole)`, which also assigns a variable.
    Modf,
    /// `isnan(x)` and `isinf(x)`, which return bools.
    Test(Math),
    /// `lessThan(a, b)` and the other comparisons of vectors.
    Compare(Binary),
    /// `any(v)` and `all(v)`
    Logic(Math),
    /// `not(v)`
    Not,
    /// Reinterprets the bits of a number of the first type as a number of the second type.
    Bits(Math, Type, Type),
}

/// The functions, by name.
const TABLE: &[(&str, Rule)] = &[
    ("radians", Rule::Each(Math::Radians)),
    ("degrees", Rule::Each(Math::Degrees)),
    ("sin", Rule::Each(Math::Sin)),
    ("cos", Rule::Each(Math::Cos)),
    ("tan", Rule::Each(Math::Tan)),
    ("asin", Rule::Each(Math::Asin)),
    ("acos", Rule::Each(Math::Acos)),
    ("atan", Rule::Atan),
    ("sinh", Rule::Each(Math::Sinh)),
    ("cosh", Rule::Each(Math::Cosh)),
    ("tanh", Rule::Each(Math::Tanh)),
    ("asinh", Rule::Each(Math::Asinh)),
    ("acosh", Rule::Each(Math::Acosh)),
    ("atanh", Rule::Each(Math::Atanh)),
    ("pow", Rule::Each(Math::Pow)),
    ("exp", Rule::Each(Math::Exp)),
    ("log", Rule::Each(Math::Log)),
    ("exp2", Rule::Each(Math::Exp2)),
    ("log2", Rule::Each(Math::Log2)),
    ("sqrt", Rule::Each(Math::Sqrt)),
    ("inversesqrt", Rule::Each(Math::InverseSqrt)),
    ("abs", Rule::Number(Math::Abs)),
    ("sign", Rule::Number(Math::Sign)),
    ("floor", Rule::Each(Math::Floor)),
    ("trunc", Rule::Each(Math::Trunc)),
    ("round", Rule::Each(Math::Round)),
    ("roundEven", Rule::Each(Math::RoundEven)),
    ("ceil", Rule::Each(Math::Ceil)),
    ("fract", Rule::Each(Math::Fract)),
    ("mod", Rule::Mod),
    ("modf", Rule::Modf),
    ("min", Rule::Bound(Math::Min)),
    ("max", Rule::Bound(Math::Max)),
    ("clamp", Rule::Bound(Math::Clamp)),
    ("mix", Rule::Mix),
    ("step", Rule::Edge(Math::Step)),
    ("smoothstep", Rule::Edge(Math::SmoothStep)),
    ("isnan", Rule::Test(Math::IsNan)),
    ("isinf", Rule::Test(Math::IsInf)),
    ("length", Rule::Whole(Math::Length)),
    ("distance", Rule::Whole(Math::Distance)),
    ("dot", Rule::Whole(Math::Dot)),
    ("cross", Rule::Cross),
    ("normalize", Rule::Each(Math::Normalize)),
    ("faceforward", Rule::Each(Math::FaceForward)),
    ("reflect", Rule::Each(Math::Reflect)),
    ("refract", Rule::Refract),
    ("lessThan", Rule::Compare(Binary::Less)),
    ("lessThanEqual", Rule::Compare(Binary::LessEqual)),
    ("greaterThan", Rule::Compare(Binary::Greater)),
    ("greaterThanEqual", Rule::Compare(Binary::GreaterEqual)),
    ("equal", Rule::Compare(Binary::Equal)),
    ("notEqual", Rule::Compare(Binary::NotEqual)),
    ("any", Rule::Logic(Math::Any)),
    ("all", Rule::Logic(Math::All)),
    ("not", Rule::Not),
    ("floatBitsToInt", Rule::Bits(Math::FloatBitsToInt, Type::FLOAT, Type::INT)),
    ("floatBitsToUint", Rule::Bits(Math::FloatBitsToUint, Type::FLOAT, Type::UINT)),
    ("intBitsToFloat", Rule::Bits(Math::IntBitsToFloat, Type::INT, Type::FLOAT)),
    ("uintBitsToFloat", Rule::Bits(Math::UintBitsToFloat, Type::UINT, Type::FLOAT)),
];

/// Returns the rule of a function.
pub(super) fn find(name: &str) -> Option<Rule> {
    TABLE.iter().find(|(known, _)| *known == name).map(|(_, rule)| *rule)
}

/// Returns the names of all functions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

impl Rule {
    /// Returns the minimum and the maximum number of arguments.
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

/// Returns the help that says what a function takes.
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
