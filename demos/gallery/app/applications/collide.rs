//! Collision: a ring turns in another one, and triangles that meet are red.

use std::collections::BTreeSet;

use brooklet::applications::collide::{Collide, Contacts, Pose};
use brooklet::primitives::Filter;
use brooklet::{Device, Error, Mesh};
use egui::ColorImage;

use super::moving::{Look, Moving};
use super::{HORN, OURS, drawn, fragment, plain};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 10;

pub fn methods(device: &Device) -> Vec<Method> {
    let of = |m: Filter| fragment(m.name(), if m == Filter::HistoPyramid { OURS } else { HORN }, m.runs_on(device));
    let first = Filter::fastest(device);
    std::iter::once(first).chain(Filter::ALL.into_iter().filter(|m| *m != first)).map(of).collect()
}

/// One pose.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let (result, capture) = device.capture(|| {
        let contacts = plain(Rings::new(device, method, n)?.contacts())?;
        Ok(contacts.pairs.iter().flatten().map(|triangle| *triangle as f32).collect())
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Rings::new(device, method, n)?))
}

struct Rings {
    ring: Mesh,
    collide: Collide,
    steps: usize,
    says: String,
}

impl Rings {
    /// Two rings of about so many triangles each.
    fn new(device: &Device, method: &str, n: usize) -> Result<Rings, Error> {
        let along = (n / 4).isqrt().clamp(3, 256) as u32;
        let ring = Mesh::torus(2 * along, along, 0.3);
        let filter = Filter::ALL.into_iter().find(|m| m.name() == method);
        let mut collide = plain(Collide::new(device, &ring, &ring))?;
        if let Some(filter) = filter {
            collide = collide.with_filter(filter);
        }
        Ok(Rings { ring, collide, steps: 0, says: String::new() })
    }

    /// How the second ring lies now.
    fn turn(&self) -> (f64, [f64; 3]) {
        let at = self.steps as f64;
        (90.0 + 40.0 * (0.011 * at).sin(), [0.95 + 0.5 * (0.017 * at).cos(), 0.0, 0.1 * (0.023 * at).sin()])
    }

    fn contacts(&self) -> Result<Contacts, brooklet::applications::Error> {
        let (degrees, translation) = self.turn();
        self.collide.run(&Pose::around([1.0, 0.0, 0.0], degrees, translation)?)
    }
}

impl Moving for Rings {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        Ok(())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        let contacts = plain(self.contacts())?;
        let tested: usize = contacts.levels.iter().map(|level| level.candidates).sum();
        let all = self.ring.triangles.len();
        self.says = format!(
            "{} pairs of {all} × {all} triangles meet; {} levels tested {tested} pairs of boxes, then {} of triangles",
            contacts.pairs.len(),
            contacts.levels.len(),
            contacts.tested
        );
        let (degrees, by) = self.turn();
        let (sin, cos) = degrees.to_radians().sin_cos();
        let posed = |p: [f32; 3]| {
            let [x, y, z] = p.map(f64::from);
            [x + by[0], y * cos - z * sin + by[1], y * sin + z * cos + by[2]].map(|x| x as f32)
        };
        let bounds = ([-1.35, -1.35, -1.35], [2.4, 1.35, 1.35]);
        Ok(drawn(bounds, look, |view| {
            for (mesh, colour) in [[0.35, 0.5, 0.7], [0.75, 0.72, 0.6]].into_iter().enumerate() {
                let meets: BTreeSet<u32> = contacts.pairs.iter().map(|pair| pair[mesh]).collect();
                view.triangles((0..all).map(|triangle| {
                    let corners = self.ring.corners(triangle);
                    let corners = if mesh == 0 { corners } else { corners.map(posed) };
                    (corners, if meets.contains(&(triangle as u32)) { [0.9, 0.2, 0.15] } else { colour })
                }));
            }
        }))
    }

    fn says(&self) -> String {
        self.says.clone()
    }
}
