//! Random numbers from a counter-based generator.

use crate::error::Error;
use crate::generator::{Generator, key_of};
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};

/// Methods of generating random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Random {
    /// Each invocation computes one block of Philox4x32-10, four numbers. One dispatch, and no memory beside the result. Uniform numbers
    /// and words have the same bits as by [`primitives::Random::Philox`](crate::primitives::Random). Salmon, Moraes, Dror and Shaw,
    /// *Parallel Random Numbers: As Easy as 1, 2, 3*, 2011.
    Philox,
}

impl Random {
    /// The only method.
    pub const ALL: [Random; 1] = [Random::Philox];

    /// Returns the method that [`random`] uses: [`Random::Philox`].
    pub fn fastest(_: &Device) -> Random {
        Random::Philox
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }

    /// Returns the generator of the method, which the [reference](crate::reference::random()) takes.
    pub fn generator(self) -> Generator {
        match self {
            Random::Philox => Generator::Philox,
        }
    }
}

methods!(Random);

const METHODS: [MethodInfo; 1] = [MethodInfo {
    variant: "Random::Philox",
    name: "philox",
    default: true,
    of_2_20: "1",
    citation: Citation::new("Salmon et al. 2011", "Salmon, Moraes, Dror and Shaw 2011"),
    ..MethodInfo::COMPUTE
}];

/// Options of random numbers. The default is uniform numbers by the fastest method, and the seed 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RandomOptions {
    seed: u64,
    normal: bool,
    method: Option<Random>,
}

impl RandomOptions {
    /// Sets the seed. The same seed gives the same numbers. Different seeds give numbers that have nothing in common.
    pub fn seed(self, seed: u64) -> RandomOptions {
        RandomOptions { seed, ..self }
    }

    /// Generates numbers with a normal distribution, of mean 0 and standard deviation 1, by the transform of Box and Muller.
    /// [`random_bits`] ignores this.
    pub fn normal(self) -> RandomOptions {
        RandomOptions { normal: true, ..self }
    }

    /// Generates numbers by this method.
    pub fn method(self, method: Random) -> RandomOptions {
        RandomOptions { method: Some(method), ..self }
    }
}

/// Generates a buffer of random numbers: uniform ones from 0 to 1, without 1, or as the options say. They have the bits of
/// [`primitives::random`](crate::primitives::random()) by Philox; normal numbers are as exact as the device's logarithm, sine and cosine.
///
/// ```
/// use brooklet::{Device, compute::{self, RandomOptions}, reference::{self, Generator}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let numbers = compute::random(&device, 1000, RandomOptions::default().seed(42))?;
/// assert_eq!(numbers.read()?, reference::random(1000, 42, Generator::Philox));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); more numbers than a buffer holds: the error has both numbers.
pub fn random(device: &Device, count: usize, options: RandomOptions) -> Result<Buffer<f32>, Error> {
    generate(device, count, options, if options.normal { 1 } else { 0 })
}

/// Generates a buffer of random words of 32 bits.
///
/// ```
/// use brooklet::{Device, compute::{self, RandomOptions}, reference::{self, Generator}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let words = compute::random_bits(&device, 1000, RandomOptions::default())?;
/// assert_eq!(words.read()?, reference::random_bits(1000, 0, Generator::Philox));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`random`].
pub fn random_bits(device: &Device, count: usize, options: RandomOptions) -> Result<Buffer<u32>, Error> {
    generate(device, count, options, 2)
}

/// Generates numbers of a kind: 0 uniform, 1 normal, 2 words.
fn generate<T: Element>(device: &Device, count: usize, options: RandomOptions, kind: u32) -> Result<Buffer<T>, Error> {
    let Random::Philox = options.method.unwrap_or(Random::fastest(device));
    let mut numbers = device.buffer::<T>(count)?;
    if count == 0 {
        return Ok(numbers);
    }
    let source = glsl!("compute/random_philox.comp").part("kind", format!("const int KIND = {kind};\n"));
    let kernel = device.compute_kernel(&ComputeSource { source, element: "uint", threads: device.threads(64, 0)? })?;
    let blocks = count.div_ceil(4);
    // Constants are signed. The kernel converts them back, bit for bit.
    let [low, high] = key_of(options.seed).map(|word| word as i32);
    let dispatch =
        device.dispatch(&kernel).constant("count", blocks).constant("key_low", low).constant("key_high", high);
    dispatch.output("numbers", &mut numbers).run_over(blocks).map(|()| numbers)
}
