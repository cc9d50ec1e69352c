//! Subdivision, against an indexed mesh in double precision that is split as a whole.

use std::collections::HashMap;

use brooklet::applications::subdivide::{Criterion, Level, Subdivision};
use brooklet::applications::view::Camera;
use brooklet::fragment_program::Chip;
use brooklet::{Device, Mesh};
use proptest::prelude::*;

use crate::support::{devices, each_dialect, noise, passes_of_kernels, roundoff};

type Point = [f64; 3];
/// Whether an edge is complete: of its ends and its wings.
type Judge<'a> = dyn Fn(Point, Point, Point, Point) -> bool + 'a;

fn combine(terms: &[(f64, Point)]) -> Point {
    std::array::from_fn(|k| terms.iter().map(|(weight, point)| weight * point[k]).sum())
}

/// A mesh that is split as a whole: also what is complete, which then is no longer drawn.
struct Reference<'a> {
    positions: Vec<Point>,
    triangles: Vec<([usize; 3], bool)>,
    /// Of each edge whether it is complete.
    complete: HashMap<[usize; 2], bool>,
    criterion: &'a Judge<'a>,
    drawn: Vec<[Point; 3]>,
}

fn edge(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

impl<'a> Reference<'a> {
    fn new(mesh: &Mesh, criterion: &'a Judge<'a>) -> Reference<'a> {
        let mut reference = Reference {
            positions: mesh.positions.iter().map(|p| p.map(f64::from)).collect(),
            triangles: mesh.triangles.iter().map(|t| (t.map(|v| v as usize), true)).collect(),
            complete: HashMap::new(),
            criterion,
            drawn: Vec::new(),
        };
        reference.judge(&HashMap::new());
        reference
    }

    /// For each edge, the triangles beside it and their other vertices.
    fn sides(&self) -> HashMap<[usize; 2], Vec<(usize, usize)>> {
        let mut sides: HashMap<_, Vec<_>> = HashMap::new();
        for (t, (corners, _)) in self.triangles.iter().enumerate() {
            for c in 0..3 {
                let [a, b, d] = [corners[c], corners[(c + 1) % 3], corners[(c + 2) % 3]];
                sides.entry(edge(a, b)).or_default().push((t, d));
            }
        }
        sides
    }

    fn judge(&mut self, inherited: &HashMap<[usize; 2], bool>) {
        let at = |v: usize| self.positions[v];
        let judged = self.sides().into_iter().map(|(edge, sides)| {
            let met = (self.criterion)(at(edge[0]), at(edge[1]), at(sides[0].1), at(sides[1].1));
            (edge, met || inherited.get(&edge) == Some(&true))
        });
        self.complete = judged.collect();
    }

    fn step(&mut self, level: u32, last: bool) -> Level {
        let sides = self.sides();
        let done: Vec<bool> = (self.triangles.iter())
            .map(|(t, _)| (0..3).all(|c| self.complete[&edge(t[c], t[(c + 1) % 3])]) || last)
            .collect();
        let alive: Vec<usize> = (0..done.len()).filter(|t| self.triangles[*t].1).collect();
        let completed = alive.iter().filter(|t| done[**t]).count();
        let mut row =
            Level { level, triangles: alive.len(), completed, continued: alive.len() - completed, slivers: 0 };
        for t in alive.iter().filter(|t| done[**t]) {
            self.drawn.push(self.triangles[*t].0.map(|v| self.positions[v]));
        }
        if last || row.continued == 0 {
            return row;
        }
        // Neighbours of each vertex, and whether it stays.
        let mut rings: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut stays = vec![false; self.positions.len()];
        for [a, b] in sides.keys().copied() {
            rings.entry(a).or_default().push(b);
            rings.entry(b).or_default().push(a);
            stays[a] |= self.complete[&[a, b]];
            stays[b] |= self.complete[&[a, b]];
        }
        let mut positions: Vec<Point> = (0..self.positions.len())
            .map(|v| {
                let ring = &rings[&v];
                let n = ring.len() as f64;
                let beta = (0.625 - (0.375 + 0.25 * (std::f64::consts::TAU / n).cos()).powi(2)) / n;
                let mut terms = vec![(1.0 - n * beta, self.positions[v])];
                terms.extend(ring.iter().map(|r| (beta, self.positions[*r])));
                if stays[v] { self.positions[v] } else { combine(&terms) }
            })
            .collect();
        let mut middles = HashMap::new();
        let mut inherited = HashMap::new();
        for ([a, b], beside) in &sides {
            let m = positions.len();
            let at = |v: usize| self.positions[v];
            let terms = [(0.375, at(*a)), (0.375, at(*b)), (0.125, at(beside[0].1)), (0.125, at(beside[1].1))];
            positions.push(combine(&terms));
            middles.insert([*a, *b], m);
            inherited.insert(edge(*a, m), self.complete[&[*a, *b]]);
            inherited.insert(edge(*b, m), self.complete[&[*a, *b]]);
        }
        let mut triangles = Vec::new();
        for (t, (corners, alive)) in self.triangles.iter().enumerate() {
            let on = *alive && !done[t];
            let [a, b, c] = *corners;
            let [ab, bc, ca] = [middles[&edge(a, b)], middles[&edge(b, c)], middles[&edge(c, a)]];
            for child in [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]] {
                triangles.push((child, on));
            }
            for k in 0..3 {
                let (from, to) = (corners[k], corners[(k + 1) % 3]);
                let other = sides[&edge(from, to)].iter().find(|side| side.0 != t).unwrap().0;
                if on && (done[other] || !self.triangles[other].1) {
                    row.slivers += 1;
                    self.drawn.push([from, to, middles[&edge(from, to)]].map(|v| positions[v]));
                }
            }
        }
        (self.positions, self.triangles) = (positions, triangles);
        self.judge(&inherited);
        row
    }

    fn run(&mut self, levels: u32) -> Vec<Level> {
        let mut rows: Vec<Level> = Vec::new();
        while rows.last().is_none_or(|row| row.continued > 0) {
            rows.push(self.step(rows.len() as u32, rows.len() as u32 == levels));
        }
        rows
    }
}

/// Whether both have the same triangles, in any order, from any corner, within a bound.
fn same_triangles(mesh: &Mesh, wanted: &[[Point; 3]], bound: f64) {
    assert_eq!(mesh.triangles.len(), wanted.len());
    let cell = |p: Point| p.map(|x| (x * 100.0).round() as i64);
    let middle = |t: &[Point; 3]| combine(&[(1.0 / 3.0, t[0]), (1.0 / 3.0, t[1]), (1.0 / 3.0, t[2])]);
    let mut cells: HashMap<[i64; 3], Vec<(usize, [Point; 3])>> = HashMap::new();
    for k in 0..mesh.triangles.len() {
        let t = mesh.corners(k).map(|p| p.map(f64::from));
        cells.entry(cell(middle(&t))).or_default().push((k, t));
    }
    let mut used = vec![false; wanted.len()];
    for t in wanted {
        let near = (0..27).flat_map(|k| {
            let c = cell(middle(t));
            cells.get(&[c[0] + k % 3 - 1, c[1] + k / 3 % 3 - 1, c[2] + k / 9 - 1]).into_iter().flatten()
        });
        let off = |other: &[Point; 3]| {
            let corner =
                |k: usize, by: usize| (0..3).map(|x| (t[k][x] - other[(k + by) % 3][x]).abs()).fold(0.0, f64::max);
            let turned = |by: usize| (0..3).map(|k| corner(k, by)).fold(0.0, f64::max);
            (0..3).map(turned).fold(f64::INFINITY, f64::min)
        };
        let found = near.into_iter().find(|(k, other)| !used[*k] && off(other) < bound);
        used[found.unwrap_or_else(|| panic!("no triangle at {t:?}")).0] = true;
    }
}

/// A double cone over a circle of so many vertices.
fn spindle(around: usize) -> Mesh {
    let circle = (0..around).map(|k| {
        let angle = std::f64::consts::TAU * k as f64 / around as f64;
        [angle.cos() as f32, angle.sin() as f32, 0.0]
    });
    let positions = circle.chain([[0.0, 0.0, 1.0], [0.0, 0.0, -1.5]]).collect();
    let (top, low) = (around as u32, around as u32 + 1);
    let sides = (0..around as u32).map(|k| (k, (k + 1) % around as u32));
    Mesh { positions, triangles: sides.flat_map(|(a, b)| [[a, b, top], [b, a, low]]).collect() }
}

/// Vertices of 3, 4, 5, 6 and 12 neighbours, of 5 and 7 in a torus, and all of 6.
fn meshes() -> Vec<Mesh> {
    let mut all = vec![Mesh::tetrahedron(), spindle(12), Mesh::torus(5, 3, 0.4)];
    if !cfg!(debug_assertions) {
        all.extend([Mesh::cube(), Mesh::icosahedron(), spindle(30), uneven(), Mesh::sphere(2)]);
    }
    all
}

/// A sphere whose triangles are turned and reordered, and whose vertices are moved a little.
fn uneven() -> Mesh {
    let mut mesh = Mesh::sphere(1);
    let moves = noise(3 * mesh.positions.len(), 3);
    for (p, by) in mesh.positions.iter_mut().zip(moves.chunks(3)) {
        *p = std::array::from_fn(|k| p[k] + 0.1 * by[k]);
    }
    turned(&mesh)
}

/// The same mesh, its triangles in another order, from other corners.
fn turned(mesh: &Mesh) -> Mesh {
    let mut triangles: Vec<[u32; 3]> = mesh.triangles.clone();
    let count = triangles.len();
    for (k, triangle) in triangles.iter_mut().enumerate() {
        triangle.rotate_left(k * 7 % 3);
    }
    assert!(!count.is_multiple_of(37), "37 goes through all");
    let shuffled = (0..count).map(|k| triangles[(37 * k + 5) % count]).collect();
    Mesh { positions: mesh.positions.clone(), triangles: shuffled }
}

/// Both, one after the other: what it does on each level, too.
fn subdivided(device: &Device, mesh: &Mesh, criterion: &Criterion, levels: u32) -> (Mesh, Vec<Level>) {
    let mut subdivision = Subdivision::new(device, mesh, criterion, levels).unwrap();
    let mut rows = Vec::new();
    subdivision.run(|row| rows.push(row)).unwrap();
    (subdivision.mesh().unwrap(), rows)
}

fn closed(mesh: &Mesh) {
    mesh.check().unwrap();
    mesh.edges().check_closed().unwrap();
}

fn sub(a: Point, b: Point) -> Point {
    std::array::from_fn(|k| a[k] - b[k])
}

fn dot(a: Point, b: Point) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn cross(a: Point, b: Point) -> Point {
    std::array::from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// How far points may be off: some roundings a level.
fn bound() -> f64 {
    f64::max(1e-5, 160.0 * roundoff())
}

fn follows(device: &Device, mesh: &Mesh, criterion: &Criterion, levels: u32, judge: &Judge) -> Vec<Level> {
    let (found, rows) = subdivided(device, mesh, criterion, levels);
    let mut reference = Reference::new(mesh, judge);
    assert_eq!(rows, reference.run(levels));
    closed(&found);
    same_triangles(&found, &reference.drawn, bound());
    rows
}

#[test]
fn every_triangle_is_split_as_loop_has_it() {
    each_dialect(|device| {
        for (k, mesh) in meshes().iter().enumerate() {
            for levels in if k == 0 { 0..=3 } else { 2..=2 } {
                follows(device, mesh, &Criterion::Uniform, levels, &|_, _, _, _| false);
            }
        }
    });
}

#[test]
fn short_edges_are_left_and_the_surface_stays_closed() {
    each_dialect(|device| {
        let mut slivers = 0;
        for mesh in meshes() {
            for (max, levels) in [(0.3171, 3), (5.0, 2)] {
                let criterion = Criterion::Edge(format!("distance(a, b) * (1.5 + 0.9 * a.x) < {max:?}"));
                let short = |a: Point, b: Point, _: Point, _: Point| {
                    let first = if a < b { a } else { b };
                    length(sub(a, b)) * (1.5 + 0.9 * first[0]) < max
                };
                let rows = follows(device, &mesh, &criterion, levels, &short);
                slivers += rows.iter().map(|row| row.slivers).sum::<usize>();
            }
        }
        assert!(slivers > 10, "{slivers}");
    });
}

#[test]
fn a_camera_and_the_bending_of_the_surface_decide() {
    each_dialect(|device| {
        for mesh in meshes() {
            let camera = Camera { eye: [0.3, -1.0, 2.5], look_at: [0.1, 0.0, 0.2], up: [0.0, 1.0, 0.3], degrees: 50.0 };
            let [eye, target, up] = [camera.eye, camera.look_at, camera.up].map(|v| v.map(f64::from));
            let unit = |v: Point| v.map(|x| x / length(v));
            let forward = unit(sub(target, eye));
            let right = unit(cross(forward, up));
            let scale = 100.0 / 25f64.to_radians().tan();
            let seen = |p: Point| {
                let from = sub(p, eye);
                [dot(from, right), dot(from, cross(right, forward)), 0.0].map(|x| scale * x / dot(from, forward))
            };
            let small = |a: Point, b: Point, _: Point, _: Point| length(sub(seen(a), seen(b))) <= 29.0;
            let rows = follows(device, &mesh, &Criterion::Screen { camera, height: 200.0, pixels: 29.0 }, 3, &small);
            assert!(rows.iter().any(|row| row.completed > 0 && row.continued > 0), "{rows:?}");

            let flat = |a: Point, b: Point, c: Point, d: Point| {
                let (m, n) = (cross(sub(b, a), sub(c, a)), cross(sub(d, a), sub(b, a)));
                dot(m, n) >= 20.01f64.to_radians().cos() * length(m) * length(n)
            };
            follows(device, &mesh, &Criterion::Curvature { degrees: 20.01 }, 3, &flat);
        }
    });
}

/// The corners of all triangles, from the smallest on, as bits.
fn corner_bits(mesh: &Mesh) -> Vec<[[u32; 3]; 3]> {
    let mut all: Vec<[[u32; 3]; 3]> = (0..mesh.triangles.len())
        .map(|k| {
            let mut corners = mesh.corners(k).map(|p| p.map(f32::to_bits));
            let first = (0..3).min_by_key(|c| corners[*c]).unwrap();
            corners.rotate_left(first);
            corners
        })
        .collect();
    all.sort();
    all
}

#[test]
fn no_bit_depends_on_the_order_of_triangles_or_corners() {
    each_dialect(|device| {
        let mesh = Mesh::torus(7, 5, 0.4);
        for criterion in [Criterion::Uniform, Criterion::Curvature { degrees: 17.0 }] {
            let (one, _) = subdivided(device, &mesh, &criterion, 3);
            let (other, _) = subdivided(device, &turned(&mesh), &criterion, 3);
            assert!(corner_bits(&one) == corner_bits(&other));
        }
    });
}

#[test]
fn a_level_has_a_fixed_number_of_passes_and_reads_one_texel_back() {
    each_dialect(|device| {
        let counted = |mesh: &Mesh, criterion: &Criterion| {
            let mut subdivision = Subdivision::new(device, mesh, criterion, 2).unwrap();
            let mut levels = Vec::new();
            loop {
                let (row, trace) = device.traced(|| subdivision.step().unwrap());
                let Some(row) = row else { break };
                let scans = trace.passes().filter(|pass| pass.kernel.starts_with("scan_")).count();
                let read: usize = trace.readbacks().map(|read| read.width * read.height).sum();
                levels.push((row, passes_of_kernels(&trace), scans, read));
            }
            levels
        };
        let passes = |levels: Vec<(Level, usize, usize, usize)>| {
            levels.into_iter().map(|(_, passes, _, read)| (passes, read)).collect::<Vec<_>>()
        };
        assert_eq!(passes(counted(&Mesh::torus(5, 3, 0.4), &Criterion::Uniform)), [(1, 0), (3, 0), (3, 0)]);
        assert_eq!(passes(counted(&Mesh::cube(), &Criterion::Uniform)), [(1, 0), (6, 0), (6, 0)]);
        for (mesh, fans) in [(Mesh::torus(5, 3, 0.4), 0), (spindle(12), 3)] {
            let criterion = Criterion::Edge("distance(a, b) < 0.6".to_owned());
            let mut slivers = 0;
            for (row, passes, scans, read) in counted(&mesh, &criterion) {
                // Split, with the slivers found before; judged and counted; each list found and gathered, the records with their flags.
                let split = if row.level > 0 { 2 + fans + slivers } else { 0 };
                slivers = (row.slivers > 0) as usize;
                if row.level == 2 {
                    assert_eq!((passes, read), (split + 1, 0));
                    continue;
                }
                let judged = 3 + scans + if fans > 0 { 2 } else { 0 };
                let lists = 2 * (row.completed > 0) as usize + slivers + 3;
                assert_eq!(passes, split + judged + lists, "{row:?}");
                assert_eq!(read, 1);
            }
        }
    });
}

fn refused(mesh: &Mesh, criterion: &Criterion, levels: u32) -> String {
    let device = devices().remove(0);
    Subdivision::new(&device, mesh, criterion, levels).err().expect("it is refused").to_string()
}

#[test]
fn what_is_no_closed_surface_is_refused() {
    let broken = |change: &dyn Fn(&mut Mesh)| {
        let mut mesh = Mesh::cube();
        change(&mut mesh);
        refused(&mesh, &Criterion::Uniform, 1)
    };
    assert_eq!(broken(&|mesh| mesh.triangles.clear()), "the mesh has no triangle");
    let open = broken(&|mesh| mesh.triangles.truncate(11));
    assert!(open.ends_with("belongs to only one triangle: the surface must be closed"), "{open}");
    let twice = broken(&|mesh| mesh.triangles.push(mesh.triangles[3]));
    assert!(twice.ends_with("has 3 triangles, and an edge of a surface has 2"), "{twice}");
    let nan = broken(&|mesh| mesh.positions[2][1] = f32::NAN);
    assert!(nan.starts_with("vertex 2 is at ("), "{nan}");
    let line = broken(&|mesh| mesh.triangles[4] = [1, 1, 2]);
    assert_eq!(line, "triangle 4 has vertex 1 twice: a triangle has three corners; leave it out");
    let far = broken(&|mesh| mesh.positions[7][0] = -2e37);
    assert_eq!(
        far,
        "vertex 7 has the coordinate -20000000000000000000000000000000000000: the maximum magnitude is 1e36"
    );
    // Two cubes that share a corner.
    let mut two = Mesh::cube();
    let moved = Mesh::cube().positions.into_iter().map(|p| p.map(|x| x + 2.0));
    two.positions.extend(moved);
    two.triangles.extend(Mesh::cube().triangles.iter().map(|t| t.map(|v| v + 8)));
    let two = two.welded();
    let joined = refused(&two, &Criterion::Uniform, 1);
    assert_eq!(
        joined,
        "vertex 7 joins 2 fans of triangles, and a vertex of a surface has 1: split it into one vertex for each fan"
    );
    let flat = Mesh { positions: Mesh::cube().positions, triangles: vec![[0, 1, 2], [0, 2, 1]] };
    let flat = refused(&flat, &Criterion::Uniform, 1);
    assert_eq!(flat, "vertex 0 has 2 triangles around it: a closed surface has at least 3 there");
}

#[test]
fn criteria_that_mean_nothing_are_refused() {
    let cube = Mesh::cube();
    assert_eq!(refused(&cube, &Criterion::Uniform, 13), "13 levels are too many: the maximum is 12");
    let angle = refused(&cube, &Criterion::Curvature { degrees: -1.0 }, 1);
    assert_eq!(angle, "the angle is -1: it must be from 0 to 180 degrees");
    let camera = Camera::facing(cube.bounds());
    let none = refused(&cube, &Criterion::Screen { camera, height: 720.0, pixels: 0.0 }, 1);
    assert_eq!(none, "the size of an edge is 0: it must be a number of pixels above 0");
    let nowhere = Camera { look_at: camera.eye, ..camera };
    let nowhere = refused(&cube, &Criterion::Screen { camera: nowhere, height: 720.0, pixels: 1.0 }, 1);
    assert!(nowhere.starts_with("the camera is at the point that it looks at"), "{nowhere}");
    let wrong = refused(&cube, &Criterion::Edge("distance(a, left) < 1".to_owned()), 1);
    assert!(wrong.contains("there is no `left`") && wrong.contains("expression:1:13"), "{wrong}");
    let number = refused(&cube, &Criterion::Edge("a.x".to_owned()), 1);
    assert!(number.contains("expression:1:1"), "{number}");
}

#[test]
fn triangles_without_area_are_split_like_others() {
    each_dialect(|device| {
        // Three vertices in a line, and a fan that is flat.
        let mut mesh = spindle(8);
        mesh.positions[1] = [0.5 * (mesh.positions[0][0]), 0.5 * mesh.positions[0][1], 0.5];
        for criterion in [Criterion::Uniform, Criterion::Curvature { degrees: 5.0 }] {
            closed(&subdivided(device, &mesh, &criterion, 2).0);
        }
        // All in one place: closed by its vertices, and of no size.
        let point = Mesh { positions: vec![[1.0, 2.0, 3.0]; 4], ..Mesh::tetrahedron() };
        let (found, rows) = subdivided(device, &point, &Criterion::Curvature { degrees: 5.0 }, 2);
        assert_eq!((found.positions.len(), rows.len()), (1, 1));
        assert_eq!(rows[0].completed, 4);
    });
}

#[test]
fn what_was_complete_at_once_stays_as_it_was() {
    each_dialect(|device| {
        let (found, rows) = subdivided(device, &Mesh::cube(), &Criterion::Edge("true".to_owned()), 5);
        assert_eq!(corner_bits(&found), corner_bits(&Mesh::cube()));
        assert_eq!(rows, [Level { level: 0, triangles: 12, completed: 12, continued: 0, slivers: 0 }]);
        let none = Subdivision::new(device, &Mesh::tetrahedron(), &Criterion::Uniform, 3).unwrap();
        let mut none = none.restarted(&Mesh::cube(), &Criterion::Uniform, 0).unwrap();
        none.run(|_| {}).unwrap();
        assert_eq!(corner_bits(&none.mesh().unwrap()), corner_bits(&Mesh::cube()));
    });
}

#[test]
fn too_many_triangles_are_refused_with_both_numbers() {
    // Its numbers are exact to 2^17.
    let device = Device::emulated(Chip::R300).unwrap();
    let mesh = Mesh::torus(300, 220, 0.4);
    let error = Subdivision::new(&device, &mesh, &Criterion::Uniform, 1).err().expect("it is refused").to_string();
    assert_eq!(
        error,
        "level 0 has 132000 triangles to split or to test, and this device has room for 131072: take fewer levels, \
         or end more edges early"
    );
}

proptest! {
    #![proptest_config(crate::support::cases_of_application(3, 30))]

    #[test]
    fn any_surface_stays_closed(
        around in 3u32..8, along in 3u32..8, seed in 0u64..1000, size in 0.1f32..1.5, angle in 0f32..90.0, kind in 0..3,
    ) {
        let device = &devices().remove(0);
        let mut mesh = if kind == 0 { spindle(along as usize) } else { Mesh::torus(around, along, 0.5) };
        let moves = noise(3 * mesh.positions.len(), seed);
        for (p, by) in mesh.positions.iter_mut().zip(moves.chunks(3)) {
            *p = std::array::from_fn(|k| p[k] + 0.2 * by[k]);
        }
        let edge = format!("distance(a, b) * (1.0 + fract(37.0 * a.x + 11.0 * b.y)) < {size:?}");
        for criterion in [Criterion::Edge(edge), Criterion::Curvature { degrees: angle }] {
            closed(&subdivided(device, &turned(&mesh), &criterion, 3).0);
        }
    }
}

#[test]
fn chips_of_the_papers_split_it_too() {
    // The chapter's, with 1 GPU of each maker; and a plain machine.
    let chips = [Chip::R300, Chip::R420, Chip::Nv30, Chip::Nv40, Chip::None];
    let mesh = Mesh::tetrahedron();
    for chip in if cfg!(debug_assertions) { &chips[3..] } else { &chips } {
        let device = Device::emulated(*chip).unwrap();
        for criterion in [Criterion::Uniform, Criterion::Edge("max(a.x, b.x) < 0.3".to_owned())] {
            let (found, rows) = subdivided(&device, &mesh, &criterion, 2);
            closed(&found);
            let judge =
                |a: Point, b: Point, _: Point, _: Point| criterion != Criterion::Uniform && a[0].max(b[0]) < 0.3;
            let mut reference = Reference::new(&mesh, &judge);
            assert_eq!(rows, reference.run(2));
            let off = if matches!(chip, Chip::R300 | Chip::R420) { 2e-3 } else { 1e-5 };
            same_triangles(&found, &reference.drawn, off);
        }
    }
}
