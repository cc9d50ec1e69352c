//! Intersection of rays with triangles, either with all of them or with a grid.

use crate::applications::Error;
use crate::brook::{Program, RecordStream};
use crate::glsl;
use crate::machine::{Device, Pass, Stream};
use crate::mesh::Scene;
use crate::operator::Operator;
use crate::primitives;

use super::error::RaytraceError;
use super::grid::Grid;
use super::rays::Rays;
use super::settings::has_loops;

/// The number of triangles that a pass tests its rays against. It is limited because drivers end very long loops, and other work
/// waits for a pass.
pub(super) const TRIANGLES_A_PASS: usize = 1024;
/// The number of steps of each ray, to a cell and to a triangle, between two counts that are read back.
const STEPS: usize = 16;
/// The number up to which floats represent all integers exactly.
pub(super) const EXACT: usize = 1 << 24;

/// How rays find the triangles that they hit.
pub(super) enum Intersector {
    /// Each ray is tested against each triangle.
    Brute { program: Program, triangles: RecordStream<[f32; 10]> },
    /// Rays traverse a grid.
    Grid(Box<Walk>),
}

/// A grid on a device.
pub(super) struct Walk {
    multipass: bool,
    grid: Grid,
    cells: Stream<[f32; 2]>,
    corners: Stream<[f32; 4]>,
    sides: [Stream<[f32; 3]>; 2],
}

impl Intersector {
    pub fn brute(program: &Program, scene: &Scene) -> Result<Intersector, Error> {
        let records: Vec<[f32; 10]> = (0..scene.mesh.triangles.len())
            .map(|triangle| {
                let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = sides(scene, triangle);
                [ax, ay, az, bx, by, bz, cx, cy, cz, triangle as f32]
            })
            .collect();
        let triangles = program.upload("Triangle", records.len(), &records)?;
        Ok(Intersector::Brute { program: program.clone(), triangles })
    }

    pub fn grid(device: &Device, scene: &Scene, multipass: bool) -> Result<Intersector, Error> {
        let grid = Grid::new(&scene.mesh);
        let count = grid.triangles.len();
        if count > EXACT {
            let what = "the lists of the grid's cells hold";
            return Err(RaytraceError::Triangles { what, count, max: EXACT }.into());
        }
        let cells: Vec<[f32; 2]> = grid.cells.iter().map(|(first, count)| [*first as f32, *count as f32]).collect();
        let (mut corners, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
        for triangle in &grid.triangles {
            let [a, ab, ac] = sides(scene, *triangle as usize);
            let material = &scene.materials[scene.material_of[*triangle as usize] as usize];
            let number = (*triangle + 1) as f32;
            corners.push([a[0], a[1], a[2], if material.glass() > 0.0 { -number } else { number }]);
            b.push(ab);
            c.push(ac);
        }
        if corners.is_empty() {
            // All triangles are without area. Add an element, because a stream must not be empty.
            corners.push([0.0; 4]);
            b.push([0.0; 3]);
            c.push([0.0; 3]);
        }
        Ok(Intersector::Grid(Box::new(Walk {
            multipass,
            cells: device.upload(&cells)?,
            corners: device.upload(&corners)?,
            sides: [device.upload(&b)?, device.upload(&c)?],
            grid,
        })))
    }

    /// Returns the hit of each ray: distance, two barycentric coordinates, and the index of the triangle, or -1.
    pub fn hits(&self, device: &Device, rays: &Rays) -> Result<Stream<[f32; 4]>, Error> {
        let mut hits = device.stream(rays.len())?;
        match self {
            Intersector::Brute { program, triangles } => {
                program.kernel("begin")?.stream("way", &rays.way).output("hit", &mut hits).run()?;
                let count = triangles.len();
                let max = if has_loops(device) { TRIANGLES_A_PASS } else { 1 };
                for first in (0..count).step_by(max) {
                    let name = if has_loops(device) { "intersect" } else { "intersect_one" };
                    let call = program.kernel(name)?.stream("origin", &rays.origin).stream("way", &rays.way);
                    let call = call.gather("triangles", triangles).constant("first", first as f32);
                    let call =
                        if has_loops(device) { call.constant("count", max.min(count - first) as f32) } else { call };
                    call.in_out("before", "hit", &mut hits).run()?;
                }
            }
            Intersector::Grid(walk) if walk.multipass => hits = walk.passes(device, rays)?,
            Intersector::Grid(walk) => {
                let kernel = device.kernel(&glsl!("applications/raytrace_grid.frag"))?;
                let pass = walk.entered(device.pass(&kernel), rays);
                let pass = pass.input("corners", &walk.corners).input("sides_b", &walk.sides[0]);
                let pass = pass.input("sides_c", &walk.sides[1]).constant("most", walk.grid.longest_walk());
                pass.output("hits", &mut hits).run()?;
            }
        }
        Ok(hits)
    }
}

impl Walk {
    /// Binds the rays' directions and the cells to a pass.
    fn cells<'a>(&'a self, pass: Pass<'a>, rays: &'a Rays) -> Pass<'a> {
        let pass = pass.input("way", &rays.way).input("cells", &self.cells);
        pass.constant("size", self.grid.size).constant("counts", self.grid.counts.map(|x| x as f32))
    }

    /// Binds the rays and the grid that they enter to a pass.
    fn entered<'a>(&'a self, pass: Pass<'a>, rays: &'a Rays) -> Pass<'a> {
        self.cells(pass, rays).input("origin", &rays.origin).constant("low", self.grid.low)
    }

    /// Finds hits without loops, with passes for steps to a cell or to a triangle. After every 32 passes, the largest end of a list
    /// is read back, which is -1 when all rays are done. There is no other way to know, because the length of a ray's path depends
    /// on what it hits.
    fn passes(&self, device: &Device, rays: &Rays) -> Result<Stream<[f32; 4]>, Error> {
        let pair = || -> Result<_, Error> { Ok((device.stream::<[f32; 4]>(rays.len())?, device.stream(rays.len())?)) };
        let begin = primitives::map(device, "vec4(way.w, 0.0, 0.0, 0.0)").input("way", &rays.way);
        let mut hits: Stream<[f32; 4]> = begin.run()?;
        let (mut walk, mut reach): (Stream<[f32; 4]>, Stream<[f32; 4]>) = pair()?;
        let [enter, traverse, intersect] = [
            device.kernel(&glsl!("applications/raytrace_enter.frag"))?,
            device.kernel(&glsl!("applications/raytrace_traverse.frag"))?,
            device.kernel(&glsl!("applications/raytrace_intersect.frag"))?,
        ];
        let pass = self.entered(device.pass(&enter), rays);
        pass.output("walk", &mut walk).output("reach", &mut reach).run()?;
        loop {
            for _ in 0..STEPS {
                let (mut new_hits, mut new_walk) = pair()?;
                let pass = device.pass(&intersect).input("origin", &rays.origin).input("way", &rays.way);
                let pass = pass.input("corners", &self.corners).input("sides_b", &self.sides[0]);
                let pass = pass.input("sides_c", &self.sides[1]).input("hits_before", &hits);
                let pass = pass.input("walk_before", &walk).input("reach", &reach);
                pass.output("hits", &mut new_hits).output("walk", &mut new_walk).run()?;
                (hits, walk) = (new_hits, new_walk);
                let (mut new_walk, mut new_reach) = pair()?;
                let pass = self.cells(device.pass(&traverse), rays).input("hits", &hits);
                let pass = pass.input("walk_before", &walk).input("reach_before", &reach);
                pass.output("walk", &mut new_walk).output("reach", &mut new_reach).run()?;
                (walk, reach) = (new_walk, new_reach);
            }
            let ends: Stream<f32> = primitives::map(device, "reach.w").input("reach", &reach).run()?;
            if primitives::reduce(&ends, &Operator::max())? < 0.0 {
                break;
            }
        }
        Ok(primitives::map(device, "vec4(hits.xyz, abs(hits.w) - 1.0)").input("hits", &hits).run()?)
    }
}

/// Returns a corner of a triangle, and the two sides from there to the other corners.
fn sides(scene: &Scene, triangle: usize) -> [[f32; 3]; 3] {
    let [a, b, c] = scene.mesh.corners(triangle);
    let side = |to: [f32; 3]| std::array::from_fn(|k| to[k] - a[k]);
    [a, side(b), side(c)]
}
