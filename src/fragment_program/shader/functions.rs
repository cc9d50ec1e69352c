//! The functions that a shader needs for instructions that GLSL does not have.

use crate::fragment_program::{FragmentProgram, NumberType, Opcode, TextureTarget};

const HALF: &str = "
// The nearest half, ties to even.
float half_of(float x) {
    float size = abs(x);
    if (!(size < 65520.0)) return size >= 65520.0 ? sign(x) * (1.0 / 0.0) : x;
    float power = size > 0.0 ? max(floor(log2(size)), -14.0) : -14.0;
    // The logarithm of a power of two may be a little too small or too large.
    if (power > -14.0 && exp2(power) > size) power -= 1.0;
    if (exp2(power + 1.0) <= size) power += 1.0;
    float steps = size * exp2(10.0 - power);
    float whole = floor(steps);
    float rest = steps - whole;
    whole += rest > 0.5 || rest == 0.5 && mod(whole, 2.0) == 1.0 ? 1.0 : 0.0;
    return sign(x) * whole * exp2(power - 10.0);
}
vec4 halves(vec4 v) { return vec4(half_of(v.x), half_of(v.y), half_of(v.z), half_of(v.w)); }
";

const FIXED: &str = "
// The nearest number of 12 bits, from -2 to just below 2, ties to even.
vec4 fixed_points(vec4 v) {
    vec4 steps = clamp(v, -2.0, 2.0) * 1024.0;
    vec4 whole = floor(steps);
    vec4 rest = steps - whole;
    vec4 up = vec4(greaterThan(rest, vec4(0.5))) + vec4(equal(rest, vec4(0.5))) * mod(whole, 2.0);
    vec4 near = clamp((whole + up) / 1024.0, -2.0, 2047.0 / 1024.0);
    // NaN becomes 0.
    return vec4(
        v.x == v.x ? near.x : 0.0, v.y == v.y ? near.y : 0.0, v.z == v.z ? near.z : 0.0, v.w == v.w ? near.w : 0.0
    );
}
";

// GLSL leaves open what 0 to the power of 0 is.
const POWER: &str = "
float power(float x, float y) { return y == 0.0 ? 1.0 : pow(x, y); }
";

// A rounded reciprocal may lead to the texel before.
const TEXEL_MIDDLE: &str = "
vec2 texel_middle(vec2 at, vec4 size) { return (clamp(floor(at), vec2(0.0), size.xy - 1.0) + 0.5) * size.zw; }
";

const LIGHT: &str = "
vec4 light(vec4 v) {
    float shine = power(max(v.y, 0.0), clamp(v.w, -127.996, 127.996));
    return vec4(1.0, max(v.x, 0.0), v.x > 0.0 ? (v.y > 0.0 ? shine : (v.w == 0.0 ? 1.0 : 0.0)) : 0.0, 1.0);
}
";

const PACK: &str = "
uint bits_of(float x, int kind) {
    if (kind == 0) {
        float h = half_of(x);
        uint minus = floatBitsToUint(h) >> 16 & 0x8000u;
        float size = abs(h);
        if (size != size) return minus | 0x7e00u;
        if (size > 65504.0) return minus | 0x7c00u;
        if (size < 6.103515625e-5) return minus | uint(size * 16777216.0);
        return minus | ((floatBitsToUint(size) >> 13) - 0x1c000u);
    }
    if (kind == 1) return uint(clamp(x, 0.0, 1.0) * 65535.0 + 0.5);
    if (kind == 2) return uint(clamp(x, 0.0, 1.0) * 255.0 + 0.5);
    return uint(floor(clamp(x, -128.0 / 127.0, 1.0) * 127.0 + 0.5) + 128.0);
}
float pack(vec4 v, int kind) {
    if (kind < 2) return uintBitsToFloat(bits_of(v.x, kind) | bits_of(v.y, kind) << 16);
    uvec4 b = uvec4(bits_of(v.x, kind), bits_of(v.y, kind), bits_of(v.z, kind), bits_of(v.w, kind));
    return uintBitsToFloat(b.x | b.y << 8 | b.z << 16 | b.w << 24);
}
float number_of(uint bits, int kind) {
    if (kind == 1) return float(bits) / 65535.0;
    if (kind == 2) return float(bits) / 255.0;
    if (kind == 3) return (float(bits) - 128.0) / 127.0;
    float minus = (bits & 0x8000u) != 0u ? -1.0 : 1.0;
    uint power = bits >> 10 & 31u;
    float part = float(bits & 0x3ffu);
    if (power == 0u) return minus * part * exp2(-24.0);
    if (power == 31u) return part == 0.0 ? minus / 0.0 : 0.0 / 0.0;
    return minus * (1.0 + part / 1024.0) * exp2(float(power) - 15.0);
}
vec4 unpack(float x, int kind) {
    uint b = floatBitsToUint(x);
    if (kind < 2) {
        vec2 two = vec2(number_of(b & 0xffffu, kind), number_of(b >> 16, kind));
        return two.xyxy;
    }
    return vec4(number_of(b & 255u, kind), number_of(b >> 8 & 255u, kind), number_of(b >> 16 & 255u, kind), number_of(b >> 24, kind));
}
";

/// Writes the functions that the instructions of a program call.
pub(super) fn write(text: &mut String, program: &FragmentProgram, old: bool) {
    let has = |wanted: &dyn Fn(Opcode, NumberType) -> bool| {
        program.instructions.iter().any(|instruction| wanted(instruction.opcode, instruction.kind))
    };
    let packs = has(&|opcode, _| kind_of(opcode).is_some());
    if packs || has(&|_, kind| kind == NumberType::Half) {
        text.push_str(HALF);
    }
    if has(&|_, kind| kind == NumberType::Fixed) {
        text.push_str(FIXED);
    }
    if has(&|opcode, _| matches!(opcode, Opcode::Lit | Opcode::Pow)) {
        text.push_str(POWER);
    }
    if program.samplers.iter().any(|sampler| sampler.target == TextureTarget::Rectangle) {
        text.push_str(TEXEL_MIDDLE);
    }
    if has(&|opcode, _| opcode == Opcode::Lit) {
        text.push_str(LIGHT);
    }
    if packs && !old {
        text.push_str(PACK);
    }
}

/// Returns the number by which a shader tells ways of packing apart.
pub(super) fn kind_of(opcode: Opcode) -> Option<u8> {
    match opcode {
        Opcode::Pk2h | Opcode::Up2h => Some(0),
        Opcode::Pk2us | Opcode::Up2us => Some(1),
        Opcode::Pk4ub | Opcode::Up4ub => Some(2),
        Opcode::Pk4b | Opcode::Up4b => Some(3),
        _ => None,
    }
}
