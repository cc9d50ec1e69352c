//! A pass as the whole shader, for people to read.

use crate::brook::plan::Pass;
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl::{Dialect, Variant, expand};
use crate::kernel::Parsed;

impl Pass {
    /// The shader that a driver is handed in this dialect, for plain streams, with the comments of the kernel's text: to
    /// look at.
    ///
    /// # Errors
    /// None for the texts that [`plan`](crate::brook::plan) writes.
    pub fn glsl(&self, dialect: Dialect) -> Result<String, Error> {
        let parsed = Parsed::of(&self.source)?;
        let (shader, prelude) = expand(&parsed, dialect, &Variant::uniform(&parsed, Layout::Plain));
        let mut text = String::new();
        let mut head = true;
        let mut empty = false;
        for (number, line) in shader.text.lines().enumerate() {
            let written = number.checked_sub(prelude).and_then(|number| parsed.lines.get(number));
            let comment = written.map(|line| line.text.as_str()).filter(|text| text.trim_start().starts_with("//"));
            head &= written.is_none() || comment.is_some();
            let line = match comment {
                Some(_) if head => continue,
                Some(comment) => comment.to_owned(),
                None => tidy(line),
            };
            // Declarations leave empty lines behind.
            if !(line.is_empty() && empty) {
                text.push_str(&line);
                text.push('\n');
            }
            empty = line.is_empty();
            if number == 0 {
                for line in parsed.lines.iter().take_while(|line| line.text.starts_with("//")) {
                    text.push_str(&line.text);
                    text.push('\n');
                }
            }
        }
        Ok(text)
    }
}

/// The line without the spaces that rewriting leaves behind a call.
fn tidy(line: &str) -> String {
    let start = line.len() - line.trim_start().len();
    let mut text = line[..start].to_owned();
    for word in line[start..].split(' ').filter(|word| !word.is_empty()) {
        // `index(x)` has become `int  (x)`.
        let call = word.starts_with('(') && text.ends_with("int");
        let joins = call || [")", ";", ",", "."].iter().any(|sign| word.starts_with(sign));
        if !(joins || text.len() == start || text.ends_with('(')) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}
