//! Errors of reading and writing files. Each message is one sentence that names the file and says what to do.

use std::io;
use std::path::{Path, PathBuf};

/// The reason why a file was not read or written.
///
/// The operating system's reason is part of the message, so it is not repeated as a source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The extension is missing or not supported.
    #[error("{} has {}: use .npy, .npz, .csv, .f32, .hdr, .png or .jpg", .path.display(), extension(.found))]
    Extension {
        /// The file.
        path: PathBuf,
        /// Its extension in lower case, if any.
        found: Option<String>,
    },
    /// A mesh was to be read from or written to a file that is no `.obj`.
    #[error("{} has {}: meshes are .obj files", .path.display(), extension(.found))]
    MeshExtension {
        /// The file.
        path: PathBuf,
        /// Its extension in lower case, if any.
        found: Option<String>,
    },
    /// The operating system refused to read the file.
    #[error("cannot read {}: {cause}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        cause: io::Error,
    },
    /// The path of an output directory is a file.
    #[error("{} is not a directory: give one, or a name that does not exist yet", .path.display())]
    NoDirectory {
        /// The file.
        path: PathBuf,
    },
    /// A directory cannot be created.
    #[error("cannot make the directory {}: {cause}", .path.display())]
    MakeDirectory {
        /// The directory.
        path: PathBuf,
        /// The operating system's reason.
        cause: io::Error,
    },
    /// The path is a directory, not a file.
    #[error("{} is a directory: give the path of a file", .path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
    },
    /// A pipe, a terminal or another device was given as input.
    #[error("{} is a pipe or a device: save its contents as a file first, or read it as stdin (- < FILE)", .path.display())]
    Stream {
        /// The pipe or device.
        path: PathBuf,
    },
    /// Two inputs were to be read from stdin.
    #[error("stdin can be read once: give - to one input only, and save the others as files")]
    StdinTwice,
    /// Stdout is a terminal, and the format is no text.
    #[error("cannot write to the terminal: {format} is no text: redirect stdout (> FILE), or write text (csv:-)")]
    Terminal {
        /// The format.
        format: &'static str,
    },
    /// An input is longer than what is read into memory.
    #[error("{} has {found}, and the maximum is {max}: {instead}", .path.display())]
    Long {
        /// The input.
        path: PathBuf,
        /// What it has, with its length in bytes.
        found: String,
        /// The maximum number of bytes.
        max: u64,
        /// What to do instead.
        instead: &'static str,
    },
    /// An archive does not have the array that was asked for.
    #[error("{} has no array {wanted}: it has {names}", .path.display())]
    NoArray {
        /// The archive.
        path: PathBuf,
        /// The name that was asked for.
        wanted: String,
        /// The names of its arrays, separated by commas.
        names: String,
    },
    /// An archive has several arrays, and none was named.
    #[error("{} has {count} arrays, {names}: name one, as {}:{first}", .path.display(), .path.display())]
    SeveralArrays {
        /// The archive.
        path: PathBuf,
        /// The number of its arrays.
        count: usize,
        /// Their names, separated by commas.
        names: String,
        /// The first of them.
        first: String,
    },
    /// The file has no bytes.
    #[error("{} is empty (0 bytes)", .path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file needs more memory than there is.
    #[error("{} needs {bytes} bytes of memory, more than there is: split it into smaller files", .path.display())]
    Memory {
        /// The file.
        path: PathBuf,
        /// The number of bytes that were to be allocated.
        bytes: usize,
    },
    /// The file does not keep to its format.
    #[error("{} is not a valid {format} file: {reason}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The format that the extension stands for.
        format: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The file is shorter than its header says.
    #[error(
        "{} is cut short: {promise} needs {needed} bytes and there are {held}; create the file again",
        .path.display()
    )]
    Short {
        /// The file.
        path: PathBuf,
        /// What the header says the file holds.
        promise: String,
        /// The minimum number of bytes that this takes.
        needed: String,
        /// The bytes that are there.
        held: usize,
    },
    /// The file has bytes after the data that its header announces.
    #[error(
        "{} has bytes after its end: {promise} needs {needed} bytes and there are {held}; create the file again",
        .path.display()
    )]
    Trailing {
        /// The file.
        path: PathBuf,
        /// What the header says the file holds.
        promise: String,
        /// The number of bytes that this takes.
        needed: usize,
        /// The bytes that are there.
        held: usize,
    },
    /// An NPY file has elements of a dtype that cannot be read.
    #[error("{} holds elements of dtype {dtype}, not {wanted}: convert it in NumPy with {convert}", .path.display())]
    Dtype {
        /// The file.
        path: PathBuf,
        /// The dtype as the file writes it, with its usual name.
        dtype: String,
        /// The dtypes that can be read.
        wanted: &'static str,
        /// The NumPy expression that converts to one of them.
        convert: &'static str,
    },
    /// An NPY file has no dimension, or more than four.
    #[error("{} has {found} dimensions; it may have 1 to 4, and one more of 2 to 4 for vectors: reshape it in NumPy, as with a.reshape(-1)", .path.display())]
    Dimensions {
        /// The file.
        path: PathBuf,
        /// The number of dimensions.
        found: usize,
    },
    /// A number that should be an integer is not.
    #[error("{}: element {at} is {value}, which is not a whole number", .path.display())]
    NotWhole {
        /// The file.
        path: PathBuf,
        /// The index of the element, from 0.
        at: usize,
        /// The number.
        value: String,
    },
    /// A CSV field is no number.
    #[error("{}, line {line}, column {column}: \"{text}\" is not a number; write numbers such as -1.5e3, separated by commas", .path.display())]
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
    /// A CSV line has more or fewer fields than the first line.
    #[error("{}, line {line}, column {column}: {}; give every line the same number of fields", .path.display(), ragged(*.found, *.expected, .text))]
    Ragged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The first field that is missing or too many, from 1.
        column: usize,
        /// The number of fields of this line.
        found: usize,
        /// The number of fields of the first line.
        expected: usize,
        /// The first field that is too many, or the last before the missing one.
        text: String,
    },
    /// A table does not have the column that was asked for.
    #[error("{} has no column {wanted}: the {count} fields of its first line are {fields}", .path.display())]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column that was asked for.
        wanted: String,
        /// The number of fields of the first line.
        count: usize,
        /// The first few of them, separated by commas.
        fields: String,
    },
    /// A CSV line has more than four fields.
    #[error(
        "{}, line {line}, column 5: \"{text}\" is one field too many; the line has {found}, and the maximum is 4: \
         name the columns (--columns), or save the table as .npy",
        .path.display()
    )]
    Wide {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The number of fields of this line.
        found: usize,
        /// The fifth field.
        text: String,
    },
    /// A picture has more samples than can be read.
    #[error("{} is a picture of {extents} pixels, {samples} samples; the maximum is {limit}: save it as .npy", .path.display())]
    Large {
        /// The file.
        path: PathBuf,
        /// Height × width.
        extents: String,
        /// The number of samples: pixels times components.
        samples: u128,
        /// The maximum number of samples that can be read.
        limit: u128,
    },
    /// Structs were to be read from a file that is no `.npy`.
    #[error("{} holds no structs: they are read from .npy, as NumPy's structured arrays", .path.display())]
    NoRecords {
        /// The file.
        path: PathBuf,
    },
    /// The format of the file cannot hold the array.
    #[error("cannot write {}: {reason}", .path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        reason: String,
    },
    /// The directory of an output does not exist, or takes no new files.
    #[error("cannot write {}: {}", .path.display(), place(.directory, .cause))]
    Place {
        /// The file that was to be written.
        path: PathBuf,
        /// Its directory.
        directory: PathBuf,
        /// The operating system's reason.
        cause: io::Error,
    },
    /// The operating system refused to write the file.
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

fn place(directory: &Path, cause: &io::Error) -> String {
    let directory = directory.display();
    match cause.kind() {
        io::ErrorKind::NotFound => format!("the directory {directory} does not exist: make it first"),
        io::ErrorKind::NotADirectory => format!("{directory} is not a directory: give another"),
        _ => format!("no file can be created in {directory} ({cause}): give another directory"),
    }
}
