//! `brooklet distance`: how far each element of a mask is from the nearest one that is not 0.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::catalog::Methods;
use brooklet::io::{self, Integers};
use brooklet::primitives::{self, Distance as Method};

use super::Common;
use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::family::methods;
use super::planes;
use super::result;

/// Find how far each element of a picture is from the nearest that is not 0
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet distance mask.png -o distances.npy
  brooklet distance mask.npy -o distances.npy --nearest nearest.npy
  brooklet distance mask.npy -o distances.npy --method jump-flooding

Elements that are not 0 have the distance 0, and others the Euclidean one between the centres; it is infinite if all are 0. This is the \
opposite of scipy.ndimage.distance_transform_edt, which measures from elements that are 0. A pixel in colour counts if one of its colours \
is not 0. --nearest writes int64: the position of the nearest element in C order, of equally near ones the first, or -1 if all are 0. \
Jump flooding errs at few elements. Without -o and --nearest, up to 100 lines are printed, a line for each row.")]
pub struct Distance {
    /// The mask, a matrix or a picture
    input: PathBuf,
    /// Where the distances go [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where the positions of the nearest elements go (.npy, .npz or .csv)
    #[arg(long, value_name = "FILE")]
    nearest: Option<PathBuf>,
    /// The method: exact, by the lower envelopes of parabolas (lower-envelope), or jump flooding (jump-flooding) [default:
    /// lower-envelope if the device has loops that end depending on data, else jump-flooding]
    #[arg(long, value_parser = methods("distance"))]
    method: Option<String>,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
}

impl Distance {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        if let Some(nearest) = &self.nearest {
            io::check_integers_output(nearest)?;
        }
        self.depth.check("distance", self.output.as_deref().as_slice());
        self.dtype.check("distance", self.output.as_deref().as_slice());
        let method = self.method.as_deref().and_then(Method::named);
        let outputs = self.output.as_deref().into_iter().chain(self.nearest.as_deref());
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(outputs).collect();
        common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(5 + 2 * u64::from(self.nearest.is_some()));
            let mask = planes::mask(session, &self.input)?;
            let prints = self.output.is_none() && self.nearest.is_none();
            if prints {
                result::check_stream("distance", None, &mask);
            }
            session.progress.stage("computing");
            let nearest = match method {
                Some(method) => primitives::nearest_by(&mask, method)?,
                None => primitives::nearest(&mask)?,
            };
            if prints || self.output.is_some() {
                result::save(session, self.output.as_deref(), &primitives::distance_to(&nearest)?)?;
            }
            if let Some(path) = &self.nearest {
                session.progress.stage("reading back");
                let data = nearest.read()?.into_iter().map(|position| position as i64).collect();
                let shape = nearest.shape().extents().to_vec();
                result::integers(session, Some(path), &Integers { shape, data })?;
            }
            Ok(())
        })
    }
}
