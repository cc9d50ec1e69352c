//! Reads a chapter from its page in Markdown: the small part of Markdown that these pages use.
//!
//! A page is a title (`# `), an introduction, and stops. A stop is a heading (`## `), the address of its figure in a comment
//! (`<!-- gallery: scene=sort -->`), paragraphs, a picture (`![..][..]`), a question (`**Question.** ..`) and an answer between
//! `<details>` and `</details>`. Definitions of links at the end of the page are for other readers.

use super::{Chapter, Stop};

const FIGURE: &str = "<!-- gallery: ";
const QUESTION: &str = "**Question.** ";

/// Reads a page.
///
/// # Errors
/// What is missing, and of which stop.
pub fn read(name: &'static str, page: &str) -> Result<Chapter, String> {
    let mut parts = page.split("\n## ");
    let head = parts.next().unwrap_or_default();
    let (title, introduction) = head.split_once('\n').unwrap_or((head, ""));
    let title = title.strip_prefix("# ").ok_or("it does not begin with a title")?.to_owned();
    let introduction = paragraphs(introduction).join("\n");
    let stops = parts.map(stop).collect::<Result<_, _>>()?;
    Ok(Chapter { name, title, introduction, stops })
}

/// Reads a stop, from behind the marks of its heading.
fn stop(part: &str) -> Result<Stop, String> {
    let (title, body) = part.split_once('\n').unwrap_or((part, ""));
    let missing = |what: &str| format!("{title}: there is no {what}");
    let (body, answer) = body.split_once("<details>").ok_or_else(|| missing("answer"))?;
    let answer = answer.split_once("</details>").ok_or_else(|| missing("end of the answer"))?.0;
    let answer = answer.split_once("</summary>").map_or(answer, |(_, answer)| answer);
    let (mut address, mut picture, mut question) = (None, None, None);
    let mut text = Vec::new();
    for paragraph in paragraphs(body) {
        if let Some(figure) = paragraph.strip_prefix(FIGURE) {
            address = figure.strip_suffix("-->").map(|address| address.trim().to_owned());
        } else if paragraph.starts_with("![") {
            picture = paragraph.split_once("][").and_then(|(_, label)| label.strip_suffix(']')).map(str::to_owned);
        } else if let Some(asked) = paragraph.strip_prefix(QUESTION) {
            question = Some(asked.to_owned());
        } else {
            text.push(paragraph);
        }
    }
    Ok(Stop {
        title: title.to_owned(),
        address: address.ok_or_else(|| missing("figure"))?,
        text: text.join("\n"),
        question: question.ok_or_else(|| missing("question"))?,
        answer: paragraphs(answer).join("\n"),
        picture: picture.ok_or_else(|| missing("picture"))?,
    })
}

/// The paragraphs of a text, a line each.
fn paragraphs(text: &str) -> Vec<String> {
    let parts = text.split("\n\n").map(|part| part.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    parts.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// A part of a text: in plain type, in code or slanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    Code,
    Slanted,
}

/// A text in parts: `` `code` `` and `*slanted*` are what these pages use.
pub fn styled(text: &str) -> Vec<(Style, &str)> {
    let mut parts = Vec::new();
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 1 {
            parts.push((Style::Code, part));
            continue;
        }
        let pieces = part.split('*').enumerate();
        parts.extend(pieces.map(|(at, piece)| (if at % 2 == 1 { Style::Slanted } else { Style::Plain }, piece)));
    }
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# A title\n\nWhat it is\nabout.\n\n## One\n\n<!-- gallery: scene=sort&n=8 -->\n\nText of\n*two* \
                        lines, `a*b`.\n\n![One][page-1]\n\n**Question.** Why\nthat?\n\n<details><summary>Answer</summary>\n\n\
                        Because.\n\n</details>\n\n[page-1]: pictures/page-1.png\n";

    #[test]
    fn a_page_has_stops() {
        let chapter = read("page", PAGE).unwrap();
        assert_eq!((chapter.title.as_str(), chapter.introduction.as_str()), ("A title", "What it is about."));
        let [stop] = &chapter.stops[..] else { panic!("{} stops", chapter.stops.len()) };
        assert_eq!((stop.title.as_str(), stop.address.as_str()), ("One", "scene=sort&n=8"));
        assert_eq!(stop.text, "Text of *two* lines, `a*b`.");
        assert_eq!((stop.question.as_str(), stop.answer.as_str()), ("Why that?", "Because."));
        assert_eq!(stop.picture, "page-1");
        let parts = styled(&stop.text);
        let expected = [
            (Style::Plain, "Text of "),
            (Style::Slanted, "two"),
            (Style::Plain, " lines, "),
            (Style::Code, "a*b"),
            (Style::Plain, "."),
        ];
        assert_eq!(parts, expected);
    }

    #[test]
    fn what_is_missing_is_said() {
        let without = |what: &str| read("page", &PAGE.replace(what, "")).err().unwrap();
        assert_eq!(without("# A title"), "it does not begin with a title");
        assert_eq!(without("<!-- gallery: "), "One: there is no figure");
        assert_eq!(without("**Question.** "), "One: there is no question");
        assert_eq!(without("<details>"), "One: there is no answer");
        assert_eq!(without("</details>"), "One: there is no end of the answer");
        assert_eq!(without("![One][page-1]"), "One: there is no picture");
    }
}
