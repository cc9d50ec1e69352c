//! Devices and streams.

use std::rc::Rc;

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::WebGl2RenderingContext;

use crate::gl::ForeignTexture;
use crate::{Device, Layout, Shape, Stored};

use super::error::{Call, failed, thrown};
use super::host::{Host, foreign};
use super::table::{AnyStream, Table, with_stream};

/// A device in a context of WebGL 2.
#[wasm_bindgen]
pub struct RawDevice {
    host: Rc<Host>,
    pub(super) device: Device,
    pub(super) streams: Table,
}

#[wasm_bindgen]
impl RawDevice {
    /// Opens a device in a context.
    pub fn adopt(gl: WebGl2RenderingContext, host: Host) -> Call<RawDevice> {
        let host = Rc::new(host);
        let device = Device::adopt(foreign(gl, host.clone())).map_err(failed)?;
        Ok(RawDevice { host, device, streams: Table::default() })
    }

    /// Returns the properties of the device, as JSON.
    pub fn info(&self) -> String {
        serde_json::to_string(self.device.info()).unwrap_or_default()
    }

    /// Makes a stream of floats.
    pub fn floats(&self, data: &[f32], shape: &[u32], packed: bool) -> Call<u32> {
        self.upload(data, shape, packed)
    }

    /// Makes a stream of signed integers.
    pub fn ints(&self, data: &[i32], shape: &[u32]) -> Call<u32> {
        self.upload(data, shape, false)
    }

    /// Makes a stream of unsigned integers.
    pub fn uints(&self, data: &[u32], shape: &[u32]) -> Call<u32> {
        self.upload(data, shape, false)
    }

    /// Returns the extents of a stream.
    pub fn shape(&self, id: u32) -> Call<Vec<u32>> {
        with_stream!(&*self.streams.get(id)?, stream => {
            Ok(stream.shape().extents().iter().map(|extent| *extent as u32).collect())
        })
    }

    /// Returns the type of a stream's elements, as the name of an array of JavaScript.
    pub fn array(&self, id: u32) -> Call<String> {
        let name = match &*self.streams.get(id)? {
            AnyStream::Floats(_) => "Float32Array",
            AnyStream::Int(_) => "Int32Array",
            AnyStream::Uint(_) => "Uint32Array",
        };
        Ok(name.to_owned())
    }

    /// Reads a stream of floats, and waits for it.
    pub fn read_floats(&self, id: u32) -> Call<Vec<f32>> {
        self.device.batch(|| self.streams.get(id)?.floats("reading as floats")?.read().map_err(failed))
    }

    /// Reads a stream of signed integers, and waits for it.
    pub fn read_ints(&self, id: u32) -> Call<Vec<i32>> {
        match &*self.streams.get(id)? {
            AnyStream::Int(stream) => self.device.batch(|| stream.read().map_err(failed)),
            _ => Err(thrown("type", "the stream has no signed integers")),
        }
    }

    /// Reads a stream of unsigned integers, and waits for it.
    pub fn read_uints(&self, id: u32) -> Call<Vec<u32>> {
        match &*self.streams.get(id)? {
            AnyStream::Uint(stream) => self.device.batch(|| stream.read().map_err(failed)),
            _ => Err(thrown("type", "the stream has no unsigned integers")),
        }
    }

    /// Has the host take the texture of a stream. Returns where its elements are: columns, rows, elements in a row and in all, and
    /// elements in a texel. A stream without elements has no texture, and no columns.
    pub fn texture(&self, id: u32) -> Call<Vec<u32>> {
        with_stream!(&*self.streams.get(id)?, stream => self.device.batch(|| {
            if stream.expose_texture().map_err(failed)? {
                self.host.take_texture();
            }
            let geometry = stream.geometry();
            let numbers = [geometry.width, geometry.height, geometry.row, stream.len(), stream.layout().lanes()];
            Ok(numbers.map(|number| number as u32).to_vec())
        }))
    }

    /// Makes a stream in the texture that `createTexture` returns next.
    pub fn borrow(&self, width: u32, height: u32, count: u32, packed: bool) -> Call<u32> {
        let layout = if packed { Layout::Packed } else { Layout::Plain };
        self.device.batch(|| {
            let extents = [width as usize, height as usize];
            let stream = self.device.borrow_texture(ForeignTexture::Next, layout, extents, count as usize);
            Ok(self.streams.insert(stream.map_err(failed)?))
        })
    }

    /// Frees a stream. Its texture is kept for the next one of its size.
    pub fn dispose(&self, id: u32) {
        self.device.batch(|| self.streams.remove(id));
    }

    /// Deletes all textures and programs that are kept for later.
    pub fn trim(&self) {
        self.device.batch(|| self.device.trim());
    }

    /// Waits until all work is done.
    pub fn finish(&self) -> Call<()> {
        self.device.batch(|| self.device.finish().map_err(failed))
    }
}

impl RawDevice {
    fn upload<T: Stored>(&self, data: &[T], shape: &[u32], packed: bool) -> Call<u32>
    where
        AnyStream: From<crate::Stream<T>>,
    {
        let extents: Vec<usize> = shape.iter().map(|extent| *extent as usize).collect();
        let layout = if packed { Layout::Packed } else { Layout::Plain };
        self.device.batch(|| {
            let shape = Shape::try_from(extents.as_slice()).map_err(|error| failed(error.into()))?;
            Ok(self.streams.insert(self.device.upload_with(shape, layout, data).map_err(failed)?))
        })
    }
}
