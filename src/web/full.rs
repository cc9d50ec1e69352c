//! What only the larger build has: emulated chips, and Brook programs.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::brook::{self, Program, Role, Type};
use crate::fragment_program::Chip;
use crate::ir::StreamKernel;
use crate::{Components, Device, Layout};

use super::device::RawDevice;
use super::error::{Call, failed, thrown};
use super::kernels::{Constants, shape};
use super::table::{AnyStream, with_texels};

/// Returns the object for an error of Brook.
fn brook_failed(error: brook::Error) -> wasm_bindgen::JsValue {
    match error {
        brook::Error::Device(error) => failed(error),
        brook::Error::Compile(diagnostics) => {
            super::error::diagnosed("brook", &diagnostics, &diagnostics.render(false))
        }
        error => thrown("brook", &error.to_string()),
    }
}

/// A Brook program on a device.
#[wasm_bindgen]
pub struct RawProgram {
    program: Program,
}

#[wasm_bindgen]
impl RawProgram {
    /// Returns the names of the kernels and reductions, a line each.
    pub fn kernels(&self) -> String {
        let unit = self.program.unit();
        let line = |kernel: &StreamKernel| {
            let kind = if is_reduction(kernel) { "reduction" } else { "kernel" };
            format!("{kind} {}\n", kernel.name)
        };
        unit.kernels.iter().map(line).collect()
    }
}

fn is_reduction(kernel: &StreamKernel) -> bool {
    kernel.parameters.iter().any(|parameter| parameter.role == Role::Accumulator)
}

#[wasm_bindgen]
impl RawDevice {
    /// Opens a device that emulates a chip, without a context.
    pub fn emulated(name: &str) -> Call<RawDevice> {
        let chip = Chip::ALL.into_iter().find(|chip| chip.name() == name).ok_or_else(|| {
            let names = Chip::ALL.map(Chip::name).join(", ");
            thrown("chip", &format!("there is no chip {name}: there are {names}"))
        })?;
        Ok(RawDevice::of(Device::emulated(chip).map_err(failed)?, None))
    }

    /// Compiles a Brook program.
    pub fn brook(&self, text: &str) -> Call<RawProgram> {
        let program = self.device.batch(|| Program::compile(&self.device, "program.br", text));
        Ok(RawProgram { program: program.map_err(brook_failed)? })
    }

    /// Runs a kernel of a Brook program. Returns the outputs' names, and puts the numbers of their streams into `RawOutputs`.
    #[allow(clippy::too_many_arguments, reason = "the border has no other types")]
    pub fn run_brook(
        &self,
        program: &RawProgram,
        kernel: &str,
        names: Vec<String>,
        ids: &[u32],
        constants: Vec<String>,
        sizes: &[u8],
        numbers: &[f64],
        extents: &[u32],
    ) -> Call<RawOutputs> {
        let RawProgram { program } = program;
        let streams = self.all(ids)?;
        let values = Constants { names: &constants, sizes, numbers }.floats();
        let declared = program.unit().kernels.iter().find(|own| own.name == kernel);
        let of_inputs = streams.first().map(|stream| super::table::with_stream!(&**stream, stream => stream.shape()));
        let shape = match (extents, of_inputs) {
            ([], Some(shape)) => shape,
            ([], None) => {
                return Err(thrown("shape", &format!("kernel {kernel} has no streams: give the shape of its results")));
            }
            (extents, _) => shape(extents)?,
        };
        self.device.batch(|| {
            let mut call = program.kernel(kernel).map_err(brook_failed)?;
            let outputs = declared.map(|kernel| &kernel.parameters[..]).unwrap_or_default().iter();
            let outputs = outputs.filter(|parameter| matches!(parameter.role, Role::Output | Role::Variable { .. }));
            let mut results: Vec<(String, AnyStream)> = Vec::new();
            for parameter in outputs {
                let Type::Float(components) = parameter.ty else {
                    let message = format!(
                        "output {} of kernel {kernel} is not of floats: run the program by the command",
                        parameter.name
                    );
                    return Err(thrown("brook", &message));
                };
                let device = &self.device;
                let stream: Result<AnyStream, crate::Error> = match components {
                    Components::One => device.stream_with::<f32>(shape, Layout::Plain).map(Into::into),
                    Components::Two => device.stream_with::<[f32; 2]>(shape, Layout::Plain).map(Into::into),
                    Components::Three => device.stream_with::<[f32; 3]>(shape, Layout::Plain).map(Into::into),
                    Components::Four => device.stream_with::<[f32; 4]>(shape, Layout::Plain).map(Into::into),
                };
                results.push((parameter.name.clone(), stream.map_err(failed)?));
            }
            for (name, stream) in names.iter().zip(&streams) {
                call = with_texels!(&**stream, "a kernel of Brook", stream => Ok(call.stream(name, stream)))?;
            }
            for (name, value) in &values {
                call = match value[..] {
                    [x] => call.constant(name, x),
                    [x, y] => call.constant(name, [x, y]),
                    [x, y, z] => call.constant(name, [x, y, z]),
                    [x, y, z, w] => call.constant(name, [x, y, z, w]),
                    _ => call,
                };
            }
            for (name, stream) in &mut results {
                call = with_texels!(stream, "a kernel of Brook", stream => Ok(call.output(name, stream)))?;
            }
            call.run().map_err(brook_failed)?;
            let (names, ids) = results.into_iter().map(|(name, stream)| (name, self.streams.insert(stream))).unzip();
            Ok(RawOutputs { names, ids })
        })
    }

    /// Reduces a stream by a reduction of a Brook program.
    pub fn reduce_brook(&self, program: &RawProgram, reduction: &str, name: &str, id: u32) -> Call<f32> {
        let stream = self.streams.get(id)?;
        self.device.batch(|| {
            let call = program.program.reduction(reduction).map_err(brook_failed)?;
            let call = with_texels!(&*stream, "a reduction of Brook", stream => Ok(call.stream(name, stream)))?;
            call.value::<f32>().map_err(brook_failed)
        })
    }
}

/// The outputs of a kernel of Brook.
#[wasm_bindgen]
pub struct RawOutputs {
    names: Vec<String>,
    ids: Vec<u32>,
}

#[wasm_bindgen]
impl RawOutputs {
    /// Returns their names.
    pub fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Returns the numbers of their streams.
    pub fn ids(&self) -> Vec<u32> {
        self.ids.clone()
    }
}
