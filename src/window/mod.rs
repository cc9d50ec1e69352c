//! Windows: a [`Device`](crate::Device) that computes in the context of a window, and shows its streams there.
//!
//! [`run`] opens a window and shows what a function returns, frame after frame:
//!
//! ```no_run
//! use brooklet::{Stream, primitives, window};
//!
//! fn main() -> Result<(), brooklet::Error> {
//!     window::run("a glow", [640, 480], |device| {
//!         let x = device.upload_shaped([1, 256], &(0..256).map(|x| x as f32 / 255.0).collect::<Vec<_>>())?;
//!         Ok(move |frame: &window::Frame| -> Result<Stream<[f32; 3]>, brooklet::Error> {
//!             let glow = primitives::map(x.device(), "vec3(1.0, x, 0.3) * (0.6 + 0.4 * cos(t))");
//!             glow.input("x", &x).constant("t", frame.seconds as f32).run()
//!         })
//!     })
//! }
//! ```
//!
//! A program with an event loop of its own opens a [`Surface`] instead. A whole program: [rain on a pond](crate::guide::examples#window).
//! Both need the feature `window`, a display (X11, Wayland or Windows) and OpenGL on it.

mod frame;
mod run;
mod surface;

pub use frame::Frame;
pub use run::{event_loop, run};
pub use surface::Surface;
/// The version of winit that this crate's windows use.
pub use winit;
