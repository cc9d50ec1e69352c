//! The primitives on compute shaders (OpenGL 4.3, OpenGL ES 3.1). The functions have the names of their counterparts on the fragment
//! pipeline in [`primitives`](crate::primitives) and on the CPU in [`reference`](mod@crate::reference), so that the pipelines can be
//! compared. There is no map, because it would be the same in a dispatch as in a pass.
//!
//! Data are streams or buffers ([`Data`]). A [`Stream`](crate::Stream) is copied from its texture into a buffer by one
//! dispatch, and the result into a texture by one copy or two; a [`Buffer`](crate::Buffer) is used in place.
//!
//! Each list of methods starts with those of the papers, as they were published; modern methods follow. Those on *tiles* are for GPUs:
//! work groups fold, scan and sort in registers and shared memory, with a barrier wherever one invocation reads what another wrote.
//! They rely neither on invocations that run in lock step nor on the order in which groups run. Those on *runs* are for drivers that
//! compute on the CPU, where a barrier costs more than everything else: each invocation processes its run alone. Each `fastest` returns
//! the default method for a device. For reductions on GPUs that is the paper's seventh kernel, if the operator commutes.
//!
//! If the context has no compute shaders, [`Device::compute`](crate::Device::compute) returns `None`, and every function fails with
//! [`DeviceError::NoCompute`](crate::DeviceError::NoCompute).
//!
//! ```
//! use brooklet::{Device, Operator, compute, primitives::{self, Scan}, reference};
//! let device = Device::headless()?;
//! # if device.compute().is_none() { return Ok(()); }
//! let x = device.upload(&[3.0, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0])?;
//! let (drawn, passes) = device.traced(|| primitives::scan_by(&x, &Operator::sum(), Scan::HillisSteele));
//! let (computed, dispatches) = device.traced(|| compute::scan(&x, &Operator::sum()));
//! assert_eq!(drawn?.read()?, computed?.read()?);
//! assert_eq!(passes.passes().count(), 3);
//! assert_eq!(dispatches.dispatches().count(), 2); // into a buffer, and the scan of one block
//! # Ok::<(), brooklet::Error>(())
//! ```

mod argsort;
mod axis;
mod bitonic;
mod convolve;
mod data;
mod fft;
mod filter;
mod group;
mod histogram;
mod histogram_dispatches;
mod matmul;
mod merge;
mod order;
mod put;
mod quantile;
mod radix;
mod radix_wide;
mod random;
mod reduce;
mod reduce_axis;
mod reduce_levels;
mod run_lengths;
mod runs;
mod sat;
mod scan;
mod scan_axis;
mod scan_blocks;
mod search;
mod search_index;
mod segments;
mod select;
mod sort;
mod sort_axis;
mod spmv;
mod take;
mod tiles;
mod top;
mod transpose;

pub use crate::error::ComputeError;
pub use crate::keys::KeyRange;
pub use argsort::{Argsort, ArgsortOptions, argsort, argsort_by, argsort_with};
pub use axis::Axis;
pub use convolve::{Convolve, convolve, convolve_by};
pub use data::Data;
pub use fft::{Fft, fft, fft_by, ifft, ifft_by};
pub use filter::{Filter, compact, compact_by, filter, filter_by};
pub use group::{Group, group, group_by, group_sorted};
pub use histogram::{
    Histogram, HistogramOptions, histogram, histogram_2d, histogram_2d_with, histogram_by, histogram_edges,
    histogram_with,
};
pub use matmul::{Matmul, matmul, matmul_by};
pub use merge::{Merge, merge, merge_by};
pub use put::{Put, put, put_by, put_with};
pub use quantile::{Quantile, quantile, quantile_by};
pub use random::{Random, RandomOptions, random, random_bits};
pub use reduce::{Reduce, mean, mean_by, reduce, reduce_by};
pub use reduce_axis::{ReduceAxis, reduce_axis, reduce_axis_by};
pub use run_lengths::{RunLengths, Unique, run_lengths, run_lengths_by, unique, unique_by};
pub use sat::{Sat, sat, sat_by};
pub use scan::{Scan, exclusive_scan, exclusive_scan_by, scan, scan_by};
pub use scan_axis::{ScanAxis, exclusive_scan_axis, exclusive_scan_axis_by, scan_axis, scan_axis_by};
pub use search::{Search, lower_bound, lower_bound_by, search, upper_bound, upper_bound_by};
pub use search_index::SearchIndex;
pub use segments::{SegmentedScan, segmented_scan, segmented_scan_by};
pub use select::{Selection, partition, partition_by, select, select_by};
pub use sort::{Sort, SortOptions, sort, sort_by, sort_pairs, sort_pairs_with, sort_with};
pub use sort_axis::{SortAxis, SortAxisOptions, argsort_axis, argsort_axis_with, sort_axis, sort_axis_with};
pub use spmv::{SparseMatrix, Spmv, spmv, spmv_by};
pub use take::{Take, take};
pub use top::{Top, TopOptions, top, top_with};
pub use transpose::{Transpose, transpose, transpose_by};

use std::rc::Rc;

use crate::error::Error;
use crate::kernel::{self, Source};
use crate::machine::{Compiled, ComputeSource, Device, Element};
use crate::operator::Operator;
use crate::texel::Texel;

/// Compiles a compute kernel that calls the operator as `combine(a, b)`. An operator that a pass would refuse is refused here, with
/// the same messages.
fn operator_kernel<T: Texel + Element>(
    device: &Device,
    op: &Operator<T>,
    source: Source,
    threads: usize,
) -> Result<Rc<Compiled>, Error> {
    let source = ComputeSource::of::<T>(op.include(source)?, threads);
    device.compute_kernel_if(&source, || keeps_the_contract(op))
}

fn keeps_the_contract<T: Texel>(op: &Operator<T>) -> Result<(), Error> {
    let text = "output element result;\nparameter element combine(element a, element b);\nvoid main() { result = combine(element(0.0), element(1.0)); }\n";
    Ok(kernel::compile(&op.bind(Source::new("operator", text))?).map(drop)?)
}
