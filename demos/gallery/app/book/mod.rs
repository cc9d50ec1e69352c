//! The book that the guided tour goes through: chapters, and stops with a figure and a question each.
//!
//! The texts are pages of the guide (`src/guide/book`), which show the same stops with pictures.

mod page;

use std::fmt;
use std::sync::LazyLock;

pub use page::{Style, styled};

/// A chapter of the book.
pub struct Chapter {
    /// In an address.
    pub name: &'static str,
    pub title: String,
    pub introduction: String,
    pub stops: Vec<Stop>,
}

/// A stop of the tour in it.
pub struct Stop {
    pub title: String,
    /// What is shown meanwhile, as an address.
    pub address: String,
    pub text: String,
    pub question: String,
    pub answer: String,
    /// The picture in the guide's page, without its folder.
    #[cfg_attr(not(test), allow(dead_code, reason = "the gallery shows the figure itself"))]
    pub picture: String,
}

macro_rules! pages {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../../src/guide/book/", $name, ".md"))),)*]
    };
}

/// The pages of the book: name and text.
const PAGES: &[(&str, &str)] = pages!("beginning" "buck_purcell" "horn" "brook" "harris" "mahardito" "chips");

static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let read = |(name, text): &(&'static str, &str)| {
        page::read(name, text).unwrap_or_else(|what| panic!("src/guide/book/{name}.md: {what}"))
    };
    PAGES.iter().map(read).collect()
});

/// The chapters, in their order. The first is an introduction, each of the others is about a paper or about the chips.
pub fn chapters() -> &'static [Chapter] {
    &CHAPTERS
}

/// A place in the tour: a chapter and a stop of it, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Position {
    pub chapter: usize,
    pub stop: usize,
}

impl Position {
    /// Reads what an address says: `7` is a stop of the first chapter, `horn/3` one of another, `horn` its first.
    pub fn of(text: &str) -> Option<Position> {
        let (chapter, stop) = match text.split_once('/') {
            Some((name, stop)) => (of_name(name)?, stop),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => (0, text),
            None => (of_name(text)?, "1"),
        };
        let stop = stop.parse::<usize>().ok()?.checked_sub(1)?;
        (stop < chapters()[chapter].stops.len()).then_some(Position { chapter, stop })
    }

    pub fn shown(self) -> &'static Stop {
        &chapters()[self.chapter].stops[self.stop]
    }

    /// The next stop, also of the next chapter; none after the last.
    pub fn next(self) -> Option<Position> {
        let Position { chapter, stop } = self;
        if stop + 1 < chapters()[chapter].stops.len() {
            return Some(Position { chapter, stop: stop + 1 });
        }
        (chapter + 1 < chapters().len()).then_some(Position { chapter: chapter + 1, stop: 0 })
    }

    /// The stop before, also of the chapter before; none before the first.
    pub fn back(self) -> Option<Position> {
        let Position { chapter, stop } = self;
        if let Some(stop) = stop.checked_sub(1) {
            return Some(Position { chapter, stop });
        }
        let chapter = chapter.checked_sub(1)?;
        Some(Position { chapter, stop: chapters()[chapter].stops.len() - 1 })
    }
}

fn of_name(name: &str) -> Option<usize> {
    chapters().iter().position(|chapter| chapter.name == name)
}

/// As in an address.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.chapter {
            // These were the whole tour once, and their addresses stay.
            0 => write!(f, "{}", self.stop + 1),
            chapter => write!(f, "{}/{}", chapters()[chapter].name, self.stop + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::app::settings::Settings;

    fn all() -> impl Iterator<Item = Position> {
        std::iter::successors(Some(Position::default()), |position| position.next())
    }

    #[test]
    fn each_chapter_has_five_to_ten_stops_with_text_and_question() {
        assert_eq!(chapters().len(), 7);
        for chapter in chapters() {
            let name = chapter.name;
            assert!((5..=10).contains(&chapter.stops.len()), "{name}: {} stops", chapter.stops.len());
            assert!(!chapter.introduction.is_empty() && chapter.title.len() < 50, "{name}");
            for stop in &chapter.stops {
                let Stop { title, text, question, answer, .. } = stop;
                assert!(title.len() < 60, "{name}: {title}");
                // What is longer does not fit under a figure.
                assert!((100..=900).contains(&text.len()), "{name}: {title}: {} bytes", text.len());
                assert!(question.ends_with('?') && question.len() < 250, "{name}: {title}: {question}");
                assert!((10..=500).contains(&answer.len()), "{name}: {title}: {answer}");
                // The font has no others of those that one would like to use.
                let known = |c: char| c.is_ascii() || "×·γµ".contains(c);
                assert!([title, text, question, answer].iter().all(|text| text.chars().all(known)), "{name}: {title}");
            }
        }
    }

    #[test]
    fn every_stop_has_an_address_and_a_picture() {
        let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/guide/book/pictures");
        for position in all() {
            let stop = position.shown();
            let (settings, wrong) = Settings::read(&Address::parse_hash(&stop.address).unwrap());
            assert_eq!(wrong, Vec::<String>::new(), "{position}");
            assert_eq!(settings.tour, None, "{position}");
            let chapter = chapters()[position.chapter].name;
            assert_eq!(stop.picture, format!("{chapter}-{}", position.stop + 1));
            let file = std::path::Path::new(pictures).join(format!("{}.png", stop.picture));
            assert!(file.exists(), "{} is not there", file.display());
        }
        let files = std::fs::read_dir(pictures).unwrap().count();
        assert_eq!(files, all().count(), "each picture belongs to a stop");
    }

    #[test]
    fn positions_come_back() {
        for position in all() {
            assert_eq!(Position::of(&position.to_string()), Some(position));
            assert_eq!(position.next().map_or(Some(position), Position::back), Some(position));
        }
        assert_eq!(Position::of("7"), Some(Position { chapter: 0, stop: 6 }));
        assert_eq!(Position::of("horn"), Position::of("horn/1"));
        for wrong in ["", "0", "11", "horn/0", "horn/99", "bogo/1", "horn/", "-1"] {
            assert_eq!(Position::of(wrong), None, "{wrong}");
        }
    }
}
