//! Triangles in whole numbers: whether two of them have a point in common, exactly, by their edges.

pub type Point = [i64; 3];
pub type Triangle = [Point; 3];

fn minus(a: Point, b: Point) -> [i128; 3] {
    std::array::from_fn(|k| i128::from(a[k] - b[k]))
}

fn cross(u: [i128; 3], v: [i128; 3]) -> [i128; 3] {
    std::array::from_fn(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3])
}

fn dot(u: [i128; 3], v: [i128; 3]) -> i128 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

fn normal(t: &Triangle) -> [i128; 3] {
    cross(minus(t[1], t[0]), minus(t[2], t[0]))
}

/// Whether a triangle has no area.
pub fn is_flat(t: &Triangle) -> bool {
    normal(t) == [0; 3]
}

fn volume(a: Point, b: Point, c: Point, d: Point) -> i128 {
    dot(cross(minus(b, a), minus(c, a)), minus(d, a)).signum()
}

/// Whether an edge meets a triangle with area.
fn edge_meets(p: Point, q: Point, t: &Triangle) -> bool {
    let (from, to) = (volume(t[0], t[1], t[2], p), volume(t[0], t[1], t[2], q));
    if from * to > 0 {
        return false;
    }
    if from == 0 && to == 0 {
        return edge_meets_in_plane(p, q, t);
    }
    let around = [volume(p, q, t[0], t[1]), volume(p, q, t[1], t[2]), volume(p, q, t[2], t[0])];
    around.iter().all(|v| *v >= 0) || around.iter().all(|v| *v <= 0)
}

fn edge_meets_in_plane(p: Point, q: Point, t: &Triangle) -> bool {
    let normal = normal(t);
    let axis = (0..3).max_by_key(|k| normal[*k].abs()).unwrap();
    let flat = |p: Point| [p[(axis + 1) % 3], p[(axis + 2) % 3]];
    let (p, q, t) = (flat(p), flat(q), t.map(flat));
    let area = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
        let of = |k: usize, p: [i64; 2]| i128::from(p[k] - a[k]);
        (of(0, b) * of(1, c) - of(1, b) * of(0, c)).signum()
    };
    let inside = |p: [i64; 2]| {
        let sides = [area(t[0], t[1], p), area(t[1], t[2], p), area(t[2], t[0], p)];
        sides.iter().all(|side| *side >= 0) || sides.iter().all(|side| *side <= 0)
    };
    let within = |a: [i64; 2], b: [i64; 2], p: [i64; 2]| {
        area(a, b, p) == 0 && (0..2).all(|k| p[k] >= a[k].min(b[k]) && p[k] <= a[k].max(b[k]))
    };
    let cut = |a: [i64; 2], b: [i64; 2]| {
        let proper = area(p, q, a) * area(p, q, b) < 0 && area(a, b, p) * area(a, b, q) < 0;
        proper || within(a, b, p) || within(a, b, q) || within(p, q, a) || within(p, q, b)
    };
    inside(p) || inside(q) || (0..3).any(|k| cut(t[k], t[(k + 1) % 3]))
}

/// Whether two triangles with area have a point in common: an edge of one meets the other.
pub fn meet(a: &Triangle, b: &Triangle) -> bool {
    let edges = |t: &Triangle, other: &Triangle| (0..3).any(|k| edge_meets(t[k], t[(k + 1) % 3], other));
    edges(a, b) || edges(b, a)
}

fn bounds(t: &Triangle) -> [[i64; 3]; 2] {
    let of = |pick: fn(i64, i64) -> i64| std::array::from_fn(|k| pick(t[0][k], pick(t[1][k], t[2][k])));
    [of(i64::min), of(i64::max)]
}

/// All pairs of triangles with area that have a point in common, sorted.
pub fn brute_force(a: &[Triangle], b: &[Triangle]) -> Vec<[u32; 2]> {
    let around: Vec<_> = b.iter().map(bounds).collect();
    let flat: Vec<_> = b.iter().map(is_flat).collect();
    let mut pairs = Vec::new();
    for (i, s) in a.iter().enumerate().filter(|(_, s)| !is_flat(s)) {
        let [low, high] = bounds(s);
        for (j, t) in b.iter().enumerate() {
            let near = (0..3).all(|k| low[k] <= around[j][1][k] && around[j][0][k] <= high[k]);
            if near && !flat[j] && meet(s, t) {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs
}

#[test]
fn the_reference_knows_what_meets() {
    let t = [[0, 0, 0], [4, 0, 0], [0, 4, 0]];
    let moved = |by: Point| t.map(|p| std::array::from_fn(|k| p[k] + by[k]));
    let upright = |by: Point| [[0, 0, -2], [0, 0, 2], [4, 0, 2]].map(|p: Point| std::array::from_fn(|k| p[k] + by[k]));
    for (other, wanted) in [
        (t, true),
        (moved([0, 0, 1]), false),
        (moved([1, 1, 0]), true),
        (moved([2, 2, 0]), true), // a corner on an edge
        (moved([3, 2, 0]), false),
        (moved([4, 0, 0]), true), // corner to corner
        (upright([0, 0, 0]), true),
        (upright([1, 1, 0]), true),
        (upright([0, 0, 2]), true), // a corner in a corner
        (upright([0, 0, 3]), false),
        (upright([0, 5, 0]), false),
        ([[1, 1, 0], [2, 1, 0], [1, 2, 0]], true), // inside
        ([[1, 1, 0], [2, 1, 5], [1, 2, 5]], true), // a corner within
    ] {
        assert_eq!((meet(&t, &other), meet(&other, &t)), (wanted, wanted), "{other:?}");
    }
}
