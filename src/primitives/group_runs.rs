//! The fastest passes over groups of equal neighbours: a pyramid of counts finds where groups start, and a pyramid of sums what their values
//! combine to.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::layers::Layers;
use crate::machine::{Device, Stream, StreamBinding};
use crate::operator::Operator;
use crate::texel::Stored;

use super::filter_pyramid::{run_firsts, run_levels, total_on_device, with_run_firsts};
use super::number::Number;
use super::segment_pyramid::{Starts, scanned_sums};
use super::texels::{Texels, packed};
use super::{Filter, Key, needs};

/// Returns whether to find the first elements of groups through a pyramid of counts: if it is the device's method, and these passes fit.
pub(super) fn fits<R>(device: &Device, passes: impl FnOnce(&Device) -> Result<R, Error>) -> bool {
    let method = Filter::HistoPyramid;
    Filter::fastest(device) == method && method.runs_on(device) && needs::fits(device, passes)
}

/// Finds the keys and the lengths of the groups of a stream that is not empty.
pub(super) fn lengths<K: Key>(keys: &Stream<K>) -> Result<(Stream<K>, Stream<f32>), Error> {
    let (packed, layout) = (packed(keys)?, keys.layout());
    with_run_firsts(&packed, |firsts, count| {
        let groups = Groups { keys: &packed, firsts, count: Number::Known(count) };
        groups.write(&glsl!("primitives/group_counts_packed.frag"), &[], layout)
    })
}

/// Groups whose number was counted on the device.
pub(super) struct Counted<K: Key, T: Stored> {
    pub keys: Stream<K>,
    pub results: Stream<T>,
    /// One element: the number of groups.
    pub number: Stream<f32>,
}

/// The inputs of a kernel that combines the values of groups, with their names.
type Inputs<'a> = [(&'static str, StreamBinding<'a>); 2];

/// Finds the keys and the lengths of the groups of a stream that is not empty, in streams of its size, and the number of groups. Nothing is
/// read back.
pub(super) fn lengths_on_device<K: Key>(keys: &Stream<K>) -> Result<Counted<K, f32>, Error> {
    let (packed, layout) = (packed(keys)?, keys.layout());
    let (firsts, number) = counted_firsts(&packed)?;
    let count = Number::Counted { max: packed.len(), number: &number };
    let groups = Groups { keys: &packed, firsts: &firsts, count };
    let (keys, results) = groups.write(&glsl!("primitives/group_counts_packed.frag"), &[], layout)?;
    Ok(Counted { keys, results, number })
}

/// Finds the positions of the first elements of groups, and the number of groups, without reading it back.
fn counted_firsts<K: Key>(keys: &Stream<K>) -> Result<(Layers, Stream<f32>), Error> {
    let levels = run_levels(keys)?;
    let number = total_on_device(&levels)?;
    let firsts = run_firsts(keys, &levels, Number::Counted { max: keys.len(), number: &number })?;
    Ok((firsts, number))
}

/// Finds the keys of the groups of a stream that is not empty, and what their values combine to.
pub(super) fn reduce<K: Key, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<(Stream<K>, Stream<T>), Error> {
    let (keys, values, layout) = (packed(keys)?, packed(values)?, keys.layout());
    let sums = scanned_sums(&*values, Starts::Keys(Texels::of(&*keys)), op)?;
    let (source, inputs) = results(&values, sums.as_ref(), op)?;
    with_run_firsts(&keys, |firsts, count| {
        Groups { keys: &keys, firsts, count: Number::Known(count) }.write(&source, &inputs, layout)
    })
}

/// Finds the same as [`reduce`], in streams of the size of the keys, and the number of groups. Nothing is read back.
pub(super) fn reduce_on_device<K: Key, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<Counted<K, T>, Error> {
    let (keys, values, layout) = (packed(keys)?, packed(values)?, keys.layout());
    let sums = scanned_sums(&*values, Starts::Keys(Texels::of(&*keys)), op)?;
    let (source, inputs) = results(&values, sums.as_ref(), op)?;
    let (firsts, number) = counted_firsts(&*keys)?;
    let count = Number::Counted { max: keys.len(), number: &number };
    let (keys, results) = Groups { keys: &keys, firsts: &firsts, count }.write(&source, &inputs, layout)?;
    Ok(Counted { keys, results, number })
}

/// Returns the kernel that combines the values of each group, and its inputs.
fn results<'a, T: Stored>(
    values: &'a Stream<T>,
    sums: Option<&'a Stream<T>>,
    op: &Operator<T>,
) -> Result<(Source, Inputs<'a>), Error> {
    // A stream of one texel has no sums, and the kernel uses none.
    let sums = StreamBinding::texels(sums.unwrap_or(values));
    let inputs = [("values", StreamBinding::texels(values)), ("sums", sums)];
    Ok((op.bind(glsl!("primitives/group_results_packed.frag"))?, inputs))
}

/// Groups of equal neighbours.
struct Groups<'a, K: Key> {
    /// The elements, packed.
    keys: &'a Stream<K>,
    /// The positions of the first elements of groups.
    firsts: &'a Layers,
    count: Number<'a>,
}

impl<K: Key> Groups<'_, K> {
    /// Writes the key of each group, and the result that the kernel computes from these inputs: in one pass, or in two if the device has
    /// one render target.
    fn write<T: Stored>(
        &self,
        source: &Source,
        inputs: &[(&str, StreamBinding<'_>)],
        layout: Layout,
    ) -> Result<(Stream<K>, Stream<T>), Error> {
        let device = self.keys.device();
        let mut keys = device.stream_with::<K>(self.count.max(), Layout::Packed)?;
        let mut results = device.stream_with::<T>(self.count.max(), Layout::Packed)?;
        if device.limits().targets > 1 {
            self.draw(source, inputs, Some(&mut keys), Some(&mut results))?;
        } else {
            self.draw::<T>(source, inputs, Some(&mut keys), None)?;
            self.draw(source, inputs, None, Some(&mut results))?;
        }
        Ok(match layout {
            Layout::Packed => (keys, results),
            Layout::Plain => (keys.to_layout(layout)?, results.to_layout(layout)?),
        })
    }

    fn draw<T: Stored>(
        &self,
        source: &Source,
        inputs: &[(&str, StreamBinding<'_>)],
        keys: Option<&mut Stream<K>>,
        results: Option<&mut Stream<T>>,
    ) -> Result<(), Error> {
        let device = self.keys.device();
        let source = self.count.parameter(source.clone()).parameter("writes_keys", usize::from(keys.is_some()));
        let kernel = device.kernel(&source.parameter("writes_results", usize::from(results.is_some())))?;
        let mut pass = device.pass(&kernel).bound("firsts", self.firsts.bound());
        pass = self.count.bind(pass.constant("groups", self.count.max())).constant("elements", self.keys.len());
        if let Some(keys) = keys {
            pass = pass.bound("keys", StreamBinding::texels(self.keys)).output_texels("key_0", keys);
        }
        if let Some(results) = results {
            pass = inputs.iter().fold(pass, |pass, (name, bound)| pass.bound(name, *bound));
            pass = pass.output_texels("result_0", results);
        }
        pass.run()
    }
}
