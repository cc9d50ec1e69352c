//! Tables for the split of a triangle: the indices of its places, points and edges.
//!
//! A record has 12 places. Places 0 to 2 are the triangle's corners. Place 3 + c is the vertex across the edge from corner c to the
//! next. Around corner c, place 6 + c is beside that vertex, and place 9 + c is beside the vertex across the edge from the previous
//! corner. The split of a triangle computes 18 points. Points 0 to 2 are on its edges. Points 3 + c, 6 + c, 9 + c and 12 + c are on
//! the spokes of corner c, from the side of the edge to the next corner around to the other side. Points 15 + c are the new
//! positions of the corners. Between these points are 27 edges that the children use. The wings of an edge are the two vertices
//! across it.

/// The number of places of a record.
pub(super) const PLACES: usize = 12;
/// The number of points on edges.
pub(super) const EDGE_POINTS: usize = 15;
/// The number of edges that the children of a triangle use.
pub(super) const CHILD_EDGES: usize = 27;

/// For each point on an edge, returns the places of the edge's ends and wings.
pub(super) fn masks() -> [[f32; 4]; EDGE_POINTS] {
    std::array::from_fn(|point| {
        let (kind, c) = (point / 3, point % 3);
        let (next, last) = ((c + 1) % 3, (c + 2) % 3);
        let mask = match kind {
            0 => [c, next, last, 3 + c],
            1 => [c, 3 + c, next, 6 + c],
            2 => [c, 6 + c, 3 + c, 9 + c],
            3 => [c, 9 + c, 6 + c, 3 + last],
            _ => [c, 3 + last, 9 + c, last],
        };
        mask.map(|place| place as f32)
    })
}

/// For each child, returns the point at each place. The first three children are those at the corners; the last is the one in the
/// middle.
pub(super) fn places() -> [[f32; PLACES]; 4] {
    std::array::from_fn(|child| {
        let mut points = [0; PLACES];
        let (edge, spoke, beside, other, far, corner) =
            (|c| c % 3, |c| 3 + c % 3, |c| 6 + c % 3, |c| 9 + c % 3, |c| 12 + c % 3, |c| 15 + c % 3);
        if let c @ 0..3 = child {
            points[..3].copy_from_slice(&[corner(c), edge(c), edge(c + 2)]);
            points[3..6].copy_from_slice(&[spoke(c), edge(c + 1), far(c)]);
            points[6..9].copy_from_slice(&[beside(c), corner(c + 1), spoke(c + 2)]);
            points[9..].copy_from_slice(&[other(c), far(c + 1), corner(c + 2)]);
        } else {
            for c in 0..3 {
                points[c] = edge(c);
                points[3 + c] = corner(c + 1);
                points[6 + c] = far(c + 1);
                points[9 + c] = spoke(c);
            }
        }
        points.map(|point| point as f32)
    })
}

/// Returns the places of the record itself, as the only child.
pub(super) fn own_places() -> [[f32; PLACES]; 1] {
    [std::array::from_fn(|place| place as f32)]
}

/// Returns the corners of the sliver at each edge: the edge's two ends, in the direction opposite to that of the neighbour, and the
/// point on the edge.
pub(super) fn sliver_places() -> [[f32; 3]; 3] {
    std::array::from_fn(|c| [15 + c, 15 + (c + 1) % 3, c].map(|point| point as f32))
}

/// For each edge, its ends and wings as points, and the bit of the parent's status that it inherits, or 0.
pub(super) type Pairs = Vec<([f32; 4], f32)>;

/// Returns the edges that the children of a triangle use.
pub(super) fn pairs() -> Pairs {
    let of = |kind: usize, c: usize| {
        let (next, last) = ((c + 1) % 3, (c + 2) % 3);
        let (corner, spoke, far) = (|c: usize| 15 + c, |c: usize| 3 + c, |c: usize| 12 + c);
        let bit = |number: usize| (1 << number) as f32;
        let (points, bit) = match kind {
            // The halves of the triangle's own edges.
            0 => ([corner(c), c, spoke(c), last], bit(c)),
            1 => ([corner(next), c, far(next), next], bit(c)),
            // The edges that cut off a corner.
            2 => ([c, last, corner(c), next], 0.0),
            // The halves of edges that leave the corner.
            3 => ([corner(c), spoke(c), c, 6 + c], bit(3 + c)),
            4 => ([corner(c), far(c), 9 + c, last], bit(6 + last)),
            5 => ([corner(c), 6 + c, spoke(c), 9 + c], 0.0),
            6 => ([corner(c), 9 + c, 6 + c, far(c)], 0.0),
            // The edges across the neighbouring triangle.
            7 => ([c, spoke(c), corner(c), far(next)], 0.0),
            _ => ([c, far(next), spoke(c), corner(next)], 0.0),
        };
        (points.map(|point| point as f32), bit)
    };
    (0..CHILD_EDGES).map(|edge| of(edge / 3, edge % 3)).collect()
}

/// Returns the edges of a record, in the order of a child's edges.
pub(super) fn own_pairs() -> Pairs {
    let of = |kind: usize, c: usize| {
        let (next, last) = ((c + 1) % 3, (c + 2) % 3);
        let points = match kind {
            0 => [c, next, last, 3 + c],
            1 => [c, 3 + c, next, 6 + c],
            2 => [next, 3 + c, c, 9 + next],
            3 => [c, 6 + c, 3 + c, 9 + c],
            _ => [c, 9 + c, 6 + c, 3 + last],
        };
        (points.map(|point| point as f32), 0.0)
    };
    (0..EDGE_POINTS).map(|edge| of(edge / 3, edge % 3)).collect()
}

/// For each child, returns the indices of its edges. They are its own three; those from corner c, and from the next corner, to the
/// vertex across; and those from corner c to the vertex beside it, and to the vertex beside the one across the edge from the
/// previous corner.
pub(super) fn numbers() -> [[usize; EDGE_POINTS]; 4] {
    std::array::from_fn(|child| {
        let mut numbers = [0; EDGE_POINTS];
        let edge = |kind: usize, c: usize| 3 * kind + c % 3;
        if let c @ 0..3 = child {
            numbers[..3].copy_from_slice(&[edge(0, c), edge(2, c), edge(1, c + 2)]);
            numbers[3..6].copy_from_slice(&[edge(3, c), edge(2, c + 1), edge(8, c + 2)]);
            numbers[6..9].copy_from_slice(&[edge(7, c), edge(2, c + 2), edge(4, c)]);
            numbers[9..12].copy_from_slice(&[edge(5, c), edge(1, c), edge(7, c + 2)]);
            numbers[12..].copy_from_slice(&[edge(6, c), edge(8, c), edge(0, c + 2)]);
        } else {
            for c in 0..3 {
                numbers[c] = edge(2, c + 1);
                numbers[3 + c] = edge(1, c);
                numbers[6 + c] = edge(0, c + 1);
                numbers[9 + c] = edge(8, c);
                numbers[12 + c] = edge(7, c);
            }
        }
        numbers
    })
}

/// Returns the indices of a record's own edges.
pub(super) fn own_numbers() -> [[usize; EDGE_POINTS]; 1] {
    [std::array::from_fn(|edge| edge)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each child's edges, found with its places and [`own_pairs`], are those that [`numbers`] gives.
    #[test]
    fn a_child_finds_its_edges_among_those_of_its_parent() {
        let (pairs, own) = (pairs(), own_pairs());
        for (child, (places, numbers)) in places().iter().zip(numbers()).enumerate() {
            for (edge, number) in numbers.into_iter().enumerate() {
                let [mut a, mut wings] = [[0, 1], [2, 3]].map(|of| of.map(|k| places[own[edge].0[k] as usize]));
                let found = pairs[number].0;
                let [mut b, mut others] = [[found[0], found[1]], [found[2], found[3]]];
                for ends in [&mut a, &mut b, &mut wings, &mut others] {
                    ends.sort_by(f32::total_cmp);
                }
                assert_eq!(a, b, "child {child}, edge {edge}");
                assert_eq!(wings, others, "child {child}, edge {edge}");
            }
        }
    }
}
