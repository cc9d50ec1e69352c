//! Finds and runs the system's C++ compiler.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use brooklet::capi::HEADERS;

/// What to install where there is no compiler. Microsoft's takes other options.
const INSTALL: &str = if cfg!(windows) {
    "install MinGW-w64's, as by `winget install BrechtSanders.WinLibs.POSIX.UCRT`"
} else if cfg!(target_os = "macos") {
    "install Apple's by `xcode-select --install`"
} else {
    "install the package `g++`"
};

/// A C++ compiler.
pub struct Cxx {
    /// The words that call the compiler, such as `ccache g++`.
    command: Vec<String>,
    /// The options that follow in `$CXX`.
    options: Vec<String>,
    is_gnu: bool,
    /// The output of `--version`.
    version: String,
}

impl Cxx {
    /// Returns the compiler that `$CXX` names, or else the first of c++, g++ and clang++ that runs.
    pub fn find() -> anyhow::Result<Cxx> {
        if let Some(named) = std::env::var("CXX").ok().filter(|named| !named.trim().is_empty()) {
            // In `ccache g++ -O3`, the words up to the first option are the command.
            let words: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
            let options = words.iter().position(|word| word.starts_with('-')).unwrap_or(words.len());
            let (command, options) = words.split_at(options);
            let program = command.join(" ");
            let Some(version) = answers(command) else {
                bail!("there is no C++ compiler `{program}`, which the environment variable CXX names");
            };
            return Ok(Cxx::new(command, options, version));
        }
        for name in ["c++", "g++", "clang++"] {
            let command = [name.to_owned()];
            if let Some(version) = answers(&command) {
                return Ok(Cxx::new(&command, &[], version));
            }
        }
        bail!("there is no C++ compiler (c++, g++ or clang++), which host code needs: {INSTALL}, or name one in CXX")
    }

    fn new(command: &[String], options: &[String], version: String) -> Cxx {
        let is_gnu = version.contains("Free Software Foundation");
        Cxx { command: command.to_vec(), options: options.to_vec(), is_gnu, version }
    }

    /// Returns a text that identifies the compiler and the user's options.
    pub fn identity(&self) -> String {
        format!("{}\n{}\n{}", self.command.join(" "), self.options.join(" "), self.version)
    }

    /// Compiles the sources of a program with these arguments. `headers` is the folder of brooklet's headers; `folders` are those of the
    /// program's own.
    pub fn compile(&self, headers: &Path, folders: &[PathBuf], arguments: &[OsString]) -> anyhow::Result<()> {
        let mut command = self.command();
        // C++14, because C++17 reserves words that old programs use as names. `$CXX` may override it.
        command.args(["-std=gnu++14", "-Wno-narrowing", "-Wno-write-strings", "-Wno-register", "-Wno-deprecated"]);
        command.arg("-Wno-deprecated-declarations").args(&self.options);
        if self.is_gnu {
            // Old code was written for compilers that accepted more.
            command.args(["-fpermissive", "-Wno-builtin-declaration-mismatch"]);
        }
        command.arg("-I").arg(headers);
        for folder in folders {
            command.arg("-I").arg(folder);
        }
        command.args(arguments);
        if !self.succeeds(command)? {
            bail!("the host code does not compile: `{}` says why, above", self.command.join(" "));
        }
        Ok(())
    }

    /// Links objects with these arguments.
    pub fn link(&self, arguments: &[OsString]) -> anyhow::Result<()> {
        let mut command = self.command();
        command.args(&self.options).args(arguments);
        if cfg!(windows) && self.is_gnu {
            // MinGW's own libraries are in no place where Windows would look for them.
            command.arg("-static");
        }
        if !self.succeeds(command)? {
            bail!(
                "the program does not link: `{}` says why, above. A function that is not there may be in another file of the program: \
                 give that, too, as in `brooklet run prog.br other.br helpers.cpp`, or with --with",
                self.command.join(" ")
            );
        }
        Ok(())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]);
        command
    }

    /// Runs the compiler, which writes to stderr, like everything that is no result.
    fn succeeds(&self, mut command: Command) -> anyhow::Result<bool> {
        let status = command.stdin(Stdio::null()).status();
        Ok(status.with_context(|| format!("cannot run the C++ compiler `{}`", self.command.join(" ")))?.success())
    }
}

/// Returns the output of a compiler's `--version`, if it can be run.
fn answers(command: &[String]) -> Option<String> {
    let (program, rest) = command.split_first()?;
    let output = Command::new(program).args(rest).arg("--version").stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Writes brooklet's headers into a folder.
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
