//! `brooklet app`: runs the applications of the papers on files.

mod cloth;
mod collide;
mod database;
mod fft;
mod fluid;
mod kmeans;
mod life;
mod mandelbrot;
mod march;
mod moving;
mod particles;
mod predication;
mod raytrace;
mod segment;
mod sph;
mod subdivide;

use std::path::Path;

use anyhow::bail;
use clap::{Args, Subcommand};

use brooklet::io::{self, Array};

use super::Common;

/// Run an application of the papers: simulation, geometry and pictures, built from the toolkit
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app cloth --steps 1000 -o cloth.obj
  brooklet app collide a.obj b.obj -o pairs.csv
  brooklet app database --column age=ages.npy --where 'age >= 18'
  brooklet app fft picture.png --low-pass 16 -o smooth.png
  brooklet app fluid --steps 300 -o dye.png
  brooklet app kmeans photo.png --clusters 16 -o sixteen_colours.png
  brooklet app life --seed 7 --steps 100 -o cells.png
  brooklet app mandelbrot -o set.png
  brooklet app particles --count 65536 --steps 100 -o positions.npy
  brooklet app march volume.npy --iso 0.5 -o surface.obj
  brooklet app raytrace scene.obj --size 512x512 --bounces 4 -o out.png
  brooklet app segment scan.png --seed 120,88 -o mask.png
  brooklet app sph --count 65536 --steps 500 -o positions.npy
  brooklet app subdivide in.obj --levels 3 -o out.obj

`brooklet app NAME --help` has the options of each. All work stays on the device: --trace and -v show \
which passes ran.")]
pub struct App {
    #[command(subcommand)]
    application: Application,
}

#[derive(Subcommand)]
enum Application {
    Cloth(cloth::Cloth),
    Collide(collide::Collide),
    Database(database::Database),
    Fft(fft::Fft),
    Fluid(fluid::Fluid),
    Kmeans(kmeans::Kmeans),
    Life(life::Life),
    Mandelbrot(mandelbrot::Mandelbrot),
    Particles(particles::Particles),
    March(march::March),
    Raytrace(raytrace::Raytrace),
    Segment(segment::Segment),
    Sph(sph::Sph),
    Subdivide(subdivide::Subdivide),
}

impl App {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        match &self.application {
            Application::Cloth(cloth) => cloth.run(common),
            Application::Collide(collide) => collide.run(common),
            Application::Database(database) => database.run(common),
            Application::Fft(fft) => fft.run(common),
            Application::Fluid(fluid) => fluid.run(common),
            Application::Kmeans(kmeans) => kmeans.run(common),
            Application::Life(life) => life.run(common),
            Application::Mandelbrot(mandelbrot) => mandelbrot.run(common),
            Application::Particles(particles) => particles.run(common),
            Application::March(march) => march.run(common),
            Application::Raytrace(raytrace) => raytrace.run(common),
            Application::Segment(segment) => segment.run(common),
            Application::Sph(sph) => sph.run(common),
            Application::Subdivide(subdivide) => subdivide.run(common),
        }
    }
}

/// Returns the numbers of rows and columns of a picture, and the brightness of each pixel.
fn brightness(input: &Path, array: &Array) -> anyhow::Result<([usize; 2], Vec<f32>)> {
    let [height, width] = array.shape[..] else {
        let (name, axes) = (io::input_name(input), array.shape.len());
        bail!("{name}: a picture has rows and columns, and this has {axes} dimensions")
    };
    let luminance = |pixel: &[f32]| 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2];
    let pixels = match array.components {
        1 | 2 => array.data.chunks(array.components).map(|pixel| pixel[0]).collect(),
        components => array.data.chunks(components).map(luminance).collect(),
    };
    Ok(([height, width], pixels))
}

/// Parses `N` whole numbers separated by commas: `3,4`.
fn whole_numbers<const N: usize>(text: &str) -> Result<[usize; N], String> {
    let wanted = || format!("`{text}` is not {N} whole numbers with commas between them");
    let parts: Vec<usize> =
        text.split(',').map(|part| part.trim().parse().map_err(|_| wanted())).collect::<Result<_, _>>()?;
    parts.try_into().map_err(|_| wanted())
}

/// Parses `N` numbers separated by commas: `0.5,1,-2`.
fn numbers<const N: usize>(text: &str) -> Result<[f32; N], String> {
    let wanted = || match N {
        1 => format!("`{text}` is not a number"),
        _ => format!("`{text}` is not {N} numbers with commas between them"),
    };
    let number = |part: &str| part.trim().parse().ok().filter(|x: &f32| x.is_finite()).ok_or_else(wanted);
    let parts: Vec<f32> = text.split(',').map(number).collect::<Result<_, _>>()?;
    parts.try_into().map_err(|_| wanted())
}

/// Parses a number above 0.
fn positive(text: &str) -> Result<f32, String> {
    match text.trim().parse::<f32>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err(format!("`{text}` is not a number above 0")),
    }
}
