//! Errors of files: each is one sentence that names the file and says what to do.

use std::io;
use std::path::PathBuf;

/// Why a file was not read or written.
///
/// The operating system's reason is part of the message, and so it is not offered once more as a source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The kind of file is unknown.
    #[error("{} has {}: use .npy, .csv, .f32, .hdr or .png", .path.display(), extension(.found))]
    Extension {
        /// The file.
        path: PathBuf,
        /// Its extension in lower case, if any.
        found: Option<String>,
    },
    /// A mesh is to be in a file of another kind.
    #[error("{} has {}: meshes are .obj files", .path.display(), extension(.found))]
    MeshExtension {
        /// The file.
        path: PathBuf,
        /// Its extension in lower case, if any.
        found: Option<String>,
    },
    /// The operating system does not let the file be read.
    #[error("cannot read {}: {cause}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        cause: io::Error,
    },
    /// A file stands where a directory is needed.
    #[error("{} is no directory: give one, or a name that is free", .path.display())]
    NoDirectory {
        /// The file.
        path: PathBuf,
    },
    /// A directory cannot be made.
    #[error("cannot make the directory {}: {cause}", .path.display())]
    MakeDirectory {
        /// The directory.
        path: PathBuf,
        /// The operating system's reason.
        cause: io::Error,
    },
    /// A directory stands where a file is needed.
    #[error("{} is a directory: give the path of a file", .path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
    },
    /// A pipe, a terminal or another device was given as input.
    #[error("{} is a pipe or a device: save its contents as a file first", .path.display())]
    Stream {
        /// The pipe or device.
        path: PathBuf,
    },
    /// A file without a byte.
    #[error("{} is empty (0 bytes)", .path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// More than the memory holds.
    #[error("{} needs {bytes} bytes of memory, more than there is: split it into smaller files", .path.display())]
    Memory {
        /// The file.
        path: PathBuf,
        /// The bytes asked for.
        bytes: usize,
    },
    /// The file does not keep to its format.
    #[error("{} is no valid {format} file: {reason}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The format that its extension promises.
        format: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The file holds less than it says.
    #[error(
        "{} is cut short: {promise} needs {needed} bytes and {held} are there; make the file anew",
        .path.display()
    )]
    Short {
        /// The file.
        path: PathBuf,
        /// What the file says it holds.
        promise: String,
        /// The bytes that this takes, at least.
        needed: String,
        /// The bytes that are there.
        held: usize,
    },
    /// The file goes on after its end.
    #[error(
        "{} has bytes after its end: {promise} needs {needed} bytes and {held} are there; make the file anew",
        .path.display()
    )]
    Trailing {
        /// The file.
        path: PathBuf,
        /// What the file says it holds.
        promise: String,
        /// The bytes that this takes.
        needed: usize,
        /// The bytes that are there.
        held: usize,
    },
    /// An NPY file of elements that are no plain numbers.
    #[error("{} holds elements of dtype {dtype}, not {wanted}: convert it in NumPy with {convert}", .path.display())]
    Dtype {
        /// The file.
        path: PathBuf,
        /// The dtype as the file writes it, with its usual name.
        dtype: String,
        /// What can be read.
        wanted: &'static str,
        /// The NumPy expression that makes it that.
        convert: &'static str,
    },
    /// An NPY file of no dimension, or of more than four.
    #[error("{} has {found} dimensions and 1 to 4 can be read, and a fifth of 2 to 4 for vectors: reshape it in NumPy, with a.reshape(-1) for one", .path.display())]
    Dimensions {
        /// The file.
        path: PathBuf,
        /// How many dimensions it has.
        found: usize,
    },
    /// A number is not whole.
    #[error("{}: element {at} is {value}, which is no whole number", .path.display())]
    NotWhole {
        /// The file.
        path: PathBuf,
        /// Which element.
        at: usize,
        /// The number.
        value: String,
    },
    /// A CSV field that is no number.
    #[error("{}, line {line}, column {column}: \"{text}\" is no number; write numbers such as -1.5e3, separated by commas", .path.display())]
    Field {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The field's place in the line, from 1.
        column: usize,
        /// The field.
        text: String,
    },
    /// A CSV line of more or fewer fields than those before.
    #[error("{}, line {line}, column {column}: {}; give each line as many fields", .path.display(), ragged(*.found, *.expected, .text))]
    Ragged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The first field that is missing or too many, from 1.
        column: usize,
        /// The fields of this line.
        found: usize,
        /// The fields of the first line.
        expected: usize,
        /// The first field that is too many, or the last before the missing one.
        text: String,
    },
    /// A column that a table does not have.
    #[error("{} has no column {wanted}: the {count} fields of its first line are {fields}", .path.display())]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column that was asked for.
        wanted: String,
        /// The fields of the first line.
        count: usize,
        /// The first of them.
        fields: String,
    },
    /// A CSV line of more than four fields.
    #[error(
        "{}, line {line}, column 5: \"{text}\" is one field too many; a line has {found} and 1 to 4 can be read: \
         name the columns (--columns), or save the table as .npy",
        .path.display()
    )]
    Wide {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fields of this line.
        found: usize,
        /// The fifth field.
        text: String,
    },
    /// A picture larger than is taken from a file.
    #[error("{} is a picture of {extents} pixels, {samples} samples, and {limit} can be read: save it as .npy", .path.display())]
    Large {
        /// The file.
        path: PathBuf,
        /// Height × width.
        extents: String,
        /// Pixels times components.
        samples: u128,
        /// The most that is taken.
        limit: u128,
    },
    /// Structs asked of a file that holds none.
    #[error("{} holds no structs: they are read from .npy, as NumPy's structured arrays", .path.display())]
    NoRecords {
        /// The file.
        path: PathBuf,
    },
    /// An array that the kind of file cannot hold.
    #[error("cannot write {}: {reason}", .path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// Why, and what to do.
        reason: String,
    },
    /// The directory of an output is missing, or takes no new files.
    #[error("cannot write {}: the directory {} {}", .path.display(), .directory.display(), place(.cause))]
    Place {
        /// The file that was to be written.
        path: PathBuf,
        /// Its directory.
        directory: PathBuf,
        /// The operating system's reason.
        cause: io::Error,
    },
    /// The operating system does not let the file be written.
    #[error("cannot write {}: {cause}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        cause: io::Error,
    },
}

fn extension(found: &Option<String>) -> String {
    match found {
        Some(extension) => format!("the unknown extension .{extension}"),
        None => "no extension to tell its kind".into(),
    }
}

fn ragged(found: usize, expected: usize, text: &str) -> String {
    if found > expected {
        format!("\"{text}\" is one field too many, {found} where the first line has {expected}")
    } else {
        format!("a field is missing after \"{text}\", {found} where the first line has {expected}")
    }
}

fn place(cause: &io::Error) -> String {
    match cause.kind() {
        io::ErrorKind::NotFound => "does not exist: make it first".into(),
        io::ErrorKind::NotADirectory => "is no directory: give another".into(),
        _ => format!("takes no new file ({cause}): give another"),
    }
}
