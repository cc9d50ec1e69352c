//! Every word that GLSL or brooklet keeps may be the name of anything in a Brook program.

use crate::support;
use crate::support::level::sample;

use brooklet::brook::ir::Role;
use brooklet::brook::{Program, Unit};
use support::brook::{everywhere, stream};

/// Keywords, types, built-in functions and variables of GLSL up to 4.60 and ES 3.2, and the words of the kernel contract,
/// those left out that Brook itself keeps.
const WORDS: &str = "
attribute uniform varying layout centroid flat smooth noperspective invariant mat2 mat3 mat4 mat2x3 vec2 vec3 vec4 ivec2 bvec3
uvec4 lowp mediump highp precision sampler2D sampler3D samplerCube isampler2D usampler2D sampler2DRect samplerBuffer
samplerExternalOES common partition active asm class union enum template this packed inline noinline public
external interface input output hvec2 dvec3 fvec4 filter image2D iimage2D uimage2D cast namespace using row_major
column_major coherent readonly writeonly resource atomic_uint patch sample subroutine precise shared buffer texture2D texture
textureSize texelFetch textureLod shadow2D ftransform interpolateAtCentroid imageLoad atomicAdd barrier fma bitCount findLSB
umulExtended EmitVertex matrixCompMult outerProduct transpose determinant inverse inversesqrt mix fract mod floatBitsToInt
packHalf2x16 lessThan equal notEqual not any all dFdx fwidth noise1 std140 offset binding location demote gl_FragCoord
gl_Position GL_ES main_ here here_x fetch clamped count width height quotient element index fetch_a clamped_a nearest
remainder component position me round_away c_fmod c_fmod_power c_pow c_asin c_acos _run _lie _tail _lane _texel line first left wanted pushed isnan isinf sin
cos floor min max length dot cross sign step clamp radians defined version extension error pragma bool uint superp";

#[test]
fn as_variables_parameters_and_kernels() {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    for part in sample(words.chunks(12), 0, 5) {
        let mut text = String::new();
        let mut body = String::new();
        let (mut inputs, mut outputs) = (String::new(), String::new());
        let own = |word: &str| !["bool", "uint", "not"].contains(&word);
        for (n, word) in part.iter().filter(|word| own(word)).enumerate() {
            text += &format!("kernel float {word}(float {word}) {{ float sum = {word}; return sum + {n}; }}\n");
            inputs += &format!("float {word}<>, ");
            outputs += &format!(", out float out_{word}<>");
            body += &format!("{{ float t = {word}({word}); float {word} = t; out_{word} = {word}; }}\n");
        }
        let count = part.iter().filter(|word| own(word)).count();
        text += &format!("kernel void the_kernel({inputs} float table[]{outputs}) {{\n{body}}}\n");
        let mut given: Vec<_> = (0..count).map(|n| stream(&[1], 1, &[10.0 * n as f32])).collect();
        given.push(stream(&[1], 1, &[1.0]));
        given.extend((0..count).map(|_| brooklet::brook::interpret::ParameterValue::Nothing));
        let results = everywhere(&text, &[1], &given);
        for (n, result) in results.iter().enumerate() {
            assert_eq!(*result, [11.0 * n as f32], "{text}");
        }
    }
}

#[test]
fn names_that_become_the_same() {
    let pairs = [("x", "x_"), ("_x", "x"), ("x__y", "x_y"), ("input", "input_1"), ("input", "input_"), ("a", "a_")];
    let mut text = String::new();
    for (n, (a, b)) in pairs.iter().enumerate() {
        text += &format!("kernel void s{n}(float {a}<>, out float {b}<>) {{ {b} = {a}; }}\n");
        text += &format!("kernel void t{n}(float {b}<>, out float {a}<>) {{ {a} = {b}; }}\n");
        text += &format!("kernel void g{n}(float {a}[], float {b}, out float r<>) {{ r = {a}[{b}]; }}\n");
        text += &format!("kernel void h{n}(float {b}[], float {a}, out float r<>) {{ r = {b}[{a}]; }}\n");
    }
    let unit = Unit::compile("names.br", &text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    support::each_dialect(|device| {
        let program = Program::new(device, unit.clone());
        let x = device.upload(&[1.0, 2.0]).unwrap();
        for kernel in &unit.kernels {
            let mut r = device.stream::<f32>(2).unwrap();
            let mut call = program.kernel(&kernel.name).unwrap();
            for parameter in &kernel.parameters {
                call = match parameter.role {
                    Role::Constant => call.constant(&parameter.name, 1.0),
                    Role::Output => continue,
                    _ => call.stream(&parameter.name, &x),
                };
            }
            let output = kernel.parameters.iter().find(|parameter| parameter.role == Role::Output).unwrap();
            call.output(&output.name, &mut r).run().unwrap_or_else(|error| panic!("{}: {error}", kernel.name));
            let wanted = if kernel.parameters.len() == 2 { [1.0, 2.0] } else { [2.0, 2.0] };
            assert_eq!(r.read().unwrap(), wanted, "{}", kernel.name);
        }
    });
}
