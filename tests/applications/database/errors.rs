//! What cannot be asked is said, with names, places and numbers.

use brooklet::applications::Error;
use brooklet::applications::database::{Condition, DatabaseError, Table};
use brooklet::fragment_program::Chip;
use brooklet::{Compare, Device, Dialect};

use super::upload;

fn plain() -> Device {
    Device::emulated(Chip::None).unwrap()
}

fn text_error(text: &str) -> String {
    Condition::parse(text, &["age", "pay"]).unwrap_err().to_string()
}

#[test]
fn texts_become_conjunctions_of_clauses() {
    let cases = [
        ("age>=18", "age >= 18"),
        ("18 <= age", "age >= 18"),
        ("-1.5e3 > age", "age < -1500"),
        ("age == 08", "age = 8"),
        ("18 <= age < 65", "age >= 18 and age < 65"),
        ("65 > age >= 18", "age < 65 and age >= 18"),
        ("age BETWEEN 18 AND 65 AND pay = 0", "age >= 18 and age <= 65 and pay = 0"),
        ("age < 18 or age > 65", "(age < 18 or age > 65)"),
        ("(age < 18 || age > 65) && !(pay = 0)", "(age < 18 or age > 65) and pay != 0"),
        ("not (age < 18 or age > 65)", "age >= 18 and age <= 65"),
        ("not 18 <= age <= 65", "(age < 18 or age > 65)"),
        ("age < 18 and pay = 0 or age > 65", "(age < 18 or age > 65) and (pay = 0 or age > 65)"),
        ("((((age < +.5))))", "age < 0.5"),
        ("age < pay or pay = age", "(age < pay or pay = age)"),
        ("not 0 < age <= pay", "(age <= 0 or age > pay)"),
        ("pay > age > 18", "age < pay and age > 18"),
        ("age between 18 and pay", "age >= 18 and age <= pay"),
    ];
    for (text, wanted) in cases {
        assert_eq!(Condition::parse(text, &["age", "pay"]).unwrap().to_string(), wanted, "{text}");
    }
}

#[test]
fn texts_that_are_no_condition_are_refused_with_the_place() {
    let cases = [
        ("", "character 1 of the condition: expected a column or a number, and found its end"),
        ("age >", "character 6 of the condition: expected a column or a number, and found its end"),
        ("age >= 18 and", "character 14 of the condition: expected a column or a number, and found its end"),
        ("age >= 18 pay < 3", "character 11 of the condition: `pay` cannot follow: expected `and` or `or`"),
        ("(age >= 18", "character 11 of the condition: expected `)`, and found its end"),
        ("age ~ 18", "character 5 of the condition: expected =, !=, <, <=, > or >=, and found `~`"),
        ("1 < 2", "character 1 of the condition: a comparison has a column, as in `x < 5`"),
        (
            "1 < age > 2",
            "character 9 of the condition: a range has a column between two comparisons in one direction, as `1 <= x < 5`",
        ),
        (
            "1 = age = 1",
            "character 9 of the condition: a range has a column between two comparisons in one direction, as `1 <= x < 5`",
        ),
        (
            "age < 5 < pay",
            "character 9 of the condition: a range has a column between two comparisons in one direction, as `1 <= x < 5`",
        ),
        ("age < \u{1b}", "character 7 of the condition: expected a column or a number, and found `\\u{1b}`"),
        ("age between 1 and", "character 18 of the condition: expected a column or a number, and found its end"),
        (
            "age between 1 or 2",
            "character 15 of the condition: expected `and`, as in `between 1 and 5`, and found `or`",
        ),
        ("age < 0x10", "character 7 of the condition: `0x10` is not a decimal number"),
        ("age < 1e40", "character 7 of the condition: 1e40 is beyond the largest float, 3.4028235e38"),
        ("age < -pay", "character 8 of the condition: expected a number, and found `pay`"),
        ("é < 3", "character 1 of the condition: expected a column or a number, and found `é`"),
        ("age = 1 or and", "character 12 of the condition: expected a column or a number, and found `and`"),
        (
            "age = 1 or pays = 3",
            "character 12 of the condition: there is no column `pays`; did you mean `pay`? There are `age`, `pay`",
        ),
        ("size = 3", "character 1 of the condition: there is no column `size`; there are `age`, `pay`"),
    ];
    for (text, wanted) in cases {
        assert_eq!(text_error(text), wanted, "{text}");
    }
    let deep = format!("{}age = 1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(text_error(&deep), "character 65 of the condition: parentheses and `not`s are nested more than 64 deep");
}

#[test]
fn conditions_that_grow_too_long_are_refused_before_they_do() {
    // A disjunction of ranges has 2 to the power of their number of clauses.
    let ranges: Vec<String> = (0..40).map(|k| format!("{k} < age < {}", k + 1)).collect();
    let said = text_error(&ranges.join(" or "));
    assert!(said.starts_with("the condition has 256 clauses as a conjunction of clauses; it may have 255"), "{said}");
    let equal: Vec<String> = (0..2000).map(|k| format!("age = {k}")).collect();
    let said = text_error(&equal.join(" or "));
    assert!(
        said.starts_with("the condition has 1025 comparisons as a conjunction of clauses; it may have 1024"),
        "{said}"
    );
    assert!(text_error(&equal[..256].join(" and ")).starts_with("the condition has 256 clauses"));
}

#[test]
fn tables_are_checked() {
    let device = plain();
    let (x, y) = (upload(&device, &[1.0, 2.0]), upload(&device, &[1.0]));
    let said = |columns: &[_]| Table::new(columns).unwrap_err().to_string();
    assert_eq!(said(&[]), "a table has at least one column");
    assert_eq!(said(&[("x", &x), ("x", &x)]), "two columns are called `x`");
    let found = said(&[("x", &x), ("y", &y)]);
    assert!(found.starts_with("the columns of a table: `x`") && found.contains("must have the same shape"), "{found}");
    let other = upload(&plain(), &[1.0, 2.0]);
    assert_eq!(
        said(&[("x", &x), ("y", &other)]),
        "column `y` belongs to another device; read it back and upload it here"
    );
    let table = Table::new(&[("x", &x)]).unwrap();
    let mut all = table.select(&Condition::all()).unwrap();
    for [column, operand] in [["y", "x"], ["x", "y"]] {
        let said = table.select(&Condition::compare(column, Compare::Less, operand)).unwrap_err().to_string();
        assert_eq!(said, "there is no column `y`; there is `x`");
    }
    assert_eq!(all.sum("y").unwrap_err().to_string(), "there is no column `y`; there is `x`");
    let said = table.select(&Condition::compare("x", Compare::Less, f32::NAN)).unwrap_err().to_string();
    assert_eq!(said, "column `x` is compared with NaN, which has no place in an order: compare it with a number");
    for k in [0, 3] {
        let said = all.kth_largest("x", k).unwrap_err().to_string();
        assert_eq!(
            said,
            format!(
                "there is no rank {k} among 2 selected records: the rank of the largest is 1, and that of the smallest is their number"
            )
        );
    }
}

#[test]
fn numbers_that_are_not_whole_are_named() {
    let device = plain();
    for (number, shown) in
        [(2.5, "2.5"), (-3.0, "-3.0"), (16_777_216.0, "16777216.0"), (f32::INFINITY, "inf"), (1e-45, "1e-45")]
    {
        let (x, y) = (upload(&device, &[1.0, 9.5, number, 3.0]), upload(&device, &[1.0, 0.0, 1.0, 1.0]));
        let table = Table::new(&[("x", &x), ("y", &y)]).unwrap();
        // Record 1 is not selected.
        let said = table.select_where("y = 1").unwrap().sum("x").unwrap_err().to_string();
        let wanted = format!("column `x` has {shown}");
        assert!(said.starts_with(&wanted), "{said}");
        assert!(said.ends_with(" in record 2, and a sum takes whole numbers from 0 to 16777215"), "{said}");
        assert_eq!(table.select_where("y = 1 and x = 3").unwrap().sum("x").unwrap(), 3);
    }
    for (chip, max) in [(Chip::Nv40, 16_777_215), (Chip::R300, 131_071)] {
        let device = Device::emulated(chip).unwrap();
        for number in [0.5, -1.0, max as f32 + 1.0] {
            let (x, y) = (upload(&device, &[1.0, max as f32, 0.0]), upload(&device, &[0.0, 1.0, number]));
            let wanted = DatabaseError::NotWhole {
                column: "y".to_owned(),
                record: 2,
                value: number,
                what: "a device without integers",
                max,
            };
            match Table::new(&[("x", &x), ("y", &y)]) {
                Err(Error::Database(found)) => assert_eq!(found, wanted),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn aggregates_need_counts_of_fragments() {
    if !crate::support::dialects().contains(&Dialect::Es) {
        return;
    }
    let device = crate::support::device(Dialect::Es);
    let x = upload(&device, &[1.0, 2.0]);
    let table = Table::new(&[("x", &x)]).unwrap();
    let mut found = table.select_where("x > 1").unwrap();
    let error = found.median("x").unwrap_err();
    assert!(error.is_missing_feature());
    let wanted = "median needs occlusion queries that count fragments, which this device (OpenGL ES 3.0) does not have: take the mask, and \
        reduce it";
    assert_eq!(error.to_string(), wanted);
    assert!(found.any().unwrap());
}
