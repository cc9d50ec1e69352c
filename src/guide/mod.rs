//! Pages of reference: what the README leaves out.
//!
//! | page | what it has |
//! |---|---|
//! | [`examples`] | six programs to begin with: map and reduce, a kernel, ping-pong, a window, capture and replay, a chip |
//! | [`methods`] | every method of the toolkit, its passes and its source |
//! | [`speed`] | how fast the methods are, on a CPU and on a GPU, and what stands in the way of more |
//! | [`limits`] | what fits, what is exact, and what drivers do |
//! | [`chips`] | the fragment processors of 2002 to 2006: how kernels become programs of them, and what to do where one does not fit |
//! | [`applications`] | what the papers built from the toolkit: passes, sources, and how fast they are |
//! | [`brook_language`] | what of Brook compiles, and how its kernels run from the command line and from Rust |
//! | [`brook_programs`] | whole Brook programs, host code and kernels: how they run, and what of the old runtime there is |
//! | [`c`] | the C interface: from C and Python in five minutes, every function, who owns what, threads |
//! | [`changes`] | what changed, by version |
//!
//! Five words are used everywhere:
//!
//! - **Stream**: an array in a float texture.
//! - **Kernel**: what computes one element of a stream: a fragment shader.
//! - **Pass**: a kernel drawn over a stream, reading others.
//! - **Gather**: to read at a place that was computed. To write at one, a scatter, is what a fragment cannot do.
//! - **Packed**: four numbers to a texel, for a quarter of the fragments. **Plain** is one.
//!
//! The words of kernels are under [`kernel`](crate::kernel) and [`Kernel`](crate::Kernel), passes under
//! [`Pass`](crate::Pass), operators under [`Operator`](crate::Operator), contexts of your own under
//! [`Device::adopt`](crate::Device::adopt).

// A page is read here and in the repository. At its end it defines each of its links as a file. Here the same link leads to
// documentation: of two definitions of a link the first counts, and those below come before the page.

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
/// [`compute`]: mod@crate::compute
///
#[doc = include_str!("methods.md")]
pub mod methods {}

#[doc = include_str!("speed.md")]
pub mod speed {}

#[doc = include_str!("limits.md")]
pub mod limits {}

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

#[doc = include_str!("c.md")]
pub mod c {}

/// [`applications`]: crate::applications
/// [`particles`]: crate::applications::particles
/// [`collide`]: crate::applications::collide
/// [`subdivide`]: crate::applications::subdivide
/// [`march`]: crate::applications::march
/// [`raytrace`]: crate::applications::raytrace
/// [`segment`]: crate::applications::segment
/// [`fft`]: crate::applications::fft
/// [`linear`]: crate::applications::linear
/// [`cloth`]: crate::applications::cloth
///
#[doc = include_str!("applications.md")]
pub mod applications {}

#[doc = include_str!("changes.md")]
pub mod changes {}
