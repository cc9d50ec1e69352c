//! Reference pages, in addition to the README.
//!
//! | page | content |
//! |---|---|
//! | [`examples`] | six programs to start from: map and reduce, a kernel, ping-pong, a window, capture and replay, a chip |
//! | [`book`] | a chapter on each of the five papers and one on the chips: claims, measurements, pictures and questions |
//! | [`which`] | which primitive a task needs, with the names of NumPy and CUB |
//! | [`methods`] | every method of the toolkit, with its passes and its source |
//! | [`units`] | the other units of the pipeline: depth, stencil, blending, occlusion queries, points, half floats; what they are good for |
//! | [`speed`] | the speed of the methods on a CPU and on a GPU, and what limits it |
//! | [`limits`] | maximum sizes, exactness, and the behaviour of drivers |
//! | [`reliability`] | what was tried to break it: fuzzing, wrong calls, failing drivers |
//! | [`chips`] | the fragment processors of 2002 to 2006: how kernels are compiled for them, and what to do if one does not fit |
//! | [`applications`] | the applications that the papers built from the toolkit: passes, sources and speed |
//! | [`brook_language`] | which parts of Brook compile, and how its kernels run from the command line and from Rust |
//! | [`brook_programs`] | whole Brook programs, host code and kernels: how they run, and which parts of the old runtime are supported |
//! | [`cg`] | Cg, the language of fragment programs of 2002 to 2012: what is compiled, how it runs, and sequences of passes |
//! | [`puzzles`] | a course: kernels that you write, checked element by element, in a page, a window or a terminal |
//! | [`python`] | the Python package: a quick start, arrays, NumPy's names, methods and traces, Dask, threads and processes |
//! | [`c`] | the C interface: a quick start, installation, C++, all functions, ownership, threads |
//! | [`in_a_browser`] | the npm package: JavaScript on WebGL 2, on a context of its own or on yours |
//! | [`export`] | passes as plain data and shaders, for engines that take no library: the manifest, and how to run it |
//! | [`beside_your_engine`] | the npm package beside three.js, PlayCanvas, luma.gl, regl and Babylon.js, with an example for each |
//! | [`changes`] | the changes of each version |
//!
//! Five terms are used everywhere:
//!
//! - **Stream**: an array in a float texture.
//! - **Kernel**: a program that computes one element of a stream: a fragment shader.
//! - **Pass**: a kernel that is drawn over a stream, and reads other streams.
//! - **Gather**: a read at a computed position. A fragment cannot scatter, that is, write to a computed position; points can.
//! - **Packed**: with four numbers in each texel, and therefore a quarter of the fragments. **Plain**: with one.
//!
//! The kernel language is documented under [`kernel`](crate::kernel) and [`Kernel`](crate::Kernel), passes under
//! [`Pass`](crate::Pass), operators under [`Operator`](crate::Operator), and your own contexts under
//! [`Device::adopt`](crate::Device::adopt).

// The pages are read both here and in the repository. At its end, a page defines its links as files. Here the same links lead to
// documentation: if a link is defined twice, the first definition counts, and the definitions below come before the page.

/// [map_reduce]: #map_reduce
/// [kernel]: #kernel
/// [ping_pong]: #ping_pong
/// [window]: #window
/// [replay]: #replay
/// [chip]: #chip
///
#[doc = include_str!("examples.md")]
#[doc = "\n# map_reduce\n\n```text"]
#[doc = include_str!("../../demos/examples/map_reduce.rs")]
#[doc = "```"]
#[doc = "\n# kernel\n\n```text"]
#[doc = include_str!("../../demos/examples/kernel.rs")]
#[doc = "```"]
#[doc = "\n# ping_pong\n\n```text"]
#[doc = include_str!("../../demos/examples/ping_pong.rs")]
#[doc = "```"]
#[doc = "\n# window\n\n```text"]
#[doc = include_str!("../../demos/examples/window.rs")]
#[doc = "```"]
#[doc = "\n# replay\n\n```text"]
#[doc = include_str!("../../demos/examples/replay.rs")]
#[doc = "```"]
#[doc = "\n# chip\n\n```text"]
#[doc = include_str!("../../demos/examples/chip.rs")]
#[doc = "```"]
pub mod examples {}

/// [`primitives`]: crate::primitives
/// [`SearchIndex`]: crate::primitives::SearchIndex
/// [`SparseMatrix`]: crate::primitives::SparseMatrix
/// [`Kernel`]: crate::Kernel
/// [`Pass`]: crate::Pass
/// [methods]: crate::guide::methods
///
#[doc = include_str!("which.md")]
pub mod which {}

/// [`Pass`]: crate::Pass
/// [`DepthStencil`]: crate::DepthStencil
/// [`OcclusionQuery`]: crate::OcclusionQuery
/// [`Features`]: crate::Features
/// [`f16`]: crate::f16
/// [`Kernel`]: crate::Kernel
/// [`Reduce::MipLevels`]: crate::primitives::Reduce::MipLevels
///
#[doc = include_str!("units.md")]
pub mod units {}

/// [`primitives`]: crate::primitives
/// [`compute`]: mod@crate::compute
///
#[doc = include_str!("methods.md")]
pub mod methods {}

#[doc = include_str!("speed.md")]
pub mod speed {}

#[doc = include_str!("limits.md")]
pub mod limits {}

/// [limits]: crate::guide::limits
///
#[doc = include_str!("reliability.md")]
pub mod reliability {}

/// [`fragment_program`]: crate::fragment_program
/// [`Trace`]: crate::Trace
/// [`Compiled::partition`]: crate::fragment_program::Compiled
/// [`Features`]: crate::Features
/// [`Replay::debug`]: crate::capture::Replay::debug
/// [`capture`]: crate::capture
/// [`backend::debug`]: crate::backend::debug
/// [`arithmetic`]: crate::fragment_program::arithmetic
/// [cost model]: crate::fragment_program::cost
/// [`Device::counting`]: crate::Device::counting
///
#[doc = include_str!("chips.md")]
pub mod chips {}

/// [`brook`]: mod@crate::brook
/// [`brook_programs`]: crate::guide::brook_programs
/// [`AnyStream`]: crate::brook::AnyStream
///
#[doc = include_str!("brook_language.md")]
pub mod brook_language {}

#[doc = include_str!("brook_programs.md")]
pub mod brook_programs {}

#[doc = include_str!("cg.md")]
pub mod cg {}

/// [`puzzle`]: crate::puzzle
/// [`Puzzle::check`]: crate::puzzle::Puzzle::check
/// [`Puzzle::look`]: crate::puzzle::Puzzle::look
///
#[doc = include_str!("puzzles.md")]
pub mod puzzles {}

#[doc = include_str!("python.md")]
pub mod python {}

#[doc = include_str!("c.md")]
pub mod c {}

/// [`Kernel`]: crate::Kernel
/// [methods]: crate::guide::methods
/// [units]: crate::guide::units
///
#[doc = include_str!("in_a_browser.md")]
pub mod in_a_browser {}

#[doc = include_str!("beside_your_engine.md")]
pub mod beside_your_engine {}

/// [`applications`]: crate::applications
/// [`particles`]: crate::applications::particles
/// [`collide`]: crate::applications::collide
/// [`subdivide`]: crate::applications::subdivide
/// [`march`]: crate::applications::march
/// [`raytrace`]: crate::applications::raytrace
/// [`segment`]: crate::applications::segment
/// [`database`]: crate::applications::database
/// [`fluid`]: crate::applications::fluid
/// [`kmeans`]: crate::applications::kmeans
/// [`life`]: crate::applications::life
/// [`mandelbrot`]: crate::applications::mandelbrot
/// [`sph`]: crate::applications::sph
/// [`fft`]: crate::applications::fft
/// [`linear`]: crate::applications::linear
/// [`cloth`]: crate::applications::cloth
///
#[doc = include_str!("applications.md")]
pub mod applications {}

/// [`export`]: mod@crate::export
///
#[doc = include_str!("export.md")]
pub mod export {}

/// [beginning]: crate::guide::book::beginning
/// [buck_purcell]: crate::guide::book::buck_purcell
/// [horn]: crate::guide::book::horn
/// [brook]: crate::guide::book::brook
/// [harris]: crate::guide::book::harris
/// [mahardito]: crate::guide::book::mahardito
/// [chips]: crate::guide::book::chips
/// [speed]: crate::guide::speed
/// [applications]: crate::guide::applications
///
#[doc = include_str!("book.md")]
pub mod book;

#[doc = include_str!("changes.md")]
pub mod changes {}
