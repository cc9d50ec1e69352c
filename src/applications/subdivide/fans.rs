//! Fans: vertices whose number of neighbours is not six, each with the ring of its neighbours. The fan of the next level is
//! computed from the fan alone, without any triangle. This works for any number of neighbours. The triangles at a fan only look up
//! its points.

use super::connect::Connected;
use super::criterion::Judge;
use super::grid::Grid;
use super::program::Program;
use crate::applications::Error;
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::mesh::Mesh;
use crate::primitives::{map, with_steps};

/// The number of points that a slot stores. They are the fan's centre and, counted around the ring from the slot's own neighbour k,
/// the neighbours k, k - 1, k + 1, k - 2 and k + 3.
const PLANES: usize = 6;

/// The fans of all vertices whose number of neighbours is not six. A fan has a slot for each neighbour.
pub(super) struct Fans {
    grid: Grid,
    /// The points of all slots: [`PLANES`] planes of a grid of slots.
    pub stream: Stream<[f32; 4]>,
    /// For each point of `stream`, the index of the centre or slot from which it is taken at the next level.
    source: Stream<f32>,
    /// For each fan: its first slot, the number of its slots, and its weights.
    hubs: Stream<[f32; 4]>,
    max: usize,
    /// The input of the criterion: ends and wings of the single edge of a slot.
    pairs: Stream<[f32; 4]>,
    /// For each slot, whether its edge is complete.
    marks: Stream<[f32; 4]>,
}

/// Returns the weights of a vertex with this number of neighbours: its own, and that of each neighbour (Loop 1987).
pub(super) fn weights(neighbours: usize) -> (f32, f32) {
    let n = neighbours as f64;
    let cosine = 0.375 + 0.25 * (std::f64::consts::TAU / n).cos();
    let all = 0.625 - cosine * cosine;
    ((1.0 - all) as f32, (all / n) as f32)
}

impl Fans {
    /// Makes the fans of a mesh. If there are none, the streams contain one unused element, because they must not be empty.
    pub fn new(device: &Device, mesh: &Mesh, connected: &Connected) -> Result<Fans, Error> {
        let slots: usize = connected.fans.iter().map(|fan| fan.ring.len()).sum();
        let grid = Grid::of(device, 0, slots)?;
        // For each slot, its fan, and its index within the fan.
        let of: Vec<(usize, usize)> =
            connected.fans.iter().enumerate().flat_map(|(fan, of)| (0..of.ring.len()).map(move |k| (fan, k))).collect();
        let shifts = [0, 0, -1, 1, -2, 3];
        let slot = |plane: usize, at: usize| {
            let (fan, k) = of[at];
            let n = connected.fans[fan].ring.len() as i64;
            (fan, (k as i64 + shifts[plane]).rem_euclid(n) as usize)
        };
        let stream = grid.upload(device, PLANES, |plane, at| {
            let (fan, k) = slot(plane, at);
            let fan = &connected.fans[fan];
            let vertex = if plane == 0 { fan.vertex } else { fan.ring[k] };
            let [x, y, z] = mesh.positions[vertex as usize];
            [x + 0.0, y + 0.0, z + 0.0, 0.0]
        })?;
        let source = grid.upload(device, PLANES, |plane, at| {
            let (fan, k) = slot(plane, at);
            (if plane == 0 { fan } else { connected.fans[fan].first + k }) as f32
        })?;
        let hub = |fan: &super::connect::Fan| {
            let (own, each) = weights(fan.ring.len());
            [fan.first as f32, fan.ring.len() as f32, own, each]
        };
        let mut hubs: Vec<[f32; 4]> = connected.fans.iter().map(hub).collect();
        if hubs.is_empty() {
            hubs.push([0.0; 4]);
        }
        let max = connected.fans.iter().map(|fan| fan.ring.len()).max().unwrap_or(0);
        Ok(Fans {
            stream,
            source,
            hubs: device.upload(&hubs)?,
            max,
            pairs: device.upload_shaped([2, 1], &[[0.0, 1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 0.0]])?,
            marks: device.upload_shaped([1, 1], &[[0.0; 4]])?,
            grid,
        })
    }

    /// Whether every vertex has six neighbours.
    pub fn is_empty(&self) -> bool {
        self.grid.count == 0
    }

    /// Returns the points of the slots, and their grid.
    pub fn slots(&self) -> (&Stream<[f32; 4]>, &Grid) {
        (&self.stream, &self.grid)
    }

    /// Evaluates the criterion for the edges of all slots. Edges that were complete, or lie on an edge that was, stay complete.
    pub fn judge(&mut self, device: &Device, judge: &Judge) -> Result<(), Error> {
        if self.is_empty() {
            return Ok(());
        }
        let mut complete = self.grid.stream::<f32>(device, 1)?;
        let pass = judge.pass(device).input("edges", &self.stream).input("vertices", &self.stream);
        let pass = pass.input("flags", &self.marks).input("pairs", &self.pairs);
        pass.constant("rows", self.grid.rows).output("complete", &mut complete).run()?;
        self.marks = map(device, "vec4(k, 0, 0, 0)").input("k", &complete).run()?;
        Ok(())
    }

    /// Computes the fans of the next level, in three passes.
    pub fn split(&mut self, device: &Device, program: &Program) -> Result<(), Error> {
        if self.is_empty() {
            return Ok(());
        }
        let hub = device.kernel(&with_steps(glsl!("applications/subdivide_hub.frag"), device, self.max))?;
        let mut moved = device.stream::<[f32; 4]>(self.hubs.len())?;
        let pass = device.pass(&hub).input("fans", &self.stream).input("marks", &self.marks);
        let pass = pass.input("hubs", &self.hubs).constant("slots", self.grid.rows * self.grid.width);
        pass.constant("steps", self.max).output("moved", &mut moved).run()?;
        let mut ring = self.grid.stream(device, 1)?;
        program.edge_points((&self.stream, &self.grid), self.slots(), &mut ring)?;
        let kernel = device.kernel(&glsl!("applications/subdivide_fans.frag"))?;
        let mut next = self.grid.stream(device, PLANES)?;
        let pass = device.pass(&kernel).input("moved", &moved).input("ring", &ring).input("source", &self.source);
        pass.constant("rows", self.grid.rows).output("fans", &mut next).run()?;
        self.stream = next;
        Ok(())
    }
}
