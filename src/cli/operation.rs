//! The operators of commands that combine elements.

use anyhow::bail;
use clap::ValueEnum;

use brooklet::primitives::{self, Key};
use brooklet::{Error, Operator, Stream, Texel, compute};

use super::family::Chosen;
use super::keys::AnyKeys;

/// The operators of scans and groups.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Op {
    Sum,
    Max,
    Min,
    Product,
}

impl Op {
    pub fn operator<T: Texel>(self) -> Operator<T> {
        match self {
            Op::Sum => Operator::sum(),
            Op::Max => Operator::max(),
            Op::Min => Operator::min(),
            Op::Product => Operator::product(),
        }
    }
}

/// The operators that combine elements.
#[derive(Clone, Copy, PartialEq)]
pub enum Arithmetic {
    Max,
    Min,
    Sum,
    Product,
    Mean,
}

impl Arithmetic {
    /// Returns whether results are elements of the array.
    pub fn selects(self) -> bool {
        matches!(self, Arithmetic::Max | Arithmetic::Min)
    }

    /// Returns the operator, if it computes sums or products.
    pub fn combining(self) -> Option<Op> {
        match self {
            Arithmetic::Sum => Some(Op::Sum),
            Arithmetic::Product => Some(Op::Product),
            Arithmetic::Max | Arithmetic::Min | Arithmetic::Mean => None,
        }
    }
}

/// A method of `reduce --axis`.
pub type AxisMethod = Chosen<primitives::ReduceAxis, compute::ReduceAxis>;

/// Finds the largest or the smallest integer of each line along an axis.
pub fn reduce_integers(stream: &AnyKeys, axis: i32, op: Arithmetic, method: AxisMethod) -> anyhow::Result<AnyKeys> {
    let Chosen::Fragment(method) = method else { bail!("compute shaders take floats only") };
    fn reduce<K: Key + Ord>(
        keys: &Stream<K>,
        axis: i32,
        op: Arithmetic,
        method: Option<primitives::ReduceAxis>,
    ) -> Result<Stream<K>, Error> {
        let op = if op == Arithmetic::Max { Operator::integer_max() } else { Operator::integer_min() };
        match method {
            None => primitives::reduce_axis(keys, &op, axis),
            Some(method) => primitives::reduce_axis_by(keys, &op, axis, method),
        }
    }
    Ok(match stream {
        AnyKeys::Floats(_) => bail!("floats are reduced as floats"),
        AnyKeys::I32(keys) => reduce(keys, axis, op, method)?.into(),
        AnyKeys::U32(keys) => reduce(keys, axis, op, method)?.into(),
        AnyKeys::I64(keys) => reduce(keys, axis, op, method)?.into(),
        AnyKeys::U64(keys) => reduce(keys, axis, op, method)?.into(),
    })
}
