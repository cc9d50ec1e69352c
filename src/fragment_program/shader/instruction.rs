//! Writes an instruction as a statement of GLSL.

use crate::fragment_program::{
    Component, FragmentProgram, Guard, Instruction, NumberType, Opcode, Operand, Shape, Test, TextureTarget,
};

use super::functions::kind_of;
use super::{NoShader, SIZES, register, sampler_name};

/// The largest float that is an integer of 32 bits.
const LARGEST_COUNT: u32 = 2_147_483_520;

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Returns the statement of the instruction with this index. The dialect is whether it is GLSL 1.20, and which samplers have linear
/// filters.
pub(super) fn statement(
    program: &FragmentProgram,
    number: usize,
    dialect: (bool, &[bool]),
) -> Result<String, NoShader> {
    let of = &program.instructions[number];
    let flow = |word: &str| Ok(word.to_owned());
    let guarded = |word: &str| match &of.guard {
        Some(guard) => Ok(format!("if (any({})) {word}", holds(guard))),
        None => Ok(word.to_owned()),
    };
    match of.opcode {
        Opcode::Kil => match (&of.guard, of.sources.first()) {
            (Some(guard), _) => Ok(format!("if (any({})) discard;", holds(guard))),
            (None, Some(source)) => Ok(format!("if (any(lessThan({}, vec4(0.0)))) discard;", operand(source))),
            (None, None) => flow("discard;"),
        },
        Opcode::If => guarded("{"),
        Opcode::Else => flow("} else {"),
        Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop => flow("}"),
        Opcode::Rep | Opcode::Loop => Ok(match of.sources.first() {
            Some(count) => {
                let (name, count) = (format!("n{number}"), operand(count));
                let max = program.set.max_iterations().min(LARGEST_COUNT);
                format!("for (int {name} = 0; {name} < int(clamp({count}.x, 0.0, {max}.0)); {name}++) {{")
            }
            None => "for (;;) {".to_owned(),
        }),
        Opcode::Brk => guarded("break;"),
        Opcode::Ret => guarded("return;"),
        _ => computed(program, of, dialect),
    }
}

/// Returns the statements that compute an instruction's result and write it.
fn computed(program: &FragmentProgram, of: &Instruction, dialect: (bool, &[bool])) -> Result<String, NoShader> {
    let mut value = value(program, of, dialect)?;
    value = match of.kind {
        NumberType::Half => format!("halves({value})"),
        NumberType::Fixed => format!("fixed_points({value})"),
        NumberType::Float => value,
        _ => return Err(NoShader(format!("{} of integers", of.opcode.name()))),
    };
    if of.saturate {
        value = format!("clamp({value}, 0.0, 1.0)");
    }
    let mask = of.destination.map_or(15, |destination| destination.mask & 15);
    let letters: String = (0..4).filter(|k| mask >> k & 1 == 1).map(|k| LETTERS[k]).collect();
    let target = of.destination.map(|destination| register(destination.register));
    let Some(guard) = &of.guard else {
        // The value may read what is written: both the register and the condition code get it after it is computed.
        return Ok(match (&target, of.sets_condition) {
            (Some(target), false) => format!("{target}.{letters} = ({value}).{letters};"),
            (None, _) => format!("code.{letters} = ({value}).{letters};"),
            (Some(target), true) => {
                format!("{{ vec4 v = {value}; {target}.{letters} = v.{letters}; code.{letters} = v.{letters}; }}")
            }
        });
    };
    let mut text = format!("{{ vec4 v = {value}; bvec4 t = {};", holds(guard));
    for letter in letters.chars() {
        let mut writes = String::new();
        if let Some(target) = &target {
            writes.push_str(&format!(" {target}.{letter} = v.{letter};"));
        }
        if of.sets_condition {
            writes.push_str(&format!(" code.{letter} = v.{letter};"));
        }
        text.push_str(&format!(" if (t.{letter}) {{{writes} }}"));
    }
    text.push_str(" }");
    Ok(text)
}

/// Returns where a guard holds, as four truth values.
fn holds(guard: &Guard) -> String {
    let code = format!("code.{}", swizzle(&guard.swizzle));
    let zero = "vec4(0.0)";
    match guard.test {
        Test::Equal => format!("equal({code}, {zero})"),
        Test::GreaterEqual => format!("greaterThanEqual({code}, {zero})"),
        Test::Greater => format!("greaterThan({code}, {zero})"),
        Test::LessEqual => format!("lessThanEqual({code}, {zero})"),
        Test::Less => format!("lessThan({code}, {zero})"),
        Test::NotEqual => format!("notEqual({code}, {zero})"),
        Test::True => "bvec4(true)".to_owned(),
        Test::False => "bvec4(false)".to_owned(),
    }
}

fn swizzle(of: &[Component; 4]) -> String {
    of.iter().map(|component| component.number().map_or('x', |number| LETTERS[number])).collect()
}

/// Returns an operand, as a vector of four floats.
fn operand(of: &Operand) -> String {
    let name = register(of.register);
    let numbers = of.swizzle.iter().any(|component| component.number().is_none());
    let mixed = !matches!(of.negate & 15, 0 | 15);
    let mut text = if numbers || mixed {
        let part = |lane: usize| {
            let sign = if of.negate >> lane & 1 == 1 { "-" } else { "" };
            match of.swizzle[lane] {
                Component::Zero => format!("{sign}0.0"),
                Component::One => format!("{sign}1.0"),
                component if of.absolute => format!("{sign}abs({name}.{})", LETTERS[component as usize & 3]),
                component => format!("{sign}{name}.{}", LETTERS[component as usize & 3]),
            }
        };
        return format!("vec4({})", [0, 1, 2, 3].map(part).join(", "));
    } else if of.swizzle == Component::XYZW {
        name
    } else {
        format!("{name}.{}", swizzle(&of.swizzle))
    };
    if of.absolute {
        text = format!("abs({text})");
    }
    if of.negate & 15 == 15 { format!("(-{text})") } else { text }
}

/// Returns the value of an instruction, as a vector of four floats.
fn value(program: &FragmentProgram, of: &Instruction, dialect: (bool, &[bool])) -> Result<String, NoShader> {
    let sources: Vec<String> = of.sources.iter().map(operand).collect();
    let at = |k: usize| sources[k].as_str();
    let compare = |function: &str| format!("vec4({function}({}, {}))", at(0), at(1));
    let four = |number: String| format!("vec4({number})");
    if of.opcode.shape() == Shape::Texture {
        return fetch(program, of, &sources, dialect);
    }
    if let Some(kind) = kind_of(of.opcode) {
        if dialect.0 {
            return Err(NoShader("the bits of floats".to_owned()));
        }
        let (name, part) = if of.opcode.unpacks() { ("unpack", ".x") } else { ("pack", "") };
        let call = format!("{name}({}{part}, {kind})", at(0));
        return Ok(if of.opcode.unpacks() { call } else { four(call) });
    }
    Ok(match of.opcode {
        Opcode::Abs => format!("abs({})", at(0)),
        Opcode::Add => format!("{} + {}", at(0), at(1)),
        Opcode::Cmp => choose(&format!("lessThan({}, vec4(0.0))", at(0)), at(1), at(2)),
        Opcode::Cos => four(format!("cos({}.x)", at(0))),
        Opcode::Sin => four(format!("sin({}.x)", at(0))),
        Opcode::Dp2 => four(format!("dot({}.xy, {}.xy)", at(0), at(1))),
        Opcode::Dp3 => four(format!("dot({}.xyz, {}.xyz)", at(0), at(1))),
        Opcode::Dp4 => four(format!("dot({}, {})", at(0), at(1))),
        Opcode::Dph => four(format!("dot({}.xyz, {}.xyz) + {}.w", at(0), at(1), at(1))),
        Opcode::Dst => format!("vec4(1.0, {a}.y * {b}.y, {a}.z, {b}.w)", a = at(0), b = at(1)),
        Opcode::Ex2 => four(format!("exp2({}.x)", at(0))),
        Opcode::Lg2 => four(format!("log2({}.x)", at(0))),
        Opcode::Pow => four(format!("power({}.x, {}.x)", at(0), at(1))),
        Opcode::Rcp => four(format!("1.0 / {}.x", at(0))),
        Opcode::Rsq => four(format!("inversesqrt(abs({}.x))", at(0))),
        Opcode::Flr => format!("floor({})", at(0)),
        Opcode::Frc => format!("fract({})", at(0)),
        Opcode::Ceil => format!("ceil({})", at(0)),
        Opcode::Trunc => format!("(sign({a}) * floor(abs({a})))", a = at(0)),
        Opcode::Lit => format!("light({})", at(0)),
        Opcode::Lrp => format!("mix({}, {}, {})", at(2), at(1), at(0)),
        Opcode::Mad => format!("{} * {} + {}", at(0), at(1), at(2)),
        Opcode::Max => format!("max({}, {})", at(0), at(1)),
        Opcode::Min => format!("min({}, {})", at(0), at(1)),
        Opcode::Mov | Opcode::Swz => at(0).to_owned(),
        Opcode::Mul => format!("{} * {}", at(0), at(1)),
        Opcode::Sub => format!("{} - {}", at(0), at(1)),
        Opcode::Div => format!("{} / {}.x", at(0), at(1)),
        Opcode::Scs => format!("vec4(cos({a}.x), sin({a}.x), 0.0, 0.0)", a = at(0)),
        Opcode::Seq => compare("equal"),
        Opcode::Sge => compare("greaterThanEqual"),
        Opcode::Sgt => compare("greaterThan"),
        Opcode::Sle => compare("lessThanEqual"),
        Opcode::Slt => compare("lessThan"),
        Opcode::Sne => compare("notEqual"),
        Opcode::Sfl => "vec4(0.0)".to_owned(),
        Opcode::Str => "vec4(1.0)".to_owned(),
        Opcode::Ssg => format!("sign({})", at(0)),
        Opcode::Xpd => format!("vec4(cross({}.xyz, {}.xyz), 0.0)", at(0), at(1)),
        Opcode::Dp2a => four(format!("dot({}.xy, {}.xy) + {}.x", at(0), at(1), at(2))),
        Opcode::Nrm => format!("vec4({a}.xyz * inversesqrt(dot({a}.xyz, {a}.xyz)), 0.0)", a = at(0)),
        Opcode::Rfl => format!(
            "vec4(2.0 * dot({a}.xyz, {b}.xyz) / dot({a}.xyz, {a}.xyz) * {a}.xyz - {b}.xyz, 0.0)",
            a = at(0),
            b = at(1)
        ),
        Opcode::X2d => format!(
            "(vec2({a}.xy) + vec2(dot({b}.xy, {c}.xy), dot({b}.xy, {c}.zw))).xyxy",
            a = at(0),
            b = at(1),
            c = at(2)
        ),
        Opcode::Ddx => format!("dFdx({})", at(0)),
        Opcode::Ddy => format!("dFdy({})", at(0)),
        other => return Err(NoShader(format!("the instruction {}", other.name()))),
    })
}

/// Returns a choice between two vectors, component by component.
fn choose(test: &str, a: &str, b: &str) -> String {
    // The function `mix` on truth values is younger than GLSL 1.20, and a product would make infinities NaN.
    let part = |letter: char| format!("{test}.{letter} ? {a}.{letter} : {b}.{letter}");
    format!("vec4({})", LETTERS.map(part).join(", "))
}

/// Returns a texel.
fn fetch(
    program: &FragmentProgram,
    of: &Instruction,
    sources: &[String],
    (old, linear): (bool, &[bool]),
) -> Result<String, NoShader> {
    let number = of.sampler.ok_or_else(|| NoShader(format!("{} without a texture", of.opcode.name())))?;
    let target = program.samplers.get(number).map_or(TextureTarget::TwoD, |sampler| sampler.target);
    let (name, size) = (sampler_name(number), format!("{SIZES}[{number}]"));
    let place = |at: &str, divisor: &str| match target {
        TextureTarget::OneD => format!("vec2({at}.x{divisor}, 0.5)"),
        TextureTarget::Rectangle if linear.get(number) == Some(&true) => format!("({at}.xy{divisor}) * {size}.zw"),
        TextureTarget::Rectangle => format!("texel_middle({at}.xy{divisor}, {size})"),
        TextureTarget::ThreeD | TextureTarget::Cube => format!("{at}.xyz{divisor}"),
        _ => format!("{at}.xy{divisor}"),
    };
    let at = sources[0].as_str();
    let function = match (old, target) {
        (false, _) => "texture",
        (true, TextureTarget::ThreeD) => "texture3D",
        (true, TextureTarget::Cube) => "textureCube",
        (true, _) => "texture2D",
    };
    Ok(match of.opcode {
        Opcode::Tex => format!("{function}({name}, {})", place(at, "")),
        Opcode::Txp => format!("{function}({name}, {})", place(at, &format!(" / {at}.w"))),
        Opcode::Txb => format!("{function}({name}, {}, {at}.w)", place(at, "")),
        Opcode::Txl => {
            let function = if old { format!("{function}Lod") } else { "textureLod".to_owned() };
            format!("{function}({name}, {}, {at}.w)", place(at, ""))
        }
        Opcode::Txd => {
            let function = if old { format!("{function}GradARB") } else { "textureGrad".to_owned() };
            let slope = |of: &str| match target {
                TextureTarget::OneD => format!("vec2({of}.x, 0.0)"),
                TextureTarget::Rectangle => format!("{of}.xy * {size}.zw"),
                TextureTarget::ThreeD | TextureTarget::Cube => format!("{of}.xyz"),
                _ => format!("{of}.xy"),
            };
            format!("{function}({name}, {}, {}, {})", place(at, ""), slope(&sources[1]), slope(&sources[2]))
        }
        other => return Err(NoShader(format!("the instruction {}", other.name()))),
    })
}
