//! The error for a malformed program.

/// A message that says what is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(pub String);

pub fn fault<T>(what: String) -> Result<T, Fault> {
    Err(Fault(what))
}
