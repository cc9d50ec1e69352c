//! `brooklet sort --axis`: sorts each line along an axis by itself.

use std::path::Path;

use anyhow::bail;

use brooklet::io::{self, ExactDtype};
use brooklet::primitives;

use super::Common;
use super::along;
use super::arrays;
use super::elements::{self, Elements, map_elements};
use super::keys::{self, AnyKeys, Types, Zeros, with_keys};
use super::session::Session;
use super::shapes::tuple;
use super::sort::Sort;
use super::vectors::Axis;
use super::written;

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
            let (array, exact, axis) = along::exact(session, &self.input, along, &numbers)?;
            arrays::refuse_nan(&self.input, &array)?;
            self.check_lines(&array);
            let axis = axis as i32;
            let output = self.output.as_deref();
            let upload = |zeros| keys::upload(session, &self.input, &array, exact.as_ref(), (Types::All, zeros));
            let apart = upload(Zeros::Apart)?;
            if self.values.is_none() && !self.stable {
                session.progress.stage("sorting");
                let sorted =
                    with_keys!(&apart.stream, keys => AnyKeys::from(primitives::sort_axis_with(keys, axis, options)?));
                return written::save(session, output, &sorted, apart.dtype, self.written());
            }
            let payload = match &self.values {
                Some(values) => Some(self.payload_of_shape(session, values, &array.shape)?),
                None => None,
            };
            // -0 and 0 of float64 tie, and keep their sign.
            let ties = if apart.dtype == Some(ExactDtype::Float64) { Some(upload(Zeros::Tie)?) } else { None };
            session.progress.stage("sorting");
            let order = with_keys!(&ties.as_ref().unwrap_or(&apart).stream, keys => {
                primitives::argsort_axis_with(keys, axis, by_order)?
            });
            let apart = apart.into();
            let sorted = map_elements!(&apart, keys => primitives::take_along_axis(keys, &order, axis)?);
            elements::save(session, output, &sorted, self.written())?;
            let Some(values) = payload else { return Ok(()) };
            let moved = map_elements!(&values, values => primitives::take_along_axis(values, &order, axis)?);
            elements::save(session, self.values_out.as_deref(), &moved, self.written())
        })
    }

    /// Reads and uploads a payload. One of another shape than the keys is an error.
    fn payload_of_shape(&self, session: &Session, path: &Path, shape: &[usize]) -> anyhow::Result<Elements> {
        let (array, exact) = self.axis.exact_beside(session, path, shape)?;
        if array.shape != shape {
            let (found, wanted) = (tuple(&array.shape), tuple(shape));
            let (values, keys) = (io::input_name(path), io::input_name(&self.input));
            bail!("payload {values} is {found}: it must have the shape of {keys}, {wanted}");
        }
        elements::upload(session, path, &array, exact.as_ref(), Types::All)
    }
}
