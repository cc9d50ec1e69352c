//! The C interface: what C, C++, Python and others call. Its header is `src/capi/include/brooklet.h`, and `brook.hpp` beside it
//! has the types of Brook's runtime, on which the host code of Brook programs runs.
//!
//! - **Devices** ([`brooklet_device_open`]), **streams** from and to memory ([`brooklet_stream_of`], [`brooklet_stream_write`],
//!   [`brooklet_stream_read`]), the primitives ([`brooklet_map`], [`brooklet_reduce`], [`brooklet_scan`], [`brooklet_filter`],
//!   [`brooklet_sort`], [`brooklet_search`]) and Brook **programs** ([`brooklet_program_new`], [`brooklet_program_run`]).
//! - **Handles** are numbers, never addresses: one that is wrong, freed or of another kind is an error, not a crash.
//! - **Errors** are codes; [`brooklet_error_text`] has the text of the last one on the thread.
//! - **Threads**: devices and all that is made on them belong to the thread that opened the device. On another thread their
//!   handles are the error [`Status::WrongThread`].
//! - **Panics** end at the border, as [`Status::Internal`].
//!
//! The library is built by `cargo rustc --release --lib --features capi --crate-type cdylib`; `demos/c` and `demos/python` have a
//! program in C and a module for Python. [`guide::c`](crate::guide::c) is where to begin.
//!
//! # Safety
//!
//! Of each function: an address that is not null leads to as many elements as the call says, a text ends in zero, and nobody else
//! writes there during the call. All else is checked.

#![allow(unsafe_code, reason = "C hands over addresses")]
#![allow(clippy::missing_safety_doc, reason = "the module says what holds of all addresses")]

mod argument;
mod describe;
mod device;
mod error;
mod handles;
#[cfg(feature = "cli")]
mod host;
mod indirect;
mod layout;
mod order;
mod pointers;
mod primitives;
mod program;
mod reduction;
mod run;
mod stream;
mod table;
mod version;

pub use argument::*;
pub use describe::*;
pub use device::*;
pub use error::*;
pub use handles::Handle;
#[cfg(feature = "cli")]
pub use host::HostLibrary;
pub use indirect::*;
pub use layout::*;
pub use order::*;
pub use primitives::*;
pub use program::*;
pub use reduction::*;
pub use run::*;
pub use stream::*;
pub use table::{NAMES, Table, table};
pub use version::*;

/// The headers of the C interface, by their names within the folder of includes.
pub const HEADERS: [(&str, &str); 15] = [
    ("brooklet.h", include_str!("include/brooklet.h")),
    ("brook.hpp", include_str!("include/brook.hpp")),
    ("brook/brook.hpp", include_str!("include/brook/brook.hpp")),
    ("brook/brook.h", include_str!("include/brook/brook.h")),
    ("brook/Stream.h", include_str!("include/brook/Stream.h")),
    ("brook/Device.h", include_str!("include/brook/Device.h")),
    ("brook/plus.hpp", include_str!("include/brook/plus.hpp")),
    ("brook/brt.hpp", include_str!("include/brook/brt.hpp")),
    ("brook/host_table.h", include_str!("include/brook/host_table.h")),
    ("brook/vectors.hpp", include_str!("include/brook/vectors.hpp")),
    ("brook/types.hpp", include_str!("include/brook/types.hpp")),
    ("brook/stream.hpp", include_str!("include/brook/stream.hpp")),
    ("brook/call.hpp", include_str!("include/brook/call.hpp")),
    ("brook/operators.hpp", include_str!("include/brook/operators.hpp")),
    ("brook/print.hpp", include_str!("include/brook/print.hpp")),
];
