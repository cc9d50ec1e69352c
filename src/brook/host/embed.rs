//! Embeds the text of types and kernels in C++. Macros are expanded, and everything stays on its line of the program.

use super::Host;
use crate::syntax::lexer::Token;

/// The length in bytes after which a string literal is split at the next line end. Some compilers limit the length of a literal.
const MAX_PIECE: usize = 8000;

impl Host<'_> {
    /// Writes the function that returns the library's program, which is created on the first call.
    pub(super) fn embedded(&self) -> String {
        let name = &self.files().0[0].name;
        let mut text = format!(
            "static ::brook::internal::program &{}() {{\n  static ::brook::internal::program made({}, {{\n",
            self.accessor,
            quoted(name)
        );
        let kernels = self.kernel_text();
        let mut piece = String::new();
        for own in kernels.split_inclusive('\n') {
            piece += own;
            if piece.len() > MAX_PIECE {
                text += &format!("    {},\n", quoted(&std::mem::take(&mut piece)));
            }
        }
        text += &format!("    {}\n  }});\n  return made;\n}}\n", quoted(&piece));
        text
    }

    /// Returns the text of the program's types and kernels, without control characters except line ends.
    pub(super) fn kernel_text(&self) -> String {
        let files = self.files();
        let mut text = String::new();
        let ends: Vec<usize> = files.0[0].text.match_indices('\n').map(|(at, _)| at).collect();
        let mut at = 1;
        let on_cpu = &self.parsed.on_cpu.kernels;
        let is_on_cpu = |token: &Token| on_cpu.iter().any(|kernel| kernel.name.span == token.span);
        let is_double = |token: &Token| self.parsed.on_cpu.doubles.contains(files.text(token.text));
        for item in &self.parsed.program.items {
            // Kernels and types for the CPU are not the library's.
            let mut tokens = self.parsed.tokens[item.tokens.clone()].iter();
            if tokens.clone().any(is_on_cpu) || (!item.types.is_empty() && tokens.any(is_double)) {
                continue;
            }
            for token in &self.parsed.tokens[item.tokens.clone()] {
                // Lines of included files do not count as lines of the program.
                if token.span.file == 0 {
                    let wanted = 1 + ends.partition_point(|&end| end < token.span.start as usize);
                    while at < wanted {
                        text.push('\n');
                        at += 1;
                    }
                }
                text.extend(files.text(token.text).chars().map(|c| if c.is_control() { ' ' } else { c }));
                text.push(' ');
            }
        }
        text
    }
}

/// Returns a text as a string literal of C++.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            // `??=` would be a trigraph.
            '?' => quoted += "\\?",
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
