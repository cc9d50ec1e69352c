//! Facts: the figures of a profile, each with its source and how well it is known.

use serde::Serialize;

/// A fact about a chip.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fact<T> {
    /// The figure.
    pub value: T,
    /// How well it is known.
    pub status: Status,
    /// Where it comes from.
    pub source: &'static str,
}

/// How well a fact is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Read in a primary source.
    Verified,
    /// Printed in one of the papers.
    Published,
    /// Derived from verified and published facts.
    Derived,
    /// Recalled from memory and not looked up again. It is a hint, and never supports a claim of exactness.
    Recalled,
    /// Defined by brooklet, for the plain machine, which is not a chip.
    Defined,
}

impl Status {
    /// All statuses, the best first.
    pub const ALL: [Status; 5] =
        [Status::Verified, Status::Published, Status::Derived, Status::Recalled, Status::Defined];

    /// Returns the letter that stands for it in tables.
    pub fn letter(self) -> char {
        match self {
            Status::Verified => 'V',
            Status::Published => 'P',
            Status::Derived => 'D',
            Status::Recalled => 'R',
            Status::Defined => '*',
        }
    }

    /// Returns its meaning in words.
    pub fn meaning(self) -> &'static str {
        match self {
            Status::Verified => "read in a primary source",
            Status::Published => "printed in one of the papers",
            Status::Derived => "derived from such facts",
            Status::Recalled => "recalled, not read again",
            Status::Defined => "defined here, of no chip",
        }
    }
}

/// The limit of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// The maximum number.
    AtMost(usize),
    /// There is no limit except memory.
    Unlimited,
    /// The limit is not known.
    Unknown,
    /// The chip does not have the resource.
    Absent,
}

impl Limit {
    /// Returns the maximum number, if it is known. It is 0 if the chip does not have the resource.
    pub fn max(self) -> Option<usize> {
        match self {
            Limit::AtMost(max) => Some(max),
            Limit::Absent => Some(0),
            Limit::Unlimited | Limit::Unknown => None,
        }
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Limit::AtMost(max) => f.write_str(&grouped(*max)),
            Limit::Unlimited => f.write_str("no limit"),
            Limit::Unknown => f.write_str("not known"),
            Limit::Absent => f.write_str("none"),
        }
    }
}

/// Formats a number. If it has more than four digits, there is a comma before every three digits.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.len() > 4 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

macro_rules! made {
    ($($(#[$doc:meta])* $name:ident $status:ident,)*) => {
        $($(#[$doc])* pub(super) const fn $name<T: Copy>(value: T, source: &'static str) -> Fact<T> {
            Fact { value, status: Status::$status, source }
        })*
    };
}

made! {
    /// Returns a verified fact.
    v Verified,
    /// Returns a published fact.
    p Published,
    /// Returns a derived fact.
    d Derived,
    /// Returns a recalled fact.
    r Recalled,
    /// Returns a fact about the plain machine.
    defined Defined,
}
