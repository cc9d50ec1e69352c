//! Draws a pass, with a line in the trace and a step in each capture.

use crate::backend::{Draw, DrawnPart, InputBinding, PassCost, PointsBinding, RenderTarget, TextureId};
use crate::error::{CaptureError, Error};
use crate::fragment_operations::{DepthTest, FragmentOperations};
use crate::geometry::Rect;
use crate::ir::{self, Port};
use crate::machine::recorder::Recorder;
use crate::machine::step::{Binding, PassStep, PointsStep, Step};
use crate::trace::{Event, PassEvent, PassPart, Traffic};

use super::Pass;
use super::binding::StreamBinding;
use super::check::Checked;

impl<'a> Pass<'a> {
    pub(super) fn draw(&self, checked: &Checked<'a>) -> Result<(), Error> {
        let Checked { inputs, outputs, output: geometry, points, constants, rects } = checked;
        let operations = self.operations();
        let read = |input: &StreamBinding| {
            Some(InputBinding { texture: input.texture?, geometry: input.geometry, layers: input.layers })
        };
        let read: Vec<InputBinding> = inputs.iter().filter_map(read).collect();
        let target = |output: &StreamBinding| Some(RenderTarget { texture: output.texture?, layer: output.layer });
        let targets: Vec<RenderTarget> = outputs.iter().filter_map(target).collect();
        let draw = Draw {
            kernel: self.kernel.id(),
            inputs: &read,
            constants,
            targets: &targets,
            output: *geometry,
            fill: self.device.inner.poison,
            rects,
            points: *points,
            operations,
            depth_stencil: self.depth_stencil.and_then(|buffer| buffer.texture),
            query: self.query.map(|(_, query)| query),
        };
        let drawn = |rect: &Rect| operations.scissor.map_or(*rect, |scissor| rect.intersect(scissor)).area();
        let texels: usize = match points {
            None => rects.iter().map(drawn).sum(),
            Some(points) => geometry.count * points.size * points.size,
        };
        let (width, height) = draw.target_size();
        let event = |cost| PassEvent {
            kernel: self.name(),
            part: None,
            width,
            height,
            outputs: targets.len(),
            rectangle: self.rectangle,
            points: points.map(|_| geometry.count),
            operations,
            traffic: traffic(&[inputs, self.points.as_slice()].concat(), outputs, texels, &operations),
            cost,
        };
        self.device.record_command(|recorder| {
            let event = event(PassCost::default());
            let step = self.step(recorder, (inputs, outputs), &draw, event)?;
            recorder.step(step);
            Ok(())
        })?;
        let drawn = self.device.backend().draw(&draw);
        let drawn = drawn.inspect_err(|_| self.device.record_infallible(Recorder::pop))?;
        if drawn.parts.is_empty() {
            self.device.record(|| Event::Pass(event(drawn.cost)));
        }
        for (number, part) in drawn.parts.iter().enumerate() {
            let pick =
                |bounds: &[StreamBinding<'a>], chosen: &[usize]| chosen.iter().map(|k| bounds[*k]).collect::<Vec<_>>();
            let (read, written) = (pick(inputs, &part.inputs), pick(outputs, &part.outputs));
            let own = traffic(&read, &written, texels, &operations);
            self.device.record(|| {
                Event::Pass(PassEvent {
                    part: Some(PassPart { number: number + 1, of: drawn.parts.len() }),
                    outputs: part.outputs.len() + part.written.len(),
                    traffic: with_intermediates(own, part, geometry.texels(), texels),
                    ..event(part.cost)
                })
            });
        }
        Ok(())
    }

    /// Returns the operations on the fragments. The depth test has no depth for all of them if the kernel writes their depths.
    fn operations(&self) -> FragmentOperations {
        let writes_depth = self.kernel.interface().depth().is_some();
        let depth =
            self.operations.depth.map(|test| DepthTest { at: (!writes_depth).then(|| test.at.unwrap_or(0.0)), ..test });
        FragmentOperations { depth, ..self.operations }
    }

    /// Returns the pass as a step of a capture.
    fn step(
        &self,
        recorder: &mut Recorder,
        (inputs, outputs): (&[StreamBinding], &[StreamBinding]),
        draw: &Draw,
        event: PassEvent,
    ) -> Result<Step, Error> {
        let mut bind = |bounds: &[StreamBinding], ports: &[Port]| -> Result<Vec<Binding>, Error> {
            let of = |(bound, port): (&StreamBinding, &Port)| {
                // Only a pass that is drawn becomes a step, and all its streams have textures.
                let texture = bound.texture.expect("a stream of some elements");
                let resource = recorder.texture(self.device.memory(), texture)?;
                let StreamBinding { geometry, layers, layer, .. } = *bound;
                Ok(Binding { name: port.name.clone(), ty: port.ty, geometry, layers, layer, resource })
            };
            bounds.iter().zip(ports).map(of).collect()
        };
        let interface = self.kernel.interface();
        let (inputs, outputs) = (bind(inputs, &interface.inputs)?, bind(outputs, &interface.outputs)?);
        let points = draw.points.zip(self.points.as_ref()).map(|(points, places)| {
            let port = Port { name: "places".to_owned(), ty: ir::Type::Float(places.components()) };
            let [places] = bind(std::slice::from_ref(places), &[port])?.try_into().expect("one binding for one stream");
            let PointsBinding { source, size, target, .. } = points;
            Ok::<_, Error>(PointsStep { places, source, size, target })
        });
        let points = points.transpose()?;
        let known = |buffer: &TextureId| recorder.textures.contains_key(buffer);
        if !self.device.features().reads_depth_stencil && draw.depth_stencil.is_some_and(|buffer| !known(&buffer)) {
            return Err(CaptureError::DepthStencil { kernel: self.name() }.into());
        }
        let buffer = draw.depth_stencil.map(|buffer| recorder.texture(self.device.memory(), buffer));
        Ok(Step::Pass(PassStep {
            inputs,
            outputs,
            output: draw.output,
            points,
            depth_stencil: buffer.transpose()?,
            kernel: self.kernel.clone(),
            constants: draw.constants.to_vec(),
            rects: draw.rects.to_vec(),
            fill: draw.fill,
            event,
        }))
    }
}

fn traffic(
    inputs: &[StreamBinding],
    outputs: &[StreamBinding],
    drawn: usize,
    operations: &FragmentOperations,
) -> Traffic {
    let bytes = |bound: &StreamBinding| {
        let channels = bound.components.channels().max(bound.layout().lanes());
        channels * if bound.half { 2 } else { 4 }
    };
    let mut traffic = Traffic::default();
    for input in inputs {
        let texels = input.geometry.texels() * input.layers;
        traffic.texels_read += texels;
        traffic.bytes_read += texels * bytes(input);
    }
    for output in outputs {
        traffic.texels_written += drawn;
        traffic.bytes_written += drawn * bytes(output);
        // Blending reads what it replaces.
        if operations.blend.is_some() {
            traffic.texels_read += drawn;
            traffic.bytes_read += drawn * bytes(output);
        }
    }
    // Each texel of the depth and stencil buffer has four bytes.
    if operations.reads_depth_stencil() {
        traffic.texels_read += drawn;
        traffic.bytes_read += drawn * 4;
    }
    if operations.writes_depth_stencil() {
        traffic.texels_written += drawn;
        traffic.bytes_written += drawn * 4;
    }
    traffic
}

/// Adds the intermediate textures that one of several passes reads and writes to its traffic.
fn with_intermediates(mut traffic: Traffic, part: &DrawnPart, texels: usize, drawn: usize) -> Traffic {
    let channels = |all: &[usize]| all.iter().sum::<usize>();
    traffic.texels_read += texels * part.read.len();
    traffic.bytes_read += texels * channels(&part.read) * 4;
    traffic.texels_written += drawn * part.written.len();
    traffic.bytes_written += drawn * channels(&part.written) * 4;
    traffic
}
