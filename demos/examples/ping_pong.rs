//! Ping-pong: the Game of Life, two streams that take turns.
//!
//! `cargo run --example ping_pong`

use brooklet::Device;
use brooklet::kernel::Source;

/// The next generation of a cell. The world has no edge: what leaves it on one side comes back on the other.
const LIFE: &str = "
    input float now;
    output float next;

    index around(index place, index extent) {
        return place < 0 ? place + extent : place < extent ? place : place - extent;
    }

    void main() {
        float three_by_three = 0.0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                index x = around(here_x() + dx, width(now));
                index y = around(here_y() + dy, height(now));
                three_by_three += fetch(now, x, y);
            }
        }
        float alive = fetch(now, here());
        float neighbours = three_by_three - alive;
        next = neighbours == 3.0 || (neighbours == 2.0 && alive == 1.0) ? 1.0 : 0.0;
    }
";

const SIDE: usize = 12;
const GLIDER: [(usize, usize); 5] = [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)];

pub fn main() -> Result<(), brooklet::Error> {
    let device = Device::headless()?;
    let life = device.kernel(&Source::new("life", LIFE))?;

    let mut cells = vec![0.0; SIDE * SIDE];
    GLIDER.iter().for_each(|(row, column)| cells[row * SIDE + column] = 1.0);

    // A pass cannot read the texture that it draws into: so there are two, and what was drawn is read by the next pass.
    // `&now` and `&mut next` let the compiler see to that.
    let mut now = device.upload_shaped([SIDE, SIDE], &cells)?;
    let mut next = device.stream::<f32>([SIDE, SIDE])?;
    for generation in 0..=24 {
        if generation % 12 == 0 {
            println!("generation {generation}");
            for row in now.read()?.chunks(SIDE) {
                println!("  {}", row.iter().map(|&cell| if cell == 1.0 { "██" } else { "··" }).collect::<String>());
            }
        }
        device.pass(&life).input("now", &now).output("next", &mut next).run()?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(())
}
