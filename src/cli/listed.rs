//! Writes the notes on arrays of several axes that a command takes as one list, and what to do if that was not meant.

use std::path::Path;

use brooklet::io::{Array, input_name};

use super::arrays::NO_ORDER;
use super::shapes::{column, counts, is_npy, tuple, width};

/// The use of an array that is taken as a list.
#[derive(Clone, Copy, PartialEq)]
pub enum Listed {
    Reduce,
    Scan,
    Filter,
    Sort,
    Argsort,
    Unique,
    Group,
    Search,
    Merge,
    Histogram,
    Top,
    Quantile,
    /// The queries of a search, each number by itself.
    Queries,
}

impl Listed {
    /// Returns the note on an array whose last axis was not turned into vectors by an expression. Returns `None` if the array is one list
    /// already, or if another note covers it.
    pub fn note(self, path: &Path, array: &Array) -> Option<String> {
        if array.data.is_empty() || !is_npy(path) {
            return None;
        }
        let name = input_name(path);
        let mut shape = array.shape.clone();
        if array.components > 1 {
            shape.push(array.components);
        }
        let narrow = width(path, array).is_some();
        let column = column(array.shape.len(), "0");
        let unordered = format!("read as {}; {NO_ORDER}", counts(array).0);
        let said = match self {
            Listed::Queries if narrow => {
                format!("{unordered}: to search for a column, save it ({column} in NumPy) in a file of its own")
            }
            // Each query is independent and keeps its position, so nothing becomes one list.
            Listed::Queries => return None,
            Listed::Sort if narrow && array.shape.len() == 2 => format!(
                "{unordered}: to sort its rows by a column, save that ({column} in NumPy) as the keys, and add --values {name} \
                 --values-out FILE"
            ),
            Listed::Unique | Listed::Group if narrow && array.shape.len() == 2 => {
                format!("{unordered}: to take a column as keys, save it ({column} in NumPy) in a file of its own")
            }
            Listed::Argsort | Listed::Top | Listed::Quantile if narrow && array.shape.len() == 2 => {
                format!("{unordered}: to {} each of its columns, add --axis 0", self.verb())
            }
            Listed::Search if narrow && array.shape.len() == 2 => {
                format!("{unordered}: to search a column, save it ({column} in NumPy) in a file of its own")
            }
            Listed::Merge if narrow && array.shape.len() == 2 => {
                format!("{unordered}: to merge a column, save it ({column} in NumPy) in a file of its own")
            }
            // Either the rule on vectors prints a note of its own, or the elements are vectors already.
            Listed::Filter if narrow || array.components > 1 => return None,
            Listed::Reduce | Listed::Scan if narrow && array.shape.len() == 2 => return None,
            _ if array.shape.iter().filter(|extent| **extent != 1).count() < 2 => return None,
            _ => self.one_list(path, array),
        };
        Some(format!("{name} is {}: {said}", tuple(&shape)))
    }

    fn one_list(self, path: &Path, array: &Array) -> String {
        let what = if array.components == 1 { "numbers" } else { "vectors" };
        let mut said = format!("read as one list of {} {what}, in C order", array.data.len() / array.components);
        match self {
            Listed::Filter if array.shape.last().is_some_and(|last| *last > 4) => {
                let columns = column(array.shape.len(), ":3");
                return format!(
                    "{said}; a record has 1 to 4 numbers: to filter whole rows, save 2 to 4 columns ({columns} in NumPy), and add \
                     --vectors"
                );
            }
            Listed::Filter | Listed::Queries => return said,
            _ => {}
        }
        let verb = self.verb();
        // One index for each axis before the last that has several elements: what remains is one list.
        let leading = array.shape.iter().rposition(|extent| *extent != 1).unwrap_or(0);
        let row = vec!["0"; leading].join(", ");
        said += &match self {
            Listed::Reduce | Listed::Scan | Listed::Sort | Listed::Argsort | Listed::Top | Listed::Quantile => {
                format!("; to {verb} each of its rows, add --axis {leading}")
            }
            _ => format!("; to {verb} its rows, save each (x[{row}] in NumPy) in a file of its own"),
        };
        if matches!(self, Listed::Reduce | Listed::Scan) && width(path, array).is_some() {
            let (_, vectors) = counts(array);
            said += &format!("; --vectors reads it as {vectors}");
        }
        said
    }

    /// Returns what is done with the list.
    fn verb(self) -> &'static str {
        match self {
            Listed::Filter => "filter",
            Listed::Reduce => "reduce",
            Listed::Scan => "scan",
            Listed::Sort => "sort",
            Listed::Argsort => "find the order of",
            Listed::Unique => "find the distinct elements of",
            Listed::Group => "group by",
            Listed::Search => "search",
            Listed::Queries => "search for",
            Listed::Merge => "merge",
            Listed::Histogram => "count",
            Listed::Top => "select from",
            Listed::Quantile => "find quantiles of",
        }
    }
}
