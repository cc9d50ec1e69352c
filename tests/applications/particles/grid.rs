//! The uniform grid, against one that plain Rust makes.

use brooklet::Device;
use brooklet::applications::particles::{Collisions, Particles, Settings, State};
use brooklet::fragment_program::Chip;
use brooklet::primitives::Sort;
use proptest::prelude::*;

use super::{sized, system};
use crate::support::{self, each_dialect};

/// A step, and whether its grid is the one that the CPU makes: order and starts exactly.
fn check_step(particles: &mut Particles) {
    let before = particles.position().read().unwrap();
    particles.step().unwrap();
    let (after, grid, cells) = (particles.position().read().unwrap(), particles.grid().unwrap(), particles.cells());
    let (sorted, order, starts) = (grid.cells.read().unwrap(), grid.order.read().unwrap(), grid.starts.read().unwrap());
    // Positions before they were sorted: integrating them changed the places, not the numbers.
    let mut keys = vec![usize::MAX; before.len()];
    for (at, from) in after.iter().zip(&order) {
        assert_eq!(at[3], before[*from as usize][3]);
        keys[*from as usize] = cells.number([at[0], at[1], at[2]]);
    }
    let mut expected: Vec<usize> = (0..keys.len()).collect();
    expected.sort_by_key(|from| keys[*from]);
    assert_eq!(order.iter().map(|from| *from as usize).collect::<Vec<_>>(), expected);
    let expected: Vec<usize> = expected.iter().map(|from| keys[*from]).collect();
    assert_eq!(sorted.iter().map(|cell| *cell as usize).collect::<Vec<_>>(), expected);
    assert_eq!(starts.len(), cells.count() + 1);
    for (cell, start) in starts.iter().enumerate() {
        assert_eq!(*start as usize, expected.partition_point(|other| *other < cell), "cell {cell}");
    }
}

#[test]
fn order_and_starts_are_those_of_the_cpu() {
    each_dialect(|device| {
        let counts: &[usize] = if cfg!(debug_assertions) { &[1, 2, 65, 1000] } else { &[1, 1 << 10, 1 << 16, 1 << 20] };
        for count in counts {
            let mut particles = system(device, *count, &Settings::of_count(*count), 2);
            check_step(&mut particles);
            check_step(&mut particles);
        }
    });
}

#[test]
fn every_sort_makes_the_same_grid() {
    each_dialect(|device| {
        for method in Sort::WITH_PAYLOAD
            .into_iter()
            .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
        {
            let settings = Settings { sort: Some(method), ..Settings::of_count(200) };
            check_step(&mut system(device, 200, &settings, 3));
        }
    });
}

proptest! {
    #![proptest_config(support::cases_of_application(12, 100))]

    #[test]
    fn any_box_has_a_right_grid(
        count in 1..400usize, seed in 0..1000u64, radius in 0.001..0.2f32, wide in 0.5..3f32, deep in 0.5..2f32,
    ) {
        thread_local!(static DEVICE: Device = support::device(support::dialects()[0]));
        DEVICE.with(|device| {
            let settings = Settings { size: [wide, 1.0, deep], ..Settings::new(radius, [0.1, -1.0, 0.0]) }.stable();
            let noise = support::noise(6 * count, seed);
            let place = |at: &[f32]| [0.5 * wide * (at[0] + 1.0), 0.5 * (at[1] + 1.0), 0.5 * deep * (at[2] + 1.0)];
            let positions = noise[..3 * count].chunks(3).map(place).collect();
            let velocities = noise[3 * count..].chunks(3).map(|v| [v[0], v[1], v[2]]).collect();
            let mut particles = Particles::new(device, &State { positions, velocities }, settings).unwrap();
            check_step(&mut particles);
            check_step(&mut particles);
        });
    }
}

#[test]
fn cells_are_no_narrower_than_particles_and_not_many_more() {
    let device = support::device(support::dialects()[0]);
    for (count, radius, size) in
        [(10, 1e-6, [1.0; 3]), (sized(100, 10000), 0.5, [1.0; 3]), (7, 0.01, [1000.0, 0.02, 0.02])]
    {
        let settings = Settings { size, ..Settings::new(radius, [0.0; 3]) };
        let at = size.map(|edge: f32| 0.5 * edge);
        let state = State { positions: vec![at; count], velocities: vec![[0.0; 3]; count] };
        let particles = Particles::new(&device, &state, settings).unwrap();
        let cells = particles.cells();
        assert!(cells.count() <= 4 * count + 64, "{cells:?}");
        assert!(1.0 / cells.per_edge > 2.0 * radius, "{cells:?}");
    }
}

#[test]
fn squares_have_the_particles_of_their_cells_and_grow() {
    each_dialect(|device| {
        if device.features().points.is_none() {
            return support::lacks(device, "points");
        }
        let count = 200;
        // Larger cells than particles: many in a few of them.
        let settings = Settings {
            collisions: Collisions::StencilRouting,
            gravity: [0.0; 3],
            ..Settings::new(0.05, [0.0, -1.0, 0.0])
        };
        let place = |k: usize| [0.5 + 0.0002 * (k % 11) as f32, if k.is_multiple_of(3) { 0.2 } else { 0.7 }, 0.3];
        let positions: Vec<[f32; 3]> = (0..count).map(place).collect();
        let state = State { velocities: vec![[0.0; 3]; count], positions };
        let mut particles = Particles::new(device, &state, settings.clone()).unwrap();
        particles.step().unwrap();
        let (cells, squares) = (particles.cells(), particles.squares().unwrap());
        assert!(particles.grid().is_none());
        let (side, columns) = (squares.side, squares.columns);
        let mut wanted = vec![-1.0; squares.particles.len()];
        let mut taken = vec![0; cells.count()];
        for (k, at) in particles.position().read().unwrap().iter().enumerate() {
            let cell = cells.number([at[0], at[1], at[2]]);
            let (x, y) = (cell % columns * side + taken[cell] % side, cell / columns * side + taken[cell] / side);
            wanted[y * columns * side + x] = k as f32;
            taken[cell] += 1;
        }
        assert_eq!(squares.particles.read().unwrap(), wanted);
        // The least side that has room for the fullest cell.
        let fullest = *taken.iter().max().unwrap();
        assert!(side * side >= fullest && (side - 1) * (side - 1) < fullest, "{fullest} in {side}");
        // A step finds the side that the step before needed.
        let (step, trace) = device.traced(|| particles.step());
        step.unwrap();
        assert_eq!((trace.passes().count(), trace.readbacks().count()), (14, 0));
    });
}

#[test]
fn a_crowd_that_stencils_cannot_count_is_an_error() {
    let device = Device::emulated(Chip::None).unwrap();
    let settings =
        Settings { collisions: Collisions::StencilRouting, gravity: [0.0; 3], ..Settings::new(0.2, [0.0, -1.0, 0.0]) };
    for (count, fits) in [(225, true), (226, false)] {
        let state = State { velocities: vec![[0.0; 3]; count], positions: vec![[0.5; 3]; count] };
        let mut particles = Particles::new(&device, &state, settings.clone()).unwrap();
        match particles.step() {
            Ok(()) => assert!(fits && particles.squares().unwrap().side == 15),
            Err(error) => {
                let text = "more than 225 particles are in one cell of the grid, and stencil routing has no room for more here: use the grid that is sorted";
                assert!(!fits && error.to_string() == text, "{error}");
            }
        }
    }
}
