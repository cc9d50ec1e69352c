//! Writes a kernel out for a dialect: the prelude with the access functions that it uses, the kernel's own lines, and,
//! where its `main` is not the shader's, the one that runs it for a texel.
//!
//! How a stream lies reaches the shader as uniforms, so that shapes are not compiled in. What is told apart in the text is
//! only what would cost every fetch a division: whether an input is packed, whether its rows are the texture's rows, and
//! whether it lies texel for texel like the output. [`Variant`] holds that; most kernels only ever meet one or two.

use std::borrow::Cow;
use std::fmt::Write;

use crate::backend::Shader;
use crate::geometry::{Geometry, Layout};
use crate::glsl::Dialect;
use crate::kernel::{InputUse, Parsed, Port, Type};
use crate::texel::Components;

use super::access;
use super::prelude::{self, Piece};

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

/// The uniforms of a shader before the kernel's own constants.
const OUTPUT_UNIFORMS: [&str; 2] = ["_lie", "_tail"];

/// The uniform that says how a stream lies: texels a row, elements a row, rows, elements.
pub(crate) fn lie(geometry: &Geometry) -> [i32; 4] {
    [geometry.width, geometry.row, geometry.rows(), geometry.count].map(|n| n as i32)
}

/// The reciprocals of the texels a row and of the rows: the address translation multiplies with them.
pub(crate) fn inverse(geometry: &Geometry) -> [f32; 2] {
    [geometry.width, geometry.height].map(|n| 1.0 / n.max(1) as f32)
}

/// Writes the shader out; also says how many lines stand before the kernel's first. The names of its uniforms are all that
/// a pass sets: those that the kernel has no use for are not in the text.
pub(crate) fn expand(parsed: &Parsed, dialect: Dialect, variant: &Variant) -> (Shader, usize) {
    let words = dialect.words();
    let Parsed { interface, uses, .. } = parsed;
    let mut uniforms: Vec<String> = OUTPUT_UNIFORMS.iter().map(|name| name.to_string()).collect();
    uniforms.extend(interface.constants.iter().map(|constant| constant.name.clone()));
    let mut samplers = Vec::new();
    let mut groups = vec![outputs(parsed, variant, words.index), place(parsed, variant, words.index)];
    for ((port, uses), access) in interface.inputs.iter().zip(&uses.inputs).zip(&variant.inputs) {
        samplers.push(format!("_stream_{}", port.name));
        uniforms.extend(["_lie", "_inverse", "_shift"].map(|what| format!("{what}_{}", port.name)));
        let mut pieces = access::input(port, *uses, *access, words.index);
        pieces.extend(extents(parsed, &port.name, &format!("_lie_{}", port.name), words.index));
        groups.push(pieces);
    }
    let runs = runs(parsed, variant);
    let body = if runs { Cow::from(renamed(&parsed.body)) } else { Cow::from(&parsed.body) };
    let mut main = if runs { main(parsed, variant, false, words.index) } else { String::new() };
    let pieces = prelude::write(groups, &[&*body, &main].concat());
    if prelude::words(&pieces).any(|word| word == "_lane") {
        main = self::main(parsed, variant, true, words.index);
    }
    let mut text = words.version.to_owned();
    // What is said of a type of sampler is for those that have one.
    for line in words.precision.lines() {
        let sampler = prelude::words(line).find(|word| word.starts_with("sampler"));
        if sampler.is_none_or(|sampler| prelude::words(&pieces).any(|word| word == sampler)) {
            text.extend([line, "\n"]);
        }
    }
    text.push_str(&pieces);
    let prelude = text.lines().count();
    text.extend([&*body, &main]);
    (Shader { name: parsed.name.clone(), text, samplers, uniforms, targets: interface.outputs.len() }, prelude)
}

/// Whether the kernel's `main` is run by another, which does for it what a texel needs besides.
fn runs(parsed: &Parsed, variant: &Variant) -> bool {
    variant.output.packed || parsed.unsure.contains(&true) || parsed.interface.outputs.iter().any(padded)
}

/// Whether a texel has a number more than the element.
fn padded(port: &Port) -> bool {
    port.components == Components::Three
}

/// The kernel with a `main` that makes place for another: `_run`, which is as long.
fn renamed(body: &str) -> String {
    let part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut text = String::with_capacity(body.len());
    let mut done = 0;
    for (at, main) in body.match_indices("main") {
        let (before, after) = (&body[..at], &body[at + main.len()..]);
        text.push_str(&body[done..at]);
        text.push_str(if before.ends_with(part_of_word) || after.starts_with(part_of_word) { main } else { "_run" });
        done = at + main.len();
    }
    text + &body[done..]
}

/// What the kernel writes, and the numbers that it is given.
fn outputs(parsed: &Parsed, variant: &Variant, index: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (location, port) in parsed.interface.outputs.iter().enumerate() {
        let (name, ty) = (&port.name, port.components.glsl());
        if !variant.output.packed && !padded(port) {
            pieces.push(Piece::new(name, format!("layout(location = {location}) out {ty} {name};"), ""));
            continue;
        }
        let target = format!("_target{location}");
        let about = match variant.output.packed {
            true => "the output's texel, which holds four neighbouring elements",
            false => "the output's texel, of four numbers: there is none of three",
        };
        pieces.push(Piece::new(&target, format!("layout(location = {location}) out vec4 {target};"), about));
        pieces.push(Piece::new(name, format!("{ty} {name};"), "the element that is computed"));
    }
    for constant in &parsed.interface.constants {
        let ty = if constant.ty == Type::Index { index } else { constant.ty.glsl() };
        pieces.push(Piece::new(&constant.name, format!("uniform {ty} {};", constant.name), ""));
    }
    pieces
}

/// Where the element is that is computed, and how the output lies.
fn place(parsed: &Parsed, variant: &Variant, index: &str) -> Vec<Piece> {
    let first = format!("{index}(gl_FragCoord.y) * _lie.x + {index}(gl_FragCoord.x)");
    let (here, about) = match variant.output.packed {
        true => (
            format!("min(({first}) * 4 + _lane, _lie.w - 1)"),
            "The number of the element that is computed. The lanes past the end run the last once more: they read nothing else.",
        ),
        false => (first, "The number of the element that this fragment computes: texels are numbered row by row."),
    };
    let (x, y) = match variant.output.packed || variant.output.wrapped {
        true => ("here() - here() / _lie.y * _lie.y".to_owned(), "here() / _lie.y".to_owned()),
        false => (format!("{index}(gl_FragCoord.x)"), format!("{index}(gl_FragCoord.y)")),
    };
    let mut pieces = vec![
        Piece::new(
            "_at",
            "in vec2 _at;",
            "from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture",
        ),
        Piece::new(
            "_lie",
            "uniform ivec4 _lie;",
            "how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements",
        ),
        Piece::new("_tail", "uniform float _tail;", "what the last texel has past the last element"),
        Piece::new("_lane", format!("{index} _lane;"), "which of the texel's four elements is computed"),
        Piece::new("here", format!("{index} here() {{ return {here}; }}"), about),
        Piece::new(
            "here_x",
            format!("{index} here_x() {{ return {x}; }}"),
            "The column of the element that is computed.",
        ),
        Piece::new("here_y", format!("{index} here_y() {{ return {y}; }}"), "The row of the element that is computed."),
        Piece::new(
            "quotient",
            format!("{index} quotient({index} i, {index} divisor) {{ return i / divisor; }}"),
            "i / divisor, rounded down; neither is negative.",
        ),
        access::texel(index),
    ];
    pieces.extend(parsed.interface.outputs.iter().flat_map(|port| extents(parsed, &port.name, "_lie", index)));
    pieces
}

/// The extents that the kernel asks for of the stream `name`, which lies as `lie` says.
fn extents(parsed: &Parsed, name: &str, lie: &str, index: &str) -> Vec<Piece> {
    let asked = parsed.uses.extents.iter().filter(|(_, of)| of == name);
    let piece = |(prefix, _): &(&'static str, String)| {
        let (part, about) = match *prefix {
            "_cnt_" => ("w", "How many elements the stream has."),
            "_wid_" => ("y", "How many elements a row of the stream has."),
            _ => ("z", "How many rows the stream has."),
        };
        let function = format!("{prefix}{name}");
        Piece::new(&function, format!("{index} {function}() {{ return {lie}.{part}; }}"), about)
    };
    asked.map(piece).collect()
}

/// The shader's `main`, where the kernel's is another. It says which lane it is where somebody asks.
fn main(parsed: &Parsed, variant: &Variant, lanes: bool, index: &str) -> String {
    let outputs = &parsed.interface.outputs;
    let mut zeros = String::new();
    for (port, _) in outputs.iter().zip(&parsed.unsure).filter(|(_, unsure)| **unsure) {
        let zero = match port.components {
            Components::One => "0.0".to_owned(),
            _ => format!("{}(0.0)", port.components.glsl()),
        };
        let _ = writeln!(zeros, "    {} = {zero};", port.name);
    }
    let about = match (variant.output.packed, zeros.is_empty()) {
        (true, true) => "Runs the kernel for each of the four elements in this texel.",
        (true, false) => "Runs the kernel for each of the four elements in this texel; what it leaves unwritten is 0.",
        (false, true) => "Runs the kernel, and makes a texel of its element.",
        (false, false) => "Runs the kernel; what it leaves unwritten is 0.",
    };
    let mut text = format!("\n// {about}\nvoid main() {{\n");
    if !variant.output.packed {
        text.extend([&zeros, "    _run();\n"]);
        for (location, port) in outputs.iter().enumerate().filter(|(_, port)| padded(port)) {
            let _ = writeln!(text, "    _target{location} = vec4({}, 0.0);", port.name);
        }
        return text + "}\n";
    }
    if variant.tail {
        let _ =
            writeln!(text, "    {index} _first = ({index}(gl_FragCoord.y) * _lie.x + {index}(gl_FragCoord.x)) * 4;");
    }
    for (lane, part) in ["x", "y", "z", "w"].iter().enumerate() {
        if lanes {
            let _ = writeln!(text, "    _lane = {lane};");
        }
        // Each lane starts afresh, as each element does.
        text.extend([&zeros, "    _run();\n"]);
        for (location, port) in outputs.iter().enumerate() {
            let value = match lane {
                1.. if variant.tail => format!("_first + {lane} < _lie.w ? {} : _tail", port.name),
                _ => port.name.clone(),
            };
            let _ = writeln!(text, "    _target{location}.{part} = {value};");
        }
    }
    text + "}\n"
}
