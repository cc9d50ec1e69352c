//! `brooklet app kmeans`: divides points into groups.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::applications::kmeans::{self, Options, kmeans};
use brooklet::io::{self, Array, FileFormat, Integers, input_name};
use brooklet::kernel::Reading;
use brooklet::{Components, Stream, Texel};

use crate::cli::Common;
use crate::cli::arrays::{self, with_stream};
use crate::cli::session::Session;
use crate::cli::vectors::Axis;

/// Divide points into groups around centres
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app kmeans points.npy --clusters 8 -o labels.npy --centres centres.npy
  brooklet app kmeans photo.png --clusters 16 -o sixteen_colours.png
  brooklet app kmeans points.csv --clusters 3 -o labels.csv --seed 7

A point has 1 to 4 numbers: the last axis, the columns of a .csv or the components of a pixel. Seeds are drawn by k-means++ (Arthur and \
Vassilvitskii 2007), and then each point goes to the nearest centre and each centre to the mean of its points, until nothing moves (Lloyd 1982). \
Labels count from 0. Where the output is a picture, each pixel gets the colour of its centre.")]
pub struct Kmeans {
    /// The points
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// How many centres
    #[arg(short = 'k', long, value_name = "N", default_value_t = Options::default().clusters)]
    clusters: usize,
    /// Where the number of the centre of each point goes (.npy, .npz or .csv), or a picture in the colours of the centres
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Where the centres go
    #[arg(long, value_name = "FILE")]
    centres: Option<PathBuf>,
    /// The seed of the random numbers by which seeds are drawn
    #[arg(long, value_name = "N", default_value_t = Options::default().seed)]
    seed: u64,
    /// The maximum number of rounds
    #[arg(long, value_name = "N", default_value_t = Options::default().rounds)]
    rounds: usize,
}

impl Kmeans {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let is_picture = matches!(FileFormat::of(&self.output)?, FileFormat::Png | FileFormat::Hdr);
        if is_picture {
            io::check_output(&self.output)?
        } else {
            io::check_integers_output(&self.output)?
        }
        if let Some(centres) = &self.centres {
            io::check_output(centres)?;
            if io::same_file(centres, &self.output) {
                bail!("{} is both the labels and the centres: name two files", self.output.display());
            }
        }
        let files: Vec<&Path> =
            [&self.input, &self.output].into_iter().chain(&self.centres).map(PathBuf::as_path).collect();
        common.run_long(&files, |session| {
            let points = |_: &[usize], components: Components| match components {
                Components::One => Reading::OnlyScalars,
                _ => Reading::Vectors,
            };
            let array = Axis::default().read(session, &self.input, points)?;
            let stream = arrays::upload(session, &self.input, &array)?;
            session.progress.stage("moving centres");
            with_stream!(&stream, points => self.divide(session, points, is_picture))
        })
    }

    fn divide<T: Texel>(&self, session: &Session, points: &Stream<T>, is_picture: bool) -> anyhow::Result<()> {
        let options = Options { clusters: self.clusters, seed: self.seed, rounds: self.rounds };
        let found = kmeans(points, options)
            .map_err(|error| anyhow::Error::new(error).context(input_name(&self.input).into_owned()))?;
        let kmeans::Kmeans { centres, labels, rounds, inertia } = found;
        session.notes(&[format!(
            "{} centres after {rounds} rounds: squares of distances sum up to {inertia:.6}",
            centres.len()
        )]);
        session.progress.stage("reading back");
        let (labels, shape) = (labels.read()?, points.shape().extents().to_vec());
        let components = T::COMPONENTS.count();
        let floats = |own: &T| (0..components).map(|c| own.component(c)).collect::<Vec<f32>>();
        if is_picture {
            let data = labels.iter().flat_map(|label| floats(&centres[*label as usize])).collect();
            session.write(&self.output, &mut Array { shape, components, data })?;
        } else {
            let integers = Integers { shape, data: labels.iter().map(|label| *label as i64).collect() };
            session.place(io::prepare_integers(&self.output, &integers)?);
        }
        if let Some(path) = &self.centres {
            let data = centres.iter().flat_map(floats).collect();
            session.write(path, &mut Array { shape: vec![centres.len()], components, data })?;
        }
        Ok(())
    }
}
