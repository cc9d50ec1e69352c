//! # brooklet: stream computing on the fragment pipeline
//!
//! In 2003 to 2005 people computed on GPUs that could only draw. A *stream* was a float texture, a *kernel* a fragment shader run
//! over a full-screen quad, an algorithm a sequence of passes that ping-pong between textures. brooklet makes that work on today's
//! OpenGL 3.3 and OpenGL ES 3.0, and on OpenGL 2.1: for targets without compute shaders, and for anyone who wants to see how GPU
//! computing began.
//!
//! ```
//! use brooklet::{Device, Operator, Stream, primitives};
//!
//! let device = Device::headless()?; // no window, no display
//! let x = device.upload(&[1.0, 2.0, 3.0, 4.0])?; // a stream: floats in a texture
//! let y: Stream<f32> = primitives::map(&device, "x * x").input("x", &x).run()?; // a pass
//! assert_eq!(y.read()?, [1.0, 4.0, 9.0, 16.0]);
//! assert_eq!(primitives::reduce(&y, &Operator::sum())?, 30.0); // so few are read back, and combined on the CPU
//! # Ok::<(), brooklet::Error>(())
//! ```
//!
//! The concepts, from the ground up:
//!
//! - A [`Device`] runs passes: in a context of its own ([`Device::headless`]) or somebody else's ([`Device::adopt`]).
//! - A [`Stream`] holds elements of one type, `f32` to `[f32; 4]`, in a texture, with a [`Shape`] of 1 to 4 dimensions. Its
//!   [`Geometry`] says where the elements lie in the texture: plain, or packed four to a texel ([`Layout`]).
//! - A [`Kernel`] runs for each element, and is written in a closed subset of GLSL. Its inputs, constants and outputs are declared
//!   in its text. Generated access functions hide how streams lie in textures.
//! - A [`Pass`] runs a kernel over a stream, or over a rectangle of it, into one render target or several. Nothing else draws.
//! - A [`Trace`] is the record of what a device did: every pass, upload and read back.
//! - A [`capture`] keeps the passes themselves, with all data that they read, so that they can be replayed one by one, forward and
//!   back.
//! - The [`primitives`] are built from these: [`map`](primitives::map), [`reduce`](primitives::reduce()),
//!   [`scan`](primitives::scan()), [`sort`](primitives::sort()), [`search`](primitives::lower_bound),
//!   [`filter`](primitives::filter()) and [`random`](primitives::random()), by the methods of the papers. The documentation of each method states its passes, work,
//!   memory and exactness. The [`reference`](mod@reference) implements the primitives in Rust on slices.
//! - The [`applications`] of the papers are built from these: particles, collision, subdivision, marching cubes, ray tracing,
//!   segmentation, Fourier transforms and cloth.
//! - [`brook`](mod@brook) compiles and runs kernels of Brook, the stream language of 2004, as they were written.
//! - Where the context has compute shaders, [`compute`](mod@compute) has primitives of the same names on [`Buffer`]s and shared
//!   memory, to compare the later way of GPU computing with the earlier one.
//! - [`export`](mod@export) writes the passes of some work as plain data and shaders, for engines that take no library.
//! - The [`guide`] has the tables: all [methods](guide::methods) with their passes and papers, [how fast](guide::speed) they are,
//!   the [limits](guide::limits), and [which parts of Brook](guide::brook_language) run.
//!
//! Six programs to begin with are in [`guide::examples`]: [map and reduce](guide::examples#map_reduce), [a kernel of one's
//! own](guide::examples#kernel), [ping-pong](guide::examples#ping_pong), [a window](guide::examples#window), [capture and
//! replay](guide::examples#replay), [a chip of 2002](guide::examples#chip).
//!
//! Below, a [`Backend`](backend::Backend) executes passes: OpenGL, or an emulated chip of 2002 to 2006 ([`Device::emulated`]),
//! which needs no driver. The layers above do not know which backend runs their passes.
//!
//! ## Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `headless` | [`Device::headless`], on EGL, on WGL (Windows) or on CGL (macOS) |
//! | `files` | `io`: reads and writes arrays as files, on a disk or in memory |
//! | `compare` | `compare`: reports that compare published and measured results, with charts |
//! | `capi` | `capi`: the C interface of a shared library, for C, Python and others: [`guide::c`] |
//! | `cli` (the default) | the command, and all of the above |
//! | `window` | `window`: a device in a window of winit |
//! | `web`, `web-full` | the WebAssembly side of the npm package, without and with Brook and the chips; of no use to programs in Rust |
//!
//! Without `headless`, bring a context and [adopt](Device::adopt) it. `files` and `compare` also build for a browser
//! (`wasm32-unknown-unknown`): files are in memory there, and charts are SVG. As a library, with few dependencies:
//!
//! ```toml
//! brooklet = { version = "0.1", default-features = false, features = ["headless"] }
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod applications;
pub mod backend;
mod bins;
pub mod brook;
#[cfg(feature = "capi")]
pub mod capi;
pub mod catalog;
pub mod cg;
#[cfg(feature = "compare")]
pub mod compare;
pub mod compute;
mod emulate;
mod error;
pub mod explain;
pub mod export;
mod fourier;
mod fragment_operations;
pub mod fragment_program;
mod generator;
mod geometry;
pub mod glsl;
pub mod guide;
#[cfg(feature = "files")]
pub mod io;
pub mod ir;
pub mod kernel;
mod keys;
mod layouts;
#[cfg(test)]
#[path = "../tests/support/level.rs"]
mod level;
mod lines;
mod machine;
mod mesh;
mod method;
mod operator;
pub mod primitives;
#[cfg(not(target_family = "wasm"))]
mod process;
pub mod puzzle;
#[cfg(test)]
#[path = "../tests/support/random.rs"]
mod random;
pub mod reference;
mod shape;
pub mod syntax;
mod texel;
mod trace;
mod value;
#[cfg(all(feature = "web", target_family = "wasm"))]
mod web;
mod weights;
#[cfg(all(feature = "window", not(target_family = "wasm")))]
pub mod window;

pub use backend::{Adapter, BlendSupport, Class, Compute, DeviceInfo, Features, Limits, LoopSupport, gl};
pub use bins::{BinEdges, Bins, BinsError, MAX_BINS};
pub use error::Error;
pub use fragment_operations::{
    Blend, BlendFactor, BlendOperation, Compare, DepthStencilTexel, DepthTest, FailedTest, FragmentOperations,
    StencilOperation, StencilTest, TestOutcome, WriteMask, tests_pass,
};
pub use geometry::{Geometry, Layout, LayoutError, Rect};
pub use glsl::Dialect;
pub use half::f16;
pub use machine::capture;
pub use machine::{
    Buffer, DepthStencil, Device, DeviceBuilder, DeviceError, Element, FloatInts, Kernel, OcclusionQuery, Pass,
    PassError, Stream,
};
pub use mesh::{Edges, Material, Mesh, MeshError, Scene, Side};
pub use operator::{Operator, OperatorError};
pub use shape::{IntoShape, Named, Shape, ShapeError};
pub use texel::{Components, FloatElement, Stored, Texel};
pub use trace::{DispatchEvent, Event, PassEvent, PassPart, Trace, Traffic, Transfer};
pub use value::Value;

/// Runs the README's examples as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
