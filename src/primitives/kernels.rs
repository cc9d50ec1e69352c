//! A cache for the kernels of a loop of passes, so that each is compiled or looked up once.

use crate::error::Error;
use crate::machine::Kernel;

/// A small map of kernels by key.
pub(super) struct Kernels<K>(Vec<(K, Kernel)>);

impl<K: PartialEq> Kernels<K> {
    pub fn new() -> Kernels<K> {
        Kernels(Vec::new())
    }

    /// Returns the kernel of this key; calls `make` if it is not there yet.
    pub fn get(&mut self, key: K, make: impl FnOnce() -> Result<Kernel, Error>) -> Result<&Kernel, Error> {
        let at = match self.0.iter().position(|(made, _)| *made == key) {
            Some(at) => at,
            None => {
                self.0.push((key, make()?));
                self.0.len() - 1
            }
        };
        Ok(&self.0[at].1)
    }
}
