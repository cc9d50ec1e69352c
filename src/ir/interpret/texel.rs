//! Interprets the texel phase, in which kernels read textures. Tests compare its results with those of the kernel phase.

use super::execute::Execute;
use super::machine::{Frame, Machine};
use super::{Array, Element, MAX_ITERATIONS, Run, RunError, Value};
use crate::geometry::Geometry;
use crate::ir::{Expr, ExprKind, Kernel, Measure, Stream, TexelAddress};
use crate::texel::Components;

/// The textures and constants of a pass, and the position of one fragment.
#[derive(Debug)]
pub(crate) struct Textures<'a> {
    /// For each input, its layout, its number of layers, and its texels of four components, layer after layer. If there are no texels, a
    /// read returns the texel's column and row.
    pub inputs: Vec<(Geometry, usize, Array)>,
    /// The layout of the outputs.
    pub output: Geometry,
    /// The constants.
    pub constants: &'a [Value],
    /// Whether coordinates are in texels, and not from 0 to 1.
    pub rectangles: bool,
    /// The minimum distance that coordinates have to keep from the edges of a texel, in texels.
    pub margin: f64,
    /// The column and row of the texel that is drawn.
    pub fragment: (usize, usize),
    /// The index within that texel of the element that is computed.
    pub lane: usize,
}

/// Returns the texels of a stream in this layout, padded with the poison.
pub(crate) fn texels_of(stream: &Array, geometry: &Geometry, layers: usize, poison: u32) -> Array {
    let size = geometry.width * geometry.height;
    let mut words = vec![poison; 4 * size * layers];
    for number in 0..stream.grid.count {
        let element = stream.element(number).expect("it is inside").words();
        let (x, y, lane) = geometry.texel_of(number / layers);
        let texel = 4 * ((number % layers) * size + y * geometry.width + x);
        match geometry.layout.lanes() {
            1 => words[texel..texel + stream.ty.count()].copy_from_slice(&element[..stream.ty.count()]),
            _ => words[texel + lane] = element[0],
        }
    }
    Array::new(stream.ty.with(Components::Four), geometry.width.max(1), words)
}

/// Returns the column and row of the texel that a kernel reads, for textures too large to be created. The kernel's two outputs are
/// the column and row.
pub(crate) fn place(kernel: &Kernel, input: Geometry, output: Geometry, number: i32, rectangles: bool) -> [i32; 2] {
    let none = Array::new(crate::ir::Type::Float(Components::Four), 1, vec![]);
    let constants = [Value::Index(number), Value::Index(0)];
    let inputs = vec![(input, 1, none)];
    let textures =
        Textures { inputs, output, constants: &constants, rectangles, margin: 0.0, fragment: (0, 0), lane: 0 };
    let outputs = run(kernel, &textures).unwrap().outputs;
    [0, 1].map(|k| f32::from_bits(outputs[k].words()[0]) as i32)
}

/// Runs a kernel of the texel phase for one element of a fragment.
pub(crate) fn run(kernel: &Kernel, textures: &Textures) -> Result<Element, RunError> {
    let grid = super::Grid { count: textures.output.count, width: textures.output.row };
    let run = Run {
        kernel,
        inputs: &[],
        constants: textures.constants,
        output: grid,
        poison: f32::NAN,
        max_iterations: MAX_ITERATIONS,
        textures: Some(textures),
    };
    Machine::new(&run, 0).element()
}

impl<'a> Machine<'a> {
    /// Evaluates a node that only the texel phase has.
    pub(super) fn texel_phase(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Value, RunError> {
        let textures = self.run.textures.expect("a run of the texel phase");
        let (column, row) = textures.fragment;
        Ok(match &expr.kind {
            ExprKind::Texel { input, at } => {
                let place = match at {
                    TexelAddress::Number(number) => {
                        let (number, width) =
                            (self.value(number, frame)?.whole(), textures.inputs[*input].0.width as i32);
                        [number % width, number / width, 0]
                    }
                    TexelAddress::Cell(place, layer) => {
                        let place = self.value(place, frame)?;
                        [place.component(0).whole(), place.component(1).whole(), self.layer(layer, frame)?]
                    }
                    TexelAddress::Coordinates(place, layer) => {
                        let place = self.value(place, frame)?;
                        let geometry = &textures.inputs[*input].0;
                        let size = if textures.rectangles { [1, 1] } else { [geometry.width, geometry.height] };
                        let [x, y] = [0, 1].map(|axis| texel_hit(place.component(axis), size[axis], textures.margin));
                        [x, y, self.layer(layer, frame)?]
                    }
                };
                textures.read(*input, place)
            }
            ExprKind::Measure(stream, what) => {
                let geometry = match stream {
                    Stream::Input(input) => &textures.inputs[*input].0,
                    Stream::Output(_) => &textures.output,
                };
                let number = match what {
                    Measure::Width => geometry.width,
                    Measure::Row => geometry.row,
                    Measure::Rows => geometry.rows(),
                    Measure::Count => geometry.count,
                    Measure::Shift => geometry.width.max(1).ilog2() as usize,
                    Measure::Inverse => {
                        let inverse = |extent: usize| 1.0 / extent.max(1) as f32;
                        return Ok(Value::floats(&[inverse(geometry.width), inverse(geometry.height)]));
                    }
                };
                Value::Index(number as i32)
            }
            ExprKind::FragmentColumn => Value::Index(column as i32),
            ExprKind::FragmentRow => Value::Index(row as i32),
            ExprKind::FragmentCentre => {
                let middle = |place: usize, extent: usize| (place as f32 + 0.5) / extent as f32;
                Value::floats(&[middle(column, textures.output.width), middle(row, textures.output.height)])
            }
            ExprKind::Lane => Value::Index(textures.lane as i32),
            ExprKind::Remainder(of, divisor) => {
                Value::Index(self.value(of, frame)?.whole().rem_euclid(*divisor as i32))
            }
            kind => unreachable!("{kind:?}"),
        })
    }

    fn layer(&mut self, layer: &'a Option<Box<Expr>>, frame: &Frame<'a>) -> Result<i32, RunError> {
        layer.as_ref().map_or(Ok(0), |layer| Ok(self.value(layer, frame)?.whole()))
    }
}

/// Returns the column or row of the texel that a coordinate hits. Panics if the coordinate is less than `margin` away from the texel's
/// edges.
fn texel_hit(coordinate: Value, size: usize, margin: f64) -> i32 {
    let Value::Float(_, [coordinate, ..]) = coordinate else { panic!("{coordinate:?}") };
    let place = f64::from(coordinate) * size as f64;
    let along = place - place.floor();
    assert!((margin..=1.0 - margin).contains(&along), "{place} is near the edge of a texel");
    place.floor() as i32
}

impl Textures<'_> {
    fn read(&self, input: usize, [x, y, layer]: [i32; 3]) -> Value {
        let (geometry, layers, texels) = &self.inputs[input];
        let extents = [geometry.width, geometry.height, *layers];
        for (place, extent) in [x, y, layer].into_iter().zip(extents) {
            assert!((0..extent as i32).contains(&place), "texel {x}, {y}, {layer} of a texture of {extents:?}");
        }
        if texels.grid.count == 0 {
            return Value::floats(&[x as f32, y as f32, 0.0, 0.0]);
        }
        let number = (layer as usize * geometry.height + y as usize) * geometry.width + x as usize;
        texels.element(number).expect("it is inside")
    }
}
