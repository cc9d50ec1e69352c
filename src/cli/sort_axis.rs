//! `brooklet sort --axis`: sorts each line along an axis by itself.

use std::path::Path;

use anyhow::bail;

use brooklet::kernel::Reading;
use brooklet::{Shape, io, primitives};

use super::Common;
use super::along;
use super::arrays::{self, with_stream};
use super::family::Family;
use super::result;
use super::shapes::tuple;
use super::sort::Sort;
use super::vectors::Axis;

impl Sort {
    /// Sorts each line along an axis by itself. A payload is gathered in the order of its keys.
    pub(super) fn run_axis(&self, common: &Common, files: &[&Path], along: i32) -> anyhow::Result<()> {
        if self.family == Family::Compute && self.values.is_some() {
            super::usage("sort", "--axis with --values is only for --family fragment".to_owned());
        }
        let (method, descending) = (along::choose("sort", self.family, self.method.as_deref()), self.descending);
        let by_order = along::choose("sort", self.family, self.method.as_deref());
        // All sorts on compute shaders are stable.
        let alone = self.values.is_none() && (!self.stable || self.family == Family::Compute);
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
            if alone {
                session.progress.stage("sorting");
                return result::save(session, output, &along::sort(&keys, axis, method, descending)?);
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
            let order = along::order(&keys, axis, by_order, descending)?;
            result::save(session, output, &primitives::take_along_axis(&keys, &order, axis)?)?;
            let Some(values) = payload else { return Ok(()) };
            with_stream!(&values, values => {
                result::save(session, self.values_out.as_deref(), &primitives::take_along_axis(values, &order, axis)?)
            })
        })
    }
}
