//! 6. Passes, texels and bytes, and how they grow.

use crate::compare::chart::{Axis, Chart, Look, Scale, Series};
use crate::compare::document::{Block, Section, Table};
use crate::compare::fit::exponent;
use crate::compare::measured::Measured;
use crate::compare::number::{NONE, bytes, maybe, number, size};
use crate::compare::row::Rows;

use super::{label, side_by_side};

pub fn section(measured: &Measured) -> Section {
    let rows = measured.rows();
    let n = common(rows);
    let mut blocks = vec![
        Block::Text(
            "What the methods do, beside how long they take. Passes (or dispatches), texels and bytes are counted from the \
             trace of a run. A texel that a pass is given counts once, however often its kernel fetches it, and also where a \
             search skips it: that is what memory has to deliver to a perfect cache. Compute shaders read \
             buffers, which have no texels. GPU ms is by the device's own clock."
                .to_owned(),
        ),
        Block::Text(
            "Look at the exponents: a method whose bytes or time grow like n to the power 1 does its share for each element; \
             what lies above 1 by 0.05 to 0.2 is a factor of log n, or its square (the bitonic sort). Time grows slower \
             than n where the cost of starting passes still weighs. The fit is a line through logarithms."
                .to_owned(),
        ),
    ];
    if let Some(n) = n {
        blocks.extend(side_by_side().iter().filter_map(|primitive| table(rows, primitive, n)).map(Block::Table));
        blocks.push(Block::Figure(families(rows, n)));
    }
    blocks.push(Block::Figure(growth(rows)));
    Section { title: "6. The work: fragment against compute".to_owned(), blocks }
}

/// Returns the largest size at which every measured primitive has rows.
fn common(rows: Rows) -> Option<usize> {
    let all = side_by_side();
    let mut sizes = all.iter().map(|primitive| rows.sizes(primitive)).filter(|sizes| !sizes.is_empty());
    let first = sizes.next()?;
    let others: Vec<Vec<usize>> = sizes.collect();
    first.into_iter().rev().find(|n| others.iter().all(|sizes| sizes.contains(n)))
}

fn table(rows: Rows, primitive: &str, n: usize) -> Option<Table> {
    let mut table = Table::new(format!("{primitive}, of {} elements", size(n)))
        .group("", ["method", "ms", "GPU ms", "passes", "texels read", "texels written", "bytes moved"])
        .group("exponent of growth", ["of bytes", "of time", "over sizes"]);
    for key @ (family, method, layout) in rows.methods(primitive) {
        let own = |row: &&crate::compare::Row| (row.family.as_str(), row.method.as_str(), row.layout.as_str()) == key;
        let Some(row) = rows.0.iter().filter(|row| row.primitive == primitive && row.n == n).find(own) else {
            continue;
        };
        let time = rows.series(primitive, key, |row| row.median_ms);
        let moved = rows.series(primitive, key, |row| row.bytes_moved as f64);
        let fits =
            |points: &[(f64, f64)]| exponent(points).filter(|_| points.len() >= 3).map(|value| format!("{value:.2}"));
        let count = |count: usize, there: bool| if there { count.to_string() } else { NONE.to_owned() };
        let (draws, runs) = (row.texels_written > 0, row.passes > 0);
        table.row([
            label(family, method, layout),
            number(row.median_ms),
            maybe(row.gpu_ms),
            count(row.passes, runs),
            count(row.texels_read, draws),
            count(row.texels_written, draws),
            if runs { bytes(row.bytes_moved as f64) } else { NONE.to_owned() },
            fits(&moved).filter(|_| runs).unwrap_or(NONE.to_owned()),
            fits(&time).unwrap_or(NONE.to_owned()),
            match (time.first(), time.last()) {
                (Some(least), Some(max)) if time.len() >= 3 => {
                    format!("{} to {}", size(least.0 as usize), size(max.0 as usize))
                }
                _ => NONE.to_owned(),
            },
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Charts the fastest method of each family for each primitive.
fn families(rows: Rows, n: usize) -> Chart {
    let mut primitives = side_by_side();
    primitives.retain(|primitive| !rows.sizes(primitive).is_empty());
    let points = |find: &dyn Fn(&str) -> Option<f64>| -> Vec<(f64, f64)> {
        primitives.iter().enumerate().filter_map(|(at, primitive)| Some((at as f64, find(primitive)?))).collect()
    };
    let best = |family: &'static str| points(&|primitive: &str| Some(rows.best(primitive, family, n)?.median_ms));
    let paper = points(&|primitive: &str| {
        let methods = rows.methods(primitive);
        let (_, method, layout) = methods.into_iter().find(|(family, _, _)| *family == "fragment")?;
        let row = rows.0.iter().find(|row| {
            row.primitive == primitive
                && row.family == "fragment"
                && row.method == method
                && row.layout == layout
                && row.n == n
        });
        Some(row?.median_ms)
    });
    Chart {
        name: "families",
        title: format!("Three families, the same {} elements", size(n)),
        x: Axis {
            label: "primitive".to_owned(),
            scale: Scale::Names(primitives.iter().map(|primitive| primitive.to_string()).collect()),
        },
        y: Axis::log10("ms (lower is better)"),
        series: vec![
            Series::new("fragment: as in the papers of 2004 and 2005", Look::Fragment, paper),
            Series::new("fragment: fastest", Look::Fragment, best("fragment")),
            Series::new("compute: fastest", Look::Compute, best("compute")),
            Series::new("CPU: fastest", Look::Cpu, best("cpu")),
        ],
    }
}

/// Charts the sorts, whose methods differ most.
fn growth(rows: Rows) -> Chart {
    let methods = [
        ("fragment", "bitonic"),
        ("fragment", "merge"),
        ("compute", "bitonic"),
        ("compute", "bitonic-shared"),
        ("compute", "radix"),
        ("compute", "radix-runs"),
        ("compute", "radix-tiles"),
        ("cpu", "sort-unstable"),
        ("cpu", "radsort"),
        ("cpu", "rdst-rayon"),
    ];
    let mut series = super::lines(rows, "sort", &methods, |row| row.median_ms);
    for series in &mut series {
        let exponent = maybe(exponent(&series.points));
        series.label = format!("{} (n^{exponent})", series.label);
    }
    Chart {
        name: "sort-growth",
        title: "Sorting: how time grows".to_owned(),
        x: Axis::log2("elements"),
        y: Axis::log10("ms (lower is better)"),
        series,
    }
}
