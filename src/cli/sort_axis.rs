//! `brooklet sort --axis`: sorts each line along an axis by itself.

use std::path::Path;

use anyhow::bail;

use brooklet::kernel::Reading;
use brooklet::{Shape, io, primitives};

use super::Common;
use super::along;
use super::arrays::{self, with_stream};
use super::result;
use super::shapes::tuple;
use super::sort::Sort;
use super::vectors::Axis;

impl Sort {
    /// Sorts each line along an axis by itself. A payload is gathered in the order of its keys.
    pub(super) fn run_axis(&self, common: &Common, files: &[&Path], along: i32) -> anyhow::Result<()> {
        let name = self.method.as_deref();
        let mut options = primitives::SortAxisOptions::default();
        options = along::method("sort", name).map_or(options, |method| options.method(method));
        options = if self.descending { options.descending() } else { options };
        let mut by_order = primitives::ArgsortAxisOptions::default();
        by_order = along::method("sort", name).map_or(by_order, |method| by_order.method(method));
        by_order = if self.descending { by_order.descending() } else { by_order };
        common.run(files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(if self.values.is_some() { 9 } else { 5 });
            let numbers = Axis { vectors: false, scalars: true };
            let (array, axis) = along::read(session, &self.input, along, &numbers)?;
            arrays::refuse_nan(&self.input, &array)?;
            self.check_lines(&array);
            let axis = axis as i32;
            let output = self.output.as_deref();
            session.progress.stage(format!("uploading {}", io::input_name(&self.input)));
            let keys = session.device.upload_shaped(Shape::try_from(array.shape.as_slice())?, &array.data)?;
            if self.values.is_none() && !self.stable {
                session.progress.stage("sorting");
                return result::save(session, output, &primitives::sort_axis_with(&keys, axis, options)?);
            }
            let payload = match &self.values {
                Some(values) => {
                    let beside = Some(array.shape.as_slice());
                    let own = self.axis.read_all(session, &[values], beside, |_, _| Reading::Scalars)?.remove(0);
                    if own.shape != array.shape {
                        let (found, wanted) = (tuple(&own.shape), tuple(&array.shape));
                        let (values, keys) = (io::input_name(values), io::input_name(&self.input));
                        bail!("payload {values} is {found}: it must have the shape of {keys}, {wanted}");
                    }
                    Some(arrays::upload(session, values, &own)?)
                }
                None => None,
            };
            session.progress.stage("sorting");
            let order = primitives::argsort_axis_with(&keys, axis, by_order)?;
            result::save(session, output, &primitives::take_along_axis(&keys, &order, axis)?)?;
            let Some(values) = payload else { return Ok(()) };
            with_stream!(&values, values => {
                result::save(session, self.values_out.as_deref(), &primitives::take_along_axis(values, &order, axis)?)
            })
        })
    }
}
