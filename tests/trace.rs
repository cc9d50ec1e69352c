//! The trace: everything a device did, in order, as data, as a table and as JSON.

mod support;

use brooklet::{Event, Operator, Stream, primitives};
use expect_test::expect;
use support::each_dialect;

fn kinds(events: &[Event]) -> Vec<String> {
    let kind = |event: &Event| match event {
        Event::Pass(pass) => format!("{} {} × {}", pass.kernel, pass.width, pass.height),
        Event::Dispatch(dispatch) => format!("{} in {:?} groups", dispatch.kernel, dispatch.groups),
        Event::Upload(upload) => format!("upload {}", upload.bytes),
        Event::Copy(copy) => format!("copy {}", copy.bytes),
        Event::ReadBack(readback) => format!("read {}", readback.bytes),
    };
    events.iter().map(kind).collect()
}

#[test]
fn everything_is_recorded_in_order() {
    let device = support::open(brooklet::Device::builder());
    let (_, trace) = device.traced(|| {
        let x = device.upload_shaped([2, 3], &[[1.0, 2.0]; 6]).unwrap();
        let y: Stream<f32> = primitives::map(&device, "x.x + x.y").input("x", &x).run().unwrap();
        primitives::reduce_by(&y, &Operator::sum(), primitives::Reduce::TwoByTwo).unwrap()
    });
    let expected = ["upload 48", "map 3 × 2", "reduce_2x2_edge 2 × 1", "reduce_2x2_edge 1 × 1", "read 4"];
    assert_eq!(kinds(&trace.events), expected);
    expect![[r#"
         #  what             texels  targets  rectangle  bytes
         0  upload            3 × 2                         48
         1  map               3 × 2        1
         2  reduce_2x2_edge   2 × 1        1
         3  reduce_2x2_edge   1 × 1        1
         4  read back         1 × 1                          4
    "#]]
    .assert_eq(&trace.to_string());
    expect![[r#"
        {"device":"any","passes":[{"kernel":"map","width":3,"height":2,"outputs":1,"rectangle":null,"order":1},{"kernel":"reduce_2x2_edge","width":2,"height":1,"outputs":1,"rectangle":null,"order":2},{"kernel":"reduce_2x2_edge","width":1,"height":1,"outputs":1,"rectangle":null,"order":3}],"uploads":[{"width":3,"height":2,"bytes":48,"order":0}],"readbacks":[{"width":1,"height":1,"bytes":4,"order":4}]}"#]]
    .assert_eq(&trace.to_json("any").to_string());
}

#[test]
fn nothing_is_recorded_outside() {
    each_dialect(|device| {
        device.upload(&[1.0]).unwrap();
        let ((), trace) = device.traced(|| ());
        assert!(trace.events.is_empty());
    });
}

#[test]
fn an_inner_recording_is_part_of_an_outer_one() {
    each_dialect(|device| {
        let (inner, outer) = device.traced(|| {
            let x = device.upload(&[1.0]).unwrap();
            device.traced(|| x.read().unwrap()).1
        });
        assert_eq!(kinds(&inner.events), ["read 4"]);
        assert_eq!(kinds(&outer.events), ["upload 4", "read 4"]);
    });
}

#[test]
fn a_panic_ends_its_own_recording_and_timing() {
    each_dialect(|device| {
        let (_, trace) = device.traced(|| {
            let x = device.upload(&[1.0]).unwrap();
            let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                device.traced(|| device.timed(|| panic!("on purpose")).map(|((), _)| ()))
            }));
            assert!(panicked.is_err());
            x.read().unwrap()
        });
        assert_eq!(kinds(&trace.events), ["upload 4", "read 4"]);
        let ((), time) = device.timed(|| ()).unwrap();
        assert_eq!(time.is_some(), device.info().timer_queries);
        let ((), trace) = device.traced(|| ());
        assert!(trace.events.is_empty());
    });
}

#[test]
fn the_traces_of_both_dialects_are_the_same() {
    let traces = std::cell::RefCell::new(Vec::new());
    each_dialect(|device| {
        let (_, trace) = device.traced(|| {
            let x = device.upload(&support::noise(5000, 1)).unwrap();
            primitives::reduce(&x, &Operator::max()).unwrap()
        });
        traces.borrow_mut().push(trace);
    });
    let traces = traces.into_inner();
    assert_eq!(traces[0], traces[1]);
}

#[test]
fn traffic_is_what_a_perfect_cache_would_move() {
    each_dialect(|device| {
        let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
        for (layout, texels) in [(brooklet::Layout::Plain, 1000), (brooklet::Layout::Packed, 250)] {
            let x = device.upload_with(1000, layout, &x).unwrap();
            let (_, trace) = device.traced(|| primitives::map(device, "x + 1.0").input("x", &x).run::<f32>().unwrap());
            let traffic = trace.traffic();
            assert_eq!((traffic.texels_read, traffic.texels_written), (texels, texels));
            assert_eq!((traffic.bytes_read, traffic.bytes_written), (4000, 4000));
        }
        if device.compute().is_some_and(|compute| compute.invocations >= 512) {
            let x = device.upload_buffer(&x[..768]).unwrap();
            let method = brooklet::compute::Reduce::SequentialAddressing;
            let (_, trace) = device.traced(|| brooklet::compute::reduce_by(&x, &Operator::sum(), method).unwrap());
            // 768 floats to two, and two to one.
            let traffic = trace.traffic();
            assert_eq!((traffic.texels_read, traffic.texels_written), (0, 0));
            assert_eq!((traffic.bytes_read, traffic.bytes_written), (4 * 770, 4 * 3));
        }
    });
}
