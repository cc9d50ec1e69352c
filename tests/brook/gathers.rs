//! What lies outside: gathers beyond a stream take the nearest element along each axis, arrays of a kernel's own read 0. So on
//! every backend: each dialect, and the emulator of each chip.

use crate::support;

use brooklet::Device;
use brooklet::brook::interpret::ParameterValue;
use brooklet::brook::{Program, Unit};
use brooklet::kernel::Source;
use support::brook::{map_alone, stream, unit};

const OUT: ParameterValue = ParameterValue::Nothing;

/// Places within and beyond, on both sides.
const PLACES: [i32; 11] = [0, 1, 2, 3, 5, 6, 1000, -1, -2, -7, -1000];

/// The number at a place of a row, or the nearest.
fn nearest(row: &[f32], at: i32) -> f32 {
    row[at.clamp(0, row.len() as i32 - 1) as usize]
}

/// What a Brook kernel with an output of this many floats makes of the places and of what it gathers from.
fn gathered(device: &Device, unit: &Unit, given: &[ParameterValue]) -> Vec<f32> {
    let program = Program::new(device, unit.clone());
    map_alone(&program, &unit.kernels[0], &[PLACES.len()], given, &[])
        .unwrap_or_else(|error| panic!("{error}"))
        .remove(0)
}

#[test]
fn what_lies_outside_is_the_nearest_of_a_stream_and_0_of_an_array() {
    let list = [3.0, 1.0, 4.0, 1.5, 9.0, 2.5];
    let places = PLACES.map(|at| at as f32);
    let of_streams = unit(
        "kernel void k(float at<>, float list[], float rows[][], out float4 r<>) {
             int i = at;
             r = float4(list[i], rows[i][1], rows[1][i], rows[i][i]);
         }",
    );
    let of_arrays = unit(
        "kernel void k(float at<>, out float2 r<>) {
             float own[3] = {5, 6, 7};
             int i = at;
             float read = own[i];
             own[i] = 50;
             r = float2(read, own[0] + own[1] + own[2]);
         }",
    );
    // Rows of two, three of them.
    let row = |at: i32| &list[2 * at.clamp(0, 2) as usize..][..2];
    let wanted = PLACES.map(|at| [nearest(&list, at), row(at)[1], nearest(row(1), at), nearest(row(at), at)]);
    let own = [5.0, 6.0, 7.0];
    let inside = |at: i32| usize::try_from(at).ok().and_then(|at| own.get(at)).copied();
    let wanted_of_arrays = PLACES.map(|at| match inside(at) {
        Some(value) => [value, 18.0 - value + 50.0],
        None => [0.0, 18.0],
    });
    for (name, device) in support::every_backend() {
        let given = [stream(&[11], 1, &places), stream(&[6], 1, &list), stream(&[3, 2], 1, &list), OUT];
        assert_eq!(gathered(&device, &of_streams, &given), wanted.as_flattened(), "{name}");
        let given = [stream(&[11], 1, &places), OUT];
        assert_eq!(gathered(&device, &of_arrays, &given), wanted_of_arrays.as_flattened(), "{name}");
    }
}

#[test]
fn clamped_is_the_nearest_along_each_axis() {
    let text = "input float at;\ninput float list;\ninput float rows;\noutput vec4 r;\nvoid main() {\n    \
                int i = int(fetch(at, here()));\n    \
                r = vec4(clamped(list, i), clamped(rows, 1, i), clamped(rows, i, 1), clamped(rows, i, i));\n}\n";
    let list = [3.0, 1.0, 4.0, 1.5, 9.0, 2.5];
    let row = |at: i32| &list[2 * at.clamp(0, 2) as usize..][..2];
    let wanted = PLACES.map(|at| [nearest(&list, at), row(at)[1], nearest(row(1), at), nearest(row(at), at)]);
    for (name, device) in support::every_backend() {
        let kernel = device.kernel(&Source::new("outside", text)).unwrap();
        let at = device.upload(&PLACES.map(|at| at as f32)).unwrap();
        let (list, rows) = (device.upload(&list).unwrap(), device.upload_shaped([3, 2], &list).unwrap());
        let mut result = device.stream::<[f32; 4]>(PLACES.len()).unwrap();
        let pass = device.pass(&kernel).input("at", &at).input("list", &list).input("rows", &rows);
        pass.output("r", &mut result).run().unwrap();
        assert_eq!(result.read().unwrap(), wanted, "{name}");
    }
}
