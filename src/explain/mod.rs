//! Pages on diagnostic codes, as `brooklet explain` shows them: what is wrong, why the language forbids it and what to do,
//! with a wrong and a right example. Each page is a Markdown file of this folder, and a test compiles each example.
//!
//! ```
//! use brooklet::{explain::Page, syntax::Code};
//! let page = Page::of("B0301".parse()?);
//! assert_eq!(page.code, Code::B0301);
//! assert_eq!(page.title, "a gather without an index");
//! assert!(page.examples[0].wrong && !page.examples[1].wrong);
//! # Ok::<(), brooklet::syntax::UnknownCode>(())
//! ```

#[cfg(test)]
mod tests;

use crate::syntax::Code;

/// The page on a code, taken apart. [`Code::page`] is the whole of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The code.
    pub code: Code,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What is wrong, why, and what to do about it: paragraphs with an empty line between two.
    pub text: &'static str,
    /// First what is wrong, then what is right.
    pub examples: Vec<Example>,
}

/// A program that has the error, or that has not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// What it is written in: `brook`, `frag` for a kernel, `expression` for one of the command line, `compute`,
    /// `listing`.
    pub language: &'static str,
    /// Whether it has the error.
    pub wrong: bool,
    /// Whether it is no program as it stands: the page says why.
    pub shown_only: bool,
    /// Its lines.
    pub text: &'static str,
}

/// What an example stands between.
const FENCE: &str = "```";

impl Page {
    /// The page on this code.
    pub fn of(code: Code) -> Page {
        let page = code.page();
        let (head, rest) = page.split_once('\n').unwrap_or((page, ""));
        let title = head.split_once(": ").map_or(head, |(_, title)| title);
        // Text and examples by turns.
        let mut parts = rest.split(FENCE);
        let text = parts.next().unwrap_or_default().trim();
        Page { code, title, text, examples: parts.step_by(2).map(Example::of).collect() }
    }
}

impl Example {
    /// Of what stands between two fences: `brook wrong`, and its lines.
    fn of(fenced: &'static str) -> Example {
        let (head, text) = fenced.split_once('\n').unwrap_or((fenced, ""));
        let mut words = head.split(' ');
        let language = words.next().unwrap_or_default();
        let wrong = words.next() == Some("wrong");
        Example { language, wrong, shown_only: words.next() == Some("shown-only"), text }
    }
}
