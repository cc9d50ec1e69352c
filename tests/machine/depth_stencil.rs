//! Depth, stencil and scissor tests, against what their plain data say, on every device.

use crate::support::{self, devices, noise};

use brooklet::capture::Step;
use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::{
    Blend, Compare, DepthStencil, DepthStencilTexel, DepthTest, Device, Error, Kernel, Layout, PassError, Rect,
    StencilOperation, StencilTest, Stream,
};

const COPY: &str = "input float x; output float y; void main() { y = fetch(x, here()); }";
/// Writes a depth beside a stream.
const WITH_DEPTH: &str = "input float x; input float depths; output float y; output depth z;
    void main() { y = fetch(x, here()); z = fetch(depths, here()); }";
/// Writes a depth and no stream.
const DEPTH: &str = "input float depths; output depth z; void main() { z = fetch(depths, here()); }";

fn kernel(device: &Device, text: &'static str) -> Kernel {
    device.kernel(&Source::new("tested", text)).unwrap_or_else(|error| panic!("{error}"))
}

/// The devices of the tests, and all chips.
fn all_devices() -> Vec<Device> {
    let chips = Chip::ALL.map(|chip| Device::emulated(chip).unwrap());
    devices().into_iter().chain(chips).collect()
}

/// A depth that a float says exactly, in 24 bits. The chips of 24-bit floats have fewer.
fn depth(steps_of_256: usize) -> f32 {
    steps_of_256 as f32 / 256.0
}

fn name(device: &Device) -> &str {
    &device.info().renderer
}

/// Numbers from 0 up to `below`, in no order.
fn picks(count: usize, below: usize, seed: u64) -> Vec<usize> {
    noise(count, seed).into_iter().map(|x| (x.abs() * 7919.0) as usize % below).collect()
}

/// A buffer with these depths, and stencils if there are any.
fn buffer(device: &Device, like: &Stream<f32>, depths: &[f32], stencils: &[u8]) -> DepthStencil {
    let mut buffer = device.depth_stencil(like).unwrap();
    let stored = device.upload_with(like.shape(), Layout::Plain, depths).unwrap();
    let write = DepthTest::new(Compare::Always).write();
    let kernel = kernel(device, DEPTH);
    device.pass(&kernel).input("depths", &stored).depth_stencil(&mut buffer).depth_test(write).run().unwrap();
    let copy = self::kernel(device, COPY);
    let mut nothing = device.stream_with::<f32>(like.shape(), Layout::Plain).unwrap();
    for (place, &stencil) in stencils.iter().enumerate() {
        let (x, y) = (place % like.geometry().width, place / like.geometry().width);
        let replace = StencilTest::new(Compare::Always, stencil).pass(StencilOperation::Replace);
        let pass = device.pass(&copy).input("x", &stored).output("y", &mut nothing).rectangle(Rect::new(x, y, 1, 1));
        pass.depth_stencil(&mut buffer).stencil_test(replace).run().unwrap();
    }
    buffer
}

/// What a pass of these tests leaves of old elements, and of the buffer.
fn tested(
    (depth, stencil): (Option<DepthTest>, Option<StencilTest>),
    fragments: &[f32],
    (new, old): (&[f32], &[f32]),
    texels: &mut [DepthStencilTexel],
) -> Vec<f32> {
    let passed = fragments
        .iter()
        .zip(texels)
        .map(|(fragment, texel)| brooklet::tests_pass(depth, stencil, DepthStencilTexel::quantized(*fragment), texel));
    passed.zip(new.iter().zip(old)).map(|(passed, (new, old))| if passed { *new } else { *old }).collect()
}

fn same_texels(buffer: &DepthStencil, device: &Device, wanted: &[DepthStencilTexel], context: &str) {
    if device.features().reads_depth_stencil {
        assert_eq!(buffer.read().unwrap(), wanted, "{context}, {}", name(device));
    }
}

#[test]
fn fragments_pass_whose_depth_compares_so() {
    let n = 64;
    let stored: Vec<f32> = picks(n, 4, 1).into_iter().map(|k| depth(k + 1)).collect();
    let own: Vec<f32> = picks(n, 4, 2).into_iter().map(|k| depth(k + 1)).collect();
    let (new, old) = (noise(n, 3), noise(n, 4));
    for device in all_devices() {
        let (copy, with_depth) = (kernel(&device, COPY), kernel(&device, WITH_DEPTH));
        let [x, depths] = [&new, &own].map(|data| device.upload(data).unwrap());
        for test in Compare::ALL
            .into_iter()
            .flat_map(|compare| [DepthTest::new(compare).at(depth(2)), DepthTest::new(compare).at(depth(3)).write()])
        {
            // The depth of all fragments.
            let mut y = device.upload(&old).unwrap();
            let mut tests = buffer(&device, &y, &stored, &[]);
            let clear = |depth: &f32| DepthStencilTexel { depth: DepthStencilTexel::quantized(*depth), stencil: 0 };
            let mut texels: Vec<_> = stored.iter().map(clear).collect();
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y);
            pass.depth_stencil(&mut tests).depth_test(test).run().unwrap();
            let wanted = tested((Some(test), None), &vec![test.at.unwrap(); n], (&new, &old), &mut texels);
            assert_eq!(y.read().unwrap(), rounded(&device, &wanted), "{test}, {}", name(&device));
            same_texels(&tests, &device, &texels, &test.to_string());
            // The depth that the kernel writes.
            let mut y = device.upload(&old).unwrap();
            let pass = device.pass(&with_depth).input("x", &x).input("depths", &depths).output("y", &mut y);
            pass.depth_stencil(&mut tests).depth_test(test).run().unwrap();
            let wanted = tested((Some(test), None), &own, (&new, &old), &mut texels);
            assert_eq!(y.read().unwrap(), rounded(&device, &wanted), "{test}, written, {}", name(&device));
            same_texels(&tests, &device, &texels, &format!("{test}, written"));
        }
    }
}

/// What a device holds of numbers.
fn rounded(device: &Device, numbers: &[f32]) -> Vec<f32> {
    device.upload(numbers).unwrap().read().unwrap()
}

#[test]
fn depths_of_24_bits_are_told_apart() {
    let largest = DepthStencilTexel::FARTHEST;
    let whole: Vec<u32> = [0, 1, 2, 3, 255, 1 << 12, (1 << 23) - 1, 1 << 23, largest - 2, largest - 1, largest]
        .into_iter()
        .chain(picks(53, largest as usize, 5).into_iter().map(|k| k as u32))
        .collect();
    let depths: Vec<f32> = whole.iter().map(|&depth| DepthStencilTexel { depth, stencil: 0 }.depth()).collect();
    // Where floats have 24 bits themselves, programs write coarser depths.
    for device in devices().into_iter().filter(|device| device.features().exact_integer >= largest) {
        let copy = kernel(&device, COPY);
        let x = device.upload(&vec![1.0; whole.len()]).unwrap();
        for &number in &whole {
            let at = DepthStencilTexel { depth: number, stencil: 0 }.depth();
            let found = [number.wrapping_sub(1), number, number + 1].map(|other| {
                let other = DepthStencilTexel { depth: other.min(largest), stencil: 0 }.depth();
                let mut y = device.upload(&vec![0.0; whole.len()]).unwrap();
                let mut tests = buffer(&device, &y, &depths, &[]);
                let equal = DepthTest::new(Compare::Equal).at(other);
                let pass = device.pass(&copy).input("x", &x).output("y", &mut y);
                pass.depth_stencil(&mut tests).depth_test(equal).run().unwrap();
                y.read().unwrap()
            });
            let of = |wanted: u32| whole.iter().map(|own| f32::from(u8::from(*own == wanted))).collect::<Vec<_>>();
            assert_eq!(found[1], of(number), "{number} as {at}, {}", name(&device));
            if number > 0 && number < largest {
                assert_eq!([&found[0], &found[2]], [&of(number - 1), &of(number + 1)], "{number}, {}", name(&device));
            }
        }
    }
}

#[test]
fn stencils_are_compared_and_changed() {
    use StencilOperation::{Decrement, DecrementWrap, Increment, IncrementWrap, Invert, Keep, Replace, Zero};
    let stencils: Vec<u8> = vec![0, 1, 2, 3, 4, 5, 127, 128, 200, 254, 255, 5, 0x35, 0xA5, 0x5A, 0xF0];
    let n = stencils.len();
    let stored: Vec<f32> = (0..n).map(|k| depth(1 + k % 2)).collect();
    let (new, old) = (noise(n, 6), noise(n, 7));
    let one_each = [Keep, Zero, Replace, Increment, IncrementWrap, Decrement, DecrementWrap, Invert];
    for device in all_devices() {
        let copy = kernel(&device, COPY);
        let x = device.upload(&new).unwrap();
        for (k, compare) in Compare::ALL.into_iter().enumerate() {
            let [fail, depth_fail, pass] = [0, 3, 5].map(|offset| one_each[(k + offset) % 8]);
            let mut test = StencilTest::new(compare, 5).fail(fail).depth_fail(depth_fail).pass(pass);
            if k % 2 == 1 {
                test = test.read_mask(0x0F).write_mask(0xF3);
            }
            let near = (k % 3 > 0).then(|| DepthTest::new(Compare::LessOrEqual).at(depth(1)).write());
            let near = near.map(|test| if k % 3 == 1 { test } else { DepthTest::new(Compare::Less).at(depth(2)) });
            let mut y = device.upload(&old).unwrap();
            let mut tests = buffer(&device, &y, &stored, &stencils);
            let texel = |(depth, stencil): (&f32, &u8)| DepthStencilTexel {
                depth: DepthStencilTexel::quantized(*depth),
                stencil: *stencil,
            };
            let mut texels: Vec<_> = stored.iter().zip(&stencils).map(texel).collect();
            let drawn = device.pass(&copy).input("x", &x).output("y", &mut y);
            let drawn = drawn.depth_stencil(&mut tests).stencil_test(test);
            near.into_iter().fold(drawn, |pass, test| pass.depth_test(test)).run().unwrap();
            let at = near.and_then(|test| test.at).unwrap_or(0.0);
            let wanted = tested((near, Some(test)), &vec![at; n], (&new, &old), &mut texels);
            let context = format!("{test:?}, {near:?}");
            assert_eq!(y.read().unwrap(), rounded(&device, &wanted), "{context}, {}", name(&device));
            same_texels(&tests, &device, &texels, &context);
            // The stencils are there, too, where nobody can read them: each bit lets pass where it is set.
            for bit in 0..8 {
                let mut set = device.upload(&vec![0.0; n]).unwrap();
                let ones = device.upload(&vec![1.0; n]).unwrap();
                let test = StencilTest::new(Compare::Equal, 255).read_mask(1 << bit);
                let pass = device.pass(&copy).input("x", &ones).output("y", &mut set);
                pass.depth_stencil(&mut tests).stencil_test(test).run().unwrap();
                let wanted: Vec<f32> = texels.iter().map(|texel| f32::from(texel.stencil >> bit & 1)).collect();
                assert_eq!(set.read().unwrap(), wanted, "{context}, bit {bit}, {}", name(&device));
            }
        }
    }
}

#[test]
fn texels_outside_of_the_scissor_rectangle_stay() {
    let (new, old) = (noise(30, 8), noise(30, 9));
    for device in all_devices() {
        let copy = kernel(&device, COPY);
        let x = device.upload_shaped([5, 6], &new).unwrap();
        for (scissor, rectangle) in [
            (Rect::new(1, 2, 3, 2), Rect::new(0, 0, 6, 5)),
            (Rect::new(1, 2, 3, 2), Rect::new(2, 0, 3, 4)),
            (Rect::new(4, 3, 100, 100), Rect::new(0, 0, 6, 5)),
            (Rect::new(2, 1, usize::MAX, 1 << 32), Rect::new(0, 0, 6, 5)),
            (Rect::new(0, 0, 0, 0), Rect::new(0, 0, 6, 5)),
            (Rect::new(9, 9, 2, 2), Rect::new(0, 0, 6, 5)),
        ] {
            let mut y = device.upload_shaped([5, 6], &old).unwrap();
            let mut tests = device.depth_stencil(&y).unwrap();
            let near = DepthTest::new(Compare::Less).at(0.5).write();
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y).rectangle(rectangle).scissor(scissor);
            pass.depth_stencil(&mut tests).depth_test(near).run().unwrap();
            let within = |r: &Rect, x: usize, y: usize| {
                x >= r.x && y >= r.y && x < r.x.saturating_add(r.width) && y < r.y.saturating_add(r.height)
            };
            let inside = |k: usize| [scissor, rectangle].iter().all(|rect| within(rect, k % 6, k / 6));
            let wanted: Vec<f32> = (0..30).map(|k| if inside(k) { new[k] } else { old[k] }).collect();
            assert_eq!(y.read().unwrap(), rounded(&device, &wanted), "{scissor}, {}", name(&device));
            // Their depth stays, too; and the scissor is that of one pass.
            let behind = DepthTest::new(Compare::Less).at(0.75);
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y);
            pass.depth_stencil(&mut tests).depth_test(behind).run().unwrap();
            let wanted: Vec<f32> =
                wanted.iter().enumerate().map(|(k, own)| if inside(k) { *own } else { new[k] }).collect();
            assert_eq!(y.read().unwrap(), rounded(&device, &wanted), "{scissor}, {}", name(&device));
        }
    }
}

#[test]
fn texels_of_packed_streams_are_tested_as_a_whole() {
    for device in devices() {
        for n in support::sizes().filter(|n| *n > 0) {
            let (new, old) = (noise(n, 10), noise(n, 11));
            let copy = kernel(&device, COPY);
            let x = device.upload_with(n, Layout::Packed, &new).unwrap();
            let mut y = device.upload_with(n, Layout::Packed, &old).unwrap();
            let mut tests = device.depth_stencil(&y).unwrap();
            let first = Rect::new(0, 0, 1, 1);
            let near = DepthTest::new(Compare::Always).at(0.25).write();
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y).rectangle(first).write_mask([false; 4]);
            pass.depth_stencil(&mut tests).depth_test(near).run().unwrap();
            let behind = DepthTest::new(Compare::Less).at(0.5);
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y);
            pass.depth_stencil(&mut tests).depth_test(behind).run().unwrap();
            let wanted: Vec<f32> = (0..n).map(|k| if k < 4 { old[k] } else { new[k] }).collect();
            assert_eq!(y.read().unwrap(), rounded(&device, &wanted), "{n} elements, {}", name(&device));
        }
    }
}

#[test]
fn loops_that_depend_on_data_are_tested_once() {
    let text = "input float x; output float y;
        void main() { float left = fetch(x, here()); y = 0.0; for (index k = 0; k < 9; k++) { if (left < 0.5) break; left = left - 1.0; y = y + 1.0; } }";
    for device in devices().into_iter().chain([Device::emulated(Chip::None).unwrap()]) {
        let kernel = kernel(&device, text);
        let x = device.upload(&[1.0, 5.0, 8.0]).unwrap();
        let mut y = device.upload(&[100.0, 200.0, 300.0]).unwrap();
        let mut tests = buffer(&device, &y, &[0.75, 0.25, 0.75], &[]);
        let near = DepthTest::new(Compare::Less).at(0.5).write();
        let twice = StencilTest::new(Compare::Always, 0).pass(StencilOperation::Increment);
        let pass = device.pass(&kernel).input("x", &x).output("y", &mut y).depth_stencil(&mut tests);
        pass.depth_test(near).stencil_test(twice).run().unwrap();
        assert_eq!(y.read().unwrap(), [1.0, 200.0, 8.0], "{}", name(&device));
        if device.features().reads_depth_stencil {
            let stencils: Vec<u8> = tests.read().unwrap().iter().take(3).map(|texel| texel.stencil).collect();
            assert_eq!(stencils, [1, 0, 1], "{}", name(&device));
        }
    }
}

#[test]
fn tests_and_blending_go_together() {
    for device in devices().into_iter().filter(|device| device.features().float_blending()) {
        let copy = kernel(&device, COPY);
        let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        let mut y = device.upload(&[10.0, 20.0, 30.0]).unwrap();
        let mut tests = buffer(&device, &y, &[0.75, 0.25, 0.75], &[]);
        for _ in 0..3 {
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y).blend(Blend::ADD);
            pass.depth_stencil(&mut tests).depth_test(DepthTest::new(Compare::Less).at(0.5)).run().unwrap();
        }
        assert_eq!(y.read().unwrap(), [13.0, 20.0, 39.0], "{}", name(&device));
    }
}

#[test]
fn a_capture_shows_what_passed_however_it_is_sought() {
    for device in devices().into_iter().chain([Device::emulated(Chip::None).unwrap()]) {
        let copy = kernel(&device, COPY);
        let x = device.upload_shaped([1, 4], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        let mut y = device.upload_shaped([1, 4], &[0.0; 4]).unwrap();
        let mut tests = device.depth_stencil(&y).unwrap();
        let count = 40;
        let work = || {
            tests.clear(1.0, 0)?;
            for round in 0..count {
                // Every tenth round lets one more fragment pass.
                let test = StencilTest::new(Compare::Equal, round as u8).pass(StencilOperation::Increment);
                let rect = Rect::new(0, 0, 1 + round / 10, 1);
                let pass = device.pass(&copy).input("x", &x).output("y", &mut y).rectangle(rect);
                pass.depth_stencil(&mut tests).stencil_test(test).run()?;
            }
            Ok::<_, Error>(())
        };
        let ((), capture) = device.capture(work).unwrap();
        let mut replay = capture.replay();
        for step in [0, 39, 20, 3, 25, 39] {
            replay.seek(step).unwrap();
            let Step::Pass(pass) = &capture.steps()[step] else { panic!("a pass") };
            assert!(pass.depth_stencil.is_some());
            let found = replay.read(&pass.outputs[0]).unwrap();
            let found: Vec<f32> =
                (0..found.len()).map(|k| f32::from_bits(found.value(k).unwrap().words()[0])).collect();
            // Only the first texel's stencil is ever that of the round.
            assert_eq!(found, [1.0, 0.0, 0.0, 0.0], "step {step}, {}", name(&device));
        }
    }
}

#[test]
fn a_capture_begins_with_what_a_buffer_had() {
    for device in devices().into_iter().filter(|device| device.features().reads_depth_stencil) {
        let copy = kernel(&device, COPY);
        let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        let mut y = device.upload(&[0.0; 3]).unwrap();
        let mut tests = buffer(&device, &y, &[0.75, 0.25, 0.75], &[]);
        let test = DepthTest::new(Compare::Less).at(0.5).write();
        let work =
            || device.pass(&copy).input("x", &x).output("y", &mut y).depth_stencil(&mut tests).depth_test(test).run();
        let ((), capture) = device.capture(work).unwrap();
        let mut replay = capture.replay();
        replay.seek(0).unwrap();
        let Step::Pass(pass) = &capture.steps()[0] else { panic!("a pass") };
        let found = replay.read(&pass.outputs[0]).unwrap();
        let found: Vec<f32> = (0..3).map(|k| f32::from_bits(found.value(k).unwrap().words()[0])).collect();
        assert_eq!(found, [1.0, 0.0, 3.0], "{}", name(&device));
    }
}

#[test]
fn the_debugger_shows_the_depth_that_a_kernel_writes() {
    for chip in [Chip::R300, Chip::Nv30, Chip::Nv40, Chip::None] {
        let device = Device::emulated(chip).unwrap();
        for text in [DEPTH, WITH_DEPTH] {
            let kernel = kernel(&device, text);
            let depths = device.upload(&[0.25, 0.5, 0.75]).unwrap();
            let mut y = device.upload(&[0.0; 3]).unwrap();
            let mut tests = device.depth_stencil(&y).unwrap();
            let work = || {
                tests.clear(1.0, 0)?;
                let pass = device.pass(&kernel).input("depths", &depths).depth_stencil(&mut tests);
                let pass = if text == DEPTH { pass } else { pass.input("x", &depths).output("y", &mut y) };
                pass.depth_test(DepthTest::new(Compare::Less)).run()
            };
            let ((), capture) = device.capture(work).unwrap();
            let mut replay = capture.replay();
            replay.seek(0).unwrap();
            let fragments = replay.debug(2).unwrap();
            let depth = fragments[0].outputs.last().unwrap();
            assert_eq!((depth.name.as_str(), f32::from_bits(depth.words[0])), ("z", 0.75), "{chip}");
            // What an element was computed from is known without a stream that it is written to, too.
            assert_eq!(replay.fetches().unwrap().of(2).unwrap().fetches[0].element, Some(2));
        }
    }
}

#[test]
fn chips_skip_what_fails_in_blocks() {
    let depths: Vec<f32> = (0..64).map(|k| if k % 8 < 3 && k / 8 < 3 { 0.75 } else { 0.25 }).collect();
    let run = |chip: Chip, text: &'static str| {
        let device = Device::emulated(chip).unwrap();
        let x = device.upload_shaped([8, 8], &[1.0; 64]).unwrap();
        let stored = device.upload_shaped([8, 8], &depths).unwrap();
        let mut y = device.upload_shaped([8, 8], &[0.0; 64]).unwrap();
        let mut tests = buffer(&device, &y, &depths, &[]);
        let kernel = kernel(&device, text);
        let (result, trace) = device.traced(|| {
            let pass = device.pass(&kernel).input("x", &x).output("y", &mut y).depth_stencil(&mut tests);
            let pass = if text == COPY { pass } else { pass.input("depths", &stored) };
            pass.depth_test(DepthTest::new(Compare::Less).at(0.5)).run()
        });
        result.unwrap();
        trace.passes().map(|pass| pass.cost.fragments).sum::<u64>()
    };
    assert_eq!(run(Chip::None, COPY), 9);
    // The pipes of the chips take two columns and rows at once.
    assert_eq!(run(Chip::R300, COPY), 16);
    assert_eq!(run(Chip::Nv40, COPY), 16);
    // What writes the depth runs for all.
    assert_eq!(run(Chip::None, WITH_DEPTH), 64);
}

#[test]
fn what_cannot_be_tested_is_an_error_that_says_so() {
    let device = Device::emulated(Chip::None).unwrap();
    let (copy, depth) = (kernel(&device, COPY), kernel(&device, DEPTH));
    let x = device.upload(&[1.0, 2.0]).unwrap();
    let mut y = device.upload(&[0.0; 2]).unwrap();
    let mut small = device.depth_stencil(&device.upload(&[1.0]).unwrap()).unwrap();
    let test = DepthTest::new(Compare::Less);
    let error = device.pass(&copy).input("x", &x).output("y", &mut y).depth_test(test).run().unwrap_err();
    let wanted = "pass `tested`: it tests depth, and has no buffer to test against; add .depth_stencil(&mut buffer)";
    assert_eq!(error.to_string(), wanted);
    let pass = device.pass(&copy).input("x", &x).output("y", &mut y).depth_stencil(&mut small);
    let wanted = "pass `tested`: its depth and stencil buffer has 1 × 1 texels, and its outputs have 2 × 1; make it of one of them, by \
        device.depth_stencil(&output)";
    assert_eq!(pass.depth_test(test).run().unwrap_err().to_string(), wanted);
    let error = device.pass(&depth).input("depths", &x).run().unwrap_err();
    assert!(matches!(error, Error::Pass(PassError::NoDepthStencil { .. })), "{error}");
    let error = device.pass(&depth).input("depths", &x).depth_stencil(&mut small).run().unwrap_err();
    let wanted = "pass `tested`: the kernel writes depth `z`, which nothing tests or keeps; add .depth_test(..)";
    assert_eq!(error.to_string(), wanted);
    let packed = device.upload_with(8, Layout::Packed, &[0.5; 8]).unwrap();
    let mut of_packed = device.depth_stencil(&packed).unwrap();
    let error = device.pass(&depth).input("depths", &packed).depth_stencil(&mut of_packed).depth_test(test).run();
    assert!(error.unwrap_err().to_string().ends_with("texels of packed streams have four elements; take plain ones"));
    let other = Device::emulated(Chip::None).unwrap();
    let mut foreign = other.depth_stencil(&other.upload(&[0.0; 2]).unwrap()).unwrap();
    let pass = device.pass(&copy).input("x", &x).output("y", &mut y).depth_stencil(&mut foreign);
    assert!(pass.depth_test(test).run().unwrap_err().to_string().contains("the depth and stencil buffer of pass"));
}
