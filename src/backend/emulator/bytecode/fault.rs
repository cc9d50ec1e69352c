//! The error for a malformed program.

/// The description of what is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(pub String);

pub fn fault<T>(what: String) -> Result<T, Fault> {
    Err(Fault(what))
}
