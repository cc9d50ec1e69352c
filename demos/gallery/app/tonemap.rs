//! Tone mapping: how bright a picture is, by a reduction, and a map that scales it.

use std::rc::Rc;

use brooklet::primitives::{self, Reduce};
use brooklet::{Device, Error, Operator, Stream};

use super::brook;
use super::data::File;
use super::method::Run;
use super::picture::Picture;

const LUMINANCE: &str = "dot(rgb, vec3(0.2126, 0.7152, 0.0722))";

/// What a grey of middle brightness reflects.
const MIDDLE_GREY: f32 = 0.18;

/// Maps the picture of a file, or the one that comes with the gallery, `exposure` stops brighter. By `log-average`, after Reinhard
/// et al., or by `brightest`, so that nothing is cut off.
pub fn run(method: &str, device: &Device, exposure: f32, file: Option<&File>) -> Result<Run, Error> {
    let picture = file.and_then(|file| Picture::of(&file.array)).map(Rc::new).unwrap_or_else(brook::known);
    let light = device.upload_shaped([picture.height, picture.width], &picture.pixels)?;
    let log = method == "log-average";
    let work = || -> Result<f32, Error> {
        let measure =
            if log { format!("log(max({LUMINANCE}, 0.0) + 1e-6)") } else { "max(rgb.r, max(rgb.g, rgb.b))".to_owned() };
        let measured: Stream<f32> = primitives::map(device, &measure).input("rgb", &light).run()?;
        let pixels = (picture.width * picture.height).max(1) as f32;
        let bright = match log {
            true => (primitives::reduce_by(&measured, &Operator::sum(), Reduce::TwoByTwo)? / pixels).exp(),
            false => primitives::reduce_by(&measured, &Operator::max(), Reduce::TwoByTwo)?,
        };
        let scale = exposure.exp2() * if log { MIDDLE_GREY } else { 1.0 } / bright.max(1e-6);
        // Bright light is pressed together, so that it never reaches white; scaled by the brightest, none has to be.
        let expression = if log { "rgb * scale / (1.0 + rgb * scale)" } else { "rgb * scale" };
        let _mapped: Stream<[f32; 3]> =
            primitives::map(device, expression).input("rgb", &light).constant("scale", scale).run()?;
        Ok(bright)
    };
    let (bright, capture) = device.capture(work)?;
    let capture: Rc<_> = capture;
    Ok(Run { capture, result: vec![bright] })
}
