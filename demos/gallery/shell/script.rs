//! Scripts of synthetic input: a step a line.

use std::path::PathBuf;

use egui::{Key, Modifiers, Pos2, Vec2, pos2, vec2};

use crate::address::Address;

pub const HELP: &str = "  key [ctrl+][shift+][alt+]KEY   presses a key, by egui's name: Space, Left, A, 1
  text WORDS                     types
  move X Y                       moves the pointer, in points from the top left
  click X Y | click \"LABEL\"      clicks there, or in the middle of what has this label
  drag X Y X Y                   drags from here to there
  wheel X Y                      turns the wheel by so many points
  drop FILE                      drops a file
  resize W H                     resizes the window, in pixels
  go #scene=sort&n=256           goes to an address
  wait-ready [SECONDS]           waits until all is computed; 60 s, if not said
  frames COUNT                   draws so many frames
  expect \"TEXT\"                  waits for a label that contains the text; 10 s
  allow-errors                   from here on, a scene that shows an error is no failure
  lose-context                   makes the OpenGL context anew, as after the loss of it
  check-gl                       fails on an OpenGL error; every frame is checked anyway
  print WORDS                    prints the words, with the seconds since the start
  results FILE                   writes what was computed, as JSON
  screenshot PICTURE.png         writes what the frame shows
  quit                           ends with 0, as the end of the script does
  # ...                          is a comment";

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Key(Modifiers, Key),
    Text(String),
    Move(Pos2),
    Click(Pos2),
    ClickOn(String),
    Drag(Pos2, Pos2),
    Wheel(Vec2),
    Drop(PathBuf),
    Resize([u32; 2]),
    Go(Address),
    WaitReady(f64),
    Frames(usize),
    Expect(String),
    AllowErrors,
    LoseContext,
    CheckGl,
    Print(String),
    Results(PathBuf),
    Screenshot(PathBuf),
    Quit,
}

/// A step, with its line as it was written.
#[derive(Clone, Debug)]
pub struct Line {
    pub number: usize,
    pub text: String,
    pub step: Step,
}

/// Reads a script.
///
/// # Errors
/// The first line that is no step: which, and why.
pub fn parse(script: &str) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for (index, text) in script.lines().enumerate() {
        let (number, text) = (index + 1, text.trim());
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let step = step(text).map_err(|why| format!("line {number}: `{text}`: {why}"))?;
        lines.push(Line { number, text: text.to_owned(), step });
    }
    Ok(lines)
}

fn step(text: &str) -> Result<Step, String> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let some = |what: &str| if rest.is_empty() { Err(format!("say {what}")) } else { Ok(rest.to_owned()) };
    Ok(match name {
        "key" => key(rest)?,
        "text" => Step::Text(some("what to type")?),
        "move" => Step::Move(place(numbers(rest)?)),
        "click" => match label(rest) {
            Some(label) => Step::ClickOn(label),
            None => Step::Click(place(numbers(rest)?)),
        },
        "drag" => {
            let [x, y, to_x, to_y] = numbers(rest)?;
            Step::Drag(pos2(x, y), pos2(to_x, to_y))
        }
        "wheel" => {
            let [x, y] = numbers(rest)?;
            Step::Wheel(vec2(x, y))
        }
        "drop" => Step::Drop(some("which file")?.into()),
        "resize" => match numbers(rest)? {
            [width, height] if width >= 1.0 && height >= 1.0 => Step::Resize([width as u32, height as u32]),
            _ => return Err("a window has at least one pixel".to_owned()),
        },
        "go" => Step::Go(Address::parse_hash(rest).map_err(|error| error.to_string())?),
        "wait-ready" if rest.is_empty() => Step::WaitReady(60.0),
        "wait-ready" => {
            let [seconds] = numbers(rest)?;
            Step::WaitReady(seconds.into())
        }
        "frames" => {
            let [count] = numbers(rest)?;
            Step::Frames(count as usize)
        }
        "expect" => Step::Expect(label(rest).ok_or("put the text in quotes")?),
        "allow-errors" => Step::AllowErrors,
        "lose-context" => Step::LoseContext,
        "check-gl" => Step::CheckGl,
        "print" => Step::Print(some("what to print")?),
        "results" => Step::Results(some("where to")?.into()),
        "screenshot" => Step::Screenshot(some("where to")?.into()),
        "quit" => Step::Quit,
        _ => return Err("there is no such step: see --help".to_owned()),
    })
}

fn key(text: &str) -> Result<Step, String> {
    let mut modifiers = Modifiers::NONE;
    let mut rest = text;
    while let Some((modifier, after)) = rest.split_once('+').filter(|(_, after)| !after.is_empty()) {
        modifiers |= match modifier {
            // What other systems call command is this key here.
            "ctrl" => Modifiers::CTRL | Modifiers::COMMAND,
            "shift" => Modifiers::SHIFT,
            "alt" => Modifiers::ALT,
            _ => return Err(format!("`{modifier}` is no modifier: ctrl, shift, alt")),
        };
        rest = after;
    }
    match Key::from_name(rest) {
        Some(key) => Ok(Step::Key(modifiers, key)),
        None => Err(format!("egui has no key `{rest}`")),
    }
}

/// What stands in quotes.
fn label(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(inner.to_owned())
}

fn numbers<const N: usize>(text: &str) -> Result<[f32; N], String> {
    let found: Option<Vec<f32>> = text.split_whitespace().map(|number| number.parse().ok()).collect();
    let wrong = || format!("it takes {N} {}", if N == 1 { "number" } else { "numbers" });
    found.and_then(|found| found.try_into().ok()).ok_or_else(wrong)
}

fn place([x, y]: [f32; 2]) -> Pos2 {
    pos2(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read() {
        let script =
            "# a walk\nkey ctrl+shift+Z\n\n click \"Play it\"\nclick 10 20.5\nresize 400 300\nwait-ready\nkey +";
        let steps: Vec<_> = parse(script).unwrap().into_iter().map(|line| (line.number, line.step)).collect();
        let all = Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT;
        let expected = [
            (2, Step::Key(all, Key::Z)),
            (4, Step::ClickOn("Play it".to_owned())),
            (5, Step::Click(pos2(10.0, 20.5))),
            (6, Step::Resize([400, 300])),
            (7, Step::WaitReady(60.0)),
            (8, Step::Key(Modifiers::NONE, Key::Plus)),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn mistakes_are_shown_with_their_line() {
        let mistake = |line: &str| parse(&format!("quit\n{line}")).unwrap_err();
        assert_eq!(mistake("jump"), "line 2: `jump`: there is no such step: see --help");
        assert_eq!(mistake("move 1"), "line 2: `move 1`: it takes 2 numbers");
        assert_eq!(mistake("key hyper+A"), "line 2: `key hyper+A`: `hyper` is no modifier: ctrl, shift, alt");
        assert_eq!(mistake("key Nope"), "line 2: `key Nope`: egui has no key `Nope`");
        assert_eq!(mistake("expect no quotes"), "line 2: `expect no quotes`: put the text in quotes");
        assert_eq!(mistake("resize 0 9"), "line 2: `resize 0 9`: a window has at least one pixel");
    }

    #[test]
    fn the_help_has_each_step() {
        for name in ["allow-errors", "check-gl", "lose-context", "quit"] {
            assert!(step(name).is_ok() && HELP.contains(name), "{name}");
        }
    }
}
