//! Adapters: what this machine can open devices on.

use std::fmt;

use serde::Serialize;

/// A GPU of this machine with its driver, or a driver that draws on the CPU. [`Device::adapters`](crate::Device::adapters) lists them, and
/// [`DeviceBuilder::adapter`](crate::DeviceBuilder::adapter) opens a device on one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[non_exhaustive]
pub struct Adapter {
    /// Its index, from 0, in the order of the system.
    pub index: usize,
    /// Its name, as far as the system knows it before a device is opened: vendor and model, a path such as `/dev/dri/renderD128`, or
    /// `software (Mesa)`. [`DeviceInfo::renderer`](crate::DeviceInfo) of an opened device is the driver's own name for it.
    pub name: String,
    /// Whether the system says that it draws on the CPU. It is `false` also where the system does not say;
    /// [`DeviceInfo::class`](crate::DeviceInfo) of an opened device always does.
    pub software: bool,
}

impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.index, self.name)
    }
}

/// Returns the number of adapters and their indices, for messages.
pub(crate) fn count(found: &[Adapter]) -> String {
    match found.len() {
        0 => "no adapter".to_owned(),
        1 => "1 adapter, number 0".to_owned(),
        n => format!("{n} adapters, numbers 0 to {}", n - 1),
    }
}

/// Returns that there is no adapter with this index, and which there are.
pub(super) fn missing(index: usize, found: &[Adapter]) -> String {
    let mut text = format!("there is no adapter {index}: this machine has {}", count(found));
    for (at, adapter) in found.iter().enumerate() {
        text += if at == 0 { ":" } else { "" };
        text += &format!("\n  {adapter}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_adapter_is_named_with_those_that_there_are() {
        let adapter = |index, name: &str| Adapter { index, name: name.to_owned(), software: false };
        let two = [adapter(0, "NVIDIA"), adapter(1, "software (Mesa)")];
        let text =
            "there is no adapter 3: this machine has 2 adapters, numbers 0 to 1:\n  0: NVIDIA\n  1: software (Mesa)";
        assert_eq!(missing(3, &two), text);
        let text = "there is no adapter 1: this machine has 1 adapter, number 0:\n  0: NVIDIA";
        assert_eq!(missing(1, &two[..1]), text);
        assert_eq!(missing(0, &[]), "there is no adapter 0: this machine has no adapter");
    }
}
