//! Conway's game of life, which copies and blending compute.

use brooklet::applications::life::{Life, Rule, random};
use brooklet::{Device, Error};
use egui::ColorImage;

use super::moving::{Look, Moving, of_pixels};
use super::{fragment, plain};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 13;

pub fn methods(device: &Device) -> Vec<Method> {
    let of = |rule: Rule| match rule {
        Rule::Blending => fragment(rule.name(), "after Green 2000", device.features().float_blending()),
        Rule::Kernel => fragment(rule.name(), "for comparison", true),
    };
    // What every device can do comes first where the other cannot be shown.
    let mut rules = Rule::ALL;
    if !device.features().float_blending() {
        rules.reverse();
    }
    rules.map(of).to_vec()
}

/// A generation, after some that leave shapes.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let mut field = Field::new(device, method, n)?;
    for _ in 0..20 {
        field.step()?;
    }
    let (result, capture) = device.capture(|| {
        field.step()?;
        field.life.cells().read()
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Field::new(device, method, n)?))
}

struct Field {
    life: Life,
    rule: Rule,
    size: [usize; 2],
    generations: usize,
    alive: usize,
}

impl Field {
    fn new(device: &Device, method: &str, n: usize) -> Result<Field, Error> {
        let rows = (n / 2).isqrt().max(2);
        let size = [2 * rows, rows];
        let rule = Rule::ALL.into_iter().find(|rule| rule.name() == method).unwrap_or_default();
        let cells = plain(random(size, 0.3, 7).map_err(brooklet::applications::Error::from))?;
        let life = plain(Life::new(device, size, &cells, rule))?;
        Ok(Field { life, rule, size, generations: 0, alive: 0 })
    }
}

impl Moving for Field {
    fn step(&mut self) -> Result<(), Error> {
        self.generations += 1;
        plain(self.life.step())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        let cells = self.life.cells().read()?;
        self.alive = cells.iter().filter(|cell| **cell > 0.5).count();
        let dead = if look.dark { [0.09, 0.1, 0.11] } else { [0.955, 0.955, 0.935] };
        let pixels: Vec<[f32; 3]> =
            cells.into_iter().map(|cell| if cell > 0.5 { [0.9, 0.55, 0.1] } else { dead }).collect();
        Ok(of_pixels(self.size[0], self.size[1], &pixels))
    }

    fn says(&self) -> String {
        let ([columns, rows], Field { generations, alive, .. }) = (self.size, self);
        let how = match self.rule {
            Rule::Blending => "each in 16 passes that only copy and blend",
            Rule::Kernel => "each in a pass of one kernel",
        };
        format!("{columns} × {rows} after {generations} generations, {how}: {alive} cells live")
    }

    fn turns(&self) -> bool {
        false
    }
}
