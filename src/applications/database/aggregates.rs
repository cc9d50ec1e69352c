//! Aggregates of the selected records, from what occlusion queries count.

use crate::fragment_operations::{Compare, DepthTest};
use crate::glsl;
use crate::machine::OcclusionQuery;

use super::keys::{Keys, LOWER_BITS};
use super::selection::{Depths, Selection};
use super::{DatabaseError, Error};

impl Selection<'_> {
    /// Returns the sum of a column of whole numbers from 0 to 2^24 - 1, exactly: for each of their bits, the records that have it are counted.
    /// It takes 26 passes and one wait; on devices without integers a pass less, and one for each bit that their whole numbers have.
    ///
    /// # Errors
    /// [`DatabaseError::NotWhole`], for another number in a selected record; [`DatabaseError::UnknownColumn`]; [`DatabaseError::Counts`]; any error
    /// of the device.
    pub fn sum(&mut self, column: &str) -> Result<u64, Error> {
        self.check_counts("sum")?;
        let column = self.table.column(column)?;
        self.level()?;
        let others = match self.table.keys {
            Keys::Bits => {
                let records = self.selected();
                Some(self.table.columns[column].outside(Keys::Bits, &mut self.buffer, records)?)
            }
            // The table's columns were checked.
            Keys::Whole(_) => None,
        };
        let bits = u32::BITS - self.table.keys.largest().leading_zeros();
        // All passes are drawn before the first count is waited for.
        let counts: Vec<OcclusionQuery> = (0..bits).map(|bit| self.ones(column, bit)).collect::<Result<_, _>>()?;
        if let Some(others) = others
            && others.any()?
        {
            let mask = self.mask()?.read()?;
            self.table.columns[column].refuse_others(Keys::Bits, "a sum", Some(&mask))?;
        }
        let mut sum = 0;
        for (bit, count) in counts.iter().enumerate() {
            sum += count.count()? << bit;
        }
        Ok(sum)
    }

    /// Returns the mean of a column of whole numbers, or `None` if no record is selected: the sum by the count.
    ///
    /// # Errors
    /// As [`Selection::sum`].
    pub fn average(&mut self, column: &str) -> Result<Option<f64>, Error> {
        self.check_counts("average")?;
        let (sum, count) = (self.sum(column)?, self.count()?);
        Ok((count > 0).then(|| sum as f64 / count as f64))
    }

    /// Returns the `k`th largest number of a column among the selected records, counted from 1. Each bit of its key follows from an occlusion
    /// query, for which the host waits: 34 passes, or 26 for whole numbers of 24 bits on devices without integers.
    ///
    /// # Errors
    /// [`DatabaseError::Rank`], if fewer records are selected; [`DatabaseError::UnknownColumn`]; [`DatabaseError::Counts`]; any error of the device.
    pub fn kth_largest(&mut self, column: &str, k: u64) -> Result<f32, Error> {
        self.check_counts("kth largest")?;
        let (column, selected) = (self.table.column(column)?, self.count()?);
        match (1..=selected).contains(&k) {
            true => Ok(self.ranked(column, k)?.0),
            false => Err(DatabaseError::Rank { k, selected }.into()),
        }
    }

    /// Returns the largest number of a column among the selected records, or `None` if there are none.
    ///
    /// # Errors
    /// As [`Selection::kth_largest`].
    pub fn max(&mut self, column: &str) -> Result<Option<f32>, Error> {
        self.check_counts("max")?;
        let (column, selected) = (self.table.column(column)?, self.count()?);
        if selected == 0 { Ok(None) } else { Ok(Some(self.ranked(column, 1)?.0)) }
    }

    /// Returns the smallest number of a column among the selected records, or `None` if there are none.
    ///
    /// # Errors
    /// As [`Selection::kth_largest`].
    pub fn min(&mut self, column: &str) -> Result<Option<f32>, Error> {
        self.check_counts("min")?;
        let (column, selected) = (self.table.column(column)?, self.count()?);
        if selected == 0 { Ok(None) } else { Ok(Some(self.ranked(column, selected)?.0)) }
    }

    /// Returns the median of a column among the selected records, or `None` if there are none: the number in the middle, or the mean of the
    /// two in the middle.
    ///
    /// # Errors
    /// As [`Selection::kth_largest`].
    pub fn median(&mut self, column: &str) -> Result<Option<f32>, Error> {
        self.check_counts("median")?;
        let (column, selected) = (self.table.column(column)?, self.count()?);
        if selected == 0 {
            return Ok(None);
        }
        let middle = selected.div_ceil(2);
        let (above, at_least) = self.ranked(column, middle)?;
        // Ties are common in tables, and save the second search.
        if selected % 2 == 1 || at_least > middle {
            return Ok(Some(above));
        }
        let (below, _) = self.ranked(column, middle + 1)?;
        Ok(Some(((f64::from(above) + f64::from(below)) / 2.0) as f32))
    }

    /// Returns the number of this rank from the largest, and how many selected records have at least that number.
    fn ranked(&mut self, column: usize, k: u64) -> Result<(f32, u64), Error> {
        let keys = self.table.keys;
        let mut at_least = self.count()?;
        self.store(column, Depths::UpperHalf)?;
        let upper = self.half(keys.upper_bits(), k, &mut at_least)?;
        self.store(column, Depths::LowerHalf(upper))?;
        let lower = self.half(LOWER_BITS, k, &mut at_least)?;
        Ok((keys.number(upper << LOWER_BITS | lower), at_least))
    }

    /// Returns the largest half that at least `k` selected records reach, bit by bit. Those with a larger upper half lie behind the lower
    /// ones, and are counted with them.
    fn half(&mut self, bits: u32, k: u64, at_least: &mut u64) -> Result<u32, Error> {
        let mut half = 0;
        for bit in (0..bits).rev() {
            let tried = half | 1 << bit;
            let mut query = self.device().occlusion_query()?;
            // Between two depths, so that rounding does not matter.
            let test = DepthTest::new(Compare::Less).at(tried as f32 / 65536.0);
            self.quad(test, self.selected(), Some(&mut query))?;
            let count = query.count()?;
            if count >= k {
                (half, *at_least) = (tried, count);
            }
        }
        Ok(half)
    }

    /// Counts the selected records whose number has this bit. All depths are one half.
    fn ones(&mut self, column: usize, bit: u32) -> Result<OcclusionQuery, Error> {
        let mut query = self.device().occlusion_query()?;
        let kernel = self.device().kernel(&glsl!("applications/database_bit.frag"))?;
        let (test, table) = (self.selected(), self.table);
        let pass = self.device().pass(&kernel).input("column", &table.columns[column].numbers);
        let pass = pass.constant("scale", 0.5 / (1u32 << bit) as f32).depth_stencil(&mut self.buffer);
        pass.depth_test(DepthTest::new(Compare::Less)).stencil_test(test).count(&mut query).run()?;
        Ok(query)
    }
}
