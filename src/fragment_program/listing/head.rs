//! The head of a listing: comments that describe the program, its inputs and its constants.

use std::fmt::Write;

use crate::fragment_program::{Binding, FragmentProgram, InstructionSet, Scalar};
use crate::ir::Attribute;

use super::names::{Names, ascii};
use super::uniform::Words;

/// The message of an `expect` that cannot fail, since writing to a `String` always succeeds.
pub(super) const WRITES: &str = "a text takes what is written to it";

/// Returns the name of an attribute in listings.
pub(super) fn attribute(attribute: Attribute) -> String {
    match attribute {
        Attribute::TexCoord(number) => format!("fragment.texcoord[{number}]"),
        Attribute::Color(0) => "fragment.color".to_owned(),
        Attribute::Color(_) => "fragment.color.secondary".to_owned(),
        Attribute::Position => "fragment.position".to_owned(),
        Attribute::Fog => "fragment.fogcoord".to_owned(),
        Attribute::Facing => "fragment.facing".to_owned(),
    }
}

pub(super) fn write(text: &mut String, program: &FragmentProgram, names: &Names) {
    let mut line = |what: &str| {
        let what = ascii(what);
        writeln!(text, "#{}{}", if what.is_empty() { "" } else { " " }, what.trim_end()).expect(WRITES);
    };
    line(&program.name);
    program.about.iter().for_each(|about| line(about));
    match program.set {
        InstructionSet::R520 => {
            line("No OpenGL assembler takes this: there is none with the loops and branches of an R520.");
            line("It is written as NV_fragment_program2 has it.");
        }
        InstructionSet::Plain => {
            line("No assembler takes this: it is for the plain machine, which is no chip.");
            line("It is written as NV_gpu_program4 has it.");
        }
        _ => {}
    }
    line("");
    for sampler in &program.samplers {
        line(&format!("texture[{}] = {}, {}", sampler.unit, names.input(sampler.input), sampler.target.name()));
    }
    let words = Words::new(program, names);
    let lettered = |numbers: [Option<String>; 4]| -> Vec<String> {
        let letters = ["x", "y", "z", "w"];
        numbers
            .into_iter()
            .zip(letters)
            .filter_map(|(number, letter)| Some(format!(".{letter} = {}", number?)))
            .collect()
    };
    for coordinate in &program.coordinates {
        let parts = lettered(coordinate.components.map(|linear| linear.map(|linear| words.linear(&linear))));
        for part in parts {
            line(&format!("{}{part}", attribute(coordinate.attribute)));
        }
    }
    for (at, parameter) in program.parameters.iter().enumerate() {
        let place = match parameter.binding {
            Binding::Literal => continue,
            Binding::Local(n) => format!("c{at} = program.local[{n}]"),
            Binding::Environment(n) => format!("c{at} = program.env[{n}]"),
            Binding::State(n) => format!("c{at} = state.{}", program.states[n].name),
        };
        // For a number that the caller gives, nothing more is known than the register.
        let known = |scalar: Scalar| match scalar {
            Scalar::Unused | Scalar::Runtime => None,
            scalar => Some(words.scalar(scalar)),
        };
        for part in lettered(parameter.components.map(known)) {
            line(&format!("{place}{part}"));
        }
    }
}
