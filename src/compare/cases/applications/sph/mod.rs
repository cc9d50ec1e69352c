//! A fluid of particles: a step on the device, and by plain Rust.

mod plain;

use std::cell::RefCell;
use std::rc::Rc;

use crate::Error;
use crate::applications::sph::{Fluid, Settings};
use crate::compare::cases::Verdict;

use super::{Cases, Data, copy, device, plain};
use plain::Plain;

/// Floats per particle: position and velocity, one texel each.
const FLOATS: usize = 8;

/// The number of steps before the one that is checked, so that no particle is in the lattice it began in.
const BEFORE: usize = 5;

/// The maximum difference of a density from that of plain Rust as a share of the density at rest, and of a velocity as a share of
/// the speed of sound, in roundings of one operation. The tests hold a step to a bound that follows from all its roundings.
const CLOSE: f32 = 2000.0;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    copy(cases, "app-sph", FLOATS * n)?;
    let settings = Settings::of_count(n);
    let state = plain(settings.dam(n, 1).map_err(Into::into))?;
    let first = plain(Fluid::new(&device, &state, settings.clone()))?;
    let cells = *first.cells();
    let running = RefCell::new(first);
    let run = move |_: &Data| plain(running.borrow_mut().step());
    let right = {
        let (state, settings) = (state.clone(), settings.clone());
        move |_: &Data, ()| {
            let mut fluid = plain(Fluid::new(&device, &state, settings.clone()))?;
            for _ in 0..BEFORE {
                plain(fluid.step())?;
            }
            let mut expected = Plain::new(&plain(fluid.state())?, settings.clone(), cells);
            expected.step();
            plain(fluid.step())?;
            compare(&fluid, &expected)
        }
    };
    cases.add(("app-sph", "fragment", "grid", "plain"), 16 * FLOATS * n, run, right);
    let running = Rc::new(RefCell::new(Plain::new(&state, settings, cells)));
    let stepped = running.clone();
    let run = move |_: &Data| {
        running.borrow_mut().step();
        Ok(())
    };
    let right = move |_: &Data, ()| Ok(stepped.borrow().is_whole());
    cases.add(("app-sph", "cpu", "grid-on-all-cores", "slice"), 16 * FLOATS * n, run, right);
    Ok(())
}

/// Compares the densities and velocities of a fluid with those of plain Rust.
fn compare(fluid: &Fluid, expected: &Plain) -> Result<Verdict, Error> {
    let settings = fluid.settings();
    let (state, densities) = (plain(fluid.state())?, plain(fluid.densities())?);
    let close = CLOSE / fluid.position().device().features().exact_integer.min(1 << 24) as f32;
    let (dense, fast) = (close * settings.rest_density, close * settings.stiffness.sqrt());
    let expected = expected.particles();
    let close = |k: usize| {
        let velocity = state.velocities[k].iter().zip(expected[k].speed).all(|(a, b)| (a - b).abs() <= fast);
        velocity && (densities[k] - expected[k].extra).abs() <= dense
    };
    let wrong = (0..expected.len()).filter(|k| !close(*k)).count();
    Ok(match wrong {
        0 => Verdict::from(true),
        _ => Verdict::wrong(format!("{wrong} of {} particles differ from plain Rust", expected.len())),
    })
}
