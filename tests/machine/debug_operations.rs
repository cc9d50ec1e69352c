//! What a pass does with a fragment after its program, as the debugger shows it: tests, blending, and points.

use brooklet::backend::debug::Fragment;
use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::{
    Blend, Compare, DepthStencilTexel, DepthTest, Device, FailedTest, Rect, StencilOperation, StencilTest, Stream, f16,
};

/// Returns what the text of a fragment says after its instructions.
fn end(fragment: &Fragment) -> Vec<String> {
    fragment.to_text(Default::default()).lines().skip_while(|line| !line.starts_with("END")).map(words).collect()
}

/// Returns the words of a line with a space between each two.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_the_pass_does_with_a_fragment_is_said() {
    let device = Device::emulated(Chip::Nv40).unwrap();
    let kernel = device
        .kernel(&Source::new("third", "input float x; output float y; void main() { y = fetch(x, here()) / 3.0; }"));
    let (kernel, x) = (kernel.unwrap(), device.upload(&[1.0, 2.0]).unwrap());
    let mut y: Stream<f16> = device.stream(2).unwrap();
    let work = || {
        device.pass(&kernel).input("x", &x).output("y", &mut y).run()?;
        device.pass(&kernel).input("x", &x).output("y", &mut y).blend(Blend::ADD).scissor(Rect::new(0, 0, 1, 1)).run()
    };
    let (_, capture) = device.capture(work).unwrap();
    let mut replay = capture.replay();
    replay.seek(1).unwrap();
    let fragment = &replay.debug(0).unwrap()[0];
    let wanted = [
        "END ended with the program",
        "y 0.33333334",
        "as half floats 0.33325195",
        "then scissor 1 × 1 at (0, 0)",
        "blend add",
        "tests passed",
    ];
    assert_eq!(end(fragment), wanted);
    let json = fragment.to_json();
    assert_eq!(json["operations"], serde_json::json!(["scissor 1 × 1 at (0, 0)", "blend add"]));
    assert_eq!(json["outputs"][0]["stored"], serde_json::json!([0.33325195]));
    let outside = &replay.debug(1).unwrap()[0];
    assert_eq!(end(outside).last().unwrap(), "tests outside of the scissor rectangle: no output is written");
    assert_eq!(outside.to_json()["tests"]["failed"], "scissor");
}

#[test]
fn elements_that_are_drawn_as_points_have_a_place() {
    for chip in [Chip::None, Chip::Nv40, Chip::R300] {
        let device = Device::emulated(chip).unwrap();
        let negated = Source::new("negated", "input float x; output float y; void main() { y = -fetch(x, here()); }");
        let kernel = device.kernel(&negated).unwrap();
        let x = device.upload(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        let mut y = device.upload_shaped([2, 3], &[0.0; 6]).unwrap();
        let places = device.upload(&[[1.0, 1.0], [3.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]).unwrap();
        let test = DepthTest::new(Compare::LessOrEqual);
        let work = || {
            let mut tests = device.depth_stencil(&y)?;
            let pass = device.pass(&kernel).input("x", &x).output("y", &mut y).depth_stencil(&mut tests);
            pass.depth_test(test).points(&places).run()
        };
        let ((), capture) = device.capture(work).unwrap();
        assert_eq!(y.read().unwrap(), [0.0, 0.0, 0.0, -3.0, -1.0, 0.0], "{chip}");
        let mut replay = capture.replay();
        replay.seek(0).unwrap();
        let fragments: Vec<_> = (0..4).map(|element| replay.debug(element).unwrap().remove(0)).collect();
        let found: Vec<_> =
            fragments.iter().map(|fragment| (fragment.point.unwrap().texel, fragment.writes())).collect();
        assert_eq!(
            found,
            [(Some((1, 1)), None), (None, Some(false)), (Some((0, 1)), None), (None, Some(false))],
            "{chip}"
        );
        let lines = |element: usize| fragments[element].to_text(Default::default());
        assert_eq!(lines(0).lines().next().unwrap(), format!("negated on {chip}: element 0"));
        assert!(lines(0).lines().any(|line| words(line) == "then point of 1 × 1 at (1, 1)"), "{}", lines(0));
        let refused = "then not drawn: a point of 1 × 1 does not fit at its place";
        assert!(lines(1).lines().any(|line| words(line) == refused), "{}", lines(1));
        let json = fragments[2].to_json();
        assert_eq!(json["point"], serde_json::json!({ "size": 1, "column": 0, "row": 1 }));
        assert_eq!((&json["tests"], &json["written"]), (&serde_json::json!(null), &serde_json::json!(null)));
    }
}

#[test]
fn points_of_several_texels_fit_or_are_not_drawn() {
    let device = Device::emulated(Chip::None).unwrap();
    let copy = Source::new("copy", "input float x; output float y; void main() { y = fetch(x, here()); }");
    let copy = device.kernel(&copy).unwrap();
    let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
    let mut y = device.upload_shaped([3, 4], &[0.0; 12]).unwrap();
    // Indices of elements. The second point is outside of the scissor rectangle, and the third would leave the outputs.
    let places = device.upload(&[0.0, 6.0, 7.0]).unwrap();
    let work = || {
        let pass = device.pass(&copy).input("x", &x).output("y", &mut y).points(&places).point_size(2);
        pass.scissor(Rect::new(1, 0, 1, 3)).run()
    };
    let ((), capture) = device.capture(work).unwrap();
    assert_eq!(y.read().unwrap(), [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let mut replay = capture.replay();
    replay.seek(0).unwrap();
    let found = [0, 1, 2].map(|element| {
        let fragment = replay.debug(element).unwrap().remove(0);
        (fragment.point.unwrap().texel, fragment.tests.map(|tests| tests.failed), fragment.writes())
    });
    let outside = Some(Some(FailedTest::Scissor));
    let wanted =
        [(Some((0, 0)), Some(None), Some(true)), (Some((2, 1)), outside, Some(false)), (None, None, Some(false))];
    assert_eq!(found, wanted);
    let text = replay.debug(2).unwrap()[0].to_text(Default::default());
    assert!(text.contains("a point of 2 × 2 does not fit at its place") && !text.contains("scissor"));
}

#[test]
fn the_outcome_of_tests_is_that_of_the_pass_wherever_a_replay_comes_from() {
    // So many passes that a replay makes checkpoints. Those that write more elements have no tests.
    const PASSES: usize = 40;
    const UNTESTED: [usize; 3] = [15, 31, 34];
    let device = Device::emulated(Chip::R300).unwrap();
    let copy = Source::new("copy", "input float x; output float y; void main() { y = fetch(x, here()); }");
    let near = Source::new(
        "near",
        "input float x; output depth z; output float y; void main() { y = fetch(x, here()); z = y / 64.0; }",
    );
    let [copy, near] = [copy, near].map(|source| device.kernel(&source).unwrap());
    let x = device.upload(&[16.0, 32.0, 48.0]).unwrap();
    let mut y = device.upload(&[0.0; 3]).unwrap();
    let many = device.upload(&[7.0; 50]).unwrap();
    let mut others = device.stream::<f32>(50).unwrap();
    let work = || {
        let mut tests = device.depth_stencil(&y)?;
        tests.clear(0.5, 0)?;
        let pass = device.pass(&near).input("x", &x).output("y", &mut y).depth_stencil(&mut tests);
        pass.depth_test(DepthTest::new(Compare::Less).write()).run()?;
        // Each pass counts what it lets pass in the stencil, and takes another depth.
        for number in 1..PASSES {
            if UNTESTED.contains(&number) {
                device.pass(&copy).input("x", &many).output("y", &mut others).run()?;
                continue;
            }
            let test = DepthTest::new(Compare::LessOrEqual).at(number as f32 / PASSES as f32);
            let stencil = StencilTest::new(Compare::NotEqual, 12).pass(StencilOperation::Increment);
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y).depth_stencil(&mut tests);
            pass.depth_test(test).stencil_test(stencil).run()?;
        }
        Ok(())
    };
    let ((), capture) = device.capture(work).unwrap();
    // The kernel's depths are 0.25, 0.5 and 0.75, of which only the first is less than what the buffer has.
    let quantized = DepthStencilTexel::quantized;
    let stored = [0.25f32, 0.5, 0.5];
    let mut replay = capture.replay();
    for step in (0..PASSES).chain((0..PASSES).rev()).chain([31, 15, 16, 39, 0, 32]) {
        replay.seek(step).unwrap();
        if UNTESTED.contains(&step) {
            let fragment = replay.debug(49).unwrap().remove(0);
            assert_eq!((fragment.tests, fragment.writes()), (None, Some(true)), "step {step}");
            continue;
        }
        for (element, &depth) in stored.iter().enumerate() {
            let what = format!("step {step}, element {element}");
            let fragment = replay.debug(element).unwrap().remove(0);
            let outcome = fragment.tests.unwrap();
            let (before, after) = outcome.buffer.unwrap();
            if step == 0 {
                assert_eq!((before.depth, after.depth), (quantized(0.5), quantized(depth)), "{what}");
                assert_eq!(outcome.failed, (element > 0).then_some(FailedTest::Depth), "{what}");
                continue;
            }
            // Both tests passed in all passes before, as long as their depth was not farther, and until there were twelve.
            let passes = |number: usize| quantized(number as f32 / PASSES as f32) <= quantized(depth);
            let count = (1..step).filter(|number| !UNTESTED.contains(number) && passes(*number)).count().min(12);
            let failed = match count {
                12 => Some(FailedTest::Stencil),
                _ => (!passes(step)).then_some(FailedTest::Depth),
            };
            assert_eq!((before.stencil as usize, outcome.failed), (count, failed), "{what}");
            assert_eq!(after.stencil as usize, count + usize::from(failed.is_none()), "{what}");
        }
    }
    assert!(replay.checkpoint_bytes() > 0);
    replay.seek(0).unwrap();
    let fragment = replay.debug(1).unwrap().remove(0);
    let wanted = [
        "END ended with the program",
        "y 32",
        "z 0.5",
        "then depth of the kernel < stored, writes depth",
        "stored before depth 0.5, stencil 0",
        "tests the depth test failed: no output is written",
    ];
    assert_eq!(end(&fragment), wanted);
    replay.seek(2).unwrap();
    let fragment = replay.debug(0).unwrap().remove(0);
    let wanted = [
        "END ended with the program",
        "y 16",
        "then stencil 12 != stored, writes stencil",
        "depth 0.05 <= stored",
        "stored before depth 0.25, stencil 1",
        "stored after depth 0.25, stencil 2",
        "tests passed",
    ];
    assert_eq!(end(&fragment), wanted);
    let json = fragment.to_json();
    let wanted = serde_json::json!({
        "failed": null, "before": { "depth": 0.25, "stencil": 1 }, "after": { "depth": 0.25, "stencil": 2 },
    });
    assert_eq!((&json["tests"], &json["written"]), (&wanted, &serde_json::json!(true)));
}
