//! The C interface: its headers are what the library has, and programs in C, C++ and Python run on it.

#[path = "capi/headers.rs"]
mod headers;
