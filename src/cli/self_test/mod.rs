//! `brooklet self-test`: compares every method with plain Rust on the user's device, and prints a report to paste into an issue.

mod findings;
mod report;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use clap::builder::PossibleValuesParser;

use brooklet::catalog::{self, Case, PRIMITIVES, Primitive};
use brooklet::{Device, io};

use super::session::Session;
use super::{Common, print};
use findings::Findings;

/// Compare every method with plain Rust on this device, and print a report to paste into an issue
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet self-test
  brooklet self-test --dialect es -o report.md
  brooklet self-test --only sort,argsort --seconds 120
  brooklet self-test --chip nv40

Each method of the toolkit runs on the examples of its primitive, on plain and packed streams or in buffers of compute shaders, at \
sizes around powers of two, where rows of textures end. Texels that belong to no element hold 1e30, so that a method that reads them \
gives a wrong result. Results are compared with plain Rust, bit for bit. The report has a line for each method: ok, not on this device \
(and what it lacks), WRONG (with the first element that differs), or the error. The exit code is 1 if a method is wrong or fails.

Small sizes come first. When the time is over, the sizes that remain are left out, and the report names them; sizes of up to 5 \
elements are always tried.")]
pub struct SelfTest {
    /// Write the report to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only these primitives
    #[arg(long, value_name = "PRIMITIVE,..", value_delimiter = ',', value_parser = PossibleValuesParser::new(catalog::names()))]
    only: Vec<String>,
    /// Stop after this many seconds
    #[arg(long, value_name = "N", default_value = "30", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
}

/// The value of the texels and components that belong to no element. No result comes near it.
const POISON: f32 = 1.0e30;

/// The sizes that are tried however long they take.
const FEW: [usize; 5] = [0, 1, 2, 3, 5];

/// More sizes: around powers of two. The rows of textures are as long as powers of two.
const MORE: [usize; 14] = [16, 17, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 4097, 65_535, 65_537];

impl SelfTest {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let files: Vec<&Path> = self.output.iter().map(PathBuf::as_path).collect();
        files.iter().try_for_each(|file| io::check_place(file))?;
        let (text, verdict) = common.run_poisoned(POISON, &files, |session| {
            let start = Instant::now();
            let findings = self.find(session, || start.elapsed());
            let time = start.elapsed();
            let text = report::report(&session.device, &self.only, &findings, time);
            let Some(path) = &self.output else { return Ok((text, findings.verdict())) };
            session.place(io::stage(path, |out| writeln!(out, "{text}"))?);
            Ok((report::total(&findings, time), findings.verdict()))
        })?;
        let is_stdout = self.output.as_deref().is_some_and(io::is_standard);
        if !is_stdout {
            print(text)?;
        }
        match verdict {
            Some(verdict) => bail!("{verdict}"),
            None => Ok(()),
        }
    }

    /// Runs all cases of all sizes, smallest first, until the time is over or the device is lost.
    fn find(&self, session: &Session, elapsed: impl Fn() -> Duration) -> Findings {
        let wanted = |primitive: &str| self.only.is_empty() || self.only.iter().any(|only| only == primitive);
        let primitives: Vec<_> = PRIMITIVES.into_iter().filter(|primitive| wanted(primitive.name)).collect();
        let sizes: Vec<usize> = FEW.into_iter().chain(MORE).collect();
        session.progress.stages((sizes.len() * primitives.len()) as u64);
        let mut findings = Findings::default();
        for &size in &sizes {
            for case in primitives.iter().flat_map(|primitive| cases(primitive, size)) {
                session.progress.stage(format!("{size} elements: {}", case.primitive.name));
                let is_over = !FEW.contains(&size) && elapsed().as_secs() >= self.seconds;
                if findings.is_lost() || is_over {
                    findings.leave_out(&case);
                } else {
                    examine(&mut findings, &session.device, &case);
                }
            }
        }
        findings
    }
}

/// Returns the cases of all examples of a primitive.
fn cases(primitive: &'static Primitive, size: usize) -> impl Iterator<Item = Case> {
    primitive.examples.iter().flat_map(move |example| Case::of(primitive, example, size))
}

/// Runs a case, unless the device lacks what its method needs.
fn examine(findings: &mut Findings, device: &Device, case: &Case) {
    match case.lacks(device) {
        Some(lacks) => findings.lacks(case, lacks),
        None => findings.compared(case, case.difference(device)),
    }
}
