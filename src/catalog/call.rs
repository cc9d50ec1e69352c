//! Calls of primitives whatever they are: what is given to them beside streams, and what comes out.

use crate::error::Error;
use crate::machine::{Buffer, Device, Stream};
use crate::method::Method;
use crate::operator::Operator;
use crate::primitives::{self, Infinity};
use crate::shape::Shape;

/// What a call says beside its streams and its method. Each primitive takes what it knows of, and ignores the rest.
#[derive(Clone, Debug)]
pub struct Options {
    /// Of a reduction and a scan.
    pub operator: Operator<f32>,
    /// Of a scan: whether each element itself is left out.
    pub exclusive: bool,
    /// Of a reduction: in how many rows the input lies, each of which becomes an element; none, all become one.
    pub rows: Option<usize>,
    /// Of a sort: the largest first.
    pub descending: bool,
    /// Of a sort: whether equal keys keep their order.
    pub stable: bool,
    /// Of a search: the first position whose element is greater, in the place of the first whose element is not less.
    pub upper: bool,
    /// Of a filter: which records are kept; none, those that are not null.
    pub keep: Option<Predicate>,
    /// Of a filter: where the infinity comes from that marks the others.
    pub infinity: Infinity,
}

impl Default for Options {
    /// Sums, ascending, of all elements, where a primitive says nothing else.
    fn default() -> Options {
        Options {
            operator: Operator::sum(),
            exclusive: false,
            rows: None,
            descending: false,
            stable: false,
            upper: false,
            keep: None,
            infinity: Infinity::Made,
        }
    }
}

impl Options {
    /// The shape of an input of so many elements.
    pub fn shape(&self, count: usize) -> Shape {
        match self.rows {
            Some(rows) => [rows, count / rows].into(),
            None => count.into(),
        }
    }
}

/// Which records a filter keeps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Predicate {
    /// Those above a number.
    Above(f32),
    /// Those below a number.
    Below(f32),
}

impl Predicate {
    /// As an expression in `x`.
    pub fn expression(self) -> String {
        match self {
            Predicate::Above(limit) => format!("x > {limit:?}"),
            Predicate::Below(limit) => format!("x < {limit:?}"),
        }
    }

    /// Whether it keeps a record.
    pub fn keeps(self, x: f32) -> bool {
        match self {
            Predicate::Above(limit) => x > limit,
            Predicate::Below(limit) => x < limit,
        }
    }
}

/// What a call gives.
#[derive(Debug)]
pub enum Output<S> {
    /// One number, on the CPU.
    Value(f32),
    /// Streams or buffers.
    Streams(Vec<S>),
}

impl<S: Floats> Output<S> {
    /// All its numbers, one stream after the other.
    ///
    /// # Errors
    /// Those of reading back.
    pub fn read(&self) -> Result<Vec<f32>, Error> {
        match self {
            Output::Value(value) => Ok(vec![*value]),
            Output::Streams(streams) => Ok(streams.iter().map(Floats::floats).collect::<Result<Vec<_>, _>>()?.concat()),
        }
    }
}

/// What holds the numbers of a family on the device: streams of passes, buffers of dispatches.
pub trait Floats: Sized + 'static {
    /// Reads them back.
    ///
    /// # Errors
    /// Those of reading back.
    fn floats(&self) -> Result<Vec<f32>, Error>;

    /// Whether a device has all that a method of the family needs.
    fn runs(method: &Method, device: &Device) -> bool;
}

impl Floats for Stream<f32> {
    fn floats(&self) -> Result<Vec<f32>, Error> {
        self.read()
    }

    fn runs(method: &Method, device: &Device) -> bool {
        primitives::lacks(method.needs, device).is_none()
    }
}

impl Floats for Buffer<f32> {
    fn floats(&self) -> Result<Vec<f32>, Error> {
        self.read()
    }

    fn runs(method: &Method, device: &Device) -> bool {
        device.compute().is_some_and(|compute| compute.precise || !method.precise)
    }
}
