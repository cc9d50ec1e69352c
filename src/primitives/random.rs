//! Random numbers from counter-based generators.

use crate::error::{Error, PrimitiveError};
use crate::generator::{Feistel, Generator, ROUNDS, key_of};
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel, Methods};
use crate::shape::{IntoShape, Shape};

use super::needs::{MINIMAL, check, pass_methods};

/// Methods of generating random numbers. A method gives the same bits on every device that can run it, in every layout, and its
/// [reference](crate::reference::random()) gives them too. Normal numbers are an exception: they are as exact as the device's
/// logarithm, sine and cosine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Random {
    /// The fastest on devices with integers: Philox4x32-10, with the seed as the key and the number of the block as the counter. A
    /// block of four numbers is one texel, which takes 20 multiplications to 64 bits. Uniform numbers have 24 bits. Salmon,
    /// Moraes, Dror and Shaw, *Parallel Random Numbers: As Easy as 1, 2, 3*, 2011.
    Philox,
    /// For devices whose floats hold integers exactly up to 2^24: a Feistel network of 12 rounds on eight words of 12 bits. Its
    /// arithmetic on floats is exact. A block of four numbers is one texel, which takes 60 operations on vectors. A seed gives up to
    /// 2^26 uniform numbers of 24 bits. The keys of the rounds are words of Philox. It passes the battery of tests in
    /// `tests/primitives/random_battery.rs`. No paper has analysed it. After Salmon et al. 2011.
    Feistel12,
    /// For devices with 24-bit floats (R300, R420), which hold integers exactly up to 2^17: the same on words of 8 bits. A seed gives
    /// up to 2^26 uniform numbers of 16 bits. It passes the same tests, at the resolution of 16 bits.
    Feistel8,
}

impl Random {
    /// All methods.
    pub const ALL: [Random; 3] = [Random::Philox, Random::Feistel12, Random::Feistel8];

    /// Returns the method that [`random`] uses: [`Random::Philox`] if the device has integers, else the network with the largest words
    /// that the device's floats hold exactly.
    pub fn fastest(device: &Device) -> Random {
        let features = device.features();
        match features.integers {
            true => Random::Philox,
            false if features.exact_integer >= Feistel::TWELVE.exact() => Random::Feistel12,
            false => Random::Feistel8,
        }
    }

    /// Returns the generator of the method, which the [reference](crate::reference::random()) takes.
    pub fn generator(self) -> Generator {
        match self {
            Random::Philox => Generator::Philox,
            Random::Feistel12 => Generator::Feistel12,
            Random::Feistel8 => Generator::Feistel8,
        }
    }
}

pass_methods!(Random);

/// The needs of a network. Its rounds are unrolled.
const NETWORK: Needs = Needs { inputs: 0, loops: Loops::Counted(ROUNDS as u64), ..MINIMAL };

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Random::Philox",
        name: "philox",
        default: true,
        passes: "1; 2 plain",
        of_2_20: "1 packed, 2 plain",
        citation: Citation::new("Salmon et al. 2011", "Salmon, Moraes, Dror and Shaw 2011"),
        needs: Needs { integers: true, inputs: 0, loops: Loops::Counted(10), ..MINIMAL },
        kernels: &[MethodKernel::new("random_philox")],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Random::Feistel12",
        name: "feistel-12",
        remark: ", without integers, in floats",
        default: true,
        passes: "1; 2 plain",
        of_2_20: "1 packed, 2 plain",
        citation: Citation::new("today's, on fragments", "after Salmon et al. 2011; ours"),
        needs: NETWORK,
        exact_integer: Feistel::TWELVE.exact(),
        kernels: &[MethodKernel::new("random_feistel")],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Random::Feistel8",
        name: "feistel-8",
        remark: ", in floats of 24 bits",
        default: true,
        passes: "1; 2 plain",
        of_2_20: "1 packed, 2 plain",
        citation: Citation::new("today's, on fragments", "after Salmon et al. 2011; ours"),
        needs: NETWORK,
        exact_integer: Feistel::EIGHT.exact(),
        kernels: &[MethodKernel::new("random_feistel")],
        ..MethodInfo::PACKED
    },
];

/// Options of random numbers. The default is uniform numbers by the fastest method, the seed 0, and a plain layout.
///
/// ```
/// use brooklet::{Device, Layout, primitives::{self, RandomOptions}};
/// let device = Device::headless()?;
/// let options = RandomOptions::default().seed(7).normal().layout(Layout::Packed);
/// let (noise, trace) = device.traced(|| primitives::random(&device, [100, 200], options));
/// assert_eq!(noise?.shape().extents(), [100, 200]);
/// assert_eq!(trace.passes().count(), 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RandomOptions {
    seed: u64,
    normal: bool,
    layout: Layout,
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

    /// Sets the layout of the result. Packed streams take one pass less.
    pub fn layout(self, layout: Layout) -> RandomOptions {
        RandomOptions { layout, ..self }
    }

    /// Generates numbers by this method.
    pub fn method(self, method: Random) -> RandomOptions {
        RandomOptions { method: Some(method), ..self }
    }
}

/// What the kernels write, as their parameter `kind` has it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Uniform,
    Normal,
    UpperHalf,
    LowerHalf,
}

/// Generates a stream of random numbers: uniform ones from 0 to 1, without 1, or as the options say.
///
/// It takes one pass, and one more for a plain layout; each pass writes every number once and reads nothing else. It needs no memory
/// besides the result, and a packed copy of a plain one. Element i of a seed does not depend on the shape or the layout: a
/// longer stream begins with the same numbers. The numbers have the bits that [`Random`] describes. Normal numbers are at most 6.8, or
/// 5.9 by [`Random::Feistel12`] and 4.9 by [`Random::Feistel8`]. They differ from the exact transform by about 1e-5.
///
/// ```
/// use brooklet::{Device, Operator, primitives::{self, RandomOptions}};
/// let device = Device::headless()?;
/// let numbers = primitives::random(&device, 1000, RandomOptions::default().seed(42))?;
/// assert!(numbers.read()?.iter().all(|x| (0.0..1.0).contains(x)));
/// assert!((primitives::mean(&numbers)? - 0.5).abs() < 0.05);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Lacks`] and [`PrimitiveError::InexactIntegers`], if the device cannot run the method;
/// [`PrimitiveError::Blocks`], for more numbers than a seed gives; a shape that is too large for the device.
pub fn random(device: &Device, shape: impl IntoShape, options: RandomOptions) -> Result<Stream<f32>, Error> {
    let kind = if options.normal { Kind::Normal } else { Kind::Uniform };
    generate(device, shape.into_shape()?, options, kind)
}

/// Generates random words of 32 bits, each as two integers of 16 bits, since floats hold no more than 24: a stream of the upper halves
/// and one of the lower halves. A word is `65536 * upper + lower`. It takes twice the passes of [`random`].
///
/// ```
/// use brooklet::{Device, primitives::{self, RandomOptions}, reference};
/// let device = Device::headless()?;
/// let (upper, lower) = primitives::random_bits(&device, 10, RandomOptions::default())?;
/// let words = upper.read()?.into_iter().zip(lower.read()?).map(|(upper, lower)| (upper as u32) << 16 | lower as u32);
/// let generator = primitives::Random::fastest(&device).generator();
/// assert!(words.eq(reference::random_bits(10, 0, generator)));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`random`].
pub fn random_bits(
    device: &Device,
    shape: impl IntoShape,
    options: RandomOptions,
) -> Result<(Stream<f32>, Stream<f32>), Error> {
    let shape = shape.into_shape()?;
    let half = |kind| generate(device, shape, options, kind);
    Ok((half(Kind::UpperHalf)?, half(Kind::LowerHalf)?))
}

/// Generates numbers of a kind, in the shape and layout of the result.
fn generate(device: &Device, shape: Shape, options: RandomOptions, kind: Kind) -> Result<Stream<f32>, Error> {
    let method = options.method.unwrap_or(Random::fastest(device));
    fits(device, method, shape, kind)?;
    let mut numbers = device.stream_with::<f32>(shape, Layout::Packed)?;
    match method {
        Random::Philox => philox(&mut numbers, options.seed, kind)?,
        Random::Feistel12 => feistel(&mut numbers, options.seed, kind, Feistel::TWELVE)?,
        Random::Feistel8 => feistel(&mut numbers, options.seed, kind, Feistel::EIGHT)?,
    }
    match options.layout {
        Layout::Packed => Ok(numbers),
        Layout::Plain => numbers.to_layout(Layout::Plain),
    }
}

/// The number of blocks that a network gives for a seed: a float counts no further.
const MAX_BLOCKS: usize = 1 << 24;

/// Returns an error if the device cannot run the method, or if the method has no such number of blocks.
fn fits(device: &Device, method: Random, shape: Shape, kind: Kind) -> Result<(), PrimitiveError> {
    let (name, fastest, exact) = (method.name(), Random::fastest(device), device.features().exact_integer);
    check(method, device, fastest)?;
    let needed = method.method().exact_integer;
    if exact < needed {
        return Err(PrimitiveError::InexactIntegers { method: name, needed, exact, instead: fastest.name() });
    }
    let each = if matches!(kind, Kind::UpperHalf | Kind::LowerHalf) { 2 } else { 1 };
    let (blocks, max) = (shape.count().div_ceil(4).saturating_mul(each), MAX_BLOCKS.min(exact as usize));
    if method != Random::Philox && blocks > max {
        let instead = (fastest == Random::Philox).then_some(fastest.name());
        return Err(PrimitiveError::Blocks { method: name, blocks, max, instead });
    }
    Ok(())
}

fn philox(numbers: &mut Stream<f32>, seed: u64, kind: Kind) -> Result<(), Error> {
    let device = numbers.device().clone();
    let kernel = device.kernel(&glsl!("primitives/random_philox.frag").parameter("kind", kind as usize))?;
    // Constants are signed. The kernel converts them back, bit for bit.
    let [low, high] = key_of(seed).map(|word| word as i32);
    let pass = device.pass(&kernel).constant("key_low", low).constant("key_high", high);
    pass.output_texels("numbers", numbers).run()
}

/// The names of the kernel's constants for the keys of the rounds.
const KEYS: [&str; ROUNDS] = [
    "keys_0", "keys_1", "keys_2", "keys_3", "keys_4", "keys_5", "keys_6", "keys_7", "keys_8", "keys_9", "keys_10",
    "keys_11",
];

fn feistel(numbers: &mut Stream<f32>, seed: u64, kind: Kind, network: Feistel) -> Result<(), Error> {
    let device = numbers.device().clone();
    let radix = 1usize << network.bits;
    let source = glsl!("primitives/random_feistel.frag").parameter("kind", kind as usize).parameter("radix", radix);
    let kernel = device.kernel(&source)?;
    let fraction = |key: u32| key as f32 / radix as f32;
    let multipliers = network.multipliers.map(|multiplier| multiplier as f32);
    let mut pass = device.pass(&kernel).constant("multipliers", multipliers);
    for (name, key) in KEYS.into_iter().zip(network.round_keys(seed)) {
        pass = pass.constant(name, key.map(fraction));
    }
    pass.output_texels("numbers", numbers).run()
}
