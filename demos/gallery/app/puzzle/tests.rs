//! The scene without a window: an address, an answer, and what is shown of it.

use serde_json::json;

use super::{Answers, Puzzles};
use crate::app::scene::Scene;
use crate::app::settings::Settings;

fn settings(puzzle: usize, source: Option<&str>) -> Settings {
    Settings {
        scene: Scene::Puzzle,
        puzzle: Some((puzzle, false)),
        source: source.map(str::to_owned),
        ..Settings::default()
    }
}

#[test]
fn every_solution_is_right_and_every_picture_can_be_drawn() {
    let mut puzzles = Puzzles::default();
    for puzzle in puzzles.all.clone() {
        let mut settings = settings(puzzle.number(), puzzle.solution.text());
        puzzles.follow(&settings);
        puzzles.check(&mut settings);
        assert_eq!(puzzles.results()["solved"], json!(true), "{}", puzzle.name);
        super::Figure::new(&puzzle).unwrap();
        if let Some(brook) = &puzzle.brook {
            let source = brook.solution.clone();
            let mut settings = Settings { puzzle: Some((puzzle.number(), true)), source, ..settings };
            puzzles.follow(&settings);
            puzzles.check(&mut settings);
            assert_eq!(puzzles.results()["solved"], json!(true), "{} in Brook", puzzle.name);
        }
        assert_eq!(puzzles.error(), None);
    }
}

#[test]
fn a_wrong_answer_is_shown_where_it_is_wrong() {
    let mut puzzles = Puzzles::default();
    let text = "input float values; output float copied; void main() { copied = fetch(values, 0); }";
    let mut settings = settings(1, Some(text));
    puzzles.follow(&settings);
    puzzles.check(&mut settings);
    assert_eq!(puzzles.checked.outcome.as_ref().unwrap().place().unwrap().2, 2);
    assert_eq!(settings.source.as_deref(), Some(text));
    puzzles.editor.text = "void main() {".to_owned();
    puzzles.check(&mut settings);
    assert!(puzzles.passes.is_none() && !puzzles.checked.diagnostics.is_empty());
}

#[test]
fn a_number_that_no_puzzle_has_is_said() {
    let mut puzzles = Puzzles::default();
    puzzles.follow(&settings(99, None));
    assert_eq!(puzzles.error().unwrap(), "there is no puzzle 99: there are 1 to 24");
}

#[test]
fn answers_come_back_from_a_file() {
    let mut kept = Answers::default();
    kept.keep("01-copy", "// solved", true);
    kept.keep("02-add", "// begun", false);
    let mut read = Answers::default();
    read.keep("02-add", "// other", true);
    read.take(&kept.to_json()).unwrap();
    assert_eq!((read.text("02-add"), read.is_solved("02-add")), (Some("// begun"), true));
    assert!(read.is_solved("01-copy"));
    assert_eq!(read.take("[]").unwrap_err(), "it holds no answers");
    assert!(read.take(r#"{"01-copy": {}}"#).unwrap_err().contains("01-copy"));
}
