//! 7. Upload, compute, read back: Brook's cost model, and the knee of the paper's figure 4.

use serde::Serialize;

use crate::compare::chart::{Axis, Chart, Look, Series};
use crate::compare::document::{Block, Section, Table};
use crate::compare::fit::Line;
use crate::compare::measured::Measured;
use crate::compare::number::{NONE, maybe, number, size};
use crate::compare::published::{BROOK_KNEE, BROOK_KNEES, BROOK_MADS, TOOLKIT};
use crate::compare::row::Rows;

use super::cited;

/// The fitted constants of Brook's model: milliseconds for n records of one float each.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Constants {
    /// The upload into a stream.
    pub upload: Option<Line>,
    /// The read-back of a stream.
    pub read_back: Option<Line>,
    /// The kernel of 43 multiply-adds, on plain streams.
    pub kernel: Option<Line>,
    /// The same kernel on packed streams.
    pub kernel_packed: Option<Line>,
    /// The same work on one core.
    pub cpu: Option<Line>,
    /// The same work on all cores.
    pub cpu_all: Option<Line>,
}

const PLAIN: (&str, &str, &str) = ("fragment", "43-multiply-adds", "plain");
const PACKED: (&str, &str, &str) = ("fragment", "43-multiply-adds", "packed");
const ONE_CORE: (&str, &str, &str) = ("cpu", "43-multiply-adds", "slice");
const ALL_CORES: (&str, &str, &str) = ("cpu", "43-multiply-adds-rayon", "slice");

impl Constants {
    /// Fits the constants to the measurements.
    pub fn of(rows: Rows) -> Constants {
        let line = |primitive: &str, key| Line::through(&rows.series(primitive, key, |row| row.median_ms));
        Constants {
            upload: line("transfer", ("fragment", "upload", "plain")),
            read_back: line("transfer", ("fragment", "read-back", "plain")),
            kernel: line("synthetic", PLAIN),
            kernel_packed: line("synthetic", PACKED),
            cpu: line("synthetic", ONE_CORE),
            cpu_all: line("synthetic", ALL_CORES),
        }
    }

    /// Returns T_r of the model: the milliseconds for moving one record in and out.
    fn transfer(&self) -> Option<f64> {
        Some(self.upload?.each + self.read_back?.each)
    }
}

pub fn section(measured: &Measured) -> Section {
    let rows = measured.rows();
    let constants = Constants::of(rows);
    let mut blocks = vec![
        Block::Text(
            "Before a GPU computes, data have to get there, and the results back. In 2004 the way back was eight times \
             narrower than the way in: over AGP the chapter counts 8x for uploads and 1x for reading back, which could eat \
             all that was gained."
                .to_owned(),
        ),
        cited(TOOLKIT),
        Block::Text("Look at the last column: on AGP it was 8.".to_owned()),
        Block::Table(transfers(rows)),
        Block::Figure(Chart {
            name: "transfers",
            title: "Upload, compute, read back".to_owned(),
            x: Axis::log2("floats"),
            y: Axis::log10("ms (lower is better)"),
            series: vec![
                Series::new("upload", Look::Fragment, times(rows, "transfer", ("fragment", "upload", "plain"))),
                Series::new("compute: 43 multiply-adds", Look::Fragment, times(rows, "synthetic", PLAIN)),
                Series::new("read back", Look::Fragment, times(rows, "transfer", ("fragment", "read-back", "plain"))),
                Series::new("all three in a row", Look::Fragment, times(rows, "round-trip", PLAIN)),
                Series::new("CPU: the same on one core", Look::Cpu, times(rows, "synthetic", ONE_CORE)),
            ],
        }),
        Block::Text(
            "Brook's cost model: n records take T_gpu = n (T_r + K_gpu) on the GPU, transfer and kernel, and T_cpu = n K_cpu \
             on the CPU. With the speed-up s = K_cpu / K_gpu and the computational intensity γ = K_gpu / T_r, the GPU wins \
             when γ > 1 / (s - 1), which is T_r < K_cpu - K_gpu. The constants below are slopes of lines fitted to what was \
             measured; what a call costs whatever its size, which the model leaves out, stands beside them."
                .to_owned(),
        ),
        Block::Table(fitted(&constants)),
        Block::Table(verdict(&constants)),
    ];
    blocks.extend(prediction(rows, &constants).map(Block::Text));
    blocks.push(Block::Text(format!(
        "Brook's figure 4: the time of a call of a kernel of {BROOK_MADS} multiply-adds is flat while streams are short, for \
         starting the kernel costs more than running it, and rises with n beyond a knee. The same kernel, measured in runs \
         of many calls: the knee is where the fitted cost of the elements equals that of the call."
    )));
    blocks.push(cited(BROOK_KNEE));
    blocks.push(Block::Text(
        "Look at how far the knee has moved: a stream shorter than it is not worth a pass of its own.".to_owned(),
    ));
    blocks.push(Block::Table(knees(&constants)));
    blocks.push(Block::Figure(knee_chart(rows, &constants)));
    Section { title: "7. Transfers, the cost model, and the knee".to_owned(), blocks }
}

fn times(rows: Rows, primitive: &str, key: (&str, &str, &str)) -> Vec<(f64, f64)> {
    rows.series(primitive, key, |row| row.median_ms)
}

fn transfers(rows: Rows) -> Table {
    let mut table = Table::new("Milliseconds for n floats in a plain stream")
        .group("", ["n"])
        .group("today", ["upload", "compute", "read back", "sum", "all in a row", "read back / upload"]);
    for n in rows.sizes("round-trip") {
        let ms = |primitive: &str, method: &str| Some(rows.find(primitive, "fragment", method, n)?.median_ms);
        let plain = |method: &str| {
            let points = rows.series("transfer", ("fragment", method, "plain"), |row| row.median_ms);
            points.into_iter().find(|point| point.0 == n as f64).map(|point| point.1)
        };
        let kernel = times(rows, "synthetic", PLAIN).into_iter().find(|point| point.0 == n as f64).map(|point| point.1);
        let (upload, back) = (plain("upload"), plain("read-back"));
        let sum = upload.zip(kernel).zip(back).map(|((upload, kernel), back)| upload + kernel + back);
        let ratio = back.zip(upload).map(|(back, upload)| back / upload);
        table.row([
            size(n),
            maybe(upload),
            maybe(kernel),
            maybe(back),
            maybe(sum),
            maybe(ms("round-trip", "43-multiply-adds")),
            maybe(ratio),
        ]);
    }
    table
}

fn fitted(constants: &Constants) -> Table {
    let mut table =
        Table::new("Constants, fitted").group("", ["what"]).group("today", ["a record (ns)", "a call (µs)"]);
    for (name, line) in [
        ("upload", constants.upload),
        ("read back", constants.read_back),
        ("K_gpu: 43 multiply-adds, plain stream", constants.kernel),
        ("K_gpu: 43 multiply-adds, packed stream", constants.kernel_packed),
        ("K_cpu: 43 multiply-adds, one core", constants.cpu),
        ("K_cpu: 43 multiply-adds, all cores", constants.cpu_all),
    ] {
        table.row([name.to_owned(), maybe(line.map(|line| line.each * 1e6)), maybe(line.map(|line| line.fixed * 1e3))]);
    }
    let name = "T_r: upload and read back".to_owned();
    table.row([name, maybe(constants.transfer().map(|ms| ms * 1e6)), NONE.to_owned()]);
    table
}

fn verdict(constants: &Constants) -> Table {
    let mut table = Table::new("Does the trip pay for 43 multiply-adds a record?").group("", ["against"]).group(
        "today",
        ["speed-up s", "intensity γ", "1 / (s - 1)", "GPU wins", "breaks even at (multiply-adds a record)"],
    );
    for (name, cpu) in [("one core", constants.cpu), ("all cores", constants.cpu_all)] {
        let cells = (|| {
            let (transfer, gpu, cpu) = (constants.transfer()?, constants.kernel?.each, cpu?.each);
            let (s, intensity) = (cpu / gpu, gpu / transfer);
            // A GPU that is not faster never wins, for any amount of work.
            let threshold = (s > 1.0).then(|| 1.0 / (s - 1.0));
            let even = (s > 1.0).then(|| transfer / ((cpu - gpu) / BROOK_MADS as f64));
            let wins = if threshold.is_some_and(|threshold| intensity > threshold) { "yes" } else { "no" };
            let even = even.map_or("never".to_owned(), number);
            let threshold = threshold.map_or("none: s ≤ 1".to_owned(), number);
            Some([number(s), number(intensity), threshold, wins.to_owned(), even])
        })();
        let mut row = vec![name.to_owned()];
        row.extend(cells.unwrap_or([const { String::new() }; 5].map(|_| NONE.to_owned())));
        table.row(row);
    }
    table
}

/// Compares the model's prediction of the largest round trip with its measured time.
fn prediction(rows: Rows, constants: &Constants) -> Option<String> {
    let (n, took) = times(rows, "round-trip", PLAIN).last().copied()?;
    let model = n * (constants.transfer()? + constants.kernel?.each);
    Some(format!(
        "The model put to the test: for {} floats it says {} ms; uploading, computing and reading back in a row took {} ms.",
        size(n as usize),
        number(model),
        number(took)
    ))
}

fn knees(constants: &Constants) -> Table {
    let mut table = Table::new("The knee (operations: two for a multiply-add)")
        .group("published 2004", ["on", "floating-point operations"])
        .group("today", ["on", "stream length n", "operations, 2 · 43 · n", "a call (µs)"]);
    let today = [("plain stream", constants.kernel), ("packed stream", constants.kernel_packed)];
    for ((on, printed), (name, line)) in BROOK_KNEES.into_iter().zip(today) {
        let knee = line.and_then(|line| line.knee());
        let count = |value: Option<f64>| value.map_or(NONE.to_owned(), |value| format!("{value:.0}"));
        let fixed = maybe(line.map(|line| line.fixed * 1e3));
        let operations = count(knee.map(|n| 2.0 * BROOK_MADS as f64 * n));
        table.row([on.to_owned(), printed.to_owned(), name.to_owned(), count(knee), operations, fixed]);
    }
    table
}

fn knee_chart(rows: Rows, constants: &Constants) -> Chart {
    let us = |key| rows.series("synthetic", key, |row| row.median_ms * 1e3);
    let sizes = rows.sizes("synthetic");
    let model = |line: Option<Line>| -> Vec<(f64, f64)> {
        let at = |line: Line| sizes.iter().map(move |n| (*n as f64, line.at(*n as f64) * 1e3)).collect();
        line.map_or(Vec::new(), at)
    };
    let knee = constants.kernel.and_then(|line| Some((line.knee()?, line.at(line.knee()?) * 1e3)));
    Chart {
        name: "knee",
        title: "Figure 4 again: a call of a kernel of 43 multiply-adds".to_owned(),
        x: Axis::log2("stream length (floats)"),
        y: Axis::log10("µs a call (lower is better)"),
        series: vec![
            Series::new("fragment: plain", Look::Fragment, us(PLAIN)),
            Series::new("fragment: packed", Look::Fragment, us(PACKED)),
            Series::new("CPU: one core", Look::Cpu, us(ONE_CORE)),
            Series::new("CPU: all cores", Look::Cpu, us(ALL_CORES)),
            Series::new("fitted: call + n · record", Look::Claim, model(constants.kernel)),
            Series::new(
                format!("the knee: n = {}", maybe(knee.map(|knee| knee.0))),
                Look::Mark,
                knee.into_iter().collect(),
            ),
        ],
    }
}
