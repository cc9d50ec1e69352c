//! The applications of the papers, each against an independent reference.

#[path = "../support/mod.rs"]
mod support;

mod cloth;
mod collide;
mod database;
mod fft;
mod fluid;
mod kmeans;
mod life;
mod linear;
mod mandelbrot;
mod march;
mod meshes;
mod particles;
mod raytrace;
mod segment;
mod sph;
mod subdivide;
