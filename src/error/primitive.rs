//! Errors of primitives.

use crate::shape::Shape;

/// Errors of primitives.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum PrimitiveError {
    /// There are more elements than floats can number exactly.
    #[error("{what} counts positions in floats, which are exact up to {exact}; there are {count} elements: {instead}")]
    FloatAddress {
        /// The function that numbers them.
        what: &'static str,
        /// The number of elements.
        count: usize,
        /// The number of positions that floats hold exactly.
        exact: usize,
        /// What to do instead.
        instead: &'static str,
    },
    /// A method needs a feature that the device lacks.
    #[error(
        "the method {method} needs {needs}, which this device ({device}) does not have{}",
        .instead.map(|instead| format!(": use {instead}")).unwrap_or_default()
    )]
    Lacks {
        /// The method.
        method: &'static str,
        /// The feature.
        needs: &'static str,
        /// The device.
        device: String,
        /// The fastest method that runs on it.
        instead: Option<&'static str>,
    },
    /// A method sorts floats alone.
    #[error("the method {method} sorts floats alone, {what}: use {instead}")]
    KeysAlone {
        /// The method.
        method: &'static str,
        /// What it cannot do, as text: `without a payload`.
        what: &'static str,
        /// A method that can.
        instead: &'static str,
    },
    /// A method combines elements by the blending unit, which does not compute the operator.
    #[error(
        "the method {method} combines by sum, product, min and max alone, which the blending unit computes, and not by `{operator}`: use {instead}"
    )]
    NotBlended {
        /// The method.
        method: &'static str,
        /// The operator.
        operator: String,
        /// A method that takes it.
        instead: &'static str,
    },
    /// A method computes with larger integers than the device's floats hold exactly.
    #[error(
        "the method {method} computes with integers up to {needed} in floats, which are exact up to {exact} on this device: use {instead}"
    )]
    InexactIntegers {
        /// The method.
        method: &'static str,
        /// The integer up to which the method needs floats to be exact.
        needed: u32,
        /// The integer up to which they are exact.
        exact: u32,
        /// The fastest method that runs on the device.
        instead: &'static str,
    },
    /// More random numbers are wanted than a method generates from one seed.
    #[error(
        "the method {method} generates at most {max} blocks of four numbers from a seed, and this takes {blocks}: {}",
        .instead.map_or("use several seeds".to_owned(), |instead| format!("use {instead}, or several seeds"))
    )]
    Blocks {
        /// The method.
        method: &'static str,
        /// The number of blocks of four numbers that are needed.
        blocks: usize,
        /// The number of blocks that there are.
        max: usize,
        /// A method without this limit, if the device runs it.
        instead: Option<&'static str>,
    },
    /// A primitive has no method of this name.
    #[error("{primitive} has no method `{method}`; it has {methods}")]
    NoMethod {
        /// The primitive.
        primitive: &'static str,
        /// The requested name.
        method: String,
        /// The methods that it has.
        methods: String,
    },
    /// A primitive is given too few streams, or too many.
    #[error("{primitive} takes {inputs} (at least {needed} of them); it got {given}")]
    Inputs {
        /// The primitive.
        primitive: &'static str,
        /// The names of its inputs.
        inputs: String,
        /// The minimum number of streams.
        needed: usize,
        /// The number of streams that it is given.
        given: usize,
    },
    /// A predicate keeps +inf, which marks the null records.
    #[error(
        "the predicate `{keep}` keeps a record whose x is +inf, which stands for a null record and would be dropped: exclude it, or replace it first"
    )]
    KeptInfinity {
        /// The predicate.
        keep: String,
    },
    /// The shape of the result of a map is unknown.
    #[error("map `{kernel}` reads no stream to take the shape of its result from: add an input, or .shape(..)")]
    NoShape {
        /// The kernel.
        kernel: String,
    },
    /// A map was given a kernel that does not have exactly one output.
    #[error("map `{kernel}`: the kernel has {outputs} outputs, and a map makes one stream; use device.pass()")]
    OneOutput {
        /// The kernel.
        kernel: String,
        /// The number of the kernel's outputs.
        outputs: usize,
    },
    /// A number is 0, but must be at least 1.
    #[error("{what} must be at least 1")]
    Zero {
        /// A description of the number.
        what: &'static str,
    },
    /// A sort by few bits is asked for more bits than floats hold exactly, or for none.
    #[error(
        "keys of {bits} bits cannot be sorted by: the number of bits must be from 1 to {max}, or left out to compare whole floats"
    )]
    KeyBits {
        /// The number of bits.
        bits: u32,
        /// The maximum number of bits.
        max: u32,
    },
    /// The range of the keys of a sort by few bits is none.
    #[error("{from} to {to} is not a range of keys: both numbers must be finite, and the second must be larger")]
    KeyRange {
        /// The first number.
        from: f32,
        /// The second number.
        to: f32,
    },
    /// A word has too few bits for a key and a position.
    #[error("{method} sorts words of {max} bits, but a key of {bits} bits and a position of {position_bits} bits take {}: use merge, or fewer bits", .bits + .position_bits)]
    WordBits {
        /// The method.
        method: &'static str,
        /// The number of bits of a key.
        bits: u32,
        /// The number of bits of a position.
        position_bits: u32,
        /// The number of bits of a word.
        max: u32,
    },
    /// A method that compares every key with all others gets too many.
    #[error(
        "the method {method} compares every key with all others, and takes up to {max} keys; there are {count}: use {instead}"
    )]
    TooManyKeys {
        /// The method.
        method: &'static str,
        /// The number of keys.
        count: usize,
        /// The maximum number of keys.
        max: usize,
        /// The fastest method for so many keys.
        instead: &'static str,
    },
    /// Elements are to be taken at some positions, but there are none.
    #[error("{positions} elements are to be taken from a stream that has none")]
    TakeFromNone {
        /// The number of positions.
        positions: usize,
    },
    /// More elements are to be selected than there are.
    #[error("the top {k} of {count} elements are wanted: there must be at least as many elements")]
    TooFew {
        /// The number of elements to select.
        k: usize,
        /// The number of all elements.
        count: usize,
    },
    /// Lines along an axis have no elements, and nothing can be selected of none.
    #[error("there is no {what} of no elements: the lines along axis {axis} of a stream of {shape} have none")]
    EmptyLines {
        /// What is wanted of each line.
        what: &'static str,
        /// The axis, from the start.
        axis: usize,
        /// The shape of the stream.
        shape: Shape,
    },
    /// A stream of one axis has no rows and columns.
    #[error("{what} takes rows and columns, and a stream of {shape} has one axis: give it a shape of two")]
    Rows {
        /// The function.
        what: &'static str,
        /// The shape of the stream.
        shape: Shape,
    },
    /// A stream is not one picture.
    #[error("{what} takes one picture, of rows and columns; a stream of {shape} has {} {}", .shape.rank(), if .shape.rank() == 1 { "axis" } else { "axes" })]
    Picture {
        /// The function.
        what: &'static str,
        /// The shape of the stream.
        shape: Shape,
    },
    /// The weights of a convolution are none, or not as many as their rows and columns say.
    #[error(
        "{rows} × {columns} weights cannot be {found} numbers: at least one is needed, and as many as rows times columns"
    )]
    Weights {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The number of weights that are given.
        found: usize,
    },
    /// The standard deviation of a Gaussian is invalid.
    #[error("a Gaussian with a standard deviation of {sigma} elements: it must be from 0 to {max}")]
    Sigma {
        /// The standard deviation.
        sigma: f32,
        /// The maximum.
        max: f32,
    },
    /// The side of the squares of a median filter is invalid.
    #[error(
        "the method {method} finds medians of squares of {}1 to {max} elements a side, and not of {side}",
        if *.method == "network" { "an odd number from " } else { "" }
    )]
    Side {
        /// The method.
        method: &'static str,
        /// The side.
        side: usize,
        /// The maximum.
        max: usize,
    },
    /// Matrices cannot be multiplied.
    #[error("a product takes a matrix with as many columns as the other has rows; they are {a} and {b}")]
    Product {
        /// The shape of the first.
        a: Shape,
        /// The shape of the second.
        b: Shape,
    },
    /// Lines are too long for a Fourier transform.
    #[error(
        "a Fourier transform takes lines of up to {largest} elements, or of up to {} if {others}: these have {length}",
        2 * .largest
    )]
    FftLength {
        /// The number of elements of a line.
        length: usize,
        /// The largest number for which lines of any length are transformed.
        largest: usize,
        /// The lines that may be twice as long.
        others: &'static str,
    },
    /// The plan of a Fourier transform is for another shape.
    #[error("this Fourier transform was planned for {planned}, and the stream is {found}")]
    FftShape {
        /// The shape that it was planned for.
        planned: Shape,
        /// The shape of the stream.
        found: Shape,
    },
    /// Half a spectrum does not have the length of that of so many real numbers.
    #[error("the spectrum of {length} real numbers has {} elements along its axis, and this one has {found}: say how many numbers it is of", .length / 2 + 1)]
    HalfSpectrum {
        /// The number of real numbers.
        length: usize,
        /// The number of elements of the spectrum.
        found: usize,
    },
    /// An axis is listed twice, or none where one is needed.
    #[error("a Fourier transform along the axes {axes:?} of a stream of {shape}: list at least one, and each once")]
    Axes {
        /// The axes.
        axes: Vec<i32>,
        /// The shape of the stream.
        shape: Shape,
    },
    /// A quantile is not a part of a whole.
    #[error("{q} is not a quantile: it must be from 0 (the smallest element) to 1 (the largest)")]
    Quantile {
        /// The number.
        q: f64,
    },
}
