//! Overload resolution: finds which of several functions of one name a call means.

use super::call::CheckedArgument;
use super::signatures::Signature;
use super::{Checked, Checker, Failed, one};
use crate::ir::Type;
use crate::syntax::ast::Name;
use crate::syntax::{Code, Diagnostic};

/// The maximum number of functions of one name that a message lists.
const MAX_LISTED: usize = 6;

impl Checker<'_> {
    /// Returns the number of the candidate that takes these arguments with the lowest cost of conversions. Reports if there is none, or
    /// more than one.
    pub(super) fn choose(
        &mut self,
        name: &Name,
        candidates: &[(usize, Signature)],
        given: &[CheckedArgument],
    ) -> Checked<usize> {
        let cost = |signature: &Signature| {
            let types = signature.types.as_ref().filter(|types| types.parameters.len() == given.len())?;
            let costs = types.parameters.iter().zip(given).map(|((_, to), given)| distance(given.ty(), *to));
            costs.sum::<Option<u32>>()
        };
        let costs: Vec<(u32, usize)> =
            candidates.iter().filter_map(|(number, signature)| Some((cost(signature)?, *number))).collect();
        let Some(&(least, best)) = costs.iter().min() else {
            if candidates.iter().any(|(_, signature)| signature.types.is_none()) {
                return Err(Failed);
            }
            return self.wrong_types(name, candidates, given);
        };
        let equal: Vec<usize> = costs.iter().filter(|(cost, _)| *cost == least).map(|(_, number)| *number).collect();
        if let [_, other, ..] = equal.as_slice() {
            let heads = [best, *other].map(|number| format!("`{}`", self.signatures[number].head()));
            let title = format!("this call is ambiguous: it may be {} or {}", heads[0], heads[1]);
            let help = "say the type of the whole numbers: `float(1)`, `index(1)`";
            return self.fail(Diagnostic::error(Code::K0315, name.span, title).help(help));
        }
        Ok(best)
    }

    pub(super) fn wrong_count<T>(
        &mut self,
        name: &Name,
        given: usize,
        candidates: &[(usize, Signature)],
    ) -> Checked<T> {
        let mut counts: Vec<usize> =
            candidates.iter().filter_map(|(_, own)| Some(own.types.as_ref()?.parameters.len())).collect();
        counts.sort_unstable();
        counts.dedup();
        let takes = counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ");
        let plural = if counts == [1] { "" } else { "s" };
        let title = format!("`{}` takes {takes} argument{plural}, not {given}", name.text);
        let diagnostic = Diagnostic::error(Code::K0305, name.span, title);
        let diagnostic =
            candidates.first().map_or(diagnostic.clone(), |(_, own)| diagnostic.other(own.span, "declared here"));
        self.fail(diagnostic.help(listed(candidates)))
    }

    fn wrong_types<T>(
        &mut self,
        name: &Name,
        candidates: &[(usize, Signature)],
        given: &[CheckedArgument],
    ) -> Checked<T> {
        let types: Vec<String> = given.iter().map(|given| one(given.ty())).collect();
        let title = format!("`{}` does not take {}", name.text, types.join(" and "));
        let mut diagnostic = Diagnostic::error(Code::K0306, name.span, title);
        for given in given {
            diagnostic = diagnostic.other(given.span(), one(given.ty()));
        }
        diagnostic = diagnostic.help(listed(candidates));
        // If there is only one candidate, the help shows how to convert the wrong argument.
        if let [(_, Signature { types: Some(types), .. })] = candidates {
            let wrong = types.parameters.iter().zip(given).find(|((_, to), given)| distance(given.ty(), *to).is_none());
            if let Some(((_, to), CheckedArgument::Value(value))) = wrong
                && let Some(help) = self.conversion(value, *to)
            {
                diagnostic = diagnostic.help(help);
            }
        }
        self.fail(diagnostic)
    }
}

/// Lists the functions of one name, as a help.
fn listed(candidates: &[(usize, Signature)]) -> String {
    let mut heads: Vec<String> =
        candidates.iter().take(MAX_LISTED).map(|(_, signature)| format!("`{}`", signature.head())).collect();
    if candidates.len() > MAX_LISTED {
        heads.push(format!("{} more", candidates.len() - MAX_LISTED));
    }
    match heads.as_slice() {
        [one] => format!("it is {one}"),
        _ => format!("candidates: {}", heads.join(", ")),
    }
}

/// Returns the cost of the implicit conversion of an argument to a parameter's type, or `None` if there is no such conversion.
fn distance(from: Type, to: Type) -> Option<u32> {
    match (from, to) {
        _ if from == to => Some(0),
        (Type::AbstractInt, Type::Index | Type::INT) => Some(1),
        (Type::Index, Type::INT) | (Type::INT, Type::Index) => Some(4),
        (Type::AbstractInt, Type::UINT) => Some(16),
        (Type::AbstractInt, Type::FLOAT) => Some(64),
        _ => None,
    }
}
