//! 4. Figures 6 to 8 of Mahardito et al., measured again.

use crate::compare::chart::{Axis, Chart, Look, Scale, Series};
use crate::compare::document::{Block, Section, Table};
use crate::compare::measured::Measured;
use crate::compare::number::{NONE, maybe, number, size, times};
use crate::compare::published::{self, MAHARDITO, MAHARDITO_ROWS};
use crate::compare::row::Rows;

use super::{cited, lines};

const BESIDE: [(&str, &str); 8] = [
    ("compute", "runs"),
    ("compute", "tiles"),
    ("fragment", "2x2"),
    ("fragment", "brook"),
    ("fragment", "runs"),
    ("fragment", "columns"),
    ("cpu", "fold"),
    ("cpu", "fold-rayon"),
];

pub fn section(measured: &Measured) -> Section {
    let rows = measured.rows();
    // Take the paper's size, 2^24, or else the largest size.
    let sizes = rows.sizes("reduce");
    let n = if sizes.contains(&(1 << 24)) { Some(1 << 24) } else { sizes.last().copied() };
    let seven = MAHARDITO_ROWS.map(|row| ("compute", row.method));
    let series = |value: fn(&crate::compare::Row) -> f64| -> Vec<Series> {
        lines(rows, "reduce", &seven, value).into_iter().chain(lines(rows, "reduce", &BESIDE, value)).collect()
    };
    let mut blocks = vec![
        Block::Text(
            "A reduction makes one number of many. Seven kernels, each mending what slowed the one before, are the \
             classic lesson in CUDA. Beside them stand the fragment reductions: 2 × 2 elements become one in a pass \
             (2x2), up to 8 of a row (brook), or 64 texels (runs, columns). And beside all of these today's compute \
             shaders: a tile of elements in the registers of a work group, in one dispatch (tiles), or a run of 256 to \
             each invocation, without shared memory and without a barrier (runs, for drivers on the CPU). The operator \
             measured is the maximum, whose result is exact whatever the order; a sum moves the same bytes. Where the \
             paper relies on warps that run in lock step, brooklet's kernels have barriers, for OpenGL promises no \
             such thing."
                .to_owned(),
        ),
        cited(MAHARDITO),
        Block::Text("The paper bears no date; it cites pages that were accessed in August 2010.".to_owned()),
    ];
    if let Some(n) = n {
        blocks.push(Block::Text(format!(
            "Measured of {} elements ({n}). Look at the two columns *cumulative*: which of the seven steps still pay on \
             this device? Bandwidth is 4 n bytes by the time.",
            size(n)
        )));
    }
    blocks.push(Block::Table(table(rows, n)));
    blocks.push(Block::Note(
        "The published figure contradicts itself: its times by its bandwidths come to 6.7 MB each, a tenth of the 67 MB of \
         2^24 ints that its section 4.2 speaks of; the head of its column says 2^14 ints. It stands here as published: \
         compare ratios, not times."
            .to_owned(),
    ));
    blocks.push(Block::Figure(steps(rows, n)));
    blocks.push(Block::Text(
        "The paper's figures 7 and 8 show time and bandwidth from 2^17 to 2^25 elements as curves, without numbers to copy. \
         The same again, measured:"
            .to_owned(),
    ));
    blocks.push(Block::Figure(Chart {
        name: "reduce-time",
        title: "Figure 7 again: time of a reduction".to_owned(),
        x: Axis::log2("elements"),
        y: Axis::log10("ms (lower is better)"),
        series: series(|row| row.median_ms),
    }));
    blocks.push(Block::Figure(Chart {
        name: "reduce-bandwidth",
        title: "Figure 8 again: bandwidth of a reduction".to_owned(),
        x: Axis::log2("elements"),
        y: Axis::log10("GB/s read (higher is better)"),
        series: series(|row| row.gb_per_s),
    }));
    Section { title: "4. Reduction: the seven kernels again".to_owned(), blocks }
}

/// Returns the time of a kernel of the paper.
fn ms(rows: Rows, n: Option<usize>, kernel: usize) -> Option<f64> {
    Some(rows.find("reduce", "compute", MAHARDITO_ROWS.get(kernel)?.method, n?)?.median_ms)
}

fn table(rows: Rows, n: Option<usize>) -> Table {
    let mut table =
        Table::new("Time, bandwidth, speed-up over the kernel before (step) and over the first (cumulative)")
            .group("", ["kernel"])
            .group("published 2010", ["time (ms)", "bandwidth (GB/s)", "step", "cumulative"])
            .group("today", ["time (ms)", "bandwidth (GB/s)", "step", "cumulative"]);
    let printed = |text: &str, unit: &str| if text.is_empty() { NONE.to_owned() } else { format!("{text}{unit}") };
    let factor = |value: Option<f64>| value.map_or(NONE.to_owned(), times);
    for (kernel, row) in MAHARDITO_ROWS.iter().enumerate() {
        let own = ms(rows, n, kernel);
        let over = |other: usize| if kernel == 0 { None } else { Some(ms(rows, n, other)? / own?) };
        let measured = n.and_then(|n| rows.find("reduce", "compute", row.method, n));
        table.row([
            row.kernel.to_owned(),
            row.ms.to_owned(),
            row.gb_per_s.to_owned(),
            printed(row.step, "x"),
            printed(row.cumulative, "x"),
            maybe(own),
            maybe(measured.map(|row| row.gb_per_s)),
            factor(over(kernel.saturating_sub(1))),
            factor(over(0)),
        ]);
    }
    for (family, method) in BESIDE {
        let Some(row) = n.and_then(|n| rows.find("reduce", family, method, n)) else { continue };
        let blank = || NONE.to_owned();
        let first = ms(rows, n, 0).map(|first| first / row.median_ms);
        let name = super::label(family, method, &row.layout);
        let (time, bandwidth) = (number(row.median_ms), number(row.gb_per_s));
        table.row([name, blank(), blank(), blank(), blank(), time, bandwidth, blank(), factor(first)]);
    }
    table
}

fn steps(rows: Rows, n: Option<usize>) -> Chart {
    let first = ms(rows, n, 0);
    let own = (0..7).filter_map(|kernel| Some((kernel as f64, first? / ms(rows, n, kernel)?))).collect();
    let cumulative = |row: &published::MaharditoRow| match row.cumulative {
        "" => Some(1.0),
        printed => published::value(printed),
    };
    let published = MAHARDITO_ROWS.iter().enumerate();
    let published = published.filter_map(|(kernel, row)| Some((kernel as f64, cumulative(row)?))).collect();
    let names = ["1", "2", "3", "4", "5", "6", "7"];
    Chart {
        name: "reduce-steps",
        title: "Seven kernels: speed-up over the first".to_owned(),
        x: Axis {
            label: "kernel, by its number in the table".to_owned(),
            scale: Scale::Names(names.map(str::to_owned).to_vec()),
        },
        y: Axis::log10("times faster than kernel 1"),
        series: vec![
            Series::new("today: compute", Look::Compute, own),
            Series::new("2010: CUDA, GT 240", Look::Published, published),
        ],
    }
}
