//! Captures: the steps of every primitive, run again forward and back, each pass held against the interpreter.

use std::rc::Rc;

use crate::support::level::{Level, level};
use crate::support::{self, bits, each_dialect, fitting, noise};

use brooklet::capture::{Capture, CaptureError, Contents, Replay, Step};
use brooklet::compute;
use brooklet::ir::interpret::Value;
use brooklet::primitives::{self, Infinity, Reduce, Scan, Search, Sort, SortOptions};
use brooklet::{Device, Error, Layout, Operator, Rect, Stream, glsl};

/// What a step left in all that it wrote.
fn written(replay: &Replay, step: usize) -> Vec<Contents> {
    let read = match &replay.capture().steps()[step] {
        Step::Pass(pass) => pass.outputs.iter().map(|output| replay.read(output)).collect(),
        Step::Dispatch(dispatch) => dispatch.buffers.iter().map(|buffer| replay.read_buffer(buffer)).collect(),
    };
    let read: Result<Vec<Contents>, Error> = read;
    read.unwrap_or_else(|error| panic!("step {step}: {error}"))
}

/// Whether the driver's number is the interpreter's, but for what a driver may do: fuse, reorder, take denormals for zero.
fn close(drawn: Value, interpreted: Value) -> bool {
    let number = |word: u32| f32::from_bits(word);
    drawn == interpreted
        || drawn.words().iter().zip(interpreted.words()).all(|(&a, b)| {
            let (a, b) = (number(a), number(b));
            a == b || (a - b).abs() <= 1e-5 * (1.0 + b.abs()) || (a.is_nan() && b.is_nan())
        })
}

/// Goes through all steps, holds each pass against the interpreter, then jumps about: everything is as it was.
fn walk(what: &str, capture: &Rc<Capture>) {
    let count = capture.steps().len();
    let mut replay = capture.replay();
    let mut all = Vec::new();
    for step in 0..count {
        replay.seek(step).unwrap();
        assert_eq!(replay.position(), Some(step));
        let outputs = written(&replay, step);
        // The interpreter computes what kernels write, and no blending.
        if let Step::Pass(pass) = &capture.steps()[step]
            && pass.event.operations.is_default()
        {
            let fetches = replay.fetches().unwrap();
            for element in (0..fetches.count()).filter(|&element| fetches.writes(element)) {
                let made = fetches.of(element).unwrap();
                for (drawn, (interpreted, port)) in outputs.iter().zip(made.outputs.iter().zip(&pass.outputs)) {
                    let drawn = drawn.value(element).unwrap();
                    assert!(
                        close(drawn, *interpreted),
                        "{what}: step {step} ({}), `{}`[{element}]: {drawn:?}, interpreted {interpreted:?}",
                        pass.kernel.name(),
                        port.name
                    );
                }
            }
        }
        all.push(outputs);
    }
    // Few bytes: most steps back begin at the start; many: at a checkpoint.
    for max_bytes in [0, 4096, 1 << 20] {
        let mut replay = capture.replay().max_bytes(max_bytes);
        let mut at = 7;
        for _ in 0..12.min(2 * count) {
            at = (at * 5 + 3) % count;
            replay.seek(at).unwrap();
            assert_eq!(written(&replay, at), all[at], "{what}: step {at} of {count} with {max_bytes} bytes");
            assert!(replay.checkpoint_bytes() <= max_bytes);
        }
        (0..count).rev().take(20).for_each(|step| {
            replay.seek(step).unwrap();
            assert_eq!(written(&replay, step), all[step], "{what}: back to step {step} with {max_bytes} bytes");
        });
    }
}

/// Captures some work, says how many steps it had, and walks through them.
fn walked<R>(device: &Device, what: &str, work: impl FnOnce() -> Result<R, Error>) -> R {
    walked_if_it_fits(device, what, work).unwrap_or_else(|| panic!("{what}: refused"))
}

/// The same of work that a chip may have no room for.
fn walked_if_it_fits<R>(device: &Device, what: &str, work: impl FnOnce() -> Result<R, Error>) -> Option<R> {
    let (result, capture) = fitting(device.capture(work))?;
    let events = support::passes_of_kernels(capture.trace()) + capture.trace().dispatches().count();
    assert_eq!(capture.steps().len(), events, "{what}");
    if !capture.steps().is_empty() {
        walk(what, &capture);
    }
    Some(result)
}

#[test]
fn each_pass_of_each_primitive_runs_again_and_is_what_the_interpreter_says() {
    each_dialect(|device| {
        let sizes = match level() {
            Level::Quick => &[1, 30][..],
            Level::Change => &[1, 7, 150],
            Level::Full => &[1, 2, 7, 64, 150],
        };
        for &n in sizes {
            let data: Vec<f32> = noise(n, 7).iter().map(|x| (x * 100.0).round()).collect();
            let x = device.upload(&data).unwrap();
            let packed = x.to_layout(Layout::Packed).unwrap();
            let v = device.upload(&data.iter().map(|&x| [x, x + 1.0, 0.5]).collect::<Vec<_>>()).unwrap();
            for method in Reduce::ALL
                .into_iter()
                .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
            {
                let what = format!("reduce by {method:?} of {n}");
                if method.computes(&Operator::<f32>::max()) {
                    let max = walked_if_it_fits(device, &what, || primitives::reduce_by(&x, &Operator::max(), method));
                    assert!(max.is_none_or(|max| max == data.iter().copied().fold(f32::NEG_INFINITY, f32::max)));
                }
                walked_if_it_fits(device, &what, || primitives::reduce_until(&v, &Operator::sum(), method, 4));
            }
            for method in Scan::ALL {
                let what = format!("scan by {method:?} of {n}");
                walked_if_it_fits(device, &what, || primitives::scan_by(&x, &Operator::sum(), method));
                walked_if_it_fits(device, &what, || primitives::exclusive_scan_by(&packed, &Operator::max(), method));
            }
            let mut in_order = data.clone();
            in_order.sort_by(f32::total_cmp);
            for method in Sort::WITH_PAYLOAD
                .into_iter()
                .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
            {
                let what = format!("sort by {method:?} of {n}");
                let options = SortOptions::default().method(method);
                let sorted = walked_if_it_fits(device, &what, || primitives::sort_with(&x, options));
                assert!(sorted.is_none_or(|sorted| sorted.read().unwrap() == in_order), "{what}");
                walked_if_it_fits(device, &what, || primitives::sort_pairs_with(&packed, &v, options.stable()));
            }
            let sorted = device.upload(&in_order).unwrap();
            for method in Search::ALL
                .into_iter()
                .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
            {
                walked_if_it_fits(device, &format!("search by {method:?} in {n}"), || {
                    primitives::lower_bound_by(&sorted, &x, method)
                });
            }
            for method in support::filters(device) {
                let what = format!("filter by {method:?} of {n}");
                let kept =
                    walked_if_it_fits(device, &what, || primitives::filter_with(&x, "x > 0", method, Infinity::Made));
                let wanted: Vec<f32> = data.iter().copied().filter(|&x| x > 0.0).collect();
                assert!(kept.is_none_or(|kept| kept.read().unwrap() == wanted), "{what}");
            }
        }
    });
}

#[test]
fn dispatches_run_again_with_their_buffers() {
    each_dialect(|device| {
        if !support::has_compute(device) {
            return;
        }
        let data = noise(1000, 3);
        let x = device.upload(&data).unwrap();
        let buffer = device.upload_buffer(&data).unwrap();
        let sums = walked(device, "scan of a stream", || compute::scan(&x, &Operator::sum()));
        assert_eq!(sums.len(), 1000);
        walked(device, "scan of a buffer", || compute::scan(&buffer, &Operator::sum()));
        walked(device, "reduce", || compute::reduce(&buffer, &Operator::max()));
        let (sorted, capture) = device.capture(|| compute::sort(&x)).unwrap();
        walk("sort", &capture);
        assert!(capture.trace().copies().count() > 0, "back into a texture");
        let Some(Step::Dispatch(last)) = capture.steps().last() else { panic!("a dispatch") };
        let native = capture.native_text(&capture.steps()[0]).unwrap();
        assert!(native.contains("#version") && native.contains("void main"));
        assert!(!last.text().is_empty() && !last.module().body.is_empty());
        drop(sorted);
        // Kernels that a capture holds outlive the cache.
        device.trim();
        walk("sort, after the kernels were forgotten", &capture);
    });
}

#[test]
fn what_lies_outside_of_a_rectangle_stays() {
    each_dialect(|device| {
        let x = device.upload(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        let mut y = device.upload(&[10.0, 20.0, 30.0, 40.0]).unwrap();
        let copy = device.kernel(&glsl!("primitives/copy.frag").element::<f32>()).unwrap();
        let draw = |y: &mut Stream<f32>| {
            let pass = device.pass(&copy).input("values", &x).output("copied", y);
            pass.rectangle(Rect::new(0, 1, 2, 1)).run()
        };
        let ((), capture) = device.capture(|| draw(&mut y)).unwrap();
        // What happens to them afterwards is nothing to the capture.
        y.write(&[0.0; 4]).unwrap();
        drop((x, y));
        let mut replay = capture.replay();
        replay.seek(0).unwrap();
        let Step::Pass(pass) = &capture.steps()[0] else { panic!("a pass") };
        assert_eq!(replay.read(&pass.outputs[0]).unwrap().to_floats(), [10.0, 20.0, 3.0, 4.0]);
        let fetches = replay.fetches().unwrap();
        assert_eq!((0..4).map(|element| fetches.writes(element)).collect::<Vec<_>>(), [false, false, true, true]);
        assert_eq!(fetches.readers(0).unwrap(), [vec![], vec![], vec![2], vec![3]]);
    });
}

#[test]
fn fetches_are_told_in_both_directions() {
    let device = support::device(support::dialects()[0]);
    let x = device.upload(&[4.0, 3.0, 2.0, 1.0]).unwrap();
    let (_, capture) =
        device.capture(|| primitives::sort_with(&x, SortOptions::default().method(Sort::BitonicFloat))).unwrap();
    let mut replay = capture.replay();
    replay.seek(0).unwrap();
    let fetches = replay.fetches().unwrap();
    for element in 0..4 {
        let made = fetches.of(element).unwrap();
        let mut read: Vec<usize> = made.fetches.iter().filter_map(|fetch| fetch.element).collect();
        read.sort_unstable();
        read.dedup();
        assert_eq!(read, [element & !1, element | 1], "each is compared with its neighbour");
        assert!(fetches.readers(0).unwrap()[element].contains(&element));
    }
}

#[test]
fn captures_nest_and_say_what_is_not_there() {
    let device = support::device(support::dialects()[0]);
    let x = device.upload(&noise(64, 1)).unwrap();
    let ((_, inner), outer) = device.capture(|| device.capture(|| primitives::scan(&x, &Operator::sum()))).unwrap();
    assert_eq!(inner.steps().len(), outer.steps().len());
    assert_eq!(inner.trace(), outer.trace());
    walk("an inner capture", &inner);
    walk("an outer capture", &outer);

    let count = inner.steps().len();
    let mut replay = inner.replay();
    let error = replay.seek(count).unwrap_err();
    assert!(matches!(error, Error::Capture(CaptureError::Step { .. })), "{error:?}");
    assert_eq!(error.to_string(), format!("there is no step {count}: the capture has {count}, counted from 0"));
    assert_eq!(replay.fetches().unwrap_err().to_string(), "there is no pass here: none has run");
    let Step::Pass(last) = &inner.steps()[count - 1] else { panic!("a pass") };
    let error = replay.read(&last.outputs[0]).unwrap_err();
    assert!(error.to_string().contains("holds nothing here"), "{error}");

    // Work that fails leaves no capture behind that goes on.
    let error = device.capture(|| x.read_range(0..65).map(drop)).unwrap_err();
    assert_eq!(error.to_string(), "elements 0 to 65 are outside of a stream of 64 elements");
    let (_, trace) = device.traced(|| replay.seek(0));
    assert_eq!(trace.events, [], "a replay is no event");
    assert_eq!(bits(&x.read().unwrap()), bits(&noise(64, 1)));
}
