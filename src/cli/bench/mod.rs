//! `brooklet bench`: measures all methods in one run.

mod table;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::json;

use brooklet::compare::{Failure, Measurement};
use brooklet::io;

use super::{Common, print, terminal};

/// Measure every method, beside copies and the CPU
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet bench
  brooklet bench --size 2^16,2^20 --only reduce,scan --runs 25
  brooklet bench --json figures.json --dialect es
  brooklet bench --chip g70 --only pass-bitonic,pass-saxpy,pass-2x2,pass-fft

The data are on the device before a run starts: in textures, plain or packed, or in buffers for compute shaders. Methods \
alternate, so that disturbances of the machine hit all of them. Each method is warmed up and its result checked first; a wrong \
or missing result is named at the end, beside the figures of all others, and the exit code is 1. A run ends when the device has \
finished. Compare only ratios of one run.

The columns:
- x copy: the time over that of an RGBA32F copy of as many floats (app-..: of the application's own data);
- x paper: how many times faster than the paper's method, which is the first of its primitive (brook-..: than the same kernel \
  by hand);
- us over bare: the microseconds that a pass takes longer than the same pass by bare calls of OpenGL. Rows that end in -bare \
  repeat the calls of the method before them, and read at their end what that reads in between;
- GPU ms: by the device's clock; on Mesa's llvmpipe it counts passes, not dispatches;
- x OpenGL: the time over that of the driver (pass-..).

The rows pass-.. are single passes: opengl by the driver, and family emulator on each chip without a driver. With --chip, the chip \
runs every method that it can. brook-compile compiles a Brook kernel of 300 lines to GLSL, whatever the size. The rows app-.. are one \
step of each application.")]
pub struct Bench {
    /// Write the figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// How many elements, as numbers or powers of two
    #[arg(long, value_name = "N,..", default_value = "2^20", value_delimiter = ',', value_parser = parse_size)]
    size: Vec<usize>,
    /// Only these primitives
    #[arg(long, value_name = "PRIMITIVE,..", value_delimiter = ',', value_parser = PossibleValuesParser::new(Measurement::primitives()))]
    only: Vec<String>,
    /// The number of runs of each method, of which the median is shown
    #[arg(long, default_value = "15", value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// The maximum number of elements, up to which floats count exactly.
const MAX_SIZE: usize = 1 << 24;

pub(super) fn parse_size(text: &str) -> Result<usize, String> {
    let size = match text.split_once('^') {
        Some(("2", power)) => power.parse().ok().and_then(|power| 1usize.checked_shl(power)),
        _ => text.parse().ok(),
    };
    match size {
        Some(size) if (2..=MAX_SIZE).contains(&size) => Ok(size),
        Some(size) => Err(format!("{size} is not from 2 to {MAX_SIZE}")),
        None => Err(format!("`{text}` is not a size; write 1048576 or 2^20")),
    }
}

impl Bench {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(path) = &self.json {
            io::check_place(path)?;
        }
        let files: Vec<&std::path::Path> = self.json.iter().map(PathBuf::as_path).collect();
        let wanted = |primitive: &str| self.only.is_empty() || self.only.iter().any(|only| only == primitive);
        let primitives: Vec<&str> = Measurement::primitives().into_iter().filter(|name| wanted(name)).collect();
        let (rows, wrong, device) = common.run_long(&files, |session| {
            let (device, runs, start) = (&session.device, self.runs as usize, Instant::now());
            let mut measurement = Measurement::new(device, &primitives, &self.size, runs, move || start.elapsed());
            session.progress.stages(measurement.stages() as u64);
            while let Some(progress) = measurement.progress() {
                session.progress.stage(progress.stage);
                measurement.step();
            }
            let wrong = measurement.wrong();
            let (failed, left_out) = (measurement.failed().to_vec(), measurement.left_out().to_vec());
            let rows = measurement.into_rows();
            if let Some(path) = &self.json {
                let info = session.device.info();
                let report = json!({
                    "device": info.renderer, "version": info.version, "dialect": info.dialect, "runs": self.runs,
                    "rows": rows, "failed": failed, "left_out": left_out,
                });
                let text = serde_json::to_string_pretty(&report)?;
                session.place(io::stage(path, |out| writeln!(out, "{text}"))?);
            }
            let notes = rows.iter().filter(|row| row.ok).filter_map(|row| Some((row.name(), row.note.as_ref()?)));
            session.notes(&notes.map(|(name, note)| format!("{name}: {note}")).collect::<Vec<_>>());
            session.notes(&Failure::left_out_by_reason(&left_out));
            Ok((rows, wrong, session.device.clone()))
        })?;
        let info = device.info();
        let width = terminal::stdout_width();
        let (device, runs) = (
            format!("{} ({}),", info.renderer, info.version),
            if self.runs == 1 { "1 run".to_owned() } else { format!("medians of {} runs", self.runs) },
        );
        let fits = width.is_none_or(|width| device.chars().count() + 1 + runs.len() <= width);
        let table = table::table(&rows, width);
        print(format!("{device}{}{runs}\n\n{table}", if fits { ' ' } else { '\n' }))?;
        if let Some(wrong) = wrong {
            bail!("{wrong}");
        }
        Ok(())
    }
}
