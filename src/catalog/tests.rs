//! Tests that the catalogue is consistent, and that it lists exactly the kernels in `glsl/primitives`.

mod guide;

use std::collections::BTreeSet;

use super::*;

#[test]
fn names_are_names_of_methods_each_once() {
    for primitive in PRIMITIVES {
        let fragment: BTreeSet<&str> = primitive.fragment.names().collect();
        let compute: BTreeSet<&str> = primitive.compute.iter().flat_map(|family| family.names()).collect();
        assert_eq!(fragment.len(), primitive.fragment.methods.len(), "{}: two methods have one name", primitive.name);
        let known = |field: &str, names: &[&str], all: &BTreeSet<&str>| {
            let unknown: Vec<_> = names.iter().filter(|name| !all.contains(*name)).collect();
            assert!(unknown.is_empty(), "{}: `{field}` names {unknown:?}, and the methods are {all:?}", primitive.name);
        };
        known("published", primitive.published, &fragment);
        known("shown", primitive.fragment.shown, &fragment);
        known("shown", primitive.compute.as_ref().map_or(&[], |family| family.shown), &compute);
        for example in primitive.examples {
            known("fragment", example.fragment.names(), &fragment);
            known("compute", example.compute.names(), &compute);
            let (data, inputs) = (example.data.len(), primitive.inputs.len());
            assert!((1..=inputs).contains(&data), "{}: an example has {data} data for {inputs} inputs", primitive.name);
        }
        let shown = primitive.examples.first().is_some_and(|first| first.title.is_some() && first.row.is_some());
        assert!(shown, "{}: its first example needs a `title` (for the tour) and a `row` (for bench)", primitive.name);
    }
}

#[test]
fn methods_say_what_the_guide_shows() {
    for primitive in PRIMITIVES {
        let methods = primitive.fragment.methods;
        for MethodInfo { name, passes, kernels, .. } in methods {
            assert!(!passes.is_empty(), "{} by {name}: its row in METHODS needs `passes`", primitive.name);
            assert!(!kernels.is_empty(), "{} by {name}: its row in METHODS needs `kernels`", primitive.name);
        }
        let families = [Some(methods), primitive.compute.as_ref().map(|family| family.methods)];
        for methods in families.into_iter().flatten() {
            let default = methods.iter().any(|method| method.default);
            assert!(default, "{}: the row of what `fastest` gives needs `default: true`", primitive.name);
        }
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
    // This kernel converts layouts, and belongs to no primitive; `top_best` is drawn by `argmax`, and `top_best_axis` by `argmax_axis`, which
    // have no methods.
    for name in ["unpack", "top_best", "top_best_axis"] {
        assert!(files.remove(name), "{name}");
    }
    let unlisted: Vec<_> = files.difference(&listed).collect();
    assert!(
        unlisted.is_empty(),
        "these files of glsl/primitives are in the `kernels` of no method whose primitive is in PRIMITIVES: {unlisted:?}"
    );
    let missing: Vec<_> = listed.difference(&files).collect();
    assert!(missing.is_empty(), "methods list these in `kernels`, and glsl/primitives has no such file: {missing:?}");
}

/// The scan with a reference that is wrong from the third element on.
static WRONG_SCAN: Primitive = Primitive {
    name: "scan",
    inputs: scan::SCAN.inputs,
    fragment: Family { methods: scan::SCAN.fragment.methods, shown: &[], run: scan::SCAN.fragment.run },
    compute: None,
    reference: |inputs, _| Ok(inputs[0].iter().scan(0.0, |sum, x| Some(std::mem::replace(sum, *x) + x)).collect()),
    published: &[],
    examples: scan::SCAN.examples,
};

#[test]
fn a_case_finds_the_first_element_that_differs() {
    let device = Device::emulated(crate::fragment_program::Chip::None).unwrap();
    let differences = |primitive: &'static Primitive, size| {
        let cases = Case::of(primitive, &primitive.examples[0], size);
        let cases = cases.into_iter().filter(|case| matches!(case.memory, Memory::Streams(_)));
        cases.map(|case| case.difference(&device).unwrap()).collect::<Vec<_>>()
    };
    let data = Data::Whole.numbers(9, 4.0);
    let sums = crate::reference::scan(&data, &crate::operator::Operator::sum());
    let wrong: Vec<usize> = (2..9).filter(|&i| sums[i] != data[i] + data[i - 1]).collect();
    assert!(wrong.len() > 1);
    for found in differences(&WRONG_SCAN, 9) {
        let Some(Difference::Elements { index, expected, found, wrong: count, count: 9 }) = found else {
            panic!("{found:?}")
        };
        assert_eq!((index, count), (wrong[0], wrong.len()));
        assert_eq!((expected, found), (data[index] + data[index - 1], sums[index]));
    }
    assert_eq!(differences(&WRONG_SCAN, 9).len(), 5);
    assert!(differences(find("scan").unwrap(), 9).iter().all(Option::is_none));
}

#[test]
fn results_are_compared_bit_for_bit() {
    assert_eq!(Difference::between(&[1.0, f32::NAN], &[1.0, f32::NAN]), None);
    let said = |expected: &[f32], found: &[f32]| Difference::between(expected, found).unwrap().to_string();
    assert_eq!(said(&[1.0, 0.0, 2.0], &[1.0, -0.0, 3.0]), "element 1 has to be 0.0 and is -0.0; 2 of 3 differ");
    assert_eq!(said(&[1.0], &[1.0, 2.0]), "the result has to have 1 elements and has 2");
}

#[test]
fn calls_that_no_primitive_takes_are_refused() {
    let scan = find("scan").unwrap();
    let said = |result: Result<Vec<f32>, Error>| result.unwrap_err().to_string();
    assert_eq!(said(scan.expected(&[], &Options::default())), "scan takes values (at least 1 of them); it got 0");
    let sort = find("sort").unwrap();
    assert_eq!(
        said(sort.expected(&[&[1.0], &[2.0], &[3.0]], &Options::default())),
        "sort takes keys, values (at least 1 of them); it got 3"
    );
    assert!(find("bogo").is_none());
}

#[test]
fn orders_are_tried_with_zeros_of_both_signs_and_copies_with_denormals() {
    let has = |name: &str, is_wanted: fn(f32) -> bool| {
        let examples = super::find(name).into_iter().flat_map(|primitive| primitive.examples);
        examples.flat_map(|example| example.data).any(|data| data.numbers(17, 4.0).into_iter().any(is_wanted))
    };
    for name in ["sort", "argsort", "argsort-axis", "merge", "search", "top"] {
        assert!(has(name, |x| x.to_bits() == (-0f32).to_bits()) && has(name, |x| x.to_bits() == 0), "{name}");
    }
    for name in ["filter", "put"] {
        assert!(has(name, |x| x.is_subnormal() && x < 0.0) && has(name, |x| x.is_subnormal() && x > 0.0), "{name}");
    }
}
