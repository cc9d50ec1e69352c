//! `brooklet cc`: a whole Brook program as C++, what `brcc` did.

use std::ffi::{OsStr, OsString};
use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::bail;
use brooklet::brook::HostProgram;
use brooklet::io;
use clap::Args;

use super::Common;
use super::brook::{BrookOptions, open, translated};

/// Translate a whole Brook program, host code and kernels, to C++17
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet cc prog.br                    prog.cpp
  brooklet cc prog.br -o out/prog        out/prog.cpp
  brooklet cc kernels.brh                kernels.hpp
  brcc -k -p gles -p cpu prog.br         as in the Makefiles of the time, where brcc is a link to brooklet

The C++ is for the headers and the library of brooklet: `brooklet build` compiles and links it, `brooklet run` runs it. \
Options of the old compiler that chose targets mean nothing here, and are passed over.")]
pub struct Cc {
    /// The program, or a header of one (.brh)
    #[arg(value_name = "FILE.br")]
    file: PathBuf,
    /// Write PREFIX.cpp (of a .brh PREFIX.hpp), or this file where it ends so [default: beside the program]
    #[arg(short, long, value_name = "PREFIX")]
    output: Option<PathBuf>,
    /// Write PREFIX.h too, with the kernels' functions, as Brook+ did
    #[arg(long)]
    header: bool,
    #[command(flatten)]
    brook: BrookOptions,
}

/// The first line of what is made here.
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
        let program = translated(&self.file, &open(&self.file, &self.brook)?, common)?;
        let staged = io::stage(&path, |out| out.write_all(guarded(&program, header, &self.file).as_bytes()))?;
        let prototypes = match self.header && !header {
            true => Some(io::stage(&beside, |out| out.write_all(with_guard(&program.header, &beside).as_bytes()))?),
            false => None,
        };
        staged.commit()?;
        prototypes.map_or(Ok(()), |staged| Ok(staged.commit()?))
    }
}

fn guarded(program: &HostProgram, header: bool, file: &Path) -> String {
    if header { with_guard(&program.text, file) } else { program.text.clone() }
}

/// A header is included more than once.
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

/// Whether a file is there that is not ours to replace.
fn is_foreign(path: &Path) -> bool {
    let Ok(file) = std::fs::File::open(path) else { return false };
    let mut line = Vec::new();
    let _ = std::io::BufReader::new(file).read_until(b'\n', &mut line);
    !line.starts_with(MARK.as_bytes())
}

/// The command line where the command is called by the name of the old compiler, or is `cc`: without the options that chose
/// targets.
pub fn arguments(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut given: Vec<OsString> = given.collect();
    if given.first().is_some_and(|program| Path::new(program).file_stem() == Some(OsStr::new("brcc"))) {
        given.insert(1, "cc".into());
    }
    // Options for every command, each with one value at most, may stand before it.
    let is_option = |at: usize| given[at].to_string_lossy().starts_with('-');
    let command = given.iter().position(|word| word == "cc");
    let command = command.filter(|&at| (1..at).all(|k| is_option(k) || k > 1 && is_option(k - 1)));
    let Some(command) = command.filter(|&at| at > 0) else { return given };
    let behind = given.split_off(command + 1);
    let mut behind = behind.into_iter().peekable();
    let mut header = false;
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
                // A file that stands where a value would is no value.
                Old::WithValue => {
                    drop(behind.next_if(|value| !is_program(value) && !value.to_string_lossy().starts_with('-')))
                }
            },
            None => given.push(argument),
        }
    }
    if header {
        given.insert(command + 1, "--header".into());
    }
    given
}

fn is_program(argument: &OsStr) -> bool {
    [".br", ".brh", ".bri", ".brhi"].iter().any(|ending| argument.to_string_lossy().ends_with(ending))
}

/// An option of the old compiler that means nothing here.
enum Old {
    None,
    Alone,
    WithValue,
    /// One that only Brook+ had, whose compiler wrote a header.
    Plus,
}

fn old(text: &str) -> Old {
    let Some(letters) = text.strip_prefix('-').filter(|letters| !letters.is_empty() && !letters.starts_with('-'))
    else {
        return Old::None;
    };
    match letters {
        "pp" | "r" | "x" | "c" | "e" => Old::Plus,
        "w" | "p" | "f" | "a" => Old::WithValue,
        // `-pcpu`
        _ if letters.starts_with(['w', 'p', 'f', 'a']) => Old::Alone,
        _ if letters.chars().all(|letter| "ndktyANSlrcex".contains(letter)) => Old::Alone,
        _ => Old::None,
    }
}

#[cfg(test)]
mod tests {
    use super::arguments;

    fn of(line: &str) -> String {
        let kept = arguments(line.split(' ').map(Into::into));
        kept.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_of_the_old_compiler_are_passed_over() {
        assert_eq!(of("brcc -k -p gles -p cpu -o built/sum sum.br"), "brcc cc -o built/sum sum.br");
        assert_eq!(of("/usr/bin/brcc -k -A -N -t -y -S -f cgc -a 6800 sum.br"), "/usr/bin/brcc cc sum.br");
        assert_eq!(of("brooklet cc -r -pp -D n=3 -a sum.br"), "brooklet cc --header -D n=3 sum.br");
        assert_eq!(of("brooklet run -p x.br"), "brooklet run -p x.br");
        assert_eq!(of("brooklet run x.br cc -p"), "brooklet run x.br cc -p");
        assert_eq!(of("brooklet --dialect es cc -k x.br"), "brooklet --dialect es cc x.br");
    }
}
