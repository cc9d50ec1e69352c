//! Buffers: elements of one type in memory that compute shaders read and write.

use std::marker::PhantomData;
use std::ops::Range;

use crate::backend::{BackendError, BufferId};
use crate::error::Error;
use crate::geometry::{Layout, Rect};
use crate::glsl;
use crate::shape::{IntoShape, Shape, ShapeError};
use crate::texel::Texel;
use crate::trace::{Event, Transfer};

use super::compiled::ComputeSource;
use super::device::Device;
use super::element::{Element, from_words, to_words};
use super::stream::Stream;
use crate::error::DeviceError;

/// Elements of type `T` in a buffer of a device. The functions of [`compute`](mod@crate::compute) work on buffers. If they are
/// called with a [`Stream`], they copy it into a buffer and back; data that stay in buffers between calls are not copied. When a
/// buffer is dropped, its memory returns to the device's pool.
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&[3.0, 1.0, 7.0, 0.0])?;
/// let sums = compute::scan(&x, &Operator::sum())?; // a buffer again: nothing is copied
/// assert_eq!(sums.read()?, [3.0, 4.0, 11.0, 11.0]);
/// assert_eq!(sums.to_stream()?.read()?, [3.0, 4.0, 11.0, 11.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct Buffer<T: Element> {
    device: Device,
    count: usize,
    /// `None` for a buffer without elements.
    id: Option<BufferId>,
    element: PhantomData<T>,
}

/// The size in bytes of the buffer of [`Device::counter`].
pub(super) const COUNTER_BYTES: usize = 16;

/// Returns the size of a buffer in bytes: a multiple of four floats, so that the texels of a packed stream fit.
fn bytes_of<T: Element>(count: usize) -> Option<usize> {
    count.checked_mul(T::WORDS * 4)?.checked_next_multiple_of(16)
}

impl Device {
    /// Makes a buffer with unspecified content.
    ///
    /// # Errors
    /// [`DeviceError::NoCompute`]; more bytes than a compute shader can use: the error has both numbers.
    pub fn buffer<T: Element>(&self, count: usize) -> Result<Buffer<T>, Error> {
        let (_, compute) = self.compute_backend()?;
        let bytes = bytes_of::<T>(count).unwrap_or(usize::MAX);
        if bytes > compute.buffer_bytes {
            return Err(DeviceError::BufferTooLarge { count, bytes, limit: compute.buffer_bytes }.into());
        }
        if count == 0 {
            return Ok(Buffer { device: self.clone(), count, id: None, element: PhantomData });
        }
        Ok(Buffer { device: self.clone(), count, id: Some(self.acquire_buffer(bytes)?), element: PhantomData })
    }

    /// Takes a buffer of this size from the pool, or creates one.
    pub(super) fn acquire_buffer(&self, bytes: usize) -> Result<BufferId, Error> {
        let (backend, _) = self.compute_backend()?;
        let waiting = self.inner.buffers.borrow_mut().take(bytes);
        let id = match waiting {
            Some(id) => id,
            None => {
                let id = match backend.create_buffer(bytes) {
                    Err(BackendError::OutOfBufferMemory { .. }) => {
                        // Emptying the pools may free enough memory.
                        self.trim();
                        backend.create_buffer(bytes)?
                    }
                    made => made?,
                };
                self.inner.buffers.borrow_mut().count_created();
                id
            }
        };
        self.record_infallible(|recorder| recorder.acquire_buffer(id, bytes));
        if let Some(value) = self.inner.poison {
            let filled = backend.write_buffer(id, 0, bytemuck::cast_slice(&vec![value; bytes / 4]));
            // A buffer that cannot be filled goes back: nobody else knows of it.
            filled.inspect_err(|_| self.release_buffer(bytes, id))?;
        }
        Ok(id)
    }

    /// Returns a buffer to the pool.
    pub(super) fn release_buffer(&self, bytes: usize, id: BufferId) {
        self.record_infallible(|recorder| recorder.release_buffer(id));
        let evicted = self.inner.buffers.borrow_mut().put(bytes, id);
        if let Some(backend) = self.backend().compute() {
            evicted.into_iter().for_each(|buffer| backend.delete_buffer(buffer));
        }
    }

    /// Makes a buffer that holds `elements`.
    ///
    /// # Errors
    /// The same as for [`buffer`](Device::buffer).
    pub fn upload_buffer<T: Element>(&self, elements: &[T]) -> Result<Buffer<T>, Error> {
        let mut buffer = self.buffer(elements.len())?;
        buffer.write(elements)?;
        Ok(buffer)
    }

    /// Returns the buffer of the counter that the work groups of a dispatch increment: see
    /// [`Dispatch::counter`](super::dispatch::Dispatch::counter).
    pub(super) fn counter(&self) -> Result<BufferId, Error> {
        if let Some(counter) = self.inner.counter.get() {
            return Ok(counter);
        }
        let (backend, _) = self.compute_backend()?;
        let counter = backend.create_buffer(COUNTER_BYTES)?;
        backend.write_buffer(counter, 0, &[0; COUNTER_BYTES])?;
        self.inner.counter.set(Some(counter));
        Ok(counter)
    }

    /// Returns the number of buffers that the device has created so far. A buffer that is reused from the pool is not counted
    /// again.
    pub fn buffers_created(&self) -> usize {
        self.inner.buffers.borrow().created()
    }
}

impl<T: Element> Buffer<T> {
    /// Returns the device that the buffer is on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether the buffer has no elements.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn id(&self) -> Option<BufferId> {
        self.id
    }

    /// Returns the size of its memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        bytes_of::<T>(self.count).unwrap_or(0)
    }

    /// Replaces all elements.
    ///
    /// # Errors
    /// A number of elements that differs from the buffer's; the error has both numbers.
    pub fn write(&mut self, elements: &[T]) -> Result<(), Error> {
        if elements.len() != self.count {
            return Err(ShapeError::Count { got: elements.len(), shape: Shape::from(self.count) }.into());
        }
        let Some(id) = self.id else { return Ok(()) };
        let words = to_words(elements);
        let (backend, _) = self.device.compute_backend()?;
        self.device
            .record_command(|recorder| recorder.write_buffer(id, self.bytes(), 0, &words, self.device.memory()))?;
        backend.write_buffer(id, 0, bytemuck::cast_slice(&words))?;
        self.device.record(|| Event::Upload(self.transfer(self.count)));
        Ok(())
    }

    /// Reads all elements.
    pub fn read(&self) -> Result<Vec<T>, Error> {
        self.read_range(0..self.count)
    }

    /// Reads the elements in `range`.
    ///
    /// # Errors
    /// A range that is not inside the buffer.
    pub fn read_range(&self, range: Range<usize>) -> Result<Vec<T>, Error> {
        if range.start > range.end || range.end > self.count {
            return Err(ShapeError::Range { start: range.start, end: range.end, shape: Shape::from(self.count) }.into());
        }
        let Some(id) = self.id.filter(|_| !range.is_empty()) else { return Ok(Vec::new()) };
        let mut words = vec![0u32; range.len() * T::WORDS];
        let (backend, _) = self.device.compute_backend()?;
        backend.read_buffer(id, range.start * T::WORDS * 4, bytemuck::cast_slice_mut(&mut words))?;
        self.device.record(|| Event::ReadBack(self.transfer(range.len())));
        Ok(from_words(&words))
    }

    fn transfer(&self, elements: usize) -> Transfer {
        Transfer { width: elements, height: 1, bytes: elements * T::WORDS * 4, operation: None, predicted_ms: None }
    }

    /// Copies the elements into the texture of a stream, with one copy for all full rows and one for the last row.
    fn copy_into<U: Texel>(&self, stream: &mut Stream<U>) -> Result<(), Error> {
        let (Some(id), Some(texture)) = (self.id, stream.texture()) else { return Ok(()) };
        let (backend, _) = self.device.compute_backend()?;
        let texel_bytes = U::COMPONENTS.channels() * stream.layout().lanes() * 4;
        let mut start = 0;
        for rect in stream.geometry().rects() {
            self.device.record_command(|recorder| {
                recorder.copy(self.device.memory(), (id, self.bytes(), start), texture, rect)
            })?;
            backend.copy_to_texture(id, start, texture, rect)?;
            let bytes = rect.area() * texel_bytes;
            self.device.record(|| Event::Copy(copied(rect, bytes)));
            start += bytes;
        }
        Ok(())
    }
}

fn copied(rect: Rect, bytes: usize) -> Transfer {
    Transfer { width: rect.width, height: rect.height, bytes, operation: None, predicted_ms: None }
}

impl<T: Element + Texel> Buffer<T> {
    /// Returns a plain 1-D stream with the same elements, copied on the device, bit for bit.
    ///
    /// # Errors
    /// More elements than the largest texture can hold; the error has both numbers.
    pub fn to_stream(&self) -> Result<Stream<T>, Error> {
        self.to_stream_with(self.count, Layout::Plain)
    }

    /// Returns a stream of this shape and layout with the same elements, as [`to_stream`](Buffer::to_stream) does.
    ///
    /// # Errors
    /// A shape with another number of elements; the error has both numbers.
    pub fn to_stream_with(&self, shape: impl IntoShape, layout: Layout) -> Result<Stream<T>, Error> {
        let shape = shape.into_shape()?;
        if shape.count() != self.count {
            return Err(ShapeError::Count { got: self.count, shape }.into());
        }
        let mut stream = self.device.stream_with(shape, layout)?;
        self.copy_into(&mut stream)?;
        Ok(stream)
    }
}

impl<T: Element + Texel> Stream<T> {
    /// Returns a buffer with the same elements in C order, copied in one dispatch, bit for bit.
    ///
    /// ```
    /// use brooklet::Device;
    /// let device = Device::headless()?;
    /// # if device.compute().is_none() { return Ok(()); }
    /// let x = device.upload(&[1.0, 2.0, 3.0])?;
    /// assert_eq!(x.to_buffer()?.read()?, [1.0, 2.0, 3.0]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`DeviceError::NoCompute`]; more bytes than a compute shader can use: the error has both numbers.
    pub fn to_buffer(&self) -> Result<Buffer<T>, Error> {
        let device = self.device();
        let mut buffer = device.buffer::<T>(self.len())?;
        // A packed texel holds four elements. Those past the end are written to the padding of the buffer.
        let element = if self.layout() == Layout::Packed { "vec4" } else { T::TYPE_NAME };
        let source = glsl!("compute/unpack.comp");
        let threads = device.threads(256, 0)?;
        let kernel = device.compute_kernel(&ComputeSource { source, element, threads })?;
        let (texels, width) = (self.geometry().texels(), self.geometry().width);
        let dispatch = device.dispatch(&kernel).texels("stream", self).output("values", &mut buffer);
        dispatch.constant("count", texels).constant("width", width).run_over(texels)?;
        Ok(buffer)
    }
}

impl<T: Element> Drop for Buffer<T> {
    fn drop(&mut self) {
        let (Some(id), Some(bytes)) = (self.id.take(), bytes_of::<T>(self.count)) else { return };
        self.device.release_buffer(bytes, id);
    }
}

impl<T: Element> std::fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Buffer({} of {})", self.count, T::TYPE_NAME)
    }
}
