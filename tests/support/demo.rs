//! The programs of `demos/brook/` for the tests, each step held against the interpreter.

use brooklet::Device;
use brooklet::brook::Program;
use brooklet::brook::interpret::{Array, ParameterValue};
use brooklet::brook::ir::StreamKernel;

use super::brook::{close, fitting, map_alone, try_map_with, try_push_with, try_reduce_with};

/// A program of `demos/brook/` on a device, whose every step is held against the interpreter.
pub struct Demo {
    program: Program,
    tolerance: f32,
}

impl Demo {
    pub fn new(device: &Device, name: &str, tolerance: f32) -> Demo {
        let path = format!("{}/demos/brook/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let program = Program::compile(device, name, &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(program.warnings().list, [], "{}", program.warnings());
        Demo { program, tolerance }
    }

    fn kernel(&self, name: &str) -> &StreamKernel {
        self.program.unit().kernel(name).unwrap()
    }

    fn held(&self, name: &str, results: &[Vec<f32>], reference: &[Array]) {
        assert_eq!(results.len(), reference.len(), "{name}");
        for (result, wanted) in results.iter().zip(reference) {
            assert!(close(&wanted.values, result, self.tolerance), "{name}: {result:?} and not {wanted:?}");
        }
    }

    /// Runs a kernel; the values of its outputs, field by field. As all of these none, where it does not fit a chip.
    pub fn map(&self, name: &str, extents: &[usize], given: &[ParameterValue]) -> Option<Vec<Vec<f32>>> {
        let kernel = self.kernel(name);
        let results = fitting(try_map_with(&self.program, kernel, extents, given, &[]))?;
        self.held(name, &results, &kernel.run(extents, given, &[]).unwrap());
        Some(results)
    }

    /// The same, held against nothing: where steps are many.
    pub fn map_alone(&self, name: &str, extents: &[usize], given: &[ParameterValue]) -> Option<Vec<Vec<f32>>> {
        fitting(map_alone(&self.program, self.kernel(name), extents, given, &[]))
    }

    pub fn push(&self, name: &str, extents: &[usize], given: &[ParameterValue]) -> Option<Vec<Vec<Vec<f32>>>> {
        let kernel = self.kernel(name);
        let results = fitting(try_push_with(&self.program, kernel, extents, given))?;
        let reference = kernel.run_pushing(extents, given).unwrap();
        assert_eq!(results.len(), reference.len(), "{name}");
        for (results, reference) in results.iter().zip(reference) {
            self.held(name, results, &reference);
        }
        Some(results)
    }

    pub fn reduce(&self, name: &str, extents: &[usize], given: &[ParameterValue]) -> Option<Vec<Vec<f32>>> {
        let kernel = self.kernel(name);
        let results = fitting(try_reduce_with(&self.program, kernel, extents, given))?;
        self.held(name, &results, &kernel.reduce(extents, given).unwrap());
        Some(results)
    }
}

/// Runs a test on a device of each dialect, as far as its kernels fit.
pub fn each_dialect_that_fits(test: impl Fn(&Device) -> Option<()>) {
    super::each_dialect(|device| {
        test(device);
    });
}
