//! What a particle system refuses, in which words.

use brooklet::applications::particles::{Particles, Settings, State};

use crate::support;

fn refused(state: State, settings: Settings) -> String {
    let device = support::device(support::dialects()[0]);
    Particles::new(&device, &state, settings).map(|_| ()).unwrap_err().to_string()
}

fn state(position: [f32; 3], velocity: [f32; 3]) -> State {
    State { positions: vec![[0.5; 3], position], velocities: vec![[0.0; 3], velocity] }
}

#[test]
fn states_that_are_none_are_named_by_their_particle() {
    let settings = Settings::new(0.1, [0.0, -1.0, 0.0]);
    assert_eq!(
        refused(state([0.5, f32::NAN, 0.5], [0.0; 3]), settings.clone()),
        "the position of particle 1 is (0.5, NaN, 0.5): it has to be three finite numbers"
    );
    assert_eq!(
        refused(state([0.5; 3], [f32::INFINITY, 0.0, 0.0]), settings.clone()),
        "the velocity of particle 1 is (inf, 0, 0): it has to be three finite numbers"
    );
    assert_eq!(
        refused(state([0.5, 1.25, 0.5], [0.0; 3]), settings.clone()),
        "particle 1 is at (0.5, 1.25, 0.5), outside the box from (0, 0, 0) to (1, 1, 1)"
    );
    let lengths = State { positions: vec![[0.5; 3]; 3], velocities: Vec::new() };
    assert_eq!(refused(lengths, settings), "there are 3 positions and 0 velocities: every particle has one of each");
}

#[test]
fn settings_that_are_none_say_what_they_can_be() {
    let right = Settings::new(0.1, [0.0, -1.0, 0.0]);
    let wrong = |change: &dyn Fn(&mut Settings)| {
        let mut settings = right.clone();
        change(&mut settings);
        refused(state([0.5; 3], [0.0; 3]), settings)
    };
    assert_eq!(wrong(&|s| s.radius = 0.0), "the radius is 0, and has to be a finite number above 0");
    assert_eq!(wrong(&|s| s.time_step = f32::NAN), "the time step is NaN, and has to be a finite number above 0");
    assert_eq!(wrong(&|s| s.bounce = 1.5), "the bounce is 1.5, and has to be from 0 to 1");
    assert_eq!(wrong(&|s| s.gravity[1] = f32::INFINITY), "the gravity is inf, and has to be finite numbers");
    assert_eq!(
        wrong(&|s| s.radius = 0.6),
        "particles of radius 0.6 have no room in a box of 1 x 1 x 1: the radius is at most half an edge"
    );
    assert_eq!(
        State::block(100, 1, 0.0, &Settings::new(0.25, [0.0; 3])).unwrap_err().to_string(),
        "100 particles of radius 0.25 do not fit in the box: 8 do; make them smaller, or fewer"
    );
}
