//! Streams of half floats: what is stored, what kernels read and write, blending, and what it costs.

use crate::support::{self, devices, noise};

use brooklet::backend::BackendError;
use brooklet::capture::Step;
use brooklet::export::{Export, Recording, Target};
use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::primitives;
use brooklet::{Blend, Device, Error, Event, FloatElement, Layout, PassError, Stored, Stream, f16};

const COPY: &str = "input float x; output float y; void main() { y = fetch(x, here()); }";

/// The devices of the tests, and all chips, if they have half floats.
fn all_devices() -> Vec<Device> {
    let chips = Chip::ALL.map(|chip| Device::emulated(chip).unwrap());
    devices().into_iter().chain(chips).collect()
}

fn drawn<T: Stored, U: Stored>(text: &'static str, x: &Stream<T>, mut y: Stream<U>) -> Stream<U> {
    let device = x.device();
    let kernel = device.kernel(&Source::new("test", text)).unwrap();
    device.pass(&kernel).input("x", x).output("y", &mut y).run().unwrap();
    y
}

/// Whether two halves are the same bits, or NaN. Chips without infinities may have another number in their place, and GPUs take a
/// zero for the other.
fn same(a: f16, b: f16) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
fn every_half_is_stored_and_copied() {
    let all: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    for device in all_devices() {
        let features = device.features();
        let kept = |x: &f16| (features.nan || !x.is_nan()) && (features.infinities || !x.is_infinite());
        let elements: Vec<f16> = all.iter().copied().filter(kept).collect();
        for layout in [Layout::Plain, Layout::Packed] {
            let stream = device.upload_with(elements.len(), layout, &elements).unwrap();
            let copy = drawn(COPY, &stream, device.stream_with::<f16>(elements.len(), layout).unwrap());
            for (what, found) in [("stored", stream.read().unwrap()), ("copied", copy.read().unwrap())] {
                let wrong = found.iter().zip(&elements).find(|(found, wanted)| !same(**found, **wanted));
                assert_eq!(wrong, None, "{what}, {layout:?}, {}", device.info().renderer);
            }
        }
    }
}

#[test]
fn vectors_of_every_size_and_shape() {
    fn check<T: FloatElement>(device: &Device, elements: &[T]) {
        let stream = device.upload(elements).unwrap();
        assert_eq!(stream.read().unwrap(), elements);
        assert_eq!(stream.convert::<T>().unwrap().read().unwrap(), elements);
    }
    for device in all_devices() {
        for n in support::sizes() {
            let halves: Vec<f16> = noise(4 * n, 3).into_iter().map(f16::from_f32).collect();
            check::<f16>(&device, &halves[..n]);
            check::<[f16; 2]>(&device, halves[..2 * n].as_chunks().0);
            check::<[f16; 3]>(&device, halves[..3 * n].as_chunks().0);
            check::<[f16; 4]>(&device, halves[..4 * n].as_chunks().0);
        }
    }
}

#[test]
fn what_a_kernel_writes_is_rounded() {
    for device in all_devices() {
        // A product of whole numbers, which even 17 bits of fraction hold, and halfway cases.
        let x: Vec<f32> = (0..4096).map(|k| k as f32).collect();
        let y = device.stream::<f16>(x.len()).unwrap();
        let text = "input float x; output float y; void main() { y = fetch(x, here()) * 17.0; }";
        let found = drawn(text, &device.upload(&x).unwrap(), y).read().unwrap();
        for (found, x) in found.iter().zip(&x) {
            // Drivers may round to either neighbour.
            let wanted = 17.0 * x;
            let nearest = f16::from_f32(wanted);
            let off = (found.to_f32() - wanted).abs();
            let step = (nearest.to_f32() * 2f32.powi(-10)).max(2f32.powi(-24));
            let exact = device.info().dialect.is_none();
            let overflow = wanted > 65504.0;
            let right = if overflow {
                found.to_f32() >= 65504.0
            } else if exact {
                *found == nearest
            } else {
                off < step
            };
            assert!(right, "{x} * 17 is {found}, {}", device.info().renderer);
        }
    }
}

#[test]
fn parts_of_streams_are_written_and_read() {
    for device in all_devices() {
        for layout in [Layout::Plain, Layout::Packed] {
            let mut stream = device.upload_with(11, layout, &[f16::ONE; 11]).unwrap();
            stream.write_range(2, &[f16::from_f32(2.5); 5]).unwrap();
            let wanted: Vec<f16> =
                (0..11).map(|k| if (2..7).contains(&k) { f16::from_f32(2.5) } else { f16::ONE }).collect();
            assert_eq!(stream.read().unwrap(), wanted);
            assert_eq!(stream.read_range(5..9).unwrap(), wanted[5..9]);
        }
    }
}

#[test]
fn halves_blend_where_floats_do_not() {
    let nv40 = Device::emulated(Chip::Nv40).unwrap();
    assert!(nv40.features().half_blending() && !nv40.features().float_blending());
    for device in all_devices().into_iter().filter(|device| device.features().half_blending()) {
        let new: Vec<f16> = (0..100).map(|k| f16::from_f32(k as f32)).collect();
        for layout in [Layout::Plain, Layout::Packed] {
            let x = device.upload_with(100, layout, &new).unwrap();
            let mut y = device.upload_with(100, layout, &[f16::from_f32(2000.0); 100]).unwrap();
            let kernel = device.kernel(&Source::new("copy", COPY)).unwrap();
            for _ in 0..2 {
                device.pass(&kernel).input("x", &x).output("y", &mut y).blend(Blend::ADD).run().unwrap();
            }
            let found = y.read().unwrap();
            for (k, found) in found.iter().enumerate() {
                // Above 2048, halves are even numbers: each of the sums is rounded.
                let sum = 2000.0 + 2.0 * k as f32;
                assert!((found.to_f32() - sum).abs() <= 4.0, "{k}: {found}, {}", device.info().renderer);
            }
        }
    }
    let kernel = nv40.kernel(&Source::new("copy", COPY)).unwrap();
    let (x, mut y) = (nv40.upload(&[1.0]).unwrap(), nv40.upload(&[1.0]).unwrap());
    let error = nv40.pass(&kernel).input("x", &x).output("y", &mut y).blend(Blend::ADD).run().unwrap_err();
    assert!(error.to_string().contains("needs blending of 32-bit floats"), "{error}");
    let nv30 = Device::emulated(Chip::Nv30).unwrap();
    let kernel = nv30.kernel(&Source::new("copy", COPY)).unwrap();
    let (x, mut y) = (nv30.upload(&[f16::ONE]).unwrap(), nv30.upload(&[f16::ONE]).unwrap());
    let error = nv30.pass(&kernel).input("x", &x).output("y", &mut y).blend(Blend::ADD).run().unwrap_err();
    assert!(matches!(error, Error::Backend(BackendError::Lacks { .. })), "{error:?}");
    assert!(error.to_string().contains("needs blending of half floats"), "{error}");
}

#[test]
fn points_of_halves_are_added_one_by_one() {
    for device in all_devices()
        .into_iter()
        .filter(|device| device.features().half_blending() && device.features().points.is_some())
    {
        let kernel = device.kernel(&Source::new("copy", COPY)).unwrap();
        let x = device.upload(&[1.0; 64]).unwrap();
        let mut y = device.upload(&[f16::from_f32(2044.0); 3]).unwrap();
        let places = device.upload(&[1.0; 64]).unwrap();
        device.pass(&kernel).input("x", &x).output("y", &mut y).points(&places).blend(Blend::ADD).run().unwrap();
        let found = y.read().unwrap().map_each();
        // 2044 + 1 + 1 + 1 + 1 is 2048. One more is no half: it is rounded to 2048 again.
        assert_eq!(found, [2044.0, 2048.0, 2044.0], "{}", device.info().renderer);
    }
}

trait MapEach {
    fn map_each(self) -> Vec<f32>;
}

impl MapEach for Vec<f16> {
    fn map_each(self) -> Vec<f32> {
        self.into_iter().map(f16::to_f32).collect()
    }
}

#[test]
fn a_half_takes_half_of_the_bytes() {
    for device in all_devices() {
        let (floats, halves) = (device.upload(&[1.0; 256]).unwrap(), device.upload(&[f16::ONE; 256]).unwrap());
        let traced = |run: &dyn Fn()| device.traced(run).1.events;
        let bytes = |events: &[Event]| match events {
            [Event::Pass(pass)] => (pass.traffic.bytes_read, pass.traffic.bytes_written),
            other => panic!("{other:?}"),
        };
        let of_floats = bytes(&traced(&|| _ = floats.convert::<f32>().unwrap()));
        let of_halves = bytes(&traced(&|| _ = halves.convert::<f16>().unwrap()));
        assert_eq!(of_floats, (2 * of_halves.0, 2 * of_halves.1));
        let mixed = bytes(&traced(&|| _ = halves.convert::<f32>().unwrap()));
        assert_eq!(mixed, (of_halves.0, of_floats.1));
        match &traced(&|| _ = halves.read().unwrap())[..] {
            [Event::ReadBack(transfer)] => assert_eq!(transfer.bytes, 512),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn maps_read_and_write_halves() {
    for device in all_devices() {
        for layout in [Layout::Plain, Layout::Packed] {
            let x = device.upload_with(3, layout, &[1.5, -2.0, 1000.0].map(f16::from_f32)).unwrap();
            let y = device.upload_with(3, layout, &[0.25_f32, 4.0, 1.0]).unwrap();
            let map = || primitives::map(&device, "2.0 * x + y").input("x", &x).input("y", &y);
            let (floats, halves): (Stream<f32>, Stream<f16>) = (map().run().unwrap(), map().run().unwrap());
            assert_eq!(floats.read().unwrap(), [3.25, 0.0, 2001.0], "{}", device.info().renderer);
            assert_eq!(halves.read().unwrap(), [3.25, 0.0, 2001.0].map(f16::from_f32), "{}", device.info().renderer);
            assert_eq!((floats.layout(), halves.layout()), (layout, layout));
        }
        let pairs = device.upload(&[[1.0, 2.0], [3.0, 4.0]].map(|pair: [f32; 2]| pair.map(f16::from_f32))).unwrap();
        let turned: Stream<[f16; 2]> = primitives::map(&device, "x.yx").input("x", &pairs).run().unwrap();
        assert_eq!(turned.read().unwrap(), [[2.0, 1.0], [4.0, 3.0]].map(|pair: [f32; 2]| pair.map(f16::from_f32)));
    }
}

#[test]
fn components_must_agree() {
    let device = Device::emulated(Chip::None).unwrap();
    let error = device.upload(&[[f16::ONE; 2]]).unwrap().convert::<f32>().unwrap_err();
    assert!(matches!(error, Error::Pass(PassError::WrongType { .. })), "{error:?}");
    let halves = device.upload(&[f16::ONE]).unwrap();
    assert_eq!(format!("{halves:?}"), "Stream(1 of float in half precision, plain)");
}

#[test]
fn a_capture_keeps_halves() {
    for device in all_devices() {
        let x = device.upload(&[1.5, 2.5, -3.0].map(f16::from_f32)).unwrap();
        let kernel = device
            .kernel(&Source::new("third", "input float x; output float y; void main() { y = fetch(x, here()) / 4.0; }"))
            .unwrap();
        let mut y = device.upload(&[f16::ZERO; 3]).unwrap();
        let ((), capture) = device
            .capture(|| {
                for _ in 0..2 {
                    device.pass(&kernel).input("x", &x).output("y", &mut y).run()?;
                    y.write_range(0, &[f16::ONE])?;
                }
                Ok::<_, Error>(())
            })
            .unwrap();
        let mut replay = capture.replay();
        for step in [0, 1, 0] {
            replay.seek(step).unwrap();
            let Step::Pass(pass) = &capture.steps()[step] else { panic!("no pass") };
            let found = replay.read(&pass.outputs[0]).unwrap();
            let words: Vec<f32> = (0..3).map(|k| f32::from_bits(found.value(k).unwrap().words()[0])).collect();
            assert_eq!(words, [0.375, 0.625, -0.75], "step {step}, {}", device.info().renderer);
        }
    }
}

/// Computes with halves, except for positions: element 2049 is there, which a half is not.
const MEDIUMP: &str = "precision mediump float; constant float a; input float x; output float y;
    float twice(float t) { return t + t; }
    void main() { y = twice(fetch(x, here()) * a) + 0.1; }";

#[test]
fn kernels_of_medium_precision_round_each_result() {
    let x: Vec<f32> = noise(5000, 9).into_iter().map(|x| 100.0 * x).collect();
    let half = |x: f32| f16::from_f32(x).to_f32();
    let wanted = |x: &f32| {
        let product = half(half(*x) * half(0.3));
        half(half(product + product) + half(0.1))
    };
    let wanted: Vec<f32> = x.iter().map(wanted).collect();
    for chip in Chip::ALL {
        let device = Device::emulated(chip).unwrap();
        let kernel = device.kernel(&Source::new("mediump", MEDIUMP)).unwrap();
        let mut y = device.stream::<f32>(x.len()).unwrap();
        device
            .pass(&kernel)
            .input("x", &device.upload(&x).unwrap())
            .constant("a", 0.3)
            .output("y", &mut y)
            .run()
            .unwrap();
        let found = y.read().unwrap();
        match chip.has_half() && chip != Chip::None {
            true => assert_eq!(found, wanted, "{chip}"),
            false => {
                let off = found.iter().zip(&x).map(|(found, x)| (found - (0.6 * x + 0.1)).abs() / x.abs().max(1.0));
                assert!(off.fold(0.0, f32::max) < 1e-4, "{chip}");
            }
        }
    }
}

#[test]
fn drivers_may_take_more_than_medium_precision() {
    let x = noise(5000, 9);
    for device in devices() {
        let kernel = device.kernel(&Source::new("mediump", MEDIUMP)).unwrap();
        let mut y = device.stream::<f32>(x.len()).unwrap();
        let x = device.upload(&x).unwrap();
        device.pass(&kernel).input("x", &x).constant("a", 0.3).output("y", &mut y).run().unwrap();
        for (found, x) in y.read().unwrap().iter().zip(x.read().unwrap()) {
            let wanted = 0.6 * x + 0.1;
            assert!((found - wanted).abs() < 4e-3 * (1.0 + wanted.abs()), "{found} for {wanted}");
        }
    }
}

#[test]
fn what_reads_or_writes_halves_is_not_exported() {
    let mut export = Export::new("halved", Target::default()).unwrap();
    let work = |recording: &mut Recording| {
        let x = recording.input::<f32>("x", 8, Layout::Plain)?;
        recording.output("y", x.convert::<f16>()?.convert::<f32>()?);
        Ok(())
    };
    let error = export.add(8, work).unwrap_err();
    assert_eq!(error.to_string(), "`halved` cannot be exported: it reads or writes half floats");
}
