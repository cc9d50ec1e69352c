//! `brooklet cc`: translates a whole Brook program to C++, as `brcc` did.

use std::ffi::{OsStr, OsString};
use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use brooklet::brook::{CallLayouts, HostProgram, PlanLimits, Unit};
use brooklet::{Dialect, Layout, glsl, io};
use clap::Args;

use super::Common;
use super::brook::{BrookOptions, open, refused, translated};

/// Translate a whole Brook program, host code and kernels, to C++14
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet cc prog.br                    prog.cpp
  brooklet cc prog.br -o out/prog        out/prog.cpp
  brooklet cc kernels.brh                kernels.hpp
  brcc -k -p gles -p cpu prog.br         as in the Makefiles of the time, where brcc is a link to brooklet;
                                         -k writes the shaders too: prog_KERNEL.frag

The C++ is for the headers and the library of brooklet: `brooklet build` compiles and links it, `brooklet run` runs it. \
Options of the old compiler that chose targets mean nothing here, and are passed over.")]
pub struct Cc {
    /// The program, or a header of one (.brh)
    #[arg(value_name = "FILE.br")]
    file: PathBuf,
    /// Write PREFIX.cpp (PREFIX.hpp for a .brh), or exactly this file if it has that extension [default: beside the program]
    #[arg(short, long, value_name = "PREFIX")]
    output: Option<PathBuf>,
    /// Write PREFIX.h too, with the kernels' functions, as Brook+ did
    #[arg(long)]
    header: bool,
    /// Write the shader of each pass too, PREFIX_PASS.frag, as `brcc -k` kept its programs
    #[arg(short, long)]
    keep: bool,
    #[command(flatten)]
    brook: BrookOptions,
}

/// The start of the first line of each generated file.
const MARK: &str = "// Made by brooklet cc";

impl Cc {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("cc");
        let header = self.file.extension().is_some_and(|ending| ending == "brh" || ending == "brhi");
        let ending = if header { "hpp" } else { "cpp" };
        let path = match &self.output {
            Some(path) if path.extension().is_some_and(|own| own == ending) => path.clone(),
            Some(prefix) => {
                let mut path = prefix.clone().into_os_string();
                path.push(".");
                path.push(ending);
                path.into()
            }
            None => self.file.with_extension(ending),
        };
        if io::same_file(&self.file, &path) {
            bail!("{} would be replaced: name another file with -o", self.file.display());
        }
        if self.output.is_none() && is_foreign(&path) {
            bail!("{} was not made by brooklet cc: name the file with -o to replace it", path.display());
        }
        let beside = path.with_extension("h");
        if self.header && !header && is_foreign(&beside) {
            bail!(
                "{} was not made by brooklet cc, and --header would replace it: name another file with -o",
                beside.display()
            );
        }
        let source = open(&self.file, &self.brook)?;
        let program = translated(&self.file, &source, common)?;
        let mut shaders = Vec::new();
        if self.keep {
            let unit = source.compile(None).map_err(|errors| refused(&self.file, &errors))?;
            for (name, text) in kept(&unit)? {
                let shader = path.with_file_name(format!("{}_{name}.frag", stem(&path)));
                if shader.exists() && !begins_with(&shader, b"#version") {
                    bail!("{} is no shader, and -k would replace it: name another file with -o", shader.display());
                }
                shaders.push(io::stage(&shader, |out| out.write_all(text.as_bytes()))?);
            }
        }
        let staged = io::stage(&path, |out| out.write_all(guarded(&program, header, &self.file).as_bytes()))?;
        let prototypes = match self.header && !header {
            true => Some(io::stage(&beside, |out| out.write_all(with_guard(&program.header, &beside).as_bytes()))?),
            false => None,
        };
        staged.commit()?;
        shaders.into_iter().try_for_each(|staged| staged.commit())?;
        prototypes.map_or(Ok(()), |staged| Ok(staged.commit()?))
    }
}

/// Returns the shaders of a program's kernels, each with the name of its pass.
fn kept(unit: &Unit) -> anyhow::Result<Vec<(String, String)>> {
    let mut shaders = Vec::new();
    for kernel in &unit.kernels {
        let plan = unit.plan(kernel, &CallLayouts::as_written(kernel), PlanLimits::default())?;
        for pass in &plan.passes {
            let text = glsl::text(&pass.kernel, Dialect::default(), Layout::Plain);
            shaders.push((pass.name().to_owned(), text.with_context(|| format!("cannot compile `{}`", kernel.name))?));
        }
    }
    Ok(shaders)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn guarded(program: &HostProgram, header: bool, file: &Path) -> String {
    if header { with_guard(&program.text, file) } else { program.text.clone() }
}

/// Adds an include guard to the text of a header.
pub fn with_guard(text: &str, file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_uppercase();
    let guard: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let (first, rest) = match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(MARK) => (first, rest),
        _ => (MARK, text),
    };
    let guard =
        format!("BROOK_{guard}_{}", file.extension().map_or("H".into(), |end| end.to_string_lossy().to_uppercase()));
    format!("{first}\n#ifndef {guard}\n#define {guard}\n{rest}\n#endif\n")
}

/// Returns whether a file exists that was not generated by this command, so that it must not be replaced.
fn is_foreign(path: &Path) -> bool {
    path.is_file() && !begins_with(path, MARK.as_bytes())
}

/// Whether the first line of a file begins with these bytes.
fn begins_with(path: &Path, start: &[u8]) -> bool {
    let Ok(file) = std::fs::File::open(path) else { return false };
    let mut line = Vec::new();
    let _ = std::io::BufReader::new(file).read_until(b'\n', &mut line);
    line.starts_with(start)
}

/// Whether the program is called as `brcc`.
pub fn is_brcc(program: Option<&OsString>) -> bool {
    program.is_some_and(|program| Path::new(program).file_stem() == Some(OsStr::new("brcc")))
}

/// Rewrites the command line if the program is called as `brcc`, or the sub-command is `cc`: options of the old compiler that chose
/// targets are removed.
pub fn arguments(mut given: Vec<OsString>) -> Vec<OsString> {
    if is_brcc(given.first()) {
        given.insert(1, "cc".into());
    }
    // Options of all commands, each with one value at most, may come before the sub-command.
    let is_option = |at: usize| given[at].to_string_lossy().starts_with('-');
    let command = given.iter().position(|word| word == "cc");
    let command = command.filter(|&at| (1..at).all(|k| is_option(k) || k > 1 && is_option(k - 1)));
    let Some(command) = command.filter(|&at| at > 0) else { return given };
    let behind = given.split_off(command + 1);
    let mut behind = behind.into_iter().peekable();
    let (mut header, mut keep) = (false, false);
    while let Some(argument) = behind.next() {
        match argument.to_str() {
            Some("--") => {
                given.push(argument);
                given.extend(behind.by_ref());
            }
            Some(text) => match old(text) {
                Old::None => given.push(argument),
                Old::Alone => {}
                Old::Plus => header = true,
                Old::Keep => keep = true,
                // A Brook file after the option is the program, not the option's value.
                Old::WithValue => {
                    drop(behind.next_if(|value| !is_program(value) && !value.to_string_lossy().starts_with('-')))
                }
            },
            None => given.push(argument),
        }
    }
    for (name, _) in [("--header", header), ("--keep", keep)].into_iter().filter(|(_, given)| *given) {
        given.insert(command + 1, name.into());
    }
    given
}

fn is_program(argument: &OsStr) -> bool {
    [".br", ".brh", ".bri", ".brhi"].iter().any(|ending| argument.to_string_lossy().ends_with(ending))
}

/// How an argument relates to the options of the old compiler.
enum Old {
    None,
    Alone,
    WithValue,
    /// An option that only Brook+ had, whose compiler wrote a header.
    Plus,
    /// What the compiler makes of the kernels is kept.
    Keep,
}

fn old(text: &str) -> Old {
    let Some(letters) = text.strip_prefix('-').filter(|letters| !letters.is_empty() && !letters.starts_with('-'))
    else {
        return Old::None;
    };
    match letters {
        "pp" | "r" | "x" | "c" | "e" => Old::Plus,
        "w" | "p" | "f" | "a" => Old::WithValue,
        // The value is attached, as in `-pcpu`.
        _ if letters.starts_with(['w', 'p', 'f', 'a']) => Old::Alone,
        _ if letters.chars().all(|letter| "ndktyANSlrcex".contains(letter)) => {
            if letters.contains('k') {
                Old::Keep
            } else {
                Old::Alone
            }
        }
        _ => Old::None,
    }
}

#[cfg(test)]
mod tests {
    use super::arguments;

    fn of(line: &str) -> String {
        let kept = arguments(line.split(' ').map(Into::into).collect());
        kept.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_of_the_old_compiler_are_passed_over() {
        assert_eq!(of("brcc -k -p gles -p cpu -o built/sum sum.br"), "brcc cc --keep -o built/sum sum.br");
        assert_eq!(of("/usr/bin/brcc -k -A -N -t -y -S -f cgc -a 6800 sum.br"), "/usr/bin/brcc cc --keep sum.br");
        assert_eq!(of("brooklet cc -r -pp -D n=3 -a sum.br"), "brooklet cc --header -D n=3 sum.br");
        assert_eq!(of("brooklet run -p x.br"), "brooklet run -p x.br");
        assert_eq!(of("brooklet run x.br cc -p"), "brooklet run x.br cc -p");
        assert_eq!(of("brooklet --dialect es cc -k x.br"), "brooklet --dialect es cc --keep x.br");
    }
}
