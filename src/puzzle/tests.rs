//! Every puzzle can be solved, and what begins it does not solve it.

use super::*;

#[test]
fn every_puzzle_is_read_and_solved_by_its_solution() {
    for (name, files) in &BUILT_IN {
        Puzzle::parse(name, *files).unwrap();
    }
    for puzzle in Puzzle::all() {
        let answer = puzzle.check(puzzle.solution.text().unwrap()).unwrap();
        assert!(matches!(answer, Answer::Solved(_)), "{}: {answer:?}", puzzle.name);
        let answer = puzzle.check(&puzzle.start).unwrap();
        assert!(matches!(answer, Answer::Wrong(_)), "the start of {}: {answer:?}", puzzle.name);
    }
}
