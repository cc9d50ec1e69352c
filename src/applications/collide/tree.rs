//! Trees of oriented bounding boxes, as Gottschalk et al. (1996) build them.

use crate::mesh::vector::{cross, dot, normalized};

use super::grid::is_flat;
use super::quaternion;

/// A split at the mean must leave at least 1 / `BALANCE` of a node's triangles on each side.
const BALANCE: usize = 8;

/// An oriented box and its content.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ObbNode {
    /// Its middle.
    pub center: [f32; 3],
    /// Half of its sides, the longest first.
    pub half: [f32; 3],
    /// The rotation from its own axes to those of the mesh: a quaternion, the real part last.
    pub turn: [f32; 4],
    /// The content of the box.
    pub content: ObbContent,
}

/// The content of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObbContent {
    /// Two boxes: the one with this index, and the next.
    Children(u32),
    /// One triangle.
    Triangle(u32),
}

/// A tree of oriented bounding boxes around triangles. A leaf contains a single triangle. The root is node 0.
///
/// A box is aligned with the eigenvectors of the covariance of its triangles' surfaces, and a leaf with the longest edge of its
/// triangle. A box is split across its longest side at the mean of the surface. If that would leave less than an eighth of the
/// triangles on one side, it is split at the median. The depth of a tree is therefore at most 5.2 log2 n.
#[derive(Clone, Debug, Default)]
pub struct ObbTree {
    nodes: Vec<ObbNode>,
    lowest_leaf: usize,
    height: usize,
    flat: Vec<u32>,
}

impl ObbTree {
    /// Builds the tree of these triangles. Triangles without area are left out.
    pub fn new(triangles: &[[[f32; 3]; 3]]) -> ObbTree {
        let (flat, mut order): (Vec<u32>, Vec<u32>) =
            (0..triangles.len() as u32).partition(|k| is_flat(triangles[*k as usize]));
        let mut tree = ObbTree { lowest_leaf: usize::MAX, flat, ..ObbTree::default() };
        if order.is_empty() {
            tree.lowest_leaf = 0;
            return tree;
        }
        let moments: Vec<Moments> = triangles.iter().map(Moments::of).collect();
        // The nodes level by level, each with its range of `order` and its depth.
        let mut parts = vec![(0, order.len(), 0)];
        let mut next = 0;
        while next < parts.len() {
            let (start, end, depth) = parts[next];
            let part = &mut order[start..end];
            tree.height = tree.height.max(depth);
            let content = if let [triangle] = part {
                tree.lowest_leaf = tree.lowest_leaf.min(depth);
                ObbContent::Triangle(*triangle)
            } else {
                ObbContent::Children(parts.len() as u32)
            };
            let sum = Moments::sum(part.iter().map(|k| &moments[*k as usize]));
            let corners = || part.iter().flat_map(|k| triangles[*k as usize]);
            let axes = match &part[..] {
                [triangle] => axes_of_triangle(triangles[*triangle as usize]),
                _ => sorted(sum.axes(), corners()),
            };
            let (node, longest) = fit(axes, corners(), content);
            tree.nodes.push(node);
            if part.len() > 1 {
                let left = start + split(part, &moments, longest, dot(longest, sum.mean()));
                parts.extend([(start, left, depth + 1), (left, end, depth + 1)]);
            }
            next += 1;
        }
        tree
    }

    /// Returns the boxes of the tree, level by level.
    pub fn nodes(&self) -> &[ObbNode] {
        &self.nodes
    }

    /// Returns the number of levels below the root.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the level of the leaf nearest to the root.
    pub fn lowest_leaf(&self) -> usize {
        self.lowest_leaf
    }

    /// Returns the triangles without area, which are not in any box.
    pub fn without_area(&self) -> &[u32] {
        &self.flat
    }
}

/// Moments of the surface of triangles: its area, and the integrals of coordinates and of their products.
#[derive(Clone, Copy)]
struct Moments {
    area: f64,
    first: [f64; 3],
    /// xx, yy, zz, yz, zx, xy
    second: [f64; 6],
}

/// The two coordinates that each second moment multiplies.
const PAIRS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [1, 2], [2, 0], [0, 1]];

impl Moments {
    fn of(triangle: &[[f32; 3]; 3]) -> Moments {
        let [a, b, c] = triangle.map(|corner| corner.map(f64::from));
        let (u, v) = (std::array::from_fn(|k| b[k] - a[k]), std::array::from_fn(|k| c[k] - a[k]));
        let normal = cross(u, v);
        let area = 0.5 * dot(normal, normal).sqrt();
        let sum: [f64; 3] = std::array::from_fn(|k| a[k] + b[k] + c[k]);
        // The integral of a product of two coordinates over a triangle is area / 12 times a sum: the products at the three corners,
        // and the product at the sum of the corners.
        let second = PAIRS.map(|[i, j]| area / 12.0 * (sum[i] * sum[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]));
        Moments { area, first: sum.map(|x| area * x / 3.0), second }
    }

    fn sum<'a>(all: impl Iterator<Item = &'a Moments>) -> Moments {
        all.fold(Moments { area: 0.0, first: [0.0; 3], second: [0.0; 6] }, |sum, one| Moments {
            area: sum.area + one.area,
            first: std::array::from_fn(|k| sum.first[k] + one.first[k]),
            second: std::array::from_fn(|k| sum.second[k] + one.second[k]),
        })
    }

    /// Returns the centroid of the surface.
    fn mean(&self) -> [f64; 3] {
        self.first.map(|x| x / self.area)
    }

    /// Returns the eigenvectors of the covariance.
    fn axes(&self) -> [[f64; 3]; 3] {
        let mean = self.mean();
        let mut matrix = [[0.0; 3]; 3];
        for ([i, j], second) in PAIRS.iter().zip(self.second) {
            matrix[*i][*j] = second / self.area - mean[*i] * mean[*j];
            matrix[*j][*i] = matrix[*i][*j];
        }
        eigenvectors(matrix)
    }
}

/// Returns orthogonal eigenvectors of a symmetric matrix, computed by Jacobi rotations.
fn eigenvectors(mut m: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let scale = (0..3).map(|k| m[k][k].abs()).fold(0.0, f64::max);
    for _ in 0..16 {
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            if m[i][j].abs() <= 1e-14 * scale {
                continue;
            }
            let ratio = (m[j][j] - m[i][i]) / (2.0 * m[i][j]);
            let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
            let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
            let sine = tangent * cosine;
            let turned = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
            for row in &mut m {
                (row[i], row[j]) = turned(row[i], row[j]);
            }
            for k in 0..3 {
                (m[i][k], m[j][k]) = turned(m[i][k], m[j][k]);
                (axes[i][k], axes[j][k]) = turned(axes[i][k], axes[j][k]);
            }
        }
    }
    axes
}

/// Returns the axes of a leaf: along the longest edge of its triangle, across it, and along the normal.
fn axes_of_triangle(triangle: [[f32; 3]; 3]) -> [[f64; 3]; 3] {
    let corners = triangle.map(|corner| corner.map(f64::from));
    let edge = |k: usize| std::array::from_fn::<f64, 3, _>(|c| corners[(k + 1) % 3][c] - corners[k][c]);
    let edges = [edge(0), edge(1), edge(2)];
    let longest = (0..3).max_by(|i, j| dot(edges[*i], edges[*i]).total_cmp(&dot(edges[*j], edges[*j]))).unwrap_or(0);
    let first = normalized(edges[longest]);
    let normal = normalized(cross(edges[0], edges[1]));
    [first, cross(normal, first), normal]
}

/// Orders the axes by the box's sides, the longest first, and makes them right-handed.
fn sorted(axes: [[f64; 3]; 3], corners: impl Iterator<Item = [f32; 3]>) -> [[f64; 3]; 3] {
    let (low, high) = extent(&axes, corners);
    let mut order = [0, 1, 2];
    order.sort_by(|i, j| (high[*j] - low[*j]).total_cmp(&(high[*i] - low[*i])));
    let [first, second, _] = order.map(|k| axes[k]);
    let third = normalized(cross(first, second));
    [first, cross(third, first), third]
}

fn extent(axes: &[[f64; 3]; 3], corners: impl Iterator<Item = [f32; 3]>) -> ([f64; 3], [f64; 3]) {
    let none = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    corners.fold(none, |(low, high), corner| {
        let at: [f64; 3] = std::array::from_fn(|k| dot(axes[k], corner.map(f64::from)));
        (std::array::from_fn(|k| low[k].min(at[k])), std::array::from_fn(|k| high[k].max(at[k])))
    })
}

/// Fits a box along these axes, in float precision, and returns it with its longest axis.
fn fit(axes: [[f64; 3]; 3], corners: impl Iterator<Item = [f32; 3]>, content: ObbContent) -> (ObbNode, [f64; 3]) {
    let turn = quaternion::of_axes(axes).map(|x| x as f32);
    let axes = quaternion::axes(turn.map(f64::from));
    let (low, high) = extent(&axes, corners);
    let middle: [f64; 3] = std::array::from_fn(|k| 0.5 * (low[k] + high[k]));
    let center: [f32; 3] =
        std::array::from_fn(|c| (0..3).map(|k| middle[k] * axes[k][c]).sum::<f64>()).map(|x: f64| x as f32);
    // Measure from the middle after it is rounded to floats.
    let rounded: [f64; 3] = std::array::from_fn(|k| dot(axes[k], center.map(f64::from)));
    let half = std::array::from_fn(|k| (high[k] - rounded[k]).max(rounded[k] - low[k]) as f32);
    (ObbNode { center, half, turn, content }, axes[0])
}

/// Orders the triangles of a node so that the left child's come first, and returns their number.
fn split(part: &mut [u32], moments: &[Moments], axis: [f64; 3], mean: f64) -> usize {
    let place = |triangle: u32| dot(axis, moments[triangle as usize].mean());
    let left = part.iter().filter(|triangle| place(**triangle) < mean).count();
    if left * BALANCE >= part.len() && (part.len() - left) * BALANCE >= part.len() {
        part.sort_by_key(|triangle| place(*triangle) >= mean);
        return left;
    }
    let half = part.len() / 2;
    part.select_nth_unstable_by(half, |i, j| place(*i).total_cmp(&place(*j)).then(i.cmp(j)));
    half
}
