//! `brooklet compare`: measures all families on the same data, sets the results beside what the papers published, and writes a report.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;

use brooklet::compare::{Comparison, Failure, Measured, Part, Settings, report};
use brooklet::fragment_program::Chip;
use brooklet::io;

use super::bench;
use super::session::Session;
use super::{Common, print};

/// Set the fragment pipeline beside compute shaders, the CPU and the papers' figures, in a report
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet compare --quick
  brooklet compare --out history --only filter,scan
  brooklet compare --out history --size 2^12,2^16,2^20
  brooklet compare --out history --only then
  brooklet compare --out history --only figure3

Writes report.md, report.html (one file), report.json, and each chart as .svg and .png. The parts: \
filter (Table 36-1 of GPU Gems 2), scan (Harris's Table 2), reduce (Mahardito's figures 6 to 8), \
toolkit (Brook's reduction, the chapter's sort and search), work (passes, texels, bytes, growth), \
model (transfers, Brook's cost model and its figure 4), then (the published figures beside the predictions of cost models of the \
chips of 2004; it measures nothing and needs no driver, as `brooklet chips --predict`), \
figure3 (Brook's applications, by Brook and by hand, beside the CPU). All results are checked: if one is wrong or missing, the command \
fails and writes nothing. Without compute shaders the comparison leaves them out. \
--quick takes less than a minute on 2 cores; all parts can take many minutes without a GPU.")]
pub struct Compare {
    /// Where the report goes: a directory, made if it is not there
    #[arg(long, value_name = "DIR", default_value = "brooklet-report")]
    out: PathBuf,
    /// How many elements, as numbers or powers of two, instead of the papers' sizes
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = bench::parse_size)]
    size: Vec<usize>,
    /// Only these parts
    #[arg(long, value_name = "PART,..", value_delimiter = ',',
          value_parser = PossibleValuesParser::new(Part::ALL.map(Part::name)))]
    only: Vec<String>,
    /// Smaller sizes and fewer repeats
    #[arg(long)]
    quick: bool,
}

impl Compare {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let wanted = |part: &Part| self.only.is_empty() || self.only.iter().any(|only| only == part.name());
        let parts: Vec<Part> = Part::ALL.into_iter().filter(wanted).collect();
        let made = io::Directory::make(&self.out)?;
        let pages = ["report.md", "report.html", "report.json"].map(|name| self.out.join(name));
        let places: Vec<&Path> = pages.iter().map(PathBuf::as_path).collect();
        places.iter().try_for_each(|page| io::check_place(page))?;
        // The part `then` measures nothing. It runs on the emulator, without a driver, unless a device or dialect is named.
        let counted = parts == [Part::Then] && common.adapter.is_none() && common.dialect.is_none();
        let chip = common.chip.or(counted.then_some(Chip::None));
        let common = Common { chip, ..common.clone() };
        let written = common.run_long(&places, |session| {
            let measured = self.measure(session, parts)?;
            session.progress.stage("writing the report");
            self.write(session, &measured)
        })?;
        made.keep();
        print(written)
    }

    fn measure(&self, session: &Session, parts: Vec<Part>) -> anyhow::Result<Measured> {
        let settings = Settings { parts, quick: self.quick, sizes: self.size.clone() };
        let start = Instant::now();
        let mut comparison = Comparison::new(&session.device, settings, move || start.elapsed());
        session.progress.stages(comparison.stages() as u64 + 1);
        while let Some(progress) = comparison.progress() {
            session.progress.stage(progress.stage);
            comparison.step();
        }
        if let Some(wrong) = comparison.wrong() {
            bail!("{wrong}");
        }
        let measured = comparison.finish();
        session.notes(&Failure::left_out_by_reason(&measured.left_out));
        Ok(measured)
    }

    /// Stages all files of the report. Returns a line for the user that names the pages.
    fn write(&self, session: &Session, measured: &Measured) -> anyhow::Result<String> {
        let document = report(measured);
        let stage = |name: &str, bytes: &[u8]| -> anyhow::Result<()> {
            session.place(io::stage(&self.out.join(name), |out| out.write_all(bytes))?);
            Ok(())
        };
        for chart in document.charts() {
            let failed = |error| anyhow!("cannot draw the chart `{}`: {error}", chart.name);
            stage(&format!("{}.svg", chart.name), chart.to_svg().map_err(failed)?.as_bytes())?;
            stage(&format!("{}.png", chart.name), &chart.to_png().map_err(failed)?)?;
        }
        let html = document.to_html().map_err(|error| anyhow!("cannot write the page: {error}"))?;
        stage("report.md", document.to_markdown().as_bytes())?;
        stage("report.html", html.as_bytes())?;
        stage("report.json", (serde_json::to_string_pretty(&measured.to_json())? + "\n").as_bytes())?;
        let pages = ["report.html", "report.md", "report.json"].map(|name| self.out.join(name).display().to_string());
        Ok(format!("{} rows, {} charts: {}", measured.rows.len(), document.charts().count(), pages.join(", ")))
    }
}
