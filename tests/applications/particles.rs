//! Particles, against plain Rust.

use brooklet::applications::particles::{Collisions, Particles, Settings, State};

use crate::support;

#[test]
fn steps_run() {
    support::each_dialect(|device| {
        let settings = Settings::of_count(1000);
        let state = State::block(1000, 1, 0.1, &settings).unwrap();
        let mut particles = Particles::new(device, &state, settings).unwrap();
        for _ in 0..50 {
            particles.step().unwrap();
        }
        println!("{:?}", &particles.state().unwrap().positions[..4]);
        let contacts: f32 = particles.velocity().read().unwrap().iter().map(|v| v[3]).sum();
        println!("{contacts} {:?}", particles.cells());
    });
}
