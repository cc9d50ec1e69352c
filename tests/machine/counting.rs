//! A device that counts passes, held against one that executes them.

use brooklet::fragment_program::Chip;
use brooklet::fragment_program::cost::Model;
use brooklet::kernel::Source;
use brooklet::primitives::{self, Filter, Reduce, Scan, Search, Sort, SortOptions};
use brooklet::{Blend, Compare, DepthTest, Device, Error, LayoutError, Operator, Rect, Stream, Trace, f16};

/// Chips, one for each way in which programs come out.
const CHIPS: [Chip; 6] = [Chip::R300, Chip::R420, Chip::R520, Chip::Nv30, Chip::Nv40, Chip::G80];

type Run = fn(&Device, usize) -> Result<(), Error>;

/// A stream of what a counting device takes all data for.
fn zeros(device: &Device, n: usize) -> Result<Stream<f32>, Error> {
    device.upload(&vec![0.0; n])
}

/// Runs whose programs do the same for each fragment, or by its place.
const RUNS: [(&str, Run); 9] = [
    ("map", |device, n| {
        let x = zeros(device, n)?;
        let y: Stream<f32> = primitives::map(device, "2 * x + y").input("x", &x).input("y", &x).run()?;
        drop(y);
        Ok(())
    }),
    ("reduce-2x2", |device, n| primitives::reduce_by(&zeros(device, n)?, &Operator::sum(), Reduce::TwoByTwo).map(drop)),
    ("reduce-brook", |device, n| primitives::reduce_by(&zeros(device, n)?, &Operator::max(), Reduce::Brook).map(drop)),
    ("scan", |device, n| primitives::scan_by(&zeros(device, n)?, &Operator::sum(), Scan::ALL[0]).map(drop)),
    ("scan-exclusive", |device, n| {
        primitives::exclusive_scan_by(&zeros(device, n)?, &Operator::sum(), Scan::ALL[1]).map(drop)
    }),
    ("sort", |device, n| primitives::sort_by(&zeros(device, n)?, Sort::BitonicFloat).map(drop)),
    ("sort-pairs", |device, n| {
        let x = zeros(device, n)?;
        let options = SortOptions::default().method(Sort::BitonicFloat);
        primitives::sort_pairs_with(&x, &x, options).map(drop)
    }),
    ("search", |device, n| {
        let x = zeros(device, n)?;
        primitives::lower_bound_by(&x, &x, Search::BinarySearch).map(drop)
    }),
    ("filter", |device, n| primitives::compact_by(&zeros(device, n)?, Filter::ScanSearchGatherMultipass).map(drop)),
];

fn traced(device: &Device, run: Run, n: usize) -> Result<Trace, String> {
    let (result, trace) = device.traced(|| run(device, n));
    result.map(|()| trace).map_err(|error| error.to_string())
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn it_counts_the_passes_instructions_and_fetches_of_a_device_that_executes_them() {
    let mut compared = 0;
    for chip in CHIPS {
        for (name, run) in RUNS {
            for n in [1usize, 2, 64, 100, 1 << 10, 2000] {
                let executed = traced(&Device::emulated(chip).unwrap(), run, n);
                let counted = traced(&Device::counting(chip, 0.0).unwrap(), run, n);
                let (executed, counted) = match (executed, counted) {
                    // What does not fit a chip is not counted either.
                    (Err(executed), counted) => {
                        assert_eq!(counted.unwrap_err(), executed, "{chip} {name} {n}");
                        continue;
                    }
                    (Ok(executed), counted) => {
                        (executed, counted.unwrap_or_else(|error| panic!("{name} {n}: {error}")))
                    }
                };
                assert_eq!(executed.passes().count(), counted.passes().count(), "{chip} {name} {n}");
                let bytes = |trace: &Trace| trace.readbacks().map(|read| read.bytes).sum::<usize>();
                assert_eq!(bytes(&executed), bytes(&counted), "{chip} {name} {n}");
                for (pass, own) in executed.passes().zip(counted.passes()) {
                    let place = format!("{chip} {name} {n}: {}", pass.kernel);
                    assert_eq!(pass.kernel, own.kernel, "{place}");
                    assert_eq!(pass.traffic, own.traffic, "{place}");
                    assert_eq!(pass.cost.fragments, own.cost.fragments, "{place}");
                    // Branches by place are counted of 64 fragments.
                    let few = pass.cost.fragments <= 64;
                    let near = |found: Option<u64>, wanted: Option<u64>| {
                        let (found, wanted) = (found.unwrap() as f64, wanted.unwrap() as f64);
                        found == wanted || (!few && chip.set().branches() && (found / wanted - 1.0).abs() < 0.03)
                    };
                    assert!(near(own.cost.instructions, pass.cost.instructions), "{place} {own:?} {pass:?}");
                    assert!(near(own.cost.fetches, pass.cost.fetches), "{place} {own:?} {pass:?}");
                    assert_eq!(own.cost.predicted.is_some(), chip != Chip::G80, "{place}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 3000, "{compared}");
}

#[test]
fn it_takes_sizes_that_the_chip_cannot_number() {
    let n = 1 << 22;
    let refused = Device::emulated(Chip::R420).unwrap().stream::<f32>(n).unwrap_err().to_string();
    assert!(refused.contains("131072"), "{refused}");
    let device = Device::counting(Chip::R420, (n / 2) as f32).unwrap();
    let x = device.stream::<f32>(n).unwrap();
    let (kept, trace) = device.traced(|| primitives::compact_by(&x, Filter::ScanSearchGatherMultipass));
    // What is read back says how many are null.
    assert_eq!(kept.unwrap().len(), n / 2);
    assert_eq!(trace.passes().count(), 45);
    // But not more texels than it has.
    let error = device.stream::<f32>(n + 1).unwrap_err();
    assert!(matches!(error, Error::Layout(LayoutError::TooLarge { .. })), "{error}");
}

#[test]
fn a_loop_by_a_constant_runs_as_often_as_that_says() {
    for nulls in [1usize, 16, 500] {
        let n = 1 << 10;
        let device = Device::counting(Chip::Nv40, nulls as f32).unwrap();
        let x = device.stream::<f32>(n).unwrap();
        let (kept, trace) = device.traced(|| primitives::compact_by(&x, Filter::ScanSearchGather));
        kept.unwrap();
        let gather = trace.passes().last().unwrap();
        let steps = (nulls + 1).next_power_of_two().ilog2();
        // Of each fragment a fetch a step, and the record.
        assert_eq!(gather.cost.fetches, Some(gather.cost.fragments * u64::from(steps + 1)), "{nulls}");
    }
}

#[test]
fn traces_say_what_passes_and_transfers_would_have_cost() {
    let device = Device::emulated(Chip::Nv40).unwrap();
    let (sum, trace) = device.traced(|| {
        let x = device.upload(&vec![1.0f32; 1 << 12])?;
        primitives::reduce_by(&x, &Operator::sum(), Reduce::TwoByTwo)
    });
    assert_eq!(sum.unwrap(), 4096.0);
    let json = trace.to_json("nv40");
    let near = |found: &serde_json::Value, wanted: f64| {
        let found = found.as_f64().unwrap();
        assert!((found / wanted - 1.0).abs() < 1e-9, "{found} for {wanted}");
    };
    // Six passes that are small: what the CPU takes to issue them, 16 µs each.
    assert_eq!(json["passes"].as_array().unwrap().len(), 6);
    near(&json["passes"][5]["predicted_ms"], 0.016);
    near(&json["predicted"]["passes_ms"], 6.0 * 0.016);
    assert!(json["passes"][5]["predicted_opengl_ms"].as_f64().unwrap() > 0.016 + 0.21);
    near(&json["uploads"][0]["predicted_ms"], 4.0 * 4096.0 / 2.1e9 * 1e3);
    near(&json["readbacks"][0]["predicted_ms"], 4.0 / 0.16e9 * 1e3);
    near(&json["predicted"]["transfers_ms"], (4.0 * 4096.0 / 2.1e9 + 4.0 / 0.16e9) * 1e3);
    let table = trace.to_string();
    assert!(table.lines().next().unwrap().ends_with("then, ms") && table.contains("0.016"), "{table}");
    // Of G80 too little is known.
    let device = Device::emulated(Chip::G80).unwrap();
    let (sum, trace) = device.traced(|| primitives::reduce(&device.upload(&[1.0f32, 2.0])?, &Operator::sum()));
    sum.unwrap();
    let json = trace.to_json("g80");
    assert!(json["predicted"].is_null() && json["passes"][0]["predicted_ms"].is_null());
    assert!(!trace.to_string().contains("then"));
}

#[test]
fn nothing_can_be_looked_into_where_nothing_is_executed() {
    let device = Device::counting(Chip::Nv40, 0.0).unwrap();
    let x = device.stream::<f32>(16).unwrap();
    let ((), capture) = device.capture(|| primitives::sort_by(&x, Sort::BitonicFloat).map(drop)).unwrap();
    let mut replay = capture.replay();
    replay.seek(0).unwrap();
    let refused = replay.debug(3).unwrap_err().to_string();
    assert!(refused.contains("this one counts them"), "{refused}");
}

const HALVED: &str = "input float x; output float y; void main() { y = 0.5 * fetch(x, here()); }";

const HALVED_WITH_DEPTH: &str =
    "input float x; output float y; output depth z; void main() { y = 0.5 * fetch(x, here()); z = y / 65536.0; }";

/// R300 and R420 split it.
const LONG: &str = "
input float x;
output float y;
void main() {
    float own = fetch(x, here());
    for (index k = 0; k < 600; k++) { own = own * 0.5 + fetch(x, here()); }
    y = own;
}
";

#[test]
fn the_time_of_points_has_their_tests_and_their_blending() {
    let n = 1 << 14;
    let all: Vec<f32> = (0..n).map(|k| k as f32).collect();
    for chip in Chip::ALL {
        let Ok(model) = Model::of(chip) else { continue };
        // The predicted time of each program of the pass.
        let run = |device: Device, text: &'static str, is_tested: bool, size: usize| {
            let kernel = device.kernel(&Source::new("halved", text)).unwrap();
            let [x, places] = [&all, &all].map(|numbers| device.upload(numbers).unwrap());
            let mut y = device.upload(&vec![f16::ZERO; n]).unwrap();
            let mut tests = device.depth_stencil(&y).unwrap();
            let (ran, trace) = device.traced(|| {
                let pass = device.pass(&kernel).input("x", &x).output("y", &mut y).points(&places).point_size(size);
                let pass = pass.scissor(Rect::new(1 << 20, 0, 1, 1));
                let pass = if chip == Chip::Nv40 { pass.blend(Blend::ADD) } else { pass };
                match is_tested {
                    true => pass.depth_stencil(&mut tests).depth_test(DepthTest::new(Compare::Less).write()).run(),
                    false => pass.run(),
                }
            });
            ran.unwrap();
            trace.passes().map(|pass| pass.cost.predicted).collect::<Vec<_>>()
        };
        let emulated = |text, is_tested, size| run(Device::emulated(chip).unwrap(), text, is_tested, size);
        let counting = |text, is_tested, size| run(Device::counting(chip, 0.0).unwrap(), text, is_tested, size);
        let bare = emulated(HALVED, false, 1)[0].unwrap();
        assert_eq!(bare.tests, 0.0, "{chip}");
        for text in [HALVED, HALVED_WITH_DEPTH] {
            let tested = emulated(text, true, 1)[0].unwrap();
            assert_eq!(tested.tests, n as f64 / (model.tests.value * 1e9), "{chip}");
            let depths = 8.0 * n as f64 / (model.bandwidth.value * 1e9);
            assert!((tested.memory - bare.memory - depths).abs() < 1e-12, "{chip}: {bare:?}, {tested:?}");
            assert!(tested.seconds >= bare.seconds.max(tested.tests).max(tested.memory), "{chip}: {tested:?}");
        }
        for text in [HALVED, HALVED_WITH_DEPTH, LONG] {
            let tested = emulated(text, true, 1);
            assert_eq!(tested, counting(text, true, 1), "{chip}");
            let is_split = text == LONG && [Chip::R300, Chip::R420].contains(&chip);
            assert_eq!(tested.len() > 1, is_split, "{chip}: {}", tested.len());
            // The models are of points of one texel.
            assert!(emulated(text, true, 2).iter().all(Option::is_none), "{chip}");
            assert!(counting(text, true, 2).iter().all(Option::is_none), "{chip}");
        }
    }
}
