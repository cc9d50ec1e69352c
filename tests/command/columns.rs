//! `--columns`: which columns of a .csv are read, wherever one is.

use crate::support::{Place, dialects, has_integers};

const TABLE: &str = "name,width,height,depth,mass,y2024\nA,1,2,3,4,9\n\"B, wide\",5,6,7,8,16777217\n";

fn place() -> Place {
    let place = Place::new();
    place.file("t.csv", TABLE);
    place
}

#[test]
fn every_command_reads_the_columns_that_are_named() {
    let place = place();
    for (args, expected) in [
        (&["map", "x * 2", "-i", "x=t.csv", "--columns", "height"][..], "4\n12\n"),
        (&["map", "v.x - v.y", "-i", "v=t.csv", "--columns", "mass,2"], "3\n3\n"),
        (&["map", "v.zyx", "-i", "v=t.csv", "--columns", "2-4"], "3,2,1\n7,6,5\n"),
        (&["scan", "t.csv", "--columns", "5"], "4\n12\n"),
        (&["sort", "t.csv", "--columns", "mass", "--descending"], "8\n4\n"),
        (&["filter", "t.csv", "--keep", "x > 3", "--columns", "2"], "5\n"),
        (&["search", "t.csv", "t.csv", "--columns", "width"], "0\n1\n"),
        (&["fft", "t.csv", "--columns", "2"], "6,0\n-4,0\n"),
    ] {
        place.ok(&[args, &["-o", "o.csv"]].concat());
        assert_eq!(place.text("o.csv"), expected, "{args:?}");
    }
    assert_eq!(place.ok(&["reduce", "t.csv", "--op", "sum", "--columns", "2-4"]), "6,8,10\n");
    // In the order in which they are named, also twice.
    assert_eq!(place.ok(&["reduce", "t.csv", "--op", "max", "--columns", "4, width,4"]), "7,5,7\n");
}

#[test]
fn kernels_read_columns_too() {
    let place = place();
    place.file(
        "k.br",
        "kernel void k(float a<>, out float r<>) { r = a + 0.5; }\nkernel void n(int a<>, out int r<>) { r = a; }\n",
    );
    place.ok(&["run", "k.br", "k", "a=t.csv", "r=@o.csv", "--columns", "depth"]);
    assert_eq!(place.text("o.csv"), "3.5\n7.5\n");
    // Whole numbers to their last digit, where there are integers.
    let device: &[&str] = if has_integers(dialects()[0]) { &[] } else { &["--chip", "none"] };
    place.ok(&[&["run", "k.br", "n", "a=t.csv", "r=@o.csv", "--columns", "6"], device].concat());
    assert_eq!(place.text("o.csv"), "9\n16777217\n");
    let text = place.ok(&["debug", "k.br", "k", "a=t.csv", "--at", "1", "--columns", "depth"]);
    assert!(text.contains("7.5"), "{text}");
}

#[test]
fn what_is_not_there_or_not_asked_for_is_said() {
    let place = place();
    let fails = |columns: &str| place.fails(&["reduce", "t.csv", "--op", "sum", "--columns", columns]);
    let fields = "the 6 fields of its first line are name, width, height, depth, mass, y2024\n";
    assert_eq!(fails("weight"), format!("brooklet: t.csv has no column `weight`: {fields}"));
    assert_eq!(fails("2024"), format!("brooklet: t.csv has no column 2024: {fields}"));
    assert!(fails("name").starts_with("brooklet: t.csv, line 2, column 1: \"A\" is not a number"), "{}", fails("name"));
    let misuse = |columns: &str| place.misuse(&["reduce", "t.csv", "--op", "sum", "--columns", columns]);
    for (columns, why) in [
        ("1-5", "1-5: these are 5 columns, and an element has 1 to 4 numbers"),
        ("1,2,3,4,5", "1,2,3,4,5: these are 5 columns, and an element has 1 to 4 numbers"),
        ("0", "0: columns count from 1"),
        ("4-2", "4-2: the range ends before it begins"),
        ("1,,2", "`1,,2`: a column is missing between two commas"),
        (",2", "`,2`: a column is missing before the first comma"),
        ("1,", "`1,`: a column is missing behind the last comma"),
        ("", "no column is named: name 1 to 4, as 2,5 or 3-5 or height,mass"),
        (" ", "no column is named: name 1 to 4, as 2,5 or 3-5 or height,mass"),
    ] {
        let expected = format!(
            "error: invalid value '{columns}' for '--columns <COLUMN,..>': {why}\n\nFor more information, try '--help'.\n"
        );
        assert_eq!(misuse(columns), expected);
    }
    assert_eq!(
        place.fails(&["reduce", "t.csv", "--op", "sum"]),
        "brooklet: t.csv, line 1, column 5: \"mass\" is one field too many; the line has 6, and the maximum is 4: \
         name the columns (--columns), or save the table as .npy\n"
    );
    place.list("x.npy", &[1.0]);
    let run = place.run(&["reduce", "x.npy", "--op", "sum", "--columns", "1"]);
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        ("1\n", "note: --columns had no effect: it is for .csv files, and none was read\n")
    );
}
