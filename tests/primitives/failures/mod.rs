//! A driver that fails: each call of a primitive fails once at its n-th allocation, upload, compilation, draw and read. It has to return
//! an error, leave nothing behind, and work when it is called again.

mod backend;

use brooklet::catalog::{Case, Memory, PRIMITIVES};
use brooklet::fragment_program::Chip;
use brooklet::{Device, DeviceBuilder, Error};

use crate::support;
use crate::support::level::{is_full, sample};
use backend::{Call, calls, failing};

/// Enough elements for several passes, and few enough to be over soon.
const SIZE: usize = 40;

/// Whether every call fails once. That takes long where nothing is optimised.
fn is_exhaustive() -> bool {
    is_full() && !cfg!(debug_assertions)
}

/// The numbers of the calls of one kind that fail, of as many as there are. `turn` differs from case to case.
fn numbers(count: usize, turn: usize) -> Vec<usize> {
    if count == 0 {
        return Vec::new();
    }
    let ends = [0, count / 2, count - 1];
    if is_exhaustive() { (0..count).collect() } else { vec![ends[turn % ends.len()]] }
}

/// The cases that are tried: every method of each primitive in full, one elsewhere, and in a quick run of some primitives; where every call
/// fails, also of each example and layout.
fn cases(on_passes: bool) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for primitive in sample(PRIMITIVES, 1, 8) {
        let examples = if is_exhaustive() { primitive.examples } else { &primitive.examples[..1] };
        let all = examples.iter().flat_map(|example| Case::of(primitive, example, SIZE));
        for case in all.filter(|case| on_passes == matches!(case.memory, Memory::Streams(_))) {
            let is_same = |own: &Case| {
                own.primitive.name == primitive.name && (!is_full() || own.method.name == case.method.name)
            };
            if is_exhaustive() || !cases.iter().any(is_same) {
                cases.push(case);
            }
        }
    }
    cases
}

/// Fails calls of each kind of a case, one by one. `open` opens a device, on which nothing is compiled yet. Returns how many failed.
fn fail_each(case: &Case, turn: usize, open: &dyn Fn(DeviceBuilder) -> Device) -> usize {
    let fresh = || {
        calls(|calls| {
            calls.arm(None);
            calls.forget_live();
        });
        // Poison is one more upload for each new texture, which can fail like others.
        open(Device::builder().poison(-1.0e30).wrapped_by(failing))
    };
    let right = |device: &Device, what: &str| match case.difference(device) {
        Ok(difference) => assert_eq!(difference, None, "{case}{what}"),
        Err(error) => panic!("{case}{what}: {error}"),
    };
    let device = fresh();
    if !case.runs_on(&device) {
        return 0;
    }
    right(&device, "");
    let counts = Call::ALL.map(|call| (call, calls(|calls| calls.count(call))));
    device.trim();
    let kept = calls(|calls| calls.live());
    let mut failures = 0;
    for (call, number) in counts
        .into_iter()
        .flat_map(|(call, count)| numbers(count, turn + call as usize).into_iter().map(move |n| (call, n)))
    {
        let device = fresh();
        calls(|calls| calls.arm(Some((call, number))));
        let result = case.difference(&device);
        let failed = calls(|calls| calls.has_failed());
        calls(|calls| calls.arm(None));
        assert!(failed, "{case}: there is no {call:?} {number} on a new device");
        match result {
            Err(Error::Backend(_)) => failures += 1,
            other => panic!("{case}, {call:?} {number}: {other:?}"),
        }
        device.trim();
        for (kind, count) in calls(|calls| calls.live()) {
            let usual = kept.iter().find(|(own, _)| *own == kind).map_or(0, |(_, count)| *count);
            assert!(
                count <= usual,
                "{case}, {call:?} {number}: {count} of kind {kind} are left, and {usual} otherwise"
            );
        }
        right(&device, &format!(", after {call:?} {number} failed"));
    }
    failures
}

#[test]
fn a_failure_is_an_error_and_leaves_nothing_behind() {
    let open = |builder: DeviceBuilder| builder.emulated(Chip::None).unwrap();
    let failures: usize = cases(true).iter().enumerate().map(|(turn, case)| fail_each(case, turn, &open)).sum();
    println!("{failures} calls failed on the emulator");
    assert!(failures > 10, "{failures} failures");
}

#[test]
fn a_failure_of_opengl_is_an_error_too() {
    if support::chip().is_some() {
        return;
    }
    // A device takes long to open: one method of each primitive, on passes and on compute shaders; in full in each dialect.
    let some = if is_full() { usize::MAX } else { 1 };
    for dialect in support::dialects().into_iter().take(some) {
        let open = |builder: DeviceBuilder| support::open_driver(builder.dialect(dialect));
        let mut failures = 0;
        for on_passes in [true, false] {
            let mut seen = Vec::new();
            for (turn, case) in cases(on_passes).iter().enumerate() {
                if !seen.contains(&case.primitive.name) {
                    seen.push(case.primitive.name);
                    failures += fail_each(case, turn, &open);
                }
            }
        }
        println!("{failures} calls failed on {}", dialect.name());
        assert!(failures > 10, "{failures} failures");
    }
}
