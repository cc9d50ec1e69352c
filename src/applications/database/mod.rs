//! Queries on tables by the depth test, the stencil and occlusion queries: no kernel compares, and no record is moved.
//!
//! After N. Govindaraju, B. Lloyd, W. Wang, M. Lin and D. Manocha, *Fast Computation of Database Operations using Graphics Processors*, SIGMOD
//! 2004. A [`Table`] has columns, a stream for each. A [`Condition`] is a conjunction of clauses, and a clause a disjunction of comparisons of a
//! column with a constant or with another column. The column is copied to the depth buffer, and a quad at the depth of the constant passes the
//! depth test where the comparison holds. The stencil of each record counts the clauses that hold: a comparison of clause *i* increments the
//! stencils that are *i*, from 0. An [`OcclusionQuery`](crate::OcclusionQuery) counts the records whose stencil is the number of clauses.
//!
//! | | passes | waits |
//! |---|---|---|
//! | a comparison | 2: a copy and a quad; 1, if the copy is there | |
//! | a range, `low <= x <= high` | 2 comparisons | |
//! | [`count`](Selection::count), [`any`](Selection::any) | 1 | 1 |
//! | [`mask`](Selection::mask), for other primitives | 2 | |
//! | [`sum`](Selection::sum), of whole numbers from 0 to 2^24 - 1 | 26: for each bit, the records that have it are counted | 1 |
//! | [`average`](Selection::average) | those of a sum and a count | 2 |
//! | [`kth_largest`](Selection::kth_largest) | 34, and a count if there was none: for each bit, a count decides it | 32 |
//! | [`min`](Selection::min), [`max`](Selection::max), [`median`](Selection::median) | 34 and a count; a median of an even number up to 68 | 33 to 65 |
//!
//! Differences from the paper: its numbers are integers of 24 bits, as many as a depth has. Here, a float has a key of 32 bits, and what is
//! copied is its lower half, behind or in front where the upper half already decides: so comparisons of all floats are exact. NaN is
//! equal to itself and larger than infinity, as in PostgreSQL. Devices without integers, as the chips of that time, have whole numbers alone, also
//! in two halves, since their floats do not reach each depth. For two columns, a kernel writes as a depth how they compare, where the paper has the
//! sign of their difference.
//! A sum finds bits by a depth that the kernel writes, where the paper has the alpha test. The stencil counts, where the paper's alternates
//! between two values and is cleared after each clause.
//!
//! OpenGL ES and WebGL 2 do not count fragments: there, conditions, `any` and `mask` work, and aggregates are errors. A page in a browser
//! cannot wait for `any` either.
//!
//! ```
//! use brooklet::applications::database::Table;
//! use brooklet::{Device, primitives};
//! let device = Device::headless()?;
//! let age = device.upload(&[25.0, 41.0, 67.0, 33.0, 18.0])?;
//! let pay = device.upload(&[900.0, 7000.0, 1500.0, 800.0, 0.0])?;
//! let table = Table::new(&[("age", &age), ("pay", &pay)])?;
//! let mut found = table.select_where("age >= 20 and (pay < 1000 or pay > 5000)")?;
//! let mask = found.mask()?;
//! assert_eq!(mask.read()?, [1.0, 1.0, 0.0, 1.0, 0.0]);
//! if device.features().fragment_counts {
//!     assert_eq!((found.count()?, found.sum("pay")?, found.median("age")?), (3, 8700, Some(33.0)));
//! }
//! // The mask selects for other primitives, too.
//! let pairs = primitives::map(&device, "vec2(age, mask)").input("age", &age).input("mask", &mask).run::<[f32; 2]>()?;
//! assert_eq!(primitives::filter(&pairs, "x.y == 1.0")?.read()?, [[25.0, 1.0], [41.0, 1.0], [33.0, 1.0]]);
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod aggregates;
mod column;
mod condition;
mod error;
mod keys;
mod parse;
mod selection;
mod table;

pub use condition::{Comparison, Condition, MAX_CLAUSES, MAX_COMPARISONS, Operand};
pub use error::DatabaseError;
pub use selection::Selection;
pub use table::Table;

use super::Error;
