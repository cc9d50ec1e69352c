//! 2. Table 36-1 of Horn, measured again.

use crate::compare::chart::{Axis, Chart, Look, Series};
use crate::compare::document::{Block, Section, Table};
use crate::compare::measured::Measured;
use crate::compare::number::{NONE, maybe, number, size};
use crate::compare::published::{self, HORN, HORN_RECORDS, HORN_ROWS};
use crate::compare::row::Rows;

use super::{cited, lines};

const SCAN: (&str, &str) = ("fragment", "scan-search-gather");
const SORT: (&str, &str) = ("fragment", "stable-sort");
const METHODS: [(&str, &str); 8] = [
    SCAN,
    SORT,
    ("fragment", "histopyramid"),
    ("compute", "scan-scatter"),
    ("compute", "runs"),
    ("compute", "tiles"),
    ("cpu", "filter"),
    ("cpu", "filter-rayon"),
];

pub fn section(measured: &Measured) -> Section {
    let rows = measured.rows();
    let mut sizes = rows.sizes("filter");
    sizes.extend(HORN_RECORDS);
    sizes.sort_unstable();
    sizes.dedup();
    let us = |row: &crate::compare::Row| row.ns_per_element / 1000.0;
    Section {
        title: "2. Filtering: Table 36-1 again".to_owned(),
        blocks: vec![
            Block::Text(
                "A fragment can write to its own place only. To keep some records and drop the others, their new places \
                 have to be found first: by sorting the dropped ones to the end, or, as Horn showed in 2005, by counting \
                 them with a scan and letting each place search for the record that moves there. Half of the records are \
                 dropped here. A pyramid of counts (histopyramid) is the fragment pipeline's answer of 2006. A compute \
                 shader writes each record to its place at once: by a flag for each and a scan of 2007 (scan-scatter), or, \
                 as today, by counts alone, of what a work group loads (tiles, for GPUs) or of what one invocation goes \
                 through (runs, for drivers on the CPU)."
                    .to_owned(),
            ),
            cited(HORN),
            Block::Text(
                "Look at how a column grows: sorting costs more a record the more records there are, scanning hardly so."
                    .to_owned(),
            ),
            Block::Table(table(rows, &sizes)),
            Block::Figure(Chart {
                name: "filter",
                title: "Filtering: microseconds a record".to_owned(),
                x: Axis::log2("records"),
                y: Axis::log10("µs per record (lower is better)"),
                series: lines(rows, "filter", &METHODS, us).into_iter().chain(published_lines()).collect(),
            }),
            Block::Text(
                "Horn claims that the scan is almost exactly 0.5 · log2 n times faster than the bitonic sort, for the sort \
                 takes that many times more passes. The ratios of the published columns are computed from the digits above. \
                 Today's sort is stable, which the count of passes does not show: each writes a position and a payload \
                 beside the key, and costs more than a pass of the scan."
                    .to_owned(),
            ),
            Block::Table(claim(rows, &sizes)),
            Block::Figure(claim_chart(rows, &sizes)),
        ],
    }
}

fn table(rows: Rows, sizes: &[usize]) -> Table {
    let mut table = Table::new("Microseconds per record (lower is better)")
        .group("", ["records"])
        .group("published 2005: 6800 Ultra", ["Scan/Search", "Bitonic Sort"])
        .group("published 2005: X800", ["Scan/Search", "Bitonic Sort"])
        .group("today: fragment", ["scan, search, gather", "stable (bitonic) sort", "histopyramid"])
        .group("today: compute", ["scan, scatter", "runs", "tiles"])
        .group("today: CPU", ["one core", "all cores"]);
    for &n in sizes {
        let printed = HORN_RECORDS.iter().position(|records| *records == n);
        let mut cells = vec![size(n)];
        cells.extend(HORN_ROWS.iter().map(|row| printed.map_or(NONE, |at| row.us_per_record[at]).to_owned()));
        cells.extend(METHODS.iter().map(|(family, method)| {
            maybe(rows.find("filter", family, method, n).map(|row| row.ns_per_element / 1000.0))
        }));
        table.row(cells);
    }
    table
}

/// Returns the measured time of the sort divided by that of the scan.
fn ratio(rows: Rows, n: usize) -> Option<f64> {
    let time = |(family, method): (&str, &str)| Some(rows.find("filter", family, method, n)?.median_ms);
    Some(time(SORT)? / time(SCAN)?)
}

/// Returns the same ratio of two rows of the table.
fn published_ratio(hardware: usize, at: usize) -> Option<f64> {
    let value = |row: usize| published::value(HORN_ROWS[row].us_per_record[at]);
    Some(value(2 * hardware + 1)? / value(2 * hardware)?)
}

fn claim(rows: Rows, sizes: &[usize]) -> Table {
    let mut table = Table::new("How many times faster the scan is than the sort")
        .group("", ["records", "0.5 · log2 n"])
        .group("published 2005, computed", ["6800 Ultra", "X800"])
        .group("today", ["fragment"]);
    for &n in sizes {
        let printed = HORN_RECORDS.iter().position(|records| *records == n);
        let of = |hardware| maybe(printed.and_then(|at| published_ratio(hardware, at)));
        table.row([size(n), number(0.5 * (n as f64).log2()), of(0), of(1), maybe(ratio(rows, n))]);
    }
    table
}

fn published_lines() -> Vec<Series> {
    let line = |row: &published::HornRow| {
        let points = HORN_RECORDS.iter().zip(row.us_per_record);
        let points = points.filter_map(|(n, printed)| Some((*n as f64, published::value(printed)?))).collect();
        Series::new(format!("2005: {}, {}", row.hardware, row.method), Look::Published, points)
    };
    HORN_ROWS.iter().map(line).collect()
}

fn claim_chart(rows: Rows, sizes: &[usize]) -> Chart {
    let published = |hardware: usize| {
        let points = HORN_RECORDS.iter().enumerate();
        points.filter_map(|(at, n)| Some((*n as f64, published_ratio(hardware, at)?))).collect()
    };
    let measured = sizes.iter().filter_map(|n| Some((*n as f64, ratio(rows, *n)?))).collect();
    let claim = sizes.iter().map(|n| (*n as f64, 0.5 * (*n as f64).log2())).collect();
    Chart {
        name: "filter-claim",
        title: "Horn's claim: the scan is 0.5 · log2 n times faster than the sort".to_owned(),
        x: Axis::log2("records"),
        y: Axis::linear("time of the sort / time of the scan"),
        series: vec![
            Series::new("today: fragment", Look::Fragment, measured),
            Series::new("2005: 6800 Ultra", Look::Published, published(0)),
            Series::new("2005: X800", Look::Published, published(1)),
            Series::new("the claim, 0.5 · log2 n", Look::Claim, claim),
        ],
    }
}
