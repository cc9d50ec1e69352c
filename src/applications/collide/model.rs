//! A mesh and its tree on a device.

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Stream};

use super::grid::{Grid, ONE, Snapped, round};
use super::pose::GridPose;
use super::tree::{ObbContent, ObbTree};
use crate::mesh::Mesh;

/// A mesh as streams: its vertices, three a triangle, and its boxes.
pub(super) struct Model {
    pub snapped: Snapped,
    pub tree: ObbTree,
    pub vertices: Stream<[f32; 3]>,
    pub boxes: Boxes,
    halves: Stream<[f32; 3]>,
}

/// What of boxes a pose changes.
pub(super) struct Boxes {
    /// Their middles, and beside each its left child, or of a leaf -1 - its triangle.
    pub centers: Stream<[f32; 4]>,
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
        let content = |content: ObbContent| match content {
            ObbContent::Children(left) => left as f32,
            ObbContent::Triangle(triangle) => -1.0 - triangle as f32,
        };
        let nodes = tree.nodes();
        let centers: Vec<[f32; 4]> =
            nodes.iter().map(|node| [node.center[0], node.center[1], node.center[2], content(node.content)]).collect();
        let halves: Vec<[f32; 3]> = nodes.iter().map(|node| node.half).collect();
        let turns: Vec<[f32; 4]> = nodes.iter().map(|node| node.turn).collect();
        let corners = std::mem::take(&mut snapped.triangles);
        let boxes = Boxes { centers: device.upload(&centers)?, turns: device.upload(&turns)? };
        let vertices = device.upload(corners.as_flattened())?;
        Ok(Model { snapped, tree, vertices, boxes, halves: device.upload(&halves)? })
    }

    /// Half of the sides of its boxes.
    pub fn halves(&self) -> &Stream<[f32; 3]> {
        &self.halves
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

/// With the function that cuts numbers into halves.
pub(super) fn with_halves(source: Source) -> Source {
    source.part("halves", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/applications/collide_halves.glsl")))
}
