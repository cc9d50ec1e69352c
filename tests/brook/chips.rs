//! The kernels of `demos/brook/` on the chips of 2002 to 2005: against the interpreter, or refused in these words.

mod applications;

use crate::support;
use crate::support::level::{is_quick, sample};

use brooklet::Device;
use brooklet::brook::interpret::{Array, ParameterValue};
use brooklet::brook::ir::{Role, StreamKernel};
use brooklet::brook::{Error, Program};
use brooklet::fragment_program::Chip;
use expect_test::{Expect, expect};
use support::brook::{close, constant, stream, try_map_with, try_push_with, try_reduce_with};
use support::noise;

const OUT: ParameterValue = ParameterValue::Nothing;

/// From -1 to 1 in steps of 1/64, which 24 bits hold.
fn fine(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 64.0).round() / 64.0).collect()
}

/// Fine numbers in order.
fn sorted(count: usize, seed: u64) -> Vec<f32> {
    let mut keys = fine(count, seed);
    keys.sort_by(f32::total_cmp);
    keys
}

/// Two by two: shears, whose products are whole numbers.
fn shears(count: usize) -> Vec<f32> {
    (0..count).flat_map(|n| if n % 2 == 0 { [1.0, 1.0, 0.0, 1.0] } else { [1.0, 0.0, 1.0, 1.0] }).collect()
}

/// How exact a kernel is to be.
enum Exact {
    /// It selects numbers that 24 bits hold, or counts a few: bit for bit.
    Bits,
    /// So many roundings, each of a 65,536th where floats have 24 bits, and of a 2^23rd where they have 32, of the number or of 1.
    Roundings(u32),
}

/// What a kernel is run with: the shape of its result, and what it is given.
fn given(demo: &str, kernel: &str) -> (Vec<usize>, Vec<ParameterValue>, Exact) {
    use Exact::{Bits, Roundings};
    let (n, square) = (60, [8, 8]);
    let list = |seed| stream(&[n], 1, &fine(n, seed));
    let picture = |seed| stream(&square, 1, &fine(64, seed));
    let pairs = |seed| stream(&square, 2, &fine(128, seed));
    // How many of those before are not above zero.
    let dropped: Vec<f32> = fine(n, 1).iter().map(|value| f32::from(u8::from(*value <= 0.0))).collect();
    let mut sum = 0.0;
    let counts: Vec<f32> = dropped.iter().map(|flag| (sum += flag, sum).1).collect();
    let kept = n - counts[n - 1] as usize;
    let (given, exact) = match (demo, kernel) {
        ("bitonic", "bitonic") => (vec![list(1), constant(&[8.0]), constant(&[2.0]), OUT], Bits),
        ("cloth", "cloth") => {
            let place: Vec<f32> =
                (0..64).flat_map(|at| [(at % 8) as f32, -((at / 8) as f32), (at % 3) as f32 / 8.0]).collect();
            let place = || stream(&square, 3, &place);
            let numbers = [20.0, 1.0, 0.0625].map(|number| constant(&[number]));
            let given = [place(), stream(&square, 3, &fine(192, 2)), place(), constant(&[7.0, 7.0])];
            (given.into_iter().chain(numbers).chain([OUT, OUT]).collect(), Roundings(64))
        }
        ("fft", "reorder") => (vec![pairs(1), constant(&[1.0, 0.0]), constant(&[3.0]), OUT], Bits),
        ("fft", "butterfly") => {
            (vec![pairs(1), constant(&[1.0, 0.0]), constant(&[2.0]), constant(&[-1.0]), OUT], Roundings(16))
        }
        ("filter", "dropped") => (vec![list(1), OUT], Bits),
        ("filter", "scan_step") => {
            let flags = || stream(&[n], 1, &dropped);
            (vec![flags(), flags(), constant(&[4.0]), OUT], Bits)
        }
        ("filter", "gather_kept") => {
            let given = vec![list(1), stream(&[n], 1, &counts), constant(&[n as f32]), OUT];
            return (vec![kept], given, Bits);
        }
        ("mat4mult", "mat4mult") => {
            let rows = (0..8).map(|row| stream(&[n], 4, &fine(4 * n, row)));
            (rows.chain([OUT, OUT, OUT, OUT]).collect(), Roundings(8))
        }
        ("mat4mult", "product") => (vec![stream(&[10], 4, &shears(10)), OUT], Bits),
        ("rays", "intersect") => {
            let array = |components: usize, values: &[f32]| Array::new(&[n], components, values.to_vec());
            let origins: Vec<f32> = fine(3 * n, 1).chunks(3).flat_map(|o| [o[0], o[1], -3.0]).collect();
            let ways: Vec<f32> = fine(3 * n, 2).chunks(3).flat_map(|w| [w[0] / 4.0, w[1] / 4.0, 1.0]).collect();
            let ray = [array(3, &origins), array(3, &ways), array(1, &vec![0.0; n]), array(1, &vec![100.0; n])];
            let corners = (10..13).map(|seed| Array::new(&[12], 3, fine(36, seed)));
            let given = vec![
                ParameterValue::Streams(ray.into()),
                ParameterValue::Streams(corners.collect()),
                constant(&[12.0]),
                OUT,
            ];
            (given, Roundings(64))
        }
        ("saxpy", "saxpy") => (vec![constant(&[2.5]), list(1), list(2), OUT], Roundings(4)),
        ("saxpy", "sum") => (vec![list(1), OUT], Bits),
        ("search", "search") => (vec![list(1), stream(&[n], 1, &sorted(n, 2)), constant(&[n as f32]), OUT], Bits),
        ("segment", "diffuse") => {
            let numbers = [constant(&[0.25]), constant(&[0.2]), OUT];
            let given = [picture(1), picture(1), picture(2), pairs(3)];
            return (square.into(), given.into_iter().chain(numbers).collect(), Roundings(32));
        }
        ("segment", "segment") => (vec![picture(1), OUT], Bits),
        ("sgemv", "multiply") => (vec![picture(1), stream(&[8], 1, &fine(8, 2)), OUT], Bits),
        ("sgemv", "sum") => return (vec![8, 1], vec![picture(1), OUT], Bits),
        ("sgemv", "combine") => {
            let column = |seed| stream(&[n, 1], 1, &fine(n, seed));
            let given = vec![constant(&[2.0]), column(1), constant(&[-0.5]), column(2), OUT];
            return (vec![n, 1], given, Roundings(4));
        }
        ("squares", "squares") => {
            let cells = ParameterValue::Streams(vec![Array::iterator(&[7, 7], &[0.0, 0.0], &[7.0, 7.0])]);
            return (vec![7, 7], vec![picture(1), cells, constant(&[0.1]), OUT], Roundings(32));
        }
        (demo, kernel) => return applications::given(demo, kernel),
    };
    let reduces = matches!(kernel, "product" | "sum");
    let shape = match demo {
        _ if reduces => vec![1],
        "cloth" | "fft" | "segment" => square.into(),
        "sgemv" => square.into(),
        _ => vec![n],
    };
    (shape, given, exact)
}

/// The values of a kernel's outputs.
type Outputs = Vec<Vec<f32>>;

/// What a kernel made; the interpreter's beside it.
fn run(
    program: &Program,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
) -> (Result<Outputs, Error>, Outputs) {
    let values = |arrays: Vec<Array>| arrays.into_iter().map(|array| array.values).collect();
    let of = |role: fn(&Role) -> bool| kernel.parameters.iter().any(|parameter| role(&parameter.role));
    if of(|role| *role == Role::Accumulator) {
        let wanted = values(kernel.reduce(extents, given).unwrap());
        (try_reduce_with(program, kernel, extents, given), wanted)
    } else if of(|role| matches!(role, Role::Variable { .. })) {
        let wanted = kernel.run_pushing(extents, given).unwrap().into_iter().flat_map(values).collect();
        (try_push_with(program, kernel, extents, given).map(|made| made.concat()), wanted)
    } else {
        let wanted = values(kernel.run(extents, given, &[]).unwrap());
        (try_map_with(program, kernel, extents, given, &[]), wanted)
    }
}

/// A line for each kernel of each demo.
fn table(chip: Chip, expected: Expect) {
    let device = Device::builder().poison(-1.0e9).emulated(chip).unwrap();
    let folder = format!("{}/demos/brook", env!("CARGO_MANIFEST_DIR"));
    let mut demos: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    demos.retain(|path| path.extension().is_some_and(|extension| extension == "br"));
    demos.sort();
    let bits = if device.features().exact_integer < 1 << 24 { 16 } else { 23 };
    let mut lines = String::new();
    for path in sample(demos, chip as usize, 4) {
        let demo = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let program = Program::compile(&device, &format!("{demo}.br"), &text).unwrap();
        for kernel in &program.unit().kernels {
            let what = format!("{demo}.br {}", kernel.name);
            let (extents, given, exact) = given(demo, &kernel.name);
            let (made, wanted) = run(&program, kernel, &extents, &given);
            lines += &match made {
                Err(Error::Device(error)) if error.is_missing_feature() => format!("{what}: {error}\n"),
                Err(error) => panic!("{what}: {error}"),
                Ok(made) => {
                    assert_eq!(made.len(), wanted.len(), "{what}");
                    for (made, wanted) in made.iter().zip(&wanted) {
                        let (same, bound) = match exact {
                            Exact::Bits => (made == wanted, 0.0),
                            Exact::Roundings(count) => {
                                let bound = count as f32 * 0.5f32.powi(bits);
                                (close(wanted, made, bound), bound)
                            }
                        };
                        assert!(same, "{what} on {}, within {bound}: {made:?} and not {wanted:?}", chip.name());
                    }
                    match exact {
                        Exact::Bits => format!("{what}: exact\n"),
                        Exact::Roundings(count) => format!("{what}: within {count} roundings\n"),
                    }
                }
            };
        }
    }
    if is_quick() {
        assert!(lines.lines().all(|line| expected.data().contains(line.trim())), "{lines}");
    } else {
        expected.assert_eq(&lines);
    }
}

#[test]
fn demos_on_r300() {
    table(
        Chip::R300,
        expect![[r#"
            bitonic.br bitonic: exact
            cloth.br cloth: within 64 roundings
            cloth_torn.br tear_and_move: within 64 roundings
            fft.br reorder: exact
            fft.br butterfly: within 16 roundings
            fft_channels.br bit_reversal: exact
            fft_channels.br horizontal: within 16 roundings
            fft_channels.br vertical: within 16 roundings
            filter.br dropped: exact
            filter.br scan_step: exact
            filter.br gather_kept: kernel `gather_kept` has no program for chip r300: it has a loop whose end depends on data
              filter.br:20: while (low < high) {
            grow.br grow: within 64 roundings
            march.br classify: exact
            march.br occupied: exact
            march.br expand: within 64 roundings
            march.br corners: exact
            mat4mult.br mat4mult: within 8 roundings
            mat4mult.br product: exact
            product.br blocks: within 16 roundings
            rays.br intersect: within 64 roundings
            raytrace.br setup: within 16 roundings
            raytrace.br begin: exact
            raytrace.br intersect: within 64 roundings
            raytrace.br intersect_one: within 64 roundings
            raytrace.br shade: within 64 roundings
            saxpy.br saxpy: within 4 roundings
            saxpy.br sum: exact
            search.br search: kernel `search` has no program for chip r300: it has a loop whose end depends on data
              search.br:5: while (low < high) {
            segment.br diffuse: within 32 roundings
            segment.br segment: exact
            sgemv.br multiply: exact
            sgemv.br sum: exact
            sgemv.br combine: within 4 roundings
            squares.br squares: within 32 roundings
            subdivide.br edge_points: within 4 roundings
            subdivide.br vertex_points: within 8 roundings
            subdivide.br all_children: exact
            subdivide.br chosen_children: exact
            subdivide.br chosen_flags: exact
        "#]],
    );
}

#[test]
fn demos_on_r420() {
    table(
        Chip::R420,
        expect![[r#"
            bitonic.br bitonic: exact
            cloth.br cloth: within 64 roundings
            cloth_torn.br tear_and_move: within 64 roundings
            fft.br reorder: exact
            fft.br butterfly: within 16 roundings
            fft_channels.br bit_reversal: exact
            fft_channels.br horizontal: within 16 roundings
            fft_channels.br vertical: within 16 roundings
            filter.br dropped: exact
            filter.br scan_step: exact
            filter.br gather_kept: kernel `gather_kept` has no program for chip r420: it has a loop whose end depends on data
              filter.br:20: while (low < high) {
            grow.br grow: within 64 roundings
            march.br classify: exact
            march.br occupied: exact
            march.br expand: within 64 roundings
            march.br corners: exact
            mat4mult.br mat4mult: within 8 roundings
            mat4mult.br product: exact
            product.br blocks: within 16 roundings
            rays.br intersect: within 64 roundings
            raytrace.br setup: within 16 roundings
            raytrace.br begin: exact
            raytrace.br intersect: within 64 roundings
            raytrace.br intersect_one: within 64 roundings
            raytrace.br shade: within 64 roundings
            saxpy.br saxpy: within 4 roundings
            saxpy.br sum: exact
            search.br search: kernel `search` has no program for chip r420: it has a loop whose end depends on data
              search.br:5: while (low < high) {
            segment.br diffuse: within 32 roundings
            segment.br segment: exact
            sgemv.br multiply: exact
            sgemv.br sum: exact
            sgemv.br combine: within 4 roundings
            squares.br squares: within 32 roundings
            subdivide.br edge_points: within 4 roundings
            subdivide.br vertex_points: within 8 roundings
            subdivide.br all_children: exact
            subdivide.br chosen_children: exact
            subdivide.br chosen_flags: exact
        "#]],
    );
}

#[test]
fn demos_on_nv30() {
    table(
        Chip::Nv30,
        expect![[r#"
            bitonic.br bitonic: exact
            cloth.br cloth: within 64 roundings
            cloth_torn.br tear_and_move: within 64 roundings
            fft.br reorder: exact
            fft.br butterfly: within 16 roundings
            fft_channels.br bit_reversal: exact
            fft_channels.br horizontal: within 16 roundings
            fft_channels.br vertical: within 16 roundings
            filter.br dropped: exact
            filter.br scan_step: exact
            filter.br gather_kept: kernel `gather_kept` has no program for chip nv30: it has a loop whose end depends on data
              filter.br:20: while (low < high) {
            grow.br grow: within 64 roundings
            march.br classify: exact
            march.br occupied: exact
            march.br expand: within 64 roundings
            march.br corners: exact
            mat4mult.br mat4mult: within 8 roundings
            mat4mult.br product: exact
            product.br blocks: within 16 roundings
            rays.br intersect: within 64 roundings
            raytrace.br setup: within 16 roundings
            raytrace.br begin: exact
            raytrace.br intersect: within 64 roundings
            raytrace.br intersect_one: within 64 roundings
            raytrace.br shade: within 64 roundings
            saxpy.br saxpy: within 4 roundings
            saxpy.br sum: exact
            search.br search: kernel `search` has no program for chip nv30: it has a loop whose end depends on data
              search.br:5: while (low < high) {
            segment.br diffuse: within 32 roundings
            segment.br segment: exact
            sgemv.br multiply: exact
            sgemv.br sum: exact
            sgemv.br combine: within 4 roundings
            squares.br squares: within 32 roundings
            subdivide.br edge_points: within 4 roundings
            subdivide.br vertex_points: within 8 roundings
            subdivide.br all_children: exact
            subdivide.br chosen_children: exact
            subdivide.br chosen_flags: exact
        "#]],
    );
}

#[test]
fn demos_on_r520() {
    table(
        Chip::R520,
        expect![[r#"
            bitonic.br bitonic: exact
            cloth.br cloth: within 64 roundings
            cloth_torn.br tear_and_move: within 64 roundings
            fft.br reorder: exact
            fft.br butterfly: within 16 roundings
            fft_channels.br bit_reversal: exact
            fft_channels.br horizontal: within 16 roundings
            fft_channels.br vertical: within 16 roundings
            filter.br dropped: exact
            filter.br scan_step: exact
            filter.br gather_kept: exact
            grow.br grow: within 64 roundings
            march.br classify: exact
            march.br occupied: exact
            march.br expand: within 64 roundings
            march.br corners: exact
            mat4mult.br mat4mult: within 8 roundings
            mat4mult.br product: exact
            product.br blocks: within 16 roundings
            rays.br intersect: within 64 roundings
            raytrace.br setup: within 16 roundings
            raytrace.br begin: exact
            raytrace.br intersect: within 64 roundings
            raytrace.br intersect_one: within 64 roundings
            raytrace.br shade: within 64 roundings
            saxpy.br saxpy: within 4 roundings
            saxpy.br sum: exact
            search.br search: exact
            segment.br diffuse: within 32 roundings
            segment.br segment: exact
            sgemv.br multiply: exact
            sgemv.br sum: exact
            sgemv.br combine: within 4 roundings
            squares.br squares: within 32 roundings
            subdivide.br edge_points: within 4 roundings
            subdivide.br vertex_points: within 8 roundings
            subdivide.br all_children: exact
            subdivide.br chosen_children: exact
            subdivide.br chosen_flags: exact
        "#]],
    );
}
