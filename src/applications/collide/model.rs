//! A mesh and its tree on a device.

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Stream};

use super::grid::{Grid, ONE, Snapped, round};
use super::pose::GridPose;
use super::tree::{ObbContent, ObbNode, ObbTree};
use crate::mesh::Mesh;

/// A mesh as streams: its vertices, three a triangle, and its boxes.
pub(super) struct Model {
    pub snapped: Snapped,
    pub tree: ObbTree,
    pub vertices: Stream<[f32; 3]>,
    pub boxes: Boxes,
    /// Half of the sides of its boxes.
    pub halves: Stream<[f32; 3]>,
    /// What is in them: the left child, or of a leaf -1 - its triangle; and beside that the longest side.
    pub nodes: Stream<[f32; 2]>,
}

/// What of boxes a pose changes.
pub(super) struct Boxes {
    /// Their middles.
    pub centers: Stream<[f32; 3]>,
    /// Their rotations.
    pub turns: Stream<[f32; 4]>,
}

/// A model that a pose has moved.
pub(super) struct Posed {
    pub vertices: Stream<[f32; 3]>,
    pub boxes: Boxes,
}

impl Model {
    pub fn new(device: &Device, mesh: &Mesh, grid: &Grid) -> Result<Model, Error> {
        let mut snapped = grid.snap(mesh);
        let tree = ObbTree::new(&snapped.triangles);
        let nodes = tree.nodes();
        let centers: Vec<[f32; 3]> = nodes.iter().map(|node| node.center).collect();
        let halves: Vec<[f32; 3]> = nodes.iter().map(|node| node.half).collect();
        let turns: Vec<[f32; 4]> = nodes.iter().map(|node| node.turn).collect();
        let content: Vec<[f32; 2]> = nodes.iter().map(content).collect();
        let corners = std::mem::take(&mut snapped.triangles);
        Ok(Model {
            vertices: device.upload(corners.as_flattened())?,
            boxes: Boxes { centers: device.upload(&centers)?, turns: device.upload(&turns)? },
            halves: device.upload(&halves)?,
            nodes: device.upload(&content)?,
            snapped,
            tree,
        })
    }

    /// Three passes: vertices, middles and rotations.
    pub fn posed(&self, device: &Device, pose: &GridPose) -> Result<Posed, Error> {
        let kernel = device.kernel(&with_halves(glsl!("applications/collide_pose.frag")))?;
        let mut vertices = device.stream(self.vertices.len())?;
        let upper = pose.rows.map(|row| row.map(|x| round(x / 2048.0)));
        let lower: [[f32; 3]; 3] =
            std::array::from_fn(|i| std::array::from_fn(|j| (pose.rows[i][j] - 2048.0 * upper[i][j]) as f32));
        let [high_x, high_y, high_z] = upper.map(|row| row.map(|x| x as f32));
        let offset = pose.offset.map(|x| x as f32);
        let pass = device.pass(&kernel).input("vertices", &self.vertices).constant("offset", offset);
        let pass = pass.constant("high_x", high_x).constant("high_y", high_y).constant("high_z", high_z);
        let pass = pass.constant("low_x", lower[0]).constant("low_y", lower[1]).constant("low_z", lower[2]);
        pass.output("posed", &mut vertices).run()?;

        let kernel = device.kernel(&glsl!("applications/collide_pose_center.frag"))?;
        let mut centers = device.stream(self.boxes.centers.len())?;
        let [x, y, z] = pose.rows.map(|row| row.map(|x| (x / ONE) as f32));
        let pass = device.pass(&kernel).input("centers", &self.boxes.centers).constant("offset", offset);
        let pass = pass.constant("row_x", x).constant("row_y", y).constant("row_z", z);
        pass.output("posed", &mut centers).run()?;

        let kernel = device.kernel(&glsl!("applications/collide_pose_turn.frag"))?;
        let mut turns = device.stream(self.boxes.turns.len())?;
        let turn = pose.quaternion.map(|x| x as f32);
        let pass = device.pass(&kernel).input("turns", &self.boxes.turns).constant("turn", turn);
        pass.output("posed", &mut turns).run()?;
        Ok(Posed { vertices, boxes: Boxes { centers, turns } })
    }
}

fn content(node: &ObbNode) -> [f32; 2] {
    match node.content {
        ObbContent::Children(left) => [left as f32, node.half[0]],
        ObbContent::Triangle(triangle) => [-1.0 - triangle as f32, node.half[0]],
    }
}

/// The pair of two roots: the nodes, the left child of the one that is split first, and which that is, as `collide_double` has it.
pub(super) fn roots(a: &ObbTree, b: &ObbTree) -> Option<[f32; 4]> {
    let ([left_a, size_a], [left_b, size_b]) = (content(a.nodes().first()?), content(b.nodes().first()?));
    let split_a = left_b < 0.0 || (left_a >= 0.0 && size_a > size_b);
    Some(match split_a {
        _ if left_a < 0.0 && left_b < 0.0 => [0.0, 0.0, 0.0, 2.0],
        true => [0.0, 0.0, left_a, 0.0],
        false => [0.0, 0.0, left_b, 1.0],
    })
}

/// With the function that cuts numbers into halves.
pub(super) fn with_halves(source: Source) -> Source {
    source.part("halves", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/applications/collide_halves.glsl")))
}
