//! The C interface: its functions do what they say and refuse what is wrong, and programs
//! in C and Python run on it.

#[path = "support/left_out.rs"]
mod left_out;
#[path = "support/level.rs"]
mod level;
#[path = "support/mesa.rs"]
mod mesa;
#[path = "support/random.rs"]
mod random;

#[path = "capi/abi.rs"]
mod abi;
#[path = "capi/calls.rs"]
mod calls;
#[path = "capi/catalog.rs"]
mod catalog;
#[path = "capi/demos.rs"]
mod demos;
#[path = "capi/describe.rs"]
mod describe;
#[path = "capi/fuzz.rs"]
mod fuzz;
#[path = "capi/primitives.rs"]
mod primitives;
#[path = "capi/threads.rs"]
mod threads;
