//! `brooklet sort --axis`: sorts each line along an axis by itself.

use std::path::Path;

use brooklet::io::ExactDtype;
use brooklet::primitives;

use super::Common;
use super::along;
use super::arrays;
use super::elements::{self, map_elements};
use super::family::Family;
use super::keys::{self, Types, Zeros};
use super::sort::Sort;
use super::vectors::Axis;
use super::written;

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
            let (array, exact, axis) = along::exact(session, &self.input, along, &numbers)?;
            arrays::refuse_nan(&self.input, &array)?;
            self.check_lines(&array);
            let axis = axis as i32;
            let output = self.output.as_deref();
            let types = if self.family == Family::Compute { Types::Floats } else { Types::All };
            let upload = |zeros| keys::upload(session, &self.input, &array, exact.as_ref(), (types, zeros));
            let apart = upload(Zeros::Apart)?;
            if alone {
                session.progress.stage("sorting");
                let sorted = along::sort(&apart.stream, axis, method, descending)?;
                return written::save(session, output, &sorted, apart.dtype, self.dtype.written());
            }
            let payload = self.payload(session, &array, Types::All)?;
            // -0 and 0 of float64 tie, and keep their sign.
            let ties = if apart.dtype == Some(ExactDtype::Float64) { Some(upload(Zeros::Tie)?) } else { None };
            session.progress.stage("sorting");
            let order = along::order(&ties.as_ref().unwrap_or(&apart).stream, axis, by_order, descending)?;
            let apart = apart.into();
            let sorted = map_elements!(&apart, keys => primitives::take_along_axis(keys, &order, axis)?);
            elements::save(session, output, &sorted, self.dtype.written())?;
            let Some(values) = payload else { return Ok(()) };
            let moved = map_elements!(&values, values => primitives::take_along_axis(values, &order, axis)?);
            elements::save(session, self.values_out.as_deref(), &moved, self.dtype.written())
        })
    }
}
