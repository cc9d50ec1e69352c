//! Writes write masks and swizzles.

use crate::fragment_program::Component;

/// Returns the components of a write mask as letters. The text is empty if the mask has all components. Returns `None` if the mask is
/// empty.
pub(super) fn mask(mask: u8) -> Option<String> {
    match mask & 0b1111 {
        0 => None,
        0b1111 => Some(String::new()),
        mask => {
            let letters = Component::XYZW.iter().enumerate().filter(|(lane, _)| mask >> lane & 1 == 1);
            Some(format!(".{}", letters.map(|(_, component)| component.letter()).collect::<String>()))
        }
    }
}

/// Returns the shortest text of a swizzle. `read` is the mask of the components that are read.
pub(super) fn suffix(swizzle: [Component; 4], read: u8) -> String {
    let is_read = |lane: &usize| read >> lane & 1 == 1;
    if read.count_ones() != 1 && (0..4).filter(is_read).all(|lane| swizzle[lane] == Component::XYZW[lane]) {
        return String::new();
    }
    let mut of = (0..4).filter(is_read).map(|lane| swizzle[lane]);
    let first = of.next().unwrap_or(swizzle[0]);
    if of.all(|component| component == first) {
        return format!(".{}", first.letter());
    }
    // A component that is not read repeats the one before it.
    let mut last = first;
    let mut text = ".".to_owned();
    for (lane, component) in swizzle.iter().enumerate() {
        if is_read(&lane) {
            last = *component;
        }
        text.push(last.letter());
    }
    text
}
