//! Every kernel of the crate compiles, whatever fills in what it leaves open.

use std::path::{Path, PathBuf};

use crate::ir::{ExprKind, Kernel, Math, Type, each_expr};
use crate::kernel::{Source, compile};
use crate::texel::Components;

#[path = "../../../../tests/support/fillings.rs"]
mod fillings;

use fillings::Filling;

pub(crate) fn kernels(folder: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "frag") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found.sort();
    assert!(found.len() > 4, "the kernels have moved");
    found
}

/// A kernel with what it leaves open filled in: for streams of this type, packed, and with addresses in integers.
pub(crate) fn filled(path: &Path, element: Components, packed: bool, integers: bool) -> Source {
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let fillings = fillings::of(name, &text, packed, integers);
    let source = Source::new(name.to_owned(), text).element_of(element);
    fillings.into_iter().fold(source, |source, filling| match filling {
        Filling::Flag(name, value) => source.parameter(name, value),
        Filling::Count(name, value) => source.parameter(name, value),
        Filling::Function(name, expression) => source.function(name, expression),
    })
}

/// Whether a kernel is for elements of this type: butterflies are for one complex number or two.
pub(crate) fn is_for(name: &str, element: Components) -> bool {
    !name.starts_with("fft_") || [Components::Two, Components::Four].contains(&element)
}

fn needs_integers(kernel: &Kernel) -> bool {
    let mut found = false;
    for function in &kernel.functions {
        found |= function.locals.iter().any(|local| local.ty.is_integer());
        each_expr(&function.body, &mut |expr| {
            found |= expr.ty.is_integer() || matches!(expr.kind, ExprKind::Math(Math::IntBitsToFloat, _));
        });
    }
    found
}

#[test]
fn every_kernel_of_the_crate_compiles_for_every_element_type() {
    for path in kernels("glsl") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let of_four = name.ends_with("_packed.frag");
        for element in Components::ALL.into_iter().filter(|element| is_for(name, *element)) {
            for (packed, integers) in [(false, false), (false, true), (true, false)] {
                if of_four && element != Components::One {
                    continue;
                }
                let source = filled(&path, element, packed, integers);
                let (kernel, warnings) = compile(&source).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
                // What nothing uses is of the parts: the part that is used in a kernel is another.
                let unused = |title: &str| title.ends_with("is never used");
                let other: Vec<_> = warnings.list.iter().filter(|warning| !unused(&warning.title)).collect();
                assert!(other.is_empty(), "{name}: {}", warnings.render(false));
                let others = [
                    "argsort_ranks",
                    "argsort_result",
                    "database_depths",
                    "database_order",
                    "database_outside",
                    "histogram_counters",
                    "mip_radix_counts",
                    "mip_radix_reorder",
                    "quantile_depths",
                    "quantile_sample",
                    "random_philox",
                    "sort_",
                    "top_best",
                    "top_groups",
                ];
                let expected = integers
                    && [
                        "bitonic_sort",
                        "merge_starts",
                        "merge_path",
                        "group_ends",
                        "segment_heads",
                        "run_counts_packed",
                    ]
                    .iter()
                    .any(|start| name.starts_with(start))
                    || others.iter().any(|start| name.starts_with(start));
                assert_eq!(needs_integers(&kernel), expected, "{name}");
                assert!(kernel.interface.outputs.iter().all(|port| matches!(port.ty, Type::Float(_))));
            }
        }
    }
}

#[test]
fn every_kernel_of_the_demos_compiles_without_a_warning() {
    for path in kernels("demos") {
        let source = Source::new(path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        let (_, warnings) = compile(&source).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
        // What a puzzle begins with does not use everything that the answer needs.
        let begins = path.ends_with("start.frag");
        assert!(begins || warnings.list.is_empty(), "{}", warnings.render(false));
    }
}
