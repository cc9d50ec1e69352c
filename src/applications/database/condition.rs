//! Conditions: conjunctions of clauses, each of which is a disjunction of comparisons.

use std::fmt;

use crate::fragment_operations::Compare;

use super::DatabaseError;

/// The maximum number of clauses of a condition: a stencil of 8 bits counts them.
pub const MAX_CLAUSES: usize = 255;
/// The maximum number of comparisons of a condition.
pub const MAX_COMPARISONS: usize = 1024;

/// A comparison of a column with a constant, or with another column.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The name of the column.
    pub column: String,
    /// The comparison: of the column's number, on the left, with the operand.
    pub compare: Compare,
    /// What is on the right.
    pub operand: Operand,
}

/// What a column is compared with.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A constant. 0 and -0 are equal.
    Constant(f32),
    /// The number of the same record in the column of this name.
    Column(String),
}

impl From<f32> for Operand {
    fn from(constant: f32) -> Operand {
        Operand::Constant(constant)
    }
}

impl From<&str> for Operand {
    fn from(column: &str) -> Operand {
        Operand::Column(column.to_owned())
    }
}

/// A condition on the records of a table, in conjunctive normal form: all clauses hold, and a clause holds if one of its comparisons does.
///
/// ```
/// use brooklet::Compare;
/// use brooklet::applications::database::Condition;
/// let grown = Condition::compare("age", Compare::GreaterOrEqual, 18.0);
/// let rare = Condition::compare("pay", Compare::Less, 10.0).or(Condition::compare("pay", Compare::Greater, 99.5))?;
/// let both = grown.and(rare)?;
/// assert_eq!(both.to_string(), "age >= 18 and (pay < 10 or pay > 99.5)");
/// assert_eq!(both.not()?.to_string(), "(age < 18 or pay >= 10) and (age < 18 or pay <= 99.5)");
/// # Ok::<(), brooklet::applications::database::DatabaseError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Condition {
    clauses: Vec<Vec<Comparison>>,
}

impl Condition {
    /// Returns the condition that holds for all records: it has no clauses.
    pub fn all() -> Condition {
        Condition::default()
    }

    /// Returns a single comparison: of a column with a constant, or with the column of this name.
    ///
    /// ```
    /// use brooklet::Compare;
    /// use brooklet::applications::database::Condition;
    /// assert_eq!(Condition::compare("age", Compare::Less, 18.0).to_string(), "age < 18");
    /// assert_eq!(Condition::compare("spent", Compare::Greater, "earned").to_string(), "spent > earned");
    /// ```
    pub fn compare(column: impl Into<String>, compare: Compare, operand: impl Into<Operand>) -> Condition {
        let (column, operand) = (column.into(), operand.into());
        Condition { clauses: vec![vec![Comparison { column, compare, operand }]] }
    }

    /// Returns a range query: the column's number is at least `low` and at most `high`. It has two clauses.
    pub fn range(column: impl Into<String>, low: impl Into<Operand>, high: impl Into<Operand>) -> Condition {
        let column = column.into();
        let mut range = Condition::compare(column.clone(), Compare::GreaterOrEqual, low);
        range.clauses.extend(Condition::compare(column, Compare::LessOrEqual, high).clauses);
        range
    }

    /// Returns the clauses.
    pub fn clauses(&self) -> &[Vec<Comparison>] {
        &self.clauses
    }

    /// Returns the condition that holds where both do: it has the clauses of both.
    ///
    /// # Errors
    /// [`DatabaseError::TooLong`].
    pub fn and(mut self, other: Condition) -> Result<Condition, DatabaseError> {
        check(self.clauses.len() + other.clauses.len(), self.comparisons().saturating_add(other.comparisons()))?;
        self.clauses.extend(other.clauses);
        Ok(self)
    }

    /// Returns the condition that holds where one of the two does: it has a clause for each pair of their clauses.
    ///
    /// # Errors
    /// [`DatabaseError::TooLong`].
    pub fn or(self, other: Condition) -> Result<Condition, DatabaseError> {
        let (own, others) = (self.clauses.len(), other.clauses.len());
        let comparisons = |clauses: usize, comparisons: usize| clauses.saturating_mul(comparisons);
        check(
            own.saturating_mul(others),
            comparisons(own, other.comparisons()).saturating_add(comparisons(others, self.comparisons())),
        )?;
        let pairs = self.clauses.iter().flat_map(|first| other.clauses.iter().map(move |second| (first, second)));
        Ok(Condition { clauses: pairs.map(|(first, second)| [first.as_slice(), second].concat()).collect() })
    }

    /// Returns the condition that holds where this one does not.
    ///
    /// # Errors
    /// [`DatabaseError::TooLong`].
    #[expect(clippy::should_implement_trait, reason = "the operator `!` has no errors")]
    pub fn not(self) -> Result<Condition, DatabaseError> {
        // A clause without comparisons never holds.
        let mut negated = Condition { clauses: vec![Vec::new()] };
        for clause in self.clauses {
            let opposite = |own: Comparison| vec![Comparison { compare: opposite(own.compare), ..own }];
            negated = negated.or(Condition { clauses: clause.into_iter().map(opposite).collect() })?;
        }
        Ok(negated)
    }

    fn comparisons(&self) -> usize {
        self.clauses.iter().map(Vec::len).sum()
    }
}

fn check(clauses: usize, comparisons: usize) -> Result<(), DatabaseError> {
    for (what, count, max) in [("clauses", clauses, MAX_CLAUSES), ("comparisons", comparisons, MAX_COMPARISONS)] {
        if count > max {
            return Err(DatabaseError::TooLong { what, count, max });
        }
    }
    Ok(())
}

/// Returns the comparison that holds where this one does not.
fn opposite(compare: Compare) -> Compare {
    match compare {
        Compare::Never => Compare::Always,
        Compare::Less => Compare::GreaterOrEqual,
        Compare::Equal => Compare::NotEqual,
        Compare::LessOrEqual => Compare::Greater,
        Compare::Greater => Compare::LessOrEqual,
        Compare::NotEqual => Compare::Equal,
        Compare::GreaterOrEqual => Compare::Less,
        Compare::Always => Compare::Never,
    }
}

/// Returns the comparison that holds for exchanged sides.
pub(super) fn mirrored(compare: Compare) -> Compare {
    match compare {
        Compare::Less => Compare::Greater,
        Compare::LessOrEqual => Compare::GreaterOrEqual,
        Compare::Greater => Compare::Less,
        Compare::GreaterOrEqual => Compare::LessOrEqual,
        same => same,
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} {}", self.column, self.compare, self.operand)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Operand::Constant(constant) => constant.fmt(f),
            Operand::Column(column) => f.write_str(column),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let clause = |clause: &Vec<Comparison>| {
            let parts: Vec<String> = clause.iter().map(Comparison::to_string).collect();
            match parts.as_slice() {
                [] => "never".to_owned(),
                [only] => only.clone(),
                _ => format!("({})", parts.join(" or ")),
            }
        };
        match self.clauses.as_slice() {
            [] => f.write_str("always"),
            clauses => f.write_str(&clauses.iter().map(clause).collect::<Vec<_>>().join(" and ")),
        }
    }
}
