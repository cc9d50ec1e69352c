//! Checks the arguments of a pass against the declarations of its kernel.

use crate::backend::{BackendError, PointsBinding};
use crate::error::{DeviceError, Error, PassError};
use crate::geometry::{Geometry, Layout, Rect};
use crate::glsl::Dialect;
use crate::ir::{self, Extent, Port, Type};
use crate::shape::{Named, ShapeError};
use crate::texel::Components;
use crate::value::Value;

use super::Pass;
use super::binding::StreamBinding;

/// The feature that a device lacks.
const BLENDING: &str = "blending of 32-bit floats";
const BLENDING_OF_HALVES: &str = "blending of half floats";

/// The arguments with which a pass is drawn, in the order of the kernel's declarations.
pub(super) struct Checked<'a> {
    pub inputs: Vec<StreamBinding<'a>>,
    pub outputs: Vec<StreamBinding<'a>>,
    /// Where the elements lie that are computed: those of all outputs, or the points.
    pub output: Geometry,
    pub points: Option<PointsBinding>,
    pub constants: Vec<Value>,
    /// The texels to draw. Empty if the outputs have no elements.
    pub rects: Vec<Rect>,
}

impl<'a> Pass<'a> {
    /// Checks the arguments, and returns them in the order of the kernel's declarations.
    pub(super) fn checked(&self) -> Result<Checked<'a>, Error> {
        let interface = self.kernel.interface();
        if self.kernel.device() != self.device.inner.id {
            return Err(DeviceError::OtherDevice { what: format!("kernel `{}`", self.name()) }.into());
        }
        let inputs = self.ports("input", &self.inputs, &interface.inputs)?;
        let outputs = self.ports("output", &self.outputs, &interface.outputs)?;
        let constants = self.constants()?;
        let target = self.one_target(&outputs)?;
        let (points, geometry) = match self.points_binding(&target)? {
            Some((points, geometry)) => (Some(points), geometry),
            None => (None, target),
        };
        self.positions(&inputs, &geometry)?;
        self.blending(&outputs)?;
        self.tests(&target)?;
        let rects = match self.rectangle {
            // Points into outputs without elements go nowhere.
            None if target.count == 0 => Vec::new(),
            None if !self.rectangles.is_empty() => self.rectangles.clone(),
            None => geometry.rects(),
            Some(rectangle) => {
                let (width, height) = (geometry.width, geometry.height);
                let fits =
                    |start: usize, extent: usize, all: usize| start.checked_add(extent).is_some_and(|end| end <= all);
                if !fits(rectangle.x, rectangle.width, width) || !fits(rectangle.y, rectangle.height, height) {
                    return Err(PassError::Rectangle { rectangle, width, height }.into());
                }
                geometry.rects_within(rectangle)
            }
        };
        if !rects.is_empty()
            && let Some(empty) = inputs.iter().position(|input| input.geometry.count == 0)
        {
            let (kernel, name) = (self.name(), interface.inputs[empty].name.clone());
            let output = outputs.first().map_or(geometry.count.into(), |output| output.shape);
            return Err(PassError::EmptyInput { kernel, name, output }.into());
        }
        Ok(Checked { inputs, outputs, output: geometry, points, constants, rects })
    }

    /// Checks that the device can blend, and that the factors are components of the outputs.
    fn blending(&self, outputs: &[StreamBinding]) -> Result<(), Error> {
        let Some(blend) = self.operations.blend else { return Ok(()) };
        let features = self.device.features();
        let lacks = |output: &StreamBinding| match output.half {
            true => (!features.half_blending()).then_some(BLENDING_OF_HALVES),
            false => (!features.float_blending()).then_some(BLENDING),
        };
        if let Some(what) = outputs.iter().find_map(lacks) {
            let device = self.device.info().renderer.clone();
            return Err(BackendError::Lacks { kernel: self.name(), what: what.to_owned(), device }.into());
        }
        let of_four = |output: &StreamBinding| output.components == Components::Four;
        match outputs.iter().zip(&self.kernel.interface().outputs).find(|(output, _)| !of_four(output)) {
            Some((output, port)) if blend.reads_alpha() => Err(PassError::Alpha {
                kernel: self.name(),
                name: port.name.clone(),
                ty: output.components.type_name(),
            }
            .into()),
            _ => Ok(()),
        }
    }

    /// Returns the given streams in the order of the kernel's declarations.
    fn ports<'b>(
        &self,
        role: &'static str,
        given: &[(&str, StreamBinding<'b>)],
        ports: &[Port],
    ) -> Result<Vec<StreamBinding<'b>>, Error> {
        self.names(role, given.iter().map(|(name, _)| *name), ports.iter().map(|port| port.name.as_str()))?;
        let mut bounds = Vec::with_capacity(ports.len());
        for port in ports {
            let Some((_, bound)) = given.iter().find(|(name, _)| *name == port.name) else {
                return Err(self.missing(role, &port.name, port.ty.name()).into());
            };
            if bound.device != self.device.inner.id {
                return Err(DeviceError::OtherDevice {
                    what: format!("{role} `{}` of pass `{}`", port.name, self.name()),
                }
                .into());
            }
            if Type::Float(bound.components) != port.ty {
                return Err(PassError::WrongType {
                    kernel: self.name(),
                    role,
                    name: port.name.clone(),
                    expected: port.ty.name(),
                    got: format!("a stream of {}", bound.components.type_name()),
                }
                .into());
            }
            bounds.push(*bound);
        }
        Ok(bounds)
    }

    fn constants(&self) -> Result<Vec<Value>, PassError> {
        let constants = &self.kernel.interface().constants;
        let known = constants.iter().map(|constant| constant.name.as_str());
        self.names("constant", self.constants.iter().map(|(name, _)| *name), known)?;
        let value = |constant: &crate::ir::Constant| {
            let Some((_, value)) = self.constants.iter().find(|(name, _)| *name == constant.name) else {
                return Err(self.missing("constant", &constant.name, constant.ty.name()));
            };
            let typed = constant.ty.value_of(*value).ok_or_else(|| PassError::WrongType {
                kernel: self.name(),
                role: "constant",
                name: constant.name.clone(),
                expected: constant.ty.name(),
                got: value.to_string(),
            })?;
            let features = self.device.features();
            match typed {
                // The kernel stores the int as a float, which would be a different number.
                Value::Index(value) if !features.holds(value) => {
                    let (kernel, name, exact) = (self.name(), constant.name.clone(), features.exact_integer);
                    Err(PassError::Inexact { kernel, name, value, exact })
                }
                typed => Ok(typed),
            }
        };
        constants.iter().map(value).collect()
    }

    /// Checks the number of elements of the streams whose element indices the kernel uses. It is an error if positions cannot
    /// distinguish so many elements.
    fn positions(&self, inputs: &[StreamBinding], output: &Geometry) -> Result<(), PassError> {
        let exact = self.device.features().exact_integer;
        let many = |geometry: &Geometry| geometry.count > exact as usize;
        if !many(output) && !inputs.iter().any(|input| many(&input.geometry)) {
            return Ok(());
        }
        let summary = self.kernel.summary();
        let counted =
            |stream: ir::Stream| summary.extents.iter().any(|(of, extent)| *of == stream && *extent == Extent::Count);
        let interface = self.kernel.interface();
        let refused = |name: &str, geometry: &Geometry| {
            let (kernel, name) = (self.name(), name.to_owned());
            Err(PassError::Positions { kernel, name, count: geometry.count, exact })
        };
        // If the trip counts of a kernel's loops depend on data, the kernel skips texels without an element. For this, its shader
        // computes the element's index.
        let numbered = summary.here
            || (summary.has_data_dependent_loops && self.device.info().dialect == Some(Dialect::Gl2))
            || ((summary.here_x || summary.here_y) && (output.wrapped() || output.layout == Layout::Packed))
            || (0..=interface.outputs.len()).any(|k| counted(ir::Stream::Output(k)));
        if many(output) && numbered {
            let first = interface.outputs.first().map(|port| port.name.as_str());
            return refused(first.or(interface.depth()).unwrap_or_default(), output);
        }
        for (k, (input, own)) in inputs.iter().zip(&summary.inputs).enumerate() {
            let geometry = &input.geometry;
            let aligned =
                geometry.layout == output.layout && (geometry.width, geometry.height) == (output.width, output.height);
            let numbered = own.by_number()
                || (own.here && !aligned)
                || (own.by_column_row() && (geometry.wrapped() || geometry.layout == Layout::Packed))
                || (own.clamped_column_row && !geometry.is_full())
                || counted(ir::Stream::Input(k));
            if many(geometry) && numbered {
                return refused(&interface.inputs[k].name, geometry);
            }
        }
        Ok(())
    }

    /// Checks the names of arguments. A name that the kernel does not have, or that is used twice, is an error.
    fn names<'n>(
        &self,
        role: &'static str,
        given: impl Iterator<Item = &'n str>,
        known: impl Iterator<Item = &'n str>,
    ) -> Result<(), PassError> {
        let known: Vec<&str> = known.collect();
        let mut seen: Vec<&str> = Vec::new();
        for name in given {
            if seen.contains(&name) {
                return Err(PassError::Twice { kernel: self.name(), role, name: name.to_owned() });
            }
            let unread = role != "output" && self.kernel.interface().unread.iter().any(|unread| unread == name);
            if !known.contains(&name) && !unread {
                let known = known.iter().map(|name| name.to_string()).collect();
                return Err(PassError::Unknown { kernel: self.name(), role, name: name.to_owned(), known });
            }
            seen.push(name);
        }
        Ok(())
    }

    fn missing(&self, role: &'static str, name: &str, ty: &'static str) -> PassError {
        PassError::Missing { kernel: self.name(), role, name: name.to_owned(), ty }
    }

    /// Returns the geometry of the outputs, after checking that all have the same. A kernel that writes nothing but a depth has that of the
    /// buffer.
    fn one_target(&self, outputs: &[StreamBinding]) -> Result<Geometry, Error> {
        let ports = &self.kernel.interface().outputs;
        let Some(first) = outputs.first() else {
            let buffer = self.depth_stencil.map(|buffer| buffer.geometry);
            return buffer.ok_or_else(|| PassError::NoDepthStencil { kernel: self.name(), what: "depth" }.into());
        };
        for (output, port) in outputs.iter().zip(ports).skip(1) {
            let (first_name, second_name) = (&ports[0].name, &port.name);
            if output.shape != first.shape {
                return Err(ShapeError::Mismatch {
                    what: format!("outputs of pass `{}`", self.name()),
                    first: Named::new(first_name, first.shape),
                    second: Named::new(second_name, output.shape),
                }
                .into());
            }
            if output.geometry != first.geometry {
                return Err(PassError::OutputLayouts {
                    kernel: self.name(),
                    first: first_name.clone(),
                    first_layout: first.geometry.layout,
                    second: second_name.clone(),
                    second_layout: output.geometry.layout,
                }
                .into());
            }
        }
        Ok(first.geometry)
    }

    /// Checks that there is a buffer of the outputs' size for the depth and stencil tests, and a test for the depth that a kernel writes.
    fn tests(&self, output: &Geometry) -> Result<(), Error> {
        let (kernel, interface) = (|| self.name(), self.kernel.interface());
        if let Some(name) = interface.depth().map(str::to_owned) {
            if self.operations.depth.is_none() {
                return Err(PassError::NoDepthTest { kernel: kernel(), name }.into());
            }
            if output.layout == Layout::Packed {
                return Err(PassError::PackedDepth { kernel: kernel(), name }.into());
            }
        }
        let other = |what: String| Err(DeviceError::OtherDevice { what }.into());
        if self.query.is_some_and(|(device, _)| device != self.device.inner.id) {
            return other(format!("the occlusion query of pass `{}`", kernel()));
        }
        let Some(buffer) = self.depth_stencil else {
            let tested = [(self.operations.depth.is_some(), "depth"), (self.operations.stencil.is_some(), "stencil")];
            return match tested.iter().find(|(tested, _)| *tested) {
                Some((_, what)) => Err(PassError::NoDepthStencil { kernel: kernel(), what }.into()),
                None => Ok(()),
            };
        };
        if buffer.device != self.device.inner.id {
            return other(format!("the depth and stencil buffer of pass `{}`", kernel()));
        }
        let size = |geometry: &Geometry| (geometry.width, geometry.height);
        if size(&buffer.geometry) != size(output) {
            let (buffer, outputs) = (size(&buffer.geometry), size(output));
            return Err(PassError::DepthStencilSize { kernel: kernel(), buffer, outputs }.into());
        }
        Ok(())
    }
}
