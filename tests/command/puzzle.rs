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
    assert!(place.ok(&["puzzle", "7", "--hint", "1"]).starts_with("`here()` is i"));
    assert!(place.ok(&["puzzle", "7", "--solution"]).starts_with("input float values;"));
    assert!(place.misuse(&["puzzle", "7", "--hint", "3"]).contains("puzzle 7 has 2 hints, not 3"));
    assert!(place.misuse(&["puzzle", "99"]).contains("there is no puzzle 99: there are 1 to "));
    for option in [
        &["--chip", "nv40"][..],
        &["--dialect", "gl"],
        &["--adapter", "0"],
        &["--max-targets", "1"],
        &["--columns", "1"],
        &["--verbose"],
    ] {
        let said = place.misuse(&[&["puzzle", "1"], option].concat());
        assert!(said.contains(&format!("leave out {}", option[0])), "{said}");
    }
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
         of a stream. The kernel fetched for it:\n  values[2] = 0\n  values[3] (outside: the last is values[2])\n"
    );
    place.file("right.frag", place.ok(&["puzzle", "7", "--solution"]));
    let solved = place.ok(&["puzzle", "7", "right.frag"]);
    assert!(
        solved.contains("\nOn the NV40, the chip of the GeForce 6800 Ultra (2004): ")
            && solved.contains(" arithmetic and "),
        "{solved}"
    );
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
    assert!(said.contains("--> my.frag:3:28\n") && said.contains("my.frag does not compile: 1 error"), "{said}");
    let run = place.run(&["puzzle", "7", "my.frag", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &json["number"], &json["solved"]), (Some(1), &7.into(), &false.into()));
    let wrong = &json["diagnostics"][0];
    assert_eq!((&wrong["code"], &wrong["line"], &wrong["column"]), (&"K0310".into(), &3.into(), &28.into()));
    assert_eq!((&wrong["severity"], &wrong["label"]), (&"error".into(), &"".into()));
    assert!(wrong["message"].as_str().unwrap().contains("`value`"), "{wrong}");
    assert!(wrong["help"][0].as_str().unwrap().contains("`values`"), "{wrong}");
    place.file("my.frag", "input float value;\noutput float sums;\nvoid main() { sums = fetch(value, here()); }\n");
    let said = place.fails(&["puzzle", "7", "my.frag"]);
    assert!(said.contains("there is no input `float value`; the puzzle has `float values`"), "{said}");
    place.file(
        "my.frag",
        "input float links;\noutput float roots;\nvoid main() { index i = here(); for (index k = 0; k < 6; k++) { i = index(fetch(links, i)); } roots = float(i); }\n",
    );
    let said = place.fails(&["puzzle", "15", "my.frag"]);
    // The one limit that is exceeded, explained; R300's nodes, which are the same, are left out.
    assert!(
        said.ends_with(
            "the kernel does not fit the R300 in one pass. It takes:\n  7 texture indirections, of 4: a chain of texture fetches in \
             which each index depends on the fetch before\n"
        ),
        "{said}"
    );
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

/// An answer to puzzle 1 with this body.
fn copied(body: &str) -> String {
    format!("input float values;\noutput float copied;\nvoid main() {{\n    {body}\n}}\n")
}

#[test]
fn fetches_name_what_was_asked_for_and_do_not_repeat() {
    let place = Place::new();
    let body = "for (index k = 0; k < 8; k++) { copied += fetch(values, 8) + fetch(values, 0); }\n    copied += fetch(values, -2);";
    place.file("my.frag", copied(&format!("copied = 0.0;\n    {body}")));
    assert_eq!(
        place.fails(&["puzzle", "1", "my.frag"]),
        "brooklet: 1. Copy: not solved\nWith 8 elements: copied[0] depends on what is outside of a stream. The kernel fetched for it:\n  \
         values[8] (outside: the last is values[7]) (8 times)\n  values[0] = 5 (8 times)\n  values[-2] (outside: the \
         first is values[0])\n"
    );
    let text =
        "input float image;\noutput float largest;\nvoid main() { largest = fetch(image, here_x() + 1, here_y()); }\n";
    place.file("my.frag", text);
    let said = place.fails(&["puzzle", "5", "my.frag"]);
    assert!(!said.contains("outside"), "{said}");
    place.file("my.frag", text.replace("here_x() + 1", "here_x() + 6"));
    let said = place.fails(&["puzzle", "5", "my.frag"]);
    assert!(said.contains("\n  image in column 6 of row 0 (outside: it has 6 columns and 4 rows)\n"), "{said}");
}

#[test]
fn endless_loops_and_loops_that_are_too_long_are_named() {
    let place = Place::new();
    place.file("my.frag", copied("float x = 0.0;\n    for (; x < 1.0; ) { x *= 2.0; }\n    copied = x;"));
    assert_eq!(
        place.fails(&["puzzle", "1", "my.frag"]),
        "brooklet: 1. Copy: not solved\nthe loops of an element have taken 65537 iterations, and the maximum is 65536: does each loop \
         end?\n  my.frag:5: for (; x < 1.0; ) { x *= 2.0; }\n"
    );
    // The machine without limits has a name in words.
    let functions: String =
        (1..=170).map(|k| format!("float f{k}(float x) {{ return f{}(x + 1.0) * x; }}\n", k - 1)).collect();
    let text = copied("copied = f170(fetch(values, here()));");
    let text = text.replace("void", &format!("float f0(float x) {{ return x; }}\n{functions}void"));
    place.file("my.frag", text);
    let said = place.fails(&["puzzle", "1", "my.frag"]);
    assert!(said.contains("has no program, even for a machine without limits: it has blocks, calls"), "{said}");
}

#[test]
fn bits_are_refused_at_their_places_and_ints_are_not_noted() {
    let place = Place::new();
    place.file("my.frag", copied("index i = here() >> 1;\n    copied = fetch(values, 2 * i + (here() & 1));"));
    let said = place.fails(&["puzzle", "1", "my.frag"]);
    for part in [
        "error[K0209]: the NV40 has no integers, and therefore no operator `>>`\n --> my.frag:4:15\n",
        "= help: divide, and round down: `quotient(i, 2)` for `i >> 1`",
        "no operator `&`\n --> my.frag:5:",
        "my.frag does not compile: 2 errors",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    // Nothing is logged.
    place.file("my.frag", copied("int i = int(fetch(values, here())) * 3 / 3;\n    copied = float(i);"));
    assert!(place.ok(&["puzzle", "1", "my.frag"]).starts_with("1. Copy: solved\n"));
}

#[test]
fn commands_that_are_shown_name_the_folder() {
    let place = Place::new();
    let own = place.path("my own/3-copy");
    std::fs::create_dir_all(&own).unwrap();
    for (file, text) in [
        (
            "puzzle.json",
            r#"{"title": "Copy", "task": ["Copy."], "inputs": [{"name": "values"}], "output": {"name": "copied"}, "shown": [3], "hidden": [], "hints": []}"#,
        ),
        ("start.frag", copied("copied = 0.0;").as_str()),
        ("solution.frag", copied("copied = fetch(values, here());").as_str()),
    ] {
        std::fs::write(own.join(file), text).unwrap();
    }
    let list = place.ok(&["puzzle", "--folder", "my own"]);
    assert!(list.ends_with("\n\nTo see the first: brooklet puzzle --folder 'my own' 3\n"), "{list}");
    let shown = place.ok(&["puzzle", "--folder", "my own", "3"]);
    let command = "brooklet puzzle --folder 'my own' 3";
    assert!(
        shown.ends_with(&format!("\nTo begin: {command} -o 3-copy.frag\nTo check: {command} 3-copy.frag\n")),
        "{shown}"
    );
    let written = place.ok(&["puzzle", "--folder", "my own", "3", "-o", "a.frag"]);
    assert_eq!(written, format!("a.frag: to check it, {command} a.frag\n"));
}

#[test]
fn a_handout_checks_answers_without_solutions() {
    let place = Place::new();
    let written = place.ok(&["puzzle", "--handout", "class"]);
    assert_eq!(written, "class: puzzles 1 to 24, without their solutions\n");
    let mut files: Vec<String> = std::fs::read_dir(place.path("class/13-compaction"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["expected.json", "puzzle.json", "start.frag"]);
    let both = |args: &[&str]| {
        let of_class = place.run(&[&["puzzle", "--folder", "class"], args].concat());
        let own = place.run(&[&["puzzle"], args].concat());
        assert_eq!((of_class.code, &of_class.out, &of_class.err), (own.code, &own.out, &own.err), "{args:?}");
        own
    };
    // Puzzles with infinities, several passes, vectors, rows, and a tree whose smallest size has one pass.
    for number in ["5", "6", "7", "13", "18", "21"] {
        place.file("right.frag", place.ok(&["puzzle", number, "--solution"]));
        assert_eq!(both(&[number, "right.frag"]).code, Some(0));
        place.ok(&["puzzle", number, "-o", &format!("{number}.frag")]);
        assert_eq!(both(&[number, &format!("{number}.frag")]).code, Some(1));
        both(&[number, "--json"]);
    }
    place.file("right.br", place.ok(&["puzzle", "18", "--solution", "--brook"]));
    assert_eq!(both(&["18", "right.br"]).code, Some(0));
    assert_eq!(place.fails(&["puzzle", "1", "--solution", "--brook"]), "brooklet: puzzle 1 is not solved in Brook\n");
    place.ok(&["puzzle", "18", "-o", "start.br"]);
    assert_eq!(both(&["18", "start.br"]).code, Some(1));
    // Only for a hidden size is this one wrong.
    place.file(
        "hidden.frag",
        "input float values;\noutput float sums;\nvoid main() { sums = fetch(values, 2 * here()) + fetch(values, 2 * here() + 1); }\n",
    );
    assert!(both(&["7", "hidden.frag"]).err.contains("(a size that is not shown)"));
    let said = place.fails(&["puzzle", "--folder", "class", "7", "--solution"]);
    assert!(said.contains("puzzle 7 is of a handout, which has no solutions"), "{said}");
    // A handout of a handout is the same one.
    place.ok(&["puzzle", "--folder", "class", "--handout", "again"]);
    assert_eq!(place.text("class/13-compaction/expected.json"), place.text("again/13-compaction/expected.json"));
    assert!(
        place.fails(&["puzzle", "--handout", "class"]).contains("class exists already, and is not an empty folder")
    );
    std::fs::create_dir(place.path("empty")).unwrap();
    place.ok(&["puzzle", "--handout", "empty"]);
    place.ok(&["puzzle", "--folder", "empty"]);
    // Results that do not belong to the puzzle are refused.
    let expected = "class/07-halves/expected.json";
    let text = place.text(expected);
    for (wrong, message) in [
        (text.replacen("38]", "38,1]", 1), "07-halves/expected.json: pass 3 for a size of 8 has 2 numbers, and not 1"),
        (text.replacen("\"size\":17,", "\"size\":18,", 1), "there is nothing for a size of 17"),
        (text.replacen("38]", "\"x\"]", 1), "`x` is no number"),
        (text.replacen("nv40", "r9000", 1), "there is no chip `r9000`"),
    ] {
        place.file(expected, wrong);
        let said = place.fails(&["puzzle", "--folder", "class", "7"]);
        assert!(said.contains(message), "{message}: {said}");
    }
}
