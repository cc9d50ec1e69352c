//! Which outputs a kernel surely writes before it reads them. The others are zero before a run: what no branch writes
//! is then the same on every device.

use super::interface::Port;
use super::token::Token;

/// Of each output, whether a run may read it or return before it is written, as far as the text's form shows.
pub(super) fn unsure(text: &str, tokens: &[Token], outputs: &[Port]) -> Vec<bool> {
    let of = |port: &Port| Reader { text, tokens, name: &port.name }.unsure();
    outputs.iter().map(of).collect()
}

/// What becomes of an output in a statement, or in several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Untouched,
    /// Its first mention is that it gets a value, on every way.
    Written,
    /// The same, and the kernel ends there.
    Left,
    Unsure,
}

struct Reader<'a> {
    text: &'a str,
    /// All but the declarations of inputs, constants and outputs.
    tokens: &'a [Token],
    name: &'a str,
}

/// Statements within statements are looked at down to this depth.
const DEEPEST: usize = 32;

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    /// Whether the output is named from `first` to before `end`, and not a part of a vector that is called the same.
    fn names(&self, first: usize, end: usize) -> bool {
        (first..end).any(|at| self.word(at) == self.name && (at == 0 || self.word(at - 1) != "."))
    }

    fn unsure(&self) -> bool {
        let Some(start) = (0..self.tokens.len()).find(|&at| self.is_main(at)) else {
            return true;
        };
        let mut at = start;
        let fate = self.statement(&mut at, 0);
        // Other functions may write or read it, and whose variable has its name is not looked into.
        ![Fate::Written, Fate::Left].contains(&fate) || self.names(0, start) || self.names(at, self.tokens.len())
    }

    /// Whether the body of `main` opens here.
    fn is_main(&self, at: usize) -> bool {
        let before = |n: usize| at.checked_sub(n).map_or("", |at| self.word(at));
        let empty = if before(2) == "void" { 1 } else { 0 };
        self.word(at) == "{" && before(1) == ")" && before(2 + empty) == "(" && before(3 + empty) == "main"
    }

    /// Reads a statement, and leaves `at` behind it.
    fn statement(&self, at: &mut usize, depth: usize) -> Fate {
        if depth > DEEPEST {
            *at = self.tokens.len();
            return Fate::Unsure;
        }
        let first = *at;
        *at += 1;
        match self.word(first) {
            "{" => {
                let mut fate = Fate::Untouched;
                while *at < self.tokens.len() && self.word(*at) != "}" {
                    let ends = self.word(*at) == "return";
                    let next = self.statement(at, depth + 1);
                    fate = match fate {
                        Fate::Untouched => next,
                        Fate::Written if ends => Fate::Left,
                        _ => fate,
                    };
                }
                *at += 1;
                fate
            }
            "if" => {
                let asked = self.bracket(at);
                let then = self.statement(at, depth + 1);
                let mut otherwise = Fate::Untouched;
                if self.word(*at) == "else" {
                    *at += 1;
                    otherwise = self.statement(at, depth + 1);
                }
                use Fate::{Left, Unsure, Untouched, Written};
                match (then, otherwise) {
                    _ if asked => Unsure,
                    (Left, Left) => Left,
                    (Left | Written, Left | Written) => Written,
                    // Who comes by here has not been there.
                    (Left | Untouched, Left | Untouched) => Untouched,
                    _ => Unsure,
                }
            }
            "for" => {
                let counts = self.bracket(at);
                let turns = self.statement(at, depth + 1);
                if !counts && [Fate::Untouched, Fate::Left].contains(&turns) { Fate::Untouched } else { Fate::Unsure }
            }
            _ => self.simple(first, at),
        }
    }

    /// Passes over `( .. )`; whether the output is named in it.
    fn bracket(&self, at: &mut usize) -> bool {
        let first = *at;
        let mut open = 0usize;
        while *at < self.tokens.len() {
            match self.word(*at) {
                "(" => open += 1,
                ")" => open = open.saturating_sub(1),
                _ => {}
            }
            *at += 1;
            if open == 0 {
                break;
            }
        }
        self.names(first, *at)
    }

    /// A statement that ends in a semicolon.
    fn simple(&self, first: usize, at: &mut usize) -> Fate {
        let end = (first..self.tokens.len()).find(|&at| self.word(at) == ";").unwrap_or(self.tokens.len());
        *at = end + 1;
        let assigns = self.word(first) == self.name && self.word(first + 1) == "=" && self.word(first + 2) != "=";
        if self.word(first) == "return" {
            Fate::Unsure
        } else if assigns && !self.names(first + 2, end) {
            Fate::Written
        } else if self.names(first, end) {
            Fate::Unsure
        } else {
            Fate::Untouched
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::kernel::{Parsed, Source};

    fn is_sure(code: &str) -> bool {
        let text = format!("input float x;\noutput float y;\n{code}");
        !Parsed::of(&Source::new("k", text)).unwrap().unsure[0]
    }

    #[test]
    fn an_output_that_every_way_writes_first_is_sure() {
        for code in [
            "y = 1.0;",
            "float a = 2.0; { y = a; } y += 1.0;",
            "vec2 v = vec2(1.0); v.y = 2.0; if (v.y > 1.0) { v.x = 2.0; } y = v.y;",
            "if (fetch(x, 0) > 0.0) y = 1.0; else y = 2.0;",
            "if (true) { y = 1.0; } else if (false) { y = 2.0; } else { float a = 1.0; y = a; }",
            "if (true) { y = 1.0; return; } float a = 2.0; if (false) a = 3.0; else { y = 2.0; return; } y = a;",
            "if (true) { y = 1.0; } else { y = 2.0; return; } y += 1.0;",
            "for (index i = 0; i < 3; i++) { if (i > 1) { y = 3.0; return; } } y = 1.0;",
            "float a = 0.0; for (index i = 0; i < 3; i++) { a += 1.0; if (a > 1.0) break; } y = a; return;",
        ] {
            assert!(is_sure(&format!("float twice(float a) {{ return a + a; }}\nvoid main() {{ {code} }}")), "{code}");
            assert!(is_sure(&format!("void main(void) {{\n{code}\n}}")), "{code}");
        }
    }

    #[test]
    fn an_output_that_some_way_reads_or_leaves_is_not() {
        for code in [
            "",
            "y += 1.0;",
            "y == 1.0; y = 2.0;",
            "y = y + 1.0;",
            "if (true) y = 1.0;",
            "if (true) { y = 1.0; } else if (false) { y = 2.0; }",
            "if (true) return; y = 1.0;",
            "if (true) { y = 1.0; return; } else if (false) { y = 2.0; }",
            "if (true) { y = 1.0; return; }",
            "for (index i = 0; i < 3; i++) { y = 1.0; return; }",
            "if (y > 0.0) y = 1.0; else y = 2.0;",
            "for (index i = 0; i < 3; i++) y = 1.0;",
            "for (index i = 0; i < 3; i++) { if (i > 1) return; } y = 1.0;",
            "float a = y; y = 1.0;",
            "{ float y = 1.0; } y = 2.0;",
            "bool b = true && (y = 1.0) > 0.0;",
            "float y = 1.0; y = 2.0;",
        ] {
            assert!(!is_sure(&format!("void main() {{ {code} }}")), "{code}");
        }
        assert!(!is_sure("void put(float a) { y = a; }\nvoid main() { put(1.0); }"));
        assert!(!is_sure("float get() { return y; }\nvoid main() { y = get(); }"));
        assert!(!is_sure("void later();\nvoid main() { y = 1.0; later(); }\nvoid later() { y = 2.0; }"));
    }

    #[test]
    fn blocks_within_blocks_end() {
        let deep = format!("void main() {{ {}y = 1.0;{} }}", "{".repeat(100_000), "}".repeat(100_000));
        assert!(!is_sure(&deep));
        for open in ["void main() {", "void main() { if (", "void main() { for (;;", "void main() { if (true) y = 1.0"]
        {
            assert!(!is_sure(open), "{open}");
        }
    }
}
