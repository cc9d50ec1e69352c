//! The trace: everything a device did, in order, as data, as a table and as JSON.

use crate::support;

use brooklet::{Event, Operator, Stream, primitives};
use expect_test::expect;
use support::each_dialect;

fn kinds(events: &[Event]) -> Vec<String> {
    let kind = |event: &Event| match event {
        Event::Pass(pass) => format!("{} {} × {}", pass.kernel, pass.width, pass.height),
        Event::Dispatch(dispatch) => format!("{} in {:?} groups", dispatch.kernel, dispatch.groups),
        Event::Upload(upload) => format!("upload {}", upload.bytes),
        Event::Copy(copy) => format!("copy {}", copy.bytes),
        Event::Clear(clear) => format!("clear {}", clear.bytes),
        Event::MipLevels(first) => format!("mip levels {}", first.bytes),
        Event::ReadBack(readback) => format!("read {}", readback.bytes),
    };
    events.iter().map(kind).collect()
}

#[test]
fn everything_is_recorded_in_order() {
    let device = support::open(brooklet::Device::builder().dialect(support::dialects()[0]));
    let (_, trace) = device.traced(|| {
        let x = device.upload_shaped([2, 3], &[[1.0, 2.0]; 6]).unwrap();
        let y: Stream<f32> = primitives::map(&device, "x.x + x.y").input("x", &x).run().unwrap();
        primitives::reduce_by(&y, &Operator::sum(), primitives::Reduce::TwoByTwo).unwrap()
    });
    let trace = support::without_costs(trace);
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
fn operations_on_the_host_name_what_they_move() {
    let text = "reduce void sum(float a<>, reduce float r<>) { r += a; }";
    let device = support::open(brooklet::Device::builder().dialect(support::dialects()[0]));
    let program = brooklet::brook::Program::compile(&device, "sum.br", text).unwrap();
    let (index, values) = (device.upload(&[2.0, 0.0]).unwrap(), device.upload(&[5.0, 6.0]).unwrap());
    let mut counts = device.upload(&[1.0; 2]).unwrap();
    let mut taken = device.stream::<f32>(2).unwrap();
    let ((), trace) = device.traced(|| {
        program.reduction("sum").unwrap().scatter_op(&mut counts, &index, &values).unwrap();
        program.reduction("sum").unwrap().gather_op(&mut taken, &index, &mut counts).unwrap();
        // What the program itself moves has no name, and neither has a reduction in passes.
        counts.write(&taken.read().unwrap()).unwrap();
        let sum: f32 = program.reduction("sum").unwrap().stream("a", &counts).value().unwrap();
        assert_eq!(sum, 6.0 + 7.0);
    });
    let trace = support::without_costs(trace);
    expect![[r#"
         #  what                          texels  targets  rectangle  bytes
         0  read back, scatter-op by sum   2 × 1                          8
         1  read back, scatter-op by sum   2 × 1                          8
         2  read back, scatter-op by sum   2 × 1                          8
         3  upload, scatter-op by sum      2 × 1                          8
         4  read back, gather-op by sum    2 × 1                          8
         5  read back, gather-op by sum    2 × 1                          8
         6  upload, gather-op by sum       2 × 1                          8
         7  upload, gather-op by sum       2 × 1                          8
         8  read back                      2 × 1                          8
         9  upload                         2 × 1                          8
        10  sum                            1 × 1        1
        11  read back                      1 × 1                          4
    "#]]
    .assert_eq(&trace.to_string());
    expect![[r#"{"device":"any","passes":[{"kernel":"sum","width":1,"height":1,"outputs":1,"rectangle":null,"order":10}],"uploads":[{"width":2,"height":1,"bytes":8,"operation":"scatter-op by sum","order":3},{"width":2,"height":1,"bytes":8,"operation":"gather-op by sum","order":6},{"width":2,"height":1,"bytes":8,"operation":"gather-op by sum","order":7},{"width":2,"height":1,"bytes":8,"order":9}],"readbacks":[{"width":2,"height":1,"bytes":8,"operation":"scatter-op by sum","order":0},{"width":2,"height":1,"bytes":8,"operation":"scatter-op by sum","order":1},{"width":2,"height":1,"bytes":8,"operation":"scatter-op by sum","order":2},{"width":2,"height":1,"bytes":8,"operation":"gather-op by sum","order":4},{"width":2,"height":1,"bytes":8,"operation":"gather-op by sum","order":5},{"width":2,"height":1,"bytes":8,"order":8},{"width":1,"height":1,"bytes":4,"order":11}]}"#]].assert_eq(&trace.to_json("any").to_string());
}

#[test]
fn an_operation_that_fails_names_only_its_own() {
    let text = "reduce void sum(float a<>, reduce float r<>) { r += a; }";
    let device = support::open(brooklet::Device::builder().dialect(support::dialects()[0]));
    let program = brooklet::brook::Program::compile(&device, "sum.br", text).unwrap();
    let (index, values) = (device.upload(&[2.0, 0.0]).unwrap(), device.upload(&[5.0; 4]).unwrap());
    let mut counts = device.upload(&[1.0; 3]).unwrap();
    let ((), trace) = device.traced(|| {
        values.read().unwrap();
        program.reduction("sum").unwrap().scatter_op(&mut counts, &index, &values).unwrap_err();
        values.read().unwrap();
    });
    let operations: Vec<Option<&str>> = trace.readbacks().map(|readback| readback.operation.as_deref()).collect();
    assert_eq!(operations, [None, Some("scatter-op by sum"), None]);
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
            assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"on purpose"));
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
fn the_traces_of_all_dialects_are_the_same() {
    let traces = std::cell::RefCell::new(Vec::new());
    each_dialect(|device| {
        let (_, trace) = device.traced(|| {
            let x = device.upload(&support::noise(5000, 1)).unwrap();
            primitives::reduce(&x, &Operator::max()).unwrap()
        });
        traces.borrow_mut().push(trace);
    });
    let traces = traces.into_inner();
    assert!(traces.iter().all(|other| *other == traces[0]));
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
