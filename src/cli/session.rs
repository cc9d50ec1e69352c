//! From arguments to a device, and from its work to a trace: what each sub-command does around its own work.

use std::io::Write;

use brooklet::{Device, Trace, io};

use super::Common;
use super::progress::Progress;

/// A sub-command at work: the device, and where to say what.
pub struct Session {
    pub device: Device,
    pub progress: Progress,
    quiet: bool,
}

impl Session {
    /// Prints what a conversion lost, unless told to be quiet.
    pub fn notes(&self, notes: &[String]) {
        if !self.quiet {
            self.progress.suspend(|| {
                for note in notes {
                    let _ = writeln!(std::io::stderr(), "note: {note}");
                }
            });
        }
    }
}

impl Common {
    /// Opens the device that the arguments ask for.
    pub fn open(&self) -> Result<Device, brooklet::Error> {
        let builder = Device::builder().dialect(self.dialect.into());
        match self.device {
            Some(index) => builder.index(index).headless(),
            None => builder.headless(),
        }
    }

    /// Opens a device, does the work on it, and writes the trace if one is wanted.
    pub fn run<R>(&self, bytes: u64, work: impl FnOnce(&Session) -> anyhow::Result<R>) -> anyhow::Result<R> {
        if let Some(path) = &self.trace {
            io::check_place(path)?;
        }
        let device = self.open()?;
        let progress = Progress::new(!self.quiet, bytes);
        let session = Session { device, progress, quiet: self.quiet };
        let (result, trace) = session.device.traced(|| work(&session));
        session.progress.done();
        let result = result?;
        if self.verbose > 0 {
            let info = session.device.info();
            let _ = write!(std::io::stderr(), "{} ({})\n{trace}", info.renderer, info.version);
        }
        if let Some(path) = &self.trace {
            write_trace(path, &session.device, &trace)?;
        }
        Ok(result)
    }
}

fn write_trace(path: &std::path::Path, device: &Device, trace: &Trace) -> anyhow::Result<()> {
    let json = trace.to_json(&device.info().renderer);
    io::write_beside(path, |out| {
        serde_json::to_writer_pretty(&mut *out, &json)?;
        out.write_all(b"\n")
    })?;
    Ok(())
}
