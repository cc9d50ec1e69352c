//! The functions of the C interface as a table of addresses, for host code that the command loads and that is linked to no library.

use std::ffi::c_void;

use super::*;

/// The addresses of the functions, in the order of [`NAMES`].
pub struct Table(pub [*const c_void; NAMES.len()]);

macro_rules! functions {
    ($($name:ident)*) => {
        /// The names of the functions of the C interface, in the order of the table. New ones are added at the end.
        pub const NAMES: [&str; [$(stringify!($name)),*].len()] = [$(stringify!($name)),*];

        /// Returns the table of functions.
        pub fn table() -> Table {
            Table([$($name as *const c_void),*])
        }
    };
}
functions! {
    brooklet_version
    brooklet_error_text
    brooklet_device_open
    brooklet_device_default
    brooklet_device_finish
    brooklet_device_free
    brooklet_stream_new
    brooklet_stream_iterator
    brooklet_stream_write
    brooklet_stream_read
    brooklet_stream_shape
    brooklet_stream_free
    brooklet_program_new
    brooklet_program_run
    brooklet_program_reduce
    brooklet_program_gather_op
    brooklet_program_scatter_op
    brooklet_program_free
    brooklet_device_describe
    brooklet_stream_of
    brooklet_stream_element
    brooklet_program_describe
    brooklet_map
    brooklet_reduce
    brooklet_scan
    brooklet_filter
    brooklet_sort
    brooklet_search
    brooklet_partition
    brooklet_argsort
    brooklet_unique
    brooklet_group
    brooklet_segmented_scan
    brooklet_take
    brooklet_random
    brooklet_random_bits
    brooklet_histogram
    brooklet_top
    brooklet_quantile
    brooklet_put
    brooklet_merge
    brooklet_reduce_axis
    brooklet_scan_axis
    brooklet_sort_axis
    brooklet_argsort_axis
    brooklet_take_axis
    brooklet_take_along_axis
    brooklet_filter_axis
    brooklet_integers_new
    brooklet_integers_read
    brooklet_sort_integers
    brooklet_argsort_integers
    brooklet_search_integers
    brooklet_unique_integers
    brooklet_group_integers
    brooklet_top_axis
    brooklet_argmax_axis
    brooklet_quantile_axis
    brooklet_merge_integers
    brooklet_top_integers
    brooklet_cg_new
    brooklet_cg_free
    brooklet_cg_describe
    brooklet_cg_draw
    brooklet_run_lengths
    brooklet_catalog_describe
    brooklet_catalog_run
    brooklet_trace_start
    brooklet_trace_read
    brooklet_trace_stop
    brooklet_transpose
    brooklet_matmul
    brooklet_sat
    brooklet_distance
    brooklet_nearest
    brooklet_label
    brooklet_convolve
    brooklet_blur
    brooklet_median_filter
    brooklet_fft
    brooklet_rfft
    brooklet_irfft
    brooklet_sparse_new
    brooklet_sparse_free
    brooklet_spmv
}
