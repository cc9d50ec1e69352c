//! Addresses: everything that is shown, as keys and values. Arguments natively, the hash of the URL in a browser.

#![allow(dead_code, reason = "each target has only some of the shells")]

mod keys;

use std::fmt::{self, Write};

pub use keys::KEYS;

/// Values of some of the [`KEYS`], in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    pairs: Vec<(&'static str, String)>,
}

/// What is no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressError {
    UnknownKey { key: String, meant: Option<&'static str> },
    NoKey { part: String },
    NoValue { key: &'static str },
    Encoding { text: String },
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            AddressError::UnknownKey { key, meant: Some(meant) } => {
                write!(f, "an address has no `{key}`; did you mean `{meant}`?")
            }
            AddressError::UnknownKey { key, meant: None } => {
                let keys: Vec<_> = KEYS.iter().map(|key| key.name).collect();
                write!(f, "an address has no `{key}`; it has {}", keys.join(", "))
            }
            AddressError::NoKey { part } => write!(f, "`{part}` cannot be part of an address: write --KEY VALUE"),
            AddressError::NoValue { key } => {
                write!(f, "`{key}` has no value: write `{key}` and its value")
            }
            AddressError::Encoding { text } => {
                write!(f, "`{text}` is not percent-encoded UTF-8: write a `%` itself as %25")
            }
        }
    }
}

impl std::error::Error for AddressError {}

impl Address {
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    /// The key is none of the [`KEYS`].
    pub fn set(&mut self, key: &str, value: impl Into<String>) -> Result<(), AddressError> {
        let place = known(key)?;
        let value = value.into();
        // Kept in the order of the keys, so that addresses of the same values are equal.
        match self.pairs.binary_search_by_key(&place, |(name, _)| known(name).unwrap_or(usize::MAX)) {
            Ok(found) => self.pairs[found].1 = value,
            Err(gap) => self.pairs.insert(gap, (KEYS[place].name, value)),
        }
        Ok(())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.pairs.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// Reads `--key value` and `--key=value`. Of a key that stands twice, the last value counts.
    pub fn parse_arguments<T: AsRef<str>>(arguments: &[T]) -> Result<Address, AddressError> {
        let mut address = Address::default();
        let mut rest = arguments.iter().map(AsRef::as_ref);
        while let Some(part) = rest.next() {
            let Some(option) = part.strip_prefix("--").filter(|option| !option.is_empty()) else {
                return Err(AddressError::NoKey { part: part.to_owned() });
            };
            match option.split_once('=') {
                Some((key, value)) => address.set(key, value)?,
                None => {
                    let key = KEYS[known(option)?].name;
                    let value = rest.next().ok_or(AddressError::NoValue { key })?;
                    address.set(key, value)?;
                }
            }
        }
        Ok(address)
    }

    /// Reads `#key=value&key=value`, with or without the `#`.
    pub fn parse_hash(hash: &str) -> Result<Address, AddressError> {
        let mut address = Address::default();
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        for part in hash.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            address.set(&decode(key)?, decode(value)?)?;
        }
        Ok(address)
    }

    /// As the hash of a URL; empty where nothing is set.
    pub fn to_hash(&self) -> String {
        let parts: Vec<_> = self.iter().map(|(key, value)| format!("{key}={}", encode(value))).collect();
        if parts.is_empty() { String::new() } else { format!("#{}", parts.join("&")) }
    }

    /// As arguments, one string each.
    pub fn to_arguments(&self) -> Vec<String> {
        self.iter().flat_map(|(key, value)| [format!("--{key}"), value.to_owned()]).collect()
    }

    /// As arguments in one line, quoted for a shell.
    pub fn to_command_line(&self) -> String {
        self.to_arguments().iter().map(|argument| quote(argument)).collect::<Vec<_>>().join(" ")
    }
}

/// The place of a key among the [`KEYS`].
fn known(key: &str) -> Result<usize, AddressError> {
    KEYS.iter().position(|known| known.name == key).ok_or_else(|| {
        let near = KEYS.iter().map(|known| (strsim::damerau_levenshtein(known.name, key), known.name)).min();
        let meant = near.filter(|(distance, name)| *distance <= 2 && *distance < name.len()).map(|(_, name)| name);
        AddressError::UnknownKey { key: key.to_owned(), meant }
    })
}

fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b',' | b':' | b'/' => {
                encoded.push(byte.into());
            }
            _ => write!(encoded, "%{byte:02X}").expect("a string takes what is written"),
        }
    }
    encoded
}

fn decode(text: &str) -> Result<String, AddressError> {
    let wrong = || AddressError::Encoding { text: text.to_owned() };
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16)).ok_or_else(wrong);
        bytes.push((digit()? * 16 + digit()?) as u8);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

fn quote(argument: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./,:=+@%".contains(&byte);
    if !argument.is_empty() && argument.bytes().all(plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Address {
        let mut address = Address::default();
        for (key, value) in pairs {
            address.set(key, *value).unwrap();
        }
        address
    }

    #[test]
    fn arguments_and_hashes_come_back() {
        let address = of(&[("n", "256"), ("scene", "sort"), ("method", "a b&c=d#%é'")]);
        assert_eq!(address.to_hash(), "#scene=sort&method=a%20b%26c%3Dd%23%25%C3%A9%27&n=256");
        assert_eq!(address.to_command_line(), r"--scene sort --method 'a b&c=d#%é'\''' --n 256");
        assert_eq!(Address::parse_hash(&address.to_hash()), Ok(address.clone()));
        assert_eq!(Address::parse_arguments(&address.to_arguments()), Ok(address));
        assert_eq!(Address::default().to_hash(), "");
    }

    #[test]
    fn order_does_not_matter_and_the_last_value_counts() {
        let address = of(&[("scene", "sort"), ("n", "8")]);
        assert_eq!(Address::parse_hash("n=256&scene=sort&&n=8"), Ok(address.clone()));
        assert_eq!(Address::parse_arguments(&["--n=8", "--scene", "sort"]), Ok(address));
        assert_eq!(Address::parse_hash("#"), Ok(Address::default()));
    }

    #[test]
    fn mistakes_say_what_to_write() {
        let meant = |key: &str| Address::parse_hash(&format!("{key}=1")).unwrap_err().to_string();
        assert_eq!(meant("scen"), "an address has no `scen`; did you mean `scene`?");
        assert!(meant("colour").starts_with("an address has no `colour`; it has scene, "));
        assert_eq!(Address::parse_arguments(&["--n"]), Err(AddressError::NoValue { key: "n" }));
        assert_eq!(Address::parse_arguments(&["sort"]), Err(AddressError::NoKey { part: "sort".into() }));
        for broken in ["scene=%", "scene=%2", "scene=%zz", "scene=%ff"] {
            assert!(matches!(Address::parse_hash(broken), Err(AddressError::Encoding { .. })), "{broken}");
        }
    }
}
