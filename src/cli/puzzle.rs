//! `brooklet puzzle`: lists and shows puzzles, and checks answers to them.

mod answer;
mod handout;

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;

use brooklet::Error;
use brooklet::fragment_program::Chip;
use brooklet::io;
use brooklet::puzzle::{Answer, Numbers, Puzzle, Size, StreamSpec, read_text};

use super::brook::{counted, refused};
use super::{Common, print, usage};
use answer::{costs, described, diagnosed, failed};

/// The maximum number of numbers of a stream, and of fetches, that are shown.
const SHOWN: usize = 16;

/// Learn the fragment pipeline by writing kernels, which are checked element by element
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet puzzle
  brooklet puzzle 7
  brooklet puzzle 7 -o my.frag
  brooklet puzzle 7 my.frag
  brooklet puzzle 7 --hint 1
  brooklet puzzle 7 my.frag --json
  brooklet puzzle --handout class
  brooklet puzzle --folder class 7 my.frag

Without a number, all puzzles are listed. With a number, a puzzle is shown: what is to be done, on which streams, and the kernel to begin \
with, which -o writes to a file; the last third can be written in Brook, too, in a file *.br. With a file, the answer is checked: for the sizes that are shown and for others. The exit code is 0 if it \
is right, and 1 if it is not or does not compile. Puzzles run on an emulated chip: neither a driver nor a GPU is needed.")]
pub struct Puzzles {
    /// The number of the puzzle [default: all are listed]
    #[arg(value_name = "NUMBER", value_parser = number)]
    number: Option<usize>,
    /// The answer to check: the file of a kernel
    #[arg(value_name = "FILE", requires = "number")]
    answer: Option<PathBuf>,
    /// Write the kernel to begin with to this file; it must not exist
    #[arg(short, long, value_name = "FILE", requires = "number", conflicts_with = "answer")]
    output: Option<PathBuf>,
    /// Show the first hint, or the second
    #[arg(long, value_name = "1|2", requires = "number", conflicts_with_all = ["answer", "output"])]
    hint: Option<usize>,
    /// Show the solution
    #[arg(long, requires = "number", conflicts_with_all = ["answer", "output", "hint"])]
    solution: bool,
    /// With --solution: the solution in Brook
    #[arg(long, requires = "solution")]
    brook: bool,
    /// Puzzles of your own: a folder with a folder for each
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Write the puzzles without their solutions to this folder, for a class; it must not exist, or be empty
    #[arg(long, value_name = "OUT", conflicts_with_all = ["number", "json"])]
    handout: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Parses the number of a puzzle.
fn number(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "expected the number of a puzzle; a file comes after it: brooklet puzzle 1 my.frag".to_owned())
}

impl Puzzles {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("puzzle");
        refuse_options(common);
        let all = match &self.folder {
            Some(folder) => Puzzle::open_all(folder)?,
            None => Puzzle::all(),
        };
        if all.is_empty() {
            let folder = self.folder.as_deref().unwrap_or(Path::new(".")).display();
            bail!("there are no puzzles in {folder}: a puzzle is a folder with a puzzle.json");
        }
        if let Some(out) = &self.handout {
            return handout::write(&all, out);
        }
        let Some(number) = self.number else { return self.list(&all) };
        let Some(puzzle) = all.iter().find(|puzzle| puzzle.number() == number) else {
            let numbers = all.iter().map(Puzzle::number);
            let range = numbers.clone().min().zip(numbers.max());
            let known =
                range.map_or("there are none".to_owned(), |(first, last)| format!("there are {first} to {last}"));
            usage("puzzle", format!("there is no puzzle {number}: {known}"));
        };
        match (&self.answer, &self.output, self.hint) {
            (Some(answer), ..) => self.check(puzzle, answer),
            (_, Some(output), _) => self.write_start(puzzle, output),
            (.., Some(hint)) => match hint.checked_sub(1).and_then(|hint| puzzle.hints.get(hint)) {
                Some(hint) => print(hint),
                None => {
                    usage("puzzle", format!("puzzle {number} has {}, not {hint}", counted(puzzle.hints.len(), "hint")))
                }
            },
            _ if self.brook && puzzle.brook.is_none() => bail!("puzzle {number} is not solved in Brook"),
            _ if self.solution => match self.solution(puzzle) {
                Some(text) => print(text.trim_end()),
                None => bail!("puzzle {number} is of a handout, which has no solutions"),
            },
            _ if self.json => print(serde_json::to_string_pretty(&shown(puzzle)?)?),
            _ => self.show(puzzle),
        }
    }

    fn list(&self, all: &[Puzzle]) -> anyhow::Result<()> {
        if self.json {
            let all: Vec<_> =
                all.iter().map(|puzzle| json!({ "number": puzzle.number(), "title": puzzle.title })).collect();
            return print(serde_json::to_string_pretty(&all)?);
        }
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        for puzzle in all {
            table.add_row([puzzle.number().to_string(), puzzle.title.clone(), limits(puzzle)]);
        }
        if let Some(column) = table.column_mut(0) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let first = all.first().map_or(1, Puzzle::number);
        print(format!("{}\n\nTo see the first: {} {first}", table.trim_fmt(), self.command()))
    }

    /// Returns the solution in the language that is asked for, or `None` in a handout.
    fn solution<'a>(&self, puzzle: &'a Puzzle) -> Option<&'a str> {
        match &puzzle.brook {
            Some(brook) if self.brook => brook.solution.as_deref(),
            _ => puzzle.solution.text(),
        }
    }

    /// Returns the command, with the folder that was given.
    fn command(&self) -> String {
        let folder = self.folder.as_deref().map(|folder| format!(" --folder {}", quoted(folder)));
        format!("brooklet puzzle{}", folder.unwrap_or_default())
    }

    fn check(&self, puzzle: &Puzzle, path: &Path) -> anyhow::Result<()> {
        let text = read_text(path)?;
        let answer = match puzzle.check_file(&path.to_string_lossy(), &text) {
            Ok(answer) => answer,
            Err(Error::Compile(error)) => {
                if self.json {
                    print(serde_json::to_string_pretty(&diagnosed(puzzle, &error.diagnostics))?)?;
                }
                return Err(refused(path, &error.diagnostics));
            }
            Err(error) => return Err(error.into()),
        };
        let title = format!("{}. {}", puzzle.number(), puzzle.title);
        if self.json {
            print(serde_json::to_string_pretty(&described(puzzle, &answer))?)?;
        }
        match answer {
            Answer::Solved(_) if self.json => Ok(()),
            Answer::Solved(cost) => {
                let Some(par) = puzzle.solution_cost()? else { bail!("the solution of {title} is wrong") };
                print(format!("{title}: solved\n{}", costs(cost, par)))
            }
            Answer::Wrong(failure) => Err(anyhow!("{title}: not solved\n{}", failed(puzzle, &failure))),
            Answer::Refused(why) => Err(anyhow!("{title}: not solved\n{why}")),
        }
    }

    /// Writes the kernel that a reader begins with: in Brook, if the file's name ends in `.br`. A file that exists may be an answer already.
    fn write_start(&self, puzzle: &Puzzle, output: &Path) -> anyhow::Result<()> {
        if output.exists() {
            bail!("{} exists already: choose another name", output.display());
        }
        let start = match (&puzzle.brook, output.extension().is_some_and(|ending| ending == "br")) {
            (Some(brook), true) => &brook.start,
            (None, true) => {
                bail!("puzzle {} begins with a kernel, not with a program of Brook: name it *.frag", puzzle.number())
            }
            (_, false) => &puzzle.start,
        };
        io::write_beside(output, |file| file.write_all(start.as_bytes()))?;
        let check = format!("{} {} {}", self.command(), puzzle.number(), quoted(output));
        print(format!("{}: to check it, {check}", output.display()))
    }

    fn show(&self, puzzle: &Puzzle) -> anyhow::Result<()> {
        let mut text = format!("{}. {}\n\n{}\n\n", puzzle.number(), puzzle.title, puzzle.task.join("\n"));
        let size = puzzle.shown[0];
        let example = puzzle.example(size)?;
        let widest = example.iter().map(|(stream, _)| stream.name.len()).max().unwrap_or(0);
        for (stream, numbers) in &example {
            for (row, line) in lines(stream, numbers, size).into_iter().enumerate() {
                text += &format!("  {:widest$}  {line}\n", if row == 0 { stream.name.as_str() } else { "" });
            }
        }
        text += "\n";
        text += &puzzle.start.trim_end().lines().map(|line| format!("    {line}\n")).collect::<String>();
        let (command, number) = (self.command(), puzzle.number());
        let file = format!("{}.frag", puzzle.name);
        text += &format!("\nTo begin: {command} {number} -o {file}\nTo check: {command} {number} {file}");
        if puzzle.brook.is_some() {
            text += &format!("\nIn Brook: {command} {number} -o {}.br", puzzle.name);
        }
        print(text)
    }
}

/// Exits with a usage error if an option is given that has no effect on puzzles.
fn refuse_options(common: &Common) {
    let given = [
        ("--chip", common.chip.is_some()),
        ("--dialect", common.dialect.is_some()),
        ("--adapter", common.adapter.is_some()),
        ("--max-targets", common.max_targets.is_some()),
        ("--columns", common.columns.is_some()),
        ("--verbose", common.verbose > 0),
    ];
    let given: Vec<&str> = given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect();
    if !given.is_empty() {
        let what = "each puzzle has its own chip and data, and runs on no other device";
        usage("puzzle", format!("{what}: leave out {}", given.join(" and ")));
    }
}

/// Returns a path as a shell reads it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./\\:,+=@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Returns the chip that a puzzle is for, in words.
fn limits(puzzle: &Puzzle) -> String {
    match puzzle.chip {
        Chip::None => String::new(),
        chip => format!("on the {}", chip.name().to_uppercase()),
    }
}

/// Formats the elements of a stream in a line, of which only the first are shown, or in a line for each row of a grid.
fn lines(stream: &StreamSpec, all: &[f32], size: Size) -> Vec<String> {
    let elements: Vec<String> = all.chunks(stream.components).map(|numbers| Numbers(numbers).to_string()).collect();
    if let Size::Grid([_, columns]) = size
        && elements.len() == size.count()
    {
        return elements.chunks(columns).map(|row| row.join(" ")).collect();
    }
    let more = if elements.len() > SHOWN { " .." } else { "" };
    vec![format!("{}{more}", elements[..elements.len().min(SHOWN)].join(" "))]
}

fn shown(puzzle: &Puzzle) -> anyhow::Result<serde_json::Value> {
    let example = puzzle.example(puzzle.shown[0])?;
    let streams: Vec<_> =
        example.iter().map(|(stream, numbers)| json!({ "name": stream.name, "numbers": numbers })).collect();
    Ok(json!({
        "number": puzzle.number(),
        "title": puzzle.title,
        "task": puzzle.task,
        "chip": puzzle.chip.name(),
        "example": streams,
        "start": puzzle.start,
        "brook": puzzle.brook.as_ref().map(|brook| &brook.start),
    }))
}
