//! A window: rain on a pond, which drips where the pointer is pressed. `cargo run --features window --example window`

use brooklet::kernel::Source;
use brooklet::{Error, Stream, primitives, window};

/// How high the water stands a moment later: a wave that dies down slowly. `drop` is where something falls into it, in pixels.
const WAVE: &str = "
    input float now;
    input float before;
    constant vec2 drop;
    output float next;

    void main() {
        index x = here_x(), y = here_y();
        float around = clamped(now, x - 1, y) + clamped(now, x + 1, y) + clamped(now, x, y - 1) + clamped(now, x, y + 1);
        float wave = 0.5 * around - fetch(before, here());
        next = 0.99 * wave + (distance(vec2(x, y), drop) < 3.0 ? 0.5 : 0.0);
    }
";

/// The colour of the water: deeper below, lighter where a wave leans to the left, into the light.
const COLOUR: &str = "
    input float water;
    constant float rows;
    output vec3 colour;

    void main() {
        index x = here_x(), y = here_y();
        float lean = clamped(water, x + 1, y) - clamped(water, x - 1, y);
        colour = mix(vec3(0.25, 0.6, 0.75), vec3(0.02, 0.1, 0.3), float(y) / rows) + vec3(2.0 * lean);
    }
";

const POND: [usize; 2] = [240, 320]; // rows, columns

pub fn main() -> Result<(), Error> {
    println!("rain on a pond: press the pointer to drip, Escape to close");
    window::run("rain on a pond", [640, 480], |device| {
        let kernel = |name, text| device.kernel(&Source::new(name, text));
        let (wave, colour) = (kernel("wave", WAVE)?, kernel("colour", COLOUR)?);
        let calm = || device.upload_shaped(POND, &vec![0.0; POND[0] * POND[1]]);
        // Three heights: before, now, and next, which take turns.
        let (mut before, mut now, mut next) = (calm()?, calm()?, calm()?);
        let device = device.clone();
        Ok(move |frame: &window::Frame| -> Result<Stream<[f32; 3]>, Error> {
            let drop = match frame.pointer {
                Some(pixel) if frame.pressed => pixel,
                // Every now and then a drop falls into the middle.
                _ if frame.number.is_multiple_of(90) => [160.0, 120.0],
                _ => [-100.0, -100.0],
            };
            let pass = device.pass(&wave).input("now", &now).input("before", &before).constant("drop", drop);
            pass.output("next", &mut next).run()?;
            std::mem::swap(&mut before, &mut now);
            std::mem::swap(&mut now, &mut next);
            primitives::map_with(&device, &colour).input("water", &now).constant("rows", POND[0] as f32).run()
        })
    })
}
