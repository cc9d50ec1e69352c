//! Recordings: what work reads, writes and lets the host set.

use std::any::Any;
use std::rc::Rc;

use crate::backend::TextureId;
use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::machine::{Device, Stream};
use crate::shape::{IntoShape, Shape};
use crate::texel::{Components, Texel};
use crate::value::Value;

/// What work that is recorded reads from the host, and what it leaves to it. [`Export::add`](super::Export::add) makes one.
pub struct Recording {
    device: Device,
    pub(super) inputs: Vec<Port>,
    pub(super) outputs: Vec<Port>,
    pub(super) constants: Vec<(String, Value)>,
}

/// An input or output.
pub(super) struct Port {
    pub name: String,
    pub components: Components,
    pub shape: Shape,
    pub geometry: Geometry,
    pub texture: Option<TextureId>,
    /// Keeps the stream, so that nothing else gets its texture.
    _stream: Rc<dyn Any>,
}

impl Port {
    fn new<T: Texel>(name: &str, stream: Rc<Stream<T>>) -> Port {
        let (geometry, texture) = (*stream.geometry(), stream.texture());
        let shape = stream.shape();
        Port { name: name.to_owned(), components: T::COMPONENTS, shape, geometry, texture, _stream: stream }
    }
}

impl Recording {
    pub(super) fn new(device: &Device) -> Recording {
        Recording { device: device.clone(), inputs: Vec::new(), outputs: Vec::new(), constants: Vec::new() }
    }

    /// Returns the device on which the work runs. It draws nothing.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns a stream that the host fills before it draws the passes.
    ///
    /// # Errors
    /// A stream that does not fit a texture.
    pub fn input<T: Texel>(
        &mut self,
        name: &str,
        shape: impl IntoShape,
        layout: Layout,
    ) -> Result<Rc<Stream<T>>, Error> {
        let stream = Rc::new(self.device.stream_with::<T>(shape.into_shape()?, layout)?);
        self.inputs.push(Port::new(name, stream.clone()));
        Ok(stream)
    }

    /// Leaves a stream to the host, which may read it after the passes.
    pub fn output<T: Texel>(&mut self, name: &str, stream: Stream<T>) {
        self.outputs.push(Port::new(name, Rc::new(stream)));
    }

    /// Lets the host change the constant of this name of all kernels. This is its value if the host does not.
    pub fn constant(&mut self, name: &str, value: impl Into<Value>) {
        self.constants.push((name.to_owned(), value.into()));
    }
}

impl std::fmt::Debug for Recording {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let names = |ports: &[Port]| ports.iter().map(|port| port.name.clone()).collect::<Vec<_>>().join(", ");
        write!(f, "Recording({} -> {})", names(&self.inputs), names(&self.outputs))
    }
}
