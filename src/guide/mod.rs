//! Pages of reference: what the README leaves out.
//!
//! | page | what it has |
//! |---|---|
//! | [`methods`] | every method of the toolkit, its passes and its source |
//! | [`speed`] | how fast the methods are, on a CPU and on a GPU, and what stands in the way of more |
//! | [`limits`] | what fits, what is exact, and what drivers do |
//! | [`chips`] | the fragment processors of 2002 to 2006: how kernels become programs of them, and what to do where one does not fit |
//! | [`applications`] | what the papers built from the toolkit: passes, sources, and how fast they are |
//! | [`brook_language`] | what of Brook compiles, and how its kernels run from the command line and from Rust |
//! | [`brook_programs`] | whole Brook programs, host code and kernels: how they run, and what of the old runtime there is |
//! | [`c`] | the C interface: from C and Python in five minutes, every function, who owns what, threads |
//!
//! The words of kernels are under [`kernel`](crate::kernel) and [`Kernel`](crate::Kernel), passes under
//! [`Pass`](crate::Pass), operators under [`Operator`](crate::Operator), contexts of your own under
//! [`Device::adopt`](crate::Device::adopt).

#[doc = include_str!("methods.md")]
pub mod methods {}

#[doc = include_str!("speed.md")]
pub mod speed {}

#[doc = include_str!("limits.md")]
pub mod limits {}

#[doc = include_str!("chips.md")]
pub mod chips {}

#[doc = include_str!("brook_language.md")]
pub mod brook_language {}

#[doc = include_str!("brook_programs.md")]
pub mod brook_programs {}

#[doc = include_str!("c.md")]
pub mod c {}

#[doc = include_str!("applications.md")]
pub mod applications {}
