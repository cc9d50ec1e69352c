//! What only the larger build has: emulated chips, and Brook programs.

use std::rc::Rc;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::brook::{self, Program, Role, Type};
use crate::fragment_program::Chip;
use crate::ir::{Parameter, StreamKernel};
use crate::{Device, Layout, Shape, Value};

use super::bindings::RawBindings;
use super::device::RawDevice;
use super::error::{Call, failed, thrown};
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

    /// Runs a kernel of a Brook program. Returns its outputs.
    pub fn run_brook(&self, program: &RawProgram, kernel: &str, bindings: RawBindings) -> Call<RawOutputs> {
        let RawProgram { program } = program;
        let streams = bindings.streams(self)?;
        let declared = program.unit().kernels.iter().find(|own| own.name == kernel);
        let parameters = declared.map(|kernel| &kernel.parameters[..]).unwrap_or_default();
        let shape = match bindings.shape()? {
            Some(shape) => shape,
            None => shape_of_inputs(kernel, parameters, &streams)?,
        };
        self.device.batch(|| {
            let mut call = program.kernel(kernel).map_err(brook_failed)?;
            let mut results: Vec<(&str, AnyStream)> = Vec::new();
            for parameter in parameters {
                if !parameter.role.is_output() {
                    continue;
                }
                let (name, Type::Float(components)) = (&parameter.name, parameter.ty) else {
                    let what = format!("output {} of kernel {kernel} is not of floats", parameter.name);
                    return Err(thrown("brook", &format!("{what}: run the program by the command")));
                };
                let mut made = AnyStream::new(&self.device, components, shape, Layout::Plain)?;
                // Elements that nothing is written to keep what they held.
                if let Role::Scatter { .. } = parameter.role {
                    with_texels!(&mut made, "a kernel of Brook", stream => {
                        stream.write(&vec![bytemuck::Zeroable::zeroed(); stream.len()]).map_err(failed)
                    })?;
                }
                results.push((name, made));
            }
            for (name, stream) in &streams {
                call = with_texels!(&**stream, "a kernel of Brook", stream => Ok(call.stream(name, stream)))?;
            }
            for (name, constant) in bindings.constants() {
                let integer = parameters.iter().any(|own| own.name == name && own.ty == Type::INT);
                call = match constant.value(name, integer)? {
                    Value::Float(x) => call.constant(name, x),
                    Value::Vec2(v) => call.constant(name, v),
                    Value::Vec3(v) => call.constant(name, v),
                    Value::Vec4(v) => call.constant(name, v),
                    Value::Index(i) => call.constant(name, i as i32),
                    Value::Bool(flag) => call.constant(name, i32::from(flag)),
                };
            }
            for (name, stream) in &mut results {
                call = with_texels!(stream, "a kernel of Brook", stream => Ok(call.output(name, stream)))?;
            }
            call.run().map_err(brook_failed)?;
            let stream = |(name, stream): (&str, _)| (name.to_owned(), self.streams.insert(stream));
            let (names, ids) = results.into_iter().map(stream).unzip();
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

/// Returns the shape of the streams that a kernel goes through element by element.
fn shape_of_inputs(kernel: &str, parameters: &[Parameter], streams: &[(&str, Rc<AnyStream>)]) -> Call<Shape> {
    let goes_through = |name: &str| parameters.iter().any(|own| own.name == name && own.role.is_stream());
    let first = streams.iter().find(|(name, _)| goes_through(name)).or(streams.first());
    match first {
        Some((_, stream)) => Ok(stream.shape()),
        None => Err(thrown("shape", &format!("kernel {kernel} has no streams: give the shape of its results"))),
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
