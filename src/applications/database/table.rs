//! Tables: columns of equal length, with names.

use crate::geometry::Layout;
use crate::machine::{Device, DeviceError, Lent, Stream};
use crate::shape::{Named, ShapeError};

use super::column::Column;
use super::keys::Keys;
use super::{DatabaseError, Error};

/// A table: columns of numbers, of the same shape, one for each record.
///
/// Numbers are any floats, on devices with [integers](crate::Features::integers); infinities and denormals are compared exactly, 0 and -0 are
/// equal, and NaN is larger than infinity and equal to itself. On others, as the chips before 2006, they are whole numbers from 0 to 2^24 - 1, or
/// 2^17 - 1 where floats have 24 bits; a denormal is either refused or taken for 0.
pub struct Table<'a> {
    pub(super) device: Device,
    pub(super) columns: Vec<Column<'a>>,
    pub(super) keys: Keys,
}

impl<'a> Table<'a> {
    /// Makes a table of these columns. Packed ones are copied into plain ones.
    ///
    /// # Errors
    /// [`DatabaseError::NoColumns`] and [`DatabaseError::Twice`]; [`ShapeError::Mismatch`](crate::ShapeError::Mismatch), for columns that differ in
    /// shape; columns of different devices; [`DatabaseError::NotWhole`], for a number that a device without integers cannot compare.
    pub fn new(columns: &[(&str, &'a Stream<f32>)]) -> Result<Table<'a>, Error> {
        let [(first_name, first), ..] = columns else { return Err(DatabaseError::NoColumns.into()) };
        let device = first.device().clone();
        let mut table = Table { keys: Keys::of(&device), columns: Vec::with_capacity(columns.len()), device };
        for (name, numbers) in columns {
            if table.names().any(|known| known == *name) {
                return Err(DatabaseError::Twice { name: (*name).to_owned() }.into());
            }
            if numbers.device().inner.id != first.device().inner.id {
                let error = DeviceError::OtherDevice { what: format!("column `{name}`") };
                return Err(crate::Error::from(error).into());
            }
            if numbers.shape() != first.shape() {
                let what = "the columns of a table".to_owned();
                let (first, second) = (Named::new(first_name, first.shape()), Named::new(name, numbers.shape()));
                return Err(crate::Error::from(ShapeError::Mismatch { what, first, second }).into());
            }
            let numbers = match numbers.layout() {
                Layout::Plain => Lent::Borrowed(*numbers),
                Layout::Packed => Lent::Own(numbers.to_layout(Layout::Plain)?),
            };
            table.columns.push(Column { name: (*name).to_owned(), numbers });
        }
        if table.keys != Keys::Bits {
            table.columns.iter().try_for_each(|column| column.check_whole(table.keys, "a device without integers"))?;
        }
        Ok(table)
    }

    /// Returns the names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Returns the number of records.
    pub fn records(&self) -> usize {
        self.columns.first().map_or(0, |column| column.numbers.len())
    }

    /// Returns the index of a column.
    pub(super) fn column(&self, name: &str) -> Result<usize, DatabaseError> {
        let unknown = || {
            let known = self.names().map(str::to_owned).collect();
            DatabaseError::UnknownColumn { name: name.to_owned(), known }
        };
        self.names().position(|known| known == name).ok_or_else(unknown)
    }
}

impl std::fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Table({} records of {})", self.records(), self.names().collect::<Vec<_>>().join(", "))
    }
}
