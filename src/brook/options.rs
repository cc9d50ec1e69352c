//! Macros and folders of includes that come from outside a program.

use std::path::PathBuf;

/// What a program is read with, beside its file: as the options `-D` and `-I` of a C compiler.
///
/// ```
/// use brooklet::brook::Options;
/// let options = Options::default().define("SIZE", "16").define("FAST", "").include("include");
/// assert_eq!(options.includes[0], std::path::Path::new("include"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Macros that are defined before the program, each with what it stands for.
    pub macros: Vec<(String, String)>,
    /// Folders where includes are looked for, in this order, after those beside the file that includes.
    pub includes: Vec<PathBuf>,
}

impl Options {
    /// Defines a macro.
    pub fn define(mut self, name: impl Into<String>, value: impl Into<String>) -> Options {
        self.macros.push((name.into(), value.into()));
        self
    }

    /// Adds a folder where includes are looked for.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Options {
        self.includes.push(folder.into());
        self
    }

    /// The macros as lines of a program.
    pub(super) fn defines(&self) -> String {
        self.macros
            .iter()
            .map(|(name, value)| format!("#define {name} {}\n", value.replace(['\n', '\r'], " ")))
            .collect()
    }
}
