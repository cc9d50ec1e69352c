//! Cg programs: the demos to begin with, and a text compiled for a chip.

use std::rc::Rc;

use brooklet::cg::{self, Options, Precisions, Profile, Program};
use brooklet::fragment_program::Chip;

use crate::app::playground::program::{Compiled, MAX_BYTES};

macro_rules! demos {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../../cg/", $name))),)*]
    };
}

/// The demos: name and text. Those of which a single pass shows something.
pub const DEMOS: &[(&str, &str)] =
    demos!("reaction.cg" "fluid.cg" "octree.cg" "options.cg" "sort.cg" "reduce.cg" "search.cg");

/// Whether a program of this name is one in Cg.
pub fn is_cg(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ["cg", "cgfp"].iter().any(|own| ending.eq_ignore_ascii_case(own)))
}

/// A program that compiles.
pub struct Checked {
    /// The name of its file.
    pub name: String,
    pub text: String,
    /// The functions that may be entries.
    pub entries: Vec<String>,
    /// It, compiled for the entry that is shown.
    pub program: Program,
}

/// What a program is compiled for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// None: the usual one.
    pub entry: Option<String>,
    /// None: the driver.
    pub chip: Option<Chip>,
}

/// The options of the compiler for a chip, or for the driver: a shader has the loops of an NV40, and numbers that are all floats.
pub fn options(entry: &str, chip: Option<Chip>) -> Options {
    let profile = Profile::of(chip.unwrap_or(Chip::None));
    let rounds = chip.is_some_and(|chip| chip != Chip::None && profile.has_half() && chip.has_half());
    let precisions = if rounds { Precisions::Rounded } else { Precisions::Floats };
    Options { entry: entry.to_owned(), precisions, ..Options::of(profile) }
}

/// The entry that is shown: that which is wanted, or `main`, or the first.
fn entry(entries: &[String], wanted: Option<&str>) -> String {
    let known = |name: &&str| entries.iter().any(|entry| entry == name);
    let found = wanted.filter(known).or(Some("main").filter(known)).or(entries.first().map(String::as_str));
    found.unwrap_or("main").to_owned()
}

/// Compiles a text; diagnostics are those about it.
pub fn compile(name: &str, text: &str, wanted: &Wanted) -> (Compiled, Option<Rc<Checked>>) {
    let mut compiled =
        Compiled { text: text.to_owned(), unit: None, works: false, diagnostics: Vec::new(), refused: None };
    if text.len() > MAX_BYTES {
        compiled.refused = Some(format!("The program has {} bytes; up to {MAX_BYTES} are compiled here.", text.len()));
        return (compiled, None);
    }
    let usual = options("main", wanted.chip);
    let result = cg::entries_of(name, text, &usual).and_then(|entries| {
        let options = options(&entry(&entries, wanted.entry.as_deref()), wanted.chip);
        Ok((entries, cg::compile(name, text, &options)?))
    });
    let (found, checked) = match result {
        Ok((entries, program)) => {
            let warnings = program.warnings.list.clone();
            (warnings, Some(Rc::new(Checked { name: name.to_owned(), text: text.to_owned(), entries, program })))
        }
        Err(found) => (found.list, None),
    };
    compiled.works = checked.is_some();
    compiled.diagnostics = found.into_iter().filter(|diagnostic| diagnostic.span.file == 0).collect();
    if checked.is_none() && compiled.diagnostics.is_empty() {
        compiled.refused = Some("The program does not compile.".to_owned());
    }
    (compiled, checked)
}
