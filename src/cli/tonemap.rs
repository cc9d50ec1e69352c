//! `brooklet tonemap`: an application of reduction, the opening example of GPU Gems, chapter 37. The picture stays on the device; only one
//! value is read back before the result.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use brooklet::kernel::{Reading, Source};
use brooklet::{Operator, Stream, io, primitives};

use super::Common;
use super::arrays::{self, AnyStream};
use super::depth::DepthOption;
use super::vectors::Axis;

/// The last pass.
const KERNEL: &str = include_str!("../../glsl/applications/tonemap.frag");

/// The luminance of linear Rec. 709 colours.
const LUMINANCE: &str = "dot(rgb, vec3(0.2126, 0.7152, 0.0722))";

/// The value that the log average is mapped to.
const MIDDLE_GREY: f32 = 0.18;

/// Map the light of an HDR picture to what a screen can show
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet tonemap in.hdr -o out.png
  brooklet tonemap in.hdr -o out.png --log --trace passes.json

Without --log, the largest value becomes white and all else is scaled with it. With --log, the log \
average of the luminance becomes middle grey, and highlights are compressed (Reinhard 2002).")]
pub struct Tonemap {
    /// The picture
    #[arg(value_name = "IN.hdr")]
    input: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT.png")]
    output: PathBuf,
    /// Map the log average to middle grey, instead of the maximum to white
    #[arg(long)]
    log: bool,
    #[command(flatten)]
    depth: DepthOption,
}

impl Tonemap {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.depth.check("tonemap", &[&self.output]);
        io::check_output(&self.output)?;
        common.run(&[&self.input, &self.output], |session| {
            self.depth.choose(&session.depth);
            session.progress.stages(6);
            // The input is a picture in any format, so its pixels are vectors.
            let array = Axis::default().read(session, &self.input, |_, _| Reading::Vectors)?;
            let picture = match arrays::upload(session, &self.input, &array)? {
                AnyStream::Three(picture) if picture.shape().rank() == 2 => picture,
                _ => bail!("{}: tonemap wants a picture in colour, such as a .hdr file", io::input_name(&self.input)),
            };
            let device = &session.device;
            session.progress.stage("reducing");
            let light = if self.log { self.log_average(&picture)? } else { self.maximum(&picture)? };
            session.progress.stage("mapping");
            // Scaled in two steps: the reciprocal of very bright light is a denormal, which a device takes for zero.
            let before = match light {
                _ if light > 2f32.powi(64) => 2f32.powi(-64),
                _ if light < 2f32.powi(-64) => 2f32.powi(64),
                _ => 1.0,
            };
            let kernel = device.kernel(&Source::new("applications/tonemap.frag", KERNEL))?;
            let mapped: Stream<[f32; 3]> = primitives::map_with(device, &kernel)
                .input("light", &picture)
                .constant("before", before)
                .constant("scale", if self.log { MIDDLE_GREY } else { 1.0 } / (light * before))
                .constant("compress", self.log)
                .run()?;
            arrays::save(session, &self.output, &mapped)
        })
    }

    /// Returns the largest value of any channel, or 1 for a picture without light.
    fn maximum(&self, picture: &Stream<[f32; 3]>) -> anyhow::Result<f32> {
        let largest: Stream<f32> =
            primitives::map(picture.device(), "max(rgb.r, max(rgb.g, rgb.b))").input("rgb", picture).run()?;
        let largest = primitives::reduce(&largest, &Operator::max())?;
        if !largest.is_finite() {
            bail!(
                "{}: the largest value is {largest}: it must be finite to scale the picture by it",
                io::input_name(&self.input)
            );
        }
        Ok(if largest > 0.0 { largest } else { 1.0 })
    }

    /// Returns the geometric mean of the luminance.
    fn log_average(&self, picture: &Stream<[f32; 3]>) -> anyhow::Result<f32> {
        // A small offset, so that black has a logarithm.
        let logarithm = format!("log(max({LUMINANCE}, 0.0) + 1e-6)");
        let logs: Stream<f32> = primitives::map(picture.device(), &logarithm).input("rgb", picture).run()?;
        let average = primitives::mean(&logs)?.exp();
        if !average.is_finite() {
            bail!("{}: the log average of the luminance is {average}: it must be finite", io::input_name(&self.input));
        }
        Ok(average)
    }
}
