//! Assembles the shader from its head, its declarations, the kernel's functions, and the `main` that calls the kernel for a texel.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::literal::type_name;
use super::prelude::{self, Piece};
use super::variant::padded;
use super::{Lines, Shader, Uniform, UniformSource, Writer};
use crate::glsl::Dialect;
use crate::glsl::workarounds::Workaround;
use crate::ir::access::Variant;
use crate::ir::{LETTERS, Type};
use crate::texel::Components;

/// Types that have no default precision in ES, or one that is too low on phones.
const PRECISE: [&str; 8] =
    ["float", "int", "sampler2D", "sampler2DArray", "isampler2D", "isampler2DArray", "usampler2D", "usampler2DArray"];

impl Writer<'_> {
    /// Assembles the shader. The functions have been written already.
    pub(super) fn shader(&mut self, variant: &Variant) -> Shader {
        let kernel = self.kernel;
        let mut groups = vec![self.declarations(variant), self.place(), self.guard_pieces()];
        for (input, access) in variant.inputs.iter().enumerate() {
            groups.push(self.input(input, access.layers));
        }
        let helpers = self.helper_texts();
        let mut main = String::new();
        if variant.skips_padding {
            self.works_around(Workaround::LoopBesideEnd);
        }
        if variant.discards {
            self.works_around(Workaround::CountedFragments);
        }
        if variant.runs(kernel, self.dialect) {
            main = self.main(variant, false);
        }
        let own = [self.access.clone(), self.body.clone()];
        let code = |main: &str| [helpers.as_slice(), &own, &[main.to_owned()]].concat().join("\n");
        let pieces = prelude::write(groups, &code(&main));
        if variant.output.packed && prelude::words(&pieces).any(|word| word == "_lane") {
            main = self.main(variant, true);
        }
        let mut text = self.dialect.version_line().to_owned();
        for line in &kernel.about {
            let _ = writeln!(text, "{}", self.comment(line));
        }
        if self.dialect == Dialect::Es {
            // The precision of a sampler type is written only if the shader has a sampler of that type.
            let words: FxHashSet<&str> = prelude::words(&pieces).collect();
            for ty in PRECISE.iter().filter(|ty| !ty.contains("sampler") || words.contains(**ty)) {
                let _ = writeln!(text, "precision highp {ty};");
            }
        }
        // The access functions come directly below the uniforms with the layouts of streams.
        if self.access.is_empty() {
            text.push_str(&pieces);
        } else {
            let pieces = pieces.trim_end();
            text.extend([pieces, if pieces.is_empty() { "" } else { "\n" }, &self.access, "\n"]);
        }
        for helper in &helpers {
            text.extend([helper, "\n\n"]);
        }
        let mut lines = vec![Vec::new(); text.lines().count()];
        lines.append(&mut self.lines);
        text.extend([self.body.as_str(), &main]);
        lines.resize(text.lines().count(), Vec::new());
        Shader {
            name: kernel.name.clone(),
            samplers: self.inputs.iter().map(|name| format!("_stream_{name}")).collect(),
            uniforms: self.uniforms(&text),
            targets: kernel.interface.outputs.len(),
            lines: Lines(lines),
            workarounds: self.workarounds.clone(),
            text,
        }
    }

    /// Returns a line of text as a comment.
    pub(super) fn comment(&mut self, line: &str) -> String {
        let text = ascii(line);
        if text != line {
            self.works_around(Workaround::CommentsInAscii);
        }
        format!("// {text}")
    }

    /// Returns the uniforms that occur in a text.
    fn uniforms(&self, text: &str) -> Vec<Uniform> {
        let mut uniforms = Vec::new();
        let mut add = |name: String, source| uniforms.push(Uniform { name, source });
        add("_layout".into(), UniformSource::OutputLayout);
        add("_tail".into(), UniformSource::Tail);
        add("_searching".into(), UniformSource::Searching);
        for (constant, name) in self.constants.iter().enumerate() {
            add(name.clone(), UniformSource::Constant(constant));
        }
        for (input, name) in self.inputs.iter().enumerate() {
            add(format!("_layout_{name}"), UniformSource::InputLayout(input));
            add(format!("_inverse_{name}"), UniformSource::InputInverse(input));
            add(format!("_shift_{name}"), UniformSource::InputShift(input));
        }
        let names: FxHashSet<&str> = uniforms.iter().map(|uniform| uniform.name.as_str()).collect();
        let used: FxHashSet<&str> = prelude::words(text).filter(|word| names.contains(word)).collect();
        uniforms.retain(|uniform| used.contains(uniform.name.as_str()));
        uniforms
    }

    /// Returns the declarations of the kernel's outputs and constants.
    fn declarations(&mut self, variant: &Variant) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let kernel = self.kernel;
        let old = self.dialect.is_glsl_120();
        for (location, port) in kernel.interface.outputs.iter().enumerate() {
            let name = self.outputs[location].clone();
            let ty = self.ty(port.ty);
            if !old && !variant.output.packed && !padded(port) {
                pieces.push(Piece::new(&*name, format!("layout(location = {location}) out {ty} {name};"), ""));
                continue;
            }
            let target = format!("_target{location}");
            let texel = type_name(self.dialect, port.ty.with(Components::Four));
            let about = match variant.output.packed {
                true => "the output's texel, which holds four neighbouring elements",
                false => "the output's texel, of four numbers: there is none of three",
            };
            // In GLSL 1.20, the render target is `gl_FragData[location]`, which only whole texels can be assigned to.
            match old {
                true => pieces.push(Piece::new(&*target, format!("{texel} {target};"), about)),
                false => {
                    let text = format!("layout(location = {location}) out {texel} {target};");
                    pieces.push(Piece::new(&*target, text, about));
                }
            }
            pieces.push(Piece::new(&*name, format!("{ty} {name};"), "the element that is computed"));
        }
        if kernel.interface.depth().is_some() {
            let name = self.outputs[kernel.interface.outputs.len()].clone();
            pieces.push(Piece::new(&*name, format!("float {name};"), "the depth of the element, from 0 to 1"));
        }
        for (constant, name) in self.constants.clone().iter().enumerate() {
            let ty = self.declared(kernel.interface.constants[constant].ty);
            pieces.push(Piece::new(&**name, format!("uniform {ty} {name};"), ""));
        }
        pieces
    }

    /// Returns the shader's `main`, which calls the kernel's `main`. With `lanes`, it sets `_lane` before each call.
    fn main(&self, variant: &Variant, lanes: bool) -> String {
        let integers = self.dialect.integers();
        let outputs = || self.outputs.iter().zip(&self.kernel.interface.outputs).enumerate();
        let about = match (variant.output.packed, variant.skips_padding) {
            (true, false) => "Runs the kernel for each of the four elements in this texel.",
            (true, true) => {
                "Runs the kernel for those of this texel's four elements that there are: past the end its loops may never end."
            }
            (false, false) => "Runs the kernel, and makes a texel of its element.",
            (false, true) => {
                "Runs the kernel where there is an element: beside the stream's end its loops may never end."
            }
        };
        let mut text = format!("\n// {about}\nvoid main() {{\n");
        let (start, mut end) =
            if variant.guarded { (self.guard_start(), self.guard_end()) } else { Default::default() };
        if variant.discards {
            // No compiler knows that the number of elements is not negative.
            let zero = if integers { "0" } else { "0.0" };
            let _ = write!(end, "    if (_layout.w < {zero}) {{\n        discard;\n    }}\n");
        }
        // A fragment past the last texel of a row belongs to no element, although its texel number may be that of an element in the
        // next row.
        let column = self.fragment_place("x");
        let run = |inside: &dyn Fn() -> String| match variant.tests_for_end() {
            true => format!("    if ({column} < _layout.x && {}) {{\n        _run();\n    }}\n", inside()),
            false => "    _run();\n".to_owned(),
        };
        if !variant.output.packed {
            text.push_str(&start);
            text.push_str(&run(&|| format!("{} < _layout.w", self.first())));
            for (location, (name, port)) in outputs() {
                let texel = match port.components() {
                    Components::One => format!("vec4({name})"),
                    Components::Two => format!("vec4({name}, 0.0, 0.0)"),
                    Components::Three => format!("vec4({name}, 0.0)"),
                    Components::Four => name.clone(),
                };
                if !integers {
                    let _ = writeln!(text, "    gl_FragData[{location}] = {texel};");
                } else if padded(port) {
                    let (four, zero) = (port.ty.with(Components::Four).name(), padding(port.ty));
                    let _ = writeln!(text, "    _target{location} = {four}({name}, {zero});");
                }
            }
            if self.kernel.interface.depth().is_some() {
                let _ = writeln!(text, "    gl_FragDepth = {};", self.outputs[self.kernel.interface.outputs.len()]);
            }
            return text + &end + "}\n";
        }
        let index = type_name(self.dialect, Type::Index);
        let literal = |lane: usize| if integers { lane.to_string() } else { format!("{lane}.0") };
        text.push_str(&start);
        if variant.tail || variant.tests_for_end() {
            let _ = writeln!(text, "    {index} _first = ({}) * {};", self.first(), literal(4));
        }
        for (lane, part) in LETTERS.iter().enumerate() {
            if lanes {
                let _ = writeln!(text, "    _lane = {};", literal(lane));
            }
            text.push_str(&run(&|| format!("_first + {} < _layout.w", literal(lane))));
            for (location, (name, _)) in outputs() {
                let value = match lane {
                    1.. if variant.tail => format!("_first + {} < _layout.w ? {name} : _tail", literal(lane)),
                    _ => name.clone(),
                };
                let _ = writeln!(text, "    _target{location}.{part} = {value};");
            }
        }
        if !integers {
            for (location, _) in outputs() {
                let _ = writeln!(text, "    gl_FragData[{location}] = _target{location};");
            }
        }
        text + &end + "}\n"
    }
}

/// Returns the text of a comment in ASCII, without a backslash at its end.
pub(crate) fn ascii(line: &str) -> String {
    let ascii = |c: char| match c {
        ' '..='~' => c,
        '×' => 'x',
        '·' => '*',
        '–' | '—' | '−' => '-',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        c if c.is_whitespace() => ' ',
        _ => '?',
    };
    let text: String = line.chars().map(ascii).collect();
    text.trim_end_matches(['\\', ' ']).to_owned()
}

/// Returns the literal for the component of a texel that the element lacks.
fn padding(ty: Type) -> &'static str {
    match ty {
        Type::Int(_) => "0",
        Type::Uint(_) => "0u",
        _ => "0.0",
    }
}
