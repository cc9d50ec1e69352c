//! Shared texts of kernels. They are cheap to compare and to hash, because every pass looks up its kernel by them.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A text that is static or shared by reference counting.
#[derive(Clone)]
pub(crate) enum Text {
    Static(&'static str),
    Shared(Arc<str>),
}

/// The maximum number of bytes at each end of a text that are hashed. Texts that differ only in between have the same hash, and are
/// distinguished by comparison.
const HASHED: usize = 32;

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Static(text) => text,
            Text::Shared(text) => text,
        }
    }
}

impl From<Cow<'static, str>> for Text {
    fn from(text: Cow<'static, str>) -> Text {
        match text {
            Cow::Borrowed(text) => Text::Static(text),
            Cow::Owned(text) => Text::Shared(text.into()),
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::Shared(text.into())
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        let (a, b): (&str, &str) = (self, other);
        // A text at the same address is equal, without a comparison of its bytes.
        std::ptr::eq(a, b) || a == b
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bytes = self.as_bytes();
        state.write_usize(bytes.len());
        state.write(&bytes[..bytes.len().min(HASHED)]);
        state.write(&bytes[bytes.len().saturating_sub(HASHED).max(bytes.len().min(HASHED))..]);
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::*;

    #[test]
    fn equal_texts_have_equal_hashes_wherever_they_are() {
        let hasher = RandomState::new();
        for text in ["", "a", "x > 0.25", include_str!("text.rs")] {
            let (constant, shared) = (Text::Static(text), Text::from(text.to_owned()));
            assert_eq!(constant, shared);
            assert_eq!(hasher.hash_one(&constant), hasher.hash_one(&shared));
            assert_ne!(constant, Text::from(format!("{text} ")));
        }
    }

    #[test]
    fn short_texts_are_hashed_whole() {
        let hasher = RandomState::new();
        let hash = |text: &str| hasher.hash_one(Text::from(text.to_owned()));
        let long = "a".repeat(2 * HASHED);
        for at in 0..long.len() {
            let mut other = long.clone();
            other.replace_range(at..at + 1, "b");
            assert_ne!(hash(&long), hash(&other));
        }
    }
}
