//! Runtimes: the names that choose a device in C and by `BRT_RUNTIME`, such as `ogl`, `gles:1` and `nv40`; and adapters by `BRT_ADAPTER`.

use crate::backend::{Adapter, adapter};
use crate::fragment_program::Chip;
use crate::{Device, DeviceBuilder, Dialect, Error};

/// What executes kernels: a driver on an adapter, or an emulated chip.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Runtime {
    /// A driver, by the newest dialect if none is named, and on the first adapter that works if none is named.
    Driver { dialect: Option<Dialect>, adapter: Option<usize> },
    /// An emulated chip.
    Emulated(Chip),
}

/// The runtimes, besides the names of chips.
const RUNTIMES: [&str; 5] = ["ogl", "gles", "gl2", "arb", "cpu"];

/// The values of the original `BRT_RUNTIME` that selected other APIs than OpenGL.
const OTHERS: [&str; 4] = ["dx9", "ctm", "cal", "nv30gl"];

/// OpenGL on any adapter.
const DEFAULT: Runtime = Runtime::Driver { dialect: None, adapter: None };

/// Returns the names of all runtimes, for messages.
fn known() -> String {
    let chips = Chip::ALL.map(Chip::name);
    format!("{}; and the emulated chips {}", RUNTIMES.join(", "), chips.join(", "))
}

/// Returns the number of an adapter. It has only digits: `+1` is no number here.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Runtime {
    /// Returns the runtime with this name, without an adapter.
    fn of_name(name: &str) -> Option<Runtime> {
        let driver = |dialect| Some(Runtime::Driver { dialect, adapter: None });
        match name {
            "ogl" => driver(None),
            "gles" => driver(Some(Dialect::Es)),
            "gl2" => driver(Some(Dialect::Gl2)),
            "arb" => driver(Some(Dialect::Arb)),
            "cpu" => Some(Runtime::Emulated(Chip::None)),
            _ => Chip::ALL.into_iter().find(|chip| chip.name() == name).map(Runtime::Emulated),
        }
    }

    /// Returns the runtime that a program asks for, as `ogl`, or as `ogl:1` with the number of an adapter.
    pub fn parse(name: &str) -> Result<Runtime, String> {
        let (base, suffix) = name.split_once(':').map_or((name, None), |(base, suffix)| (base, Some(suffix)));
        let runtime =
            Runtime::of_name(base).ok_or_else(|| format!("there is no runtime `{name}`: there are {}", known()))?;
        match (runtime, suffix) {
            (_, None) => Ok(runtime),
            (Runtime::Driver { dialect, .. }, Some(suffix)) => match number(suffix) {
                Some(adapter) => Ok(Runtime::Driver { dialect, adapter: Some(adapter) }),
                None => Err(format!(
                    "in the runtime `{name}`, `{suffix}` is not the number of an adapter, from 0: `{base}:0` is the first"
                )),
            },
            (Runtime::Emulated(_), Some(_)) => {
                Err(format!("the runtime `{name}` names an adapter, and `{base}` needs none: leave it out"))
            }
        }
    }

    /// Returns what `BRT_RUNTIME` and `BRT_ADAPTER` ask for, and notes about what there is not. `list` lists the adapters, if it can.
    pub fn of_environment(list: impl FnOnce() -> Option<Vec<Adapter>>) -> (Runtime, Vec<String>) {
        let (runtime, mut notes) = of_variable(&variable("BRT_RUNTIME"));
        match runtime {
            Runtime::Driver { dialect, .. } => {
                let (adapter, note) = adapter_of_environment(list);
                notes.extend(note);
                (Runtime::Driver { dialect, adapter }, notes)
            }
            Runtime::Emulated(_) => (runtime, notes),
        }
    }

    /// Opens the device, with what the builder has beside that.
    pub fn open(self, mut builder: DeviceBuilder) -> Result<Device, Error> {
        match self {
            Runtime::Emulated(chip) => builder.emulated(chip),
            Runtime::Driver { dialect, adapter } => {
                if let Some(dialect) = dialect {
                    builder = builder.dialect(dialect);
                }
                if let Some(adapter) = adapter {
                    builder = builder.adapter(adapter);
                }
                builder.headless()
            }
        }
    }
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// Returns the runtime that a value of `BRT_RUNTIME` selects, and notes about what is not supported.
fn of_variable(value: &str) -> (Runtime, Vec<String>) {
    let (base, suffix) = value.split_once(':').unwrap_or((value, ""));
    let runtime = match base {
        "" => DEFAULT,
        _ if OTHERS.contains(&base) => {
            let note = format!("BRT_RUNTIME is {value}, which is not supported: OpenGL is used instead");
            return (DEFAULT, vec![note]);
        }
        _ => match Runtime::of_name(base) {
            Some(runtime) => runtime,
            None => {
                let note =
                    format!("BRT_RUNTIME is {value}, which is not a runtime ({}): OpenGL is used instead", known());
                return (DEFAULT, vec![note]);
            }
        },
    };
    match (runtime, number(suffix)) {
        (Runtime::Driver { dialect, .. }, Some(adapter)) => {
            (Runtime::Driver { dialect, adapter: Some(adapter) }, Vec::new())
        }
        (Runtime::Emulated(_), _) => (runtime, Vec::new()),
        _ if suffix.is_empty() || is_display(suffix) => (runtime, Vec::new()),
        _ => (runtime, vec![not_a_number("BRT_RUNTIME", value)]),
    }
}

/// Returns whether a suffix names a display and a screen of X, as in `ogl:0.0`. The original opened its window there; no window is opened
/// here, so it chooses nothing.
fn is_display(suffix: &str) -> bool {
    suffix
        .trim_matches(':')
        .split_once('.')
        .is_some_and(|(display, screen)| number(display).is_some() && number(screen).is_some())
}

/// Returns the adapter that `BRT_RUNTIME` asks for by its suffix, or else `BRT_ADAPTER`, and a note if there is no such adapter.
pub(super) fn adapter_of_environment(list: impl FnOnce() -> Option<Vec<Adapter>>) -> (Option<usize>, Option<String>) {
    let runtime = variable("BRT_RUNTIME");
    if let (Runtime::Driver { adapter: Some(number), .. }, _) = of_variable(&runtime) {
        return existing("BRT_RUNTIME", &runtime, number, list());
    }
    let value = variable("BRT_ADAPTER");
    match (value.is_empty(), number(value.trim())) {
        (true, _) => (None, None),
        (false, Some(number)) => existing("BRT_ADAPTER", &value, number, list()),
        (false, None) => (None, Some(not_a_number("BRT_ADAPTER", &value))),
    }
}

fn not_a_number(variable: &str, value: &str) -> String {
    format!(
        "{variable} is {value}, which does not name an adapter by its number, from 0: the first that works is used instead"
    )
}

/// Returns an adapter that a variable asks for if there is one with this number, else a note. If adapters cannot be listed, opening the
/// device says why.
fn existing(
    variable: &str,
    value: &str,
    number: usize,
    found: Option<Vec<Adapter>>,
) -> (Option<usize>, Option<String>) {
    match found {
        Some(found) if number >= found.len() => {
            let count = adapter::count(&found);
            let note =
                format!("{variable} is {value}, and this machine has {count}: the first that works is used instead");
            (None, Some(note))
        }
        _ => (Some(number), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn driver(dialect: Option<Dialect>, adapter: Option<usize>) -> Runtime {
        Runtime::Driver { dialect, adapter }
    }

    #[test]
    fn a_name_may_have_the_number_of_an_adapter() {
        assert_eq!(Runtime::parse("ogl"), Ok(DEFAULT));
        assert_eq!(Runtime::parse("ogl:0"), Ok(driver(None, Some(0))));
        assert_eq!(Runtime::parse("gles:12"), Ok(driver(Some(Dialect::Es), Some(12))));
        assert_eq!(Runtime::parse("nv40"), Ok(Runtime::Emulated(Chip::Nv40)));
        let refused = |name| Runtime::parse(name).unwrap_err();
        for name in ["ogl:", "ogl:-1", "ogl:+1", "ogl:0.0", "ogl:99999999999999999999"] {
            let suffix = &name[4..];
            let text = format!(
                "in the runtime `{name}`, `{suffix}` is not the number of an adapter, from 0: `ogl:0` is the first"
            );
            assert_eq!(refused(name), text);
        }
        assert_eq!(refused("cpu:0"), "the runtime `cpu:0` names an adapter, and `cpu` needs none: leave it out");
        assert!(refused("abc:1").starts_with("there is no runtime `abc:1`: there are ogl, gles, "));
        assert!(refused("").starts_with("there is no runtime ``"));
    }

    #[test]
    fn the_variable_keeps_what_it_meant() {
        let silent = |value| match of_variable(value) {
            (runtime, notes) if notes.is_empty() => runtime,
            (_, notes) => panic!("{value}: {notes:?}"),
        };
        assert_eq!(silent(""), DEFAULT);
        assert_eq!(silent("ogl:1"), driver(None, Some(1)));
        assert_eq!(silent("gl2:1"), driver(Some(Dialect::Gl2), Some(1)));
        // A display of X, with and without the second colon by which one version of the runtime ended it.
        assert_eq!((silent("ogl:0.0"), silent("ogl::0.0:")), (DEFAULT, DEFAULT));
        assert_eq!(silent("cpu:0"), Runtime::Emulated(Chip::None));
        let (runtime, notes) = of_variable("gles:first");
        assert_eq!(runtime, driver(Some(Dialect::Es), None));
        let note = "BRT_RUNTIME is gles:first, which does not name an adapter by its number, from 0: the first that works is used instead";
        assert_eq!(notes, [note]);
        assert_eq!(
            of_variable("dx9:1"),
            (DEFAULT, vec!["BRT_RUNTIME is dx9:1, which is not supported: OpenGL is used instead".into()])
        );
    }

    #[test]
    fn a_missing_adapter_is_replaced_with_a_note() {
        let two = || (0..2).map(|index| Adapter { index, name: String::new(), software: false }).collect();
        assert_eq!(existing("BRT_ADAPTER", "1", 1, Some(two())), (Some(1), None));
        let note =
            "BRT_ADAPTER is 2, and this machine has 2 adapters, numbers 0 to 1: the first that works is used instead";
        assert_eq!(existing("BRT_ADAPTER", "2", 2, Some(two())), (None, Some(note.to_owned())));
        assert_eq!(existing("BRT_ADAPTER", "2", 2, None), (Some(2), None));
    }
}
