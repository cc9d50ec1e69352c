//! Devices and streams.

use std::rc::Rc;

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::WebGl2RenderingContext;

use crate::gl::ForeignTexture;
use crate::{Device, Layout, Shape, Stored, f16};

use super::error::{Call, failed, thrown};
use super::host::{Host, foreign};
use super::table::{AnyStream, Table, with_stream};

/// A device in a context of WebGL 2.
#[wasm_bindgen]
pub struct RawDevice {
    /// What does its part for the context, if there is one.
    host: Option<Rc<Host>>,
    pub(super) device: Device,
    pub(super) streams: Table,
}

#[wasm_bindgen]
impl RawDevice {
    /// Opens a device in a context.
    pub fn adopt(gl: WebGl2RenderingContext, host: Host) -> Call<RawDevice> {
        let host = Rc::new(host);
        let device = Device::adopt(foreign(gl, host.clone())).map_err(failed)?;
        Ok(RawDevice::of(device, Some(host)))
    }

    /// Returns the properties of the device, as JSON.
    pub fn info(&self) -> Call<String> {
        serde_json::to_string(self.device.info()).map_err(|error| thrown("internal", &error.to_string()))
    }

    /// Makes a stream of floats.
    pub fn floats(&self, data: &[f32], shape: &[u32], packed: bool) -> Call<u32> {
        self.upload(data, shape, packed)
    }

    /// Makes a stream of vectors of 2 to 4 floats.
    pub fn vectors(&self, data: &[f32], components: u32, shape: &[u32]) -> Call<u32> {
        match components {
            2 => self.upload(data.as_chunks::<2>().0, shape, false),
            3 => self.upload(data.as_chunks::<3>().0, shape, false),
            4 => self.upload(data.as_chunks::<4>().0, shape, false),
            _ => Err(thrown("type", &format!("an element has 1 to 4 components, not {components}"))),
        }
    }

    /// Makes a stream of half floats, or of vectors of 2 to 4 of them. Numbers are rounded.
    pub fn halves(&self, data: &[f32], components: u32, shape: &[u32], packed: bool) -> Call<u32> {
        let data: Vec<f16> = data.iter().copied().map(f16::from_f32).collect();
        match components {
            1 => self.upload(&data, shape, packed),
            2 => self.upload(data.as_chunks::<2>().0, shape, false),
            3 => self.upload(data.as_chunks::<3>().0, shape, false),
            _ => self.upload(data.as_chunks::<4>().0, shape, false),
        }
    }

    /// Copies a stream of floats or half floats into one of the other, or the same, type.
    pub fn convert(&self, id: u32, halves: bool) -> Call<u32> {
        let stream = self.streams.get(id)?;
        macro_rules! converted {
            ($stream:ident, $floats:ty, $halves:ty) => {
                if halves {
                    $stream.convert::<$halves>().map(AnyStream::from)
                } else {
                    $stream.convert::<$floats>().map(AnyStream::from)
                }
            };
        }
        self.device.batch(|| {
            let made = match &*stream {
                AnyStream::Floats(own) => converted!(own, f32, f16),
                AnyStream::Half(own) => converted!(own, f32, f16),
                AnyStream::Vec2(own) => converted!(own, [f32; 2], [f16; 2]),
                AnyStream::HalfVec2(own) => converted!(own, [f32; 2], [f16; 2]),
                AnyStream::Vec3(own) => converted!(own, [f32; 3], [f16; 3]),
                AnyStream::HalfVec3(own) => converted!(own, [f32; 3], [f16; 3]),
                AnyStream::Vec4(own) => converted!(own, [f32; 4], [f16; 4]),
                AnyStream::HalfVec4(own) => converted!(own, [f32; 4], [f16; 4]),
                other => return Err(other.unfit("a conversion", "floats")),
            };
            Ok(self.streams.insert(made.map_err(failed)?))
        })
    }

    /// Returns whether the elements are half floats.
    pub fn is_half(&self, id: u32) -> Call<bool> {
        with_stream!(&*self.streams.get(id)?, stream => Ok(is_half(stream)))
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
            AnyStream::Int(_) => "Int32Array",
            AnyStream::Uint(_) => "Uint32Array",
            _ => "Float32Array",
        };
        Ok(name.to_owned())
    }

    /// Reads a stream of floats, and waits for it.
    pub fn read_floats(&self, id: u32) -> Call<Vec<f32>> {
        let stream = self.streams.get(id)?;
        self.device.batch(|| match &*stream {
            AnyStream::Floats(stream) => stream.read().map_err(failed),
            AnyStream::Vec2(stream) => Ok(stream.read().map_err(failed)?.into_flattened()),
            AnyStream::Vec3(stream) => Ok(stream.read().map_err(failed)?.into_flattened()),
            AnyStream::Vec4(stream) => Ok(stream.read().map_err(failed)?.into_flattened()),
            AnyStream::Half(stream) => Ok(floats(&stream.read().map_err(failed)?)),
            AnyStream::HalfVec2(stream) => Ok(floats(stream.read().map_err(failed)?.as_flattened())),
            AnyStream::HalfVec3(stream) => Ok(floats(stream.read().map_err(failed)?.as_flattened())),
            AnyStream::HalfVec4(stream) => Ok(floats(stream.read().map_err(failed)?.as_flattened())),
            other => Err(other.unfit("reading as floats", "floats")),
        })
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

    /// Has the host take the texture of a stream. Returns where its elements are: columns, rows, elements in a row and in all,
    /// elements in a texel, and components in an element. A stream without elements has no texture, and no columns.
    pub fn texture(&self, id: u32) -> Call<Vec<u32>> {
        with_stream!(&*self.streams.get(id)?, stream => self.device.batch(|| {
            if let Some(host) = &self.host
                && stream.expose_texture().map_err(failed)?
            {
                host.take_texture();
            }
            let geometry = stream.geometry();
            let components = components(stream);
            let numbers = [geometry.width, geometry.height, geometry.row, stream.len(), stream.layout().lanes(), components];
            Ok(numbers.map(|number| number as u32).to_vec())
        }))
    }

    /// Copies a stream into one of another layout.
    pub fn to_layout(&self, id: u32, packed: bool) -> Call<u32> {
        let layout = if packed { Layout::Packed } else { Layout::Plain };
        let stream = self.streams.get(id)?;
        self.device.batch(
            || with_stream!(&*stream, stream => Ok(self.streams.insert(stream.to_layout(layout).map_err(failed)?))),
        )
    }

    /// Makes a stream in the texture that `createTexture` returns next.
    pub fn borrow(&self, width: u32, height: u32, count: u32, packed: bool, components: u32) -> Call<u32> {
        let layout = if packed { Layout::Packed } else { Layout::Plain };
        let extents = [width as usize, height as usize];
        let (device, texture, count) = (&self.device, ForeignTexture::Next, count as usize);
        self.device.batch(|| {
            let stream: AnyStream = match components {
                4 => device.borrow_texture::<[f32; 4]>(texture, layout, extents, count).map_err(failed)?.into(),
                3 => device.borrow_texture::<[f32; 3]>(texture, layout, extents, count).map_err(failed)?.into(),
                2 => device.borrow_texture::<[f32; 2]>(texture, layout, extents, count).map_err(failed)?.into(),
                _ => device.borrow_texture::<f32>(texture, layout, extents, count).map_err(failed)?.into(),
            };
            Ok(self.streams.insert(stream))
        })
    }

    /// Returns the number of streams.
    pub fn streams(&self) -> u32 {
        self.streams.count() as u32
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
    /// Wraps a device.
    pub(super) fn of(device: Device, host: Option<Rc<Host>>) -> RawDevice {
        RawDevice { host, device, streams: Table::default() }
    }

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

fn components<T: Stored>(_: &crate::Stream<T>) -> usize {
    T::COMPONENTS.count()
}

fn is_half<T: Stored>(_: &crate::Stream<T>) -> bool {
    T::HALF
}

fn floats(halves: &[f16]) -> Vec<f32> {
    halves.iter().map(|half| half.to_f32()).collect()
}
