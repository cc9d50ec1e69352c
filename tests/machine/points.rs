//! Passes that draw points, against loops over the points, on every device.

use crate::support::{self, devices, noise};

use brooklet::backend::PointSource;
use brooklet::capture::Step;
use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::{
    Blend, Compare, DepthTest, Device, Error, Kernel, Layout, Rect, StencilOperation, StencilTest, Stream, f16,
};

const COPY: &str = "input float x; output float y; void main() { y = fetch(x, here()); }";
const COPY4: &str = "input vec4 x; output vec4 y; void main() { y = fetch(x, here()); }";

fn kernel(device: &Device, text: &'static str) -> Kernel {
    device.kernel(&Source::new("copy", text)).unwrap_or_else(|error| panic!("{error}"))
}

fn all_devices() -> Vec<Device> {
    let chips = Chip::ALL.map(|chip| Device::emulated(chip).unwrap());
    devices().into_iter().chain(chips).collect()
}

fn sources(device: &Device) -> Vec<PointSource> {
    let all = [PointSource::VertexTexture, PointSource::Buffer];
    all.into_iter()
        .filter(|source| *source == PointSource::Buffer || device.features().points == Some(*source))
        .collect()
}

/// What a device holds of numbers.
fn rounded(device: &Device, numbers: &[f32]) -> Vec<f32> {
    device.upload(numbers).unwrap().read().unwrap()
}

fn name(device: &Device) -> &str {
    &device.info().renderer
}

/// Places for `count` points among `below` elements; some are outside.
fn places(count: usize, below: usize, seed: u64) -> Vec<f32> {
    let numbers = noise(count, seed).into_iter().enumerate();
    let place = |(k, x): (usize, f32)| match k % 11 {
        3 => [-1.0, -0.5, below as f32, f32::INFINITY, f32::NEG_INFINITY, 3e9][k / 11 % 6],
        7 => (x.abs() * 7919.0).floor() % below as f32 + 0.75,
        _ => (x.abs() * 7919.0).floor() % below as f32,
    };
    numbers.map(place).collect()
}

#[test]
fn elements_go_where_their_places_say_and_the_last_one_stays() {
    for device in all_devices() {
        let copy = kernel(&device, COPY);
        for n in support::sizes().filter(|n| *n > 0) {
            let m = 2 * n / 3 + 1;
            let (new, old, places) = (noise(n, 1), noise(m, 2), places(n, m, 3));
            let mut wanted = old.clone();
            for (x, place) in new.iter().zip(&places) {
                if *place >= 0.0 && *place < m as f32 {
                    wanted[*place as usize] = *x;
                }
            }
            for source in sources(&device) {
                let [x, at] = [&new, &places].map(|data| device.upload(data).unwrap());
                let mut y = device.upload(&old).unwrap();
                let pass = device.pass(&copy).input("x", &x).output("y", &mut y).points(&at).point_source(source);
                pass.run().unwrap();
                let context = format!("{n} to {m}, {source:?}, {}", name(&device));
                assert_eq!(y.read().unwrap(), rounded(&device, &wanted), "{context}");
            }
        }
    }
}

#[test]
fn places_that_are_no_numbers_are_nowhere() {
    for device in devices() {
        let copy = kernel(&device, COPY);
        let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        let at = device.upload(&[1.0, f32::NAN, 0.0]).unwrap();
        for source in sources(&device) {
            let mut y = device.upload(&[0.0; 3]).unwrap();
            device.pass(&copy).input("x", &x).output("y", &mut y).points(&at).point_source(source).run().unwrap();
            assert_eq!(y.read().unwrap(), [3.0, 1.0, 0.0], "{source:?}, {}", name(&device));
        }
    }
}

#[test]
fn columns_and_rows_are_places_too() {
    let (width, height) = (5, 7);
    let places: Vec<[f32; 2]> = (0..60)
        .map(|k| [(k * 7 % 8) as f32 - 1.0, (k * 5 % 9) as f32 - 1.0])
        .chain([[0.5, 6.9], [4.99, 0.0], [-0.1, 0.0], [0.0, f32::INFINITY]])
        .collect();
    let new: Vec<[f32; 4]> = (0..places.len()).map(|k| [k as f32, 0.5, -1.0, 2.0]).collect();
    for device in all_devices() {
        let copy = kernel(&device, COPY4);
        // Of a stream of one extent, they are those of its texture.
        for shape in [support_shape(&[height, width]), support_shape(&[35])] {
            let geometry = *device.stream_with::<[f32; 4]>(shape, Layout::Plain).unwrap().geometry();
            let mut wanted = vec![[9.0; 4]; 35];
            for (x, [column, row]) in new.iter().zip(&places) {
                let inside = |place: f32, below: usize| place >= 0.0 && place < below as f32;
                if inside(*column, geometry.row) && inside(*row, geometry.rows()) {
                    let index = *row as usize * geometry.row + *column as usize;
                    wanted.get_mut(index).into_iter().for_each(|element| *element = *x);
                }
            }
            for source in sources(&device) {
                let x = device.upload(&new).unwrap();
                let at = device.upload(&places).unwrap();
                let mut y = device.upload_with(shape, Layout::Plain, &[[9.0; 4]; 35]).unwrap();
                device.pass(&copy).input("x", &x).output("y", &mut y).points(&at).point_source(source).run().unwrap();
                assert_eq!(y.read().unwrap(), wanted, "{shape}, {source:?}, {}", name(&device));
            }
        }
    }
}

fn support_shape(extents: &[usize]) -> brooklet::Shape {
    match *extents {
        [n] => n.into(),
        [rows, columns] => [rows, columns].into(),
        _ => unreachable!("one or two extents"),
    }
}

#[test]
fn points_of_one_place_are_blended_in_their_order() {
    for device in devices().into_iter().chain([Device::emulated(Chip::None).unwrap()]) {
        if !device.features().float_blending() {
            continue;
        }
        let copy = kernel(&device, COPY);
        let n = 5000;
        let places: Vec<f32> = places(n, 37, 4);
        let new: Vec<f32> = noise(n, 5).into_iter().map(|x| (x * 40.0).round()).collect();
        let [x, at] = [&new, &places].map(|data| device.upload(data).unwrap());
        for (blend, start) in [(Blend::ADD, 0.0), (Blend::MIN, 1e9), (Blend::MAX, -1e9), (Blend::SUBTRACT, 1.0)] {
            let mut wanted = vec![start; 37];
            for (x, place) in new.iter().zip(&places).filter(|(_, place)| **place >= 0.0 && **place < 37.0) {
                let old = wanted[*place as usize];
                wanted[*place as usize] = blend.apply([*x; 4], [old; 4])[0];
            }
            let mut y = device.upload(&[start; 37]).unwrap();
            device.pass(&copy).input("x", &x).output("y", &mut y).points(&at).blend(blend).run().unwrap();
            assert_eq!(y.read().unwrap(), wanted, "{blend}, {}", name(&device));
        }
    }
}

#[test]
fn large_points_cover_squares_and_stencils_route_within_them() {
    for device in all_devices() {
        let copy = kernel(&device, COPY);
        for size in [2, 3, 4] {
            let (width, height) = (4 * size, 3 * size);
            // Cells of size × size texels; each takes the points of its own, one a texel, in their order.
            let cells: Vec<usize> = (0..40).map(|k| k * 7 % 13).filter(|cell| *cell < 12).collect();
            let at: Vec<[f32; 2]> =
                cells.iter().map(|cell| [(cell % 4 * size) as f32, (cell / 4 * size) as f32]).collect();
            // A point that does not fit is not drawn.
            let at: Vec<[f32; 2]> =
                at.into_iter().chain([[(width - 1) as f32, 0.0], [0.0, (height - 1) as f32]]).collect();
            let new: Vec<f32> = (0..at.len()).map(|k| k as f32 + 1.0).collect();
            let (x, at) = (device.upload(&new).unwrap(), device.upload(&at).unwrap());
            let mut y = device.upload_shaped([height, width], &vec![0.0; width * height]).unwrap();
            let mut buffer = device.depth_stencil(&y).unwrap();
            // The stencil of the k-th texel of a cell begins at 255 - k: the point that finds 255 there is the k-th.
            for k in 0..size * size {
                let start = StencilTest::new(Compare::Always, 255 - k as u8).pass(StencilOperation::Replace);
                for cell in 0..12 {
                    let (column, row) = (cell % 4 * size + k % size, cell / 4 * size + k / size);
                    let rect = Rect::new(column, row, 1, 1);
                    let pass = device.pass(&copy).input("x", &x).output("y", &mut y).rectangle(rect);
                    let pass = pass.write_mask([false; 4]).depth_stencil(&mut buffer);
                    pass.stencil_test(start).run().unwrap();
                }
            }
            let pick = StencilTest::new(Compare::Equal, 255).fail(StencilOperation::IncrementWrap);
            let pick = pick.pass(StencilOperation::IncrementWrap);
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y).points(&at).point_size(size);
            pass.depth_stencil(&mut buffer).stencil_test(pick).run().unwrap();
            let mut wanted = vec![0.0; width * height];
            let mut count = [0; 12];
            for (k, &cell) in cells.iter().enumerate() {
                let own = count[cell];
                count[cell] += 1;
                if own < size * size {
                    let (column, row) = (cell % 4 * size + own % size, cell / 4 * size + own / size);
                    wanted[row * width + column] = k as f32 + 1.0;
                }
            }
            assert_eq!(y.read().unwrap(), wanted, "{size}, {}", name(&device));
        }
    }
}

#[test]
fn the_nearest_point_of_a_place_stays_and_the_passed_are_counted() {
    let text = "input float x; output float y; output depth z; void main() { y = fetch(x, here()); z = y; }";
    for device in
        devices().into_iter().chain([Device::emulated(Chip::None).unwrap(), Device::emulated(Chip::R300).unwrap()])
    {
        let kernel = kernel(&device, text);
        let new = [0.5, 0.25, 0.75, 0.125, 0.375, 0.625];
        let places = [0.0, 0.0, 0.0, 2.0, 2.0, 1.0];
        let [x, at] = [&new, &places].map(|data| device.upload(data).unwrap());
        let mut y = device.upload(&[9.0; 3]).unwrap();
        let mut buffer = device.depth_stencil(&y).unwrap();
        let mut query = device.occlusion_query().unwrap();
        let pass = device.pass(&kernel).input("x", &x).output("y", &mut y).points(&at).depth_stencil(&mut buffer);
        pass.depth_test(DepthTest::new(Compare::Less).write()).count(&mut query).run().unwrap();
        assert_eq!(y.read().unwrap(), [0.25, 0.625, 0.125], "{}", name(&device));
        if device.features().fragment_counts {
            assert_eq!(query.count().unwrap(), 4);
        }
        // The scissor rectangle holds for points, too.
        let mut y = device.upload_shaped([1, 3], &[9.0; 3]).unwrap();
        let mut buffer = device.depth_stencil(&y).unwrap();
        let scissor = Rect::new(1, 0, 2, 1);
        let pass = device.pass(&kernel).input("x", &x).output("y", &mut y).points(&at).depth_stencil(&mut buffer);
        pass.depth_test(DepthTest::new(Compare::Less).write()).scissor(scissor).run().unwrap();
        assert_eq!(y.read().unwrap(), [9.0, 0.625, 0.125], "{}", name(&device));
    }
}

#[test]
fn kernels_see_the_index_of_the_point() {
    let text = "input float x; output float y; output float z;
        void main() { y = float(here()) + 100.0 * float(count(y)); z = clamped(x, here() + 1) + 10.0 * float(here_x()); }";
    for device in devices().into_iter().chain([Device::emulated(Chip::None).unwrap()]) {
        let kernel = kernel(&device, text);
        let n = 70;
        let x: Vec<f32> = (0..n).map(|k| k as f32 * 0.5).collect();
        let at: Vec<f32> = (0..n).map(|k| (n - 1 - k) as f32).collect();
        let [x, at] = [&x, &at].map(|data| device.upload(data).unwrap());
        let [mut y, mut z] = [0, 1].map(|_| device.upload_shaped([10, 10], &[-1.0; 100]).unwrap());
        device.pass(&kernel).input("x", &x).output("y", &mut y).output("z", &mut z).points(&at).run().unwrap();
        let width = at.geometry().width;
        let of = |k: usize| (k < n).then(|| n - 1 - k);
        let first: Vec<f32> = (0..100).map(|k| of(k).map_or(-1.0, |own| (own + 100 * n) as f32)).collect();
        let second: Vec<f32> = (0..100)
            .map(|k| of(k).map_or(-1.0, |own| (own + 1).min(n - 1) as f32 * 0.5 + 10.0 * (own % width) as f32))
            .collect();
        assert_eq!(y.read().unwrap(), first, "{}", name(&device));
        assert_eq!(z.read().unwrap(), second, "{}", name(&device));
    }
}

#[test]
fn passes_with_rectangles_are_as_before_afterwards() {
    for device in devices() {
        let copy = kernel(&device, COPY);
        let x = device.upload(&noise(1000, 6)).unwrap();
        let at = device.upload(&places(1000, 1000, 7)).unwrap();
        for source in sources(&device) {
            let (mut y, mut z) = (device.upload(&[0.0; 1000]).unwrap(), device.stream::<f32>(1000).unwrap());
            for _ in 0..3 {
                device.pass(&copy).input("x", &x).output("y", &mut y).points(&at).point_source(source).run().unwrap();
                device.pass(&copy).input("x", &y).output("y", &mut z).run().unwrap();
                assert_eq!(z.read().unwrap(), y.read().unwrap(), "{}", name(&device));
            }
        }
    }
}

#[test]
fn few_points_leave_rectangles_as_they_are() {
    for device in devices() {
        let copy = kernel(&device, COPY);
        let (x, at) = (device.upload(&[1.0]).unwrap(), device.upload(&[0.0]).unwrap());
        let numbers = noise(1000, 8);
        let many = device.upload(&numbers).unwrap();
        for source in sources(&device) {
            let (mut y, mut z) = (device.upload(&[0.0]).unwrap(), device.stream::<f32>(1000).unwrap());
            device.pass(&copy).input("x", &x).output("y", &mut y).points(&at).point_source(source).run().unwrap();
            device.pass(&copy).input("x", &many).output("y", &mut z).run().unwrap();
            assert_eq!(z.read().unwrap(), rounded(&device, &numbers), "{source:?}, {}", name(&device));
        }
    }
}

#[test]
fn a_capture_repeats_the_points() {
    for device in devices().into_iter().chain([Device::emulated(Chip::None).unwrap()]) {
        let copy = kernel(&device, COPY);
        let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        let at = device.upload(&[2.0, 0.0, 2.0]).unwrap();
        let mut y = device.upload(&[0.0; 4]).unwrap();
        let work = || device.pass(&copy).input("x", &x).output("y", &mut y).points(&at).run();
        let (((), capture), trace) = device.traced(|| device.capture(work).unwrap());
        let mut replay = capture.replay();
        replay.seek(0).unwrap();
        let Step::Pass(pass) = &capture.steps()[0] else { panic!("a pass") };
        let found = replay.read(&pass.outputs[0]).unwrap();
        let found: Vec<f32> = (0..4).map(|k| f32::from_bits(found.value(k).unwrap().words()[0])).collect();
        assert_eq!(found, [2.0, 0.0, 3.0, 0.0], "{}", name(&device));
        let points = pass.points.as_ref().unwrap();
        assert_eq!((points.size, points.places.geometry.count, points.target.count), (1, 3, 4));
        assert_eq!(trace.passes().next().unwrap().points, Some(3));
        assert!(trace.to_string().contains("copy, 3 points"), "{trace}");
    }
}

#[test]
fn nothing_goes_nowhere() {
    for device in devices().into_iter().chain([Device::emulated(Chip::None).unwrap()]) {
        let copy = kernel(&device, COPY);
        let (none, one) = (device.upload::<f32>(&[]).unwrap(), device.upload(&[1.0]).unwrap());
        let mut y = device.upload(&[5.0]).unwrap();
        device.pass(&copy).input("x", &one).output("y", &mut y).points(&none).run().unwrap();
        assert_eq!(y.read().unwrap(), [5.0]);
        let mut empty = device.stream::<f32>(0).unwrap();
        device.pass(&copy).input("x", &one).output("y", &mut empty).points(&one).run().unwrap();
    }
}

fn refused<'a, T: brooklet::Stored>(pass: brooklet::Pass<'a>, places: &'a Stream<T>) -> String {
    let error: Error = pass.points(places).run().unwrap_err();
    error.to_string()
}

#[test]
fn half_floats_are_places_of_as_many_elements_as_they_count() {
    let one = "output float y; void main() { y = 1.0; }";
    for device in devices().into_iter().filter(|device| device.features().points.is_some()) {
        let kernel = device.kernel(&Source::new("one", one)).unwrap();
        let places = device.upload(&[2047.0, 3.0].map(f16::from_f32)).unwrap();
        let mut y = device.upload(&[0.0; 2048]).unwrap();
        device.pass(&kernel).output("y", &mut y).points(&places).run().unwrap();
        let drawn: Vec<usize> =
            y.read().unwrap().iter().enumerate().filter(|(_, y)| **y == 1.0).map(|(i, _)| i).collect();
        assert_eq!(drawn, [3, 2047]);
        let mut more = device.upload(&[0.0; 2049]).unwrap();
        let error = device.pass(&kernel).output("y", &mut more).points(&places).run().unwrap_err();
        let wanted = "the outputs have 2049 elements, and half floats tell 2048 apart; make the places floats";
        assert!(error.to_string().ends_with(wanted), "{error}");
    }
}

#[test]
fn what_is_no_point_is_an_error_that_says_so() {
    let device = Device::emulated(Chip::R300).unwrap();
    let copy = kernel(&device, COPY);
    let x = device.upload(&[1.0, 2.0]).unwrap();
    let packed = device.upload_with(8, Layout::Packed, &[0.0; 8]).unwrap();
    let (threes, twos) = (device.upload(&[[0.0; 3]]).unwrap(), device.upload(&[[0.0; 2]]).unwrap());
    let (mut y, mut of_packed) =
        (device.upload(&[0.0; 5]).unwrap(), device.upload_with(8, Layout::Packed, &[0.0; 8]).unwrap());
    let start = "pass `copy` cannot draw points: ";
    macro_rules! pass {
        () => {
            device.pass(&copy).input("x", &x).output("y", &mut y)
        };
    }
    let wanted = "their places are vec3; they may be float, an index, or vec2, a column and a row";
    assert_eq!(refused(pass!(), &threes), format!("{start}{wanted}"));
    let wanted = "the places are packed; take plain ones, by to_layout(Layout::Plain)";
    assert_eq!(refused(pass!(), &packed), format!("{start}{wanted}"));
    let pass = device.pass(&copy).input("x", &x).output("y", &mut of_packed);
    assert_eq!(
        refused(pass, &x),
        format!("{start}the outputs are packed; take plain ones, by to_layout(Layout::Plain)")
    );
    let wanted = "a rectangle is part of a quad; limit points by scissor(..)";
    assert_eq!(refused(pass!().rectangle(Rect::new(0, 0, 1, 1)), &x), format!("{start}{wanted}"));
    let wanted = "they cover 257 columns and rows, and this device draws 1 to 256";
    assert_eq!(refused(pass!().point_size(257), &x), format!("{start}{wanted}"));
    let wanted = "they cover 2 columns and rows of the texture, of which the outputs are a part: 5 elements of 4 × 2; take outputs with two \
        extents";
    assert_eq!(refused(pass!().point_size(2), &twos), format!("{start}{wanted}"));
    let wanted = "the vertices of this device do not fetch from textures; take PointSource::Buffer";
    assert_eq!(refused(pass!().point_source(PointSource::VertexTexture), &x), format!("{start}{wanted}"));
    let other = Device::emulated(Chip::R300).unwrap().upload(&[0.0]).unwrap();
    assert!(refused(pass!(), &other).contains("the places of pass `copy`"));
}
