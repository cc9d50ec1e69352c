//! The C interface, which C, C++, Python and other languages can call. Its header is `src/capi/include/brooklet.h`. `brook.hpp` beside it
//! has the types of Brook's runtime that the host code of Brook programs uses.
//!
//! - **Devices** ([`brooklet_device_open`]), **streams** from and to memory ([`brooklet_stream_of`], [`brooklet_stream_write`],
//!   [`brooklet_stream_read`]), the primitives ([`brooklet_map`], [`brooklet_reduce`], [`brooklet_scan`], [`brooklet_filter`],
//!   [`brooklet_partition`], [`brooklet_sort`], [`brooklet_argsort`], [`brooklet_search`], [`brooklet_unique`], [`brooklet_group`],
//!   [`brooklet_segmented_scan`], [`brooklet_take`], [`brooklet_put`], [`brooklet_merge`], [`brooklet_top`], [`brooklet_quantile`],
//!   [`brooklet_random`], [`brooklet_histogram`], [`brooklet_spmv`], [`brooklet_reduce_axis`] and others along an axis; of integers
//!   [`brooklet_integers_new`], [`brooklet_sort_integers`] and others) and Brook **programs**
//!   ([`brooklet_program_new`], [`brooklet_program_run`]); **Cg programs** ([`brooklet_cg_new`], [`brooklet_cg_draw`]);
//!   every primitive by every method ([`brooklet_catalog_run`]); **traces** ([`brooklet_trace_start`]).
//! - **Handles** are numbers, never addresses: a handle that is wrong, freed or of another kind is an error, not a crash.
//! - **Errors** are codes; [`brooklet_error_text`] returns the text of the last one on the thread.
//! - **Threads**: a device and everything that is made on it belong to the thread that opened the device. Using their handles on another
//!   thread is the error [`Status::WrongThread`].
//! - **Panics** are caught, and returned as [`Status::Internal`].
//!
//! The library is built by `cargo rustc --release --lib --features capi --crate-type cdylib`. `demos/c` has programs in C and C++,
//! and `src/python` has a package for Python. `src/capi/include/brooklet/device.hpp` has classes for C++. Start with [`guide::c`](crate::guide::c).
//!
//! # Safety
//!
//! For each function, the caller guarantees this: an address that is not null points to as many elements as the call states, a text ends
//! in zero, and no other thread writes there during the call. Everything else is checked.

#![allow(unsafe_code, reason = "C hands over addresses")]
#![allow(clippy::missing_safety_doc, reason = "the module says what holds of all addresses")]

mod argument;
mod axis;
mod catalog;
mod cg;
mod describe;
mod device;
mod error;
mod fft;
mod groups;
mod handles;
mod histogram;
#[cfg(feature = "cli")]
mod host;
mod indirect;
mod integer_order;
mod integers;
mod layout;
mod order;
mod picture;
mod pointers;
mod primitives;
mod program;
mod random;
mod reduction;
mod run;
mod runtime;
mod sparse;
mod stream;
mod table;
mod top;
mod trace;
mod version;

pub use argument::*;
pub use axis::*;
pub use catalog::*;
pub use cg::*;
pub use describe::*;
pub use device::*;
pub use error::*;
pub use fft::*;
pub use groups::*;
pub use handles::Handle;
pub use histogram::*;
#[cfg(feature = "cli")]
pub use host::HostLibrary;
pub use indirect::*;
pub use integer_order::*;
pub use integers::*;
pub use layout::*;
pub use order::*;
pub use picture::*;
pub use primitives::*;
pub use program::*;
pub use random::*;
pub use reduction::*;
pub use run::*;
pub use sparse::*;
pub use stream::*;
pub use table::{NAMES, Table, table};
pub use top::*;
pub use trace::*;
pub use version::*;

/// The headers of the C interface: their paths within the include folder, and their texts.
pub const HEADERS: [(&str, &str); 29] = [
    ("brooklet.h", include_str!("include/brooklet.h")),
    ("brooklet/device.hpp", include_str!("include/brooklet/device.hpp")),
    ("brooklet.hpp", include_str!("include/brooklet.hpp")),
    ("brook.hpp", include_str!("include/brook.hpp")),
    ("brook/brook.hpp", include_str!("include/brook/brook.hpp")),
    ("brook/brook.h", include_str!("include/brook/brook.h")),
    ("brook/Stream.h", include_str!("include/brook/Stream.h")),
    ("brook/Device.h", include_str!("include/brook/Device.h")),
    ("brook/ErrorCodes.h", include_str!("include/brook/ErrorCodes.h")),
    ("brook/Types.h", include_str!("include/brook/Types.h")),
    ("brook/VectorDataType.h", include_str!("include/brook/VectorDataType.h")),
    ("brook/KernelInterface.h", include_str!("include/brook/KernelInterface.h")),
    ("brook/StreamData.h", include_str!("include/brook/StreamData.h")),
    ("brook/plus.hpp", include_str!("include/brook/plus.hpp")),
    ("brook/brt.hpp", include_str!("include/brook/brt.hpp")),
    ("brook/brtvector.hpp", include_str!("include/brook/brtvector.hpp")),
    ("brook/brtintrinsic.hpp", include_str!("include/brook/brtintrinsic.hpp")),
    ("brook/brtarray.hpp", include_str!("include/brook/brtarray.hpp")),
    ("brook/kerneldesc.hpp", include_str!("include/brook/kerneldesc.hpp")),
    ("brook/host_table.h", include_str!("include/brook/host_table.h")),
    ("brook/vectors.hpp", include_str!("include/brook/vectors.hpp")),
    ("brook/types.hpp", include_str!("include/brook/types.hpp")),
    ("brook/stream.hpp", include_str!("include/brook/stream.hpp")),
    ("brook/arrays.hpp", include_str!("include/brook/arrays.hpp")),
    ("brook/runtime.hpp", include_str!("include/brook/runtime.hpp")),
    ("brook/call.hpp", include_str!("include/brook/call.hpp")),
    ("brook/cpu.hpp", include_str!("include/brook/cpu.hpp")),
    ("brook/operators.hpp", include_str!("include/brook/operators.hpp")),
    ("brook/print.hpp", include_str!("include/brook/print.hpp")),
];
