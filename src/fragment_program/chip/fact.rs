//! Facts: the figures of a profile, each with its status and source.

use serde::Serialize;

/// A fact about a chip.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fact<T> {
    /// The figure itself.
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
    /// Derived from facts of these two kinds.
    Derived,
    /// Recalled, and not read again: a lead, never the ground for a claim of exactness.
    Recalled,
    /// Defined by brooklet for its plain machine, which is no chip.
    Defined,
}

impl Status {
    /// All of them, the best first.
    pub const ALL: [Status; 5] =
        [Status::Verified, Status::Published, Status::Derived, Status::Recalled, Status::Defined];

    /// The letter that stands for it in tables.
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

/// The maximum number of something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// At most this many.
    Most(usize),
    /// As many as there is room for.
    Unlimited,
    /// The limit is not known.
    Unknown,
    /// The chip does not have it.
    Absent,
}

impl Limit {
    /// Returns the maximum, if a number is known. It is 0 if the chip does not have the thing at all.
    pub fn max(self) -> Option<usize> {
        match self {
            Limit::Most(max) => Some(max),
            Limit::Absent => Some(0),
            Limit::Unlimited | Limit::Unknown => None,
        }
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Limit::Most(max) => f.write_str(&grouped(*max)),
            Limit::Unlimited => f.write_str("no limit"),
            Limit::Unknown => f.write_str("not known"),
            Limit::Absent => f.write_str("none"),
        }
    }
}

/// Formats a number with a comma before every three digits, if it has more than four.
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
    /// A verified fact.
    v Verified,
    /// A published one.
    p Published,
    /// A derived one.
    d Derived,
    /// A recalled one.
    r Recalled,
    /// One of the plain machine.
    defined Defined,
}
