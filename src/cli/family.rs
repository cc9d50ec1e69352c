//! Options that choose the family (fragment pipeline or compute shaders) and its method.

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Family {
    Fragment,
    Compute,
}

impl Family {
    fn name(self) -> &'static str {
        match self {
            Family::Fragment => "fragment",
            Family::Compute => "compute",
        }
    }
}

/// Takes the names of the methods of both families, each once.
pub fn methods(fragment: &[&'static str], compute: &[&'static str]) -> PossibleValuesParser {
    let more = compute.iter().filter(|name| !fragment.contains(name));
    PossibleValuesParser::new(fragment.iter().chain(more).copied().collect::<Vec<_>>())
}

/// The method called `given` among those of the family, or its `default`. One of the other family alone is no right use.
pub fn pick<M: Copy>(
    sub_command: &str,
    family: Family,
    given: Option<&str>,
    all: &[M],
    name: impl Fn(M) -> &'static str,
    default: M,
) -> M {
    let Some(given) = given else { return default };
    match all.iter().find(|method| name(**method) == given) {
        Some(method) => *method,
        None => {
            let names: Vec<_> = all.iter().map(|method| name(*method)).collect();
            let message = format!("--family {} has no method {given}; it has {}", family.name(), names.join(", "));
            super::usage(sub_command, message)
        }
    }
}
