//! Capture and replay: a scan, looked at pass by pass, forward and back.
//!
//! `cargo run --example replay`

use brooklet::capture::Step;
use brooklet::primitives::{self, Scan};
use brooklet::{Device, Operator};

pub fn main() -> Result<(), brooklet::Error> {
    let device = Device::headless()?;
    let x = device.upload(&[3.0, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0])?;

    // A capture runs the work as ever, and keeps its passes with all that they read.
    let (sums, capture) = device.capture(|| primitives::scan_by(&x, &Operator::sum(), Scan::HillisSteele))?;
    println!("{:?} becomes {:?}", x.read()?, sums.read()?);

    // A replay runs the same passes again, on textures of its own, as far as it is asked to.
    let mut replay = capture.replay();
    for (number, step) in capture.steps().iter().enumerate() {
        replay.seek(number)?;
        let Step::Pass(pass) = step else { continue };
        let written = replay.read(&pass.outputs[0])?;
        println!("pass {}: {:?}, by {}", number + 1, written.to_floats(), step.kernel());
    }

    // And back: the second pass once more. Which elements did the kernel fetch for the last one?
    replay.seek(1)?;
    let last = replay.fetches()?.of(x.len() - 1)?;
    let from: Vec<usize> = last.fetches.iter().filter_map(|fetch| fetch.element).collect();
    println!("the last element of pass 2 was made of elements {from:?} of pass 1");
    Ok(())
}
