//! Fragments looked into, instruction by instruction: what they write is what the pass wrote, to the bit; what they say they
//! fetched is what the interpreter of kernels fetched.

use brooklet::backend::debug::{End, Flow};
use brooklet::capture::{Capture, CaptureError, Step};

use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::primitives::{self, Filter, Reduce, Scan, Search, Sort, SortOptions};
use brooklet::{Device, Error, Layout, Operator, Stream};

/// So many elements of a pass are looked into, spread evenly.
const ELEMENTS: usize = 6;

fn same(found: u32, wanted: u32) -> bool {
    found == wanted || f32::from_bits(found).is_nan() && f32::from_bits(wanted).is_nan()
}

/// Looks into elements of all passes. Returns how many fragments that were, and how many of their components a test kept as they were.
fn check(what: &str, capture: &std::rc::Rc<Capture>) -> [usize; 2] {
    let (mut looked, mut blended, mut refused) = (0, 0, 0);
    let mut replay = capture.replay();
    for (number, step) in capture.steps().iter().enumerate() {
        let Step::Pass(pass) = step else { panic!("{what}: a dispatch") };
        assert_eq!(replay.cost(number), None, "{what}: it has not run");
        // What is there is read before the pass, where it is there, since passes may blend into it.
        let before: Vec<_> = pass.outputs.iter().map(|output| replay.read(output).ok()).collect();
        replay.seek(number).unwrap();
        let cost = replay.cost(number).unwrap();
        assert!(cost.instructions.unwrap() >= cost.fragments, "{what}");
        let fetches = replay.fetches().unwrap();
        let written: Vec<_> = pass.outputs.iter().map(|output| replay.read(output).unwrap()).collect();
        let operations = pass.event.operations;
        let count = pass.output.count;
        for element in (0..count).step_by(count.div_ceil(ELEMENTS)).chain([count - 1]) {
            if !fetches.writes(element) {
                continue;
            }
            let fragments = replay.debug(element).unwrap();
            let fragment = fragments.last().unwrap();
            looked += 1;
            assert!(fragments.iter().all(|fragment| fragment.end == End::Finished), "{what}, {}", pass.kernel.name());
            assert_eq!(fragment.operations, operations, "{what}, {}", pass.kernel.name());
            let lanes = pass.output.layout.lanes();
            for ((port, contents), before) in pass.outputs.iter().zip(&written).zip(&before) {
                let before = before.as_ref().map(|before| before.value(element).unwrap());
                // Of a kernel that is cut each program writes some of the outputs.
                let all = fragments.iter().flat_map(|fragment| &fragment.outputs);
                let output = all.into_iter().find(|output| output.name == port.name).unwrap();
                let wanted = contents.value(element).unwrap();
                for (component, &word) in wanted.words()[..wanted.count()].iter().enumerate() {
                    let at = if lanes > 1 { element % lanes } else { component };
                    let found = match (operations.blend, &before) {
                        // A test has refused the fragment.
                        (_, Some(before)) if fragment.writes() == Some(false) => {
                            refused += 1;
                            before.words()[component]
                        }
                        _ if fragment.writes() != Some(true) => continue,
                        (None, _) => output.stored[at],
                        (Some(_), None) => continue,
                        (Some(blend), Some(before)) => {
                            let [new, old] = [output.words[at], before.words()[component]].map(f32::from_bits);
                            blended += 1;
                            blend.apply([new; 4], [old; 4])[at].to_bits()
                        }
                    };
                    assert!(
                        same(found, word),
                        "{what}, pass {number} ({}), element {element} of {}: {found:08x}, not {word:08x}\n{}",
                        pass.kernel.name(),
                        output.name,
                        fragment.to_text(Default::default()),
                    );
                }
            }
            // What was fetched for one of four elements of a texel was fetched by its fragment.
            let texels: Vec<_> = fragment.steps.iter().filter_map(|step| step.fetch).collect();
            if fragments.len() == 1 && fragment.chip == Chip::None {
                for fetch in fetches.of(element).unwrap().fetches {
                    let Some(read) = fetch.element else { continue };
                    let same = |texel: &brooklet::backend::debug::Fetch| {
                        let own = texel.element.map(|first| first..first + texel.lanes);
                        texel.input == fetch.input && own.is_some_and(|own| own.contains(&read))
                    };
                    assert!(texels.iter().any(same), "{what}, {number}: {}[{read}] of {element}", fetch.input);
                }
            }
        }
    }
    let blends =
        capture.steps().iter().any(|step| matches!(step, Step::Pass(pass) if pass.event.operations.blend.is_some()));
    assert!(!blends || blended > 0, "{what}: nothing that was blended has been compared");
    [looked, refused]
}

/// Looks into what ran; that the device lacks something is no failure.
fn look<R>(what: &str, device: &Device, work: impl FnOnce() -> Result<R, Error>) -> [usize; 2] {
    match device.capture(work) {
        Ok((_, capture)) => check(what, &capture),
        Err(error) => {
            assert!(error.is_missing_feature(), "{what}: {error}");
            [0, 0]
        }
    }
}

/// Every primitive by every method.
fn toolkit(chip: Chip, layout: Layout) -> [usize; 2] {
    let device = Device::emulated(chip).unwrap();
    let values: Vec<f32> = (0..75).map(|i| ((i * 7919 + i / 5) % 31) as f32 - 9.0).collect();
    let mut sorted = values.clone();
    sorted.sort_by(f32::total_cmp);
    let x = device.upload_with(values.len(), layout, &values).unwrap();
    let ordered = device.upload_with(values.len(), layout, &sorted).unwrap();
    let places: Vec<[f32; 2]> = values.iter().map(|&x| [x, 1.0]).collect();
    let payload = device.upload(&places).unwrap();
    let sum = Operator::sum();
    let map = "x > 3.0 ? sin(x) / x : exp2(fract(x * 0.3))";
    let mut all = vec![look("map", &device, || primitives::map(&device, map).input("x", &x).run::<f32>())];
    for method in Reduce::ALL {
        all.push(look(method.name(), &device, || primitives::reduce_by(&x, &sum, method)));
    }
    for method in Scan::ALL {
        all.push(look(method.name(), &device, || primitives::scan_by(&x, &sum, method)));
    }
    for method in Sort::WITH_PAYLOAD {
        let options = SortOptions::default().method(method);
        all.push(look(method.name(), &device, || primitives::sort_with(&x, options)));
        all.push(look(method.name(), &device, || primitives::sort_pairs_with(&x, &payload, options.stable())));
    }
    for method in Search::ALL {
        all.push(look(method.name(), &device, || primitives::lower_bound_by(&ordered, &x, method)));
    }
    for method in Filter::ALL {
        all.push(look(method.name(), &device, || primitives::filter_by(&x, "x > 0", method)));
    }
    [0, 1].map(|k| all.iter().map(|counts| counts[k]).sum())
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn fragments_write_what_the_passes_of_the_toolkit_wrote() {
    // R420 and G70 compute as others do.
    for chip in [Chip::R300, Chip::R520, Chip::Nv30, Chip::Nv40, Chip::G80, Chip::None] {
        let [looked, refused] = toolkit(chip, Layout::Plain);
        assert!(looked > 150, "{chip}: {looked} fragments");
        assert!(refused > 10, "{chip}: {refused} components of fragments that fail a test");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn fragments_write_what_packed_passes_wrote() {
    for chip in [Chip::None, Chip::R420, Chip::Nv40, Chip::G80] {
        let [looked, _] = toolkit(chip, Layout::Packed);
        assert!(looked > 60, "{chip}: {looked} fragments");
    }
}

const LOOP: &str = "
input float x;
output float y;
void main() {
    float sum = 0.0;
    for (float k = 0.0; k < fetch(x, here()); k += 1.0) { sum += k; }
    y = sum;
}
";

fn looped(chip: Chip) -> brooklet::backend::debug::Fragment {
    let device = Device::emulated(chip).unwrap();
    let kernel = device.kernel(&Source::new("sum.frag", LOOP)).unwrap();
    let x = device.upload(&[2.0, 5.0, 0.0]).unwrap();
    let mut y: Stream<f32> = device.stream(3).unwrap();
    let run = || device.pass(&kernel).input("x", &x).output("y", &mut y).run();
    let (_, capture) = device.capture(run).unwrap();
    let mut replay = capture.replay();
    replay.seek(0).unwrap();
    replay.debug(1).unwrap().remove(0)
}

#[test]
fn steps_of_a_loop_have_their_iteration() {
    for chip in [Chip::Nv40, Chip::R520, Chip::G80, Chip::None] {
        let fragment = looped(chip);
        assert_eq!(f32::from_bits(fragment.outputs[0].words[0]), 10.0, "{chip}");
        let last = fragment.steps.iter().filter_map(|step| step.iterations.last()).max();
        assert_eq!(last, Some(&6), "{chip}: the sixth is left");
        let left = fragment.steps.iter().filter(|step| step.flow == Some(Flow::Leave(true))).count();
        assert!(left >= 1, "{chip}");
        // The line of the loop is the dearest.
        let lines = brooklet::backend::debug::lines(&fragment.program, &fragment.counts);
        assert_eq!(lines[0].line, 6, "{chip}");
        assert_eq!(lines.iter().map(|line| line.fetched).sum::<u64>(), fragment.fetched);
    }
}

#[test]
fn text_and_json_say_what_a_step_did() {
    let fragment = looped(Chip::Nv40);
    let text = fragment.to_text(brooklet::backend::debug::TextOptions { hex: true, max: Some(9) });
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(text.starts_with("sum on nv40: fragment (1, 0), element 1\n"), "{text}");
    assert!(text.contains("-- sum.frag:6: for (float k = 0.0;") && text.contains("x[1] at (1, 0)"), "{text}");
    assert!(text.contains("40a00000") && text.contains("instructions more"), "{text}");
    let json = fragment.to_json();
    let steps = json["steps"].as_array().unwrap();
    assert_eq!(steps.len() as u64, fragment.executed);
    let fetch = steps.iter().find(|step| !step["fetch"].is_null()).unwrap();
    assert_eq!((fetch["fetch"]["name"].as_str(), fetch["fetch"]["element"].as_u64()), (Some("x"), Some(1)));
    assert_eq!(fetch["fetch"]["values"][0].as_f64(), Some(5.0));
    let line = fetch["line"].as_u64().unwrap() as usize;
    assert!(json["listing"][line - 1].as_str().unwrap().contains("TEX"), "{fetch}");
    assert_eq!(json["outputs"][0]["bits"][0].as_str(), Some("41200000"));
}

#[test]
fn what_is_not_drawn_is_refused() {
    let device = Device::emulated(Chip::R300).unwrap();
    let x = device.upload(&[1.0; 10]).unwrap();
    let run = || primitives::map(&device, "x + 1.0").input("x", &x).run::<f32>();
    let (_, capture) = device.capture(run).unwrap();
    let mut replay = capture.replay();
    assert!(matches!(replay.debug(0), Err(Error::Capture(CaptureError::NoPass { .. }))));
    replay.seek(0).unwrap();
    let error = replay.debug(10).unwrap_err().to_string();
    assert_eq!(error, "pass `map` has no element 10: its outputs have 10");
    let error = replay.debug_at(3, 2).unwrap_err().to_string();
    assert_eq!(error, "pass `map` draws no fragment (3, 2): it is drawn over 4 × 2 at (0, 0) and 2 × 1 at (0, 2)");
}
