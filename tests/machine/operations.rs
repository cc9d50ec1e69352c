//! Per-fragment operations: blending and write masks, against what `Blend::apply` computes, on every device.

use crate::support::{self, bits, devices, noise};

use brooklet::export::{Export, Recording, Target};
use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::{
    Blend, BlendFactor, Device, Error, Event, FragmentOperations, Kernel, Layout, Rect, Stored, Stream, WriteMask,
    backend::BackendError,
};

const COPY: &str = "input float x; output float y; void main() { y = fetch(x, here()); }";
const COPY4: &str = "input vec4 x; output vec4 y; void main() { y = fetch(x, here()); }";

fn kernel(device: &Device, text: &'static str) -> Kernel {
    device.kernel(&Source::new("copy", text)).unwrap_or_else(|error| panic!("{error}"))
}

/// The devices of the tests that can blend, and chips.
fn blending() -> Vec<Device> {
    let chips = [Chip::None, Chip::G80].map(|chip| Device::emulated(chip).unwrap());
    devices().into_iter().chain(chips).filter(|device| device.features().float_blending()).collect()
}

/// Whole numbers, so that sums and products are exact, and are so with 24 bits.
fn whole(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).into_iter().map(|x| (x * 40.0).round()).collect()
}

fn fours(numbers: &[f32]) -> Vec<[f32; 4]> {
    numbers.as_chunks::<4>().0.to_vec()
}

fn blended<T: Stored>(device: &Device, text: &'static str, (x, y): (&Stream<T>, &mut Stream<T>), blend: Blend) {
    let kernel = kernel(device, text);
    device.pass(&kernel).input("x", x).output("y", y).blend(blend).run().unwrap();
}

/// What a stream of single floats becomes: its fourth component is 1.
fn applied(blend: Blend, new: f32, old: f32) -> f32 {
    blend.apply([new, 0.0, 0.0, 1.0], [old, 0.0, 0.0, 1.0])[0]
}

#[test]
fn fragments_are_combined_with_texels() {
    for device in blending() {
        for blend in [Blend::ADD, Blend::SUBTRACT, Blend::REVERSE_SUBTRACT, Blend::MIN, Blend::MAX] {
            for n in support::sizes().filter(|n| *n > 0) {
                let (new, old) = (whole(n, 1), whole(n, 2));
                let wanted: Vec<f32> = new.iter().zip(&old).map(|(new, old)| applied(blend, *new, *old)).collect();
                for layout in [Layout::Plain, Layout::Packed] {
                    let x = device.upload_with(n, layout, &new).unwrap();
                    let mut y = device.upload_with(n, layout, &old).unwrap();
                    blended(&device, COPY, (&x, &mut y), blend);
                    let found = y.read().unwrap();
                    assert_eq!(found, wanted, "{blend}, {n} elements, {layout:?}, {}", device.info().renderer);
                }
            }
        }
    }
}

#[test]
fn the_smaller_and_the_larger_are_kept_bit_by_bit() {
    let mut numbers = noise(64, 3);
    numbers.extend([f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e-30, -1e-30, 0.5, 0.5]);
    let turned: Vec<f32> = numbers.iter().rev().copied().collect();
    for device in blending() {
        for (blend, keep) in [(Blend::MIN, f32::min as fn(f32, f32) -> f32), (Blend::MAX, f32::max)] {
            let x = device.upload(&numbers).unwrap();
            let mut y = device.upload(&turned).unwrap();
            blended(&device, COPY, (&x, &mut y), blend);
            let wanted: Vec<f32> = numbers.iter().zip(&turned).map(|(a, b)| keep(*a, *b)).collect();
            assert_eq!(bits(&y.read().unwrap()), bits(&wanted), "{blend}, {}", device.info().renderer);
        }
    }
}

#[test]
fn products_have_the_factors_of_their_names() {
    let (new, old) = (fours(&whole(64, 4)), fours(&whole(64, 5)));
    for device in blending() {
        let x = device.upload(&new).unwrap();
        for (source, destination) in BlendFactor::ALL.into_iter().flat_map(|a| BlendFactor::ALL.map(|b| (a, b))) {
            let blend = Blend::SUBTRACT.factors(source, destination).constant([2.0, -3.0, 0.5, 4.0]);
            let mut y = device.upload(&old).unwrap();
            blended(&device, COPY4, (&x, &mut y), blend);
            let wanted: Vec<_> = new.iter().zip(&old).map(|(new, old)| blend.apply(*new, *old)).collect();
            assert_eq!(y.read().unwrap(), wanted, "{source:?}, {destination:?}, {}", device.info().renderer);
        }
    }
}

#[test]
fn passes_are_blended_in_their_order_and_only_where_they_draw() {
    for device in blending() {
        let kernel = kernel(&device, COPY);
        let mut y = device.upload_shaped([4, 4], &[1.0; 16]).unwrap();
        let half = Blend::ADD.factors(BlendFactor::One, BlendFactor::Constant).constant([0.5; 4]);
        for round in 1..=5 {
            let x = device.upload_shaped([4, 4], &[round as f32; 16]).unwrap();
            let rect = Rect::new(1, 0, 2, 3);
            device.pass(&kernel).input("x", &x).output("y", &mut y).rectangle(rect).blend(half).run().unwrap();
        }
        let inside = (1..=5).fold(1.0, |sum, round| sum * 0.5 + round as f32);
        let wanted: Vec<f32> =
            (0..16).map(|i| if (1..3).contains(&(i % 4)) && i < 12 { inside } else { 1.0 }).collect();
        assert_eq!(y.read().unwrap(), wanted, "{}", device.info().renderer);
        // Later passes replace texels again.
        let x = device.upload_shaped([4, 4], &[7.0; 16]).unwrap();
        device.pass(&kernel).input("x", &x).output("y", &mut y).run().unwrap();
        assert_eq!(y.read().unwrap(), [7.0; 16]);
    }
}

#[test]
fn components_that_are_masked_keep_their_value() {
    let mut all = devices();
    all.extend(Chip::ALL.map(|chip| Device::emulated(chip).unwrap()));
    for device in all {
        let kernel = kernel(&device, COPY4);
        let (new, old) = (fours(&whole(64, 6)), fours(&whole(64, 7)));
        let x = device.upload(&new).unwrap();
        for number in 0..16 {
            let mask: [bool; 4] = std::array::from_fn(|k| number >> k & 1 == 1);
            let mut y = device.upload(&old).unwrap();
            device.pass(&kernel).input("x", &x).output("y", &mut y).write_mask(mask).run().unwrap();
            let keep =
                |(new, old): (&[f32; 4], &[f32; 4])| std::array::from_fn(|k| if mask[k] { new[k] } else { old[k] });
            let wanted: Vec<[f32; 4]> = new.iter().zip(&old).map(keep).collect();
            assert_eq!(y.read().unwrap(), wanted, "{mask:?}, {}", device.info().renderer);
            // The mask is that of one pass.
            device.pass(&kernel).input("x", &x).output("y", &mut y).run().unwrap();
            assert_eq!(y.read().unwrap(), new);
        }
    }
}

#[test]
fn all_outputs_are_blended_alike() {
    let text = "input float x; output float y; output float z; void main() { y = fetch(x, here()); z = 2.0 * y; }";
    for device in blending().into_iter().filter(|device| device.limits().targets > 1) {
        let kernel = kernel(&device, text);
        let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        let [mut y, mut z] = [10.0, 20.0].map(|old| device.upload(&[old; 3]).unwrap());
        device.pass(&kernel).input("x", &x).output("y", &mut y).output("z", &mut z).blend(Blend::ADD).run().unwrap();
        assert_eq!(y.read().unwrap(), [11.0, 12.0, 13.0]);
        assert_eq!(z.read().unwrap(), [22.0, 24.0, 26.0]);
    }
}

#[test]
fn loops_that_depend_on_data_are_blended_once() {
    let text = "input float x; output float y;
        void main() { float left = fetch(x, here()); y = 0.0; for (index k = 0; k < 9; k++) { if (left < 0.5) break; left = left - 1.0; y = y + 1.0; } }";
    for device in blending() {
        let kernel = kernel(&device, text);
        let x = device.upload(&[1.0, 5.0, 8.0]).unwrap();
        let mut y = device.upload(&[100.0, 200.0, 300.0]).unwrap();
        device.pass(&kernel).input("x", &x).output("y", &mut y).blend(Blend::ADD).run().unwrap();
        assert_eq!(y.read().unwrap(), [101.0, 205.0, 308.0], "{}", device.info().renderer);
    }
}

#[test]
fn a_capture_shows_what_was_there_before_and_after() {
    for device in blending() {
        let kernel = kernel(&device, COPY);
        let mut y = device.upload(&[1.0, 2.0]).unwrap();
        let x = device.upload(&[10.0, 20.0]).unwrap();
        let work = || {
            for _ in 0..3 {
                device.pass(&kernel).input("x", &x).output("y", &mut y).blend(Blend::ADD).run()?;
            }
            Ok::<_, Error>(())
        };
        let ((), capture) = device.capture(work).unwrap();
        let mut replay = capture.replay();
        for step in [0, 2, 1, 0, 2] {
            replay.seek(step).unwrap();
            let brooklet::capture::Step::Pass(pass) = &capture.steps()[step] else { panic!("a pass") };
            assert_eq!(pass.event.operations.blend, Some(Blend::ADD));
            let found = replay.read(&pass.outputs[0]).unwrap();
            let times = step as f32 + 1.0;
            let found: Vec<f32> =
                (0..found.len()).map(|k| f32::from_bits(found.value(k).unwrap().words()[0])).collect();
            assert_eq!(found, [1.0 + 10.0 * times, 2.0 + 20.0 * times], "step {step}");
        }
        assert_eq!(y.read().unwrap(), [31.0, 62.0]);
    }
}

#[test]
fn the_trace_says_what_happened_and_what_was_read_for_it() {
    let device = Device::emulated(Chip::None).unwrap();
    let kernel = kernel(&device, COPY4);
    let x = device.upload(&fours(&whole(64, 8))).unwrap();
    let mut y = device.upload(&fours(&whole(64, 9))).unwrap();
    let (result, trace) = device.traced(|| {
        let pass = device.pass(&kernel).input("x", &x).output("y", &mut y);
        pass.blend(Blend::MAX).write_mask([true, false, false, true]).run()
    });
    result.unwrap();
    let Some(Event::Pass(pass)) = trace.events.first() else { panic!("{trace}") };
    let write_mask = WriteMask([true, false, false, true]);
    let operations = FragmentOperations { blend: Some(Blend::MAX), write_mask, ..FragmentOperations::default() };
    assert_eq!(pass.operations, operations);
    assert_eq!((pass.traffic.texels_read, pass.traffic.bytes_read), (32, 512));
    assert!(trace.to_string().contains("copy, blend max, write xw"), "{trace}");
    let json = trace.to_json("none");
    assert_eq!(json["passes"][0]["operations"]["blend"]["operation"], "max");
}

#[test]
fn chips_without_float_blending_say_so() {
    for chip in [Chip::Nv30, Chip::R300, Chip::R420, Chip::Nv40, Chip::G70, Chip::R520] {
        let device = Device::emulated(chip).unwrap();
        let kernel = kernel(&device, COPY);
        let (x, mut y) = (device.upload(&[1.0]).unwrap(), device.upload(&[2.0]).unwrap());
        let error = device.pass(&kernel).input("x", &x).output("y", &mut y).blend(Blend::ADD).run().unwrap_err();
        assert!(matches!(&error, Error::Backend(BackendError::Lacks { .. })) && error.is_missing_feature());
        let text = error.to_string();
        assert!(text.starts_with("kernel `copy` needs blending of 32-bit floats, which this device ("), "{text}");
        assert_eq!(y.read().unwrap(), [2.0], "{chip:?}");
    }
}

#[test]
fn a_fourth_component_that_is_not_there_is_no_factor() {
    let device = Device::emulated(Chip::None).unwrap();
    let kernel = kernel(&device, COPY);
    let (x, mut y) = (device.upload(&[1.0]).unwrap(), device.upload(&[2.0]).unwrap());
    let blend = Blend::ADD.factors(BlendFactor::SourceAlpha, BlendFactor::One);
    let error = device.pass(&kernel).input("x", &x).output("y", &mut y).blend(blend).run().unwrap_err();
    let wanted =
        "pass `copy`: a factor of its blending is the fourth component, and output `y` is float; write outputs of four";
    assert_eq!(error.to_string(), wanted);
}

#[test]
fn what_blends_is_not_exported() {
    let mut export = Export::new("total", Target::default()).unwrap();
    let work = |recording: &mut Recording| {
        let x = recording.input::<f32>("x", 8, Layout::Plain)?;
        let device = recording.device().clone();
        let mut y = device.stream::<f32>(8)?;
        let kernel = kernel(&device, COPY);
        device.pass(&kernel).input("x", &x).output("y", &mut y).run()?;
        device.pass(&kernel).input("x", &x).output("y", &mut y).blend(Blend::ADD).run()?;
        recording.output("y", y);
        Ok(())
    };
    let error = export.add(8, work).unwrap_err();
    assert_eq!(error.to_string(), "`total` cannot be exported: it blends, tests or masks what kernels write");
}
