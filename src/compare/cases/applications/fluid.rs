//! A step of a fluid on a grid: all ways to skip obstacles, and plain Rust.

use std::cell::RefCell;
use std::rc::Rc;

use crate::Error;
use crate::applications::fluid::{Fluid, Predication, Settings};

use super::{Cases, Data, copy, device, plain};

/// Obstacles are squares of this edge, one in each square of [`TOWN`]: more than a half of the cells.
const BLOCK: usize = 24;
const TOWN: usize = 32;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let columns = n.isqrt().max(1);
    let settings = Settings { size: [columns, n / columns], ..Settings::default() };
    let count = columns * settings.size[1];
    let is_solid = |at: usize| at % columns % TOWN >= TOWN - BLOCK && at / columns % TOWN >= TOWN - BLOCK;
    let obstacles: Rc<Vec<f32>> = Rc::new((0..count).map(|at| f32::from(is_solid(at))).collect());
    // A velocity, a pressure and a dye.
    copy(cases, "app-fluid", 4 * count)?;
    // Two passes of advection, one of the divergence and one of the projection, and the iterations: numbers that are read and written.
    let bytes = 4 * count * (14 + 9 + 11 + settings.iterations * 7);
    let wanted = Rc::new(Plain::new(&settings, &obstacles).stepped());
    for predication in Predication::ALL {
        let settings = Settings { predication, ..settings };
        let new = {
            let (device, obstacles) = (device.clone(), obstacles.clone());
            move || plain(Fluid::new(&device, &settings, &obstacles))
        };
        let (running, wanted) = (RefCell::new(new()?), wanted.clone());
        let run = move |_: &Data| plain(running.borrow_mut().step());
        let right = move |_: &Data, ()| {
            let mut fluid = new()?;
            plain(fluid.step())?;
            Ok(wanted.is_close(&fluid.velocity().read()?, &fluid.dye().read()?))
        };
        cases.add(("app-fluid", "fragment", predication.name(), "plain"), bytes, run, right);
    }
    let running = RefCell::new(Plain::new(&settings, &obstacles));
    let run = move |_: &Data| {
        running.borrow_mut().step();
        Ok(())
    };
    let right = move |_: &Data, ()| {
        let again = Plain::new(&settings, &obstacles).stepped();
        Ok(again.dye == wanted.dye && again.velocity == wanted.velocity)
    };
    cases.add(("app-fluid", "cpu", "rows-on-all-cores", "slice"), bytes, run, right);
    Ok(())
}

/// Plain Rust. A frame of cells around all others keeps what it has, so that each cell has four neighbours. The rows are distributed over all
/// cores, and the compiler vectorises the iterations of the pressure.
struct Plain {
    iterations: usize,
    columns: usize,
    /// The number of cells in a row, with two of the frame.
    stride: usize,
    /// 0 where a cell keeps what it has, and 1 elsewhere.
    free: Vec<f32>,
    /// To the right, to the left, in the next row, in the row before.
    open: [Vec<f32>; 4],
    velocity: [Vec<f32>; 2],
    dye: Vec<f32>,
    pressure: Vec<f32>,
    divergence: Vec<f32>,
    next: Vec<f32>,
}

impl Plain {
    fn new(settings: &Settings, obstacles: &[f32]) -> Plain {
        let [columns, rows] = settings.size;
        let stride = columns + 2;
        let framed = |inside: &dyn Fn(usize, usize) -> f32| -> Vec<f32> {
            let cell = |x, y| if x == 0 || y == 0 || x > columns || y > rows { 0.0 } else { inside(x - 1, y - 1) };
            (0..rows + 2).flat_map(|y| (0..stride).map(move |x| (x, y))).map(|(x, y)| cell(x, y)).collect()
        };
        let fluid = |x: usize, y: usize| 1.0 - obstacles[y * columns + x];
        let free = framed(&|x, y| if x == 0 { 0.0 } else { fluid(x, y) });
        let bands = 2 * settings.stripes + 1;
        let dye = framed(&|x, y| if x == 0 && y * bands / rows % 2 == 1 { fluid(x, y) } else { 0.0 });
        let zeros = || vec![0.0; free.len()];
        let side = |step: isize| -> Vec<f32> {
            (0..free.len())
                .map(|at| at.checked_add_signed(step).map_or(0.0, |to| *free.get(to).unwrap_or(&0.0)))
                .collect()
        };
        let mut open = [1, -1, stride as isize, -(stride as isize)].map(side);
        // At the right it flows out.
        (1..=rows).for_each(|y| open[0][y * stride + columns] = 1.0);
        Plain {
            iterations: settings.iterations,
            columns,
            stride,
            velocity: [framed(&|x, y| settings.speed * fluid(x, y)), zeros()],
            pressure: zeros(),
            divergence: zeros(),
            next: zeros(),
            open,
            dye,
            free,
        }
    }

    fn step(&mut self) {
        let moved = [&self.velocity[0], &self.velocity[1], &self.dye].map(|field| self.advected(field));
        let [u, v, dye] = moved;
        (self.velocity, self.dye) = ([u, v], dye);
        let (stride, columns) = (self.stride, self.columns);
        // What is at the right border flows on beyond.
        self.velocity[0].chunks_mut(stride).for_each(|row| row[columns + 1] = row[columns]);
        let mut divergence = std::mem::take(&mut self.divergence);
        each_row(stride, &mut divergence, |first, row| self.diverge(first, row));
        self.divergence = divergence;
        let mut next = std::mem::take(&mut self.next);
        for _ in 0..self.iterations {
            each_row(stride, &mut next, |first, row| self.iterate(first, row));
            std::mem::swap(&mut self.pressure, &mut next);
        }
        self.next = next;
        let [mut u, mut v] = std::mem::take(&mut self.velocity);
        each_row(stride, &mut u, |first, row| self.project(first, 1, 0, row));
        each_row(stride, &mut v, |first, row| self.project(first, stride, 2, row));
        self.velocity = [u, v];
    }

    fn advected(&self, field: &[f32]) -> Vec<f32> {
        let mut next = field.to_vec();
        let (stride, last) = (self.stride, [self.columns, field.len() / self.stride - 2]);
        each_row(stride, &mut next, |first, row| {
            let y = first / stride;
            for ((x, at), next) in (1..).zip(first..).zip(row).filter(|((_, at), _)| self.free[*at] == 1.0) {
                let from =
                    |place: usize, axis: usize| (place as f32 - self.velocity[axis][at]).clamp(1.0, last[axis] as f32);
                let (across, down) = (from(x, 0), from(y, 1));
                let (left, upper) = (across as usize, down as usize);
                let (s, t) = (across - left as f32, down - upper as f32);
                let mix = |y: usize| {
                    let [a, b] = [left, (left + 1).min(last[0])].map(|x| field[y * stride + x]);
                    a + s * (b - a)
                };
                let (a, b) = (mix(upper), mix((upper + 1).min(last[1])));
                *next = a + t * (b - a);
            }
        });
        next
    }

    fn diverge(&self, first: usize, row: &mut [f32]) {
        let [u, v] = &self.velocity;
        for (at, next) in (first..).zip(row) {
            let through =
                |field: &[f32], to: usize, side: usize| field[to] + 0.5 * self.open[side][at] * (field[at] - field[to]);
            let across = through(u, at + 1, 0) - through(u, at - 1, 1);
            let down = through(v, at + self.stride, 2) - through(v, at - self.stride, 3);
            *next = self.free[at] * (across + down);
        }
    }

    /// Returns the pressure beyond a side of a cell.
    fn beyond(&self, at: usize, to: usize, side: usize) -> f32 {
        let own = self.pressure[at];
        own + self.open[side][at] * (self.pressure[to] - own)
    }

    fn iterate(&self, first: usize, row: &mut [f32]) {
        fn part(field: &[f32], first: usize, count: usize) -> &[f32] {
            &field[first..][..count]
        }
        let count = row.len();
        let [own, free, divergence] =
            [&self.pressure, &self.free, &self.divergence].map(|field| part(field, first, count));
        let [right, left, below, above] =
            [first + 1, first - 1, first + self.stride, first - self.stride].map(|at| part(&self.pressure, at, count));
        let [to_right, to_left, to_below, to_above] = [0, 1, 2, 3].map(|side| part(&self.open[side], first, count));
        for (x, next) in row.iter_mut().enumerate() {
            let beyond = |open: f32, pressure: f32| own[x] + open * (pressure - own[x]);
            let across = beyond(to_right[x], right[x]) + beyond(to_left[x], left[x]);
            let down = beyond(to_below[x], below[x]) + beyond(to_above[x], above[x]);
            *next = 0.25 * free[x] * (across + down - divergence[x]);
        }
    }

    fn project(&self, first: usize, step: usize, side: usize, row: &mut [f32]) {
        for (at, next) in (first..).zip(row) {
            let slope = self.beyond(at, at + step, side) - self.beyond(at, at - step, side + 1);
            *next -= 0.5 * self.free[at] * slope;
        }
    }

    fn stepped(mut self) -> Plain {
        self.step();
        self
    }

    fn is_close(&self, velocity: &[[f32; 2]], dye: &[f32]) -> bool {
        let place = |at: usize| (at / self.columns + 1) * self.stride + at % self.columns + 1;
        let close = |a: f32, b: f32| (a - b).abs() < 1e-3;
        (0..dye.len()).all(|at| {
            let [u, v] = velocity[at];
            let to = place(at);
            close(u, self.velocity[0][to]) && close(v, self.velocity[1][to]) && close(dye[at], self.dye[to])
        })
    }
}

/// Calls `of` for each row without the frame, with the index of its first cell, on all cores.
fn each_row(stride: usize, field: &mut [f32], of: impl Fn(usize, &mut [f32]) + Sync) {
    let inner = stride..field.len() - stride;
    let of = |(y, row): (usize, &mut [f32])| of((y + 1) * stride + 1, &mut row[1..stride - 1]);
    #[cfg(not(target_family = "wasm"))]
    {
        use rayon::prelude::*;
        field[inner].par_chunks_mut(stride).enumerate().for_each(of);
    }
    #[cfg(target_family = "wasm")]
    field[inner].chunks_mut(stride).enumerate().for_each(of);
}
