//! Per-fragment operations: sets their state for one pass, and disables them afterwards. All other passes are drawn without them.

use glow::HasContext;

use crate::backend::{BackendError, Draw, TextureId};
use crate::fragment_operations::{
    BlendFactor, BlendOperation, Compare, DepthStencilTexel, FragmentOperations, StencilOperation,
};

use crate::geometry::Rect;

use super::overruns::{Step, Written};
use super::owner_operations::OwnerOperations;
use super::{Context, Gl};

impl Gl {
    /// Calls `work` with the state of a pass's operations. If the pass is counted, its query runs meanwhile.
    pub(super) fn with_operations(&self, draw: &Draw, work: impl FnOnce()) -> Result<(), BackendError> {
        let counted = |work: &mut dyn FnMut()| match draw.query {
            Some(query) => self.count_samples(query, work),
            None => {
                work();
                Ok(())
            }
        };
        let mut work = Some(work);
        let mut work = move || work.take().into_iter().for_each(|work| work());
        if draw.operations.is_default() {
            return counted(&mut work);
        }
        let owner = self.owner_operations();
        self.enable(draw);
        let result = counted(&mut work);
        self.disable(&draw.operations);
        owner.into_iter().for_each(|owner| owner.restore(&self.gl));
        result
    }

    /// Returns the state that the owner of a foreign context has set.
    fn owner_operations(&self) -> Option<OwnerOperations> {
        matches!(self.context, Context::Foreign(_)).then(|| OwnerOperations::save(&self.gl))
    }

    fn enable(&self, draw: &Draw) {
        let (gl, operations) = (&*self.gl, &draw.operations);
        let (width, height) = draw.target_size();
        // SAFETY: the context is current in the caller; these calls set state.
        unsafe {
            if let Some(rect) = operations.scissor {
                // What is outside of the targets may be more than OpenGL's numbers hold.
                let rect = rect.intersect(Rect::new(0, 0, width, height));
                gl.enable(glow::SCISSOR_TEST);
                gl.scissor(rect.x as i32, rect.y as i32, rect.width as i32, rect.height as i32);
            }
            if let Some(test) = operations.stencil {
                gl.enable(glow::STENCIL_TEST);
                gl.stencil_func(compare(test.compare), test.reference.into(), test.read_mask.into());
                gl.stencil_op(operation(test.fail), operation(test.depth_fail), operation(test.pass));
                gl.stencil_mask(test.write_mask.into());
            }
            if let Some(test) = operations.depth {
                gl.enable(glow::DEPTH_TEST);
                gl.depth_func(compare(test.compare));
                gl.depth_mask(test.write);
                // The rectangles have depth 0 in clip space, the middle of the range. Some drivers clamp what a shader writes to it.
                let [near, far] = test.at.map_or([0.0, 1.0], |at| [at; 2]);
                match self.es {
                    true => gl.depth_range_f32(near, far),
                    false => gl.depth_range_f64(near.into(), far.into()),
                }
            }
            if let Some(blend) = operations.blend {
                gl.enable(glow::BLEND);
                gl.blend_equation(equation(blend.operation));
                gl.blend_func(factor(blend.source), factor(blend.destination));
                let [red, green, blue, alpha] = blend.constant;
                gl.blend_color(red, green, blue, alpha);
            }
            let [x, y, z, w] = operations.write_mask.0;
            gl.color_mask(x, y, z, w);
        }
    }

    fn disable(&self, operations: &FragmentOperations) {
        let gl = &*self.gl;
        let enabled = [
            (operations.scissor.is_some(), glow::SCISSOR_TEST),
            (operations.stencil.is_some(), glow::STENCIL_TEST),
            (operations.depth.is_some(), glow::DEPTH_TEST),
            (operations.blend.is_some(), glow::BLEND),
        ];
        // SAFETY: as above.
        unsafe {
            enabled.iter().filter(|(enabled, _)| *enabled).for_each(|(_, switch)| gl.disable(*switch));
            gl.color_mask(true, true, true, true);
        }
    }

    /// Sets all texels of a depth and stencil buffer.
    pub(super) fn clear_buffer(&self, buffer: TextureId, texel: DepthStencilTexel) -> Result<(), BackendError> {
        let framebuffer = self.framebuffer(&[buffer.into()])?;
        let owner = self.owner_operations();
        let gl = &*self.gl;
        // 32 bits are not enough for all depths of 24 bits: what is nearest to a depth is rounded to it again.
        let (depth, stencil) = (texel.depth(), i32::from(texel.stencil));
        // SAFETY: the context is current in the caller; what the owner has set is set again.
        unsafe {
            self.state.borrow_mut().bind_framebuffer(gl, framebuffer);
            gl.depth_mask(true);
            gl.stencil_mask(255);
            if self.es || gl.version().major >= 3 {
                gl.clear_buffer_depth_stencil(glow::DEPTH_STENCIL, 0, depth, stencil);
            } else {
                gl.clear_depth_f64(depth.into());
                gl.clear_stencil(stencil);
                gl.clear(glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);
            }
        }
        owner.into_iter().for_each(|owner| owner.restore(gl));
        self.check("clearing a depth and stencil buffer")?;
        let (_, spec) = self.texture(buffer)?;
        let all = Rect::new(0, 0, spec.width, spec.height);
        self.record_step(|| Step { reads: Vec::new(), writes: vec![Written::Texels(buffer.into(), all)] })
    }
}

fn compare(compare: Compare) -> u32 {
    match compare {
        Compare::Never => glow::NEVER,
        Compare::Less => glow::LESS,
        Compare::Equal => glow::EQUAL,
        Compare::LessOrEqual => glow::LEQUAL,
        Compare::Greater => glow::GREATER,
        Compare::NotEqual => glow::NOTEQUAL,
        Compare::GreaterOrEqual => glow::GEQUAL,
        Compare::Always => glow::ALWAYS,
    }
}

fn operation(operation: StencilOperation) -> u32 {
    match operation {
        StencilOperation::Keep => glow::KEEP,
        StencilOperation::Zero => glow::ZERO,
        StencilOperation::Replace => glow::REPLACE,
        StencilOperation::Increment => glow::INCR,
        StencilOperation::IncrementWrap => glow::INCR_WRAP,
        StencilOperation::Decrement => glow::DECR,
        StencilOperation::DecrementWrap => glow::DECR_WRAP,
        StencilOperation::Invert => glow::INVERT,
    }
}

fn equation(operation: BlendOperation) -> u32 {
    match operation {
        BlendOperation::Add => glow::FUNC_ADD,
        BlendOperation::Subtract => glow::FUNC_SUBTRACT,
        BlendOperation::ReverseSubtract => glow::FUNC_REVERSE_SUBTRACT,
        BlendOperation::Min => glow::MIN,
        BlendOperation::Max => glow::MAX,
    }
}

fn factor(factor: BlendFactor) -> u32 {
    match factor {
        BlendFactor::Zero => glow::ZERO,
        BlendFactor::One => glow::ONE,
        BlendFactor::Source => glow::SRC_COLOR,
        BlendFactor::OneMinusSource => glow::ONE_MINUS_SRC_COLOR,
        BlendFactor::Destination => glow::DST_COLOR,
        BlendFactor::OneMinusDestination => glow::ONE_MINUS_DST_COLOR,
        BlendFactor::SourceAlpha => glow::SRC_ALPHA,
        BlendFactor::OneMinusSourceAlpha => glow::ONE_MINUS_SRC_ALPHA,
        BlendFactor::DestinationAlpha => glow::DST_ALPHA,
        BlendFactor::OneMinusDestinationAlpha => glow::ONE_MINUS_DST_ALPHA,
        BlendFactor::Constant => glow::CONSTANT_COLOR,
        BlendFactor::OneMinusConstant => glow::ONE_MINUS_CONSTANT_COLOR,
    }
}
