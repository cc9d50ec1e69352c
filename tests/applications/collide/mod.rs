//! Collision by trees of oriented boxes, against every pair of triangles in whole numbers.

mod exact;

use brooklet::applications::Error;
use brooklet::applications::collide::{Collide, CollideError, Contacts, ObbContent, ObbTree, Pose};
use brooklet::fragment_program::Chip;
use brooklet::primitives::Filter;
use brooklet::{Device, Mesh, MeshError, Trace};
use proptest::prelude::*;

use crate::support::level::{is_quick, sample};
use crate::support::random::Random;
use crate::support::{self, devices, each_dialect};
use exact::{Point, Triangle, brute_force};

impl Random {
    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn pose(&mut self, far: f64) -> Pose {
        let quaternion = std::array::from_fn(|_| self.within(-1.0, 1.0));
        let translation = std::array::from_fn(|_| self.within(-far, far));
        Pose::turned(quaternion, translation).unwrap()
    }
}

/// A mesh on the grid as the documentation says it: rounded to steps around its middle.
fn snapped(mesh: &Mesh, step: f64) -> (Point, Vec<Triangle>) {
    let (low, high) = mesh.bounds();
    let round = |x: f64| (x / step + 0.5).floor() as i64;
    let origin: Point = std::array::from_fn(|k| round(0.5 * (f64::from(low[k]) + f64::from(high[k]))));
    let place = |p: [f32; 3]| -> Point { std::array::from_fn(|k| round(f64::from(p[k]) - origin[k] as f64 * step)) };
    (origin, (0..mesh.triangles.len()).map(|k| mesh.corners(k).map(place)).collect())
}

/// The second mesh in its pose, in whole numbers.
fn posed(triangles: &[Triangle], pose: &Pose, from: Point, to: Point, step: f64) -> Vec<Triangle> {
    let rows = pose.rotation.map(|row| row.map(|x| (x * f64::from(1 << 20) + 0.5).floor() as i64));
    let offset: Point = std::array::from_fn(|k| {
        let turned: f64 = (0..3).map(|c| pose.rotation[k][c] * from[c] as f64 * step).sum();
        ((turned + pose.translation[k] - to[k] as f64 * step) / step + 0.5).floor() as i64
    });
    let place = |p: Point| -> Point {
        std::array::from_fn(|k| {
            let sum: i64 = (0..3).map(|c| rows[k][c] * p[c]).sum();
            (sum + (1 << 19)).div_euclid(1 << 20) + offset[k]
        })
    };
    triangles.iter().map(|t| t.map(place)).collect()
}

/// Collides, and compares with every pair. Nothing but the meshes and the pose comes from the device, but for its grid.
fn check(collide: &Collide, a: &Mesh, b: &Mesh, pose: &Pose) -> Contacts {
    let step = collide.step();
    let ((to, a), (from, own)) = (snapped(a, step), snapped(b, step));
    let mut b = posed(&own, pose, from, to, step);
    // What has no area before it is posed meets nothing.
    for (posed, own) in b.iter_mut().zip(&own) {
        if exact::is_flat(own) {
            *posed = [posed[0]; 3];
        }
    }
    let found = collide.run(pose).unwrap();
    assert_eq!(found.pairs, brute_force(&a, &b), "{pose:?}");
    found
}

fn quick(debug: usize, release: usize) -> usize {
    if cfg!(debug_assertions) { debug } else { release }
}

/// Triangles anywhere, some of them large, and some without area.
fn soup(triangles: u32, seed: u64) -> Mesh {
    let mut random = Random(seed | 1);
    let mut mesh = Mesh::default();
    for k in 0..triangles {
        let middle: [f64; 3] = std::array::from_fn(|_| random.within(-1.0, 1.0));
        let size = if k % 16 == 0 { 0.8 } else { 0.15 };
        let mut corners: [[f32; 3]; 3] =
            std::array::from_fn(|_| std::array::from_fn(|c| (middle[c] + random.within(-size, size)) as f32));
        match k % 23 {
            7 => corners[1] = corners[0],
            9 => corners = [corners[0]; 3],
            11 => corners[2] = std::array::from_fn(|c| 2.0 * corners[1][c] - corners[0][c]),
            _ => {}
        }
        mesh.positions.extend(corners);
        mesh.triangles.push([3 * k, 3 * k + 1, 3 * k + 2]);
    }
    mesh
}

/// A terrain of whole heights on a grid of squares: in poses of quarter turns and whole steps, much of two of them touches and lies in
/// one plane.
fn terrain(side: u32, seed: u64) -> Mesh {
    let mut random = Random(seed | 1);
    let mut mesh = Mesh::default();
    for y in 0..=side {
        for x in 0..=side {
            mesh.positions.push([x as f32, y as f32, random.within(0.0, 2.0).floor() as f32]);
        }
    }
    for y in 0..side {
        for x in 0..side {
            let at = |dx: u32, dy: u32| (y + dy) * (side + 1) + x + dx;
            mesh.triangles.extend([[at(0, 0), at(1, 0), at(1, 1)], [at(0, 0), at(1, 1), at(0, 1)]]);
        }
    }
    mesh
}

#[test]
fn random_poses_find_what_every_pair_finds() {
    let device = support::devices().remove(0);
    let mut random = Random(77);
    let large = !cfg!(debug_assertions);
    let meshes = [
        (
            Mesh::sphere(if large { 3 } else { 2 }),
            Mesh::torus(if large { 50 } else { 16 }, if large { 20 } else { 8 }, 0.4),
        ),
        (soup(if large { 2000 } else { 150 }, 3), soup(if large { 1500 } else { 120 }, 5)),
    ];
    for (a, b) in &meshes {
        let collide = Collide::new(&device, a, b).unwrap();
        let (mut some, mut max) = (0, 0);
        for _ in sample(0..quick(12, 200), 0, 3) {
            let found = check(&collide, a, b, &random.pose(1.2));
            some += usize::from(!found.pairs.is_empty());
            max = max.max(found.pairs.len());
        }
        assert!(
            some > if is_quick() { 1 } else { 5 } && max > quick(10, 100),
            "{some} poses collide, with up to {max} pairs"
        );
    }
}

#[test]
fn quarter_turns_of_terrains_touch_and_lie_in_one_plane() {
    let side = quick(6, 31) as u32;
    let (a, b) = (terrain(side, 1), terrain(side, 2));
    let quarters = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    each_dialect(|device| {
        let mut random = Random(5);
        let collide = Collide::new(device, &a, &b).unwrap();
        let mut pairs = 0;
        for k in 0..quick(8, 200) {
            let axis = quarters[if k % 4 == 0 { 1 + k / 4 % 2 } else { 0 }];
            let by = std::array::from_fn(|c| {
                let reach = if c == 2 { 3.0 } else { f64::from(side) };
                random.within(-reach, reach).floor()
            });
            let pose = Pose::around(axis, 90.0 * (k % 4) as f64, by).unwrap();
            pairs += check(&collide, &a, &b, &pose).pairs.len();
        }
        assert!(pairs > 100, "{pairs}");
    });
}

#[test]
fn a_mesh_meets_itself_at_every_corner() {
    each_dialect(|device| {
        for mesh in [Mesh::cube(), Mesh::icosahedron(), Mesh::tetrahedron(), terrain(4, 9)] {
            let collide = Collide::new(device, &mesh, &mesh).unwrap();
            let found = check(&collide, &mesh, &mesh, &Pose::IDENTITY);
            let shared = |i: usize, j: usize| mesh.triangles[i].iter().any(|v| mesh.triangles[j].contains(v));
            for i in 0..mesh.triangles.len() {
                for j in (0..mesh.triangles.len()).filter(|j| shared(i, *j)) {
                    assert!(found.pairs.contains(&[i as u32, j as u32]));
                }
            }
        }
    });
}

fn triangles(corners: &[[f32; 3]]) -> Mesh {
    let count = corners.len() as u32 / 3;
    Mesh { positions: corners.to_vec(), triangles: (0..count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect() }
}

#[test]
fn what_touches_collides_and_a_step_beside_it_does_not() {
    each_dialect(|device| {
        let a = triangles(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
        let b = triangles(&[[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [1.0, -1.0, 4.0]]);
        for (a, b, by, wanted) in [
            (&a, &b, [2.0, 2.0, 0.0], true), // a corner on an edge
            (&a, &b, [1.0, 1.0, 0.0], true), // within
            (&a, &b, [4.0, 0.0, 0.0], true), // on a corner
            (&a, &b, [2.0, 2.0, 1.0], false),
            (&a, &a, [4.0, 0.0, 0.0], true),
            (&a, &a, [2.0, 2.0, 0.0], true), // in one plane
            (&a, &a, [0.0, 4.0, 0.0], true),
            (&a, &a, [3.0, 2.0, 0.0], false),
            (&a, &a, [0.0, 0.0, 1.0], false), // in planes side by side
        ] {
            let collide = Collide::new(device, a, b).unwrap();
            let found = check(&collide, a, b, &Pose::translated(by));
            assert_eq!(found.pairs.len(), usize::from(wanted), "{by:?}");
            // A step of the grid above it.
            let beside = Pose::translated([by[0], by[1], by[2] + collide.step()]);
            assert!(check(&collide, a, b, &beside).pairs.is_empty(), "{by:?}");
        }
    });
}

#[test]
fn triangles_without_area_meet_nothing() {
    each_dialect(|device| {
        let a = triangles(&[
            [0.0, 0.0, 0.0],
            [4.0, 0.0, 0.0],
            [0.0, 4.0, 0.0], // one with
            [0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [2.0, 2.0, 0.0], // on a line
            [1.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
            [1.0, 1.0, 0.0], // a point
        ]);
        let collide = Collide::new(device, &a, &a).unwrap();
        assert_eq!(collide.trees()[0].without_area(), [1, 2]);
        assert_eq!(collide.run(&Pose::IDENTITY).unwrap().pairs, [[0, 0]]);
        let flat = Mesh { triangles: a.triangles[1..].to_vec(), ..a.clone() };
        let collide = Collide::new(device, &flat, &a).unwrap();
        let found = collide.run(&Pose::IDENTITY).unwrap();
        assert!(found.pairs.is_empty() && found.levels.is_empty());
        let point = Mesh { positions: vec![[3.0; 3]], triangles: vec![[0, 0, 0]] };
        assert!(Collide::new(device, &point, &point).unwrap().run(&Pose::IDENTITY).unwrap().pairs.is_empty());
    });
}

#[test]
fn what_is_far_apart_ends_at_the_roots() {
    each_dialect(|device| {
        let mesh = Mesh::icosahedron();
        let collide = Collide::new(device, &mesh, &mesh).unwrap();
        for far in [3.0, 1e3, 1e30, -1e300] {
            let found = collide.run(&Pose::translated([far, 0.0, far])).unwrap();
            assert!(found.pairs.is_empty());
            assert_eq!((found.levels.len(), found.levels[0].candidates, found.levels[0].nodes), (1, 1, 0));
        }
    });
}

#[test]
fn meshes_of_any_size_and_place_lie_on_a_grid() {
    each_dialect(|device| {
        let far = |scale: f32, by: f32| {
            let mut mesh = Mesh::icosahedron();
            mesh.positions.iter_mut().flatten().for_each(|x| *x = *x * scale + by);
            mesh
        };
        for (a, b) in [
            (far(1e-30, 0.0), far(1e-30, 0.7e-30)),
            (far(1e35, 0.0), far(1e35, 0.7e35)),
            (far(1.0, 1e4), far(1.0, 1e4 + 0.5)),
            (far(1.0, 0.0), far(100.0, 57.0)),
        ] {
            let collide = Collide::new(device, &a, &b).unwrap();
            let found = check(&collide, &a, &b, &Pose::IDENTITY);
            assert!(!found.pairs.is_empty() || b.bounds().1[0] > 100.0);
        }
    });
}

#[test]
fn posed_vertices_are_near_where_they_belong() {
    each_dialect(|device| {
        let (a, b) = (Mesh::sphere(1), Mesh::torus(9, 7, 0.3));
        let collide = Collide::new(device, &a, &b).unwrap();
        let mut random = Random(3);
        for _ in 0..5 {
            let pose = random.pose(2.0);
            let posed = collide.start(&pose).unwrap().posed().read().unwrap();
            let corners = (0..b.triangles.len()).flat_map(|k| b.corners(k));
            for (got, corner) in posed.iter().zip(corners) {
                for (k, got) in got.iter().enumerate() {
                    let turned: f64 = (0..3).map(|c| pose.rotation[k][c] * f64::from(corner[c])).sum();
                    let wanted = (turned + pose.translation[k] - collide.origin()[k]) / collide.step();
                    assert!((f64::from(*got) - wanted).abs() < 3.0, "{got} and {wanted}");
                }
            }
        }
    });
}

#[test]
fn every_filter_finds_the_same_and_a_step_reads_one_count_at_most() {
    let (a, b) = (Mesh::sphere(1), soup(60, 8));
    each_dialect(|device| {
        let pose = Pose::translated([0.3, 0.2, 0.1]);
        let wanted = check(&Collide::new(device, &a, &b).unwrap(), &a, &b, &pose);
        assert!(!wanted.pairs.is_empty());
        for method in sample(support::filters(device), 1, 2) {
            let collide = Collide::new(device, &a, &b).unwrap().with_filter(method);
            let mut traversal = collide.start(&pose).unwrap();
            // How often something is read back; it is a few texels at most, of which the host makes one count.
            let read = |trace: &Trace| {
                assert!(trace.readbacks().all(|transfer| transfer.bytes <= 64), "{}", method.name());
                trace.readbacks().count()
            };
            let [lowest, highest] =
                [ObbTree::lowest_leaf, ObbTree::height].map(|of| collide.trees().map(of).iter().sum::<usize>());
            loop {
                let before = traversal.candidates().len();
                let (level, trace) = device.traced(|| traversal.level());
                let Some(level) = level.unwrap() else {
                    assert!(trace.events.is_empty());
                    break;
                };
                assert_eq!((level.candidates, level.passes), (before, trace.passes().count()));
                assert!(level.nodes <= before);
                assert_eq!(traversal.candidates().len(), 2 * level.nodes);
                // One count, of what is split; in the level that may be the last nothing is.
                let counts = method != Filter::OcclusionQuery && level.level < highest;
                assert_eq!(read(&trace), usize::from(counts), "{} at level {}", method.name(), level.level);
                assert!(traversal.leaves().is_none());
                if method == Filter::ScanSearchGather && before > 1 && level.nodes > 0 {
                    // The test, what is split alone where leaves can meet, the counts, search and gather, doubling.
                    let alone = usize::from(level.level >= lowest);
                    assert_eq!(level.passes, 3 + alone + before.next_power_of_two().ilog2() as usize);
                }
            }
            let levels: Vec<_> = traversal.levels().iter().map(|l| (l.candidates, l.nodes)).collect();
            let same: Vec<_> = wanted.levels.iter().map(|l| (l.candidates, l.nodes)).collect();
            assert_eq!(levels, same, "{}", method.name());
            // All pairs of leaves by one count, and what of them meets by another. An occlusion query reads no texture.
            let counts = usize::from(method != Filter::OcclusionQuery);
            let (gathered, trace) = device.traced(|| traversal.gather());
            assert_eq!((gathered.unwrap(), read(&trace)), (wanted.tested, counts), "{}", method.name());
            assert_eq!(traversal.leaves().unwrap().len(), wanted.tested);
            let (again, trace) = device.traced(|| traversal.gather());
            assert_eq!((again.unwrap(), trace.events.len()), (wanted.tested, 0));
            let (touching, trace) = device.traced(|| traversal.touching());
            assert_eq!((touching.unwrap().len(), read(&trace)), (wanted.pairs.len(), counts), "{}", method.name());
            assert_eq!(traversal.contacts().unwrap().pairs, wanted.pairs, "{}", method.name());
        }
    });
}

/// Triangles all in one place: whatever is near the leaves overlaps.
fn pile(triangles: usize) -> Mesh {
    self::triangles(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].repeat(triangles))
}

#[test]
fn more_than_a_stream_holds_is_gathered_part_by_part() {
    let mesh = pile(31);
    for dialect in support::dialects() {
        let small = support::open(support::builder(dialect).largest_texture(32));
        let collide = Collide::new(&small, &mesh, &mesh).unwrap();
        for method in sample(support::filters(&small), 0, 2) {
            let mut traversal = collide.clone().with_filter(method).start(&Pose::IDENTITY).unwrap();
            while traversal.level().unwrap().is_some() {}
            let lowest: usize = collide.trees().iter().map(|tree| tree.lowest_leaf()).sum();
            let waiting: usize = traversal.levels()[lowest..].iter().map(|level| level.candidates).sum();
            let (gathered, trace) = small.traced(|| traversal.gather());
            assert_eq!(gathered.unwrap(), 31 * 31);
            // A texture holds 32 × 32 positions.
            let counts = if method == Filter::OcclusionQuery { 0 } else { 2 };
            assert!(waiting > 1024 && trace.readbacks().count() >= counts, "{waiting} pairs, {}", method.name());
            assert_eq!(traversal.contacts().unwrap().pairs.len(), 31 * 31, "{}", method.name());
        }
    }
}

#[test]
fn trees_hold_every_triangle_once_within_its_boxes() {
    let device = Device::emulated(Chip::None).unwrap();
    let line = {
        // Each triangle is twice as far away as the one before.
        let corners: Vec<[f32; 3]> = (0..20)
            .flat_map(|k| [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|[x, y]| [x + (1 << k) as f32, y, 0.0]))
            .collect();
        triangles(&corners)
    };
    for mesh in [Mesh::sphere(2), soup(200, 4), terrain(7, 3), line, pile(37), Mesh::cube()] {
        let collide = Collide::new(&device, &mesh, &Mesh::cube()).unwrap();
        let tree = collide.trees()[0];
        let (_, corners) = snapped(&mesh, collide.step());
        let nodes = tree.nodes();
        let full = mesh.triangles.len() - tree.without_area().len();
        assert_eq!(nodes.len(), 2 * full - 1);
        assert!((tree.height() as f64) <= 5.2 * (full as f64).log2() + 1.0, "{} levels", tree.height());
        // The triangles below each node, from the last to the first: children come later.
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
        for (k, node) in nodes.iter().enumerate().rev() {
            below[k] = match node.content {
                ObbContent::Triangle(triangle) => vec![triangle],
                ObbContent::Children(left) => {
                    let left = left as usize;
                    assert!(left > k);
                    [below[left].clone(), below[left + 1].clone()].concat()
                }
            };
            let [x, y, z, w] = node.turn.map(f64::from);
            let axes = [
                [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
                [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
                [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
            ];
            for corner in below[k].iter().flat_map(|triangle| corners[*triangle as usize]) {
                for (axis, half) in axes.iter().zip(node.half) {
                    let at: f64 = (0..3).map(|c| axis[c] * (corner[c] as f64 - f64::from(node.center[c]))).sum();
                    assert!(at.abs() <= f64::from(half) + 1.0, "{at} and {half}");
                }
            }
            assert!(node.half[0] + 1.0 >= node.half[1] && node.half[1] + 1.0 >= node.half[2]);
        }
        let mut all = below[0].clone();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), full);
    }
}

proptest! {
    #![proptest_config(support::cases_of_application(12, 100))]

    #[test]
    fn random_triangles_on_few_places_find_what_every_pair_finds(
        a in prop::collection::vec(prop::array::uniform9(0i8..5), 1..24),
        b in prop::collection::vec(prop::array::uniform9(0i8..5), 1..24),
        by in prop::array::uniform3(-2i8..3),
        quarters in 0u32..4,
    ) {
        let mesh = |all: &[[i8; 9]]| {
            let corners: Vec<[f32; 3]> = all.iter().flat_map(|t| {
                std::array::from_fn::<[f32; 3], 3, _>(|k| std::array::from_fn(|c| f32::from(t[3 * k + c])))
            }).collect();
            triangles(&corners)
        };
        let (a, b) = (mesh(&a), mesh(&b));
        let pose = Pose::around([0.0, 0.0, 1.0], f64::from(90 * quarters), by.map(f64::from)).unwrap();
        for device in devices() {
            check(&Collide::new(&device, &a, &b).unwrap(), &a, &b, &pose);
        }
    }
}

#[test]
fn chips_of_the_time_find_the_same_or_say_why_not() {
    let (a, b) = (Mesh::icosahedron(), soup(24, 8));
    let pose = Pose::translated([0.3, 0.2, 0.1]);
    for chip in [Chip::None, Chip::Nv40, Chip::G80] {
        let device = Device::emulated(chip).unwrap();
        let collide = Collide::new(&device, &a, &b).unwrap();
        assert!(!check(&collide, &a, &b, &pose).pairs.is_empty(), "{chip}");
    }
    for chip in [Chip::R300, Chip::R420] {
        let device = Device::emulated(chip).unwrap();
        let Err(error) = Collide::new(&device, &a, &b) else { panic!("{chip} has floats of 24 bits") };
        assert!(error.is_missing_feature());
        assert!(error.to_string().contains("up to 16777216, and on this device"), "{error}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_numbers() {
    let device = devices().remove(0);
    let mesh = Mesh::cube();
    let refused = |a: &Mesh, b: &Mesh| match Collide::new(&device, a, b) {
        Err(Error::Collide(error)) => error.to_string(),
        other => panic!("{:?}", other.err()),
    };
    assert_eq!(refused(&Mesh::default(), &mesh), "mesh a: the mesh has no triangle");
    let mut nan = mesh.clone();
    nan.positions[3][1] = f32::NAN;
    assert_eq!(
        refused(&mesh, &nan),
        "mesh b: vertex 3 is at (-1, NaN, -1): positions must be finite".replace("(-1,", "(1,")
    );
    let mut outside = mesh.clone();
    outside.triangles[2][1] = 8;
    assert_eq!(
        refused(&outside, &mesh),
        "mesh a: triangle 2 uses vertex 8, but the number of vertices is 8 (the first is 0)"
    );
    assert!(matches!(
        Collide::new(&device, &nan, &mesh),
        Err(Error::Collide(CollideError::Mesh { mesh: 'a', fault: MeshError::NotFinite { .. } }))
    ));

    let collide = Collide::new(&device, &mesh, &mesh).unwrap();
    let attempt = |pose: Pose| match collide.run(&pose) {
        Err(Error::Collide(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(attempt(Pose::translated([0.0, f64::NAN, 0.0])), "the translation is NaN along y: give finite numbers");
    let mirrored = Pose { rotation: [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], ..Pose::IDENTITY };
    assert!(attempt(mirrored).starts_with("the matrix [[-1.0, 0.0, 0.0], "));
    let scaled = Pose { rotation: Pose::IDENTITY.rotation.map(|row| row.map(|x| 2.0 * x)), ..Pose::IDENTITY };
    assert!(attempt(scaled).contains(" is not a rotation: its rows must have length 1"));
    assert_eq!(
        Pose::turned([0.0; 4], [0.0; 3]).unwrap_err().to_string(),
        "the quaternion [0.0, 0.0, 0.0, 0.0] is not a rotation: its numbers must be finite and not all 0"
    );
    assert_eq!(
        Pose::around([0.0; 3], 1.0, [0.0; 3]).unwrap_err().to_string(),
        "1 degrees around (0, 0, 0) is not a rotation: the angle must be finite, and the axis finite and not zero"
    );
    let few = Collide::new(&device, &mesh, &mesh).unwrap().with_limit(20);
    assert_eq!(
        few.run(&Pose::IDENTITY).unwrap_err().to_string().split(" pairs of boxes, and the limit is 20: ").count(),
        2
    );
    // No level has more candidates than this, and all of them have more leaves.
    let piles = Collide::new(&device, &pile(37), &pile(37)).unwrap().with_limit(1024);
    assert_eq!(
        piles.run(&Pose::IDENTITY).unwrap_err().to_string(),
        "1369 pairs of triangles have boxes that overlap, and the limit is 1024: the meshes lie too close to each other over too many \
         triangles"
    );
}
