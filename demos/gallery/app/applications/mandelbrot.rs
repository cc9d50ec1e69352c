//! The Mandelbrot set: which points each round draws, and which the depth test skips.

use brooklet::applications::mandelbrot::{Rounds, Settings};
use brooklet::{Device, Error};
use egui::ColorImage;

use super::moving::{Look, Moving, of_pixels};
use super::{captured, plain, predication, predications};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 3 << 13;

pub fn methods(_: &Device) -> Vec<Method> {
    predications()
}

/// Three rounds, after some in which points have escaped.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let advanced = || {
        let mut rounds = rounds(device, method, n)?;
        for _ in 0..4 {
            plain(rounds.step())?;
        }
        Ok(rounds)
    };
    captured(device, advanced, |rounds| {
        for _ in 0..3 {
            plain(rounds.step())?;
        }
        Ok(rounds.states().read()?.into_iter().map(|state| state[2]).collect())
    })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    let rounds = rounds(device, method, n)?;
    Ok(Box::new(Escaping { size: settings(method, n).size, rounds, going: 0, idle: 0, skipped: 0 }))
}

/// The number of iterations of a round.
const PER_ROUND: usize = 4;

fn settings(method: &str, n: usize) -> Settings {
    let rows = (n as f64 / 1.5).sqrt().round().max(2.0) as usize;
    let predication = predication(method);
    Settings { size: [n.div_ceil(rows), rows], per_round: PER_ROUND, predication, ..Settings::default() }
}

fn rounds(device: &Device, method: &str, n: usize) -> Result<Rounds, Error> {
    plain(Rounds::new(device, &settings(method, n)))
}

struct Escaping {
    rounds: Rounds,
    size: [usize; 2],
    /// The number of points that have not escaped.
    going: usize,
    /// The number of points that have, and for which the kernel ran in the last round.
    idle: usize,
    /// The number of points for which it did not run.
    skipped: usize,
}

impl Moving for Escaping {
    fn step(&mut self) -> Result<(), Error> {
        plain(self.rounds.step()).map(drop)
    }

    fn picture(&mut self, _: Look) -> Result<ColorImage, Error> {
        let [columns, rows] = self.size;
        (self.going, self.idle, self.skipped) = (0, 0, 0);
        let done = self.rounds.done();
        if done == 0 {
            return Ok(of_pixels(columns, rows, &vec![[0.98, 0.8, 0.3]; columns * rows]));
        }
        let pixel = |[_, _, count, since]: [f32; 4]| {
            // How often the kernel would have run since the escape if nothing had skipped the point.
            let always = done - (count as usize / PER_ROUND).min(done);
            let shade = (count / 24.0).min(1.0);
            if since == 0.0 {
                self.going += 1;
                [0.98, 0.8, 0.3]
            } else if (since as usize) < always {
                self.skipped += 1;
                [0.05 + 0.15 * shade, 0.1 + 0.25 * shade, 0.2 + 0.5 * shade]
            } else {
                self.idle += 1;
                [0.8, 0.3, 0.2]
            }
        };
        let pixels: Vec<[f32; 3]> = self.rounds.states().read()?.into_iter().map(pixel).collect();
        Ok(of_pixels(columns, rows, &pixels))
    }

    fn says(&self) -> String {
        let (done, count) = (self.rounds.done(), self.rounds.count());
        let [columns, rows] = self.size;
        let Escaping { going, idle, skipped, .. } = self;
        format!(
            "{columns} × {rows}, round {done} of {count}: {going} points go on (yellow), {idle} have escaped and are drawn for nothing \
             (red), {skipped} are skipped by the depth test (blue)"
        )
    }

    fn turns(&self) -> bool {
        false
    }
}
