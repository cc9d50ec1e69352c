//! Map and reduce: the length of a vector, and where its largest element is.
//!
//! `cargo run --example map_reduce`

use brooklet::{Device, Operator, Stream, primitives};

pub fn main() -> Result<(), brooklet::Error> {
    // An OpenGL context of our own: no window, no display.
    let device = Device::headless()?;

    // A stream is an array on the device: here 1, -2, 3, -4 .. in a texture of 64 × 63.
    let numbers: Vec<f32> = (1..=4000).map(|k| if k % 2 == 0 { -k as f32 } else { k as f32 }).collect();
    let x = device.upload(&numbers)?;

    // Map: one expression for every element. `x` is the element of the stream that is bound to that name.
    let squares: Stream<f32> = primitives::map(&device, "x * x").input("x", &x).run()?;
    println!("x * x begins with {:?}", squares.read_range(0..4)?);

    // Reduce: all elements become one, pass by pass, each of them far smaller than the one before.
    let (largest, trace) = device.traced(|| primitives::reduce(&x, &Operator::max()));
    println!("the largest of {} is {}, passes: {}", x.len(), largest?, trace.passes().count());

    // Whole numbers up to 2^24 are exact in a float: so this sum is, in whatever order the device adds.
    let sum: f32 = primitives::reduce(&x, &Operator::sum())?;
    println!("their sum is {sum}");

    // An operator of one's own: an expression for the device, and the same in Rust for the few elements that are left.
    let farther =
        Operator::new("farther", "abs(a) < abs(b) ? b : a", |a: f32, b| if a.abs() < b.abs() { b } else { a });
    println!("farthest from zero is {}", primitives::reduce(&x, &farther)?);
    Ok(())
}
