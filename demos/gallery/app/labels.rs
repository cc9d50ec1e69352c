//! Labels: numbers as people read them, and texts in the room that there is.

use egui::{Color32, FontId, Painter};

/// The text, or as much of it as there is room for.
pub fn fitted(painter: &Painter, text: &str, font: FontId, width: f32) -> String {
    let fits = |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::BLACK).size().x <= width;
    let mut shorter = text.to_owned();
    while !fits(&shorter) && shorter.pop().is_some() {
        // One letter for the sign that there are more.
        let kept = shorter.trim_end_matches('…').trim_end().to_owned();
        shorter = match kept.char_indices().next_back() {
            Some((last, _)) => format!("{}…", &kept[..last]),
            None => return String::new(),
        };
    }
    shorter
}

/// Bytes for people.
pub fn bytes(count: usize) -> String {
    match count {
        0..10_000 => format!("{count} bytes"),
        10_000..10_000_000 => format!("{:.1} KB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}

/// Milliseconds in three digits.
pub fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms >= 100.0 => format!("{ms:.0}"),
        ms if ms >= 10.0 => format!("{ms:.1}"),
        ms if ms >= 1.0 => format!("{ms:.2}"),
        ms => format!("{ms:.3}"),
    }
}
