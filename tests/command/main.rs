//! The command, run as people run it; and the report of `brooklet compare`.

#![cfg(feature = "cli")]

#[path = "../support/command.rs"]
mod support;

mod app_cloth;
mod app_collide;
mod app_database;
mod app_fft;
mod app_fluid;
mod app_kmeans;
mod app_life;
mod app_mandelbrot;
mod app_march;
mod app_particles;
mod app_raytrace;
mod app_segment;
mod app_sph;
mod app_subdivide;
mod axis;
mod brook;
mod cg;
mod chips;
mod columns;
mod compare;
mod compute;
mod debug;
mod dtypes;
mod explain;
mod export;
mod export_files;
mod export_python;
mod fft;
mod files;
mod filter;
mod histogram;
mod host;
mod host_arrays;
mod host_cpu;
mod host_devices;
mod host_headers;
mod host_names;
mod integers;
mod ints;
mod listing;
mod listing_language;
mod lists;
mod loops;
mod map;
mod order;
mod output;
mod pictures;
mod puzzle;
mod reduce;
mod report;
mod run;
mod self_test;
mod spmv;
mod standard;
mod then;
mod toolkit;
mod top;
mod trace;
mod usage;
mod vectors;
