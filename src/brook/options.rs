//! Options of the compiler: macros and include folders.

use std::path::PathBuf;

/// The options with which a program is read: macros and include folders, like `-D` and `-I` of a C compiler.
///
/// ```
/// use brooklet::brook::Options;
/// let options = Options::default().define("SIZE", "16").define("FAST", "").include("include");
/// assert_eq!(options.includes[0], std::path::Path::new("include"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Macros that are defined before the program, each with its replacement text.
    pub macros: Vec<(String, String)>,
    /// Folders that are searched for included files, in this order, after the folder of the including file.
    pub includes: Vec<PathBuf>,
}

impl Options {
    /// Defines a macro.
    pub fn define(mut self, name: impl Into<String>, value: impl Into<String>) -> Options {
        self.macros.push((name.into(), value.into()));
        self
    }

    /// Adds a folder that is searched for includes.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Options {
        self.includes.push(folder.into());
        self
    }

    /// Returns the macros as `#define` lines.
    pub(super) fn defines(&self) -> String {
        self.macros
            .iter()
            .map(|(name, value)| format!("#define {name} {}\n", value.replace(['\n', '\r'], " ")))
            .collect()
    }
}
