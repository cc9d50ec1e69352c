//! Pages on diagnostic codes, as `brooklet explain` shows them. A page says what is wrong, why the language forbids it and what to
//! do, with a wrong and a right example. Each page is a Markdown file in this folder, and a test compiles each example.
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

/// The parsed page on a code. [`Code::page`] is its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The code.
    pub code: Code,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What is wrong, why, and what to do about it: paragraphs separated by empty lines.
    pub text: &'static str,
    /// The examples: first the wrong one, then the right one.
    pub examples: Vec<Example>,
}

/// An example program, with the error or without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The language of the example: `brook`, `cg`, `frag` for a kernel, `expression` for one of the command line, `compute`, or
    /// `listing`.
    pub language: &'static str,
    /// Whether it has the error.
    pub wrong: bool,
    /// Whether the example cannot be compiled as it is; the page says why.
    pub shown_only: bool,
    /// The lines of the example.
    pub text: &'static str,
}

/// The line before and after an example.
const FENCE: &str = "```";

impl Page {
    /// Parses the page on this code.
    pub fn of(code: Code) -> Page {
        let page = code.page();
        let (head, rest) = page.split_once('\n').unwrap_or((page, ""));
        let title = head.split_once(": ").map_or(head, |(_, title)| title);
        // Text and examples alternate.
        let mut parts = rest.split(FENCE);
        let text = parts.next().unwrap_or_default().trim();
        Page { code, title, text, examples: parts.step_by(2).map(Example::of).collect() }
    }
}

impl Example {
    /// Parses the text between two fences: a head such as `brook wrong`, and the lines of the example.
    fn of(fenced: &'static str) -> Example {
        let (head, text) = fenced.split_once('\n').unwrap_or((fenced, ""));
        let mut words = head.split(' ');
        let language = words.next().unwrap_or_default();
        let wrong = words.next() == Some("wrong");
        Example { language, wrong, shown_only: words.next() == Some("shown-only"), text }
    }
}
