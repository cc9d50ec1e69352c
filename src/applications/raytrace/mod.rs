//! Ray tracer: pictures of triangles, with mirrors, glass and shadows.
//!
//! ```
//! use brooklet::{Device, Mesh, Scene, applications::raytrace::{Settings, Tracer}};
//! let device = Device::headless()?;
//! let scene = Scene::of(Mesh::sphere(2));
//! let mut tracer = Tracer::new(&device, &scene, Settings { samples: 1, ..Settings::of(&scene, 32, 24) })?;
//! tracer.render()?;
//! let picture = tracer.picture().read()?; // linear colours
//! assert_eq!(picture.len(), 32 * 24);
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod error;
mod geometry;
mod grid;
mod intersect;
mod settings;
mod tracer;

pub use error::RaytraceError;
pub use geometry::noise;
pub use grid::Grid;
pub use settings::{Light, Method, Settings};
pub use tracer::{Rays, Tracer};
