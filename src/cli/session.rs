//! The session of a sub-command: opens the device that the options ask for, and writes the trace of its work.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};

use anyhow::bail;

use brooklet::io::{self, Array, Columns, Encoding, FloatDtype, Staged};
use brooklet::{Device, DeviceBuilder, Trace};

use super::Common;
use super::depth::Depth;
use super::picture::as_picture;
use super::printed::{self, Printed};
use super::progress::Progress;
use super::terminal::{say, stdout_is_closed};

/// The state of a running sub-command: its device, its progress bar and its output files.
pub struct Session {
    pub device: Device,
    pub progress: Progress,
    /// The sample depth of PNG output.
    pub depth: Depth,
    /// The dtype of floats in NPY and NPZ output.
    pub dtype: Cell<FloatDtype>,
    /// The columns of .csv files to read; `None` for all.
    pub columns: Option<Columns>,
    quiet: bool,
    /// Staged output files. All of them are committed at the end, or none if the work fails.
    staged: RefCell<Vec<Staged>>,
    /// Results that have no file. They are printed when all files are in their places.
    printed: RefCell<Vec<Printed>>,
}

impl Session {
    /// Keeps a staged file, to be committed when everything else has succeeded.
    pub fn place(&self, staged: Staged) {
        self.staged.borrow_mut().push(staged);
    }

    /// Keeps a result, to be printed when everything else has succeeded. A second one is of values that are printed beside their keys.
    pub fn show(&self, printed: Printed) {
        self.printed.borrow_mut().push(printed);
    }

    /// Moves all staged files to their places. Stdout comes last, because what is written there cannot be taken back.
    fn commit(&self) -> anyhow::Result<()> {
        let (last, files): (Vec<Staged>, Vec<Staged>) = self.staged.take().into_iter().partition(Staged::is_stdout);
        if !last.is_empty() && stdout_is_closed() {
            bail!("cannot write to stdout: it is closed");
        }
        files.into_iter().chain(last).try_for_each(Staged::commit)?;
        Ok(())
    }

    /// Writes an array into a staged file, to be committed when everything else has succeeded. If the output is a picture, a last axis of
    /// scalars may become its components.
    pub fn write(&self, path: &Path, array: &mut Array) -> anyhow::Result<()> {
        as_picture(path, array);
        let encoding = Encoding { depth: self.depth.of_output(), dtype: self.dtype.get() };
        let (staged, notes) = io::prepare_as(path, array, encoding)?;
        self.place(staged);
        self.notes(&notes);
        Ok(())
    }

    /// Prints notes, unless `--quiet` is given.
    pub fn notes(&self, notes: &[String]) {
        if !self.quiet {
            self.progress.suspend(|| {
                for note in notes {
                    say(format!("note: {note}"));
                }
            });
        }
    }
}

impl Common {
    /// Opens the device that the arguments ask for.
    pub fn open(&self) -> Result<Device, brooklet::Error> {
        self.open_with(Device::builder())
    }

    /// Opens the device that the arguments ask for. Compiled program binaries are cached in the folder `cache`.
    pub fn open_cached(&self, cache: Option<PathBuf>) -> Result<Device, brooklet::Error> {
        let builder = Device::builder();
        self.open_with(cache.map_or(builder.clone(), |folder| builder.program_cache(folder)))
    }

    /// Opens the device that the arguments ask for, with what the builder has beside that.
    pub fn open_with(&self, mut builder: DeviceBuilder) -> Result<Device, brooklet::Error> {
        if let Some(dialect) = self.dialect {
            builder = builder.dialect(dialect.into());
        }
        if let Some(targets) = self.max_targets {
            builder = builder.max_targets(targets.get());
        }
        match (self.chip, self.dialect) {
            (Some(chip), Some(super::DialectName::Arb)) => return builder.assembly(chip).headless(),
            (Some(_), Some(_)) => super::usage("", "--chip cannot be used with a --dialect other than arb".into()),
            (Some(chip), None) => return builder.emulated(chip),
            (None, _) => {}
        }
        if let Some(adapter) = self.adapter {
            builder = builder.adapter(adapter);
        }
        builder.headless()
    }

    /// Returns whether an option chooses the device, so that no other code may choose one.
    pub fn names_device(&self) -> bool {
        self.dialect.is_some() || self.chip.is_some() || self.adapter.is_some() || self.max_targets.is_some()
    }

    /// Whether programs are assembled by the driver.
    pub fn assembles(&self) -> bool {
        matches!(self.dialect, Some(super::DialectName::Arb))
    }

    /// Returns whether the work on the device is to be traced.
    pub fn is_traced(&self) -> bool {
        self.trace.is_some() || self.verbose > 0
    }

    /// Exits with a usage error if two of the inputs are stdin, which can be read once.
    pub fn one_stdin<'a>(&self, sub_command: &str, inputs: impl IntoIterator<Item = &'a Path>) {
        let count = inputs.into_iter().filter(|path| io::is_standard(path)).count();
        if count > 1 {
            super::usage(
                sub_command,
                format!("{count} inputs are -, and stdin can be read once: save the others as files"),
            );
        }
    }

    /// Exits with a usage error if `--trace` is given to a command that uses no device.
    pub fn no_trace(&self, command: &str) {
        if self.trace.is_some() {
            super::usage(command, "--trace is for commands that work on a device".into());
        }
    }

    /// Opens a device, does the work on it, and writes the trace if one is wanted. `files` are those that the work reads and writes; the
    /// trace must not be one of them.
    pub fn run<R>(&self, files: &[&Path], work: impl FnOnce(&Session) -> anyhow::Result<R>) -> anyhow::Result<R> {
        let bytes = files.iter().map(|file| std::fs::metadata(file).map_or(0, |metadata| metadata.len())).sum();
        self.run_with(files, bytes, work)
    }

    /// Does the same as [`run`](Common::run), but always shows the progress bar, since the work is long whatever the size of the files.
    pub fn run_long<R>(&self, files: &[&Path], work: impl FnOnce(&Session) -> anyhow::Result<R>) -> anyhow::Result<R> {
        self.run_with(files, u64::MAX, work)
    }

    /// Does the same as [`run_long`](Common::run_long), on a device whose textures are filled with this value before they are used.
    pub fn run_poisoned<R>(
        &self,
        poison: f32,
        files: &[&Path],
        work: impl FnOnce(&Session) -> anyhow::Result<R>,
    ) -> anyhow::Result<R> {
        self.run_on(|| self.open_with(Device::builder().poison(poison)), files, u64::MAX, work)
    }

    /// Makes a session on a device, for work on `bytes` bytes of input.
    pub fn session(&self, device: Device, bytes: u64, quiet: bool) -> Session {
        let progress = Progress::new(!quiet, bytes);
        Session {
            device,
            progress,
            depth: Depth::default(),
            dtype: Cell::default(),
            columns: self.columns.clone(),
            quiet,
            staged: RefCell::default(),
            printed: RefCell::default(),
        }
    }

    fn run_with<R>(
        &self,
        files: &[&Path],
        bytes: u64,
        work: impl FnOnce(&Session) -> anyhow::Result<R>,
    ) -> anyhow::Result<R> {
        self.run_on(|| self.open(), files, bytes, work)
    }

    /// Does the work on the device that `open` opens, whatever the arguments ask for.
    pub fn run_on<R, E>(
        &self,
        open: impl FnOnce() -> Result<Device, E>,
        files: &[&Path],
        bytes: u64,
        work: impl FnOnce(&Session) -> anyhow::Result<R>,
    ) -> anyhow::Result<R>
    where
        anyhow::Error: From<E>,
    {
        if let Some(trace) = &self.trace {
            if io::is_standard(trace) {
                super::usage("", "--trace is written to a file, not to stdout, which is for results".into());
            }
            if let Some(file) = files.iter().find(|file| io::same_file(file, trace)) {
                bail!("the trace would replace {}: give it a file of its own", file.display());
            }
            io::check_place(trace)?;
        }
        let session = self.session(open()?, bytes, self.quiet);
        // Recording takes time, which would distort measurements, so it is done only on request.
        let (result, trace) = match self.trace.is_some() || self.verbose > 0 {
            true => session.device.traced(|| work(&session)),
            false => (work(&session), Trace::default()),
        };
        session.progress.done();
        let result = result?;
        if self.verbose > 0 {
            let info = session.device.info();
            say(format!("{} ({})\n{trace}", info.renderer, info.version).trim_end());
        }
        if let Some(path) = &self.trace {
            let json = serde_json::to_string_pretty(&trace.to_json(&session.device.info().renderer))?;
            session.staged.borrow_mut().push(io::stage(path, |out| writeln!(out, "{json}"))?);
        }
        session.commit()?;
        printed::print_all(session.printed.take())?;
        Ok(result)
    }
}
