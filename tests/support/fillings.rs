//! What the kernels of applications leave open, filled in as the applications do it, for the tests that compile every kernel.

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
