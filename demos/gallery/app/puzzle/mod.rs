//! Puzzles: a task, the kernel that is written for it, and what each of its passes does. In a browser they are a page of their own.

mod answers;
mod cells;
mod figure;
mod outcome;
mod panes;
mod steps;
mod streams;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use brooklet::Error;
use brooklet::puzzle::{LookError, Puzzle, Size};
use brooklet::syntax::Diagnostic;
use serde_json::{Value, json};

use super::playground::MAX_SOURCE;
use super::playground::editor::Editor;
use super::settings::Settings;
pub use answers::Answers;
use figure::Figure;
use outcome::Outcome;
use streams::Passes;

/// What an address says: the number of a puzzle, and whether it is solved in Brook; and a text.
type Said = (Option<(usize, bool)>, Option<String>);

/// The puzzle that is shown, and what became of the answer to it.
pub struct Puzzles {
    all: Vec<Puzzle>,
    chosen: usize,
    /// Whether the answer is written in Brook, as the last third can be.
    brook: bool,
    editor: Editor,
    answers: Answers,
    /// What an address said last of puzzle and text: what it says otherwise has been followed.
    known: Option<Said>,
    checked: Checked,
    help: Help,
    figure: Option<Result<Figure, String>>,
    passes: Option<Result<Passes, String>>,
    /// The line of the instruction that is looked at.
    lit: BTreeSet<usize>,
    pane: panes::Pane,
    parts: panes::Parts,
    /// What is wrong with the number of an address.
    wrong: Option<String>,
    /// Frames that have shown what there is now.
    frames: usize,
}

/// What became of the text that was checked last.
#[derive(Default)]
struct Checked {
    outcome: Option<Outcome>,
    diagnostics: Vec<Diagnostic>,
    /// Whether it is still the one in the editor.
    current: bool,
}

/// How many hints are shown, and whether the solution is.
#[derive(Default)]
struct Help {
    hints: usize,
    solution: bool,
}

impl Default for Puzzles {
    fn default() -> Puzzles {
        Puzzles {
            all: Puzzle::all(),
            chosen: 0,
            brook: false,
            editor: Editor::default(),
            answers: Answers::default(),
            known: None,
            checked: Checked::default(),
            help: Help::default(),
            figure: None,
            passes: None,
            lit: BTreeSet::new(),
            pane: panes::Pane::default(),
            parts: panes::Parts::default(),
            wrong: None,
            frames: 0,
        }
    }
}

impl Puzzles {
    /// The puzzle that is shown. There is always one.
    fn puzzle(&self) -> &Puzzle {
        &self.all[self.chosen]
    }

    /// The name of an answer's file, under which it is kept, too.
    fn file(&self) -> String {
        format!("{}{}", self.puzzle().name, if self.brook { ".br" } else { "" })
    }

    /// Whether a puzzle is solved, in one of its languages.
    fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.answers.is_solved(&puzzle.name) || self.answers.is_solved(&format!("{}.br", puzzle.name))
    }

    /// What the answer begins with.
    fn start(&self) -> &str {
        let brook = self.puzzle().brook.as_ref().filter(|_| self.brook);
        brook.map_or(&self.puzzle().start, |brook| &brook.start)
    }

    /// The solution.
    fn solution_text(&self) -> Option<&str> {
        match &self.puzzle().brook {
            Some(brook) if self.brook => brook.solution.as_deref(),
            _ => self.puzzle().solution.text(),
        }
    }

    /// Shows the puzzle and the text of an address.
    fn follow(&mut self, settings: &Settings) {
        let said = (settings.puzzle, settings.source.clone());
        if self.known.as_ref() == Some(&said) {
            return;
        }
        let unsolved = || self.all.iter().position(|puzzle| !self.is_solved(puzzle));
        let named = settings.puzzle.map(|(number, _)| self.all.iter().position(|puzzle| puzzle.number() == number));
        let number = said.0.map_or(0, |(number, _)| number);
        let missing = format!("there is no puzzle {number}: there are 1 to {}", self.all.len());
        let chosen = named.flatten().or_else(unsolved).unwrap_or(0);
        self.wrong = (named == Some(None)).then_some(missing);
        self.chosen = chosen;
        self.brook = self.puzzle().brook.is_some() && settings.puzzle.is_some_and(|(_, brook)| brook);
        let kept = self.answers.text(&self.file()).unwrap_or(self.start());
        let text = settings.source.clone().unwrap_or_else(|| kept.to_owned());
        self.open(text);
        self.known = Some(said);
    }

    /// Puts a text into the editor, and shows what it does.
    fn open(&mut self, text: String) {
        self.editor.text = text;
        self.editor.go_to(0, false);
        (self.checked, self.help, self.figure) = (Checked::default(), Help::default(), None);
        self.look(None);
        self.frames = 0;
    }

    /// Goes to another puzzle, or to the same in another language.
    fn choose(&mut self, (index, brook): (usize, bool), settings: &mut Settings) {
        (settings.puzzle, settings.source) = (Some((self.all[index].number(), brook)), None);
        self.follow(settings);
    }

    /// Goes on with what was shown last.
    pub fn enter(&mut self, settings: &mut Settings) {
        if self.known.is_some() {
            self.remember(settings);
        }
    }

    /// Writes into the settings what an address is to say.
    fn remember(&mut self, settings: &mut Settings) {
        let edited = self.editor.text != self.start() && self.editor.text.len() <= MAX_SOURCE;
        settings.puzzle = Some((self.puzzle().number(), self.brook));
        settings.source = edited.then(|| self.editor.text.clone());
        self.known = Some((settings.puzzle, settings.source.clone()));
    }

    /// Checks the text, and shows the first element that is wrong.
    fn check(&mut self, settings: &mut Settings) {
        let file = self.file();
        let outcome = Outcome::of(self.puzzle(), &file, &self.editor.text);
        self.answers.keep(&file, &self.editor.text, outcome.is_solved());
        self.look(outcome.place());
        self.checked = Checked { diagnostics: outcome.diagnostics(), outcome: Some(outcome), current: true };
        self.remember(settings);
        self.frames = 0;
    }

    /// Runs the text for a size, and shows a pass and an element of it.
    fn look(&mut self, at: Option<(Size, usize, usize)>) {
        let size = at.map_or(self.puzzle().shown[0], |(size, ..)| size);
        let answer = (self.file(), self.editor.text.as_str());
        let passes =
            Passes::new(self.puzzle(), (&answer.0, answer.1), size, at.map(|(_, pass, element)| (pass, element)));
        self.passes = match passes {
            // What is wrong is said where the answer is.
            Err(LookError::Refused(_) | LookError::Device(Error::Compile(_))) => None,
            passes => Some(passes.map_err(|error| error.to_string())),
        };
        self.lit.clear();
    }

    /// Takes the answers of a file.
    ///
    /// # Errors
    /// What is no such file, in words.
    pub fn take_answers(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.answers.take(text).map_err(|why| format!("{name}: {why}"))?;
        self.known = None;
        Ok(())
    }

    /// Whether all that is shown has been computed.
    pub fn ready(&self) -> bool {
        self.known.is_some() && self.frames >= 2
    }

    /// What fails that the answer cannot be blamed for.
    pub fn error(&self) -> Option<String> {
        let failed = |shown: &Result<Figure, String>| shown.as_ref().err().cloned();
        self.wrong.clone().or_else(|| self.figure.as_ref().and_then(failed))
    }

    /// Whether the answer is right, where it was checked, and what the last pass wrote.
    pub fn results(&self) -> Value {
        let written = self.passes.as_ref().and_then(|passes| passes.as_ref().ok()).map(Passes::last);
        let solved = self.checked.outcome.as_ref().map(Outcome::is_solved);
        json!({ "puzzle": self.puzzle().name, "solved": solved, "written": written })
    }
}
