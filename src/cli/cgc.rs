//! `brooklet cgc`: compiles Cg programs with the options of NVIDIA's compiler.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;

use brooklet::cg::{Options, Profile};
use brooklet::io;

use super::brook::BrookOptions;
use super::cg::{CgOptions, compiled};
use super::terminal::say;
use super::{Common, print, usage};

/// Compile a Cg program as NVIDIA's cgc did, with its options
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet cgc -profile arbfp1 -entry main blur.cg -o blur.fp
  brooklet cgc -profile fp40 -DSIZE=3 -I../include blur.cg
  cgc -profile fp30 blur.cg                 where cgc is a link to brooklet

The profiles are arbfp1, fp30 and fp40. -q, -quiet and -nowarn hide warnings and the line on stderr. Options of the old compiler that \
change nothing here are ignored: -profileopts (-po) and its limits, -l, -strict, -fastmath, -fastprecision, -unroll, -longprogs, -nostdlib, -new, -noentry, \
and those with -no before them.")]
pub struct Cgc {
    /// The program
    #[arg(value_name = "FILE.cg")]
    file: PathBuf,
    /// The profile: arbfp1, fp30 or fp40; -profile is the same
    #[arg(long, value_name = "PROFILE", default_value = "arbfp1", value_parser = profile)]
    profile: Profile,
    /// Write the listing to this file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    cg: CgOptions,
    #[command(flatten)]
    brook: BrookOptions,
}

fn profile(name: &str) -> Result<Profile, String> {
    name.parse().map_err(|unknown: brooklet::cg::UnknownProfile| unknown.to_string())
}

impl Cgc {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("cgc");
        if common.dialect.is_some() || common.chip.is_some() {
            usage("cgc", "-profile says what the program is compiled for".into());
        }
        let own = self.cg.options(None, &self.brook);
        let base = Options::of(self.profile);
        let options = Options { profile: self.profile, precisions: base.precisions, ..own };
        let program = compiled(&self.file, &options, common);
        if !common.quiet {
            // The last line of the old compiler, by which build scripts told success.
            let lines = std::fs::read(&self.file).map_or(0, |text| String::from_utf8_lossy(&text).lines().count());
            let warnings = program.as_ref().map_or(0, |program| program.warnings.list.len());
            let warnings = if warnings > 0 { format!("{warnings} warnings, ") } else { String::new() };
            say(format!("{lines} lines, {warnings}{} errors.", usize::from(program.is_err())));
        }
        let program = program?;
        let made = program.lower(None, &[])?;
        let arguments = format!("-profile {} -entry {}", options.profile, options.entry);
        let listing = program.listing(&made, &arguments).map_err(|error| anyhow!("{error}"))?;
        match &self.output {
            Some(path) if io::same_file(path, &self.file) => {
                bail!("{} would be replaced: name another file with -o", path.display())
            }
            Some(path) => Ok(io::stage(path, |out| out.write_all(listing.as_bytes()))?.commit()?),
            None => print(listing.trim_end()),
        }
    }
}

/// Whether the program is called as `cgc`.
pub fn is_cgc(program: Option<&OsString>) -> bool {
    program.is_some_and(|program| Path::new(program).file_stem() == Some(OsStr::new("cgc")))
}

/// Rewrites the command line if the program is called as `cgc`, or the sub-command is `cgc`: its options have one dash, and some of them
/// change nothing.
pub fn arguments(mut given: Vec<OsString>) -> Vec<OsString> {
    if is_cgc(given.first()) {
        given.insert(1, "cgc".into());
    }
    if given.get(1).is_none_or(|word| word != "cgc") {
        return given;
    }
    const IGNORED: [&str; 10] = [
        "-strict",
        "-nostrict",
        "-fastmath",
        "-nofastmath",
        "-fastprecision",
        "-nofastprecision",
        "-longprogs",
        "-nostdlib",
        "-new",
        "-noentry",
    ];
    let behind = given.split_off(2);
    let mut is_quiet = false;
    let mut words = behind.into_iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        match text.as_str() {
            "-profile" => given.push("--profile".into()),
            "-entry" => given.push("--entry".into()),
            // These have a value behind them.
            "-po" | "-profileopts" | "-unroll" | "-l" => {
                words.next();
            }
            "-q" | "-quiet" | "--quiet" => is_quiet = true,
            _ if text.starts_with("-nowarn") => is_quiet = true,
            _ if IGNORED.contains(&text.as_str()) => {}
            _ if text.starts_with("-po=") || text.starts_with("-unroll=") => {}
            _ => given.push(word),
        }
    }
    if is_quiet {
        given.push("--quiet".into());
    }
    given
}
