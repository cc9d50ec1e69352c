//! The head of a listing: the lines by which programs of the time found and set parameters, as NVIDIA's compiler wrote them.

use std::fmt::Write;

use crate::fragment_program::{Binding, FragmentProgram, Parameter as Constant, Register, Scalar};
use crate::ir::Attribute;
use crate::syntax::preprocess;

use super::{Parameter, ParameterKind, Profile, Program};

/// Returns the comment lines of a program's listing. `registers` has the constant register of each uniform, and `arguments` is the command
/// line.
pub(super) fn lines(
    program: &Program,
    compiled: &FragmentProgram,
    registers: &[Option<usize>],
    arguments: &str,
) -> Vec<String> {
    let mut lines = vec![
        format!("# made by brooklet {}, with the lines that cgc 1.3 wrote", env!("CARGO_PKG_VERSION")),
        format!("# command line args: {arguments}"),
    ];
    let written = program.warnings.files.0.iter().filter(|file| !preprocess::is_made(&file.name));
    lines.extend(written.map(|file| format!("# source file: {}", file.name)));
    lines.push("#vendor brooklet".to_owned());
    lines.push("#version 1.0.02".to_owned());
    lines.push(format!("#profile {}", program.profile));
    lines.push(format!("#program {}", program.entry));
    for parameter in &program.parameters {
        let is_bound = matches!(parameter.kind, ParameterKind::Uniform { .. } | ParameterKind::Texture { .. });
        let is_first = parameter.row.as_ref().is_none_or(|row| row.number == 0);
        if let (true, Some(semantic)) = (is_bound && is_first, &parameter.semantic) {
            lines.push(format!("#semantic {} : {semantic}", qualified(program, parameter)));
        }
    }
    let mut constants = registers.iter();
    let mut defaults = Vec::new();
    // The first register of the matrix of which rows come.
    let mut matrix = None;
    for parameter in &program.parameters {
        let mut register = match parameter.kind {
            ParameterKind::Uniform { .. } => constants.next().copied().flatten(),
            _ => None,
        };
        if let Some(row) = &parameter.row {
            matrix = match row.number {
                0 => register,
                number => matrix.or(register.map(|register| register - number)),
            };
            register = matrix;
        }
        if parameter.row.as_ref().is_none_or(|row| row.number + 1 == row.rows) {
            lines.push(variable(program.profile, parameter, compiled, register));
        }
        if let ParameterKind::Uniform { default: Some(values), count, .. } = parameter.kind {
            let numbers: Vec<String> = values[..count].iter().map(f32::to_string).collect();
            defaults.push(format!("#default {} = {}", parameter.name, numbers.join(" ")));
        }
    }
    lines.extend(defaults);
    // NV_fragment_program has literals in its instructions.
    if program.profile != Profile::Fp30 {
        lines.extend(literals(compiled));
    }
    lines
}

/// Returns the name by which each constant register of a program for an NV30 is set, or an empty name for literals.
pub(super) fn declared(program: &Program, compiled: &FragmentProgram, registers: &[Option<usize>]) -> Vec<String> {
    let uniforms = program.parameters.iter().filter(|own| matches!(own.kind, ParameterKind::Uniform { .. }));
    let known: Vec<(usize, &str)> = uniforms
        .zip(registers)
        .filter_map(|(parameter, register)| Some(((*register)?, parameter.name.as_str())))
        .collect();
    let name = |constant: &Constant| match constant.binding {
        Binding::Local(n) => known.iter().find(|(own, _)| *own == n).map(|(_, name)| mangled(name)).unwrap_or_default(),
        _ => String::new(),
    };
    compiled.parameters.iter().map(name).collect()
}

/// Returns the name of a parameter as NV_fragment_program takes it: a row, an item or a member stands behind a `$`.
fn mangled(name: &str) -> String {
    let name: String = name.replace(['.', '['], "$").replace(']', "");
    let is_register =
        matches!(name.as_bytes(), [b'R' | b'H', rest @ ..] if !rest.is_empty() && rest.iter().all(u8::is_ascii_digit));
    // A name that a register has would be that register.
    match is_register || ["RC", "HC", "END"].contains(&name.as_str()) {
        true => name + "$",
        false => name,
    }
}

/// Returns the name of a uniform with that of the program before it, if it is a parameter of the entry.
fn qualified(program: &Program, parameter: &Parameter) -> String {
    match parameter.index {
        Some(_) => format!("{}.{}", program.entry, whole(parameter)),
        None => whole(parameter).to_owned(),
    }
}

/// Returns the name of a parameter, or that of the matrix whose row it is.
fn whole(parameter: &Parameter) -> &str {
    let name = parameter.name.as_str();
    match &parameter.row {
        Some(_) => name.rfind('[').map_or(name, |end| &name[..end]),
        None => name,
    }
}

/// Returns the line on a parameter: its type, its name, its semantic, its register, its index, and whether it is used.
fn variable(profile: Profile, parameter: &Parameter, compiled: &FragmentProgram, register: Option<usize>) -> String {
    let Parameter { ty, semantic, kind, index, row, .. } = parameter;
    let (name, ty) = (whole(parameter), row.as_ref().map_or(ty, |row| &row.of));
    let semantic = semantic.as_deref().unwrap_or_default().to_ascii_uppercase();
    let (place, resource, used) = match kind {
        ParameterKind::Uniform { .. } => {
            let rows = row.as_ref().map(|row| format!(", {}", row.rows)).unwrap_or_default();
            // An NV30's parameters are set by name. They have a register only if the program asks for one.
            let shown = register.filter(|_| profile != Profile::Fp30 || !semantic.is_empty());
            (semantic, shown.map(|n| format!("c[{n}]{rows}")).unwrap_or_default(), register.is_some())
        }
        ParameterKind::Texture { unit, .. } => {
            let used = compiled.samplers.iter().any(|sampler| Some(sampler.unit) == *unit);
            let unit = unit.filter(|_| used).map(|unit| format!("texunit {unit}")).unwrap_or_default();
            (semantic, unit, used)
        }
        ParameterKind::Varying(attribute) => {
            let used = compiled.coordinates.iter().any(|own| own.attribute == *attribute)
                || *attribute == Attribute::Position && reads_position(compiled);
            let place = if semantic.is_empty() { String::new() } else { format!("$vin.{semantic}") };
            (place, attribute_name(*attribute), used)
        }
        ParameterKind::Color(number) => {
            let resource = if *number == 0 { "COL".to_owned() } else { format!("COL{number}") };
            (format!("$vout.{semantic}"), resource, true)
        }
        ParameterKind::Depth => (format!("$vout.{semantic}"), "DEPR".to_owned(), true),
        ParameterKind::Unbound => (format!("$vin.{semantic}"), String::new(), false),
    };
    let index = index.map_or("-1".to_owned(), |index| index.to_string());
    let mut line = String::new();
    let _ = write!(line, "#var {ty} {name} : {place} : {resource} : {index} : {}", u8::from(used));
    line
}

fn reads_position(compiled: &FragmentProgram) -> bool {
    let operands = compiled.instructions.iter().flat_map(|instruction| &instruction.sources);
    operands.into_iter().any(|operand| operand.register == Register::Position)
}

fn attribute_name(attribute: Attribute) -> String {
    match attribute {
        Attribute::Position => "WPOS".into(),
        Attribute::Color(number) => format!("COL{number}"),
        Attribute::TexCoord(number) => format!("TEX{number}"),
        Attribute::Fog => "FOGC".into(),
        Attribute::Facing => "FACE".into(),
    }
}

/// Returns the lines on constants whose numbers the program itself has.
fn literals(compiled: &FragmentProgram) -> Vec<String> {
    let first = compiled.parameters.iter().filter_map(|parameter| match parameter.binding {
        Binding::Local(n) => Some(n + 1),
        _ => None,
    });
    let own = compiled.parameters.iter().filter(|parameter| parameter.binding == Binding::Literal);
    let line = |(number, parameter): (usize, &Constant)| {
        let values = parameter.components.iter().filter_map(|scalar| match scalar {
            Scalar::Literal(bits) => Some(f32::from_bits(*bits).to_string()),
            _ => None,
        });
        format!("#const c[{number}] = {}", values.collect::<Vec<_>>().join(" "))
    };
    (first.max().unwrap_or(0)..).zip(own).map(line).collect()
}
