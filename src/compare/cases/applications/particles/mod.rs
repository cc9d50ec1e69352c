//! Particles: a step by both methods of finding contacts, by both sorts, and by plain Rust.

mod exact;
mod plain;

use std::cell::RefCell;
use std::rc::Rc;

use crate::applications::particles::{Collisions, Particles, Settings, State};
use crate::primitives::Sort;
use crate::{Class, Error};

use super::{Cases, Data, copy, device, plain};
use plain::Plain;

/// Floats per particle: position and velocity, one texel each.
const FLOATS: usize = 8;

/// The largest number of particles for which all pairs are tested: with a driver on the CPU, and on a GPU.
const ALL_PAIRS: [usize; 2] = [1 << 13, 1 << 17];

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    copy(cases, "app-particles", FLOATS * n)?;
    let loose = Settings::of_count(n);
    // About as dense as a heap: nine particles for every ten cells of half the box.
    let radius = 0.48 * (0.5 / n.max(64) as f32).cbrt();
    let dense = Settings { radius, ..loose.clone() }.stable();
    let bitonic = Sort::fastest(&device) != Sort::Bitonic && Sort::Bitonic.runs_on(&device);
    let max = ALL_PAIRS[usize::from(device.info().class == Class::Hardware)];
    let mut rows = vec![("grid", loose.clone()), ("grid-dense", dense.clone())];
    if bitonic {
        rows.push(("grid-bitonic", Settings { sort: Some(Sort::Bitonic), ..loose.clone() }));
    }
    if Collisions::StencilRouting.runs_on(&device) {
        for (method, settings) in [("stencil-routing", &loose), ("stencil-routing-dense", &dense)] {
            rows.push((method, Settings { collisions: Collisions::StencilRouting, ..settings.clone() }));
        }
    }
    if n <= max {
        rows.push(("all-pairs", Settings { collisions: Collisions::AllPairs, ..loose.clone() }));
    }
    for (method, settings) in rows {
        let state = Rc::new(plain(State::block(n, 1, 0.1, &settings).map_err(Into::into))?);
        let new = {
            let (device, state, settings) = (device.clone(), state.clone(), settings.clone());
            move || plain(Particles::new(&device, &state, settings.clone()))
        };
        let running = RefCell::new(new()?);
        let run = move |_: &Data| plain(running.borrow_mut().step());
        // Truncating arithmetic may be off by one in the last place. The precision follows from the largest exact integer.
        let roundoff = 2.0 / f64::from(device.features().exact_integer.min(1 << 24));
        let right = move |_: &Data, ()| {
            let mut one = new()?;
            plain(one.step())?;
            Ok(exact::check(&state, &settings, roundoff, &plain(one.state())?))
        };
        cases.add(("app-particles", "fragment", method, "plain"), 8 * FLOATS * n, run, right);
    }
    for (method, settings) in [("grid-on-all-cores", loose), ("grid-on-all-cores-dense", dense)] {
        let state = plain(State::block(n, 1, 0.1, &settings).map_err(Into::into))?;
        let cells = *plain(Particles::new(&device, &state, settings.clone()))?.cells();
        let running = Rc::new(RefCell::new(Plain::new(&state, settings, cells)));
        let stepped = running.clone();
        let run = move |_: &Data| {
            running.borrow_mut().step();
            Ok(())
        };
        let right = move |_: &Data, ()| Ok(stepped.borrow().is_whole());
        cases.add(("app-particles", "cpu", method, "slice"), 8 * FLOATS * n, run, right);
    }
    Ok(())
}
