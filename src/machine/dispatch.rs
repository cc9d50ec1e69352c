//! Dispatches: the only place that runs compute shaders, as [`Pass`](crate::Pass) is the only place that draws.

use std::rc::Rc;

use crate::backend::{self, BufferId, TextureId};
use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::ir::Type;
use crate::texel::Texel;
use crate::trace::{DispatchEvent, Event, Traffic};
use crate::value::Value;

use super::buffer::{Buffer, COUNTER_BYTES};
use super::compiled::Compiled;
use super::device::Device;
use super::element::Element;
use super::recorder::Recorder;
use super::step::{Binding, BufferBinding, DispatchStep, Step};
use super::stream::Stream;
use crate::error::{DeviceError, PassError};

impl Device {
    /// Makes a dispatch of `kernel`.
    pub(crate) fn dispatch<'a>(&self, kernel: &'a Rc<Compiled>) -> Dispatch<'a> {
        Dispatch {
            device: self.clone(),
            kernel,
            buffers: Vec::new(),
            samplers: Vec::new(),
            constants: Vec::new(),
            traffic: Traffic::default(),
        }
    }
}

/// A compute kernel with its arguments. As for a pass, inputs are borrowed and outputs are borrowed mutably.
#[must_use = "a dispatch happens when it is run()"]
pub(crate) struct Dispatch<'a> {
    device: Device,
    kernel: &'a Rc<Compiled>,
    buffers: Vec<(&'a str, bool, BoundBuffer)>,
    samplers: Vec<(&'a str, TextureId, Geometry, Type)>,
    constants: Vec<(&'a str, Value)>,
    traffic: Traffic,
}

/// A borrowed buffer, with the properties that a dispatch needs.
#[derive(Clone, Copy)]
struct BoundBuffer {
    id: BufferId,
    count: usize,
    ty: Type,
    bytes: usize,
}

impl BoundBuffer {
    /// Makes the binding of a buffer. Returns `None` for a buffer without elements.
    fn of<T: Element>(buffer: &Buffer<T>) -> Option<BoundBuffer> {
        Some(BoundBuffer { id: buffer.id()?, count: buffer.len(), ty: T::TYPE, bytes: buffer.bytes() })
    }
}

impl<'a> Dispatch<'a> {
    /// Binds a buffer to the kernel's input `name`.
    pub fn input<T: Element>(mut self, name: &'a str, buffer: &'a Buffer<T>) -> Dispatch<'a> {
        self.buffers.extend(BoundBuffer::of(buffer).map(|bound| (name, false, bound)));
        self.traffic.bytes_read += size_of::<T>() * buffer.len();
        self
    }

    /// Binds a buffer to the kernel's output `name`, or to a buffer that it reads and writes.
    pub fn output<T: Element>(mut self, name: &'a str, buffer: &'a mut Buffer<T>) -> Dispatch<'a> {
        self.buffers.extend(BoundBuffer::of(buffer).map(|bound| (name, true, bound)));
        let bytes = size_of::<T>() * buffer.len();
        self.traffic.bytes_written += bytes;
        if self.kernel.names.updated.iter().any(|updated| updated == name) {
            self.traffic.bytes_read += bytes;
        }
        self
    }

    /// Binds the device's counter to the kernel's `name`. The counter is a word that is 0 when the kernel begins, and that the
    /// kernel must set back to 0 at its end.
    pub fn counter(mut self, name: &'a str) -> Result<Dispatch<'a>, Error> {
        let id = self.device.counter()?;
        self.buffers.push((name, true, BoundBuffer { id, count: 1, ty: Type::UINT, bytes: COUNTER_BYTES }));
        Ok(self)
    }

    /// Binds a stream's texture to the kernel's `name`.
    pub fn texels<T: Texel>(mut self, name: &'a str, stream: &'a Stream<T>) -> Dispatch<'a> {
        let geometry = stream.geometry().texelwise();
        let ty = if stream.layout() == Layout::Packed { Type::floats(4) } else { Type::Float(T::COMPONENTS) };
        self.samplers.extend(stream.texture().map(|texture| (name, texture, geometry, ty)));
        let texels = stream.geometry().texels();
        self.traffic.texels_read += texels;
        self.traffic.bytes_read += texels * T::COMPONENTS.channels().max(stream.layout().lanes()) * 4;
        self
    }

    /// Sets the kernel's constant `name` to a value.
    pub fn constant(mut self, name: &'a str, value: impl Into<Value>) -> Dispatch<'a> {
        self.constants.push((name, value.into()));
        self
    }

    /// Runs it with at least `count` invocations.
    pub fn run_over(self, count: usize) -> Result<(), Error> {
        let groups = count.div_ceil(self.kernel.threads);
        self.run(groups)
    }

    /// Runs it in at least `groups` work groups; with 0, nothing happens.
    ///
    /// # Errors
    /// More work groups than the device can run; the error has both numbers.
    pub fn run(self, groups: usize) -> Result<(), Error> {
        if groups == 0 {
            return Ok(());
        }
        let (backend, compute) = self.device.compute_backend()?;
        let kernel = self.kernel;
        let names = &kernel.names;
        let groups = layout(groups, compute.groups).ok_or_else(|| DeviceError::TooManyGroups {
            kernel: kernel.name.clone(),
            needed: groups,
            limit: compute.groups.iter().fold(1, |product, limit| product.saturating_mul(*limit)),
        })?;
        let missing = |role, name: &str| PassError::Missing {
            kernel: kernel.name.clone(),
            role,
            name: name.to_owned(),
            ty: "of a compute kernel",
        };
        let buffers = names.buffers.iter().map(|(name, writes)| {
            let found = self.buffers.iter().find(|(given, written, _)| given == name && written == writes);
            found.map(|(_, _, bound)| *bound).ok_or_else(|| missing(if *writes { "output" } else { "input" }, name))
        });
        let samplers = names.samplers.iter().map(|name| {
            let found = self.samplers.iter().find(|(given, ..)| given == name);
            found.copied().ok_or_else(|| missing("texels", name))
        });
        let constants = names.constants.iter().map(|name| {
            let found = self.constants.iter().find(|(given, _)| given == name);
            found.map(|(_, value)| *value).ok_or_else(|| missing("constant", name))
        });
        let invocations = groups.iter().product::<usize>() * kernel.threads;
        let buffers = buffers.collect::<Result<Vec<_>, _>>()?;
        let samplers = samplers.collect::<Result<Vec<_>, _>>()?;
        let constants = constants.collect::<Result<Vec<_>, _>>()?;
        let traffic = self.traffic;
        let event = || DispatchEvent { kernel: kernel.name.clone(), groups, invocations, traffic };
        self.device.record_command(|recorder| {
            let step = self.step(recorder, &buffers, &samplers, &constants, event())?;
            recorder.step(step);
            Ok(())
        })?;
        backend.dispatch(&backend::Dispatch {
            program: kernel.program,
            buffers: &buffers.iter().map(|bound| bound.id).collect::<Vec<_>>(),
            samplers: &samplers.iter().map(|(_, texture, ..)| *texture).collect::<Vec<_>>(),
            uniforms: &constants,
            groups,
            invocations,
        })?;
        self.device.record(|| Event::Dispatch(event()));
        Ok(())
    }

    /// Returns the dispatch as a step of a capture.
    fn step(
        &self,
        recorder: &mut Recorder,
        buffers: &[BoundBuffer],
        samplers: &[(&str, TextureId, Geometry, Type)],
        constants: &[Value],
        event: DispatchEvent,
    ) -> Result<Step, Error> {
        let mut bound = Vec::with_capacity(buffers.len());
        for (declared, &BoundBuffer { id, count, ty, bytes }) in self.kernel.module.buffers.iter().zip(buffers) {
            let resource = recorder.buffer(self.device.memory(), id, bytes)?;
            bound.push(BufferBinding { name: declared.name.clone(), access: declared.access, ty, count, resource });
        }
        let mut textures = Vec::with_capacity(samplers.len());
        for &(name, texture, geometry, ty) in samplers {
            let resource = recorder.texture(self.device.memory(), texture)?;
            textures.push(Binding { name: name.to_owned(), ty, geometry, layers: 1, layer: 0, resource });
        }
        let constants = self.kernel.names.constants.iter().cloned().zip(constants.iter().copied()).collect();
        Ok(Step::Dispatch(DispatchStep { kernel: self.kernel.clone(), buffers: bound, textures, constants, event }))
    }
}

/// Lays out at least `groups` groups in as few dimensions as the limits allow, with few superfluous groups. Returns `None` if they
/// do not fit.
fn layout(groups: usize, [x, y, z]: [usize; 3]) -> Option<[usize; 3]> {
    let rows = groups.div_ceil(x.max(1));
    let layers = rows.div_ceil(y.max(1));
    let rows = rows.div_ceil(layers);
    (layers <= z).then(|| [groups.div_ceil(rows * layers), rows, layers])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_spill_into_further_dimensions_with_few_to_spare() {
        let limits = [65_535, 65_535, 65_535];
        assert_eq!(layout(1, limits), Some([1, 1, 1]));
        assert_eq!(layout(65_535, limits), Some([65_535, 1, 1]));
        assert_eq!(layout(65_536, limits), Some([32_768, 2, 1]));
        assert_eq!(layout(10, [2, 2, 3]), Some([2, 2, 3]));
        assert_eq!(layout(13, [2, 2, 3]), None);
        for groups in 1..2000 {
            let [x, y, z] = layout(groups, [7, 11, 50]).unwrap();
            assert!(x <= 7 && y <= 11 && z <= 50 && x * y * z >= groups && x * y * z < groups + y * z);
        }
    }
}
