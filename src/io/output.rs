//! Atomic output: a file is written beside its target, then moved to its place in one step.
//!
//! A file that is being written has a temporary name in the target's directory, so that moving it is a rename and not a copy. At any
//! moment the target is either the old file or the complete new one. There are three exceptions. A link is followed, so that the file
//! behind it is replaced and not the link. Pipes and devices are written directly, since output to them cannot be taken back. So are the
//! program's own streams (`/dev/stdout`), which may stand for a file that others write to as well. What goes to stdout by the name `-` is
//! kept in memory until it is committed.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

use super::name::file_of;
use super::{Error, is_standard};

/// The maximum number of links that are followed from one path, the same as on Linux.
const LINKS: usize = 40;

/// The size of the write buffer in bytes, large enough that a small array takes one call to the operating system.
const BUFFER: usize = 1 << 16;

/// What a path stands for, after all links are followed.
enum Target {
    /// A file to be made or replaced, with the metadata of the old one.
    File(PathBuf, Option<Metadata>),
    /// A pipe, a terminal, another device.
    Stream(PathBuf),
    /// The program's stdout, named `-`.
    Stdout,
}

/// Checks that `path` can be written: its directory exists and takes new files, and the path is no directory itself.
pub fn check_place(path: &Path) -> Result<(), Error> {
    match target(path)? {
        Target::Stdout => Ok(()),
        Target::File(file, old) => {
            if old.is_some() {
                // Renaming would replace even a file without write permission. Opening it for writing checks the permission.
                let opened = OpenOptions::new().write(true).open(&file);
                opened.map_err(|cause| Error::Write { path: path.into(), cause })?;
            }
            beside(path, &file).map(drop)
        }
        Target::Stream(_) => Ok(()),
    }
}

/// Writes a file through `fill`, completely or not at all. On an error, also one of the last flush, an old file stays as it was and no
/// temporary file is left.
pub fn write_beside(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    stage(path, fill)?.commit()
}

/// A file that is written under a temporary name beside its target. Dropping it deletes the file; [`commit`](Staged::commit) moves it to
/// the target. Several files can be staged before any of them is committed.
#[must_use = "it goes away unless it is committed"]
pub struct Staged {
    path: PathBuf,
    /// The temporary file and its target. `None` for a pipe or a device, whose output is already written, and for stdout.
    waiting: Option<(NamedTempFile<File>, PathBuf)>,
    /// What goes to stdout.
    stdout: Option<Vec<u8>>,
}

/// The files that are staged at this moment, for [`abandon`] to delete.
static STAGED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Deletes all staged files and the directories that were made for them. A handler of signals such as Ctrl-C calls this before it ends the
/// process.
pub fn abandon() {
    for path in STAGED.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).drain(..) {
        // The process is about to end, so nobody could handle an error.
        let _ = fs::remove_file(path);
    }
    for path in MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).drain(..) {
        let _ = fs::remove_dir(path);
    }
}

/// The directories that [`abandon`] removes, the innermost first.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A directory for output, created with its parents where they are missing. Dropping it removes those created directories that are empty,
/// unless it was [kept](Directory::keep).
#[must_use = "it goes away unless it is kept"]
pub struct Directory {
    made: Vec<PathBuf>,
}

impl Directory {
    /// Creates the directory and its missing parents.
    ///
    /// # Errors
    /// The directory cannot be created, or the path is something else than a directory.
    pub fn make(path: &Path) -> Result<Directory, Error> {
        let made: Vec<PathBuf> = path
            .ancestors()
            .take_while(|path| !path.as_os_str().is_empty() && !path.exists())
            .map(Path::to_owned)
            .collect();
        if path.exists() && !path.is_dir() {
            return Err(Error::NoDirectory { path: path.into() });
        }
        fs::create_dir_all(path).map_err(|cause| Error::MakeDirectory { path: path.into(), cause })?;
        MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(made.iter().cloned());
        Ok(Directory { made })
    }

    /// Keeps the directory when this value is dropped.
    pub fn keep(mut self) {
        self.forget();
    }

    fn forget(&mut self) -> Vec<PathBuf> {
        MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).retain(|path| !self.made.contains(path));
        std::mem::take(&mut self.made)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        for path in self.forget() {
            // This removes only an empty directory, so nothing that somebody put there is lost.
            let _ = fs::remove_dir(path);
        }
    }
}

/// Writes a file through `fill` under a temporary name. [`Staged::commit`] moves it to its target.
pub fn stage(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Staged, Error> {
    let failed = |cause| Error::Write { path: path.into(), cause };
    let waiting = match target(path)? {
        Target::Stdout => {
            let mut bytes = Vec::new();
            fill(&mut bytes).map_err(failed)?;
            return Ok(Staged { path: "stdout".into(), waiting: None, stdout: Some(bytes) });
        }
        Target::Stream(stream) => {
            // The stream may be redirected into a file, whose contents must stay: append.
            let file = OpenOptions::new().append(true).open(&stream).map_err(failed)?;
            filled(file, fill).map_err(failed)?;
            None
        }
        Target::File(file, old) => {
            let temporary = beside(path, &file)?;
            STAGED.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(temporary.path().to_owned());
            let mut staged = Staged { path: path.into(), waiting: Some((temporary, file)), stdout: None };
            if let Some((temporary, file)) = &mut staged.waiting {
                if let Some(old) = old {
                    // Renaming would replace even a file without write permission. Opening it for writing checks the permission.
                    OpenOptions::new().write(true).open(&*file).map_err(failed)?;
                    temporary.as_file().set_permissions(old.permissions()).map_err(failed)?;
                }
                filled(temporary.as_file_mut(), fill).map_err(failed)?;
                // Some file systems report a full disk only here.
                temporary.as_file().sync_all().map_err(failed)?;
            }
            return Ok(staged);
        }
    };
    Ok(Staged { path: path.into(), waiting, stdout: None })
}

impl Staged {
    /// Returns whether the file goes to stdout. What is written there cannot be taken back, so it should be committed after all others.
    pub fn is_stdout(&self) -> bool {
        self.stdout.is_some()
    }

    /// Moves the file to its target.
    pub fn commit(mut self) -> Result<(), Error> {
        if let Some(bytes) = self.stdout.take() {
            let mut out = io::stdout().lock();
            let written = out.write_all(&bytes).and_then(|()| out.flush());
            return written.map_err(|cause| Error::Write { path: self.path.clone(), cause });
        }
        let Some((temporary, file)) = self.waiting.take() else { return Ok(()) };
        let name = temporary.path().to_owned();
        let result = temporary.persist(&file);
        forget(&name);
        result.map(drop).map_err(|error| Error::Write { path: self.path.clone(), cause: error.error })
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Some((temporary, _)) = self.waiting.take() {
            forget(temporary.path());
        }
    }
}

fn forget(path: &Path) {
    STAGED.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).retain(|staged| staged != path);
}

/// Returns whether two paths lead to the same file, or would once it exists. Two arrays of one archive lie in the same file, and all names
/// of stdin and stdout are the same.
pub fn same_file(a: &Path, b: &Path) -> bool {
    if is_standard(a) || is_standard(b) {
        return is_standard(a) && is_standard(b);
    }
    let (a, b) = (file_of(a), file_of(b));
    let place = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let end = followed(path).ok()?;
            Some(fs::canonicalize(directory(&end)).ok()?.join(end.file_name()?))
        })
    };
    place(a).is_some_and(|a| place(b) == Some(a))
}

/// Passes everything that `fill` writes to `sink` through a buffer, and flushes it.
fn filled<W: Write>(sink: W, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(BUFFER, sink);
    fill(&mut writer)?;
    writer.flush()
}

fn target(path: &Path) -> Result<Target, Error> {
    if is_standard(path) {
        return Ok(Target::Stdout);
    }
    let path = file_of(path);
    let failed = |cause| Error::Write { path: path.into(), cause };
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(Error::Directory { path: path.into() }),
        Ok(metadata) if !metadata.is_file() || own_stream(path) => Ok(Target::Stream(path.into())),
        Ok(metadata) => Ok(Target::File(fs::canonicalize(path).map_err(failed)?, Some(metadata))),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
            Ok(Target::File(followed(path).map_err(failed)?, None))
        }
        Err(cause) if cause.kind() == io::ErrorKind::NotADirectory && !named_as_directory(path) => {
            Err(Error::Place { path: path.into(), directory: directory(path).into(), cause })
        }
        Err(cause) => Err(failed(cause)),
    }
}

/// Returns whether a path is one under which a program finds its own open files.
fn own_stream(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"].iter().any(|name| path.starts_with(name))
}

/// Follows a chain of links whose end does not exist yet, and returns that end.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut end = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&end) {
            Ok(next) => end = directory(&end).join(next),
            Err(_) if end.file_name().is_none() || named_as_directory(&end) => {
                return Err(io::Error::other("the path does not name a file"));
            }
            Err(_) => return Ok(end),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns whether a path ends in a slash, which the path of a file does not.
fn named_as_directory(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Returns the directory of a path; for a bare name it is the current one.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Makes a temporary file in the directory of `file`. It is deleted when it is dropped, unless it is persisted.
fn beside(path: &Path, file: &Path) -> Result<NamedTempFile<File>, Error> {
    let directory = directory(file);
    let failed = |cause| Error::Place { path: path.into(), directory: directory.into(), cause };
    // Checked separately, because tempfile's error contains the random name of the temporary file, which tells the user nothing.
    if !fs::metadata(directory).map_err(failed)?.is_dir() {
        return Err(failed(io::ErrorKind::NotADirectory.into()));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".brooklet-").suffix(".part");
    // By default, tempfile makes files that only their owner can read. The umask applies to this mode as to that of any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory).map_err(|error| {
        failed(match error.raw_os_error() {
            Some(code) => io::Error::from_raw_os_error(code),
            None => io::Error::from(error.kind()),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_that_was_made_for_nothing_goes_away() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a/b");
        drop(Directory::make(&path).unwrap());
        assert!(!place.path().join("a").exists());
        Directory::make(&path).unwrap().keep();
        assert!(path.is_dir());
        drop(Directory::make(&path).unwrap());
        assert!(path.is_dir());
    }
}
