//! The program: its text compiled, and the demos to begin with.

use std::rc::Rc;

use brooklet::brook::{Diagnostic, Unit};

/// The most bytes of a program that are compiled while it is typed.
pub const MAX_BYTES: usize = 64 << 10;

macro_rules! demos {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../brook/", $name, ".br"))),)*]
    };
}

/// The demos: name and text.
pub const DEMOS: &[(&str, &str)] =
    demos!("saxpy" "bitonic" "cloth" "fft" "filter" "mat4mult" "product" "rays" "search" "segment" "sgemv" "squares");

/// The demo that is shown if none is named.
pub const USUAL: &str = "saxpy";

/// The text of a demo.
pub fn demo(name: &str) -> Option<&'static str> {
    DEMOS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// What came of compiling a text.
pub struct Compiled {
    pub text: String,
    /// None where it does not compile, and of a program in Cg.
    pub unit: Option<Rc<Unit>>,
    /// Whether it compiles.
    pub works: bool,
    /// Those that are about the text itself, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// Why it was not even tried.
    pub refused: Option<String>,
}

impl Compiled {
    pub fn new(name: &str, text: &str) -> Compiled {
        let text = text.to_owned();
        if text.len() > MAX_BYTES {
            let refused = format!("The program has {} bytes; up to {MAX_BYTES} are compiled here.", text.len());
            return Compiled { text, unit: None, works: false, diagnostics: Vec::new(), refused: Some(refused) };
        }
        let (unit, found) = match Unit::compile(&format!("{name}.br"), &text) {
            Ok(unit) => {
                let warnings = unit.warnings.list.clone();
                (Some(Rc::new(unit)), warnings)
            }
            Err(found) => (None, found.list),
        };
        let diagnostics = found.into_iter().filter(|diagnostic| diagnostic.span.file == 0).collect();
        Compiled { text, works: unit.is_some(), unit, diagnostics, refused: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_demo_of_the_folder_compiles_here() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../brook");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let programs = files.filter(|path| path.extension().is_some_and(|ending| ending == "br"));
        let mut names: Vec<String> = programs.map(|path| path.file_stem().unwrap().to_str().unwrap().into()).collect();
        // Programs of the applications have scenes of their own, with data that suit them.
        let of_applications = ["cloth_torn", "fft_channels", "grow", "march", "raytrace", "subdivide"];
        let shown = DEMOS.iter().map(|(name, _)| *name);
        let mut known: Vec<String> = shown.chain(of_applications).map(str::to_owned).collect();
        names.sort();
        known.sort();
        assert_eq!(names, known);
        for (name, text) in DEMOS {
            let compiled = Compiled::new(name, text);
            assert!(compiled.unit.is_some() && compiled.diagnostics.is_empty(), "{name}");
        }
        assert!(demo(USUAL).is_some());
    }

    #[test]
    fn what_is_too_long_says_both_numbers() {
        let refused = Compiled::new("long", &" ".repeat(MAX_BYTES + 1)).refused.unwrap();
        assert!(refused.contains("65537") && refused.contains("65536"), "{refused}");
    }
}
