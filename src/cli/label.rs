//! `brooklet label`: numbers the connected components of a mask.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use brooklet::catalog::Methods;
use brooklet::io::{self, Integers};
use brooklet::primitives::{self, Label as Method};

use super::Common;
use super::family::methods;
use super::planes;
use super::result;

/// Number the connected components of a picture
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet label mask.png -o labels.npy
  brooklet label mask.npy -o labels.npy --connectivity 8

Elements that are not 0 belong together if a path of neighbours leads from one to the other. Writes int64, as scipy.ndimage.label: 0 for \
elements that are 0, and numbers from 1 in the order of the first elements of the components, in C order. A pixel in colour counts if one \
of its colours is not 0. Without -o, up to 100 lines are printed, a line for each row.")]
pub struct Label {
    /// The mask, a matrix or a picture
    input: PathBuf,
    /// Where the labels go (.npy, .npz or .csv). Up to 100 lines of them are printed without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The number of neighbours of an element: those beside, above and below it, or those at its corners, too
    #[arg(long, default_value = "4", value_name = "N")]
    connectivity: Connectivity,
    /// The method: whole components are joined at once (hooking), or labels wander from neighbour to neighbour until a reduction
    /// (spreading) or an occlusion query (occlusion-query) finds no differences [default: hooking]
    #[arg(long, value_parser = methods("label"))]
    method: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Connectivity {
    #[value(name = "4")]
    Four,
    #[value(name = "8")]
    Eight,
}

impl Label {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(path) = &self.output {
            io::check_integers_output(path)?;
        }
        let method = self.method.as_deref().and_then(Method::named);
        let connectivity = match self.connectivity {
            Connectivity::Four => primitives::Connectivity::Four,
            Connectivity::Eight => primitives::Connectivity::Eight,
        };
        let files: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.output.as_deref()).collect();
        let lines = common.run(&files, |session| {
            session.progress.stages(5);
            let mask = planes::mask(session, &self.input)?;
            result::check_stream("label", self.output.as_deref(), &mask);
            session.progress.stage("computing");
            let found = match method {
                Some(method) => primitives::label_by(&mask, connectivity, method)?,
                None => primitives::label(&mask, connectivity)?,
            };
            session.progress.stage("reading back");
            let data = found.labels.read()?.into_iter().map(|label| label as i64).collect();
            let shape = mask.shape().extents().to_vec();
            result::integers(session, self.output.as_deref(), &Integers { shape, data })
        })?;
        result::print(&lines)
    }
}
