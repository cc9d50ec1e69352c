//! The catalogue: one table of all primitives with their metadata.
//!
//! An entry has a primitive's name, its inputs, its methods (name, source, needs, passes, kernels), functions that run a method on
//! streams, on compute shaders and in plain Rust, and example data. All code that iterates over primitives uses the catalogue: the
//! tour, measurements, the gallery, `brooklet debug` and `compile`, the command line's values, and the guide's table of methods,
//! which a test compares with it.
//!
//! The description of a method is next to the code that runs it, in a table below its enum ([`Methods`]). The catalogue is a layer
//! above [`primitives`](crate::primitives), [`compute`](mod@crate::compute) and [`reference`](mod@crate::reference), which do not
//! depend on each other; only the catalogue depends on all three. Here all primitives are called in the same form, with streams of
//! `f32` and [`Options`]. Code that knows at compile time which primitive it calls uses the typed functions.
//!
//! ```
//! use brooklet::catalog::{self, Options, Output};
//! use brooklet::Device;
//!
//! let device = Device::headless()?;
//! let scan = catalog::find("scan").unwrap();
//! let x = device.upload(&[3.0, 1.0, 7.0, 0.0])?;
//! let expected = scan.expected(&[&[3.0, 1.0, 7.0, 0.0]], &Options::default())?;
//! for method in scan.fragment.methods {
//!     let sums = scan.draw(Some(method.name), &[&x], &Options::default())?;
//!     assert_eq!(sums.read()?, expected, "{} of {}", method.name, method.citation.full);
//! }
//! # Ok::<(), brooklet::Error>(())
//! ```

mod argsort;
mod axis;
mod call;
mod case;
mod example;
mod fft;
mod filter;
mod group;
mod histogram;
mod matmul;
mod merge;
mod picture;
mod put;
mod quantile;
pub(crate) mod random;
mod reduce;
mod run_lengths;
mod scan;
mod search;
mod select_axis;
mod sort;
mod sparse;
mod take;
mod top;

pub use call::{Filtering, Floats, Grouping, Neighbours, Options, Output, Predicate, Ranks};
pub use case::{Case, Difference, Memory};
pub use example::{Data, Example, Select, noise};

pub use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel, Methods};

use crate::error::Error;
use crate::machine::{Buffer, Device, Stream};
use crate::primitives::PrimitiveError;

/// All primitives that have methods. Map is not one of them, because its kernel comes from the caller.
pub static PRIMITIVES: [&Primitive; 32] = [
    &reduce::REDUCE,
    &scan::SCAN,
    &group::SEGMENTED_SCAN,
    &sort::SORT,
    &argsort::ARGSORT,
    &group::GROUP,
    &take::TAKE,
    &put::PUT,
    &search::SEARCH,
    &merge::MERGE,
    &filter::FILTER,
    &run_lengths::UNIQUE,
    &run_lengths::RUN_LENGTHS,
    &histogram::HISTOGRAM,
    &top::TOP,
    &quantile::QUANTILE,
    &random::RANDOM,
    &axis::REDUCE_AXIS,
    &axis::SCAN_AXIS,
    &axis::SORT_AXIS,
    &axis::ARGSORT_AXIS,
    &select_axis::TOP_AXIS,
    &select_axis::QUANTILE_AXIS,
    &picture::TRANSPOSE,
    &matmul::MATMUL,
    &sparse::SPMV,
    &picture::CONVOLVE,
    &picture::MEDIAN_FILTER,
    &picture::SAT,
    &picture::DISTANCE,
    &picture::LABEL,
    &fft::FFT,
];

/// Returns the primitive of this name, if there is one.
pub fn find(name: &str) -> Option<&'static Primitive> {
    PRIMITIVES.into_iter().find(|primitive| primitive.name == name)
}

/// Returns the names of all primitives, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRIMITIVES.into_iter().map(|primitive| primitive.name)
}

/// A primitive.
pub struct Primitive {
    /// Its name.
    pub name: &'static str,
    /// Its inputs, in order; optional ones come last.
    pub inputs: &'static [Input],
    /// Its methods on the fragment pipeline.
    pub fragment: Family<Stream<f32>>,
    /// Its methods on compute shaders, if it has any.
    pub compute: Option<Family<Buffer<f32>>>,
    /// Its reference implementation, which returns the outputs, one stream after the other.
    reference: Reference,
    /// The methods that were published for it, in order of publication. Measurements use them as baselines.
    pub published: &'static [&'static str],
    /// Its examples. The first one runs with all methods.
    pub examples: &'static [Example],
}

/// A reference implementation in plain Rust.
type Reference = fn(&[&[f32]], &Options) -> Result<Vec<f32>, Error>;

/// A function that runs the method with this index in the table, or the fastest method if there is no index.
type Run<S> = fn(Option<usize>, &[&S], &Options) -> Result<Output<S>, Error>;

/// An input of a primitive.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// Its name.
    pub name: &'static str,
    /// Its example data.
    pub data: Data,
    /// Whether it may be left out.
    pub optional: bool,
}

impl Input {
    const fn new(name: &'static str, data: Data) -> Input {
        Input { name, data, optional: false }
    }
}

/// The methods of a primitive on the fragment pipeline, or on compute shaders.
pub struct Family<S: 'static> {
    /// All of them.
    pub methods: &'static [MethodInfo],
    /// The methods that are shown side by side by default.
    pub shown: &'static [&'static str],
    run: Run<S>,
}

impl<S: Floats> Family<S> {
    /// Returns the method of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<&'static MethodInfo> {
        self.methods.iter().find(|method| method.name == name)
    }

    /// Returns the names of the methods.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<S> {
        self.methods.iter().map(|method| method.name)
    }

    /// Returns whether a device has all features that a method needs.
    pub fn runs_on(&self, method: &MethodInfo, device: &Device) -> bool {
        S::lacks(method, device).is_none()
    }

    /// Returns the first feature that a method needs and a device lacks, in words, if there is one.
    pub fn lacks(&self, method: &MethodInfo, device: &Device) -> Option<String> {
        S::lacks(method, device)
    }
}

impl Primitive {
    /// Draws the primitive's passes, by the method of this name or by the fastest.
    ///
    /// # Errors
    /// [`PrimitiveError::NoMethod`], [`PrimitiveError::Inputs`], and the errors of the primitive.
    pub fn draw(
        &self,
        method: Option<&str>,
        inputs: &[&Stream<f32>],
        options: &Options,
    ) -> Result<Output<Stream<f32>>, Error> {
        self.run(&self.fragment, method, inputs, options)
    }

    /// Runs the primitive on compute shaders, by the method of this name or by the fastest.
    ///
    /// # Errors
    /// As [`Primitive::draw`]; also [`PrimitiveError::NoMethod`] if the primitive has no methods on compute shaders.
    pub fn dispatch(
        &self,
        method: Option<&str>,
        inputs: &[&Buffer<f32>],
        options: &Options,
    ) -> Result<Output<Buffer<f32>>, Error> {
        match &self.compute {
            Some(family) => self.run(family, method, inputs, options),
            None => Err(self.no_method(method.unwrap_or("on compute shaders"), &mut std::iter::empty())),
        }
    }

    /// Computes the result that is expected of the method of this name, in plain Rust. It differs between methods only for generators
    /// of random numbers.
    ///
    /// # Errors
    /// [`PrimitiveError::Inputs`], and the errors of the operator.
    pub fn expected_of(&self, method: &str, inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
        let families = self.fragment.methods.iter().chain(self.compute.iter().flat_map(|family| family.methods));
        let method = families.map(|method| method.name).find(|name| *name == method);
        self.expected(inputs, &Options { method, ..options.clone() })
    }

    /// Computes the expected result in plain Rust.
    ///
    /// # Errors
    /// [`PrimitiveError::Inputs`], and the errors of the operator.
    pub fn expected(&self, inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
        self.check(inputs.len())?;
        (self.reference)(inputs, options)
    }

    fn run<S: Floats>(
        &self,
        family: &Family<S>,
        method: Option<&str>,
        inputs: &[&S],
        options: &Options,
    ) -> Result<Output<S>, Error> {
        let found = |name: &str| family.methods.iter().position(|method| method.name == name);
        let method = match method {
            Some(name) => Some(found(name).ok_or_else(|| self.no_method(name, &mut family.names()))?),
            None => None,
        };
        self.check(inputs.len())?;
        (family.run)(method, inputs, options)
    }

    fn no_method(&self, method: &str, names: &mut dyn Iterator<Item = &'static str>) -> Error {
        let methods = names.collect::<Vec<_>>().join(", ");
        PrimitiveError::NoMethod { primitive: self.name, method: method.to_owned(), methods }.into()
    }

    /// Returns an error for too few or too many inputs.
    fn check(&self, given: usize) -> Result<(), Error> {
        let needed = self.inputs.iter().filter(|input| !input.optional).count();
        if (needed..=self.inputs.len()).contains(&given) {
            return Ok(());
        }
        let inputs = self.inputs.iter().map(|input| input.name).collect::<Vec<_>>().join(", ");
        Err(PrimitiveError::Inputs { primitive: self.name, inputs, needed, given }.into())
    }
}

#[cfg(test)]
mod tests;
