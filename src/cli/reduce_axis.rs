//! `brooklet reduce --axis`: reduces each line along an axis by an operator that combines elements.

use std::path::Path;

use brooklet::io::{self, Array};
use brooklet::primitives;
use brooklet::{Element, Error, Operator, Stream, Texel, compute};

use super::Common;
use super::along;
use super::arrays::{ExactNumbers, with_stream};
use super::elements::{self, Elements};
use super::family::{Chosen, Family};
use super::keys::{Numbers, Types};
use super::operation::{Arithmetic, AxisMethod, reduce_integers};
use super::reduce::Reduce;
use super::result;
use super::session::Session;
use super::sums;

impl Arithmetic {
    /// Uploads the elements of lines. The largest and the smallest number have the dtype of the numbers, unless one is NaN; all other results
    /// are floats. Compute shaders take floats only.
    fn elements(
        self,
        session: &Session,
        path: &Path,
        array: &Array,
        exact: Option<&ExactNumbers>,
        family: Family,
    ) -> anyhow::Result<Elements> {
        let selects = self.selects();
        let has_order = exact.is_none_or(ExactNumbers::has_order);
        let types = if selects && has_order && family == Family::Fragment { Types::All } else { Types::Floats };
        let elements = elements::upload(session, path, array, exact, types)?;
        Ok(match elements {
            Elements::Floats(stream, _) if !selects => Elements::Floats(stream, None),
            elements => elements,
        })
    }
}

impl Reduce {
    /// Reduces each line along an axis.
    pub(super) fn run_axis(&self, common: &Common, along: i32, op: Arithmetic) -> anyhow::Result<()> {
        if let Some(path) = &self.output {
            io::check_output(path)?;
        }
        let method: AxisMethod = along::choose("reduce", self.family, self.method.as_deref());
        if self.family == Family::Compute && op == Arithmetic::Mean {
            super::usage("reduce", "--op mean with --axis is only for --family fragment".to_owned());
        }
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            session.progress.stages(5);
            let (array, exact, axis) = along::exact(session, &self.input, along, &self.axis)?;
            let mut shape = array.shape.clone();
            shape.remove(axis);
            if array.components > 1 {
                shape.push(array.components);
            }
            result::check_lines("reduce", self.output.as_deref(), result::count_lines(&shape));
            let elements = op.elements(session, &self.input, &array, exact.as_ref(), self.family)?;
            if let Some(combining) = op.combining() {
                sums::note(session, &self.input, &array, exact.as_ref(), combining, sums::lines(&array, Some(axis)));
            }
            session.progress.stage("computing");
            let axis = axis as i32;
            let reduced = match &elements {
                Elements::Floats(stream, dtype) => with_stream!(stream, stream => {
                    Elements::Floats(self.reduce_axis(stream, axis, op, method)?.into(), *dtype)
                }),
                Elements::Exact(Numbers { stream, dtype }) => {
                    Numbers { stream: reduce_integers(stream, axis, op, method)?, dtype: *dtype }.into()
                }
            };
            elements::save(session, self.output.as_deref(), &reduced, self.dtype.written())
        })
    }

    fn reduce_axis<T: Texel + Element>(
        &self,
        stream: &Stream<T>,
        axis: i32,
        op: Arithmetic,
        method: AxisMethod,
    ) -> Result<Stream<T>, Error> {
        let op = match op {
            Arithmetic::Max => Operator::max(),
            Arithmetic::Min => Operator::min(),
            Arithmetic::Sum => Operator::sum(),
            Arithmetic::Product => Operator::product(),
            Arithmetic::Mean => {
                return match method {
                    Chosen::Fragment(Some(method)) => primitives::mean_axis_by(stream, axis, method),
                    // Compute shaders were refused before.
                    _ => primitives::mean_axis(stream, axis),
                };
            }
        };
        match method {
            Chosen::Fragment(None) => primitives::reduce_axis(stream, &op, axis),
            Chosen::Fragment(Some(method)) => primitives::reduce_axis_by(stream, &op, axis, method),
            Chosen::Compute(None) => compute::reduce_axis(stream, &op, axis),
            Chosen::Compute(Some(method)) => compute::reduce_axis_by(stream, &op, axis, method),
        }
    }
}
