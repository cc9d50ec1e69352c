//! Columns: named streams of numbers, and which of their numbers are whole.

use crate::fragment_operations::{Compare, DepthTest, StencilTest};
use crate::glsl;
use crate::machine::{DepthStencil, Lent, OcclusionQuery};

use super::keys::Keys;
use super::{DatabaseError, Error};

/// A column of a table. Its stream is plain.
pub struct Column<'a> {
    pub name: String,
    pub numbers: Lent<'a, f32>,
}

impl Column<'_> {
    /// Returns an error if any number is not whole, or too large.
    pub fn check_whole(&self, keys: Keys, what: &'static str) -> Result<(), Error> {
        let mut buffer = self.numbers.device().depth_stencil(&*self.numbers)?;
        buffer.clear(0.5, 0)?;
        match self.outside(keys, &mut buffer, StencilTest::new(Compare::Always, 0))?.any()? {
            true => self.refuse_others(keys, what, None),
            false => Ok(()),
        }
    }

    /// Asks whether any number in these records is not whole, or too large. All depths of the buffer are one half.
    pub fn outside(
        &self,
        keys: Keys,
        buffer: &mut DepthStencil,
        records: StencilTest,
    ) -> Result<OcclusionQuery, Error> {
        let device = self.numbers.device();
        let mut query = device.occlusion_query()?;
        let source = glsl!("applications/database_outside.frag").parameter("by_bits", keys == Keys::Bits);
        let kernel = device.kernel(&source)?;
        let pass = device.pass(&kernel).input("column", &*self.numbers).constant("limit", keys.largest() as f32);
        let pass = pass.depth_stencil(buffer).depth_test(DepthTest::new(Compare::Less)).stencil_test(records);
        pass.count(&mut query).run()?;
        Ok(query)
    }

    /// Returns an error with the first number that is not whole, or too large, among the records with 1 in the mask. It reads the column
    /// back.
    pub fn refuse_others(&self, keys: Keys, what: &'static str, mask: Option<&[f32]>) -> Result<(), Error> {
        let max = keys.largest();
        let inside = |number: f32| (0.0..=max as f32).contains(&number) && number.floor() == number;
        let numbers = self.numbers.read()?;
        let selected = |record: usize| mask.is_none_or(|mask| mask.get(record) == Some(&1.0));
        match numbers.iter().enumerate().find(|(record, number)| !inside(**number) && selected(*record)) {
            Some((record, &value)) => {
                Err(DatabaseError::NotWhole { column: self.name.clone(), record, value, what, max }.into())
            }
            None => Ok(()),
        }
    }
}
