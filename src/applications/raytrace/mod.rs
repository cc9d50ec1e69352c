//! Ray tracer: renders triangles with mirrors, glass, shadows, and light that is scattered between surfaces.
//!
//! It combines three papers. Buck et al., *Brook for GPUs* (section 5), describe the application Ray: three kernels that set up
//! rays, test them against triangles, and shade. It is based on Purcell, Buck, Mark and Hanrahan, *Ray tracing on programmable
//! graphics hardware* (2002), whose rays traverse a uniform grid that is built on the CPU. Horn (GPU Gems 2, ch. 36, section 36.3)
//! uses filtering to propagate rays, which make zero, one or more rays at a hit.
//!
//! A bounce is five kernels, for all rays in flight:
//!
//! 1. Each ray finds the nearest triangle, with one of the [`Method`]s.
//! 2. `raytrace_light` computes the light that each ray finds. A ray from the eye, a mirror or glass finds the sky, emitted light,
//!    and ambient light. A ray towards a light finds that light, unless something is in the way.
//! 3. `raytrace_gather` adds up the light of each pixel's rays. No scatter is needed: rays start in the order of their pixels, the
//!    rays of a hit stay together, and a filter keeps the order. The rays of a pixel are therefore neighbours, and a binary search
//!    finds the first.
//! 4. `raytrace_children` finds the rays that each hit makes: reflected, refracted, scattered, and one towards each light, with
//!    four kinds in each texel. Rays with a weight of less than a 512th of a pixel are not made. The indices of the others are
//!    [filtered](crate::primitives::filter()) out: one count is read back.
//! 5. `raytrace_spawn` computes these rays.
//!
//! The picture is done when no ray is left. This always happens: [`bounces`](Settings::bounces) limits all rays except those
//! towards lights, and these end after 16 glass surfaces.
//!
//! | [`Method`] | passes of a bounce, without the filter's | work | memory |
//! |---|---|---|---|
//! | [`Brook`](Method::Brook) | 5 in total for up to 1,024 triangles, since it has no bounces | rays × triangles | 10 floats per triangle |
//! | [`BruteForce`](Method::BruteForce) | 4 + ⌈triangles / 1024⌉ + 1 | rays × triangles | 10 floats for each triangle |
//! | [`Grid`](Method::Grid) | 5 | rays × (cells on the path, triangles in them) | 12 floats for each triangle of each cell, 2 for a cell |
//! | [`GridMultipass`](Method::GridMultipass) | 4, then 33 for each 16 steps, then 3 | the same, until all rays are done | 8 more floats per ray |
//!
//! A bounce reads back only the filter's count. [`GridMultipass`](Method::GridMultipass) reads back one more count after each 16
//! steps, which are 32 passes. The length of a ray's path is known only at its end, and if passes have no loops whose trip count
//! depends on data, the host has to run the loop. Without that count, it would have to draw the number of passes for the longest
//! possible path through the grid, many times more than the rays actually need.
//!
//! A ray takes 12 floats, and its hit takes 4. Without loops in a pass (R300 to NV40), brute force takes one pass for each
//! triangle, and adding up the light takes log2 n more passes. Kernels that are too large for a chip are split, if they have no
//! loops.
//!
//! # Exactness
//!
//! All arithmetic is in single precision. The methods find the same hits, bit for bit, except where a ray hits the common edge of
//! two triangles. Compared with a ray tracer in double precision, colours differ by less than 2 · 10^-4, except where a ray passes
//! so near an edge that it is on the other side in single precision. At such pixels, the result in double precision also changes
//! when the eye is moved by 10^-4. In the tests, these are up to 1 pixel in 20 in pictures of 48 × 36 pixels, half of which are
//! mirrored or refracted, and mostly fewer.
//!
//! # Materials and lights
//!
//! [`Material`](crate::Material)s are those of `.mtl` files, and [`Scene`]s are read by `io::read_scene`. Scattered light is `Kd`
//! times the cosine. Highlights are Phong's (`Ks`, `Ns`, from `illum 2` on). Mirrors (`illum` 3, 5 and 8) reflect light with the
//! factor `Ks`. Glass (`d` below 1) reflects and refracts by Fresnel's equations and `Ni`, and tints light that passes with `Tf`.
//! The brightness of a light does not depend on its distance. A surface behind glass is lit only by tinted light that comes
//! straight through the glass: there are no caustics. With [`scattering`](Settings::scattering), a surface sends one random ray,
//! with the cosine as its density, instead of using the ambient light. The random vectors come from a table, so that the picture is
//! the same each time.
//!
//! Triangles without an area are never hit. Both sides of a triangle are visible; for glass, the front is outside. Positions and
//! normals that are not finite, and scenes without a triangle, are [errors](crate::MeshError). Rays start at a distance of a
//! ten-thousandth of the scene's diagonal from their surface, so objects that are thinner have no inside.
//!
//! ```
//! use brooklet::{Device, Mesh, Scene, applications::raytrace::{Settings, Tracer}};
//! let device = Device::headless()?;
//! let scene = Scene::of(Mesh::sphere(2));
//! let mut tracer = Tracer::new(&device, &scene, Settings { samples: 1, ..Settings::of(&scene, 32, 24) })?;
//! let on = tracer.step()?; // the rays of the eye; those towards the light continue
//! assert!(on > 0 && on < 32 * 24);
//! tracer.render()?; // all remaining rays
//! let picture = tracer.picture().read()?; // linear colours, the upper row first
//! assert!(picture[12 * 32 + 16][0] < picture[0][0]); // the sky is lighter than the grey sphere
//! # Ok::<(), brooklet::applications::Error>(())
//! ```
//!
//! # Limits
//!
//! The limits are 2^24 triangles, and the same number of entries in all lists of cells together; 13 lights; 16 × 16 rays in a
//! pixel; and 64 bounces. With up to 1 light, one bounce makes at most 2^22 rays from [`rays`](Settings::rays) rays of the eye;
//! more are an error that has both numbers. A ray passes at most 384 cells. On llvmpipe, more than 65,535 iterations of a ray's
//! loops are an error, so a scene with more triangles than that in the cells of one row cannot be rendered there. Chips whose
//! floats have fewer exact integers (R300: 131,072) render fewer rays at once, and can use fewer triangles.
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
