//! Meshes and their trees on a device.

use crate::error::Error;
use crate::glsl;
use crate::machine::{Device, Stream};

use super::grid::{Grid, ONE, Snapped, round};
use super::pose::GridPose;
use super::tree::{ObbContent, ObbNode, ObbTree};
use crate::mesh::Mesh;

/// Two meshes.
pub(super) struct Models {
    pub meshes: [Model; 2],
    /// The boxes of both trees, one tree after the other, so that the shared box of a record can be fetched without knowing its
    /// tree.
    boxes: Stream<[f32; 4]>,
    /// For each node: the index of the left child, or, for a leaf, -1 minus the index of its triangle; and the length of the
    /// longest side.
    pub nodes: Stream<[f32; 2]>,
}

/// A mesh on the grid, its tree, and its vertices as a stream, three for each triangle.
pub(super) struct Model {
    pub snapped: Snapped,
    pub tree: ObbTree,
    pub vertices: Stream<[f32; 3]>,
}

/// The second mesh's vertices and all boxes in a pose.
pub(super) struct Posed {
    pub vertices: Stream<[f32; 3]>,
    pub boxes: Stream<[f32; 4]>,
}

/// The number of texels of a box. They are side by side, which is faster than a separate stream for each.
pub(super) const BOX: usize = 3;

impl Models {
    pub fn new(device: &Device, meshes: [&Mesh; 2], grid: &Grid) -> Result<Models, Error> {
        let [a, b] = meshes.map(|mesh| Model::new(device, mesh, grid));
        let meshes = [a?, b?];
        let [a, b] = [&meshes[0], &meshes[1]].map(|model| model.tree.nodes());
        let of_a = a.iter().flat_map(|node| texels(node, 0));
        let boxes: Vec<[f32; 4]> = of_a.chain(b.iter().flat_map(|node| texels(node, a.len()))).collect();
        let nodes: Vec<[f32; 2]> = boxes.chunks(BOX).map(|texels| [texels[1][3], texels[1][0]]).collect();
        Ok(Models { boxes: device.upload(&boxes)?, nodes: device.upload(&nodes)?, meshes })
    }

    /// Poses the second mesh, in two passes: vertices and boxes.
    pub fn posed(&self, device: &Device, pose: &GridPose) -> Result<Posed, Error> {
        let [a, b] = &self.meshes;
        let kernel = device.kernel(&glsl!("applications/collide_pose.frag"))?;
        let mut vertices = device.stream(b.vertices.len())?;
        let upper = pose.rows.map(|row| row.map(|x| round(x / 2048.0)));
        let lower: [[f32; 3]; 3] =
            std::array::from_fn(|i| std::array::from_fn(|j| (pose.rows[i][j] - 2048.0 * upper[i][j]) as f32));
        let [high_x, high_y, high_z] = upper.map(|row| row.map(|x| x as f32));
        let offset = pose.offset.map(|x| x as f32);
        let pass = device.pass(&kernel).input("vertices", &b.vertices).constant("offset", offset);
        let pass = pass.constant("high_x", high_x).constant("high_y", high_y).constant("high_z", high_z);
        let pass = pass.constant("low_x", lower[0]).constant("low_y", lower[1]).constant("low_z", lower[2]);
        pass.output("posed", &mut vertices).run()?;

        let kernel = device.kernel(&glsl!("applications/collide_pose_boxes.frag"))?;
        let mut boxes = device.stream(self.boxes.len())?;
        let [x, y, z] = pose.rows.map(|row| row.map(|x| (x / ONE) as f32));
        let pass = device.pass(&kernel).input("boxes", &self.boxes).constant("first", BOX * a.tree.nodes().len());
        let pass = pass.constant("row_x", x).constant("row_y", y).constant("row_z", z).constant("offset", offset);
        pass.constant("turn", pose.quaternion.map(|x| x as f32)).output("posed", &mut boxes).run()?;
        Ok(Posed { vertices, boxes })
    }

    /// Returns the record of the pair of roots, in the format of `collide_split`. The second tree's root is the shared box, and the
    /// first tree's root is the first child.
    pub fn roots(&self) -> Option<[f32; 2]> {
        let [a, b] = [&self.meshes[0], &self.meshes[1]].map(|model| model.tree.nodes().len());
        (a > 0 && b > 0).then_some([a as f32, 0.0])
    }
}

impl Model {
    fn new(device: &Device, mesh: &Mesh, grid: &Grid) -> Result<Model, Error> {
        let mut snapped = grid.snap(mesh);
        let tree = ObbTree::new(&snapped.triangles);
        let corners = std::mem::take(&mut snapped.triangles);
        Ok(Model { vertices: device.upload(corners.as_flattened())?, snapped, tree })
    }
}

/// Returns the three texels of a box: its middle; half of its sides, with the index of its left child, or, for a leaf, -1 minus the
/// index of its triangle; and its rotation. The boxes of this tree come after `first` others.
fn texels(node: &ObbNode, first: usize) -> [[f32; 4]; BOX] {
    let content = match node.content {
        ObbContent::Children(left) => (first + left as usize) as f32,
        ObbContent::Triangle(triangle) => -1.0 - triangle as f32,
    };
    let ([x, y, z], [long, middle, short]) = (node.center, node.half);
    [[x, y, z, 0.0], [long, middle, short, content], node.turn]
}
