//! The command line interface: sub-commands, and the options that they share.

mod along;
mod app;
mod argsort;
mod arrays;
mod bench;
mod bindings;
mod brook;
mod build;
mod cc;
mod cg;
mod cgc;
mod check;
mod chips;
mod chips_predict;
mod compare;
mod compile;
mod convolve;
mod corners;
mod cxx;
mod debug;
mod depth;
mod distance;
mod dtype;
mod elements;
mod excess;
mod explain;
mod export;
mod family;
mod fft;
mod filter;
mod filter_axis;
mod group;
mod histogram;
mod host_cache;
mod info;
mod kernel_file;
mod keys;
mod label;
mod listed;
mod map;
mod matmul;
mod merge;
mod number;
mod operation;
mod pairs;
mod pass;
mod picture;
mod planes;
mod positions;
mod printed;
mod progress;
mod put;
mod puzzle;
mod quantile;
mod random;
mod reduce;
mod reduce_axis;
mod reduce_order;
mod result;
mod run;
mod said;
mod sat;
mod scan;
mod search;
mod self_test;
mod session;
mod shapes;
mod shell;
mod sort;
mod sort_axis;
mod spmv;
mod sums;
mod table;
mod take;
mod terminal;
mod texels;
mod tonemap;
mod top;
mod tour;
mod transpose;
mod unique;
mod vectors;
mod vectors_exact;
mod written;

use std::ffi::OsString;
use std::io::Write;

use anyhow::{Context, bail};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use brooklet::syntax::visible;
use brooklet::{Dialect, Error};

/// Computes on streams by drawing: float textures are the memory, fragment shaders the processor.
#[derive(Parser)]
#[command(name = "brooklet", version, subcommand_required = true)]
#[command(after_help = "Examples:
  brooklet tour
  brooklet self-test
  brooklet map 'alpha * x + y' -i x=a.npy -i y=b.npy -c alpha=2.0 -o out.npy
  brooklet reduce in.npy --op max
  brooklet sort in.npy -o out.npy
  brooklet map 'x * x' -i x=- -o - < in.csv | brooklet reduce - --op sum
  brooklet filter in.npy -o out.npy --keep 'x > 0.0'
  brooklet random --count 1000 -o out.npy
  brooklet tonemap in.hdr -o out.png
  brooklet app segment in.png --seed 120,88 -o mask.png
  brooklet check program.br
  brooklet compile program.br
  brooklet explain B0301
  brooklet puzzle 1
  brooklet chips nv40
  brooklet debug sort --chip r300 --at 5 -i keys=in.npy
  brooklet export argsort --bits 16 --count 1048576 -o order
  brooklet run program.br
  brooklet run saxpy.br saxpy alpha=2.5 x=x.npy y=y.npy result=@out.npy

The extension of a file is its format: .npy, .npz (x.npz:NAME for one array of several; written with one), .csv, .f32 (raw little-endian), .hdr, .png or .jpg (only read). \
The name - stands for stdin, whose first bytes tell its format, and for stdout, to which .npy is written; csv:-, f32:- and so on name the \
format. Pixels, and rows of 2 to 4 fields of a .csv, are vectors; --columns chooses columns of wider tables. A last axis of 2 to 4 of a .npy is vectors if it is used \
so (v.x, length(v), a picture as output, --vectors), and scalars otherwise, with a note. Results go to stdout, all else to stderr. Exit \
codes: 0 done, 1 failed, 2 wrong usage.")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand)]
enum Command {
    Tour(tour::Tour),
    Info(info::Info),
    SelfTest(self_test::SelfTest),
    Map(map::Map),
    Reduce(reduce::Reduce),
    Scan(scan::Scan),
    Sort(sort::Sort),
    Argsort(argsort::Argsort),
    Unique(unique::Unique),
    Group(group::Group),
    Take(take::Take),
    Put(put::Put),
    Search(search::Search),
    Merge(merge::Merge),
    Filter(filter::Filter),
    Random(random::Random),
    Histogram(histogram::Histogram),
    Top(top::Top),
    Quantile(quantile::Quantile),
    Transpose(transpose::Transpose),
    Matmul(matmul::Matmul),
    Spmv(spmv::Spmv),
    Convolve(convolve::Convolve),
    Blur(convolve::Blur),
    Median(convolve::Median),
    Sat(sat::Sat),
    Distance(distance::Distance),
    Label(label::Label),
    Fft(fft::Fft),
    Tonemap(tonemap::Tonemap),
    App(app::App),
    Compile(compile::Compile),
    Check(check::Check),
    Explain(explain::Explain),
    Puzzle(puzzle::Puzzles),
    Chips(chips::Chips),
    Debug(debug::Debug),
    Export(export::Export),
    Run(run::Run),
    Cc(cc::Cc),
    Cgc(cgc::Cgc),
    Build(build::Build),
    Bench(bench::Bench),
    Compare(compare::Compare),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// The clap id of the `--columns` option that all sub-commands share.
const CSV_COLUMNS: &str = "csv_columns";

/// The options of all sub-commands.
#[derive(Args, Clone)]
pub struct Common {
    /// Write every pass, dispatch, upload and read back to this file, as JSON
    #[arg(long, global = true, value_name = "FILE.json", help_heading = "Everywhere")]
    trace: Option<std::path::PathBuf>,
    /// The dialect of the kernels: OpenGL 3.3 (gl), OpenGL ES 3.0 (es), OpenGL 2.1 (gl2), or OpenGL 2.1 by assembly
    /// (arb) [default: the first that the driver has]
    #[arg(long, global = true, value_name = "DIALECT", help_heading = "Everywhere")]
    dialect: Option<DialectName>,
    /// Run on an emulated chip, without a driver: `brooklet chips` lists them; `none` is a machine without limits. With --dialect arb, run
    /// the chip's listings by the driver's assembler
    #[arg(long, global = true, value_name = "CHIP", value_parser = chip, conflicts_with = "adapter", help_heading = "Everywhere")]
    chip: Option<brooklet::fragment_program::Chip>,
    /// Run on this adapter, a GPU or a driver on the CPU, by its number from 0; `brooklet info` lists them [default: the first that works]
    #[arg(long, alias = "device", global = true, value_name = "N", help_heading = "Everywhere")]
    adapter: Option<usize>,
    /// Use at most N render targets, as on older hardware [default: all that the device has]
    #[arg(long, global = true, value_name = "N", value_parser = at_least_one, help_heading = "Everywhere")]
    max_targets: Option<std::num::NonZeroUsize>,
    /// Read these columns of .csv files: 1 to 4, by number from 1 or by their names in the first line: 2,5 or 3-5 or
    /// height,mass [default: all]
    #[arg(id = CSV_COLUMNS, long = "columns", global = true, value_name = "COLUMN,..", help_heading = "Everywhere")]
    columns: Option<brooklet::io::Columns>,
    /// Print only results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Everywhere")]
    quiet: bool,
    /// Print which device runs and what it does; given twice, also what the driver gets
    #[arg(short, long, global = true, action = clap::ArgAction::Count, help_heading = "Everywhere")]
    verbose: u8,
}

/// Parses the name of a chip.
fn chip(name: &str) -> Result<brooklet::fragment_program::Chip, String> {
    name.parse().map_err(|unknown: brooklet::fragment_program::UnknownChip| unknown.to_string())
}

fn at_least_one(text: &str) -> Result<std::num::NonZeroUsize, String> {
    let number: usize = text.parse().map_err(|_| "it must be a whole number, at least 1".to_owned())?;
    std::num::NonZeroUsize::new(number).ok_or_else(|| "at least 1".into())
}

#[derive(Clone, Copy, ValueEnum)]
enum DialectName {
    /// OpenGL 3.3
    Gl,
    /// OpenGL ES 3.0
    Es,
    /// OpenGL 2.1
    Gl2,
    /// ARB_fragment_program
    Arb,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Dialect {
        match name {
            DialectName::Gl => Dialect::Gl,
            DialectName::Es => Dialect::Es,
            DialectName::Gl2 => Dialect::Gl2,
            DialectName::Arb => Dialect::Arb,
        }
    }
}

/// Parses the command line. Exits with a page of help, or an error of usage.
fn parse(words: Vec<OsString>) -> Cli {
    let is_safe = !words.iter().any(|word| terminal::has_control_characters(word));
    // The help of all fits a terminal of 80 columns; that of a sub-command has examples, which are not to be broken.
    let command = Cli::command();
    let names_one = |word: &OsString| command.get_subcommands().any(|own| *word == *own.get_name());
    let width = if words.iter().skip(1).any(names_one) { 100 } else { 80 };
    let is_link = (cc::is_brcc(words.first()), cgc::is_cgc(words.first()));
    let arguments = cgc::arguments(cc::arguments(words));
    // The sub-command of a link is not to be written.
    let link =
        |name: &'static str, usage: &'static str| Cli::command().mut_subcommand(name, |own| own.override_usage(usage));
    let parser = match is_link {
        (true, _) => link("cc", "brcc [OPTIONS] <FILE.br>"),
        (_, true) => link("cgc", "cgc [OPTIONS] <FILE.cg>"),
        _ => command,
    };
    let parsed = parser.max_term_width(width).try_get_matches_from(arguments);
    let parsed = parsed.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|said| terminal::end(said, is_safe))
}

/// Runs the command line, whose first word is the name of the program, and returns the exit code. Windows gives the first thread of a program
/// 1 or 2 MiB of stack, too little for texts that are nested as deeply as elsewhere, where it has 8 MiB.
#[cfg(windows)]
pub fn main(words: Vec<OsString>) -> u8 {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(|| run(words)).expect("a thread can be started");
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Runs the command line, whose first word is the name of the program, and returns the exit code.
#[cfg(not(windows))]
pub fn main(words: Vec<OsString>) -> u8 {
    run(words)
}

/// Parses the command line, runs the sub-command and returns the exit code.
fn run(words: Vec<OsString>) -> u8 {
    let Cli { command, common } = parse(words);
    let level = match common.verbose {
        0 if common.quiet => log::LevelFilter::Error,
        0 | 1 => log::LevelFilter::Warn,
        _ => log::LevelFilter::Debug,
    };
    terminal::start_log(level);
    terminal::handle_signals();
    terminal::report_panics();
    let result = run_command(command, &common);
    if result.is_ok() && common.columns.is_some() && !common.quiet && !arrays::has_read_columns() {
        terminal::say("note: --columns had no effect: it is for .csv files, and none was read");
    }
    match result {
        Ok(()) => 0,
        // The reader of our output has closed it, which is no failure.
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            match error.downcast_ref::<Error>() {
                Some(Error::Compile(error)) => {
                    // The message contains our own colour codes, which `say` would escape.
                    let message = error.render(std::io::IsTerminal::is_terminal(&std::io::stderr()));
                    let _ = writeln!(std::io::stderr(), "brooklet: {message}");
                }
                _ => terminal::say(format!("brooklet: {error:#}")),
            }
            if let Some(hint) = explain::hint(&error).filter(|_| !common.quiet) {
                terminal::say(hint);
            }
            1
        }
    }
}

/// Runs the sub-command.
fn run_command(command: Command, common: &Common) -> anyhow::Result<()> {
    match command {
        Command::Tour(tour) => tour.run(common),
        Command::Info(info) => info.run(common),
        Command::SelfTest(self_test) => self_test.run(common),
        Command::Map(map) => map.run(common),
        Command::Reduce(reduce) => reduce.run(common),
        Command::Scan(scan) => scan.run(common),
        Command::Sort(sort) => sort.run(common),
        Command::Argsort(argsort) => argsort.run(common),
        Command::Unique(unique) => unique.run(common),
        Command::Group(group) => group.run(common),
        Command::Take(take) => take.run(common),
        Command::Put(put) => put.run(common),
        Command::Search(search) => search.run(common),
        Command::Merge(merge) => merge.run(common),
        Command::Filter(filter) => filter.run(common),
        Command::Random(random) => random.run(common),
        Command::Histogram(histogram) => histogram.run(common),
        Command::Top(top) => top.run(common),
        Command::Quantile(quantile) => quantile.run(common),
        Command::Transpose(transpose) => transpose.run(common),
        Command::Matmul(matmul) => matmul.run(common),
        Command::Spmv(spmv) => spmv.run(common),
        Command::Convolve(convolve) => convolve.run(common),
        Command::Blur(blur) => blur.run(common),
        Command::Median(median) => median.run(common),
        Command::Sat(sat) => sat.run(common),
        Command::Distance(distance) => distance.run(common),
        Command::Label(label) => label.run(common),
        Command::Fft(fft) => fft.run(common),
        Command::App(app) => app.run(common),
        Command::Compile(compile) => compile.run(common),
        Command::Check(check) => check.run(common),
        Command::Explain(explain) => explain.run(common),
        Command::Puzzle(puzzle) => puzzle.run(common),
        Command::Chips(chips) => chips.run(common),
        Command::Debug(debug) => debug.run(common),
        Command::Export(export) => export.run(common),
        Command::Run(run) => run.run(common),
        Command::Cc(cc) => cc.run(common),
        Command::Cgc(cgc) => cgc.run(common),
        Command::Build(build) => build.run(common),
        Command::Bench(bench) => bench.run(common),
        Command::Compare(compare) => compare.run(common),
        Command::Completions(completions) => completions.run(common),
        Command::Man(man) => man.run(common),
        Command::Tonemap(tonemap) => tonemap.run(common),
    }
}

/// Returns whether the error is that stdout has no reader any more. A broken pipe elsewhere is a real error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let own = ["stdout", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].map(std::path::Path::new);
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>().or_else(|| match cause.downcast_ref::<brooklet::io::Error>() {
            Some(brooklet::io::Error::Write { path, cause }) if own.contains(&path.as_path()) => Some(cause),
            _ => None,
        });
        io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

/// Exits with code 2 and a message on the usage of a sub-command, or of a nested one (`app segment`).
fn usage(sub_command: &str, message: String) -> ! {
    let mut command = Cli::command();
    command.build();
    let find = |command, name| clap::Command::find_subcommand_mut(command, name).expect("a sub-command names itself");
    let command = sub_command.split_whitespace().fold(&mut command, find);
    command.error(clap::error::ErrorKind::ValueValidation, visible(&message)).exit()
}

/// Prints a line of results.
fn print(line: impl std::fmt::Display) -> anyhow::Result<()> {
    if terminal::stdout_is_closed() {
        bail!("cannot write to stdout: it is closed");
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).context("cannot write to stdout")
}
