//! The GLSL that programs become, in each dialect and cut in two ways, beside the programs; a driver compiles each.
//! After a change on purpose: `UPDATE_EXPECT=1 cargo test --test brook goldens`, and look at the difference.

use crate::support;

use std::path::{Path, PathBuf};

use brooklet::brook::{CallLayouts, InputLayout, Plan, PlanLimits, Role, Unit};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Dialect, Layout, glsl};
use expect_test::expect_file;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/brook/goldens");
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "br"));
    found.sort();
    assert!(found.len() >= 5, "the programs have moved");
    found
}

fn unit(path: &Path) -> Unit {
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    Unit::compile(name, &text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

fn plans(unit: &Unit, shapes: impl Fn(&brooklet::brook::ir::StreamKernel) -> CallLayouts, outputs: usize) -> Vec<Plan> {
    let targets = PlanLimits { outputs, inputs: 16, ..PlanLimits::default() };
    unit.kernels.iter().map(|kernel| unit.plan(kernel, &shapes(kernel), targets).unwrap()).collect()
}

fn compiles(device: &Device, plans: &[Plan]) {
    for pass in plans.iter().flat_map(|plan| &plan.passes) {
        let loaded = device.load(pass.kernel.clone());
        // What a dialect has no words for, the goldens say so of: a device of that dialect refuses it alike.
        match (loaded, glsl::text(&pass.kernel, support::dialect(device), Layout::Plain)) {
            (Ok(_), Ok(_)) => {}
            (Err(error), Err(lacks)) => {
                let error = error.to_string();
                assert!(error.contains(&format!(" needs {}, which this device (", lacks.what)), "{error}");
            }
            (Err(error), Ok(text)) => panic!("{error}\n{text}"),
            // Listings of G80 have more than those of ARB_fragment_program.
            (Ok(_), Err(_)) if support::chip() == Some(Chip::G80) => {}
            (Ok(_), Err(lacks)) => panic!("a device takes what it should refuse: {lacks}"),
        }
    }
}

#[test]
fn programs_become_this_glsl() {
    for path in programs() {
        let unit = unit(&path);
        for dialect in Dialect::ALL {
            let mut text = String::new();
            for outputs in [4, 1] {
                for pass in plans(&unit, CallLayouts::as_written, outputs).iter().flat_map(|plan| &plan.passes) {
                    let shader = glsl::text(&pass.kernel, dialect, Layout::Plain)
                        .unwrap_or_else(|lacks| format!("// {lacks}\n"));
                    text += &format!("// {outputs} at a time: {}\n{shader}\n", pass.name());
                }
            }
            expect_file![path.with_extension(format!("{}.glsl", dialect.name()))].assert_eq(&text);
        }
    }
}

#[test]
fn a_driver_takes_every_form_of_them() {
    support::each_dialect(|device| {
        // What a chip lacks, no text of OpenGL says.
        if device.info().dialect.is_none() {
            support::lacks(device, "texts of OpenGL");
            return;
        }
        for path in programs() {
            let unit = unit(&path);
            for outputs in [4, 1] {
                compiles(device, &plans(&unit, CallLayouts::as_written, outputs));
                for (dimensions, input) in (1..=4).flat_map(|d| [(d, InputLayout::Resized), (d, InputLayout::Strided)])
                {
                    let shapes = |kernel: &brooklet::brook::ir::StreamKernel| CallLayouts {
                        output: dimensions,
                        parameters: kernel
                            .parameters
                            .iter()
                            .map(|parameter| match parameter.role {
                                Role::Gather { .. } => InputLayout::Gathered { dimensions, placed: true },
                                _ => input,
                            })
                            .collect(),
                    };
                    compiles(device, &plans(&unit, shapes, outputs));
                }
            }
        }
    });
}
