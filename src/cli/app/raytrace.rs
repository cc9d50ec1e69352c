//! `brooklet app raytrace`: renders a picture of a scene.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::applications::raytrace::{self, Light, Settings, Tracer};
use brooklet::io::{self, Array};

use crate::cli::Common;
use crate::cli::depth::DepthOption;

use super::numbers;

/// Render a scene of triangles, with mirrors, glass and shadows
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app raytrace scene.obj --size 512x512 --bounces 4 -o out.png
  brooklet app raytrace scene.obj -o out.png --camera 3,2,8 --look-at 0,1,0 --fov 35 --light 5,9,4:1,0.9,0.8
  brooklet app raytrace scene.obj -o out.hdr --samples 8 --scatter --light 0,4,2:0.9,0.9,0.9:0.5

Materials are those of the .mtl file that the scene names: Kd scatters, Ks and Ns are highlights (illum 2 and above) and \
mirrors (illum 3, 5 and 8), d below 1 is glass of the index Ni and the colour Tf, Ke shines. Triangles without a material are \
grey. Normals (vn) make them smooth. Triangles without an area are never hit. The brightness of a light does not fall with distance, and light through glass takes its colour. \
By default the camera sees the whole scene from the front (from where z is largest; y is up), and one light is above and \
behind it, on its left. \
Colours in a .png follow the sRGB curve and end at 1; in other files they are linear. \
After Purcell et al. 2002, Brook's Ray (Buck et al. 2004) and the filter of Horn (2005).")]
pub struct Raytrace {
    /// The scene
    #[arg(value_name = "SCENE.obj")]
    input: PathBuf,
    /// Where the picture goes
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Pixels of the picture
    #[arg(long, value_name = "WxH", default_value = "512x512", value_parser = size)]
    size: [usize; 2],
    /// Rays along each axis of a pixel
    #[arg(long, value_name = "N", default_value_t = 2)]
    samples: usize,
    /// The maximum number of times that a ray is mirrored, refracted or scattered
    #[arg(long, value_name = "N", default_value_t = 4)]
    bounces: usize,
    /// Where the eye is
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::<3>, allow_hyphen_values = true)]
    camera: Option<[f32; 3]>,
    /// What is in the middle of the picture [default: the middle of the scene]
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::<3>, allow_hyphen_values = true)]
    look_at: Option<[f32; 3]>,
    /// Which way is up
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::<3>, default_value = "0,1,0", allow_hyphen_values = true)]
    up: [f32; 3],
    /// The angle from the lower to the upper edge of the picture, in degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 35.0)]
    fov: f32,
    /// A light: its place, its colour, and its radius, which makes shadows soft (repeatable, at most 13)
    #[arg(long, value_name = "X,Y,Z[:R,G,B[:RADIUS]]", value_parser = light, allow_hyphen_values = true)]
    light: Vec<Light>,
    /// Use no lights, only the ambient light, the background and what shines
    #[arg(long, conflicts_with = "light")]
    no_light: bool,
    /// Light from everywhere
    #[arg(long, value_name = "R,G,B", value_parser = numbers::<3>)]
    ambient: Option<[f32; 3]>,
    /// The colour of the background: one colour, or that below and that above
    #[arg(long, value_name = "R,G,B[:R,G,B]", value_parser = background)]
    background: Option<[[f32; 3]; 2]>,
    /// Scatter rays at random, so that surfaces light each other; this needs many samples
    #[arg(long)]
    scatter: bool,
    /// How rays find triangles [default: grid, where the device has loops]
    #[arg(long, value_enum)]
    method: Option<Method>,
    #[command(flatten)]
    depth: DepthOption,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// The three kernels of 2004: what the eye sees, in one light, without shadows, mirrors and glass
    Brook,
    /// Every ray is tested against every triangle
    BruteForce,
    /// Rays walk through a uniform grid, the fastest
    Grid,
    /// The grid without loops, with a pass for each step
    GridMultipass,
}

impl Raytrace {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.depth.check("app raytrace", &[&self.output]);
        io::check_output(&self.output)?;
        common.run_long(&[&self.input, &self.output], |session| {
            self.depth.choose(&session.depth);
            session.progress.stage("reading");
            let (scene, notes) = io::read_scene(&self.input)?;
            session.notes(&notes);
            let mut tracer = Tracer::new(&session.device, &scene, self.settings(&scene))?;
            let rows = tracer.settings().height;
            session.progress.stages(rows as u64);
            while !tracer.is_done() {
                let on = tracer.step()?;
                session.progress.stage(format!("row {} of {rows}: {on} rays go on", tracer.rows_done()));
            }
            session.progress.stage("reading back");
            let screen = io::FileFormat::of(&self.output)? == io::FileFormat::Png;
            let mut array = match screen {
                true => Array::of(&tracer.screen()?)?,
                false => Array::of(tracer.picture())?,
            };
            let triangles = scene.mesh.triangles.len();
            session.notes(&[format!("{} rays, {triangles} triangles", tracer.rays_traced())]);
            session.write(&self.output, &mut array)
        })
    }

    fn settings(&self, scene: &brooklet::Scene) -> Settings {
        let [width, height] = self.size;
        let mut settings = Settings::of(scene, width, height);
        settings.look(self.camera, self.look_at, self.up, self.fov);
        settings.samples = self.samples;
        settings.bounces = self.bounces;
        settings.scattering = self.scatter;
        if self.no_light || !self.light.is_empty() {
            settings.lights = self.light.clone();
        }
        if let Some(ambient) = self.ambient {
            settings.ambient = ambient;
        }
        if let Some([ground, sky]) = self.background {
            (settings.ground, settings.sky) = (ground, sky);
        }
        settings.method = self.method.map(|method| match method {
            Method::Brook => raytrace::Method::Brook,
            Method::BruteForce => raytrace::Method::BruteForce,
            Method::Grid => raytrace::Method::Grid,
            Method::GridMultipass => raytrace::Method::GridMultipass,
        });
        settings
    }
}

/// Parses the size of a picture in pixels: `512x512`.
pub(super) fn size(text: &str) -> Result<[usize; 2], String> {
    let wanted = || format!("`{text}` is not two whole numbers with an x between them");
    let (width, height) = text.split_once('x').ok_or_else(wanted)?;
    let [width, height] = [width, height].map(|number| number.trim().parse::<usize>());
    match (width, height) {
        (Ok(0), _) | (_, Ok(0)) => Err(format!("`{text}` is a picture without a pixel")),
        (Ok(width), Ok(height)) => Ok([width, height]),
        _ => Err(wanted()),
    }
}

/// Parses a light, its position, colour and radius: `5,9,4:1,0.9,0.8:0.5`.
fn light(text: &str) -> Result<Light, String> {
    let mut parts = text.split(':');
    let place = numbers(parts.next().unwrap_or_default())?;
    let colour = parts.next().map_or(Ok([0.85; 3]), numbers)?;
    let [radius] = parts.next().map_or(Ok([0.0]), numbers::<1>)?;
    match parts.next() {
        Some(more) => Err(format!("`:{more}` is too much: a light has a place, a colour and a radius")),
        None => Ok(Light { place, colour, radius }),
    }
}

/// Parses the colours of the background below and above: `0.5,0.5,0.5:0.3,0.5,0.8`.
fn background(text: &str) -> Result<[[f32; 3]; 2], String> {
    let (ground, sky) = text.split_once(':').unwrap_or((text, text));
    Ok([numbers(ground)?, numbers(sky)?])
}
