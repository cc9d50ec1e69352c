//! `brooklet app database`: aggregates and masks of files, and what is said about conditions.

use crate::support::{Place, backends};

fn place() -> Place {
    let place = Place::new();
    place.list("age.npy", &[25.0, 41.0, 67.0, 33.0, 18.0]);
    place.list("pay.npy", &[900.0, 7000.0, 1500.0, 800.0, 0.0]);
    place
}

const TABLE: [&str; 6] = ["app", "database", "--column", "age=age.npy", "--column", "pay=pay.npy"];
const CONDITION: &str = "age >= 20 and (pay < 1000 or pay > 5000)";

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&TABLE[..], more].concat()
}

#[test]
fn masks_are_written_in_every_dialect_and_on_chips() {
    let place = place();
    for [option, name] in backends(&["none", "nv40", "r300"]) {
        assert_eq!(place.ok(&with(&["--where", CONDITION, "-o", "m.npy", "-q", option, name])), "");
        assert_eq!(place.npy("m.npy"), (vec![5], vec![1.0, 1.0, 0.0, 1.0, 0.0]), "{name}");
    }
}

#[test]
fn aggregates_are_printed_a_line_each() {
    let place = place();
    for chip in ["none", "nv40", "r300"] {
        let all = "count,sum pay,average age,min pay,max pay,median age,largest 2 pay";
        let run = place.run(&with(&["--where", CONDITION, "--select", all, "--chip", chip, "--trace", "t.json"]));
        assert_eq!((run.out.as_str(), run.err.as_str()), ("3\n8700\n33\n800\n7000\n33\n900\n", ""), "{chip}");
        assert!(place.text("t.json").contains("database_depths"));
    }
    assert_eq!(place.ok(&with(&["--where", "20 < age < pay", "--chip", "none"])), "4\n");
    assert_eq!(place.ok(&with(&["--where", "-5 < age and age <= 33", "--chip", "none"])), "3\n");
    assert_eq!(place.ok(&with(&["--chip", "none", "--select", "median age", "--select", "average age"])), "33\n36.8\n");
    let run = place.run(&with(&["--where", "age != 18", "-o", "m.npy", "--select", "min age", "--chip", "none"]));
    assert_eq!((run.out.as_str(), run.err.as_str()), ("25\n", "note: 4 of 5 records are selected\n"));
}

#[test]
fn what_cannot_be_asked_is_said() {
    let place = place();
    let misused = |more: &[&str]| place.misuse(&with(more));
    let said = misused(&["--where", "agee > 3"]);
    assert!(said.contains("character 1 of the condition: there is no column `agee`; did you mean `age`?"), "{said}");
    let said = misused(&["--where", "age > 3 pay"]);
    assert!(said.contains("character 9 of the condition: `pay` cannot follow: expected `and` or `or`"), "{said}");
    assert!(
        misused(&["--select", "sum salary"]).contains("--select: there is no column `salary`; there are `age`, `pay`")
    );
    assert!(misused(&["--select", "mean pay"]).contains("expected count, sum C"));
    assert!(misused(&["--select", "largest 0 pay"]).contains("`0` is not a rank"));
    assert!(misused(&["--column", "age=pay.npy"]).contains("`age` is bound twice"));
    assert!(place.misuse(&["app", "database"]).contains("--column <NAME=FILE>"));
    place.list("half.npy", &[0.5, 1.0]);
    place.file("rows.csv", "1,2\n3,4\n");
    place.list("nan.npy", &[1.0, f32::NAN]);
    let failed = |more: &[&str]| place.fails(&[&["app", "database", "--chip", "none"], more].concat());
    let said = failed(&["--column", "x=half.npy", "--select", "sum x"]);
    assert!(
        said.contains("column `x` has 0.5 in record 0, and a sum takes whole numbers from 0 to 16777215"),
        "{said}"
    );
    let said = failed(&["--column", "x=half.npy", "--where", "x > 7", "--select", "median x"]);
    assert!(said.contains("no record is selected, so that there is no median of `x`"), "{said}");
    let said = failed(&["--column", "x=half.npy", "--select", "largest 3 x"]);
    assert!(said.contains("there is no rank 3 among 2 selected records"), "{said}");
    let said = failed(&["--column", "x=half.npy", "--column", "y=age.npy"]);
    assert!(said.contains("the columns of a table: `x`") && said.contains("must have the same shape"), "{said}");
    assert!(failed(&["--column", "x=rows.csv"]).contains("rows.csv has rows of 2 numbers"));
    assert!(failed(&["--column", "x=nan.npy"]).contains("nan.npy: the element at 1 is NaN"));
    let said = place.fails(&["app", "database", "--chip", "nv40", "--column", "x=half.npy"]);
    assert!(
        said.contains("column `x` has 0.5 in record 0, and a device without integers takes whole numbers"),
        "{said}"
    );
}
