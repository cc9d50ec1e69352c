//! `brooklet puzzle`: lists, shows and checks puzzles.

use crate::support;

use support::Place;

#[test]
fn puzzles_are_listed_and_shown() {
    let place = Place::new();
    let list = place.ok(&["puzzle"]);
    assert!(list.starts_with("  1  Copy") && list.contains("\n 15  Pointer jumping"), "{list}");
    let shown = place.ok(&["puzzle", "7"]);
    assert!(shown.starts_with("7. Sum by halves\n\nThe kernel now runs several times"), "{shown}");
    assert!(shown.contains("\n  values  5 5 0 3 8 8 2 7\n  sums    38\n\n    input float values;\n"), "{shown}");
    assert!(
        shown.ends_with("To begin: brooklet puzzle 7 -o 07-halves.frag\nTo check: brooklet puzzle 7 07-halves.frag\n"),
        "{shown}"
    );
    // A grid has its rows, and vectors have brackets.
    assert!(place.ok(&["puzzle", "5"]).contains("\n  image    5 5 0 3 8 8\n           2 7 2 8 6 3\n"));
    assert!(place.ok(&["puzzle", "6"]).contains("\n  packed  (5, 5, 0, 3) (8, 8, 2, 7)\n"));
    let json: serde_json::Value = serde_json::from_str(&place.ok(&["puzzle", "18", "--json"])).unwrap();
    assert_eq!((&json["number"], &json["chip"]), (&18.into(), &"r300".into()));
    assert!(place.ok(&["puzzle", "7", "--hint", "1"]).starts_with("Element i of the next pass"));
    assert!(place.ok(&["puzzle", "7", "--solution"]).starts_with("input float values;"));
    assert!(place.misuse(&["puzzle", "7", "--hint", "3"]).contains("puzzle 7 has 2 hints, not 3"));
    assert!(place.misuse(&["puzzle", "99"]).contains("there is no puzzle 99: there are 1 to "));
    assert!(place.misuse(&["puzzle", "1", "--chip", "nv40"]).contains("leave out --chip"));
    assert!(place.misuse(&["puzzle", "my.frag"]).contains("a file comes after it: brooklet puzzle 1 my.frag"));
}

#[test]
fn answers_are_checked() {
    let place = Place::new();
    place.ok(&["puzzle", "7", "-o", "my.frag"]);
    assert!(place.fails(&["puzzle", "7", "-o", "my.frag"]).contains("my.frag exists already"));
    assert_eq!(
        place.fails(&["puzzle", "7", "my.frag"]),
        "brooklet: 7. Sum by halves: not solved\nWith 8 elements, in pass 1 of 3: sums[0] is 5, and should be 10. The kernel fetched for it:\n  \
         values[0] = 5\n"
    );
    place.file("my.frag", "input float values;\noutput float sums;\nvoid main() { sums = fetch(values, 2 * here()) + fetch(values, 2 * here() + 1); }\n");
    assert_eq!(
        place.fails(&["puzzle", "7", "my.frag"]),
        "brooklet: 7. Sum by halves: not solved\nWith 3 elements (a size that is not shown), in pass 1 of 2: sums[1] depends on what is outside \
         of a stream. The kernel fetched for it:\n  values[2] = 0\n  values, outside of its 3 elements\n"
    );
    place.file("right.frag", place.ok(&["puzzle", "7", "--solution"]));
    let solved = place.ok(&["puzzle", "7", "right.frag"]);
    assert!(
        solved.starts_with(
            "7. Sum by halves: solved\nWith 1000 elements: 10 passes, 2002 texels read (the solution: 2002).\n"
        ),
        "{solved}"
    );
    let json: serde_json::Value = serde_json::from_str(&place.ok(&["puzzle", "7", "right.frag", "--json"])).unwrap();
    assert_eq!((&json["solved"], &json["passes"]), (&true.into(), &10.into()));
}

#[test]
fn what_does_not_compile_or_fit_is_said() {
    let place = Place::new();
    place.file("my.frag", "input float values;\noutput float sums;\nvoid main() { sums = fetch(value, here()); }\n");
    let said = place.fails(&["puzzle", "7", "my.frag"]);
    assert!(said.contains("my.frag does not compile: 1 error"), "{said}");
    place.file("my.frag", "input float value;\noutput float sums;\nvoid main() { sums = fetch(value, here()); }\n");
    let said = place.fails(&["puzzle", "7", "my.frag"]);
    assert!(said.contains("there is no input `float value`; the puzzle has `float values`"), "{said}");
    place.file(
        "my.frag",
        "input float links;\noutput float roots;\nvoid main() { index i = here(); for (index k = 0; k < 6; k++) { i = index(fetch(links, i)); } roots = float(i); }\n",
    );
    let said = place.fails(&["puzzle", "15", "my.frag"]);
    assert!(said.contains("does not fit the R300 in one pass: it takes 7 texture indirections, of 4"), "{said}");
    place.file("my.frag", [0xff, 0xfe]);
    assert!(place.fails(&["puzzle", "7", "my.frag"]).contains("cannot read my.frag: it is not a text in UTF-8"));
    place.file("my.frag", vec![b' '; 65_537]);
    assert!(place.fails(&["puzzle", "7", "my.frag"]).contains("cannot read my.frag: it has more than 65536 bytes"));
    assert!(place.fails(&["puzzle", "7", "none.frag"]).contains("cannot read none.frag"));
}

#[test]
fn puzzles_of_ones_own_are_read() {
    let place = Place::new();
    let json = r#"{"title": "Twice", "task": ["Write each element twice as large."], "inputs": [{"name": "x"}], "output": {"name": "y"},
        "shown": [3], "hidden": [], "hints": []}"#;
    std::fs::create_dir_all(place.path("own/1-twice")).unwrap();
    place.file("own/1-twice/puzzle.json", json);
    place.file("own/1-twice/start.frag", "input float x;\noutput float y;\nvoid main() { y = 0.0; }\n");
    place.file(
        "own/1-twice/solution.frag",
        "input float x;\noutput float y;\nvoid main() { y = 2.0 * fetch(x, here()); }\n",
    );
    assert!(place.ok(&["puzzle", "--folder", "own"]).starts_with(" 1  Twice"));
    assert!(place.ok(&["puzzle", "--folder", "own", "1"]).contains("\n  y  10 10 0\n"));
    place.ok(&["puzzle", "--folder", "own", "1", "own/1-twice/solution.frag"]);
    for (wrong, message) in [
        (json.replace("\"shown\": [3]", "\"shown\": [0]"), "a size of 0 elements: sizes have from 1 to 65536"),
        (json.replace("\"shown\": [3]", "\"shown\": [99999999]"), "a size of 99999999 elements"),
        (json.replace("\"x\"", "\"x\", \"components\": 5"), "`x` has 5 components"),
        (json.replace("\"x\"", "\"x\", \"fill\": 5"), "unknown field `fill`"),
        (json.replace("\"hints\"", "\"chip\": \"r9000\", \"hints\""), "there is no chip `r9000`"),
    ] {
        place.file("own/1-twice/puzzle.json", wrong);
        let said = place.fails(&["puzzle", "--folder", "own"]);
        assert!(said.contains("1-twice/puzzle.json: ") && said.contains(message), "{said}");
    }
    std::fs::create_dir_all(place.path("empty")).unwrap();
    assert!(place.fails(&["puzzle", "--folder", "empty"]).contains("there are no puzzles in empty"));
    assert!(place.fails(&["puzzle", "--folder", "nowhere"]).contains("cannot read nowhere"));
}
