//! Hierarchical z and early z of the emulated chips: what they spare, by the cost model, and when they do not work.

use brooklet::fragment_program::Chip;
use brooklet::fragment_program::cost::Model;
use brooklet::kernel::Source;
use brooklet::{Compare, DepthStencil, DepthTest, Device, Kernel, Rect, StencilOperation, StencilTest, Stream};

/// The columns and rows of the streams.
const SIDE: usize = 20;

struct Scene {
    device: Device,
    kernel: Kernel,
    x: Stream<f32>,
    y: Stream<f32>,
    buffer: DepthStencil,
}

impl Scene {
    /// Makes a buffer whose first 12 columns are near, by a pass that does not lose the hierarchy.
    fn new(chip: Chip) -> Scene {
        let device = Device::emulated(chip).unwrap();
        let text = "input float x; output float y; void main() { y = fetch(x, here()); }";
        let kernel = device.kernel(&Source::new("copy", text)).unwrap();
        let x = device.upload_shaped([SIDE, SIDE], &[1.0; SIDE * SIDE]).unwrap();
        let y = device.upload_shaped([SIDE, SIDE], &[0.0; SIDE * SIDE]).unwrap();
        let buffer = device.depth_stencil(&y).unwrap();
        let mut scene = Scene { device, kernel, x, y, buffer };
        scene.mark();
        scene
    }

    fn mark(&mut self) {
        let Scene { device, kernel, x, y, buffer } = self;
        let pass = device.pass(kernel).input("x", x).output("y", y).rectangle(Rect::new(0, 0, 12, SIDE));
        pass.depth_stencil(buffer).depth_test(DepthTest::new(Compare::Less).at(0.25).write()).run().unwrap();
    }

    /// Draws all, and returns the number of fragments that ran, and the predicted time of the tests, in nanoseconds.
    fn drawn(&mut self, depth: DepthTest, stencil: Option<StencilTest>, count: bool) -> (u64, f64) {
        let Scene { device, kernel, x, y, buffer } = self;
        let mut query = device.occlusion_query().unwrap();
        let (result, trace) = device.traced(|| {
            let pass = device.pass(kernel).input("x", x).output("y", y).depth_stencil(buffer).depth_test(depth);
            let pass = if let Some(test) = stencil { pass.stencil_test(test) } else { pass };
            if count { pass.count(&mut query).run() } else { pass.run() }
        });
        result.unwrap();
        let pass = trace.passes().next().unwrap();
        (pass.cost.fragments, pass.cost.predicted.unwrap().tests * 1e9)
    }
}

#[test]
fn the_nearest_depths_reject_what_has_to_be_farther() {
    for chip in [Chip::R300, Chip::R420, Chip::R520] {
        let near = || {
            let mut scene = Scene::new(chip);
            scene.buffer.clear(0.0, 0).unwrap();
            let Scene { device, kernel, x, y, buffer } = &mut scene;
            let pass = device.pass(kernel).input("x", x).output("y", y).rectangle(Rect::new(0, 0, 12, SIDE));
            pass.depth_stencil(buffer).depth_test(DepthTest::new(Compare::Greater).at(0.75).write()).run().unwrap();
            scene
        };
        let farther = DepthTest::new(Compare::Greater).at(0.5);
        let blocks = time(chip, ALL - BLOCKS, BLOCKS);
        same(near().drawn(farther, None, false), (FAR, blocks), chip.name());
        // Where it equals 0, it is nearer than all in the first blocks.
        let wanted = if chip == Chip::R520 { blocks } else { time(chip, ALL, 0) };
        same(near().drawn(DepthTest::new(Compare::Equal).at(0.0), None, false), (FAR, wanted), chip.name());
    }
}

#[test]
fn parts_of_blocks_are_rejected_in_rectangles() {
    let mut scene = Scene::new(Chip::R420);
    let Scene { device, kernel, x, y, buffer } = &mut scene;
    let (result, trace) = device.traced(|| {
        // 5 columns of near blocks, and 9 others; of 10 rows the scissor leaves 6.
        let pass = device.pass(kernel).input("x", x).output("y", y).rectangle(Rect::new(3, 1, 14, 10));
        let pass = pass.scissor(Rect::new(0, 5, SIDE, SIDE)).depth_stencil(buffer);
        pass.depth_test(DepthTest::new(Compare::Less).at(0.5)).run()
    });
    result.unwrap();
    let tests = trace.passes().next().unwrap().cost.predicted.unwrap().tests * 1e9;
    let wanted = time(Chip::R420, 9 * 6, 5 * 6);
    assert!((tests - wanted).abs() < 1e-6 * wanted, "{tests} and not {wanted}");
}

#[test]
fn points_that_write_depths_lose_it() {
    let mut scene = Scene::new(Chip::R420);
    let Scene { device, kernel, x, y, buffer } = &mut scene;
    let places = device.upload(&[0.0, 1.0]).unwrap();
    let pass = device.pass(kernel).input("x", x).output("y", y).points(&places).depth_stencil(buffer);
    pass.depth_test(DepthTest::new(Compare::Greater).at(0.9).write()).run().unwrap();
    let behind = DepthTest::new(Compare::Less).at(0.5);
    // Both points are far now, and share their block of 2 × 2 with near ones.
    let (_, tests) = scene.drawn(behind, None, false);
    let wanted = time(Chip::R420, ALL, 0);
    assert!((tests - wanted).abs() < 1e-6 * wanted, "{tests} and not {wanted}");
}

/// The time of the tests, in nanoseconds.
fn time(chip: Chip, tested: usize, rejected: usize) -> f64 {
    let model = Model::of(chip).unwrap();
    let reject = model.rejects.map_or(0.0, |rate| rejected as f64 / rate.value);
    tested as f64 / model.tests.value + reject
}

fn same((ran, found): (u64, f64), (wanted_ran, wanted): (usize, f64), context: &str) {
    assert_eq!(ran, wanted_ran as u64, "{context}");
    assert!((found - wanted).abs() < 1e-6 * wanted, "{context}: {found} and not {wanted}");
}

const ALL: usize = SIDE * SIDE;
/// The fragments of the first 8 columns, whose blocks of 8 × 8 are near as a whole. Those of columns 8 to 11 share blocks with others.
const BLOCKS: usize = 8 * SIDE;
/// The fragments that are not behind.
const FAR: usize = 8 * SIDE;

#[test]
fn blocks_that_are_nearer_as_a_whole_are_rejected() {
    let behind = DepthTest::new(Compare::Less).at(0.5);
    for chip in [Chip::R300, Chip::R420, Chip::R520] {
        let wanted = (FAR, time(chip, ALL - BLOCKS, BLOCKS));
        same(Scene::new(chip).drawn(behind, None, false), wanted, chip.name());
        same(Scene::new(chip).drawn(behind.write(), None, false), wanted, chip.name());
    }
    // What GeForces reject is not known.
    same(Scene::new(Chip::Nv40).drawn(behind, None, false), (FAR, time(Chip::Nv40, ALL, 0)), "nv40");
}

#[test]
fn passes_it_does_not_suit_test_each_fragment() {
    let chip = Chip::R420;
    let each = time(chip, ALL, 0);
    let keep = StencilTest::new(Compare::Always, 0).pass(StencilOperation::Increment);
    let behind = DepthTest::new(Compare::Less).at(0.5);
    same(Scene::new(chip).drawn(behind, Some(keep), false), (FAR, time(chip, ALL - BLOCKS, BLOCKS)), "stencil");
    same(Scene::new(chip).drawn(behind, Some(keep.depth_fail(StencilOperation::Zero)), false), (FAR, each), "fails");
    // A query runs all.
    same(Scene::new(chip).drawn(behind, None, true), (ALL, each), "query");
    // The other direction: all but the near ones fail.
    let farther = DepthTest::new(Compare::Greater).at(0.5);
    same(Scene::new(chip).drawn(farther, None, false), (ALL - FAR, each), "greater");
    let same_depth = DepthTest::new(Compare::Equal).at(1.0);
    same(Scene::new(chip).drawn(same_depth, None, false), (FAR, each), "equal");
    let wanted = (FAR, time(Chip::R520, ALL - BLOCKS, BLOCKS));
    same(Scene::new(Chip::R520).drawn(same_depth, None, false), wanted, "equal on r520");
}

#[test]
fn what_was_lost_comes_back_with_a_clear() {
    let chip = Chip::R420;
    let behind = DepthTest::new(Compare::Less).at(0.5);
    let (each, blocks) = (time(chip, ALL, 0), time(chip, ALL - BLOCKS, BLOCKS));
    let mut scene = Scene::new(chip);
    // It does not suit, and writes nothing: what is known stays.
    scene.drawn(DepthTest::new(Compare::NotEqual).at(0.0), None, false);
    same(scene.drawn(behind, None, false), (FAR, blocks), "kept");
    // It writes depths.
    scene.drawn(DepthTest::new(Compare::Greater).at(0.0).write(), None, false);
    same(scene.drawn(behind, None, false), (FAR, each), "lost");
    scene.buffer.clear(1.0, 0).unwrap();
    scene.mark();
    same(scene.drawn(behind, None, false), (FAR, blocks), "cleared");
    // A kernel that writes its depth loses it, too.
    let text = "input float x; output depth z; void main() { z = fetch(x, here()); }";
    let kernel = scene.device.kernel(&Source::new("deep", text)).unwrap();
    let pass = scene.device.pass(&kernel).input("x", &scene.x).depth_stencil(&mut scene.buffer);
    pass.depth_test(DepthTest::new(Compare::Less).write()).run().unwrap();
    same(scene.drawn(behind, None, false), (FAR, each), "a kernel's depth");
}
