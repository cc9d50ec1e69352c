//! Texts of files in messages: with their control characters made visible, so that none reaches a terminal.

use std::borrow::Cow;

/// The text with control characters as escapes, as Rust writes them: a terminal would obey them. Line ends and tabs stay.
///
/// ```
/// assert_eq!(brooklet::syntax::visible("a\x1b[31mb\n"), "a\\u{1b}[31mb\n");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    // Beside the control characters proper, those that turn the direction of what follows.
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
