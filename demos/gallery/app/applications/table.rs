//! A table that is asked by the depth test and the stencil: which records a condition selects, while its constants move.

use brooklet::applications::database::Table;
use brooklet::{Device, Error, Stream, primitives};
use egui::ColorImage;

use super::moving::{Look, Moving, of_pixels};
use super::{fragment, plain};
use crate::app::data::Noise;
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 12;

const DEPTH_TEST: &str = "depth-test";

pub fn methods(_: &Device) -> Vec<Method> {
    vec![fragment(DEPTH_TEST, "Govindaraju et al. 2004", true), fragment("kernel", "for comparison", true)]
}

/// A selection, and where the device counts fragments, how many records it has and the median of a column.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let mut records = Records::new(device, method, n.min(1 << 12))?;
    records.steps = 40;
    let (result, capture) = device.capture(|| records.asked())?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Records::new(device, method, n)?))
}

struct Records {
    device: Device,
    by_kernel: bool,
    /// The columns, in numbers from 0 to 99 and from 0 to 9,999.
    numbers: [Vec<f32>; 2],
    streams: [Stream<f32>; 2],
    steps: usize,
    selected: usize,
}

impl Records {
    fn new(device: &Device, method: &str, n: usize) -> Result<Records, Error> {
        let mut noise = Noise::new(9);
        let age: Vec<f32> = (0..n).map(|_| (noise.below(50) + noise.below(51)) as f32).collect();
        // What is paid grows with age, and is spread.
        let pay = age.iter().map(|age| (age * 60.0 + (noise.below(2000) + noise.below(2000)) as f32).min(9999.0));
        let pay: Vec<f32> = pay.collect();
        let streams = [device.upload(&age)?, device.upload(&pay)?];
        let by_kernel = method != DEPTH_TEST;
        Ok(Records { device: device.clone(), by_kernel, numbers: [age, pay], streams, steps: 0, selected: 0 })
    }

    /// The least age, and the pays between which nothing is selected.
    fn constants(&self) -> [f32; 3] {
        let turn = self.steps as f32 / 40.0;
        [
            (30.0 - 20.0 * turn.cos()).round(),
            (2500.0 + 1000.0 * (1.7 * turn).sin()).round(),
            (5200.0 - 900.0 * turn.sin()).round(),
        ]
    }

    fn condition(&self) -> String {
        let [age, low, high] = self.constants();
        format!("age >= {age} and (pay < {low} or pay > {high})")
    }

    /// Returns the mask of the selected records: 1 or 0 for each.
    fn mask(&self) -> Result<Vec<f32>, Error> {
        let [age, pay] = &self.streams;
        if self.by_kernel {
            let [least, low, high] = self.constants();
            let kept = "age >= least && (pay < low || pay > high) ? 1.0 : 0.0";
            let map = primitives::map(&self.device, kept).input("age", age).input("pay", pay);
            return map.constant("least", least).constant("low", low).constant("high", high).run::<f32>()?.read();
        }
        let table = plain(Table::new(&[("age", age), ("pay", pay)]))?;
        let mut found = plain(table.select_where(&self.condition()))?;
        plain(found.mask())?.read()
    }

    /// Returns the mask, and computes what else the method says of the records.
    fn asked(&self) -> Result<Vec<f32>, Error> {
        let mask = self.mask()?;
        if !self.by_kernel && self.device.features().fragment_counts {
            let [age, pay] = &self.streams;
            let table = plain(Table::new(&[("age", age), ("pay", pay)]))?;
            plain(plain(table.select_where(&self.condition()))?.median("pay"))?;
        }
        Ok(mask)
    }
}

/// The columns and rows of a picture.
const SIZE: [usize; 2] = [100, 62];

impl Moving for Records {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        Ok(())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        let mask = self.mask()?;
        self.selected = mask.iter().filter(|mask| **mask > 0.5).count();
        let (ground, other) = match look.dark {
            true => ([0.09, 0.1, 0.11], [0.3, 0.33, 0.36]),
            false => ([0.955, 0.955, 0.935], [0.72, 0.74, 0.76]),
        };
        let [columns, rows] = SIZE;
        let mut pixels = vec![ground; columns * rows];
        let [age, pay] = &self.numbers;
        let place = |age: f32, pay: f32| {
            let (x, y) = (age as usize, (pay / 10_000.0 * rows as f32) as usize);
            (rows - 1 - y.min(rows - 1)) * columns + x.min(columns - 1)
        };
        // The selected ones lie above the others.
        for wanted in [false, true] {
            for ((age, pay), mask) in age.iter().zip(pay).zip(&mask) {
                if (*mask > 0.5) == wanted {
                    pixels[place(*age, *pay)] = if wanted { [0.9, 0.55, 0.1] } else { other };
                }
            }
        }
        Ok(of_pixels(columns, rows, &pixels))
    }

    fn says(&self) -> String {
        let (count, selected) = (self.numbers[0].len(), self.selected);
        format!("{selected} of {count} records (to the right: age, upwards: pay) have {}", self.condition())
    }

    fn turns(&self) -> bool {
        false
    }
}
