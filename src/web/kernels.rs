//! Expressions and kernels of one's own.

use std::rc::Rc;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::ir::{Port, Type};
use crate::kernel::Source;
use crate::machine::StreamBinding;
use crate::primitives::{self, Map};
use crate::{Components, Kernel, Layout, Shape};

use super::bindings::{Constant, RawBindings};
use super::device::RawDevice;
use super::error::{Call, failed, thrown};
use super::table::{AnyStream, with_float_elements};
use super::units::RawUnits;

/// A kernel that is compiled for a device.
#[wasm_bindgen]
pub struct RawKernel {
    kernel: Kernel,
}

#[wasm_bindgen]
impl RawKernel {
    /// Returns what the kernel declares, a line each: the role, the type, and the name.
    pub fn interface(&self) -> String {
        let interface = self.kernel.interface();
        let mut lines = String::new();
        let mut line = |role: &str, ty: &Type, name: &str| lines += &format!("{role} {} {name}\n", ty.name());
        interface.inputs.iter().for_each(|port| line("input", &port.ty, &port.name));
        interface.constants.iter().for_each(|constant| line("constant", &constant.ty, &constant.name));
        interface.outputs.iter().for_each(|port| line("output", &port.ty, &port.name));
        lines
    }
}

#[wasm_bindgen]
impl RawDevice {
    /// Compiles a kernel.
    pub fn kernel(&self, name: &str, text: String) -> Call<RawKernel> {
        let source = Source::new(name.to_owned(), text);
        self.device.batch(|| Ok(RawKernel { kernel: self.device.kernel(&source).map_err(failed)? }))
    }

    /// Evaluates an expression for each element of streams. Without streams, it needs extents.
    pub fn map(&self, expression: &str, bindings: RawBindings) -> Call<u32> {
        let streams = bindings.streams(self)?;
        let value = |(name, constant): (_, Constant<'_>)| Ok((name, constant.value(name, false)?));
        let values = bindings.constants().map(value).collect::<Call<Vec<_>>>()?;
        let shape = bindings.shape()?;
        self.device.batch(|| {
            let make = || -> Call<Map<'_>> {
                let mut map = primitives::map(&self.device, expression);
                for (name, stream) in &streams {
                    map = with_float_elements!(&**stream, "a map", stream => Ok(map.input(name, stream)))?;
                }
                let map = values.iter().fold(map, |map, (name, value)| map.constant(name, *value));
                Ok(match shape {
                    Some(shape) => map.shape(shape),
                    None => map,
                })
            };
            let result: AnyStream = match make()?.components().map_err(failed)? {
                Components::One => make()?.run::<f32>().map_err(failed)?.into(),
                Components::Two => make()?.run::<[f32; 2]>().map_err(failed)?.into(),
                Components::Three => make()?.run::<[f32; 3]>().map_err(failed)?.into(),
                Components::Four => make()?.run::<[f32; 4]>().map_err(failed)?.into(),
            };
            Ok(self.streams.insert(result))
        })
    }

    /// Runs a kernel for each element of streams of the extents; without them, for each element of its inputs. Returns the outputs: 0 for those
    /// that `units` gives.
    pub fn run(&self, kernel: &RawKernel, bindings: RawBindings, units: Option<RawUnits>) -> Call<Vec<u32>> {
        let RawKernel { kernel } = kernel;
        let streams = bindings.streams(self)?;
        let interface = kernel.interface();
        let declared = &interface.constants;
        for port in &interface.inputs {
            if !streams.iter().any(|(name, _)| *name == port.name) {
                let is_constant = bindings.constants().any(|(name, _)| name == port.name);
                let why = if is_constant { "is a stream, and not a number or a vector" } else { "is missing" };
                let (name, port) = (kernel.name(), &port.name);
                let message = format!("kernel {name}: input {port} {why}: give {{ {port}: device.stream(..) }}");
                return Err(thrown(if is_constant { "type" } else { "pass" }, &message));
            }
        }
        let integer =
            |name: &str| declared.iter().any(|own| own.name == name && (own.ty == Type::Index || own.ty.is_integer()));
        let value = |(name, constant): (_, Constant<'_>)| Ok((name, constant.value(name, integer(name))?));
        let values = bindings.constants().map(value).collect::<Call<Vec<_>>>()?;
        let units = units.unwrap_or_default();
        let given = units.given(self, kernel, &streams)?;
        self.device.batch(|| {
            let like = given.outputs.iter().next();
            let asked = bindings.shape()?;
            if let (Some(shape), Some((name, stream))) = (asked, like)
                && stream.shape() != shape
            {
                let own = stream.shape();
                let message =
                    format!("kernel {}: output {name} has the shape {own}, and {shape} is asked for", kernel.name());
                return Err(thrown("shape", &message));
            }
            let is_given = |port: &Port| given.outputs.contains_key(port.name.as_str());
            let missing: Vec<&Port> = interface.outputs.iter().filter(|port| !is_given(port)).collect();
            let mut made = Vec::with_capacity(missing.len());
            if !missing.is_empty() {
                let shape = match (asked, like) {
                    (Some(shape), _) => shape,
                    (None, Some((_, stream))) => stream.shape(),
                    (None, None) => common_shape(kernel, &streams)?,
                };
                let layout = like.map_or_else(|| usual_layout(&missing, &streams), |(_, stream)| stream.layout());
                for port in missing {
                    if let Some((name, _)) = like
                        && (layout, port.components() == Components::One) == (Layout::Packed, false)
                    {
                        let vector = &port.name;
                        let why =
                            format!("output {vector} is a vector, so {name} has to be plain: toLayout(\"plain\")");
                        return Err(thrown("pass", &format!("kernel {}: {why}", kernel.name())));
                    }
                    made.push((port.name.as_str(), AnyStream::new(&self.device, port.components(), shape, layout)?));
                }
            }
            let mut pass = self.device.pass(kernel);
            for (name, stream) in &streams {
                pass = with_float_elements!(&**stream, "a kernel", stream => Ok(pass.input(name, stream)))?;
            }
            for (name, value) in &values {
                pass = pass.constant(name, *value);
            }
            let own = made.iter().map(|(name, stream)| (*name, stream));
            for (name, stream) in own.chain(given.outputs.iter().map(|(name, stream)| (*name, &**stream))) {
                let bound =
                    with_float_elements!(stream, "an output of a kernel", stream => Ok(StreamBinding::of(stream)))?;
                pass = pass.bound_output(name, bound);
            }
            units.run(pass, &given)?;
            let mut made = made.into_iter().map(|(_, stream)| self.streams.insert(stream));
            Ok(interface.outputs.iter().map(|port| if is_given(port) { 0 } else { made.next().unwrap_or(0) }).collect())
        })
    }
}

/// Returns the layout of outputs for which none is given: packed if all streams are so, and no output is a vector.
fn usual_layout(outputs: &[&Port], streams: &[(&str, Rc<AnyStream>)]) -> Layout {
    let floats = outputs.iter().all(|port| port.components() == Components::One);
    let packed = floats && !streams.is_empty() && streams.iter().all(|(_, stream)| stream.layout() == Layout::Packed);
    if packed { Layout::Packed } else { Layout::Plain }
}

/// Returns the shape that all inputs have.
fn common_shape(kernel: &Kernel, streams: &[(&str, Rc<AnyStream>)]) -> Call<Shape> {
    let mut shapes = streams.iter().map(|(name, stream)| (name, stream.shape()));
    let Some((first, shape)) = shapes.next() else {
        return Err(thrown("shape", &format!("kernel {} has no inputs: give the shape of its results", kernel.name())));
    };
    match shapes.find(|(_, other)| *other != shape) {
        None => Ok(shape),
        Some((second, other)) => {
            let name = kernel.name();
            let both = format!("{first} has the shape {shape}, and {second} {other}");
            Err(thrown("shape", &format!("{both}: give the shape of the results of kernel {name}")))
        }
    }
}
