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
    // These kernels convert layouts, and belong to no primitive; `group_counts` is drawn by `unique`, `top_best` by `argmax`, and
    // `take_axis` by functions of that name, which have no methods.
    for name in ["copy", "unpack", "group_counts", "top_best", "take_axis"] {
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
