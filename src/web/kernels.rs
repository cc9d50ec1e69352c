//! Expressions and kernels of one's own.

use std::rc::Rc;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::ir::Type;
use crate::kernel::Source;
use crate::primitives::{self, Map};
use crate::{Components, Kernel, Layout, Shape, Value};

use super::device::RawDevice;
use super::error::{Call, failed, thrown};
use super::table::{AnyStream, with_stream, with_texels};

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

/// The values of constants: their names, the number of components of each (0 for a bool), and all components.
pub(super) struct Constants<'a> {
    pub names: &'a [String],
    pub sizes: &'a [u8],
    pub numbers: &'a [f64],
}

impl<'a> Constants<'a> {
    /// Returns each name with its components.
    #[cfg(feature = "web-full")]
    pub fn floats(&self) -> Vec<(&'a str, Vec<f32>)> {
        let mut rest = self.numbers;
        let mut next = |size: &u8| {
            let (own, others) = rest.split_at(usize::from(*size).max(1).min(rest.len()));
            rest = others;
            own.iter().map(|number| *number as f32).collect()
        };
        self.names.iter().zip(self.sizes).map(|(name, size)| (name.as_str(), next(size))).collect()
    }

    /// Returns each name with its value, which takes the type that the kernel declares, if there is one.
    fn values(&self, kernel: Option<&Kernel>) -> Call<Vec<(&'a str, Value)>> {
        let mut rest = self.numbers;
        let mut values = Vec::new();
        for (name, size) in self.names.iter().zip(self.sizes) {
            let (own, others) = rest.split_at(usize::from(*size).max(1).min(rest.len()));
            rest = others;
            let floats: Vec<f32> = own.iter().map(|number| *number as f32).collect();
            let constants = kernel.map(|kernel| &kernel.interface().constants);
            let declared = constants.and_then(|all| all.iter().find(|constant| constant.name == *name));
            let value = match (&floats[..], *size) {
                ([flag], 0) => Value::Bool(*flag != 0.0),
                ([_], _) if declared.is_some_and(|constant| constant.ty == Type::Index || constant.ty.is_integer()) => {
                    index(name, own[0])?
                }
                ([x], _) => Value::Float(*x),
                ([x, y], _) => Value::Vec2([*x, *y]),
                ([x, y, z], _) => Value::Vec3([*x, *y, *z]),
                ([x, y, z, w], _) => Value::Vec4([*x, *y, *z, *w]),
                _ => {
                    let message = format!("the constant {name} has {size} components: a vector has 2 to 4");
                    return Err(thrown("type", &message));
                }
            };
            values.push((name.as_str(), value));
        }
        Ok(values)
    }
}

/// Returns the value of a constant of an integer type.
fn index(name: &str, number: f64) -> Call<Value> {
    if number.fract() != 0.0 || number.abs() > f64::from(u32::MAX) {
        return Err(thrown("type", &format!("the constant {name} is an integer of 32 bits, and {number} is none")));
    }
    Ok(Value::Index(number as i64))
}

#[wasm_bindgen]
impl RawDevice {
    /// Compiles a kernel.
    pub fn kernel(&self, name: &str, text: String) -> Call<RawKernel> {
        let source = Source::new(name.to_owned(), text);
        self.device.batch(|| Ok(RawKernel { kernel: self.device.kernel(&source).map_err(failed)? }))
    }

    /// Evaluates an expression for each element of the streams of these names. Without streams, it needs extents.
    pub fn map(
        &self,
        expression: &str,
        names: Vec<String>,
        ids: &[u32],
        constants: Vec<String>,
        sizes: &[u8],
        numbers: &[f64],
        extents: &[u32],
    ) -> Call<u32> {
        let streams = self.all(ids)?;
        let values = Constants { names: &constants, sizes, numbers }.values(None)?;
        self.device.batch(|| {
            let make = || -> Call<Map<'_>> {
                let mut map = primitives::map(&self.device, expression);
                for (name, stream) in names.iter().zip(&streams) {
                    map = with_texels!(&**stream, "a map", stream => Ok(map.input(name, stream)))?;
                }
                if !extents.is_empty() {
                    map = map.shape(shape(extents)?);
                }
                Ok(values.iter().fold(map, |map, (name, value)| map.constant(name, *value)))
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

    /// Runs a kernel for each element of streams of these extents; without them, for each element of its inputs. Returns the
    /// outputs.
    pub fn run(
        &self,
        kernel: &RawKernel,
        names: Vec<String>,
        ids: &[u32],
        constants: Vec<String>,
        sizes: &[u8],
        numbers: &[f64],
        extents: &[u32],
    ) -> Call<Vec<u32>> {
        let RawKernel { kernel } = kernel;
        let streams = self.all(ids)?;
        let values = Constants { names: &constants, sizes, numbers }.values(Some(kernel))?;
        let shape = match extents {
            [] => common_shape(kernel, &names, &streams)?,
            extents => shape(extents)?,
        };
        self.device.batch(|| {
            let packed = |stream: &Rc<AnyStream>| with_stream!(&**stream, stream => stream.layout() == Layout::Packed);
            let outputs = &kernel.interface().outputs;
            let floats = outputs.iter().all(|port| port.components() == Components::One);
            let layout = if floats && !streams.is_empty() && streams.iter().all(packed) {
                Layout::Packed
            } else {
                Layout::Plain
            };
            let output = |components: Components| -> Result<AnyStream, crate::Error> {
                let device = &self.device;
                Ok(match components {
                    Components::One => device.stream_with::<f32>(shape, layout)?.into(),
                    Components::Two => device.stream_with::<[f32; 2]>(shape, layout)?.into(),
                    Components::Three => device.stream_with::<[f32; 3]>(shape, layout)?.into(),
                    Components::Four => device.stream_with::<[f32; 4]>(shape, layout)?.into(),
                })
            };
            let made = outputs.iter().map(|port| output(port.components()));
            let mut results = made.collect::<Result<Vec<_>, _>>().map_err(failed)?;
            let mut pass = self.device.pass(kernel);
            for (name, stream) in names.iter().zip(&streams) {
                pass = with_texels!(&**stream, "a kernel", stream => Ok(pass.input(name, stream)))?;
            }
            for (name, value) in &values {
                pass = pass.constant(name, *value);
            }
            for (port, result) in outputs.iter().zip(&mut results) {
                pass = with_texels!(result, "a kernel", result => Ok(pass.output(&port.name, result)))?;
            }
            pass.run().map_err(failed)?;
            Ok(results.into_iter().map(|result| self.streams.insert(result)).collect())
        })
    }
}

impl RawDevice {
    /// Returns the streams of these numbers.
    pub(super) fn all(&self, ids: &[u32]) -> Call<Vec<Rc<AnyStream>>> {
        ids.iter().map(|id| self.streams.get(*id)).collect()
    }
}

/// Returns a shape.
pub(super) fn shape(extents: &[u32]) -> Call<Shape> {
    let extents: Vec<usize> = extents.iter().map(|extent| *extent as usize).collect();
    Shape::try_from(extents.as_slice()).map_err(|error| failed(error.into()))
}

/// Returns the shape that all inputs have.
fn common_shape(kernel: &Kernel, names: &[String], streams: &[Rc<AnyStream>]) -> Call<Shape> {
    let shape = |stream: &Rc<AnyStream>| with_stream!(&**stream, stream => stream.shape());
    let mut shapes = names.iter().zip(streams.iter().map(shape));
    let Some((first, shape)) = shapes.next() else {
        return Err(thrown("shape", &format!("kernel {} has no inputs: give the shape of its results", kernel.name())));
    };
    match shapes.find(|(_, other)| *other != shape) {
        None => Ok(shape),
        Some((second, other)) => Err(thrown(
            "shape",
            &format!(
                "{first} has the shape {shape}, and {second} {other}: give the shape of the results of kernel {}",
                kernel.name()
            ),
        )),
    }
}
