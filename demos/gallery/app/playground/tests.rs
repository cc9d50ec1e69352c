//! Tests of what the playground does without a screen.

#[path = "../../../../tests/support/left_out.rs"]
mod left_out;

use brooklet::brook::ir::{Role, StreamKernel};
use brooklet::{Device, Dialect};

use super::data::Material;
use super::defaults;
use super::program::{Compiled, DEMOS};
use super::run::{self, Stopped};

/// What the interpreter makes of a call: the numbers of the fields of each output.
fn interpreted(kernel: &StreamKernel, prepared: &super::arguments::Prepared) -> Vec<Vec<f32>> {
    let extents = prepared.shape.extents();
    let pushes = kernel.parameters.iter().any(|parameter| matches!(parameter.role, Role::Variable { .. }));
    let arrays = match (kernel.reduction, pushes) {
        (true, _) => kernel.reduce(&[1], &prepared.given).unwrap(),
        (_, true) => kernel.run_pushing(extents, &prepared.given).unwrap().into_iter().flatten().collect(),
        _ => kernel.run(extents, &prepared.given, &[]).unwrap(),
    };
    arrays.into_iter().map(|array| array.values).collect()
}

#[test]
fn every_kernel_of_every_demo_runs_at_once_in_each_dialect() {
    for dialect in Dialect::ALL {
        let device = match Device::builder().dialect(dialect).headless() {
            Ok(device) => device,
            // Mesa has them all, unless it is made to offer less; Wine's WGL has no OpenGL ES.
            Err(error) => {
                let renderer = Device::headless().unwrap().info().renderer.clone();
                let fenced = std::env::vars_os().any(|(name, _)| name.to_string_lossy().ends_with("_VERSION_OVERRIDE"));
                assert!(fenced || cfg!(windows) || !renderer.contains("llvmpipe"), "{}: {error}", dialect.name());
                left_out::left_out(format!("{}: {renderer}", dialect.name()));
                continue;
            }
        };
        for (name, text) in DEMOS {
            let compiled = Compiled::new(name, text);
            let unit = compiled.unit.as_ref().unwrap();
            let program = run::program(&device, unit);
            for kernel in &unit.kernels {
                let place = format!("{name}.br: {} in {}", kernel.name, dialect.name());
                let prepared = defaults::call(kernel).prepare(kernel, &mut Material::default()).expect(&place);
                let done = match run::run(&program, kernel, &prepared) {
                    Ok(done) => done,
                    Err(error) => panic!("{place}: {error:?}"),
                };
                assert!(!done.passes.is_empty(), "{place}");
                let fields: Vec<&run::Field> = done.outputs.iter().flat_map(|output| &output.fields).collect();
                let expected = interpreted(kernel, &prepared);
                assert_eq!(fields.len(), expected.len(), "{place}");
                for (field, expected) in fields.into_iter().zip(&expected) {
                    assert_eq!(field.numbers.len(), expected.len(), "{place}: {}", field.name);
                    let largest = expected.iter().fold(1.0f32, |max, x| max.max(x.abs()));
                    for (at, (got, wanted)) in field.numbers.iter().zip(expected).enumerate() {
                        let same = got == wanted || (got - wanted).abs() <= 2e-4 * largest;
                        assert!(same, "{place}: {}[{at}] is {got}, not {wanted}", field.name);
                    }
                }
                // What is shown is something: not the same number everywhere, but where all that goes in is.
                let flat = ["scan_step", "product", "sum"];
                let varied = expected.iter().any(|numbers| numbers.iter().any(|x| *x != numbers[0]));
                assert!(varied || flat.contains(&kernel.name.as_str()), "{place} is flat");
            }
        }
    }
}

fn refusal(text: &str) -> String {
    let device = Device::headless().unwrap();
    let compiled = Compiled::new("mine", text);
    let kernel = &compiled.unit.as_ref().unwrap().kernels[0];
    let prepared = defaults::call(kernel).prepare(kernel, &mut Material::default()).unwrap();
    let program = run::program(&device, compiled.unit.as_ref().unwrap());
    match run::run(&program, kernel, &prepared) {
        Err(Stopped::Refused(why)) => why,
        Err(Stopped::Failed(why)) => panic!("{why}"),
        Ok(_) => panic!("it ran"),
    }
}

#[test]
fn endless_loops_never_reach_the_device() {
    let start = std::time::Instant::now();
    let why = refusal("kernel void k(float a<>, out float b<>) { b = a; while (1) b += 1; }");
    assert!(why.contains("element 0 take more than 65536 iterations"), "{why}");
    // Only one element of many loops.
    let why = refusal("kernel void k(float a<>, out float b<>) { b = 0; while (indexof(a).x == 77) b += 1; }");
    assert!(why.contains("element 77"), "{why}");
    let why = refusal("reduce void r(float a<>, reduce float b<>) { while (a < 2) b += 1; }");
    assert!(why.contains("more than 65536"), "{why}");
    assert!(start.elapsed().as_secs() < 20, "it takes too long");
}

#[test]
fn what_is_too_much_in_all_is_refused() {
    let text = "kernel void k(float a<>, out float b<>) { float i; b = 0; for (i = 0; i < 60000; i++) b += a; }";
    let compiled = Compiled::new("mine", text);
    let kernel = &compiled.unit.as_ref().unwrap().kernels[0];
    let mut call = defaults::call(kernel);
    call.extents = super::data::Extents::line(1 << 18);
    let prepared = call.prepare(kernel, &mut Material::default()).unwrap();
    let why = run::iterations(kernel, &prepared).unwrap_err();
    assert!(why.contains("262144 elements") && why.contains("67108864"), "{why}");
}

#[test]
fn arguments_stay_while_a_program_is_edited() {
    let before = Compiled::new("a", "kernel void k(float s, float a<>, out float b<>) { b = s * a; }");
    let after = Compiled::new("a", "kernel void k(float t, float a<>, float c<>, out float b<>) { b = t * a + c; }");
    let [before, after] = [&before, &after].map(|compiled| &compiled.unit.as_ref().unwrap().kernels[0]);
    let mut call = defaults::call(before);
    call.extents = super::data::Extents::line(100);
    let super::arguments::Argument::Stream { fields, .. } = &mut call.arguments[1] else { panic!("a stream") };
    fields[0].high = 7.0;
    let kept = defaults::kept(&call, &before.parameters, after);
    assert_eq!(kept.extents, call.extents);
    assert_eq!(kept.arguments[1], call.arguments[1]);
    assert_eq!(kept.arguments.len(), 4);
}

#[test]
fn a_plane_of_pushes_may_be_empty() {
    let device = Device::headless().unwrap();
    let text = "kernel void k(float a<>, vout[1] float b<>) { b = a; if (a > 2) push(b); }";
    let compiled = Compiled::new("mine", text);
    let kernel = &compiled.unit.as_ref().unwrap().kernels[0];
    let prepared = defaults::call(kernel).prepare(kernel, &mut Material::default()).unwrap();
    let done = run::run(&run::program(&device, compiled.unit.as_ref().unwrap()), kernel, &prepared);
    let done = done.unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(done.outputs[0].shape.count(), 0);
    assert!(done.outputs[0].fields[0].numbers.is_empty());
}

#[test]
fn lines_of_programs_lead_to_lines_of_shaders() {
    let compiled = Compiled::new("saxpy", super::program::demo("saxpy").unwrap());
    let unit = compiled.unit.as_ref().unwrap();
    let shaders = super::shaders::Shaders::new(
        unit,
        &unit.kernels[0],
        &compiled.text,
        None,
        Some(brooklet::fragment_program::Chip::R300),
    );
    let line = compiled.text.lines().position(|line| line.contains(" result = alpha * x + y;")).unwrap();
    let comment = compiled.text.lines().position(|line| line.starts_with("//")).unwrap();
    for dialect in Dialect::ALL {
        assert_eq!((shaders.count(line, dialect), shaders.count(comment, dialect)), (1, 0), "{}", dialect.name());
    }
}

#[test]
fn an_address_is_followed_and_what_is_typed_comes_into_it() {
    let device = Device::headless().unwrap();
    let mut settings = super::Settings { scene: crate::app::scene::Scene::Brook, ..super::Settings::default() };
    let mut playground = super::Playground::default();
    settings.kernel = Some("sum".to_owned());
    playground.prepare(&mut settings, &device, 0.0);
    assert_eq!(playground.results()["outputs"]["total"][0], format!("{:08x}", 32640f32.to_bits()));
    assert_eq!(playground.error(), None);

    // A demo is said by its name alone; its text once it has been changed; and neither where that is too long.
    playground.remember(&mut settings);
    assert_eq!((settings.program.as_deref(), settings.source.as_deref()), (Some("saxpy"), None));
    let own = "reduce void sum(float a<>, reduce float total<>) { total = max(total, a); }";
    playground.editor.text = own.to_owned();
    playground.changed = Some((0.0, 0));
    playground.remember(&mut settings);
    assert_eq!(settings.source.as_deref(), Some(own));
    playground.prepare(&mut settings, &device, 0.01);
    assert!(playground.changed.is_some(), "it waits for a pause");
    playground.prepare(&mut settings, &device, 1.0);
    assert_eq!(playground.results()["outputs"]["total"][0], format!("{:08x}", 255f32.to_bits()));
    playground.editor.text = format!("{own}{}", "/* */".repeat(500));
    playground.remember(&mut settings);
    assert_eq!(settings.source, None);
    assert!(playground.left_out().unwrap().contains("2000"));
    playground.prepare(&mut settings, &device, 1.0);
    assert!(playground.editor.text.starts_with(own), "and it is still there");

    // What does not compile leaves what ran, and is no failure of the gallery.
    playground.editor.text = "kernel void k(float a[], out float b<>) { b = a; }".to_owned();
    playground.changed = Some((1.0, 0));
    playground.prepare(&mut settings, &device, 2.0);
    let results = playground.results();
    assert_eq!((results["diagnostics"][0].as_str(), playground.error()), (Some("B0301"), None));
    assert_eq!(results["outputs"]["total"][0], format!("{:08x}", 255f32.to_bits()));

    // Names that nothing has are said.
    (settings.program, settings.source) = (Some("nothing".to_owned()), None);
    playground.prepare(&mut settings, &device, 3.0);
    assert!(playground.error().unwrap().starts_with("there is no program `nothing`; available: saxpy"));
    (settings.program, settings.kernel) = (Some("fft".to_owned()), Some("sum".to_owned()));
    playground.prepare(&mut settings, &device, 3.0);
    assert_eq!(playground.error().unwrap(), "fft has no kernel `sum`; it has reorder, butterfly");
    (settings.program, settings.kernel) = (Some("fft".to_owned()), None);
    playground.known = None;
    playground.prepare(&mut settings, &device, 3.0);
    assert_eq!(playground.error(), None);

    playground.forget();
    assert_eq!(playground.results()["outputs"].as_object().unwrap().len(), 0);
    playground.prepare(&mut settings, &device, 4.0);
    assert_eq!(playground.results()["outputs"]["result"].as_array().unwrap().len(), 2 * 32 * 32);
}

#[test]
fn files_go_to_the_streams() {
    let device = Device::headless().unwrap();
    let mut settings = super::Settings { scene: crate::app::scene::Scene::Brook, ..super::Settings::default() };
    settings.kernel = Some("sum".to_owned());
    let mut playground = super::Playground::default();
    playground.prepare(&mut settings, &device, 0.0);
    let array = brooklet::io::Array { shape: vec![10], components: 1, data: vec![2.0; 10] };
    playground.take_file(crate::app::data::File { name: "two.npy".to_owned(), array }, &settings);
    playground.prepare(&mut settings, &device, 0.0);
    assert_eq!(playground.results()["outputs"]["total"][0], format!("{:08x}", 20f32.to_bits()));
    playground.take_program("mine", "kernel void k(float a<>, out float b<>) { b = a; }".to_owned(), &mut settings);
    playground.prepare(&mut settings, &device, 0.0);
    assert_eq!(playground.results()["outputs"]["b"].as_array().unwrap().len(), 256);
}
