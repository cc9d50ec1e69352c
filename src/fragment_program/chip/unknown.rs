//! Parses the names of chips.

use std::str::FromStr;

use crate::syntax::nearest;

use super::Chip;

/// The error for a name that is not the name of a chip.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no chip `{name}`; {}the chips are {}",
    .nearest.map(|chip| format!("did you mean `{chip}`? ")).unwrap_or_default(),
    Chip::ALL.map(Chip::name).join(", ")
)]
pub struct UnknownChip {
    /// The name.
    pub name: String,
    /// The chip with the most similar name.
    pub nearest: Option<Chip>,
}

/// Parses the name of a chip, in upper or lower case.
impl FromStr for Chip {
    type Err = UnknownChip;

    fn from_str(name: &str) -> Result<Chip, UnknownChip> {
        Chip::of_name(name).ok_or_else(|| {
            let nearest = nearest(name, Chip::ALL.into_iter().map(Chip::name)).and_then(Chip::of_name);
            UnknownChip { name: name.to_owned(), nearest }
        })
    }
}
