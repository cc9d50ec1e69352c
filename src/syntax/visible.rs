//! Escapes control characters of files' texts in messages, so that none reaches a terminal.

use std::borrow::Cow;

/// Returns the text with control characters, which a terminal would obey, replaced by Rust's escapes. Line ends and tabs stay.
///
/// ```
/// assert_eq!(brooklet::syntax::visible("a\x1b[31mb\n"), "a\\u{1b}[31mb\n");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    // The control characters, and those that change the direction of the text after them.
    let hidden = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match hidden(c) {
            true => shown.extend(c.escape_unicode()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}
