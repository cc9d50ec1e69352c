//! Cloth: a step of Brook's kernel.

use std::cell::RefCell;

use crate::Error;
use crate::applications::cloth::{Cloth, Settings};

use super::{Cases, Data, copy, device, plain};

/// Floats of a mass: its place, its speed and four springs.
const FLOATS: usize = 4 + 3 + 4;

/// Steps that are timed together.
const CALLS: usize = 4;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let columns = n.isqrt().max(2);
    let settings = Settings::of((n / columns).max(2), columns);
    let masses = settings.rows * settings.columns;
    copy(cases, "app-cloth", FLOATS * masses)?;
    let running = RefCell::new(plain(Cloth::new(&device, settings))?);
    let run = move |_: &Data| plain(running.borrow_mut().step());
    let right = move |_: &Data, ()| {
        // In the first step there is no wind, and no spring is stretched: what is not held falls freely.
        let mut one = plain(Cloth::new(&device, settings))?;
        plain(one.step())?;
        let (positions, fallen) = (plain(one.state())?.positions, -settings.gravity * settings.step * settings.step);
        Ok(positions.iter().enumerate().all(|(mass, position)| {
            let row = (mass / columns) as f32;
            let wanted = if position[3] == 0.0 { 0.0 } else { fallen - row };
            (position[1] - wanted).abs() <= 1e-6 * (1.0 + row)
        }))
    };
    cases.add(("app-cloth", "fragment", "brook", "plain"), 8 * FLOATS * masses, run, right);
    cases.calls(CALLS);
    Ok(())
}
