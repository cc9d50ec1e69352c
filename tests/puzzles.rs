//! Wrong answers to the puzzles: each is refused, and the first element that is wrong is named.

use brooklet::puzzle::{Answer, Puzzle, Schedule};

/// A part of a solution, what stands in its place, and what is wrong with the result: the number of elements, the pass from 1, and the element.
type Mistake = (&'static str, &'static str, usize, usize, usize);

const MISTAKES: [(&str, [Mistake; 3]); 24] = [
    (
        "01-copy",
        [("here()", "0", 8, 1, 2), ("here())", "here()) + 1.0", 8, 1, 0), ("here()", "min(here(), 7)", 16, 1, 8)],
    ),
    ("02-add", [("a > b", "a < b", 8, 1, 0), ("a > b", "a >= b", 8, 1, 3), ("a + b", "a + a", 8, 1, 0)]),
    ("03-reverse", [("- 1 -", "-", 8, 1, 0), ("here()", "max(here(), 1)", 8, 1, 0), ("count(values)", "8", 1, 1, 0)]),
    (
        "04-neighbours",
        [("i > 0", "true", 8, 1, 0), ("i + 1 < count(values)", "true", 8, 1, 7), ("i - 1", "i", 8, 1, 2)],
    ),
    (
        "05-rows",
        [
            ("max(x - 1, 0)", "x", 24, 1, 2),
            ("min(y + 1, height(image) - 1)", "min(y + 1, 3)", 1, 1, 0),
            ("best;\n}", "best + 1.0;\n}", 24, 1, 0),
        ],
    ),
    (
        "06-pack",
        [("i < count(values) ?", "i < 8 ?", 1, 1, 0), (": 0.0", ": 1.0", 1, 1, 0), ("first + 2", "first + 1", 8, 1, 0)],
    ),
    (
        "07-halves",
        [
            ("i + 1 < count(values)", "true", 3, 1, 1),
            ("2 * here()", "here()", 8, 1, 1),
            ("sum += fetch(values, i + 1)", "sum = fetch(values, i + 1)", 8, 1, 0),
        ],
    ),
    (
        "08-doubling",
        [("i >= offset", "i > offset", 8, 1, 1), ("i - offset", "i - 1", 8, 2, 2), ("i >= offset", "i >= 1", 8, 2, 1)],
    ),
    (
        "09-gather",
        [
            ("fetch(values, i)", "fetch(values, here())", 7, 1, 0),
            ("fetch(values, i)", "fetch(positions, i)", 7, 1, 0),
            ("fetch(values, i)", "fetch(values, min(i, 6))", 8, 1, 3),
        ],
    ),
    (
        "10-scatter",
        [
            ("== here()", "== here() + 1", 7, 1, 0),
            ("k < count(positions)", "k < 8", 7, 1, 0),
            ("fetch(values, from)", "fetch(values, here())", 7, 1, 1),
        ],
    ),
    ("11-search", [("< query", "<= query", 8, 1, 1), ("k < 17", "k < 3", 16, 1, 7), ("middle + 1", "middle", 8, 1, 0)]),
    (
        "12-bitonic",
        [
            ("second == descending", "second", 8, 2, 0),
            ("min(own, other) : max(own, other)", "max(own, other) : min(own, other)", 8, 1, 2),
            ("i - offset : i + offset", "i + offset : i - offset", 8, 1, 2),
        ],
    ),
    (
        "13-compaction",
        [("here() + 1", "here()", 8, 1, 1), ("1e30 * 1e30", "0.0", 8, 1, 4), ("k < 17", "k < 3", 8, 1, 1)],
    ),
    (
        "14-histogram",
        [
            ("k < count(values)", "k < 8", 16, 1, 1),
            ("1.0 : 0.0", "0.0 : 1.0", 8, 1, 0),
            ("float(here())", "float(here() + 1)", 8, 1, 0),
        ],
    ),
    (
        "15-jumping",
        [
            ("fetch(links, index(fetch(links, here())))", "fetch(links, here())", 8, 1, 4),
            ("here())));", "here()))) + 1.0;", 8, 1, 0),
            ("index(fetch(links, here()))", "index(fetch(links, 0))", 8, 1, 5),
        ],
    ),
    (
        "16-flooding",
        [
            ("other < one", "other > one", 16, 4, 3),
            ("i >= offset", "i > offset", 16, 1, 8),
            ("abs(other - at)", "other - at", 16, 3, 6),
        ],
    ),
    (
        "17-rows-of-16",
        [
            ("min(first + 16, count(values))", "(first + 16)", 24, 1, 16),
            ("quotient(here(), 16)", "quotient(here(), 8)", 24, 1, 8),
            ("- 1;", ";", 24, 1, 0),
        ],
    ),
    (
        "18-carry",
        [
            (">= 1024.0", "> 2048.0", 4, 1, 1),
            (">= 1024.0", "> 1024.0", 1000, 1, 915),
            ("sum.x + carry", "sum.x", 4, 1, 1),
        ],
    ),
    (
        "19-cells",
        [
            ("own + 1.0", "own + 2.0", 8, 1, 2),
            ("begin(own + 1.0) - begin(own)", "begin(own)", 8, 1, 0),
            ("< cell", "<= cell", 8, 1, 0),
        ],
    ),
    ("20-window", [("i >= 5", "i > 5", 8, 1, 5), ("i - 5", "i - 4", 8, 1, 5), ("i >= 5", "true", 8, 1, 0)]),
    (
        "21-tree",
        [("i > 2 * pair", "i >= 2 * pair", 8, 2, 0), ("i - 1", "i", 8, 2, 1), ("quotient(i, 2)", "i", 8, 2, 1)],
    ),
    (
        "22-merge",
        [
            ("taken - 1 - middle", "taken - middle", 4, 1, 4),
            ("two < one", "two > one", 4, 1, 0),
            ("low < count(left)", "low <= count(left)", 4, 1, 6),
        ],
    ),
    (
        "23-median",
        [
            ("clamp(i, 0, count(values) - 1)", "max(i, 0)", 8, 1, 6),
            ("min(a, b), min(c, d)", "max(a, b), max(c, d)", 8, 1, 3),
            ("i + 2", "i + 1", 8, 1, 2),
        ],
    ),
    (
        "24-network",
        [
            ("second == descending", "second", 8, 2, 0),
            ("i - offset : i + offset", "i + offset : i - offset", 8, 1, 0),
            ("== 1", "== 0", 8, 1, 0),
        ],
    ),
];

#[test]
fn wrong_answers_are_refused_where_they_are_wrong() {
    let all = Puzzle::all();
    assert_eq!(all.iter().map(|puzzle| puzzle.name.as_str()).collect::<Vec<_>>(), MISTAKES.map(|(name, _)| name));
    let mut found = Vec::new();
    for (puzzle, (name, mistakes)) in all.iter().zip(MISTAKES) {
        let solution = puzzle.solution.text().unwrap();
        for (right, wrong, size, pass, element) in mistakes {
            assert!(solution.contains(right), "{name}: {right}");
            let text = solution.replace(right, wrong);
            let what = match puzzle.check(&text).unwrap() {
                Answer::Wrong(failure) => (failure.size.count(), failure.pass[0], failure.element),
                other => panic!("{name}, {wrong}: {other:?}"),
            };
            if what != (size, pass, element) {
                found.push(format!("{name}, {wrong} in place of {right}: {what:?}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Answers that are right in the end, although their passes write something else than those of the solution.
const OTHER_WAYS: [(&str, &str); 2] = [
    (
        "07-halves",
        "input float values;
         output float sums;
         void main() {
             index half = quotient(count(values) + 1, 2);
             float sum = fetch(values, here());
             if (here() + half < count(values)) { sum += fetch(values, here() + half); }
             sums = sum;
         }",
    ),
    (
        "15-jumping",
        "input float links;
         output float roots;
         void main() { roots = fetch(links, index(fetch(links, index(fetch(links, here()))))); }",
    ),
];

#[test]
fn the_last_pass_decides_and_the_task_says_what_each_one_writes() {
    let all = Puzzle::all();
    for (name, text) in OTHER_WAYS {
        let answer = all.iter().find(|puzzle| puzzle.name == name).unwrap().check(text).unwrap();
        assert!(matches!(answer, Answer::Solved(_)), "{name}: {answer:?}");
    }
    for puzzle in all.iter().filter(|puzzle| puzzle.schedule != Schedule::Once) {
        let task = puzzle.task.join(" ");
        let says =
            ["that a pass writes", "Each pass", "Each writes", "In each pass", "in each pass", "the first writes"];
        assert!(says.iter().any(|part| task.contains(part)), "{}: {task}", puzzle.name);
    }
}

/// Wrong answers in Brook, as above.
const IN_BROOK: [(&str, [Mistake; 3]); 8] = [
    (
        "17-rows-of-16",
        [
            ("- i]", "- i + 1.0]", 24, 1, 0),
            ("first + 16.0", "first + 15.0", 24, 1, 0),
            (", count_values)", ", 24.0)", 2, 1, 1),
        ],
    ),
    (
        "18-carry",
        [
            (">= 1024.0", "> 1024.0", 1000, 1, 915),
            ("sum.x + carry", "sum.x", 4, 1, 1),
            ("left + right", "left", 4, 1, 0),
        ],
    ),
    (
        "19-cells",
        [("< cell", "<= cell", 8, 1, 0), ("own + 1.0", "own + 2.0", 8, 1, 2), ("k < 17.0", "k < 3.0", 16, 1, 3)],
    ),
    ("20-window", [("i >= 5.0", "i >= 4.0", 8, 1, 4), ("i - 5.0", "i - 4.0", 8, 1, 5), ("sum -=", "sum +=", 8, 1, 5)]),
    (
        "21-tree",
        [
            ("i - 1.0", "i", 8, 2, 1),
            ("i > 2.0 * pair", "i >= 2.0 * pair", 8, 2, 0),
            ("above[pair]", "above[i]", 8, 3, 1),
        ],
    ),
    (
        "22-merge",
        [
            ("taken - 1.0 - middle", "taken - middle", 4, 1, 4),
            ("two < one", "two > one", 4, 1, 0),
            ("k < 17.0", "k < 2.0", 8, 1, 7),
        ],
    ),
    (
        "23-median",
        [
            ("i - 2.0", "i - 3.0", 8, 1, 4),
            ("i + 2.0, end", "i + 2.0, 7.0", 16, 1, 8),
            ("low, high), e", "low, high), d", 8, 1, 2),
        ],
    ),
    (
        "24-network",
        [
            ("== bit(i, span)", "!= bit(i, span)", 8, 1, 2),
            ("bit(i, span)", "0.0", 8, 1, 2),
            ("2.0 * offset", "offset", 8, 1, 3),
        ],
    ),
];

#[test]
fn the_last_third_is_solved_in_brook_too() {
    let all = Puzzle::all();
    let solved: Vec<&Puzzle> = all.iter().filter(|puzzle| puzzle.brook.is_some()).collect();
    assert_eq!(solved.len(), all.len() / 3);
    for (puzzle, (name, mistakes)) in solved.into_iter().zip(&IN_BROOK) {
        let brook = puzzle.brook.as_ref().unwrap();
        let solution = brook.solution.as_ref().unwrap();
        assert_eq!(puzzle.name, *name);
        let check = |text: &str| puzzle.check_file("answer.br", text).unwrap();
        assert!(matches!(check(&brook.start), Answer::Wrong(_)), "{name}");
        match check(solution) {
            Answer::Solved(cost) => assert_eq!(cost.passes, puzzle.solution_cost().unwrap().unwrap().passes, "{name}"),
            answer => panic!("{name}: {answer:?}"),
        }
        for (part, instead, elements, pass, element) in mistakes {
            assert!(solution.contains(part), "{name}: {part}");
            let Answer::Wrong(failure) = check(&solution.replacen(part, instead, 1)) else {
                panic!("{name}: {instead}")
            };
            let found = (failure.size.count(), failure.pass[0], failure.element);
            assert_eq!(found, (*elements, *pass, *element), "{name}: {instead}");
        }
    }
}

#[test]
fn programs_of_brook_that_are_no_answers_are_refused() {
    let all = Puzzle::all();
    let refused = |text: &str| match all[19].check_file("answer.br", text) {
        Ok(Answer::Refused(why)) => why,
        other => panic!("{other:?}"),
    };
    let right = all[19].brook.as_ref().unwrap().solution.clone().unwrap();
    assert_eq!(refused(""), "the program has 0 kernels. An answer has one");
    assert_eq!(
        refused(&format!("{right}kernel void b(float c<>, out float d<>) {{ d = c; }}")),
        "the program has 2 kernels: window, b. An answer has one"
    );
    assert!(
        refused(&right.replace("scanned", "values"))
            .contains("there is no input `float values`; the puzzle has `float scanned`")
    );
    assert!(
        refused(&right.replace("out float sums<>", "out float sums<>, float offset").replace("i - 5.0", "i - offset"))
            .contains("no constant `float offset`")
    );
    assert!(
        refused("reduce void sum(float scanned<>, reduce float sums) { sums += scanned; }")
            .contains("`sums` is of another kind")
    );
    let broken = all[19].check_file("answer.br", "kernel void window(").unwrap_err().to_string();
    assert!(broken.contains("answer.br:1"), "{broken}");
}
