//! Every kernel in `glsl/` keeps to the kernel contract, in every dialect and layout, with no driver; and compiles.

use crate::support;

use std::path::{Path, PathBuf};

use brooklet::ir::Needs;
use brooklet::kernel::{self, Source};
use brooklet::{Components, Device, Dialect, Layout, Texel, glsl};
use glsl_lang::ast::TranslationUnit;
use glsl_lang::parse::DefaultParse;

fn kernels() -> Vec<PathBuf> {
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
    walk(&Path::new(crate::TOP).join("glsl"), &mut found);
    found.sort();
    found
}

/// A way to fill in what a kernel leaves open, and whether it needs integers.
struct Filling {
    addresses: &'static str,
    /// Packed streams are read texel by texel.
    packed: bool,
    integers: bool,
}

const FILLINGS: [Filling; 2] = [
    Filling { addresses: "shared/bitonic_float.glsl", packed: false, integers: false },
    Filling { addresses: "shared/bitonic.glsl", packed: true, integers: true },
];

/// The kernel with the places that it leaves open filled in.
fn source<T: Texel>(path: &Path, filling: &Filling) -> Source {
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let operator = "#include \"shared/select.glsl\"\nelement combine(element a, element b) { return larger(a, b); }\n";
    let of_four = filling.packed || name.ends_with("_packed.frag");
    let ty = if name.contains("walk.") { "element" } else { "vec4" };
    let (texel, rest, kept, load, group) = if of_four {
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
    let outputs = format!(
        "const index layers = 2;\noutput {ty} texel_0;\noutput {ty} texel_1;\n\
         void clear() {{ texel_0 = {ty}(0.0); texel_1 = {ty}(0.0); }}\n\
         void put(index at, {ty} x) {{ texel_0 = at == 0 ? x : texel_0; texel_1 = at == 1 ? x : texel_1; }}\n"
    );
    // Bitonic pairs: the keys alone, or all.
    let outputs = match name.starts_with("bitonic_sort_") {
        true if filling.packed => "output float sorted_keys;\nvoid put_key(float x) { sorted_keys = x; }\n\
             void put_value(element x) {}\nvoid put_position(float x) {}\n"
            .to_owned(),
        true => "output float sorted_keys;\noutput element sorted_values;\n\
             void put_key(float x) { sorted_keys = x; }\nvoid put_value(element x) { sorted_values = x; }\n\
             void put_position(float x) {}\n"
            .to_owned(),
        false => outputs,
    };
    let (descent, steps) = if name.contains("walk") {
        let leaf =
            "const index reach = 8;\nindex leaf_of(index record, out float rest) { rest = float(record); return 0; }\n";
        (leaf, "")
    } else {
        let step = "texel_0 = from_order(advance(base, a, b, a_end, b_end, a_next, b_next, kept, true));\n\
             texel_1 = texel_0;\n";
        (if of_four { "in_a = query;\n" } else { "node = min(node, count(values));\n" }, step)
    };
    // Of the packed sort, with two streams. What comes first counts.
    let packed_sort = name.starts_with("packed_sort");
    let mut source = Source::new(name, std::fs::read_to_string(path).unwrap());
    if packed_sort {
        let (load, group) = match of_four {
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
    let filled = support::fillings::of_application(source.path());
    filled
        .iter()
        .fold(source, |source, (part, text)| source.part(*part, *text))
        .element::<T>()
        .part("count", "constant index steps;\n")
        .part("level", "#include \"shared/level.glsl\"\n")
        .part("operator", operator)
        .part("predicate", "bool keep(element x) { return true; }\n")
        .part("addresses", format!("#include \"{}\"\n", filling.addresses))
        .part("texel", texel)
        .part("rest", rest)
        .part("block", "const index groups = 1, size = 4, reads = 3;\n")
        .part("direction", "const bool descending = true;\n")
        .part("constants", "const index steps = 9;\nconst bool upper = true;\n")
        .part("kept", kept)
        .part("load", load)
        .part("group", group)
        .part("outputs", outputs)
        .part("network", "texel_0 = from_order(loaded(here()));\ntexel_1 = texel_0;\n")
        .part("steps", steps)
        .part("descent", descent)
        .part("levels", "const bool upper = true;\ninput vec4 values;\n")
}

/// Compiles a kernel and writes it in every dialect, with no driver; what comes out is GLSL, as a parser of others sees it.
fn check<T: Texel>(path: &Path, layouts: &[Layout]) {
    for filling in fillings::<T>(path) {
        let source = source::<T>(path, filling);
        let (module, warnings) = kernel::compile(&source).unwrap_or_else(|error| panic!("{error}"));
        assert!(warnings.list.is_empty(), "{warnings}");
        let needs = Needs::of(&module);
        let sorts = path.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with("sort_"));
        assert!(sorts || filling.integers || !needs.integers, "{} needs integers", path.display());
        for (dialect, &layout) in Dialect::ALL.into_iter().flat_map(|d| layouts.iter().map(move |l| (d, l))) {
            let shader = match glsl::text(&module, dialect, layout) {
                Ok(shader) => shader,
                Err(lacks) => {
                    assert!(dialect == Dialect::Gl2 && needs.integers, "{}: {lacks}", path.display());
                    continue;
                }
            };
            if let Err(error) = TranslationUnit::parse(&shader) {
                panic!("{} in {dialect:?}, {layout}: {error}\n{shader}", path.display());
            }
        }
    }
}

/// The ways to fill a kernel in: those for packed streams, which are of floats, only for these.
fn fillings<T: Texel>(path: &Path) -> impl Iterator<Item = &'static Filling> {
    let plain_alone =
        ["scan_pyramid_up.frag", "scan_pyramid_down.frag", "search_index.frag"].iter().any(|name| path.ends_with(name));
    let packed_alone = path.to_str().unwrap().ends_with("_packed.frag");
    let floats = T::COMPONENTS == Components::One;
    FILLINGS.iter().filter(move |filling| if filling.packed { floats && !plain_alone } else { !packed_alone })
}

#[test]
fn every_kernel_is_typed_and_written_in_every_dialect() {
    let kernels = kernels();
    assert!(kernels.len() >= 6, "the kernels have moved");
    for path in kernels {
        check::<f32>(&path, &[Layout::Plain, Layout::Packed]);
        check::<[f32; 2]>(&path, &[Layout::Plain]);
        check::<[f32; 3]>(&path, &[Layout::Plain]);
        check::<[f32; 4]>(&path, &[Layout::Plain]);
    }
}

#[test]
fn every_kernel_compiles_in_every_dialect_and_type() {
    support::each_dialect(|device| {
        fn compile<T: Texel>(device: &Device, path: &Path) {
            for filling in fillings::<T>(path) {
                let source = source::<T>(path, filling);
                let (module, _) = kernel::compile(&source).unwrap_or_else(|error| panic!("{error}"));
                if device.features().integers || !Needs::of(&module).integers {
                    device.kernel(&source).unwrap_or_else(|error| panic!("{error}"));
                }
            }
        }
        for path in kernels() {
            compile::<f32>(device, &path);
            compile::<[f32; 2]>(device, &path);
            compile::<[f32; 3]>(device, &path);
            compile::<[f32; 4]>(device, &path);
        }
    });
}

#[test]
fn every_kernel_says_in_its_head_what_it_does_and_where_it_comes_from() {
    for path in kernels() {
        let text = std::fs::read_to_string(&path).unwrap();
        let head: Vec<_> = text.lines().take_while(|line| line.starts_with("//")).collect();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        assert!(head.first().is_some_and(|line| line.starts_with(&format!("// {stem}: "))), "{}", path.display());
        assert!((2..=4).contains(&head.len()), "{}: a head of {} lines", path.display(), head.len());
        let papers = ["GPU Gems", "GPU Gems 2", "Brook", "Harris", "Mahardito"];
        assert!(papers.iter().any(|paper| head.join(" ").contains(paper)), "{}: no paper", path.display());
    }
}

#[test]
fn the_contract_finds_what_it_forbids() {
    let compiles = |body: &str| {
        let text = format!("input float x; output float y;\nvoid main() {{\n{body}\n}}");
        kernel::compile(&Source::new("test", text)).is_ok()
    };
    assert!(compiles("y = fetch(x, here());"));
    assert!(compiles("y = 0.0; for (index i = 0; i < 8; i++) { y += clamped(x, i); }"));
    for forbidden in [
        "while (true) { }",
        "do { y = 1.0; } while (false);",
        "discard;",
        "y = gl_FragCoord.x;",
        "y = texture(x, vec2(0.0)).x;",
        "y = texelFetch(x, ivec2(0), 0).x;",
        "y = dFdx(fetch(x, here()));",
        "float a[3]; y = a[here()];",
        "switch (here()) { default: y = 1.0; }",
        "y = 1.0;\n#define z 1",
    ] {
        assert!(!compiles(forbidden), "{forbidden}");
    }
}
