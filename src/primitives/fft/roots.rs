//! Tables of roots of unity.

use crate::error::Error;
use crate::fourier::root;
use crate::machine::{Device, Pass, Stream};

/// The powers of exp(-2πi / n), as products of entries of a coarse and of a fine table. Each has about √n entries.
#[derive(Debug)]
pub(super) struct Roots {
    coarse: Stream<[f32; 2]>,
    fine: Stream<[f32; 2]>,
}

impl Roots {
    pub fn new(device: &Device, n: usize) -> Result<Roots, Error> {
        let fine = n.max(1).isqrt().next_power_of_two();
        let table =
            |count: usize, stride: usize| device.upload(&(0..count).map(|k| root(k * stride, n)).collect::<Vec<_>>());
        Ok(Roots { coarse: table(n.div_ceil(fine) + 1, fine)?, fine: table(fine, 1)? })
    }

    /// Binds the tables, as `shared/roots.glsl` reads them.
    pub fn bind<'a>(&'a self, pass: Pass<'a>) -> Pass<'a> {
        let pass = pass.input("coarse_roots", &self.coarse).input("fine_roots", &self.fine);
        pass.constant("fine", self.fine.len())
    }
}
