//! Selects the vector instructions at run time, because a generic build assumes only the oldest ones.

use std::marker::PhantomData;

use crate::fragment_program::arithmetic::Arithmetic;

use super::{Ended, Part, Pass, Work};

/// The call that executes a part.
pub struct Run<'a, A> {
    pass: &'a Pass<'a>,
    part: Part<'a>,
    channels: &'a [usize],
    arithmetic: PhantomData<A>,
}

impl<'a, A> Run<'a, A> {
    pub fn new(pass: &'a Pass<'a>, part: Part<'a>, channels: &'a [usize]) -> Run<'a, A> {
        Run { pass, part, channels, arithmetic: PhantomData }
    }
}

impl<A: Arithmetic> pulp::WithSimd for Run<'_, A> {
    type Output = Result<Work, Ended>;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Result<Work, Ended> {
        self.pass.run_part::<A>(self.part, self.channels)
    }
}
