//! Parses what an expression's names are bound to: arrays in files, and constants.

use std::path::PathBuf;

use brooklet::Components;
use brooklet::backend::Value;

use super::number::parse_float;
use super::session::Session;
use super::usage;

/// The value of a constant, as a kernel takes it.
#[derive(Clone)]
pub struct Numbers {
    pub value: Value,
    /// The integers that float32 cannot hold exactly, each with its float32 value.
    changed: Vec<(f64, f32)>,
}

impl Numbers {
    /// Returns the number of components: one for a number, more for a vector.
    pub fn components(&self) -> Components {
        match self.value {
            Value::Vec2(_) => Components::Two,
            Value::Vec3(_) => Components::Three,
            Value::Vec4(_) => Components::Four,
            _ => Components::One,
        }
    }
}

/// Splits `NAME=..`, and checks the name. `what` stands for the rest in messages.
fn split(text: &str, what: &str) -> Result<(String, String), String> {
    let (name, rest) = text.split_once('=').ok_or(format!("expected NAME={what}"))?;
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if !starts || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(format!("`{name}` is not a name: write a letter, then letters, digits and underscores"));
    }
    if rest.is_empty() {
        return Err(format!("nothing follows `{name}=`; expected NAME={what}"));
    }
    Ok((name.to_owned(), rest.to_owned()))
}

/// Parses `NAME=FILE`.
pub fn parse_input(text: &str) -> Result<(String, PathBuf), String> {
    let (name, path) = split(text, "FILE")?;
    Ok((name, PathBuf::from(path)))
}

/// Parses `NAME=NUMBER`, or `NAME=NUMBER,..` with 2 to 4 numbers.
pub fn parse_constant(text: &str) -> Result<(String, Numbers), String> {
    let (name, numbers) = split(text, "NUMBER")?;
    let mut changed = Vec::new();
    let mut parse = |part: &str| {
        let part = part.trim();
        let float = parse_float(part)?;
        let digits = part.split(['e', 'E']).next().unwrap_or(part);
        let whole = digits.len() == part.len() && !part.contains('.') && digits.contains(|c: char| c.is_ascii_digit());
        match part.parse::<f64>() {
            Ok(exact) if whole && exact != float as f64 => changed.push((exact, float)),
            _ => {}
        }
        Ok(float)
    };
    let numbers = numbers.split(',').map(&mut parse).collect::<Result<Vec<f32>, String>>()?;
    let value = match numbers[..] {
        [x] => Value::Float(x),
        [x, y] => Value::Vec2([x, y]),
        [x, y, z] => Value::Vec3([x, y, z]),
        [x, y, z, w] => Value::Vec4([x, y, z, w]),
        _ => return Err(format!("a constant has 1 to 4 numbers, not {}", numbers.len())),
    };
    Ok((name, Numbers { value, changed }))
}

/// Exits with a usage error if two of the names are the same.
pub fn refuse_repeated(sub_command: &str, names: &[&str]) {
    for (number, name) in names.iter().enumerate() {
        if names[..number].contains(name) {
            usage(sub_command, format!("`{name}` is bound twice"));
        }
    }
}

/// Prints a note on each integer that float32 cannot hold exactly.
pub fn note_constants(session: &Session, constants: &[(String, Numbers)]) {
    for (name, numbers) in constants {
        let note = |(exact, float): &(f64, f32)| format!("constant {name}: {exact} is {float:.0} in float32");
        session.notes(&numbers.changed.iter().map(note).collect::<Vec<_>>());
    }
}
