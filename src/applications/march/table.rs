//! The table of marching cubes. It has the triangles of a cell for each of the 256 cases, that is, combinations of corners that are
//! inside or outside.
//!
//! The table is computed. On each face of a cell, lines separate the corners that are inside from those that are outside. On a face
//! whose corners alternate between inside and outside, each inside corner is cut off separately. The lines on a face depend only on
//! its four corners, so that the cell on the other side has the same lines, and there are no holes. Lines are directed so that the
//! inside is always on the same side. On each edge of the cell that is crossed, one line ends and another starts, so the lines form
//! loops. Each loop is cut into triangles by diagonals. No diagonal lies in a face, because the neighbouring cell could have the
//! same one there.

/// The maximum number of triangles of a cell.
pub const MAX_TRIANGLES: usize = 5;

/// An edge of a cell, from a corner along an axis (0 is x). Corner `k` is at x = bit 0, y = bit 1, z = bit 2 of `k`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CellEdge {
    /// The lower corner of the edge.
    pub corner: u8,
    /// The axis along which the edge runs.
    pub axis: u8,
}

impl CellEdge {
    fn between(a: u8, b: u8) -> CellEdge {
        CellEdge { corner: a.min(b), axis: (a ^ b).trailing_zeros() as u8 }
    }

    /// Returns the coordinates of the corner where the edge starts, x first.
    pub fn start(self) -> [u8; 3] {
        [self.corner & 1, self.corner >> 1 & 1, self.corner >> 2]
    }

    /// Whether both edges lie on one face of the cell.
    fn shares_face(self, other: CellEdge) -> bool {
        let on = |edge: CellEdge, axis: u8| (edge.axis != axis).then_some(edge.corner >> axis & 1);
        (0..3).any(|axis| on(self, axis).is_some() && on(self, axis) == on(other, axis))
    }
}

/// Returns the triangles of a case. Bit `k` of the case says whether corner `k` is inside. Triangles are counterclockwise, seen
/// from outside.
pub fn triangles(case: u8) -> Vec<[CellEdge; 3]> {
    let mut lines = lines(case);
    let mut triangles = Vec::new();
    while let Some(first) = lines.first().map(|(from, _)| *from) {
        let mut ring = Vec::new();
        let mut at = first;
        while let Some(line) = lines.iter().position(|(from, _)| *from == at) {
            ring.push(at);
            at = lines.remove(line).1;
        }
        triangles.extend(cut(&ring));
    }
    triangles
}

/// Returns the lines on the six faces, each as the edges where it starts and where it ends, in the order of the start edges.
fn lines(case: u8) -> Vec<(CellEdge, CellEdge)> {
    let mut lines = Vec::new();
    for face in faces() {
        let corner = |k: usize| face[k % 4];
        let inside = |k: usize| case >> corner(k) & 1 == 1;
        for start in 0..4 {
            // A run of inside corners around the face begins here.
            if inside(start) && !inside(start + 3) {
                let end = (start..).find(|k| !inside(*k)).unwrap_or(start);
                let entered = CellEdge::between(corner(start + 3), corner(start));
                lines.push((entered, CellEdge::between(corner(end - 1), corner(end))));
            }
        }
    }
    lines.sort();
    lines
}

/// Returns the corners of each face, counterclockwise as seen from outside the cell.
fn faces() -> impl Iterator<Item = [u8; 4]> {
    (0..3).flat_map(|axis: usize| {
        let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
        let high = 1 << axis;
        [[0, v, u + v, u], [high, high + u, high + u + v, high + v]]
    })
}

/// Cuts a loop into triangles. This always succeeds, which tests check for all cases.
fn cut(ring: &[CellEdge]) -> Vec<[CellEdge; 3]> {
    if ring.len() < 3 {
        return Vec::new();
    }
    let end = ring.len() - 1;
    let drawable = |a: usize, b: usize| b - a == 1 || !ring[a].shares_face(ring[b]);
    // Find the triangle at the side from the last to the first edge. The rest of the loop is to its left and right.
    let tip = (1..end).find_map(|tip| {
        if !drawable(0, tip) || !drawable(tip, end) {
            return None;
        }
        let (left, right) = (cut(&ring[..=tip]), cut(&ring[tip..]));
        (left.len() + right.len() + 3 == ring.len()).then(|| [vec![[ring[0], ring[tip], ring[end]]], left, right])
    });
    tip.map(|parts| parts.concat()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_case_is_a_surface_whose_border_is_its_lines() {
        let mut max = 0;
        for case in 0..=255 {
            let triangles = triangles(case);
            max = max.max(triangles.len());
            // The border: the sides of triangles, without those that two triangles share in opposite directions.
            let mut sides: BTreeMap<(CellEdge, CellEdge), i32> = BTreeMap::new();
            for [a, b, c] in &triangles {
                for (from, to) in [(*a, *b), (*b, *c), (*c, *a)] {
                    *sides.entry((from, to)).or_default() += 1;
                }
            }
            assert!(sides.values().all(|count| *count == 1), "case {case}: a side twice in one direction");
            let border: Vec<_> =
                sides.keys().copied().filter(|(from, to)| !sides.contains_key(&(*to, *from))).collect();
            assert_eq!(border, lines(case), "case {case}");
            // No inner side lies in a face, where a neighbour could have the same side.
            let inner = sides.keys().filter(|(from, to)| sides.contains_key(&(*to, *from)));
            assert!(inner.into_iter().all(|(from, to)| !from.shares_face(*to)), "case {case}");
            // Exactly the edges between inside and outside are crossed.
            let mut crossed: Vec<CellEdge> = triangles.concat();
            crossed.sort();
            crossed.dedup();
            let mut wanted: Vec<CellEdge> = (0..3u8)
                .flat_map(|axis| (0..8u8).map(move |corner| CellEdge { corner, axis }))
                .filter(|edge| edge.corner >> edge.axis & 1 == 0)
                .filter(|edge| (case >> edge.corner ^ case >> (edge.corner | 1 << edge.axis)) & 1 == 1)
                .collect();
            wanted.sort();
            assert_eq!(crossed, wanted, "case {case}");
        }
        assert_eq!(max, MAX_TRIANGLES);
    }

    #[test]
    fn neighbours_have_the_same_lines_in_opposite_directions() {
        // All pairs of cells that share a face, which together have twelve corners.
        for corners in 0u32..1 << 12 {
            for axis in 0..3u8 {
                // The cells have the corners 0 to 7 and 4 to 11. Rotate their axes so that they share a face across `axis`.
                let turned = |k: u8| (k << (axis + 1) | k >> (2 - axis)) & 7;
                let case = |first: u32| {
                    (0..8u8).fold(0u8, |case, k| case | ((corners >> (first + u32::from(k)) & 1) as u8) << turned(k))
                };
                let on = |side: u8, (from, to): &(CellEdge, CellEdge)| {
                    let at = |edge: &CellEdge| edge.axis != axis && edge.corner >> axis & 1 == side;
                    at(from) && at(to)
                };
                let flat = |edge: CellEdge| CellEdge { corner: edge.corner & !(1 << axis), ..edge };
                let low: Vec<_> = lines(case(0)).into_iter().filter(|line| on(1, line)).collect();
                let mut high: Vec<_> = lines(case(4)).into_iter().filter(|line| on(0, line)).collect();
                high = high.into_iter().map(|(from, to)| (to, from)).collect();
                let mut low: Vec<_> = low.into_iter().map(|(from, to)| (flat(from), flat(to))).collect();
                low.sort();
                high.sort();
                assert_eq!(low, high, "{corners:b} along {axis}");
            }
        }
    }
}
