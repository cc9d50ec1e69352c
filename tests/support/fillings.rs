//! What kernels leave open, filled in as primitives and applications do it, for the tests that compile every kernel.

use std::borrow::Cow;

/// The parts of a kernel file of `glsl/applications`: the name of each, and its text. Of other files, none.
pub fn of_application(file: &str) -> &'static [(&'static str, &'static str)] {
    const BOTH: &str = "output vec4 out_position;\noutput vec4 out_velocity;\n\
         void put_position(vec4 x) { out_position = x; }\nvoid put_velocity(vec4 x) { out_velocity = x; }\n";
    const OTHERS: &str =
        "sum += contact(at, speed, fetch(position, k).xyz, fetch(velocity, k).xyz, float(k - here()));\n";
    match file {
        "collide_leaves.frag" => &[(
            "levels",
            "constant index end;\ninput vec2 parents_0;\nconstant index start_0;\n\
             vec2 parent_of(index position, inout index within) {\nvec2 parent = vec2(0.0);\n\
             if (position >= start_0 && position < end) {\nwithin = position - start_0;\n\
             parent = fetch(parents_0, quotient(within, 2));\n}\nreturn parent;\n}\n",
        )],
        "collide_pose.frag" | "collide_triangles.frag" => {
            &[("halves", include_str!("../../glsl/applications/collide_halves.glsl"))]
        }
        "fft_join.frag" => &[
            ("axis", "element read(index x, index y) { return fetch(plane, y, x); }\n"),
            ("ending", "constant float scale;\nelement ending(element x) { return scale * x; }\n"),
        ],
        "fft_pass.frag" => &[
            ("signal", "element turned(element x, vec2 w) { return w.x * x; }\n"),
            (
                "planes",
                "input element from;\nconst index radix = 2;\noutput element plane_0;\noutput element plane_1;\n",
            ),
            ("twiddles", "input vec4 twiddles;\n"),
            ("axis", "constant index shift;\nelement read(index at) { return fetch(from, at, here_x() - shift); }\n"),
            (
                "butterflies",
                "vec4 w = fetch(twiddles, low, 0);\nelement a = read(first);\nelement b = turned(read(first + run), w.xy);\n\
                 plane_0 = a + b;\nplane_1 = a - b;\n",
            ),
        ],
        "linear_product.frag" => &[
            ("planes", "output vec4 plane_0;\noutput vec4 plane_1;\n"),
            ("zeros", "vec4 c0 = vec4(0.0);\nvec4 c1 = vec4(0.0);\n"),
            (
                "sums",
                "vec4 a0 = fetch(a, k, y);\nc0 += a0.x * b0 + a0.y * b1 + a0.z * b2 + a0.w * b3;\n\
                 vec4 a1 = fetch(a, k, y + rows);\nc1 += a1.x * b0 + a1.y * b1 + a1.z * b2 + a1.w * b3;\n",
            ),
            ("writes", "plane_0 = c0;\nplane_1 = c1;\n"),
        ],
        "march_count.frag" => &[("finite", "#include \"shared/march_finite.glsl\"\n")],
        "march_expand.frag" => &[
            (
                "descent",
                "#include \"shared/lane_of.glsl\"\nconst index reach = 0;\ninput vec4 level_0;\n\
                 index leaf_of(index record, out float rest) {\nindex node = 0;\nvec4 a, b, c, d;\nrest = float(record);\n\
                 a = fetch(level_0, node);\nb = fetch(level_0, node + 1);\nc = fetch(level_0, node + 2);\nd = fetch(level_0, node + 3);\n\
                 node = 4 * (node + texel_of(a, b, c, d, rest));\nnode += lane_of(a, rest);\nreturn node;\n}\n",
            ),
            ("outputs", "output vec3 corner_a;\noutput vec3 corner_b;\n"),
            ("corners", "corner_a = vertex(edge, first, corner);\ncorner_b = vertex(edge + 1, first, corner);\n"),
        ],
        "particles_all_pairs.frag" => &[("loop", "for (index k = first; k < end; k += 4) {\n"), ("others", OTHERS)],
        "particles_collide.frag" => &[
            (
                "stretches",
                "index total = 0;\nindex way_0 = stretch(cell, within, 0.0, -1.0, total);\nindex up_to_0 = total;\n\
                 index way_1 = stretch(cell, within, 0.0, 1.0, total);\n",
            ),
            (
                "others",
                "index other = k + (k < up_to_0 ? way_0 : way_1);\nsum += contact(at, speed, fetch(position, other).xyz, \
                 fetch(velocity, other).xyz, float(other - here()));\n",
            ),
        ],
        "particles_collide_row.frag" => &[("others", OTHERS)],
        "particles_gather.frag" | "particles_integrate.frag" => &[("outputs", BOTH)],
        "subdivide_criterion.frag" => &[(
            "criterion",
            "constant float most;\nbool is_complete(vec3 a, vec3 b, vec3 left, vec3 right) { return distance(a, b) <= most; }\n",
        )],
        _ => &[],
    }
}

/// The parts that kernel files of `glsl` include, filled in as primitives do it: for packed streams or plain ones, and with addresses in
/// integers or floats. Where [`of_application`] has one of the same name for a file, that one goes first.
pub fn of_primitive(name: &str, packed: bool, integers: bool) -> Vec<(&'static str, Cow<'static, str>)> {
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
    let down = match name {
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
    let mut parts = if name.starts_with("packed_sort") { of_packed_sort(packed) } else { Vec::new() };
    let of_all: [(&str, Cow<str>); 18] = [
        ("count", "constant index steps;\n".into()),
        ("level", "#include \"shared/level.glsl\"\n".into()),
        (
            "operator",
            "#include \"shared/select.glsl\"\nelement combine(element a, element b) { return larger(a, b); }\n".into(),
        ),
        ("predicate", "#include \"shared/null.glsl\"\nbool keep(element x) { return is_data(x); }\n".into()),
        ("addresses", addresses.into()),
        ("texel", texel.into()),
        ("rest", rest.into()),
        ("block", "const index groups = 1, size = 4, reads = 3;\n".into()),
        ("direction", "const bool descending = true;\n".into()),
        ("constants", "const index steps = 9;\nconst bool upper = true;\n".into()),
        ("kept", kept.into()),
        ("load", load.into()),
        ("group", group.into()),
        ("outputs", outputs.into()),
        ("network", network.into()),
        ("steps", steps.into()),
        ("descent", (if walk { descent } else { down }).into()),
        (
            "levels",
            "const bool upper = true;\ninput vec4 values;\ninput vec4 separators;\nconstant index below_1, first_1;\n"
                .into(),
        ),
    ];
    parts.extend(of_all);
    parts
}

/// The parts of the packed sort, with two streams. They go before those of all kernels: of two parts of one name, the first counts.
fn of_packed_sort(packed: bool) -> Vec<(&'static str, Cow<'static, str>)> {
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
    let network = "sorted_0 = sorted(loaded(2 * here()));\nsorted_1 = settled(reversed(loaded(2 * here() + 1)));\n";
    let partner = "constant index near_x, near_y;\n\
         index partner(index at, index start, index block, index far, bool upper) {\n    \
         return upper ? at - far : 2 * start + block - 1 - at;\n}\n";
    let texel_at = "vec4 texel_at(index texel) { return fetch(keys_0, texel) + fetch(keys_1, texel); }\n";
    vec![
        ("before", "bool before(float a, float b) { return a < b; }\n".into()),
        ("group", group.into()),
        ("load", load.into()),
        ("outputs", targets.into()),
        ("streams", format!("{streams}{targets}").into()),
        ("network", network.into()),
        ("places", "#include \"shared/two_steps.glsl\"\n".into()),
        ("partner", partner.into()),
        ("steps", (step(0) + &step(1)).into()),
        ("sorted", format!("{streams}{texel_at}").into()),
        ("result", "#include \"shared/packed_result.glsl\"\n".into()),
    ]
}
