//! Removes comments and indentation from texts of kernels when the crate is compiled, for the npm package, which has to be small. Lines keep
//! their numbers.

/// Returns the minified text of a file.
#[doc(hidden)]
#[macro_export]
macro_rules! minified {
    ($text:expr) => {{
        const TEXT: &str = $text;
        const LENGTH: usize = $crate::kernel::minify::length(TEXT);
        const BYTES: [u8; LENGTH] = $crate::kernel::minify::minify(TEXT);
        const MINIFIED: &str = match ::core::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("whole comments and spaces are removed"),
        };
        MINIFIED
    }};
}

/// Returns the number of bytes of a minified text.
#[doc(hidden)]
pub const fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut length) = (0, 0);
    while at < bytes.len() {
        at = next(bytes, at);
        if at < bytes.len() {
            length += 1;
            at += 1;
        }
    }
    length
}

/// Returns the minified text, which has `N` bytes.
#[doc(hidden)]
pub const fn minify<const N: usize>(text: &str) -> [u8; N] {
    let bytes = text.as_bytes();
    let mut minified = [0; N];
    let (mut at, mut length) = (0, 0);
    while length < N {
        at = next(bytes, at);
        minified[length] = bytes[at];
        length += 1;
        at += 1;
    }
    minified
}

/// Returns the place of the next byte that is kept, from this place on.
const fn next(bytes: &[u8], mut at: usize) -> usize {
    if at < bytes.len() && bytes[at] == b' ' {
        let mut end = at;
        while end < bytes.len() && bytes[end] == b' ' {
            end += 1;
        }
        // Spaces go at the start of a line, and before a comment.
        let first = at == 0 || bytes[at - 1] == b'\n';
        if first || comment(bytes, end) || (end < bytes.len() && bytes[end] == b'\n') {
            at = end;
        }
    }
    if comment(bytes, at) {
        while at < bytes.len() && bytes[at] != b'\n' {
            at += 1;
        }
    }
    at
}

const fn comment(bytes: &[u8], at: usize) -> bool {
    at + 1 < bytes.len() && bytes[at] == b'/' && bytes[at + 1] == b'/'
}

#[cfg(test)]
mod tests {
    #[test]
    fn comments_and_indentation_go() {
        const WRITTEN: &str = "// A comment.\nfloat f() { // of `f`\n    return 1.0 / 2.0;   \n\n}\n//é";
        assert_eq!(minified!(WRITTEN), "\nfloat f() {\nreturn 1.0 / 2.0;\n\n}\n");
        assert_eq!(minified!(""), "");
        assert_eq!(minified!("  // only"), "");
        assert_eq!(minified!("a  b"), "a  b");
    }
}
