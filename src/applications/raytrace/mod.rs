//! Ray tracer: pictures of triangles, with mirrors, glass, shadows and light scattered between surfaces.
//!
//! It combines three papers. Buck et al., *Brook for GPUs* (section 5), have the application Ray: three kernels that set rays up,
//! test them against triangles, and shade. It follows Purcell, Buck, Mark and Hanrahan, *Ray tracing on programmable graphics
//! hardware* (2002), whose rays walk through a uniform grid, built on the CPU. Horn (GPU Gems 2, ch. 36, section 36.3) propagates
//! rays that make zero, one or more rays at a hit: by filtering.
//!
//! A bounce is five kernels, for all rays in flight:
//!
//! 1. Each ray finds the nearest triangle, by a [`Method`].
//! 2. `raytrace_light`: the light that each ray finds. A ray of the eye, a mirror or glass finds the sky, emitted light, and the
//!    ambient light; a ray towards a light finds that light, unless something is in the way.
//! 3. `raytrace_gather`: each pixel adds up the light of its rays. No scatter is needed: rays begin in the order of their pixels,
//!    the rays of a hit stay together, and a filter keeps the order. So the rays of a pixel are neighbours, and a binary search
//!    finds the first.
//! 4. `raytrace_children`: the rays that each hit makes: reflected, refracted, scattered, and one towards each light; four kinds to
//!    a texel. Rays that weigh less than a 512th of a pixel are not made. The indices of the others are
//!    [filtered](crate::primitives::filter()) out: one count is read back.
//! 5. `raytrace_spawn`: computes these rays.
//!
//! This ends when no ray is left. It always ends: [`bounces`](Settings::bounces) bounds all rays except those towards lights, and
//! 16 surfaces of glass bound those.
//!
//! | [`Method`] | passes of a bounce, beside the filter's | work | memory |
//! |---|---|---|---|
//! | [`Brook`](Method::Brook) | 5 in all for up to 1,024 triangles (its first hits are all) | rays × triangles | 10 floats a triangle |
//! | [`BruteForce`](Method::BruteForce) | 4 and ⌈triangles / 1024⌉ + 1 | rays × triangles | 10 floats a triangle |
//! | [`Grid`](Method::Grid) | 5 | rays × (cells on the way, and triangles in them) | 12 floats for each triangle of each cell, 2 a cell |
//! | [`GridMultipass`](Method::GridMultipass) | 4 and 33 for each 16 steps, and 3 | the same, of all rays as long as one walks | 8 floats a ray more |
//!
//! A bounce reads back only the filter's count. [`GridMultipass`](Method::GridMultipass) reads back one more count after each 16
//! steps, 32 passes: the length of a ray's walk is known only at its end, and without loops that end by data in a pass, the host
//! has to run the loop. Without that count it would draw as many passes as the longest way through the grid could need, many times
//! more than the rays actually need.
//!
//! A ray takes 12 floats, and 4 for its hit. Without loops in a pass (R300 to NV40), brute force takes one pass for each triangle,
//! and the gathering log2 n passes more. Kernels that are too large for a chip are split, if they have no loops.
//!
//! # Exactness
//!
//! All arithmetic is single precision. The methods find the same hits, bit for bit, except where a ray meets the common edge of two
//! triangles. Compared with a ray tracer in double precision, colours differ by less than 2 · 10^-4, except where a ray passes so
//! near an edge that single precision sees it on the other side: there double precision itself changes when the eye is moved by
//! 10^-4. In the tests that is up to 1 pixel of 20 in pictures of 48 × 36 where half of the pixels are mirrored or refracted, and
//! mostly fewer.
//!
//! # Materials and lights
//!
//! [`Material`](crate::Material)s are those of `.mtl` files, and [`Scene`]s are read by `io::read_scene`. Scattered
//! light is `Kd` times the cosine; highlights are Phong's (`Ks`, `Ns`, from `illum 2` on); mirrors (`illum` 3, 5 and 8) show `Ks`
//! of what is there; glass (`d` below 1) reflects and refracts by Fresnel's equations and `Ni`, and colours by `Tf` what passes.
//! Lights are as bright from far as from near. A surface behind glass is lit only by light that came straight through the glass,
//! tinted: there are no caustics. With [`scattering`](Settings::scattering), a surface sends on one random ray, with the cosine as
//! its density, instead of the ambient light. The random vectors come from a table, so that the same picture comes out each time.
//!
//! Triangles without an area are never hit. Both sides of a triangle are visible; for glass, the front is outside. Positions and
//! normals that are not finite, and scenes without a triangle, are [errors](crate::MeshError). Rays begin a ten-thousandth of the
//! scene's diagonal from their surface: thinner objects have no inside.
//!
//! ```
//! use brooklet::{Device, Mesh, Scene, applications::raytrace::{Settings, Tracer}};
//! let device = Device::headless()?;
//! let scene = Scene::of(Mesh::sphere(2));
//! let mut tracer = Tracer::new(&device, &scene, Settings { samples: 1, ..Settings::of(&scene, 32, 24) })?;
//! let on = tracer.step()?; // the rays of the eye; those towards the light go on
//! assert!(on > 0 && on < 32 * 24);
//! tracer.render()?; // all others
//! let picture = tracer.picture().read()?; // linear colours, the upper row first
//! assert!(picture[12 * 32 + 16][0] < picture[0][0]); // the sky is lighter than the grey sphere
//! # Ok::<(), brooklet::applications::Error>(())
//! ```
//!
//! # Limits
//!
//! 2^24 triangles, and as many entries in all lists of cells; 13 lights; 16 × 16 rays a pixel; 64 bounces. With up to 1 light, one
//! bounce makes at most 2^22 rays out of [`rays`](Settings::rays) rays of the eye; more are an error that says both numbers. A ray
//! passes at most 384 cells. On llvmpipe the loops of a ray may take 65,535 iterations, and more are an error: a scene with more
//! triangles than that in the cells of one row cannot be rendered there. Chips whose floats hold fewer whole numbers (R300:
//! 131,072) render fewer rays at once, and number fewer triangles.
//!
//! [`Scene`]: crate::Scene

mod error;
mod geometry;
mod grid;
mod intersect;
mod rays;
mod settings;
mod tracer;

pub use error::RaytraceError;
pub use geometry::noise;
pub use grid::Grid;
pub use rays::Rays;
pub use settings::{Light, Method, Settings};
pub use tracer::Tracer;
