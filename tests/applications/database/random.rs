//! Random tables and conditions: texts that nest, against what they say.

use brooklet::applications::database::{Condition, DatabaseError, Table};
use brooklet::fragment_program::Chip;
use brooklet::{Compare, Device};
use proptest::prelude::*;

use super::{holds, upload};
use crate::support::{cases_of_application, devices};

/// A condition as it is written.
#[derive(Clone, Debug)]
enum Tree {
    Compare(usize, Compare, f32),
    Columns(usize, Compare, usize),
    Range(usize, f32, f32),
    Not(Box<Tree>),
    Join(Vec<Tree>, bool),
}

const NAMES: [&str; 2] = ["age", "pay"];

impl Tree {
    fn holds(&self, record: [f32; 2]) -> bool {
        match self {
            Tree::Compare(column, compare, constant) => compare.holds(record[*column], *constant),
            Tree::Columns(left, compare, right) => compare.holds(record[*left], record[*right]),
            Tree::Range(column, low, high) => (*low..=*high).contains(&record[*column]),
            Tree::Not(tree) => !tree.holds(record),
            Tree::Join(trees, true) => trees.iter().all(|tree| tree.holds(record)),
            Tree::Join(trees, false) => trees.iter().any(|tree| tree.holds(record)),
        }
    }

    fn text(&self) -> String {
        match self {
            Tree::Compare(column, compare, constant) => format!("{} {compare} {constant}", NAMES[*column]),
            Tree::Columns(left, compare, right) => format!("{} {compare} {}", NAMES[*left], NAMES[*right]),
            Tree::Range(column, low, high) => format!("{} between {low} and {high}", NAMES[*column]),
            Tree::Not(tree) => format!("not ({})", tree.text()),
            Tree::Join(trees, all) => {
                let parts: Vec<String> = trees.iter().map(|tree| format!("({})", tree.text())).collect();
                parts.join(if *all { " and " } else { " or " })
            }
        }
    }
}

/// Few different numbers, so that many are equal.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![(0u8..12).prop_map(f32::from), (0u32..12).prop_map(|k| (65_530 + k) as f32)]
}

fn tree() -> impl Strategy<Value = Tree> {
    let compares = vec![
        Compare::Less,
        Compare::Equal,
        Compare::LessOrEqual,
        Compare::Greater,
        Compare::NotEqual,
        Compare::GreaterOrEqual,
    ];
    let compares = prop::sample::select(compares);
    let leaf = prop_oneof![
        (0usize..2, compares.clone(), 0usize..2).prop_map(|(left, op, right)| Tree::Columns(left, op, right)),
        (0usize..2, compares, number()).prop_map(|(column, op, x)| Tree::Compare(column, op, x)),
        (0usize..2, number(), number()).prop_map(|(column, low, high)| Tree::Range(column, low, high)),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|tree| Tree::Not(Box::new(tree))),
            (prop::collection::vec(inner, 1..4), any::<bool>()).prop_map(|(trees, all)| Tree::Join(trees, all)),
        ]
    })
}

proptest! {
    #![proptest_config(cases_of_application(24, 100))]

    #[test]
    fn texts_select_what_they_say(tree in tree(), records in prop::collection::vec([number(), number()], 0..70)) {
        let text = tree.text();
        let condition = match Condition::parse(&text, &NAMES) {
            Err(DatabaseError::TooLong { .. }) => return Ok(()),
            other => other.unwrap(),
        };
        let wanted: Vec<f32> = records.iter().map(|record| f32::from(u8::from(tree.holds(*record)))).collect();
        for (record, wanted) in records.iter().zip(&wanted) {
            prop_assert_eq!(holds(&condition, &|name| record[usize::from(name == NAMES[1])]), *wanted == 1.0);
        }
        // A condition is written as it is read.
        let written = condition.to_string();
        if !condition.clauses().is_empty() && condition.clauses().iter().all(|clause| !clause.is_empty()) {
            prop_assert_eq!(Condition::parse(&written, &NAMES).unwrap(), condition.clone());
        }
        let chips = [Chip::None, Chip::Nv40].map(|chip| Device::emulated(chip).unwrap());
        for device in devices().into_iter().chain(chips) {
            let columns = [0, 1].map(|k| upload(&device, &records.iter().map(|record| record[k]).collect::<Vec<f32>>()));
            let table = Table::new(&[(NAMES[0], &columns[0]), (NAMES[1], &columns[1])]).unwrap();
            let mut found = table.select(&condition).unwrap();
            prop_assert_eq!(found.mask().unwrap().read().unwrap(), wanted.clone(), "{} on {:?}", text, device);
            if device.features().fragment_counts {
                let of_pay: Vec<f32> = records.iter().filter(|record| tree.holds(**record)).map(|record| record[1]).collect();
                prop_assert_eq!(found.sum("pay").unwrap(), of_pay.iter().map(|x| *x as u64).sum::<u64>());
                let least = of_pay.iter().copied().reduce(f32::min);
                prop_assert_eq!(found.min("pay").unwrap(), least);
            }
        }
    }
}
