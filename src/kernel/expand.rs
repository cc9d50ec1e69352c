//! Writes a kernel out for a dialect: the prelude with its access functions, the kernel's own lines, and the `main` that
//! runs it for a texel.
//!
//! How a stream lies reaches the shader as uniforms, so that shapes are not compiled in. What is told apart in the text is
//! only what would cost every fetch a division: whether an input is packed, whether its rows are the texture's rows, and
//! whether it lies texel for texel like the output. [`Variant`] holds that; most kernels only ever meet one or two.

use std::fmt::Write;

use crate::carrier::Shader;
use crate::dialect::Dialect;
use crate::geometry::{Geometry, Layout};
use crate::texel::Components;

use super::interface::{Port, Type};
use super::rewrite::{InputUse, Parsed};

/// How an input lies, as far as the text of its access functions depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Access {
    pub packed: bool,
    /// Rows of elements are not rows of texels.
    pub wrapped: bool,
    /// Element `i` lies in the texel in which element `i` of the output lies.
    pub aligned: bool,
}

/// How the streams of a pass lie, as far as its text depends on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Variant {
    pub inputs: Vec<Access>,
    pub output: Access,
}

impl Variant {
    /// The variant for these streams, with what the kernel does not care for left out.
    pub fn of(parsed: &Parsed, inputs: &[Geometry], output: &Geometry) -> Variant {
        let access = |(lie, uses): (&Geometry, &InputUse)| Access {
            packed: lie.layout == Layout::Packed,
            wrapped: (uses.column_row || uses.clamped_column_row) && lie.wrapped(),
            aligned: uses.here && lie.layout == output.layout && lie.width == output.width,
        };
        Variant {
            inputs: inputs.iter().zip(&parsed.uses.inputs).map(access).collect(),
            output: Access {
                packed: output.layout == Layout::Packed,
                wrapped: (parsed.uses.here_x || parsed.uses.here_y) && output.wrapped(),
                aligned: true,
            },
        }
    }

    /// The variant for streams that all lie alike. With everything plain, it is the one that a kernel is compiled in first,
    /// to find its mistakes.
    pub fn uniform(parsed: &Parsed, layout: Layout) -> Variant {
        let packed = layout == Layout::Packed;
        let access = |uses: &InputUse| Access { packed, wrapped: false, aligned: uses.here };
        Variant {
            inputs: parsed.uses.inputs.iter().map(access).collect(),
            output: Access { packed, wrapped: false, aligned: true },
        }
    }
}

/// The uniforms of a shader before the kernel's own constants: see [`values`].
const OUTPUT_UNIFORMS: [&str; 3] = ["_lie", "_inverse", "_tail"];

/// The uniform that says how a stream lies: texels a row, elements a row, rows, elements.
pub(crate) fn lie(geometry: &Geometry) -> [i32; 4] {
    [geometry.width, geometry.row, geometry.rows(), geometry.count].map(|n| n as i32)
}

/// The reciprocal of the texels a row, which the address translation multiplies with.
pub(crate) fn inverse(geometry: &Geometry) -> f32 {
    1.0 / geometry.width.max(1) as f32
}

/// Writes the shader out; also says how many lines stand before the kernel's first.
pub(crate) fn expand(parsed: &Parsed, dialect: Dialect, variant: &Variant) -> (Shader, usize) {
    let words = dialect.words();
    let mut text = format!("{}{}", words.version, words.precision);
    let mut uniforms: Vec<String> = OUTPUT_UNIFORMS.iter().map(|name| name.to_string()).collect();
    let mut samplers = Vec::new();
    writer(&mut text, words.index, parsed, variant, &mut samplers, &mut uniforms);
    let prelude = text.lines().count();
    text.push_str(&parsed.body);
    text.push_str(&main(parsed, variant, words.index));
    let targets = parsed.interface.outputs.len();
    (Shader { name: parsed.name.clone(), text, samplers, uniforms, targets }, prelude)
}

fn writer(
    text: &mut String,
    index: &str,
    parsed: &Parsed,
    variant: &Variant,
    samplers: &mut Vec<String>,
    uniforms: &mut Vec<String>,
) {
    let mut put = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    put(format!("uniform ivec4 _lie;\nuniform float _inverse;\nuniform float _tail;\n{index} _lane;"));
    for (location, port) in parsed.interface.outputs.iter().enumerate() {
        let stored = if port.components == Components::Three { Components::Four } else { port.components };
        let stored = if variant.output.packed { Components::Four } else { stored };
        put(format!("layout(location = {location}) out {} _target{location};", stored.glsl()));
        put(format!("{} {};", port.components.glsl(), port.name));
    }
    for constant in &parsed.interface.constants {
        let ty = if constant.ty == Type::Index { index } else { constant.ty.glsl() };
        put(format!("uniform {ty} {};", constant.name));
        uniforms.push(constant.name.clone());
    }
    put(ADDRESS.replace("index", index));
    let first = format!("{index}(gl_FragCoord.y) * _lie.x + {index}(gl_FragCoord.x)");
    put(if variant.output.packed {
        // The lanes past the end of the last texel run the last element again, so that they read nothing else.
        format!("{index} here() {{ return min(({first}) * 4 + _lane, _lie.w - 1); }}")
    } else {
        format!("{index} here() {{ return {first}; }}")
    });
    if parsed.uses.here_x || parsed.uses.here_y {
        let simple = !variant.output.packed && !variant.output.wrapped;
        let (x, y) = if simple {
            (format!("{index}(gl_FragCoord.x)"), format!("{index}(gl_FragCoord.y)"))
        } else {
            ("here() - here() / _lie.y * _lie.y".to_owned(), "here() / _lie.y".to_owned())
        };
        put(format!("{index} here_x() {{ return {x}; }}\n{index} here_y() {{ return {y}; }}"));
    }
    if parsed.uses.quotient {
        put(format!("{index} quotient({index} i, {index} divisor) {{ return i / divisor; }}"));
    }
    for ((port, uses), access) in parsed.interface.inputs.iter().zip(&parsed.uses.inputs).zip(&variant.inputs) {
        samplers.push(format!("_stream_{}", port.name));
        uniforms.push(format!("_lie_{}", port.name));
        uniforms.push(format!("_inverse_{}", port.name));
        put(input(port, *uses, *access, index));
    }
    for (prefix, name) in &parsed.uses.extents {
        let output = parsed.interface.outputs.iter().any(|port| port.name == *name);
        let lie = if output { "_lie".to_owned() } else { format!("_lie_{name}") };
        let part = match *prefix {
            "_cnt_" => "w",
            "_wid_" => "y",
            _ => "z",
        };
        put(format!("{index} {prefix}{name}() {{ return {lie}.{part}; }}"));
    }
}

/// Texel and remainder by the reciprocal, as Brook's address translation does it, and exact: `float(i) * inverse` is off
/// by at most one row for any index that a texture holds, and the remainder says which way.
const ADDRESS: &str = "ivec2 _texel(index i, index width, float inverse) {
    index row = index(float(i) * inverse);
    index column = i - row * width;
    index off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}";

fn input(port: &Port, uses: InputUse, access: Access, index: &str) -> String {
    let (name, ty) = (&port.name, port.components.glsl());
    let swizzle = ["x", "xy", "xyz", "xyzw"][port.components as usize];
    let mut text =
        format!("uniform sampler2D _stream_{name};\nuniform ivec4 _lie_{name};\nuniform float _inverse_{name};\n");
    let lanes = "lane == 0 ? t.x : lane == 1 ? t.y : lane == 2 ? t.z : t.w";
    if access.packed {
        let _ = write!(
            text,
            "float fetch_{name}({index} i) {{\n    {index} texel = i / 4;\n    {index} lane = i - texel * 4;\n    \
             vec4 t = texelFetch(_stream_{name}, _texel(texel, _lie_{name}.x, _inverse_{name}), 0);\n    return {lanes};\n}}\n"
        );
    } else {
        let _ = writeln!(
            text,
            "{ty} fetch_{name}({index} i) {{ return texelFetch(_stream_{name}, _texel(i, _lie_{name}.x, _inverse_{name}), 0).{swizzle}; }}"
        );
    }
    if uses.here {
        let at = "ivec2(gl_FragCoord.xy)";
        let body = match (access.aligned, access.packed) {
            (true, true) => {
                format!(
                    "vec4 t = texelFetch(_stream_{name}, {at}, 0); {index} lane = here() - here() / 4 * 4; return {lanes};"
                )
            }
            (true, false) => format!("return texelFetch(_stream_{name}, {at}, 0).{swizzle};"),
            (false, _) => format!("return fetch_{name}(here());"),
        };
        let _ = writeln!(text, "{ty} fetch_{name}_here() {{ {body} }}");
    }
    if uses.column_row || uses.clamped_column_row {
        let body = if access.packed || access.wrapped {
            format!("return fetch_{name}(y * _lie_{name}.y + x);")
        } else {
            format!("return texelFetch(_stream_{name}, ivec2(x, y), 0).{swizzle};")
        };
        let _ = writeln!(text, "{ty} fetch_{name}({index} x, {index} y) {{ {body} }}");
    }
    if uses.clamped_linear {
        let _ =
            writeln!(text, "{ty} clamped_{name}({index} i) {{ return fetch_{name}(clamp(i, 0, _lie_{name}.w - 1)); }}");
    }
    if uses.clamped_column_row {
        // The last row of a 1-D stream may be short.
        let _ = writeln!(
            text,
            "{ty} clamped_{name}({index} x, {index} y) {{\n    y = clamp(y, 0, _lie_{name}.z - 1);\n    \
             return fetch_{name}(clamp(x, 0, min(_lie_{name}.y, _lie_{name}.w - y * _lie_{name}.y) - 1), y);\n}}"
        );
    }
    text
}

/// Outputs that no branch writes are zero, in every layout.
fn zeros(outputs: &[Port]) -> String {
    outputs.iter().map(|port| format!("    {} = {}(0.0);\n", port.name, port.components.glsl())).collect()
}

fn main(parsed: &Parsed, variant: &Variant, index: &str) -> String {
    let mut text = String::from("void main() {\n");
    let outputs = &parsed.interface.outputs;
    if variant.output.packed {
        let _ =
            writeln!(text, "    {index} _first = ({index}(gl_FragCoord.y) * _lie.x + {index}(gl_FragCoord.x)) * 4;");
        for (lane, part) in ["x", "y", "z", "w"].iter().enumerate() {
            // Each lane starts afresh, as each element does.
            let _ = writeln!(text, "    _lane = {lane};\n{}    _run();", zeros(outputs));
            for (location, port) in outputs.iter().enumerate() {
                let value = match lane {
                    0 => port.name.clone(),
                    _ => format!("_first + {lane} < _lie.w ? {} : _tail", port.name),
                };
                let _ = writeln!(text, "    _target{location}.{part} = {value};");
            }
        }
    } else {
        let _ = writeln!(text, "    _lane = 0;\n{}    _run();", zeros(outputs));
        for (location, port) in outputs.iter().enumerate() {
            let value = match port.components {
                Components::Three => format!("vec4({}, 0.0)", port.name),
                _ => port.name.clone(),
            };
            let _ = writeln!(text, "    _target{location} = {value};");
        }
    }
    text.push_str("}\n");
    text
}
