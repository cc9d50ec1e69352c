//! The sections of the report. Each selects its rows, and writes what they show.

pub mod figure3;
pub mod filter;
pub mod machine;
pub mod model;
pub mod reduce;
pub mod scan;
pub mod then;
pub mod toolkit;
pub mod work;

use crate::catalog;

use super::chart::{Look, Series};
use super::row::Rows;

/// Returns the primitives that are compared side by side.
pub fn side_by_side() -> Vec<&'static str> {
    std::iter::once("map").chain(catalog::names()).collect()
}

/// Returns a label like `fragment: pyramid`, with the layout if it is not the usual one.
fn label(family: &str, method: &str, layout: &str) -> String {
    match layout {
        "packed" => format!("{family}: {method}, packed"),
        _ => format!("{family}: {method}"),
    }
}

/// Returns the lines of these methods, each in the layout that is fastest at its largest size.
fn lines(rows: Rows, primitive: &str, methods: &[(&str, &str)], value: impl Fn(&super::Row) -> f64) -> Vec<Series> {
    let mut lines = Vec::new();
    for (family, method) in methods {
        let Some(row) = rows.sizes(primitive).iter().rev().find_map(|n| rows.find(primitive, family, method, *n))
        else {
            continue;
        };
        let points = rows.series(primitive, (family, method, &row.layout), &value);
        lines.push(Series::new(label(family, method, &row.layout), Look::of(family), points));
    }
    lines
}

/// Returns a paragraph that cites the source of a paper's figures.
fn cited(source: super::published::Source) -> super::document::Block {
    super::document::Block::Text(format!("Published: {source}."))
}
