//! Writes a fragment program as a shader in GLSL, so that devices without an assembler run it.
//!
//! Each instruction becomes a statement on vectors of four floats. Attributes are computed from the position of the fragment, as the
//! emulator does, so that they do not depend on the rasteriser. A texture of one row stands for one of one dimension, and coordinates in
//! texels become those of the middle of a texel, from 0 to 1.

mod functions;
mod instruction;

use std::fmt::Write;

use crate::glsl::Dialect;

use super::{FragmentProgram, Opcode, Register, TextureTarget};

/// A shader for a fragment program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ProgramShader {
    /// The text of the fragment shader.
    pub text: String,
    /// The number of render targets: a colour each, and the depth in z of the last one if the program writes it.
    pub targets: usize,
}

/// Why a program has no shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NoShader(pub String);

/// Names of what a shader is given: an array of the constant registers; the slopes and starts of attributes, three vectors for each; the
/// sizes of textures and their reciprocals; and the samplers.
pub(crate) const PARAMETERS: &str = "_parameters";
pub(crate) const LINES: &str = "_lines";
pub(crate) const SIZES: &str = "_sizes";

/// Returns the name of a sampler in the shader.
pub(crate) fn sampler_name(number: usize) -> String {
    format!("_texture{number}")
}

/// Writes a program as a shader in a dialect. `linear` says for each sampler whether its texture has a linear filter, if any has.
pub(crate) fn shader(program: &FragmentProgram, dialect: Dialect, linear: &[bool]) -> Result<ProgramShader, NoShader> {
    let old = dialect.is_glsl_120();
    let mut text = format!("{}precision highp float;\n", dialect.version_line());
    if old {
        text = dialect.version_line().to_owned();
        if program.instructions.iter().any(|own| matches!(own.opcode, Opcode::Txl | Opcode::Txd)) {
            text.push_str("#extension GL_ARB_shader_texture_lod : require\n");
        }
    }
    if dialect == Dialect::Es {
        text.push_str("precision highp sampler3D;\nprecision highp samplerCube;\nprecision highp sampler2D;\n");
    }
    let targets = program.results();
    declare(&mut text, program, targets, old);
    functions::write(&mut text, program, old);
    text.push_str("\nvoid run() {\n");
    let mut depth = 1;
    for (number, instruction) in program.instructions.iter().enumerate() {
        if matches!(instruction.opcode, Opcode::Else | Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop) {
            depth -= 1;
        }
        let statement = instruction::statement(program, number, (old, linear))?;
        for line in statement.lines() {
            let _ = writeln!(text, "{}{line}", "    ".repeat(depth));
        }
        if matches!(instruction.opcode, Opcode::If | Opcode::Else | Opcode::Rep | Opcode::Loop) {
            depth += 1;
        }
    }
    text.push_str("}\n\nvoid main() {\n");
    attributes(&mut text, program);
    text.push_str("    run();\n");
    for target in 0..targets {
        let result = if target < program.outputs { format!("o{target}") } else { "depth".to_owned() };
        let place = if old { format!("gl_FragData[{target}]") } else { format!("_target{target}") };
        let _ = writeln!(text, "    {place} = {result};");
    }
    text.push_str("}\n");
    Ok(ProgramShader { text, targets })
}

fn declare(text: &mut String, program: &FragmentProgram, targets: usize, old: bool) {
    if !old {
        (0..targets).for_each(|target| {
            let _ = writeln!(text, "layout(location = {target}) out vec4 _target{target};");
        });
    }
    let array = |text: &mut String, name: &str, count: usize| {
        if count > 0 {
            let _ = writeln!(text, "uniform vec4 {name}[{count}];");
        }
    };
    array(text, PARAMETERS, program.parameters.len());
    array(text, LINES, 3 * program.coordinates.len());
    array(text, SIZES, program.samplers.len());
    for (number, sampler) in program.samplers.iter().enumerate() {
        let kind = match sampler.target {
            TextureTarget::ThreeD => "sampler3D",
            TextureTarget::Cube => "samplerCube",
            _ => "sampler2D",
        };
        let _ = writeln!(text, "uniform {kind} {};", sampler_name(number));
    }
    let mut registers: Vec<String> = (0..program.temporaries).map(|n| format!("r{n}")).collect();
    registers.extend((0..program.coordinates.len()).map(|n| format!("f{n}")));
    registers.extend((0..program.outputs).map(|n| format!("o{n}")));
    registers.extend(["position", "depth", "code"].map(str::to_owned));
    for register in registers {
        let _ = writeln!(text, "vec4 {register} = vec4(0.0);");
    }
}

/// Writes the statements that compute the attributes of the fragment.
fn attributes(text: &mut String, program: &FragmentProgram) {
    text.push_str("    position = vec4(gl_FragCoord.xy, 0.5, 1.0);\n");
    for number in 0..program.coordinates.len() {
        let [across, down, start] = [0, 1, 2].map(|k| format!("{LINES}[{}]", 3 * number + k));
        let _ = writeln!(text, "    f{number} = position.x * {across} + (position.y * {down} + {start});");
    }
}

/// Returns the name of a register in the shader.
fn register(register: Register) -> String {
    match register {
        Register::Temporary(number) => format!("r{number}"),
        Register::Parameter(number) => format!("{PARAMETERS}[{number}]"),
        Register::Coordinate(number) => format!("f{number}"),
        Register::Position => "position".to_owned(),
        Register::Output(number) => format!("o{number}"),
        Register::Depth => "depth".to_owned(),
    }
}
