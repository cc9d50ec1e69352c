//! Debugs a fragment of a draw: executes the programs of a kernel one after the other for this fragment.

use crate::backend::Sampling;
use crate::backend::{BackendError, Draw, PointsBinding};
use crate::fragment_operations::FragmentOperations;
use crate::fragment_program::listing::Names;
use crate::fragment_program::{Partition, PartitionPass, RegisterValues, Write};

use super::super::Emulator;
use super::super::executable::Executable;
use super::super::memory::{Textures, to_half};
use super::super::texture::{View, span};
use super::{DrawBindings, Fragment, Point, Target, Texture, fragment};

/// A texture between the passes of a kernel. Only one of its texels is written and read, since each fragment reads the texel at its own
/// position.
struct Intermediate {
    words: Vec<u32>,
    channels: usize,
}

/// The position of a fragment in a draw, and the textures of the emulator.
#[derive(Clone, Copy)]
struct Place<'a> {
    draw: &'a Draw<'a>,
    at: (usize, usize),
    textures: &'a Textures,
}

impl Emulator {
    /// Executes the programs of a kernel for one fragment, on the current content of its textures.
    pub(in super::super) fn debug_fragment(
        &self,
        draw: &Draw,
        at: (usize, usize),
    ) -> Result<Vec<Fragment>, BackendError> {
        let kernel = self.kernel(draw.kernel)?;
        let passes = draw.with_layouts(|layouts| kernel.bind(layouts))?;
        let partition = passes.partition();
        let textures = self.textures.borrow();
        let place = Place { draw, at, textures: &textures };
        let point = draw.points.as_ref().map(|points| point(draw, points, at, &textures)).transpose()?;
        let mut between = intermediates(partition, draw);
        let interface = &kernel.ir().interface;
        let names = Names::of(&kernel.ir()).with_intermediates(between.len());
        let mut fragments = Vec::with_capacity(partition.passes.len());
        for (pass, executable, bound) in passes.each() {
            let of_target = |write: &Write| match write {
                Write::Output(number) => {
                    let spec = textures.get(draw.targets[*number].texture)?.spec;
                    let name = interface.outputs[*number].name.clone();
                    Ok(Target { name, channels: spec.channels, to_half: to_half(spec.ty, self.chip) })
                }
                Write::Intermediate(number) => {
                    Ok(Target::of_floats(format!("intermediate {number}"), between[*number].channels))
                }
            };
            let mut targets = pass.writes.iter().map(of_target).collect::<Result<Vec<_>, BackendError>>()?;
            let depth = interface.depth().filter(|_| pass.program.writes_depth());
            targets.extend(depth.map(|name| Target::of_floats(name.to_owned(), 1)));
            let mut fragment = self.fragment((pass, executable), bound, place, &between, targets)?;
            if let Some(depth) = fragment.outputs.last_mut().filter(|_| depth.is_some()) {
                // The depth is the third component of its register.
                depth.words.swap(0, 2);
                depth.stored.swap(0, 2);
            }
            let ended = !fragment.end.writes();
            for (write, output) in pass.writes.iter().zip(&fragment.outputs) {
                if let Write::Intermediate(number) = write {
                    let Intermediate { words, channels } = &mut between[*number];
                    let start = (at.1 * draw.output.width + at.0) * *channels;
                    words[start..start + *channels].copy_from_slice(&output.words[..*channels]);
                }
            }
            let is_between = pass.writes.iter().all(|write| matches!(write, Write::Intermediate(_)));
            let (operations, point) = match is_between && !pass.writes.is_empty() {
                // What is between the programs of a kernel replaces texels.
                true => (FragmentOperations::default(), None),
                false => (draw.operations, point),
            };
            fragments.push(Fragment { names: names.clone(), operations, point, ..fragment });
            if ended {
                break;
            }
        }
        Ok(fragments)
    }

    /// Executes one of the programs for the fragment.
    fn fragment(
        &self,
        (PartitionPass { program, .. }, executable): (&PartitionPass, &Executable),
        bound: &RegisterValues,
        Place { draw, at: (column, row), textures }: Place,
        between: &[Intermediate],
        targets: Vec<Target>,
    ) -> Result<Fragment, BackendError> {
        let (width, height) = (draw.output.width, draw.output.height);
        let read = program.samplers.iter().map(|sampler| match sampler.input.checked_sub(draw.inputs.len()) {
            Some(number) => {
                let Intermediate { words, channels } = &between[number];
                let one = 1f32.to_bits();
                let view = View {
                    words,
                    width,
                    height,
                    span: span(self.chip, height),
                    layers: 1,
                    channels: *channels,
                    one,
                    outside: 0,
                    sampling: Sampling::default(),
                    levels: 1,
                };
                Ok(Texture { view, stream: None })
            }
            None => {
                let input = &draw.inputs[sampler.input];
                let view = textures.get(input.texture)?.view(self.chip);
                Ok(Texture { view, stream: Some((input.geometry, input.layers)) })
            }
        });
        let read = read.collect::<Result<Vec<_>, BackendError>>()?;
        let given = DrawBindings {
            program,
            chip: self.chip,
            parameters: &bound.parameters,
            coordinates: &bound.coordinates,
            textures: &read,
            bounds: executable.bounds(),
        };
        let element = (row * width + column) * draw.output.layout.lanes();
        let element = (element < draw.output.count).then_some(element);
        Ok(Fragment { element, ..fragment(&given, (column, row), targets) })
    }
}

/// Returns where an element is drawn as a point.
fn point(
    draw: &Draw,
    points: &PointsBinding,
    (column, row): (usize, usize),
    textures: &Textures,
) -> Result<Point, BackendError> {
    let places = textures.get(points.places.texture)?;
    let start = (row * draw.output.width + column) * places.spec.channels;
    let place = places.words.get(start..start + places.spec.channels).unwrap_or_default();
    let texel = points.texel([0, 1].map(|k| place.get(k).map_or(0.0, |word| f32::from_bits(*word))));
    Ok(Point { size: points.size, texel })
}

fn intermediates(partition: &Partition, draw: &Draw) -> Vec<Intermediate> {
    let texels = draw.output.width * draw.output.height;
    let texture = |&channels: &usize| Intermediate { words: vec![0; texels * channels], channels };
    partition.textures.iter().map(texture).collect()
}
