//! The limits that an answer has to keep, in words: those of a chip, and the number of iterations.

use std::fmt::Write;
use std::rc::Rc;

use crate::backend::ResourceUse;
use crate::error::Error;
use crate::fragment_program::counts::Resource;
use crate::fragment_program::place;
use crate::ir::{Kernel, Stmt, each_expr, each_stmt};
use crate::syntax::Span;

use super::Puzzle;
use super::data::Size;
use super::run::fit;

/// The maximum number of loops whose places are named.
const MAX_PLACES: usize = 4;

/// Says that the loops of an element take more iterations than the maximum, and where the loops are.
pub(super) fn endless(kernel: &Kernel, taken: u64, max: u64) -> String {
    let mut spans: Vec<Span> = Vec::new();
    for function in &kernel.functions {
        each_stmt(&function.body, &mut |statement| {
            if let Stmt::Loop { .. } = statement {
                // The first that is visited is the condition.
                let mut own = None;
                each_expr(std::slice::from_ref(statement), &mut |expr| {
                    own = own.or(Some(expr.span).filter(|span| *span != Span::default()));
                });
                spans.extend(own);
            }
        });
    }
    let mut text =
        format!("the loops of an element have taken {taken} iterations, and the maximum is {max}: does each loop end?");
    for span in spans.into_iter().take(MAX_PLACES) {
        let _ = write!(text, "\n  {}", place(&kernel.files, span));
    }
    text
}

/// Says what a kernel takes more of than the puzzle's chip has.
pub(super) fn excess(puzzle: &Puzzle, kernel: &Rc<Kernel>, size: Size) -> Result<String, Error> {
    let resources = fit(puzzle, kernel, puzzle.chip, size)?.map(|fit| fit.resources).unwrap_or_default();
    let over: Vec<&ResourceUse> = resources.iter().filter(|resource| resource.exceeds()).collect();
    let has = |resource: Resource| over.iter().any(|of| of.resource == resource.name());
    let mut text = format!("the kernel does not fit the {} in one pass. It takes:", puzzle.chip.name().to_uppercase());
    for of in &over {
        // Each node begins with an indirection, and each pair is of arithmetic instructions: the simpler one is enough.
        let is_repeated = (of.resource == Resource::Nodes.name() && has(Resource::Indirections))
            || (of.resource == Resource::Pairs.name() && has(Resource::Alu));
        if !is_repeated {
            let what = Resource::ALL.into_iter().find(|resource| resource.name() == of.resource).and_then(explained);
            let what = what.map_or(String::new(), |what| format!(": {what}"));
            let _ = write!(text, "\n  {} {}, of {}{what}", of.needed, of.resource, of.available);
        }
    }
    Ok(text)
}

/// Explains a resource of a chip, or returns `None` if its name says it all.
fn explained(resource: Resource) -> Option<&'static str> {
    Some(match resource {
        Resource::Pairs => {
            "the chip computes a vector of three and a single number in one step; branches are computed on both sides, and \
             loops in full length"
        }
        Resource::Alu | Resource::Instructions => "branches are computed on both sides, and loops in full length",
        Resource::Tex => "each fetch is one, and a loop fetches anew in each iteration",
        Resource::Indirections => "a chain of texture fetches in which each index depends on the fetch before",
        Resource::Nodes => {
            "groups of fetches with arithmetic between them: a fetch whose index is computed from others begins a new one"
        }
        Resource::Temporaries => "they hold the numbers that are needed later on",
        Resource::Parameters => "they hold the constants and sizes that the kernel uses",
        Resource::Samplers => "one for each stream that is read",
        Resource::Targets => "one for each output",
        Resource::Interpolants | Resource::Formats | Resource::LoopNesting | Resource::BranchNesting => return None,
    })
}
