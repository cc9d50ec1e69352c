//! The least times that a product of matrices could take on a device: its multiply-adds alone, and its fetches alone.
//!
//! Both kernels have the loop of `matmul_blocks`, and as many fragments. One multiplies numbers that it has in registers. The other adds
//! up the texels that it fetches: 12 additions of texels for 32 multiply-adds of texels.

use crate::backend::LoopSupport;
use crate::kernel::Source;
use crate::machine::StreamBinding;
use crate::primitives::Matmul;
use crate::{Error, Layout, Stream};

use super::Cases;
use super::data::Data;

/// The number of rows of a fragment.
const TARGETS: usize = 8;

/// The outputs of both kernels.
const PLANES: [&str; TARGETS] =
    ["plane_0", "plane_1", "plane_2", "plane_3", "plane_4", "plane_5", "plane_6", "plane_7"];

/// Multiplies the same eight rows by four texels that change places, of which one changes its value, so that no product is known before.
const MULTIPLY_ADDS: &str =
    "input vec4 a; input vec4 b; constant index steps; constant index rows; output vec4 plane[8];
void main() {
    vec4 row[8];
    vec4 sum[8];
    for (index t = 0; t < 8; t++) {
        row[t] = fetch(a, 0, here_y() + t * rows);
        sum[t] = vec4(0.0);
    }
    vec4 b0 = fetch(b, here_x(), 0);
    vec4 b1 = fetch(b, here_x(), 1);
    vec4 b2 = fetch(b, here_x(), 2);
    vec4 b3 = fetch(b, here_x(), 3);
    for (index k = 0; k < steps; k++) {
        for (index t = 0; t < 8; t++) {
            sum[t] += row[t].x * b0 + row[t].y * b1 + row[t].z * b2 + row[t].w * b3;
        }
        vec4 next = b0 + vec4(1.0);
        b0 = b1;
        b1 = b2;
        b2 = b3;
        b3 = next;
    }
    for (index t = 0; t < 8; t++) {
        plane[t] = sum[t];
    }
}
";

/// Fetches what the product fetches.
const FETCHES: &str = "input vec4 a; input vec4 b; constant index steps; constant index rows; output vec4 plane[8];
void main() {
    index x = here_x();
    index y = here_y();
    vec4 sum[8];
    for (index t = 0; t < 8; t++) {
        sum[t] = vec4(0.0);
    }
    for (index k = 0; k < steps; k++) {
        sum[0] += fetch(b, x, 4 * k) + fetch(b, x, 4 * k + 1) + fetch(b, x, 4 * k + 2) + fetch(b, x, 4 * k + 3);
        for (index t = 0; t < 8; t++) {
            sum[t] += fetch(a, k, y + t * rows);
        }
    }
    for (index t = 0; t < 8; t++) {
        plane[t] = sum[t];
    }
}
";

/// Returns the element of a matrix of numbers that sums hold exactly.
fn element(row: usize, column: usize) -> f32 {
    ((7 * row + 3 * column) % 5) as f32 - 2.0
}

/// Returns the first texel of the last plane of `MULTIPLY_ADDS`.
fn multiplied(side: usize) -> [f32; 4] {
    let row = side / TARGETS * (TARGETS - 1);
    let mut texels: [[f32; 4]; 4] = std::array::from_fn(|k| std::array::from_fn(|lane| element(k, lane)));
    let mut sum = [0.0; 4];
    for _ in 0..side / 4 {
        for (lane, sum) in sum.iter_mut().enumerate() {
            *sum += (0..4).map(|k| element(row, k) * texels[k][lane]).sum::<f32>();
        }
        texels.rotate_left(1);
        texels[3] = texels[3].map(|x| x + 1.0);
    }
    sum
}

/// Returns the first texel of the last plane of `FETCHES`.
fn fetched(side: usize) -> [f32; 4] {
    let row = side / TARGETS * (TARGETS - 1);
    std::array::from_fn(|lane| (0..side / 4).map(|k| element(row, 4 * k + lane)).sum())
}

/// Adds both, for square matrices of as many elements as there are, rounded down to a power of four.
pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let device = cases.data.device.clone();
    let side = 1 << (cases.data.n.max(1).ilog2() / 2);
    let features = device.features();
    let runs = Matmul::Blocks.runs_on(&device) && features.loops == LoopSupport::Dynamic;
    if !(cases.wanted)("matmul-roofs") || !runs || device.limits().targets < TARGETS || side < 4 * TARGETS {
        return Ok(());
    }
    let numbers: Vec<f32> = (0..side * side).map(|k| element(k / side, k % side)).collect();
    type Expected = fn(usize) -> [f32; 4];
    let both: [(&str, &str, Expected); 2] =
        [("multiply-adds", MULTIPLY_ADDS, multiplied), ("fetches", FETCHES, fetched)];
    for (method, text, expected) in both {
        let matrix = device.upload_with([side, side], Layout::Packed, &numbers)?;
        let kernel = device.kernel(&Source::new(method, text))?;
        let device = device.clone();
        let run = move |_: &Data| {
            let (rows, texels) = (side / TARGETS, StreamBinding::texels(&matrix).with_row(side / 4));
            let planes = || device.stream::<[f32; 4]>([rows, side / 4]);
            let mut planes = (0..TARGETS).map(|_| planes()).collect::<Result<Vec<_>, _>>()?;
            let pass = device.pass(&kernel).bound("a", texels).bound("b", texels);
            let pass = pass.constant("steps", side / 4).constant("rows", rows);
            planes.iter_mut().zip(PLANES).fold(pass, |pass, (plane, name)| pass.output(name, plane)).run()?;
            Ok(planes)
        };
        let right = move |_: &Data, planes: Vec<Stream<[f32; 4]>>| {
            Ok(planes[TARGETS - 1].read()?.first() == Some(&expected(side)))
        };
        cases.add(("matmul-roofs", "fragment", method, "packed"), 12 * side * side, run, right);
    }
    Ok(())
}
