//! Polygons in triangles: egui fills only convex ones, and the marks of charts have a plus and a cross among them.

use egui::Pos2;

/// How far `c` lies to the left of the line from `a` to `b`; below 0, to the right.
fn side(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The triangles of a polygon that does not cross itself, as indices into its corners. Ears are cut off, one after the other.
pub fn triangles(corners: &[Pos2]) -> Vec<[u32; 3]> {
    let area: f32 = (1..corners.len().saturating_sub(1)).map(|at| side(corners[0], corners[at], corners[at + 1])).sum();
    let turn = area.signum();
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut triangles = Vec::new();
    while left.len() >= 3 {
        let count = left.len();
        let corner = |at: usize| left[at % count];
        let is_ear = |at: usize| {
            let [a, b, c] = [at + count - 1, at, at + 1].map(corner);
            let [p, q, r] = [a, b, c].map(|index| corners[index]);
            let inside = |index: &usize| {
                let x = corners[*index];
                ![a, b, c].contains(index) && [(p, q), (q, r), (r, p)].iter().all(|&(s, t)| turn * side(s, t, x) >= 0.0)
            };
            turn * side(p, q, r) > 0.0 && !left.iter().any(inside)
        };
        // Corners on one line are no ear: such a corner goes without a triangle.
        let ear = (0..count).find(|at| is_ear(*at));
        let at = ear.unwrap_or(0);
        if ear.is_some() {
            triangles.push([at + count - 1, at, at + 1].map(|at| corner(at) as u32));
        }
        left.remove(at);
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn triangles_cover_a_polygon_that_is_not_convex() {
        let plus = [
            (-2, -6),
            (2, -6),
            (2, -2),
            (6, -2),
            (6, 2),
            (2, 2),
            (2, 6),
            (-2, 6),
            (-2, 2),
            (-6, 2),
            (-6, -2),
            (-2, -2),
        ];
        let mut corners: Vec<Pos2> = plus.iter().map(|&(x, y)| pos2(x as f32, y as f32)).collect();
        for _ in 0..2 {
            let all = triangles(&corners);
            assert_eq!(all.len(), corners.len() - 2);
            let area =
                |t: &[u32; 3]| side(corners[t[0] as usize], corners[t[1] as usize], corners[t[2] as usize]).abs() / 2.0;
            assert_eq!(all.iter().map(area).sum::<f32>(), 80.0);
            // The other way round it is the same.
            corners.reverse();
        }
    }

    #[test]
    fn what_has_no_area_ends() {
        assert!(triangles(&[pos2(0.0, 0.0), pos2(1.0, 1.0), pos2(2.0, 2.0), pos2(3.0, 3.0)]).is_empty());
        assert!(triangles(&[]).is_empty());
    }
}
