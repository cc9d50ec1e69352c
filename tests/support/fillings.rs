//! What kernels leave open, filled in as primitives and applications do it, for the tests that compile every kernel. A parameter that
//! is not given has the value that the kernel declares.

/// A parameter of a kernel, and what it is.
pub enum Filling {
    Flag(&'static str, bool),
    Count(&'static str, i32),
    /// A function, as an expression of its arguments.
    Function(&'static str, &'static str),
}

/// What a kernel file of `glsl` leaves open, for packed streams or plain ones, and with addresses in integers or floats.
pub fn of(name: &str, text: &str, packed: bool, integers: bool) -> Vec<Filling> {
    let mut all = Vec::new();
    if text.contains("parameter element combine(") {
        all.push(Filling::Function("combine", "max(a, b)"));
    }
    if text.contains("parameter bool keep(") {
        all.push(Filling::Function("keep", "dot(x, x) > 0.25"));
    }
    match name {
        "packed_sort_groups.frag" | "sort_groups.frag" => {
            all.extend([
                Filling::Flag("pairs", !packed),
                Filling::Flag("packed", packed),
                Filling::Flag("descending", packed),
            ]);
            if name == "sort_groups.frag" {
                all.push(Filling::Flag("in_lines", integers));
            }
        }
        "sort_axis_result.frag" => all.push(Filling::Flag("pairs", true)),
        "quantile_pick.frag" => all.push(Filling::Flag("along", packed)),
        "take_axis.frag" => all.push(Filling::Flag("along", packed)),
        "bitonic_sort_axis.frag" => {
            all.extend([Filling::Flag("in_floats", !integers), Filling::Flag("stable", !packed)]);
            all.push(Filling::Count("writes_places", i32::from(!packed)));
        }
        "packed_sort_steps.frag" => {
            let flags = ["pairs", "descending", "mirror", "two"];
            all.extend(flags.into_iter().map(|flag| Filling::Flag(flag, packed)));
            all.push(Filling::Count("streams", if packed { 4 } else { 1 }));
        }
        "random_philox.frag" => all.push(Filling::Count("kind", if packed { 2 } else { 1 })),
        "random_feistel.frag" => {
            all.extend([
                Filling::Count("kind", if packed { 2 } else { 1 }),
                Filling::Count("radix", if packed { 256 } else { 4096 }),
            ]);
        }
        "sort_starts.frag" | "sort_merge.frag" => all.push(Filling::Flag("pairs", !packed)),
        "merge_starts.frag" | "merge_path.frag" => {
            all.extend([Filling::Flag("by_bits", integers), Filling::Count("steps", if packed { 6 } else { 20 })]);
        }
        "binary_search.frag" | "search_integers.frag" | "search_index.frag" => {
            all.push(Filling::Flag("upper", integers))
        }
        "group_ends.frag" | "segment_heads.frag" | "run_counts_packed.frag" => {
            all.push(Filling::Flag("by_bits", integers));
        }
        "integer_digit.frag" | "integer_word.frag" => all.push(Filling::Flag("ordered", packed)),
        "search_separators.frag" => all.push(Filling::Flag("counted", packed)),
        "filter_walk.frag" | "filter_walk_packed.frag" => {
            all.extend([Filling::Count("layers", if integers { 4 } else { 1 }), Filling::Flag("others", packed)]);
            if name == "filter_walk_packed.frag" {
                all.extend([Filling::Flag("runs", packed), Filling::Flag("positions", packed)]);
            }
        }
        "select_partition.frag" => all.push(Filling::Flag("mirrored", packed)),
        "segment_up_packed.frag" | "segment_down_packed.frag" => {
            all.extend([Filling::Flag("by_keys", packed), Filling::Flag("by_bits", packed && integers)]);
        }
        "segment_level_down_packed.frag" => all.push(Filling::Count("groups", if packed { 8 } else { 1 })),
        "group_counts_packed.frag" | "group_results_packed.frag" => {
            all.push(Filling::Count("writes_keys", i32::from(packed || integers)));
            all.push(Filling::Count("writes_results", i32::from(packed || !integers)));
        }
        "fft_pass.frag" if integers => {
            all.extend([Filling::Count("radix", 16), Filling::Count("targets", 8), Filling::Count("part", 1)]);
            all.extend([
                Filling::Flag("first_pass", false),
                Filling::Flag("rows", true),
                Filling::Flag("exchanged", true),
            ]);
        }
        "fft_join.frag" => all.extend([Filling::Flag("down", integers), Filling::Flag("inverse", packed)]),
        "march_expand.frag" => all.push(Filling::Count("corners", if integers { 3 } else { 1 })),
        "march_count.frag" => all.push(Filling::Flag("keeps_nan", packed)),
        "particles_gather.frag" | "particles_integrate.frag" => {
            all.push(Filling::Count("writes_velocity", i32::from(integers)));
        }
        "subdivide_criterion.frag" => {
            all.extend([Filling::Flag("screen", packed), Filling::Flag("curvature", integers)])
        }
        _ if name.starts_with("bitonic_sort") => {
            all.push(Filling::Flag("in_floats", !integers));
            if name != "bitonic_sort.frag" {
                all.push(Filling::Count("writes_values", i32::from(!packed)));
            }
        }
        _ => {}
    }
    all
}
