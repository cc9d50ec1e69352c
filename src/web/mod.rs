//! The WebAssembly side of the npm package: a thin layer, of which only the package's TypeScript (`src/web/package/`) makes use.
//!
//! A device keeps its streams in a table, and their numbers cross the border. A number that is wrong or freed is an error. All errors are
//! objects with a code and a message.

mod axes;
mod bindings;
mod device;
mod error;
mod fft;
#[cfg(feature = "web-full")]
mod full;
mod groups;
mod host;
mod kernels;
mod operator;
mod picture;
mod primitives;
mod sparse;
mod table;
mod units;
