//! Cloth: a step by Brook's kernel, by the same kernel by hand, and by plain Rust.

mod plain;
mod stepped;

use std::cell::RefCell;
use std::rc::Rc;

use crate::applications::cloth::{Cloth, Settings, State};
use crate::compare::noise;
use crate::kernel::Source;
use crate::{Device, Error, Kernel, Stream};

use super::{Cases, Data, copy, device, plain as checked};

use plain::Plain;
use stepped::stepped;

/// Floats of a mass: its place, its speed and four springs.
const FLOATS: usize = 4 + 3 + 4;

/// Steps that are timed together.
const CALLS: usize = 4;

/// The step that is checked: the wind blows by then.
const WINDY: usize = 300;

/// The kernel of `demos/brook/cloth_torn.br` as it would be written for a GPU.
const STEP: &str = "input vec4 position, springs; input vec3 speed;
constant vec3 wind, gravity; constant float stiffness, damping, drag, ground, last, time_step;
output vec4 new_position, new_springs; output vec3 new_speed;
vec4 pull(vec3 way, vec3 parting, float most, float rest) {
    float far = max(sqrt(dot(way, way)), 1e-6);
    float inverse = 1.0 / far;
    float force = (stiffness * (far - rest) + damping * dot(parting, way) * inverse) * inverse;
    return most > 0.0 && far <= most * rest ? vec4(force * way, most) : vec4(0.0);
}
vec3 sail(vec3 u, vec3 v, vec3 felt, float most_u, float most_v) {
    vec3 normal = cross(u, v);
    float pressed = dot(felt, normal) / max(sqrt(dot(normal, normal)), 1e-6);
    return most_u > 0.0 && most_v > 0.0 ? pressed * normal : vec3(0.0);
}
void main() {
    index x = here_x();
    index y = here_y();
    vec4 place = fetch(position, x, y);
    vec4 own = fetch(springs, x, y);
    vec3 v = fetch(speed, x, y);
    bool has_left = x > 0;
    bool has_up = y > 0;
    vec3 r = clamped(position, x + 1, y).xyz - place.xyz;
    vec3 d = clamped(position, x, y + 1).xyz - place.xyz;
    vec3 l = clamped(position, x - 1, y).xyz - place.xyz;
    vec3 u = clamped(position, x, y - 1).xyz - place.xyz;
    float left = has_left ? clamped(springs, x - 1, y).x : 0.0;
    float up = has_up ? clamped(springs, x, y - 1).y : 0.0;
    float up_left = has_left && has_up ? clamped(springs, x - 1, y - 1).z : 0.0;
    float up_right = has_up && float(x) < last ? clamped(springs, x + 1, y - 1).w : 0.0;
    vec4 to_right = pull(r, clamped(speed, x + 1, y) - v, own.x, 1.0);
    vec4 to_down = pull(d, clamped(speed, x, y + 1) - v, own.y, 1.0);
    vec4 to_left = pull(l, clamped(speed, x - 1, y) - v, left, 1.0);
    vec4 to_up = pull(u, clamped(speed, x, y - 1) - v, up, 1.0);
    const float diagonal = 1.41421356;
    vec4 a = pull(clamped(position, x + 1, y + 1).xyz - place.xyz, clamped(speed, x + 1, y + 1) - v, own.z, diagonal);
    vec4 b = pull(clamped(position, x - 1, y + 1).xyz - place.xyz, clamped(speed, x - 1, y + 1) - v, own.w, diagonal);
    vec4 c = pull(clamped(position, x - 1, y - 1).xyz - place.xyz, clamped(speed, x - 1, y - 1) - v, up_left, diagonal);
    vec4 e = pull(clamped(position, x + 1, y - 1).xyz - place.xyz, clamped(speed, x + 1, y - 1) - v, up_right, diagonal);
    vec3 felt = wind - v;
    vec3 blown = sail(r, d, felt, to_right.w, to_down.w) + sail(d, l, felt, to_down.w, to_left.w)
               + sail(l, u, felt, to_left.w, to_up.w) + sail(u, r, felt, to_up.w, to_right.w);
    vec3 force = gravity + drag * (0.25 * blown - 0.02 * v) + (to_right + to_down + to_left + to_up + a + b + c + e).xyz;
    vec3 next_speed = place.w * (v + time_step * force);
    vec3 next = place.xyz + time_step * next_speed;
    bool lies = next.y < ground;
    new_position = vec4(next.x, lies ? ground : next.y, next.z, place.w);
    new_speed = lies ? next_speed * vec3(0.9, 0.0, 0.9) : next_speed;
    new_springs = vec4(to_right.w, to_down.w, a.w, b.w);
}";

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

/// A state in which all happens at once: springs are stretched and pressed, some break in the next step, some are broken, masses move,
/// and one of them reaches the floor.
fn roughened(mut state: State, settings: &Settings) -> State {
    let masses = state.positions.len();
    let shifts = noise(6 * masses, 21);
    for (mass, shift) in shifts.as_chunks::<6>().0.iter().enumerate() {
        for k in 0..3 {
            state.positions[mass][k] += 0.1 * shift[k];
            state.speeds[mass][k] = shift[3 + k];
        }
        // Near its own length, where it is broken by a stretch.
        state.springs[mass][mass % 4] *= [1.0, 0.0, 0.7][mass % 3];
    }
    state.positions[masses - 1][1] = settings.ground - 1.0;
    state
}

/// Whether two states are the same but for roundings. Where a spring is stretched by just as much as it bears, either is right: then
/// that one and its two masses differ.
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

/// A piece of cloth that steps by the kernel by hand.
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
        let pass = pass.constant("last", (settings.columns - 1) as f32).constant("time_step", settings.step);
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
