//! Code that the commands on Brook programs share: it compiles a file with its includes, and shows its diagnostics.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use brooklet::brook::{Code, Diagnostics, Error, HostProgram, Options, ProgramFile, Unit};
use clap::Args;

use super::explain::{Refused, error_codes};
use super::terminal::say;
use super::{Common, said, usage};

/// Options for reading Brook programs.
#[derive(Args, Default)]
pub struct BrookOptions {
    /// Define a macro before the program; without a value it is 1
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = definition, help_heading = "Brook and Cg programs")]
    macros: Vec<(String, String)>,
    /// Look for includes in this folder too
    #[arg(short = 'I', long = "include", value_name = "DIR", help_heading = "Brook and Cg programs")]
    includes: Vec<PathBuf>,
}

/// Parses a macro in the syntax of a C compiler's `-D`.
fn definition(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    match name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit()) {
        true => Ok((name.to_owned(), value.to_owned())),
        false => Err(format!("`{name}` cannot be the name of a macro: use letters, digits and _, as in SIZE=16")),
    }
}

impl BrookOptions {
    /// Returns the macros, each with its text.
    pub fn macros(&self) -> &[(String, String)] {
        &self.macros
    }

    /// Returns the folders in which included files are searched.
    pub fn includes(&self) -> &[PathBuf] {
        &self.includes
    }

    /// Checks that the include folders exist.
    fn check(&self) -> anyhow::Result<()> {
        match self.includes.iter().find(|folder| !folder.is_dir()) {
            Some(missing) => anyhow::bail!("-I {} is not a folder", missing.display()),
            None => Ok(()),
        }
    }

    fn options(&self) -> Options {
        Options { macros: self.macros.clone(), includes: self.includes.clone() }
    }

    /// Returns these options as arguments for a C++ compiler.
    pub fn compiler_arguments(&self) -> Vec<OsString> {
        let macros = self.macros.iter().map(|(name, value)| format!("-D{name}={value}").into());
        let folders = self.includes.iter().flat_map(|folder| ["-I".into(), folder.clone().into_os_string()]);
        macros.chain(folders).collect()
    }

    /// Exits with a usage error if any of these options is given. Commands call it if their input is no Brook program.
    pub fn refuse(&self, command: &'static str) {
        if !self.macros.is_empty() || !self.includes.is_empty() {
            usage(command, "-D and -I are only for Brook and Cg programs".into());
        }
    }
}

/// Reads and parses a program and its includes.
pub fn open(path: &Path, options: &BrookOptions) -> anyhow::Result<ProgramFile> {
    options.check()?;
    Ok(ProgramFile::open(path, &options.options())?)
}

/// Reads and checks a program and its includes: all kernels, or one kernel and those that it calls.
pub fn read(path: &Path, kernel: Option<&str>, options: &BrookOptions) -> anyhow::Result<Result<Unit, Diagnostics>> {
    Ok(open(path, options)?.compile(kernel))
}

/// Reads and checks a program for a command that uses it. Warnings are shown; errors are shown and returned as an error.
pub fn compiled(path: &Path, kernel: Option<&str>, options: &BrookOptions, common: &Common) -> anyhow::Result<Unit> {
    compiled_and(path, &open(path, options)?, kernel, common, show_in_brief)
}

/// Checks a program that is about to run. Its full warnings are shown only the first time.
pub fn compiled_to_run(path: &Path, file: &ProgramFile, kernel: Option<&str>, common: &Common) -> anyhow::Result<Unit> {
    compiled_and(path, file, kernel, common, show_once)
}

fn compiled_and(
    path: &Path,
    file: &ProgramFile,
    kernel: Option<&str>,
    common: &Common,
    show: impl FnOnce(&Path, &Diagnostics),
) -> anyhow::Result<Unit> {
    match file.compile(kernel) {
        Ok(unit) => {
            if !common.quiet {
                show(path, &unit.warnings);
            }
            Ok(unit)
        }
        Err(diagnostics) => Err(refused(path, &diagnostics)),
    }
}

/// Shows warnings the first time that a program runs, and later only their number.
fn show_once(path: &Path, warnings: &Diagnostics) {
    if warnings.list.is_empty() {
        return;
    }
    if !said::before(path, &warnings.to_string()) {
        return show_in_brief(path, warnings);
    }
    let count = counted(warnings.list.len(), "warning");
    say(format!("note: {count}, already shown before: `brooklet check {}` shows them again", path.display()));
}

/// Translates a whole program to C++, for a command that uses it.
pub fn translated(path: &Path, file: &ProgramFile, common: &Common) -> anyhow::Result<HostProgram> {
    match file.translate() {
        Ok(mut program) => {
            // A file that is part of a program may have no kernels of its own.
            let parts = [Code::B0011, Code::B0513];
            program.warnings.list.retain(|diagnostic| !parts.contains(&diagnostic.code));
            if !common.quiet {
                show_once(path, &program.warnings);
            }
            Ok(program)
        }
        Err(diagnostics) => Err(refused(path, &diagnostics)),
    }
}

/// Shows the warnings of a program that is used and not checked. Warnings about unused parameters, of which old programs have many, are
/// merged into one line.
fn show_in_brief(path: &Path, warnings: &Diagnostics) {
    let mut rest = warnings.clone();
    let unused: Vec<_> = rest.list.extract_if(.., |diagnostic| diagnostic.code == Code::B0504).collect();
    show(&rest);
    let more = match unused.as_slice() {
        [] => return,
        [one] => format!("{}: `brooklet check {}` shows where", one.title, path.display()),
        _ => format!("{} kernels have unused parameters: `brooklet check {}` names them", unused.len(), path.display()),
    };
    say(format!("note: {more}"));
}

/// Shows the diagnostics of a file, and returns the error that it does not compile.
pub fn refused(path: &Path, diagnostics: &Diagnostics) -> anyhow::Error {
    show(diagnostics);
    let message = format!("{} does not compile: {}", path.display(), counted(diagnostics.errors(), "error"));
    Refused { message, codes: error_codes(diagnostics) }.into()
}

/// Returns whether a program has something of this name that is a kernel, or was meant as one.
pub fn is_kernel(file: &ProgramFile, name: &str) -> bool {
    match file.compile(Some(name)) {
        Ok(unit) => unit.kernel(name).is_some() || unit.why_not(name).is_some(),
        Err(diagnostics) => diagnostics.list.iter().all(|diagnostic| diagnostic.code != Code::B0012),
    }
}

/// Shows diagnostics on stderr.
pub fn show(diagnostics: &Diagnostics) {
    if !diagnostics.list.is_empty() {
        let mut stderr = std::io::stderr().lock();
        let colours = stderr.is_terminal();
        // If stderr is closed, there is nowhere to report that.
        let _ = writeln!(stderr, "{}\n", diagnostics.render(colours));
    }
}

/// Returns the message for a program that has no kernel of this name for the host to call.
pub fn no_kernel(path: &Path, unit: &Unit, name: &str) -> String {
    if let Some(why) = unit.why_not(name) {
        return format!("kernel `{name}` of {} cannot be called: {why}", path.display());
    }
    let known = unit.kernels.iter().map(|kernel| kernel.name.clone()).collect();
    let (file, name) = (path.display().to_string(), name.to_owned());
    Error::NoKernel { file, what: "kernel", name, why: None, known }.to_string()
}

/// Formats a count with a noun: `1 error`, `2 errors`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
