//! 5. Brook's reduction of float4, and the chapter's sort and search.

use crate::compare::document::{Block, Section, Table};
use crate::compare::measured::Measured;
use crate::compare::number::{NONE, maybe, number, size};
use crate::compare::published::{BROOK, BROOK_ROWS, TOOLKIT, TOOLKIT_ROWS};
use crate::compare::row::Rows;

use super::{cited, label};

/// The number of elements of the chapter's sort.
pub const SORTED: usize = 4096;

pub fn section(measured: &Measured) -> Section {
    let rows = measured.rows();
    let sum = rows.sizes("reduce-float4").last().copied();
    let among = rows.sizes("search-one").last().copied();
    let sorted = rows.sizes("sort").into_iter().rev().find(|n| *n <= SORTED);
    let of = |n: Option<usize>| n.map_or(NONE.to_owned(), size);
    Section {
        title: "5. Brook's reduction, and the toolkit's sort and search".to_owned(),
        blocks: vec![
            Block::Text(format!(
                "Brook's authors timed the sum of 2^20 vectors of four floats. The simulated figures are what hardware with \
                 a register that adds up across fragments would have taken, by a kernel that writes nothing. Today's rows \
                 are of {} vectors of small whole numbers, whose sums are exact.",
                of(sum)
            )),
            cited(BROOK),
            Block::Text(
                "Look at how many of today's ways beat one core of today's CPU, as those of 2004 beat theirs."
                    .to_owned(),
            ),
            Block::Table(sums(rows, sum)),
            Block::Text(format!(
                "The chapter's sort is bitonic: every pass compares each element with one partner. Its search lets each \
                 fragment look for its own query by halving; a single query leaves all fragments but one idle. Today's \
                 sort is of {} elements, today's search for one among {}. A search for one is but the cost of a call: \
                 look at the sort.",
                of(sorted),
                of(among)
            )),
            cited(TOOLKIT),
            Block::Table(sort_and_search(rows, sorted, among)),
        ],
    }
}

fn sums(rows: Rows, n: Option<usize>) -> Table {
    let mut table =
        Table::new("The sum of vectors of four floats (the two halves of a line have nothing to do with each other)")
            .group("published 2004, of 2^20", ["on", "ms"])
            .group("today", ["by", "ms", "GB/s"]);
    let mut today: Vec<_> = rows.0.iter().filter(|row| row.primitive == "reduce-float4" && Some(row.n) == n).collect();
    today.sort_by(|a, b| a.median_ms.total_cmp(&b.median_ms));
    for line in 0..BROOK_ROWS.len().max(today.len()) {
        let (on, ms) = BROOK_ROWS.get(line).copied().unwrap_or(("", ""));
        let mut cells = vec![on.to_owned(), ms.to_owned()];
        cells.extend(today.get(line).map_or([const { String::new() }; 3], |row| {
            [label(&row.family, &row.method, &row.layout), number(row.median_ms), number(row.gb_per_s)]
        }));
        table.row(cells);
    }
    table
}

fn sort_and_search(rows: Rows, sorted: Option<usize>, among: Option<usize>) -> Table {
    let mut table = Table::new("Milliseconds")
        .group("", ["task"])
        .group("published 2004", ["ms"])
        .group("today", ["fragment, the chapter's method", "fragment, fastest", "compute, fastest", "CPU, fastest"]);
    for ((what, printed), (primitive, n, method)) in
        TOOLKIT_ROWS.iter().zip([("sort", sorted, "bitonic"), ("search-one", among, "binary-search")])
    {
        let best = |family: &str| maybe(n.and_then(|n| rows.best(primitive, family, n)).map(|row| row.median_ms));
        let chapter = n.and_then(|n| rows.find(primitive, "fragment", method, n)).map(|row| row.median_ms);
        let cells =
            [what.to_string(), printed.to_string(), maybe(chapter), best("fragment"), best("compute"), best("cpu")];
        table.row(cells);
    }
    table
}
