//! Selections: the records for which a condition holds, as stencils.

use crate::fragment_operations::{Compare, DepthTest, StencilOperation, StencilTest};
use crate::geometry::Layout;
use crate::glsl;
use crate::glsl::Dialect;
use crate::machine::{DepthStencil, Device, Kernel, OcclusionQuery, Stream};

use super::condition::mirrored;
use super::keys::{Keys, LOWER_BITS};
use super::table::Table;
use super::{Comparison, Condition, DatabaseError, Error, Operand};

/// The records of a table for which a condition holds. A stencil for each record counts the clauses that hold.
pub struct Selection<'t> {
    pub(super) table: &'t Table<'t>,
    pub(super) buffer: DepthStencil,
    /// The number of clauses: the stencil of the records that are selected.
    clauses: u8,
    /// What the depths are a copy of.
    stored: Option<(usize, Depths)>,
    draw: Kernel,
    /// What quads would write, if they wrote anything.
    nothing: Stream<f32>,
    count: Option<u64>,
}

/// What the depths say of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depths {
    /// The upper half of its keys.
    UpperHalf,
    /// The lower half of the keys with this upper half.
    LowerHalf(u32),
    /// How its numbers compare with those of another column.
    OrderWith(usize),
}

/// The depth of equal numbers in two columns.
const EQUAL: f32 = 0.25;

impl Table<'_> {
    /// Selects the records for which a condition holds. Each comparison takes two passes: a copy of half of the column's bits to depths, and a
    /// quad at the depth of the constant. For two columns, the depths say how they compare.
    ///
    /// # Errors
    /// [`DatabaseError::UnknownColumn`]; [`DatabaseError::NotANumber`]; any error of the device.
    pub fn select(&self, condition: &Condition) -> Result<Selection<'_>, Error> {
        Selection::new(self, condition)
    }

    /// Reads a condition, and selects the records for which it holds: see [`Condition::parse`].
    ///
    /// # Errors
    /// As [`Condition::parse`] and [`Table::select`].
    pub fn select_where(&self, text: &str) -> Result<Selection<'_>, Error> {
        let names: Vec<&str> = self.names().collect();
        self.select(&Condition::parse(text, &names)?)
    }
}

impl<'t> Selection<'t> {
    pub(super) fn new(table: &'t Table<'t>, condition: &Condition) -> Result<Selection<'t>, Error> {
        let device = &table.device;
        let like = &table.columns[0].numbers;
        let mut selection = Selection {
            table,
            buffer: device.depth_stencil(like)?,
            clauses: 0,
            stored: None,
            draw: device.kernel(&glsl!("applications/database_draw.frag"))?,
            nothing: device.stream_with(like.shape(), Layout::Plain)?,
            count: None,
        };
        for clause in condition.clauses() {
            for comparison in clause {
                selection.compare(comparison)?;
            }
            // Conditions have at most 255 clauses.
            selection.clauses = selection.clauses.saturating_add(1);
        }
        Ok(selection)
    }

    /// Increments the stencils of the records for which all clauses before hold, and this comparison. Where another one of the same clause
    /// holds, the stencil is too large already, so each clause is counted once.
    fn compare(&mut self, comparison: &Comparison) -> Result<(), Error> {
        let column = self.table.column(&comparison.column)?;
        let (compare, at) = match &comparison.operand {
            Operand::Constant(constant) if constant.is_nan() => {
                return Err(DatabaseError::NotANumber { column: comparison.column.clone() }.into());
            }
            Operand::Constant(constant) => {
                let (compare, key) = self.table.keys.comparison(comparison.compare, *constant);
                self.store(column, Depths::LowerHalf(key >> LOWER_BITS))?;
                (compare, ((key & 0xffff) as f32 + 0.5) / 65536.0)
            }
            Operand::Column(other) => {
                self.store(column, Depths::OrderWith(self.table.column(other)?))?;
                (comparison.compare, EQUAL)
            }
        };
        // The test compares the quad with the column.
        let test = DepthTest::new(mirrored(compare)).at(at);
        self.quad(test, self.selected().pass(StencilOperation::Increment), None)
    }

    /// Writes to the depths what they say of a column, unless it is there.
    pub(super) fn store(&mut self, column: usize, depths: Depths) -> Result<(), Error> {
        if self.stored == Some((column, depths)) {
            return Ok(());
        }
        let (device, table) = (self.device(), self.table);
        let lower = matches!(depths, Depths::LowerHalf(_));
        let source = match depths {
            Depths::OrderWith(_) => glsl!("applications/database_order.frag"),
            _ => glsl!("applications/database_depths.frag").parameter("lower", lower),
        };
        let kernel = device.kernel(&source.parameter("by_bits", table.keys == Keys::Bits))?;
        let pass = device.pass(&kernel).input("column", &table.columns[column].numbers);
        let pass = match depths {
            Depths::UpperHalf => pass.constant("upper", 0.0),
            Depths::LowerHalf(upper) => pass.constant("upper", upper as f32),
            Depths::OrderWith(other) => pass.input("other", &table.columns[other].numbers),
        };
        pass.depth_stencil(&mut self.buffer).depth_test(DepthTest::new(Compare::Always).write()).run()?;
        self.stored = Some((column, depths));
        Ok(())
    }

    /// Sets all depths to one half.
    pub(super) fn level(&mut self) -> Result<(), Error> {
        self.stored = None;
        let all = StencilTest::new(Compare::Always, 0);
        self.quad(DepthTest::new(Compare::Always).at(0.5).write(), all, None)
    }

    /// Draws a quad over all records that changes depths and stencils alone, and may count where it passes.
    pub(super) fn quad(
        &mut self,
        depth: DepthTest,
        stencil: StencilTest,
        query: Option<&mut OcclusionQuery>,
    ) -> Result<(), Error> {
        // NVIDIA's driver (580) counts too many where a pass writes nothing. Shaders have a workaround, listings do not: they write zeros.
        let zeros = query.is_some() && self.device().info().dialect == Some(Dialect::Arb);
        let pass = self.table.device.pass(&self.draw).constant("value", 0.0);
        let pass = pass.output("drawn", &mut self.nothing).write_mask([zeros; 4]);
        let pass = pass.depth_stencil(&mut self.buffer).depth_test(depth).stencil_test(stencil);
        let pass = match query {
            Some(query) => pass.count(query),
            None => pass,
        };
        Ok(pass.run()?)
    }

    /// Returns the test that selected records pass.
    pub(super) fn selected(&self) -> StencilTest {
        StencilTest::new(Compare::Equal, self.clauses)
    }

    pub(super) fn device(&self) -> &'t Device {
        &self.table.device
    }

    /// Returns whether any record is selected. It takes one pass. Every device can do it, except in a browser, where a page cannot wait for the answer.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn any(&mut self) -> Result<bool, Error> {
        let mut query = self.device().occlusion_query()?;
        self.quad(DepthTest::new(Compare::Always), self.selected(), Some(&mut query))?;
        Ok(query.any()?)
    }

    /// Returns the number of selected records, by an occlusion query. It takes one pass, the first time.
    ///
    /// # Errors
    /// [`DatabaseError::Counts`]; any error of the device.
    pub fn count(&mut self) -> Result<u64, Error> {
        self.check_counts("count")?;
        if let Some(count) = self.count {
            return Ok(count);
        }
        let mut query = self.device().occlusion_query()?;
        self.quad(DepthTest::new(Compare::Always), self.selected(), Some(&mut query))?;
        let count = query.count()?;
        self.count = Some(count);
        Ok(count)
    }

    /// Returns the selection as a plain stream: 1 for each record that is selected, and 0 for the others. It takes two passes, and nothing is
    /// read back.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn mask(&mut self) -> Result<Stream<f32>, Error> {
        let mut mask = self.device().stream_with(self.nothing.shape(), Layout::Plain)?;
        self.device().pass(&self.draw).constant("value", 0.0).output("drawn", &mut mask).run()?;
        let test = self.selected();
        let pass = self.device().pass(&self.draw).constant("value", 1.0).output("drawn", &mut mask);
        pass.depth_stencil(&mut self.buffer).stencil_test(test).run()?;
        Ok(mask)
    }

    /// Returns an error if the device does not count fragments.
    pub(super) fn check_counts(&self, aggregate: &'static str) -> Result<(), DatabaseError> {
        match self.device().features().fragment_counts {
            true => Ok(()),
            false => Err(DatabaseError::Counts { aggregate, device: self.device().info().interface() }),
        }
    }
}

impl std::fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Selection({} clauses of {:?})", self.clauses, self.table)
    }
}
