//! Options that choose the family (fragment pipeline or compute shaders) and its method.

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;

use brooklet::catalog::{self, Methods};

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

/// The chosen family and its method. Without a method, the device's default is used.
#[derive(Clone, Copy)]
pub enum Chosen<F, C> {
    Fragment(Option<F>),
    Compute(Option<C>),
}

/// Returns a parser that accepts the names of a primitive's methods, of both families, each once.
pub fn methods(primitive: &str) -> PossibleValuesParser {
    let mut names: Vec<&'static str> = Vec::new();
    if let Some(primitive) = catalog::find(primitive) {
        let compute = primitive.compute.iter().flat_map(|family| family.names());
        for name in primitive.fragment.names().chain(compute) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    PossibleValuesParser::new(names)
}

/// Joins names for a sentence: `reduce, scan or sort`.
pub fn either(names: &[&str]) -> String {
    match names {
        [others @ .., before, last] => {
            let others = others.iter().map(|name| format!("{name}, ")).collect::<String>();
            format!("{others}{before} or {last}")
        }
        names => names.concat(),
    }
}

/// Returns the method `given` of a family. A method that only the other family has is a usage error.
pub fn choose<F: Methods, C: Methods>(sub_command: &str, family: Family, given: Option<&str>) -> Chosen<F, C> {
    match family {
        Family::Fragment => Chosen::Fragment(given.map(|name| named(sub_command, family, name))),
        Family::Compute => Chosen::Compute(given.map(|name| named(sub_command, family, name))),
    }
}

fn named<M: Methods>(sub_command: &str, family: Family, name: &str) -> M {
    M::named(name).unwrap_or_else(|| {
        let names: Vec<_> = M::TABLE.iter().map(|method| method.name).collect();
        let message = format!("--family {} has no method {name}; it has {}", family.name(), names.join(", "));
        super::usage(sub_command, message)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::cli::Cli;

    /// The help of each `--method` describes all methods, and names each as it is written.
    #[test]
    fn help_names_every_method() {
        let mut missing = Vec::new();
        for command in Cli::command().get_subcommands() {
            for option in command.get_arguments().filter(|option| option.get_id() == "method") {
                let help = option.get_help().map(ToString::to_string).unwrap_or_default();
                let help = help.replace('\n', " ");
                let words = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect::<Vec<_>>();
                let values = option.get_possible_values();
                let unnamed = values.iter().map(|value| value.get_name()).filter(|name| !words.contains(name));
                missing.extend(unnamed.map(|name| format!("{} {name}", command.get_name())));
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }
}
