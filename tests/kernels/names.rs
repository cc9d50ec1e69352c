//! Words that some dialect of GLSL keeps are names like any other in a kernel: what is written out calls them something
//! else.

use crate::support;
use crate::support::level::sample;

use brooklet::kernel::Source;
use brooklet::{Device, Stream};

/// Keywords and functions of GLSL up to 4.60 and ES 3.2 that the kernel language does not have, and names of what is
/// generated.
const WORDS: &str = "
sample common partition active asm class union enum template this packed noinline public external interface hvec2 dvec3
fvec4 filter image2D iimage2D cast namespace using row_major coherent readonly resource patch texture texture2D
textureSize texelFetch shadow2D ftransform interpolateAtCentroid imageLoad atomicAdd barrier fma ldexp frexp bitCount
mat2 mat3x4 sampler2D usampler3D dFdx noise1 packHalf2x16 transpose inverse std140 binding location demote webgl_x GL_ES
a__b x_ layout_1 tail lane texel line stream_x remainder component round_away result half double long sizeof";

fn ran(device: &Device, text: &str) -> Vec<f32> {
    let kernel =
        device.kernel(&Source::new("names", text.to_owned())).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let x = device.upload(&[1.0, 2.0]).unwrap();
    let mut y: Stream<f32> = device.stream(2).unwrap();
    let interface = kernel.interface();
    let (input, constant) = (&interface.inputs[0].name, &interface.constants[0].name);
    let pass = device.pass(&kernel).input(input, &x).constant(constant, 10.0_f32);
    let pass = pass.output(&interface.outputs[0].name, &mut y);
    pass.run().unwrap_or_else(|error| panic!("{error}\n{text}"));
    y.read().unwrap()
}

#[test]
fn words_of_glsl_name_anything_in_a_kernel() {
    support::each_dialect(|device| {
        for word in sample(WORDS.split_whitespace(), 0, 3) {
            // As a stream, a constant, an output, a function with a parameter of its name, and a variable.
            let ports = [[word, "c", "y"], ["x", word, "y"], ["x", "c", word]];
            for [x, c, y] in ports {
                let text = format!(
                    "input float {x};\nconstant float {c};\noutput float {y};\n\
                     void main() {{ {y} = fetch({x}, here()) + {c}; }}\n"
                );
                assert_eq!(ran(device, &text), [11.0, 12.0], "{text}");
            }
            let text = format!(
                "input float x;\nconstant float c;\noutput float y;\n\
                 float {word}(float a, float b) {{ return a - b; }}\n\
                 float other(float {word}) {{ float twice = 2.0 * {word}; {word} = 1.0; return twice + {word}; }}\n\
                 void main() {{ float v = {word}(fetch(x, here()), c); {{ float {word} = v; y = other({word}); }} }}\n"
            );
            assert_eq!(ran(device, &text), [-17.0, -15.0], "{text}");
        }
    });
}
