//! Every kernel in `glsl/` keeps to the kernel contract, in every dialect and layout, with no driver; and compiles.

use crate::support;

use std::path::{Path, PathBuf};

use crate::support::fillings::Filling as Open;
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

/// A way to fill in what a kernel leaves open.
struct Filling {
    /// Packed streams are read texel by texel.
    packed: bool,
    /// Whether it needs integers.
    integers: bool,
}

const FILLINGS: [Filling; 2] = [Filling { packed: false, integers: false }, Filling { packed: true, integers: true }];

/// The kernel with the places that it leaves open filled in.
fn source<T: Texel>(path: &Path, filling: &Filling) -> Source {
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let fillings = support::fillings::of(name, &text, filling.packed, filling.integers);
    let source = Source::new(name.to_owned(), text).element::<T>();
    fillings.into_iter().fold(source, |source, filling| match filling {
        Open::Flag(name, value) => source.parameter(name, value),
        Open::Count(name, value) => source.parameter(name, value),
        Open::Function(name, expression) => source.function(name, expression),
    })
}

/// Compiles a kernel and writes it in every dialect, with no driver; what comes out is GLSL, as a parser of others sees it.
fn check<T: Texel>(path: &Path, layouts: &[Layout]) {
    for filling in fillings::<T>(path) {
        let source = source::<T>(path, filling);
        let (kernel, warnings) = kernel::compile(&source).unwrap_or_else(|error| panic!("{error}"));
        // A part may define more than the kernel uses.
        let mut other = warnings.list.iter().filter(|warning| !warning.title.ends_with("is never used"));
        assert!(other.next().is_none(), "{warnings}");
        let needs = Needs::of(&kernel);
        let name = path.file_stem().unwrap().to_string_lossy();
        let others = [
            "sort_",
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
            "top_best",
            "top_groups",
        ];
        let of_integers = others.iter().any(|start| name.starts_with(start));
        assert!(of_integers || filling.integers || !needs.integers, "{} needs integers", path.display());
        for (dialect, &layout) in Dialect::ALL.into_iter().flat_map(|d| layouts.iter().map(move |l| (d, l))) {
            let shader = match glsl::text(&kernel, dialect, layout) {
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

/// The ways to fill a kernel in; none where it is not for elements of this type. Packed streams are of floats, and butterflies of one
/// complex number or two.
fn fillings<T: Texel>(path: &Path) -> impl Iterator<Item = &'static Filling> {
    let name = path.file_name().unwrap().to_str().unwrap();
    let fits = match T::COMPONENTS {
        Components::One => !name.starts_with("fft_"),
        Components::Three => !name.starts_with("fft_") && !name.ends_with("_packed.frag"),
        Components::Two | Components::Four => !name.ends_with("_packed.frag"),
    };
    FILLINGS.iter().filter(move |_| fits)
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
                let (kernel, _) = kernel::compile(&source).unwrap_or_else(|error| panic!("{error}"));
                // The larger of the two fillings of a butterfly writes 8 render targets, more than OpenGL 2.1 asks for.
                let targets = kernel.interface.outputs.len() <= device.limits().targets || !filling.integers;
                if targets && (device.features().integers || !Needs::of(&kernel).integers) {
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
        let text: Vec<&str> = head.iter().map(|line| line[2..].trim()).collect();
        let papers = [
            "GPU Gems",
            "GPU Gems 2",
            "Brook",
            "Harris",
            "Mahardito",
            "Salmon",
            "Sengupta",
            "Green",
            "Floyd",
            "Knuth",
            "Moroz",
            "Hopf",
            "Rong",
            "Hensley",
            "Shiloach",
            "Saito",
            "Bluestein",
            "Moreland",
            "McGuire",
            "Hall et al.",
            "Fatahalian",
            "Bolz",
            "Bell and Garland",
            "Lloyd",
            "Arthur",
            "Müller",
            "GPUSort",
            "Govindaraju",
            "Purcell",
            "SGIS_generate_mipmap",
        ];
        assert!(papers.iter().any(|paper| text.join(" ").contains(paper)), "{}: no paper", path.display());
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
