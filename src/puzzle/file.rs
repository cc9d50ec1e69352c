//! Reads the files of puzzles.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;

use crate::fragment_program::Chip;

use super::data::{Size, StreamSpec};
use super::expected::Expected;
use super::passes::Schedule;
use super::{Brook, Files, Puzzle, Solution};

/// The maximum number of elements of a size.
const MAX_ELEMENTS: usize = 1 << 16;

/// The maximum number of bytes of a text.
const MAX_BYTES: u64 = 1 << 16;

/// The maximum number of bytes of the results of a handout.
const MAX_EXPECTED_BYTES: u64 = 1 << 26;

/// Why files are no puzzle.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// A file or folder cannot be read.
    #[error("cannot read {path}: {cause}")]
    Read {
        /// Its path.
        path: String,
        /// What the system says.
        cause: String,
    },
    /// It is not JSON, or has other fields.
    #[error("{name}/puzzle.json: {cause}")]
    Json {
        /// The puzzle.
        name: String,
        /// What is wrong, and where.
        cause: String,
    },
    /// A field has a value that it cannot have.
    #[error("{name}/puzzle.json: {what}")]
    Field {
        /// The puzzle.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// The results of a handout do not belong to the puzzle.
    #[error("{name}/expected.json: {what}")]
    Expected {
        /// The puzzle.
        name: String,
        /// What is wrong.
        what: String,
    },
}

/// The fields of `puzzle.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    title: String,
    task: Vec<String>,
    inputs: Vec<StreamSpec>,
    output: StreamSpec,
    #[serde(default)]
    schedule: Schedule,
    chip: Option<String>,
    shown: Vec<Size>,
    hidden: Vec<Size>,
    hints: Vec<String>,
}

/// Reads a text of a puzzle, or an answer to one, of at most 64 KiB.
///
/// # Errors
/// A file that cannot be read, is longer, or is no text.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    read_at_most(path, MAX_BYTES)
}

fn read_at_most(path: &Path, max: u64) -> Result<String, FileError> {
    let failed = |cause: String| FileError::Read { path: path.display().to_string(), cause };
    let file = File::open(path).map_err(|cause| failed(cause.to_string()))?;
    let mut bytes = Vec::new();
    // A device may have no end.
    file.take(max + 1).read_to_end(&mut bytes).map_err(|cause| failed(cause.to_string()))?;
    if bytes.len() as u64 > max {
        return Err(failed(format!("it has more than {max} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| failed("it is not a text in UTF-8".to_owned()))
}

impl Puzzle {
    /// Reads the puzzles in a folder: those of its folders that have a `puzzle.json`, in the order of their names.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no puzzle.
    pub fn open_all(folder: &Path) -> Result<Vec<Puzzle>, FileError> {
        let failed =
            |cause: std::io::Error| FileError::Read { path: folder.display().to_string(), cause: cause.to_string() };
        let entries = std::fs::read_dir(folder).map_err(failed)?;
        let mut folders: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
        folders.retain(|path| path.join("puzzle.json").exists());
        folders.sort();
        folders.iter().map(|path| Puzzle::open(path)).collect()
    }

    /// Reads the puzzle in a folder.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no puzzle.
    pub fn open(folder: &Path) -> Result<Puzzle, FileError> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let text = |file: &str| read_text(&folder.join(file));
        let (json, start) = (text("puzzle.json")?, text("start.frag")?);
        // Brook is optional.
        let optional = |file: &str| folder.join(file).exists().then(|| text(file)).transpose();
        let brook = match optional("start.br")? {
            Some(start) => Some(Brook { start, solution: optional("solution.br")? }),
            None => None,
        };
        let expected = folder.join("expected.json");
        if !folder.join("solution.frag").exists() && expected.exists() {
            let results = read_at_most(&expected, MAX_EXPECTED_BYTES)?;
            return Ok(Puzzle { brook, ..Puzzle::parse_handout(&name, [&json, &start, &results])? });
        }
        Ok(Puzzle { brook, ..Puzzle::parse(&name, [&json, &start, &text("solution.frag")?])? })
    }

    /// Reads the texts of a puzzle of a handout: `puzzle.json`, `start.frag` and `expected.json`.
    ///
    /// # Errors
    /// What is not a puzzle; results that are not those of the puzzle.
    pub fn parse_handout(name: &str, [json, start, expected]: Files) -> Result<Puzzle, FileError> {
        let wrong = |what: String| FileError::Expected { name: name.to_owned(), what };
        let expected = Expected::parse(expected).map_err(wrong)?;
        let puzzle = Puzzle::with_solution(name, [json, start], Solution::Expected(expected.clone()))?;
        expected.fault(&puzzle).map_or(Ok(puzzle), |what| Err(wrong(what)))
    }

    /// Reads the texts of a puzzle: `puzzle.json`, `start.frag` and `solution.frag`.
    ///
    /// # Errors
    /// What is not a puzzle, with the field and both numbers.
    pub fn parse(name: &str, [json, start, solution]: Files) -> Result<Puzzle, FileError> {
        Puzzle::with_solution(name, [json, start], Solution::Kernel(solution.to_owned()))
    }

    fn with_solution(name: &str, [json, start]: [&str; 2], solution: Solution) -> Result<Puzzle, FileError> {
        let fields: Fields = serde_json::from_str(json)
            .map_err(|cause| FileError::Json { name: name.to_owned(), cause: cause.to_string() })?;
        let wrong = |what: String| Err(FileError::Field { name: name.to_owned(), what });
        let chip = match fields.chip.as_deref() {
            None => Chip::None,
            Some(named) => match Chip::ALL.into_iter().find(|chip| chip.name() == named) {
                Some(chip) => chip,
                None => return wrong(format!("there is no chip `{named}`")),
            },
        };
        if fields.inputs.is_empty() {
            return wrong("a puzzle has at least one input".to_owned());
        }
        for stream in fields.inputs.iter().chain([&fields.output]) {
            if !(1..=4).contains(&stream.components) || stream.part.contains(&0) || stream.part[0] > 4 {
                let what = "an element has 1 to 4 components, and a part is a fraction up to 4";
                return wrong(format!(
                    "`{}` has {} components and the part {:?}: {what}",
                    stream.name, stream.components, stream.part
                ));
            }
        }
        for stream in fields.inputs.iter().chain([&fields.output]) {
            if let Some(count) = stream.count.filter(|count| !(1..=MAX_ELEMENTS).contains(count)) {
                return wrong(format!("`{}` has {count} elements: a stream has from 1 to {MAX_ELEMENTS}", stream.name));
            }
        }
        for size in fields.shown.iter().chain(&fields.hidden) {
            if !(1..=MAX_ELEMENTS).contains(&size.count()) {
                return wrong(format!("a size of {size} elements: sizes have from 1 to {MAX_ELEMENTS}"));
            }
        }
        if fields.shown.is_empty() {
            return wrong("at least one size is shown".to_owned());
        }
        Ok(Puzzle {
            name: name.to_owned(),
            title: fields.title,
            task: fields.task,
            inputs: fields.inputs,
            output: fields.output,
            schedule: fields.schedule,
            chip,
            shown: fields.shown,
            hidden: fields.hidden,
            hints: fields.hints,
            start: start.to_owned(),
            solution,
            brook: None,
            json: json.to_owned(),
        })
    }
}
