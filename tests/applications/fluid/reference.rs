//! A fluid on a grid in double precision, cell by cell, written from the equations.

use brooklet::applications::fluid::Settings;

pub struct Reference {
    settings: Settings,
    solid: Vec<bool>,
    pub velocity: Vec<[f64; 2]>,
    pub dye: Vec<f64>,
    pub pressure: Vec<f64>,
    pub divergence: Vec<f64>,
}

/// What is beyond a side of a cell.
enum Beyond {
    Cell(usize),
    /// An obstacle or the inflow, which has this velocity.
    Kept([f64; 2]),
    /// The upper and the lower border.
    Wall,
    /// The right border.
    Outside,
}

/// Right, left, next row, row before: the step, and the axis.
const SIDES: [(isize, isize, usize); 4] = [(1, 0, 0), (-1, 0, 0), (0, 1, 1), (0, -1, 1)];

impl Reference {
    pub fn new(settings: Settings, obstacles: &[f32]) -> Reference {
        let [columns, rows] = settings.size;
        let solid: Vec<bool> = obstacles.iter().map(|cell| *cell == 1.0).collect();
        let bands = 2 * settings.stripes + 1;
        let dyed = |at: usize| at.is_multiple_of(columns) && !solid[at] && (at / columns * bands / rows) % 2 == 1;
        let speed = |solid: &bool| [if *solid { 0.0 } else { f64::from(settings.speed) }, 0.0];
        Reference {
            velocity: solid.iter().map(speed).collect(),
            dye: (0..solid.len()).map(|at| f64::from(dyed(at))).collect(),
            pressure: vec![0.0; solid.len()],
            divergence: vec![0.0; solid.len()],
            solid,
            settings,
        }
    }

    pub fn is_kept(&self, at: usize) -> bool {
        self.solid[at] || at.is_multiple_of(self.settings.size[0])
    }

    fn beyond(&self, at: usize, [dx, dy]: [isize; 2]) -> Beyond {
        let [columns, rows] = self.settings.size;
        let (x, y) = ((at % columns).checked_add_signed(dx), (at / columns).checked_add_signed(dy));
        match (x, y.filter(|y| *y < rows)) {
            (_, None) => Beyond::Wall,
            (Some(x), Some(y)) if x < columns => match y * columns + x {
                at if self.is_kept(at) => Beyond::Kept(self.velocity[at]),
                at => Beyond::Cell(at),
            },
            _ => Beyond::Outside,
        }
    }

    /// What `of` says of each cell, but for those that keep `kept`.
    fn each<T: Copy>(&self, kept: &[T], of: impl Fn(usize) -> T) -> Vec<T> {
        (0..kept.len()).map(|at| if self.is_kept(at) { kept[at] } else { of(at) }).collect()
    }

    /// Where the fluid of a cell was: the four cells around, and the share of each.
    fn origin(&self, at: usize) -> [(usize, f64); 4] {
        let [columns, rows] = self.settings.size;
        let [x, y] = [at % columns, at / columns].map(|place| place as f64);
        let [x, y] = [
            (x - self.velocity[at][0]).clamp(0.0, columns as f64 - 1.0),
            (y - self.velocity[at][1]).clamp(0.0, rows as f64 - 1.0),
        ];
        let (left, upper) = (x as usize, y as usize);
        let (right, lower) = ((left + 1).min(columns - 1), (upper + 1).min(rows - 1));
        let (s, t) = (x - left as f64, y - upper as f64);
        [
            (left, upper, (1.0 - s) * (1.0 - t)),
            (right, upper, s * (1.0 - t)),
            (left, lower, (1.0 - s) * t),
            (right, lower, s * t),
        ]
        .map(|(x, y, share)| (y * columns + x, share))
    }

    /// How much more flows out of a cell than into it.
    pub fn outflow(&self, at: usize) -> f64 {
        let side = |(dx, dy, axis): (isize, isize, usize)| {
            let own = self.velocity[at][axis];
            let through = match self.beyond(at, [dx, dy]) {
                Beyond::Cell(other) => (own + self.velocity[other][axis]) / 2.0,
                Beyond::Kept(velocity) => velocity[axis],
                Beyond::Wall => 0.0,
                Beyond::Outside => own,
            };
            through * (dx + dy) as f64
        };
        SIDES.into_iter().map(side).sum()
    }

    /// The pressures beyond the sides of a cell.
    fn pressures(&self, at: usize) -> [f64; 4] {
        SIDES.map(|(dx, dy, _)| match self.beyond(at, [dx, dy]) {
            Beyond::Cell(other) => self.pressure[other],
            Beyond::Kept(_) | Beyond::Wall => self.pressure[at],
            Beyond::Outside => 0.0,
        })
    }

    pub fn step(&mut self) {
        let moved = |axis: usize| {
            let of = |at: usize| self.origin(at).iter().map(|(from, share)| share * self.velocity[*from][axis]).sum();
            self.each(&self.velocity.iter().map(|velocity| velocity[axis]).collect::<Vec<f64>>(), of)
        };
        let velocity = moved(0).into_iter().zip(moved(1)).map(|(x, y)| [x, y]).collect();
        self.dye = self.each(&self.dye, |at| self.origin(at).iter().map(|(from, share)| share * self.dye[*from]).sum());
        self.velocity = velocity;
        self.divergence = self.each(&vec![0.0; self.dye.len()], |at| self.outflow(at));
        for _ in 0..self.settings.iterations {
            let next = |at| (self.pressures(at).iter().sum::<f64>() - self.divergence[at]) / 4.0;
            self.pressure = self.each(&self.pressure, next);
        }
        self.velocity = self.each(&self.velocity, |at| {
            let [right, left, below, above] = self.pressures(at);
            let [u, v] = self.velocity[at];
            [u - (right - left) / 2.0, v - (below - above) / 2.0]
        });
    }
}
