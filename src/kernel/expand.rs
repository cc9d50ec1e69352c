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

/// How an input lies: its elements in its texture, and the layers that it has, neighbours being in different ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Lie {
    pub geometry: Geometry,
    pub layers: usize,
}

/// How an input lies, as far as the text of its access functions depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Access {
    pub packed: bool,
    /// Rows of elements are not rows of texels.
    pub wrapped: bool,
    /// Element `i` lies in the texel in which element `i` of the output lies, of textures of one size.
    pub aligned: bool,
    /// How many layers the texture has.
    pub layers: usize,
    /// Its width is a power of two, as that of every list is.
    pub power: bool,
}

/// How the streams of a pass lie, as far as its text depends on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Variant {
    pub inputs: Vec<Access>,
    pub output: Access,
    /// What is left of a last texel is filled with a value that shows.
    pub tail: bool,
}

impl Variant {
    /// The variant for these streams, with what the kernel does not care for left out.
    pub fn of(parsed: &Parsed, inputs: &[Lie], output: &Geometry) -> Variant {
        let access = |(Lie { geometry, layers }, uses): (&Lie, &InputUse)| Access {
            packed: geometry.layout == Layout::Packed,
            wrapped: (uses.column_row || uses.clamped_column_row) && geometry.wrapped(),
            aligned: uses.here
                && *layers == 1
                && geometry.layout == output.layout
                && (geometry.width, geometry.height) == (output.width, output.height),
            layers: *layers,
            power: geometry.width.is_power_of_two(),
        };
        Variant {
            inputs: inputs.iter().zip(&parsed.uses.inputs).map(access).collect(),
            output: Access {
                packed: output.layout == Layout::Packed,
                wrapped: (parsed.uses.here_x || parsed.uses.here_y) && output.wrapped(),
                aligned: true,
                layers: 1,
                power: true,
            },
            tail: false,
        }
    }

    /// The variant for streams that all lie alike. With everything plain, it is the one that a kernel is compiled in first,
    /// to find its mistakes.
    pub fn uniform(parsed: &Parsed, layout: Layout) -> Variant {
        let packed = layout == Layout::Packed;
        let access = |uses: &InputUse| Access { packed, wrapped: false, aligned: uses.here, layers: 1, power: true };
        Variant {
            inputs: parsed.uses.inputs.iter().map(access).collect(),
            output: Access { packed, wrapped: false, aligned: true, layers: 1, power: true },
            tail: packed,
        }
    }
}

/// The uniforms of a shader before the kernel's own constants: see [`values`].
const OUTPUT_UNIFORMS: [&str; 2] = ["_lie", "_tail"];

/// The uniform that says how a stream lies: texels a row, elements a row, rows, elements.
pub(crate) fn lie(geometry: &Geometry) -> [i32; 4] {
    [geometry.width, geometry.row, geometry.rows(), geometry.count].map(|n| n as i32)
}

/// The reciprocals of the texels a row and of the rows: the address translation multiplies with them.
pub(crate) fn inverse(geometry: &Geometry) -> [f32; 2] {
    [geometry.width, geometry.height].map(|n| 1.0 / n.max(1) as f32)
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
    put(format!("uniform ivec4 _lie;\nuniform float _tail;\n{index} _lane;"));
    if variant.inputs.iter().any(|access| access.aligned) {
        put("in vec2 _at;".to_owned());
    }
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
        uniforms.push(format!("_shift_{}", port.name));
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
/// by at most one row for any index that a texture holds, and the remainder says which way. Where the width is a power of
/// two, a mask and a shift do; and where column and row are known, the texel is sampled at its centre, without filtering:
/// that is 1.4 times faster on llvmpipe than `texelFetch`.
const ADDRESS: &str = "ivec2 _texel(index i, index width, float inverse) {
    index row = index(float(i) * inverse);
    index column = i - row * width;
    index off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}";

fn input(port: &Port, uses: InputUse, access: Access, index: &str) -> String {
    let (name, ty) = (&port.name, port.components.glsl());
    let swizzle = ["x", "xy", "xyz", "xyzw"][port.components as usize];
    let sampler = if access.layers > 1 { "sampler2DArray" } else { "sampler2D" };
    let mut text = format!(
        "uniform {sampler} _stream_{name};\nuniform ivec4 _lie_{name};\nuniform vec2 _inverse_{name};\n\
         uniform {index} _shift_{name};\n"
    );
    let lanes = "lane == 0 ? t.x : lane == 1 ? t.y : lane == 2 ? t.z : t.w";
    let centre = |texel: &str| {
        let place = format!("vec2({texel} & (_lie_{name}.x - 1), {texel} >> _shift_{name})");
        format!("({place} + 0.5) * _inverse_{name}")
    };
    let place = |texel: &str| format!("_texel({texel}, _lie_{name}.x, _inverse_{name}.x)");
    let at = |texel: &str| match access.power {
        true => format!("textureLod(_stream_{name}, {}, 0.0)", centre(texel)),
        false => format!("texelFetch(_stream_{name}, {}, 0)", place(texel)),
    };
    if access.packed {
        let _ = write!(
            text,
            "float fetch_{name}({index} i) {{\n    {index} texel = i >> 2;\n    {index} lane = i & 3;\n    \
             vec4 t = {};\n    return {lanes};\n}}\n",
            at("texel")
        );
    } else if access.layers > 1 {
        // Neighbours lie in the layers of one texel: a fragment that writes all layers writes neighbours.
        let (bits, mask) = (access.layers.ilog2(), access.layers - 1);
        let texel = match access.power {
            true => format!("textureLod(_stream_{name}, vec3({}, float(i & {mask})), 0.0)", centre("texel")),
            false => format!("texelFetch(_stream_{name}, ivec3({}, i & {mask}), 0)", place("texel")),
        };
        let _ = write!(
            text,
            "{ty} fetch_{name}({index} i) {{\n    {index} texel = i >> {bits};\n    return {texel}.{swizzle};\n}}\n"
        );
    } else {
        let _ = writeln!(text, "{ty} fetch_{name}({index} i) {{ return {}.{swizzle}; }}", at("i"));
    }
    if uses.here {
        let here = format!("textureLod(_stream_{name}, _at, 0.0)");
        let body = match (access.aligned, access.packed) {
            (true, true) => {
                // The lane past the end reads what it likes: nothing is made of it.
                format!("vec4 t = {here}; {index} lane = _lane; return {lanes};")
            }
            (true, false) => format!("return {here}.{swizzle};"),
            (false, _) => format!("return fetch_{name}(here());"),
        };
        let _ = writeln!(text, "{ty} fetch_{name}_here() {{ {body} }}");
    }
    if uses.column_row || uses.clamped_column_row {
        let body = if access.packed || access.wrapped || access.layers > 1 {
            format!("return fetch_{name}(y * _lie_{name}.y + x);")
        } else {
            format!("return textureLod(_stream_{name}, (vec2(x, y) + 0.5) * _inverse_{name}, 0.0).{swizzle};")
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
                    1.. if variant.tail => format!("_first + {lane} < _lie.w ? {} : _tail", port.name),
                    _ => port.name.clone(),
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
