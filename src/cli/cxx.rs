//! The system's C++ compiler.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use brooklet::capi::HEADERS;

/// A C++ compiler.
pub struct Cxx {
    program: OsString,
    /// Arguments that `$CXX` has behind the compiler's name.
    words: Vec<String>,
    is_gnu: bool,
    /// What it says of itself.
    version: String,
}

impl Cxx {
    /// The one that `$CXX` names, else c++, g++ or clang++.
    pub fn find() -> anyhow::Result<Cxx> {
        if let Some(named) = std::env::var("CXX").ok().filter(|named| !named.trim().is_empty()) {
            let mut words = named.split_whitespace().map(str::to_owned);
            let program = words.next().unwrap_or_default();
            let Some(version) = answers(program.as_ref()) else {
                bail!("there is no C++ compiler `{program}`, which the environment variable CXX names");
            };
            return Ok(Cxx::new(program, words.collect(), version));
        }
        for name in ["c++", "g++", "clang++"] {
            if let Some(version) = answers(name.as_ref()) {
                return Ok(Cxx::new(name.to_owned(), Vec::new(), version));
            }
        }
        bail!(
            "there is no C++ compiler (c++, g++ or clang++), which host code needs: install the package `g++`, or name one in CXX"
        )
    }

    fn new(program: String, words: Vec<String>, version: String) -> Cxx {
        Cxx { program: program.into(), words, is_gnu: version.contains("Free Software Foundation"), version }
    }

    /// All that says which compiler it is, and with what options of the user's.
    pub fn identity(&self) -> String {
        format!("{}\n{}\n{}", self.program.to_string_lossy(), self.words.join(" "), self.version)
    }

    /// Compiles with these arguments, for the sources of a program and the headers in `headers`.
    pub fn compile(&self, headers: &Path, folders: &[PathBuf], arguments: &[OsString]) -> anyhow::Result<()> {
        let mut command = Command::new(&self.program);
        // Of 2014, since C++17 took words that programs of the time had as names; `$CXX` may say otherwise.
        command.args(["-std=gnu++14", "-Wno-narrowing", "-Wno-write-strings", "-Wno-register", "-Wno-deprecated"]);
        command.arg("-Wno-deprecated-declarations").args(&self.words);
        if self.is_gnu {
            // Code of the time was compiled by compilers that took more.
            command.args(["-fpermissive", "-Wno-builtin-declaration-mismatch"]);
        }
        command.arg("-I").arg(headers);
        for folder in folders {
            command.arg("-I").arg(folder);
        }
        command.args(arguments).stdin(Stdio::null());
        // What it says belongs to stderr, as all that is no result.
        let name = self.program.to_string_lossy().into_owned();
        let status = command.status().with_context(|| format!("cannot run the C++ compiler `{name}`"))?;
        if !status.success() {
            bail!("the host code does not compile: `{name}` says why, above");
        }
        Ok(())
    }
}

/// What a compiler says of itself, if it answers.
fn answers(program: &std::ffi::OsStr) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Writes the headers into a folder.
pub fn write_headers(folder: &Path) -> anyhow::Result<()> {
    for (name, text) in HEADERS {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        }
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
