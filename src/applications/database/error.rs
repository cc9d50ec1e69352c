//! Errors of tables and queries.

use crate::syntax::nearest;

/// Why a table cannot be made or asked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// A table without columns has no records.
    #[error("a table has at least one column")]
    NoColumns,
    /// Two columns have the same name.
    #[error("two columns are called `{name}`")]
    Twice {
        /// The name.
        name: String,
    },
    /// The table has no such column.
    #[error("there is no column `{name}`{}", did_you_mean(.name, .known))]
    UnknownColumn {
        /// The name.
        name: String,
        /// The names of all columns.
        known: Vec<String>,
    },
    /// The text of a condition cannot be read.
    #[error("character {at} of the condition: {what}")]
    Text {
        /// The number of the character, from 1.
        at: usize,
        /// What is wrong there.
        what: String,
    },
    /// A condition compares with NaN.
    #[error("column `{column}` is compared with NaN, which has no place in an order: compare it with a number")]
    NotANumber {
        /// The column.
        column: String,
    },
    /// A condition is too long, or becomes too long as a conjunction of clauses.
    #[error("the condition has {count} {what} as a conjunction of clauses; it may have {max}: ask for less at once")]
    TooLong {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// The maximum.
        max: usize,
    },
    /// A column has a number that is not whole, or too large.
    #[error("column `{column}` has {value:?} in record {record}, and {what} takes whole numbers from 0 to {max}")]
    NotWhole {
        /// The column.
        column: String,
        /// The number of the first such record, from 0.
        record: usize,
        /// Its value.
        value: f32,
        /// What takes whole numbers.
        what: &'static str,
        /// The largest of them.
        max: u32,
    },
    /// There are too few records for a rank.
    #[error(
        "there is no rank {k} among {selected} selected records: the rank of the largest is 1, and that of the smallest is their number"
    )]
    Rank {
        /// The rank, from 1.
        k: u64,
        /// The number of selected records.
        selected: u64,
    },
    /// The device does not count fragments.
    #[error(
        "{aggregate} needs occlusion queries that count fragments, which this device ({device}) does not have: take the mask, and reduce it"
    )]
    Counts {
        /// The aggregate.
        aggregate: &'static str,
        /// The device.
        device: String,
    },
}

fn did_you_mean(name: &str, known: &[String]) -> String {
    let names: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    match (nearest(name, known.iter().map(String::as_str)), names.as_slice()) {
        (_, []) => "; there are none at all".to_owned(),
        (Some(best), [_]) => format!("; did you mean `{best}`?"),
        (Some(best), _) => format!("; did you mean `{best}`? There are {}", names.join(", ")),
        (None, [only]) => format!("; there is {only}"),
        (None, _) => format!("; there are {}", names.join(", ")),
    }
}
