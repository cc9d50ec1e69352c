//! Cloth: a step by Brook's kernel, by the same kernel written by hand, and by plain Rust.

mod kernel;
mod plain;
mod stepped;

use std::cell::RefCell;
use std::rc::Rc;

use crate::applications::cloth::{Cloth, Settings, State};
use crate::compare::noise;
use crate::kernel::Source;
use crate::{Device, Error, Kernel, Stream};

use super::{Cases, Data, copy, device, plain as checked};

use kernel::STEP;
use plain::Plain;
use stepped::stepped;

/// Floats per mass: its position, its speed and its four springs.
const FLOATS: usize = 4 + 3 + 4;

/// The number of steps that are timed together.
const CALLS: usize = 4;

/// The step that is checked. By then there is wind.
const WINDY: usize = 300;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let columns = n.isqrt().max(2);
    let settings = Settings::of((n / columns).max(2), columns);
    let masses = settings.rows * settings.columns;
    let bytes = 8 * FLOATS * masses;
    copy(cases, "app-cloth", FLOATS * masses)?;
    let flat = checked(checked(Cloth::new(&device, settings))?.state())?;
    let rough = Rc::new(roughened(flat.clone(), &settings));
    let wanted = Rc::new(stepped(&rough, &settings, WINDY));

    let running = RefCell::new(checked(Cloth::new(&device, settings))?);
    let run = move |_: &Data| checked(running.borrow_mut().step());
    let (start, same, at) = (rough.clone(), wanted.clone(), device.clone());
    let right = move |_: &Data, ()| {
        let mut one = checked(Cloth::of(&at, settings, &start, WINDY))?;
        checked(one.step())?;
        Ok(close(&checked(one.state())?, &same))
    };
    cases.add(("app-cloth", "fragment", "brook", "plain"), bytes, run, right);
    cases.calls(CALLS);

    // A step writes three render targets.
    if device.limits().targets >= 3 {
        let kernel = device.kernel(&Source::new("cloth_by_hand", STEP))?;
        let new = move |state: &State, steps: usize| ByHand::new(&device, &kernel, settings, state, steps);
        let running = RefCell::new(new(&flat, 0)?);
        let run = move |_: &Data| running.borrow_mut().step();
        let (start, same) = (rough.clone(), wanted.clone());
        let right = move |_: &Data, ()| {
            let mut one = new(&start, WINDY)?;
            one.step()?;
            Ok(close(&one.state()?, &same))
        };
        cases.add(("app-cloth", "fragment", "by-hand", "plain"), bytes, run, right);
        cases.calls(CALLS);
    }

    let running = RefCell::new(Plain::new(settings, &flat, 0));
    let run = move |_: &Data| {
        running.borrow_mut().step();
        Ok(())
    };
    let right = move |_: &Data, ()| {
        let mut one = Plain::new(settings, &rough, WINDY);
        one.step();
        Ok(close(&one.state(), &wanted))
    };
    cases.add(("app-cloth", "cpu", "rows-on-all-cores", "slice"), bytes, run, right);
    cases.calls(CALLS);
    Ok(())
}

/// Changes a state so that one step covers every case: springs are stretched and compressed, some break in the next step,
/// some are already broken, masses move, and one of them reaches the floor.
fn roughened(mut state: State, settings: &Settings) -> State {
    let masses = state.positions.len();
    let shifts = noise(6 * masses, 21);
    for (mass, shift) in shifts.as_chunks::<6>().0.iter().enumerate() {
        let [x, y, z, speed @ ..] = *shift;
        for (place, shift) in state.positions[mass].iter_mut().zip([x, y, z]) {
            *place += 0.1 * shift;
        }
        state.speeds[mass] = speed;
        // A factor of 0.7 puts the limit near the spring's own length, so that stretching breaks it.
        state.springs[mass][mass % 4] *= [1.0, 0.0, 0.7][mass % 3];
    }
    state.positions[masses - 1][1] = settings.ground - 1.0;
    state
}

/// Returns whether two states are equal except for rounding. A spring that is stretched exactly to its limit may break or hold, so
/// that spring and its two masses may differ.
fn close(found: &State, wanted: &State) -> bool {
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-4 * (1.0 + b.abs()));
    let masses = wanted.positions.len();
    let same = |mass: &usize| {
        near(&found.positions[*mass], &wanted.positions[*mass])
            && near(&found.speeds[*mass], &wanted.speeds[*mass])
            && found.springs[*mass] == wanted.springs[*mass]
    };
    found.positions.len() == masses && 10_000 * (masses - (0..masses).filter(same).count()) <= masses
}

/// A piece of cloth that is stepped by the kernel written by hand.
struct ByHand {
    kernel: Kernel,
    settings: Settings,
    steps: usize,
    now: Streams,
    next: Streams,
}

struct Streams {
    positions: Stream<[f32; 4]>,
    speeds: Stream<[f32; 3]>,
    springs: Stream<[f32; 4]>,
}

impl ByHand {
    fn new(device: &Device, kernel: &Kernel, settings: Settings, state: &State, steps: usize) -> Result<ByHand, Error> {
        let shape = [settings.rows, settings.columns];
        let streams = || -> Result<Streams, Error> {
            Ok(Streams {
                positions: device.upload_shaped(shape, &state.positions)?,
                speeds: device.upload_shaped(shape, &state.speeds)?,
                springs: device.upload_shaped(shape, &state.springs)?,
            })
        };
        Ok(ByHand { kernel: kernel.clone(), settings, steps, now: streams()?, next: streams()? })
    }

    fn step(&mut self) -> Result<(), Error> {
        let (settings, now, next) = (&self.settings, &self.now, &mut self.next);
        let pass = now.positions.device().pass(&self.kernel).input("position", &now.positions);
        let pass = pass.input("speed", &now.speeds).input("springs", &now.springs);
        let pass =
            pass.constant("wind", settings.wind_at(self.steps)).constant("gravity", [0.0, -settings.gravity, 0.0]);
        let pass = pass.constant("stiffness", settings.stiffness).constant("damping", settings.damping);
        let pass = pass.constant("drag", settings.drag).constant("ground", settings.ground);
        let pass = pass.constant("last", settings.columns - 1).constant("lowest", settings.rows - 1);
        let pass = pass.constant("time_step", settings.step);
        let pass = pass.output("new_position", &mut next.positions).output("new_speed", &mut next.speeds);
        pass.output("new_springs", &mut next.springs).run()?;
        std::mem::swap(&mut self.now, &mut self.next);
        self.steps += 1;
        Ok(())
    }

    fn state(&self) -> Result<State, Error> {
        let Streams { positions, speeds, springs } = &self.now;
        Ok(State { positions: positions.read()?, speeds: speeds.read()?, springs: springs.read()? })
    }
}
