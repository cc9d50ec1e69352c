//! Every kernel of the crate compiles, whatever fills in what it leaves open.

use std::path::{Path, PathBuf};

use crate::ir::{ExprKind, Math, Module, Type, each_expr};
use crate::kernel::{Source, compile};
use crate::texel::Components;

#[path = "../../../../tests/support/fillings.rs"]
mod fillings;

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
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let walk = name.contains("walk");
    let ty = if name == "filter_walk.frag" { "element" } else { "vec4" };
    let outputs = format!(
        "const index layers = 2;\noutput {ty} texel_0;\noutput {ty} texel_1;\nvoid clear() {{\n    \
         texel_0 = {ty}(0.0);\n    texel_1 = {ty}(0.0);\n}}\nvoid put(index at, {ty} record) {{\n    \
         texel_0 = at == 0 ? record : texel_0;\n    texel_1 = at == 1 ? record : texel_1;\n}}\n"
    );
    // As the filter writes it.
    let descent = "#include \"shared/lane_of.glsl\"\nconst index reach = 8;\ninput vec4 level_0;\n\
         index leaf_of(index record, out float rest) {\n    index node = 0;\n    vec4 a, b, c, d;\n    rest = float(record);\n    \
         a = fetch(level_0, node);\n    b = fetch(level_0, node + 1);\n    c = fetch(level_0, node + 2);\n    d = fetch(level_0, node + 3);\n    \
         node = 4 * (node + texel_of(a, b, c, d, rest));\n    node += lane_of(a, rest);\n    return node;\n}\n";
    // As the search and the sort write them.
    let down = match name.as_str() {
        "search_index_packed.frag" => "in_a = fetch(separators, first_1 + a);\na = below(a, in_a, query.x, below_1);\n",
        _ => "node = below(node, fetch(separators, first_1 + node), query, below_1);\n",
    };
    let network = "ivec4 t0 = sorted(loaded(layers * here() + 0));\nivec4 t1 = sorted(loaded(layers * here() + 1));\n\
         t1 = reversed(t1);\nexchange(t0, t1);\nt0 = settled(t0);\nt1 = settled(t1);\ntexel_0 = from_order(t0);\n\
         texel_1 = from_order(t1);\n";
    let steps = "texel_0 = from_order(advance(base, a, b, a_end, b_end, a_next, b_next, kept, true));\n\
         texel_1 = from_order(advance(base, a, b, a_end, b_end, a_next, b_next, kept, false));\n";
    let (texel, rest, kept, load, group) = if packed {
        (
            "#include \"shared/texel_of_four.glsl\"\n",
            "#include \"shared/rest_of_four.glsl\"\n",
            "const index leaf = 4;\n#include \"shared/kept_of_four.glsl\"\n",
            "#include \"shared/four_packed.glsl\"\n#include \"shared/load_keys.glsl\"\n",
            "#include \"shared/sort_keys.glsl\"\n",
        )
    } else {
        (
            "#include \"shared/texel_of_one.glsl\"\n",
            "element rest(element texel) { return texel; }\n",
            "const index leaf = 16;\n#include \"shared/kept_of_one.glsl\"\n",
            "#include \"shared/load_pairs.glsl\"\n",
            "#include \"shared/sort_pairs.glsl\"\n",
        )
    };
    let addresses =
        if integers { "#include \"shared/bitonic.glsl\"\n" } else { "#include \"shared/bitonic_float.glsl\"\n" };
    // Of the packed sort, with two streams. What comes first counts.
    let packed_sort = name.starts_with("packed_sort");
    let mut source = Source::new(name, std::fs::read_to_string(path).unwrap());
    if source.path().starts_with("bitonic_sort_") {
        source = source.part(
            "outputs",
            "output float sorted_keys;\nvoid put_key(float x) { sorted_keys = x; }\n\
             void put_value(element x) {}\nvoid put_position(float x) {}\n",
        );
    }
    if packed_sort {
        let (load, group) = match packed {
            true => (
                "#include \"shared/four_packed.glsl\"\n#include \"shared/packed_load_keys.glsl\"\n",
                "#include \"before\"\n#include \"shared/packed_keys.glsl\"\n",
            ),
            false => (
                "#include \"shared/packed_load_pairs.glsl\"\n",
                "#include \"before\"\n#include \"shared/packed_pairs.glsl\"\n",
            ),
        };
        let (streams, targets) =
            ("input vec4 keys_0;\ninput vec4 keys_1;\n", "output vec4 sorted_0;\noutput vec4 sorted_1;\n");
        let step = |k| {
            format!(
                "vec4 t{k} = chosen(kept(fetch(keys_{k}, ax, ay), fetch(keys_{k}, apx, apy), upper, a_pair), \
                 kept(fetch(keys_{k}, bx, by), fetch(keys_{k}, bpx, bpy), upper, b_pair), later, b_inside);\nsorted_{k} = t{k};\n"
            )
        };
        source = source
            .part("before", "bool before(float a, float b) { return a < b; }\n")
            .part("group", group)
            .part("load", load)
            .part("outputs", targets)
            .part("streams", format!("{streams}{targets}"))
            .part("network", "sorted_0 = sorted(loaded(2 * here()));\nsorted_1 = settled(reversed(loaded(2 * here() + 1)));\n")
            .part("places", "#include \"shared/two_steps.glsl\"\n")
            .part(
                "partner",
                "constant index near_x, near_y;\nindex partner(index at, index start, index block, index far, bool upper) {\n    \
                 return upper ? at - far : 2 * start + block - 1 - at;\n}\n",
            )
            .part("steps", step(0) + &step(1))
            .part("sorted", format!("{streams}vec4 texel_at(index texel) {{ return fetch(keys_0, texel) + fetch(keys_1, texel); }}\n"))
            .part("result", "#include \"shared/packed_result.glsl\"\n");
    }
    let filled = fillings::of_application(source.path());
    filled
        .iter()
        .fold(source, |source, (part, text)| source.part(*part, *text))
        .element_of(element)
        .part("count", "constant index steps;\n")
        .part("level", "#include \"shared/level.glsl\"\n")
        .part(
            "operator",
            "#include \"shared/select.glsl\"\nelement combine(element a, element b) { return larger(a, b); }\n",
        )
        .part("predicate", "#include \"shared/null.glsl\"\nbool keep(element x) { return is_data(x); }\n")
        .part("addresses", addresses)
        .part("texel", texel)
        .part("rest", rest)
        .part("block", "const index groups = 1, size = 4, reads = 3;\n")
        .part("direction", "const bool descending = true;\n")
        .part("constants", "const index steps = 9;\nconst bool upper = true;\n")
        .part("kept", kept)
        .part("load", load)
        .part("group", group)
        .part("outputs", outputs)
        .part("network", network)
        .part("steps", steps)
        .part("descent", if walk { descent } else { down })
        .part(
            "levels",
            "const bool upper = true;\ninput vec4 values;\ninput vec4 separators;\nconstant index below_1, first_1;\n",
        )
}

fn needs_integers(module: &Module) -> bool {
    let mut found = false;
    for function in &module.functions {
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
        let of_one = ["scan_pyramid_up.frag", "scan_pyramid_down.frag", "search_index.frag"].contains(&name);
        for element in Components::ALL {
            for (packed, integers) in [(false, false), (false, true), (true, false)] {
                if packed && (of_one || element != Components::One) || of_four && !packed {
                    continue;
                }
                let source = filled(&path, element, packed, integers);
                let (module, warnings) = compile(&source).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
                // What nothing uses is of the parts: the part that is used in a kernel is another.
                let unused = |title: &str| title.ends_with("is never used");
                let other: Vec<_> = warnings.list.iter().filter(|warning| !unused(&warning.title)).collect();
                assert!(other.is_empty(), "{name}: {}", warnings.render(false));
                let expected = name.contains("sort")
                    && (integers || !name.starts_with("bitonic"))
                    && (name.starts_with("bitonic") || name.starts_with("sort_"));
                assert_eq!(needs_integers(&module), expected, "{name}");
                assert!(module.interface.outputs.iter().all(|port| matches!(port.ty, Type::Float(_))));
            }
        }
    }
}

#[test]
fn every_kernel_of_the_demos_compiles_without_a_warning() {
    for path in kernels("demos") {
        let source = Source::new(path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        let (_, warnings) = compile(&source).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
        assert!(warnings.list.is_empty(), "{}", warnings.render(false));
    }
}
