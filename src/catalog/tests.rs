//! The catalogue agrees with itself, with the enums, and with the kernels that there are.

mod guide;

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::*;
use crate::{compute, primitives};

fn table<M: Methods + Debug>(of: &str) {
    assert_eq!(M::VALUES.len(), M::TABLE.len(), "{of}");
    for (place, value) in M::VALUES.iter().enumerate() {
        let method = value.method();
        assert_eq!((value.index(), method.variant), (place, &*format!("{of}::{value:?}")));
        assert!(!method.name.is_empty() && !method.of_2_20.is_empty(), "{}", method.variant);
    }
}

#[test]
fn tables_are_in_the_order_of_their_enums() {
    table::<primitives::Reduce>("Reduce");
    table::<primitives::Scan>("Scan");
    table::<primitives::Sort>("Sort");
    table::<primitives::Search>("Search");
    table::<primitives::Filter>("Filter");
    table::<compute::Reduce>("Reduce");
    table::<compute::Scan>("Scan");
    table::<compute::Sort>("Sort");
    table::<compute::Search>("Search");
    table::<compute::Filter>("Filter");
}

#[test]
fn names_are_names_of_methods_each_once() {
    for primitive in PRIMITIVES {
        let fragment: BTreeSet<&str> = primitive.fragment.names().collect();
        let compute: BTreeSet<&str> = primitive.compute.iter().flat_map(|family| family.names()).collect();
        assert_eq!(fragment.len(), primitive.fragment.methods.len(), "{}", primitive.name);
        let known = |names: &[&str], all: &BTreeSet<&str>| {
            let unknown: Vec<_> = names.iter().filter(|name| !all.contains(*name)).collect();
            assert!(unknown.is_empty(), "{}: {unknown:?}", primitive.name);
        };
        known(primitive.published, &fragment);
        known(primitive.fragment.shown, &fragment);
        known(primitive.compute.as_ref().map_or(&[], |family| family.shown), &compute);
        for example in primitive.examples {
            known(example.fragment.names(), &fragment);
            known(example.compute.names(), &compute);
            assert!((1..=primitive.inputs.len()).contains(&example.data.len()), "{}", primitive.name);
        }
        assert!(primitive.examples[0].title.is_some() && primitive.examples[0].row.is_some(), "{}", primitive.name);
    }
}

#[test]
fn every_kernel_of_the_primitives_belongs_to_a_method() {
    let methods = PRIMITIVES.into_iter().flat_map(|primitive| primitive.fragment.methods);
    let listed: BTreeSet<String> =
        methods.flat_map(|method| method.kernels).map(|kernel| kernel.name.to_owned()).collect();
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/primitives")).unwrap();
    let mut files: BTreeSet<String> =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    // Those of conversions.
    for name in ["copy", "unpack"] {
        assert!(files.remove(name), "{name}");
    }
    assert_eq!(listed, files);
}

#[test]
fn calls_that_no_primitive_takes_are_refused() {
    let scan = find("scan").unwrap();
    let said = |result: Result<Vec<f32>, Error>| result.unwrap_err().to_string();
    assert_eq!(said(scan.expected(&[], &Options::default())), "scan takes values (1 of them at least); it is given 0");
    let sort = find("sort").unwrap();
    assert_eq!(
        said(sort.expected(&[&[1.0], &[2.0], &[3.0]], &Options::default())),
        "sort takes keys, values (1 of them at least); it is given 3"
    );
    assert!(find("bogo").is_none());
}
