//! Streams: what goes in comes out, whole or in part, bit for bit, in every layout.

use crate::support;

use brooklet::{Error, Layout, LayoutError, ShapeError, Stream, primitives};
use proptest::prelude::*;
use support::{SPECIAL, bits, each_dialect, noise};

#[test]
fn lists_of_all_sizes_come_back() {
    each_dialect(|device| {
        for n in support::sizes() {
            for layout in [Layout::Plain, Layout::Packed] {
                let x = noise(n, 1);
                let stream = device.upload_with(n, layout, &x).unwrap();
                assert_eq!(stream.read().unwrap(), x, "{n} {layout}");
                assert_eq!(stream.len(), n);
                assert_eq!(stream.is_empty(), n == 0);
            }
        }
    });
}

#[test]
fn vectors_of_all_widths_come_back() {
    each_dialect(|device| {
        for n in [0, 1, 5, 64, 1000] {
            let x: Vec<[f32; 2]> = noise(2 * n, 2).chunks(2).map(|v| [v[0], v[1]]).collect();
            assert_eq!(device.upload(&x).unwrap().read().unwrap(), x);
            let x: Vec<[f32; 3]> = noise(3 * n, 3).chunks(3).map(|v| [v[0], v[1], v[2]]).collect();
            assert_eq!(device.upload(&x).unwrap().read().unwrap(), x);
            let x: Vec<[f32; 4]> = noise(4 * n, 4).chunks(4).map(|v| [v[0], v[1], v[2], v[3]]).collect();
            assert_eq!(device.upload(&x).unwrap().read().unwrap(), x);
        }
    });
}

#[test]
fn shapes_of_all_ranks_come_back() {
    each_dialect(|device| {
        let x = noise(3 * 5 * 7 * 2, 5);
        assert_eq!(device.upload_shaped([15, 14], &x).unwrap().read().unwrap(), x);
        assert_eq!(device.upload_shaped([3, 5, 14], &x).unwrap().read().unwrap(), x);
        let stream = device.upload_shaped([3, 5, 7, 2], &x).unwrap();
        assert_eq!(stream.get(&[1, 2, 3, 1]).unwrap(), x[70 + 28 + 7]);
        assert_eq!(device.upload_shaped([0, 5], &[0.0; 0]).unwrap().read().unwrap(), [0.0; 0]);
    });
}

#[test]
fn transfers_and_copies_keep_every_bit() {
    let mut x = SPECIAL.to_vec();
    x.extend([0x7fc0_0001, 0xffc1_2345].map(f32::from_bits)); // NaNs with a payload
    each_dialect(|device| {
        let plain = device.upload(&x).unwrap();
        let x: Vec<f32> = x.iter().copied().map(support::held).collect();
        assert_eq!(bits(&plain.read().unwrap()), bits(&x));
        let packed = plain.to_layout(Layout::Packed).unwrap();
        assert_eq!(bits(&packed.read().unwrap()), bits(&x));
        assert_eq!(bits(&packed.to_layout(Layout::Plain).unwrap().read().unwrap()), bits(&x));
    });
}

#[test]
fn converting_a_layout_is_one_pass() {
    each_dialect(|device| {
        for n in support::sizes() {
            let x = noise(n, 6);
            let plain = device.upload(&x).unwrap();
            let (packed, trace) = device.traced(|| plain.to_layout(Layout::Packed).unwrap());
            assert_eq!(trace.passes().count(), (n > 0) as usize);
            assert_eq!(packed.layout(), Layout::Packed);
            assert_eq!(packed.read().unwrap(), x);
            assert_eq!(packed.to_layout(Layout::Plain).unwrap().read().unwrap(), x);
        }
        let image = device.upload_shaped([6, 10], &noise(60, 7)).unwrap();
        assert_eq!(image.to_layout(Layout::Packed).unwrap().read().unwrap(), noise(60, 7));
    });
}

#[test]
fn a_part_is_read_and_nothing_else_crosses() {
    each_dialect(|device| {
        let x = noise(1000, 8); // 32 a row
        let stream = device.upload(&x).unwrap();
        let (part, trace) = device.traced(|| stream.read_range(40..45).unwrap());
        assert_eq!(part, x[40..45]);
        assert_eq!(trace.readbacks().map(|r| r.bytes).collect::<Vec<_>>(), [20]);
        assert_eq!(stream.get(&[999]).unwrap(), x[999]);
        let (all, trace) = device.traced(|| stream.read().unwrap());
        assert_eq!(all, x);
        // 31 full rows, and 8 of the last.
        assert_eq!(trace.readbacks().map(|r| (r.width, r.height)).collect::<Vec<_>>(), [(32, 31), (8, 1)]);
    });
}

#[test]
fn a_part_is_written_and_the_rest_stays() {
    each_dialect(|device| {
        for layout in [Layout::Plain, Layout::Packed] {
            for (start, count) in [(0, 0), (0, 1), (3, 7), (500, 400), (999, 1), (4, 8), (1000, 0)] {
                let mut x = noise(1000, 9);
                let mut stream = device.upload_with(1000, layout, &x).unwrap();
                let new = noise(count, 10);
                stream.write_range(start, &new).unwrap();
                x[start..start + count].copy_from_slice(&new);
                assert_eq!(stream.read().unwrap(), x, "{start} {count} {layout}");
            }
        }
    });
}

#[test]
fn what_is_asked_wrongly_is_refused_with_both_numbers() {
    each_dialect(|device| {
        let mut stream = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        let say = |error: Error| error.to_string();
        assert_eq!(say(stream.write(&[1.0]).unwrap_err()), "1 element given for a stream of 3 elements");
        assert_eq!(
            say(device.upload_shaped([2, 2], &[1.0; 3]).unwrap_err()),
            "3 elements given for a stream of 2 × 2 = 4 elements"
        );
        assert_eq!(say(stream.read_range(2..4).unwrap_err()), "elements 2 to 4 are outside of a stream of 3 elements");
        assert!(matches!(stream.write_range(usize::MAX, &[1.0, 2.0]), Err(Error::Shape(ShapeError::Range { .. }))));
        assert_eq!(say(stream.get(&[3]).unwrap_err()), "element (3) is outside of a stream of 3");
        assert_eq!(say(stream.get(&[0, 0]).unwrap_err()), "element (0, 0) is outside of a stream of 3");
        assert_eq!(
            say(device.stream_with::<[f32; 2]>(4, Layout::Packed).unwrap_err()),
            "only streams of single numbers (f32 or f16) can be packed, four to a texel, and this one has vec2 elements: keep it plain"
        );
        assert!(matches!(device.stream::<f32>([1 << 20, 1 << 20]), Err(Error::Layout(LayoutError::TooLarge { .. }))));
    });
}

#[test]
fn ping_pong_allocates_twice() {
    each_dialect(|device| {
        let before = device.textures_created();
        let mut x = device.upload(&noise(500, 11)).unwrap();
        for _ in 0..210 {
            let mut next: Stream<f32> = primitives::map(device, "x + 1").input("x", &x).run().unwrap();
            x.swap(&mut next);
        }
        assert_eq!(device.textures_created() - before, 2);
    });
}

#[test]
fn a_texture_of_the_pool_starts_poisoned() {
    each_dialect(|device| {
        drop(device.upload(&noise(64, 12)).unwrap());
        let stream = device.stream::<f32>(64).unwrap();
        assert_eq!(stream.read().unwrap(), [support::poison(support::dialect(device)); 64]);
    });
}

#[test]
fn an_emptied_pool_makes_new_textures() {
    each_dialect(|device| {
        drop(device.upload(&noise(64, 13)).unwrap());
        let made = device.textures_created();
        device.trim();
        let stream = device.upload(&noise(64, 13)).unwrap();
        assert_eq!(device.textures_created(), made + 1);
        assert_eq!(stream.read().unwrap(), noise(64, 13));
    });
}

#[test]
fn streams_have_native_textures_of_their_own() {
    each_dialect(|device| {
        let a = device.upload(&[1.0]).unwrap();
        let b = device.upload(&[1.0]).unwrap();
        if device.info().dialect.is_none() {
            assert_eq!((a.native_texture(), b.native_texture()), (None, None), "an emulated chip has no driver");
            return;
        }
        assert!(a.native_texture().is_some());
        assert_ne!(a.native_texture(), b.native_texture());
        assert_eq!(device.upload::<f32>(&[]).unwrap().native_texture(), None);
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_part_of_any_list_comes_back(n in 1usize..3000, a: prop::sample::Index, b: prop::sample::Index, packed: bool) {
        let layout = if packed { Layout::Packed } else { Layout::Plain };
        let (a, b) = (a.index(n + 1), b.index(n + 1));
        let range = a.min(b)..a.max(b);
        each_dialect(|device| {
            let x = noise(n, n as u64);
            let stream = device.upload_with(n, layout, &x).unwrap();
            assert_eq!(stream.read_range(range.clone()).unwrap(), x[range.clone()]);
        });
    }
}
