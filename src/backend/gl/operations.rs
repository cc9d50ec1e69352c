//! Per-fragment operations: sets their state for one pass, and restores it afterwards. All other passes are drawn without them.

use glow::HasContext;

use crate::fragment_operations::{BlendFactor, BlendOperation, FragmentOperations};

use super::Gl;

/// The blending state that the owner of the context had set.
struct Blending {
    equations: [u32; 2],
    factors: [u32; 4],
    constant: [f32; 4],
}

impl Gl {
    /// Calls `work` with the state of these operations.
    pub(super) fn with_operations<R>(&self, operations: &FragmentOperations, work: impl FnOnce() -> R) -> R {
        if operations.is_default() {
            return work();
        }
        let gl = &*self.gl;
        // SAFETY: the context is current in the caller; these calls query and set state, and set it back.
        unsafe {
            let before = operations.blend.map(|blend| {
                let before = self.blending();
                gl.enable(glow::BLEND);
                gl.blend_equation(equation(blend.operation));
                gl.blend_func(factor(blend.source), factor(blend.destination));
                let [red, green, blue, alpha] = blend.constant;
                gl.blend_color(red, green, blue, alpha);
                before
            });
            let [x, y, z, w] = operations.write_mask.0;
            gl.color_mask(x, y, z, w);
            let result = work();
            gl.color_mask(true, true, true, true);
            if let Some(Blending { equations: [rgb, alpha], factors, constant }) = before {
                gl.disable(glow::BLEND);
                gl.blend_equation_separate(rgb, alpha);
                gl.blend_func_separate(factors[0], factors[1], factors[2], factors[3]);
                gl.blend_color(constant[0], constant[1], constant[2], constant[3]);
            }
            result
        }
    }

    fn blending(&self) -> Blending {
        let mut constant = [0.0; 4];
        // SAFETY: the context is current in the caller; these calls only query state, and the slice has room for four numbers.
        unsafe {
            let asked = |name| self.gl.get_parameter_i32(name) as u32;
            self.gl.get_parameter_f32_slice(glow::BLEND_COLOR, &mut constant);
            Blending {
                equations: [glow::BLEND_EQUATION_RGB, glow::BLEND_EQUATION_ALPHA].map(asked),
                factors: [glow::BLEND_SRC_RGB, glow::BLEND_DST_RGB, glow::BLEND_SRC_ALPHA, glow::BLEND_DST_ALPHA]
                    .map(asked),
                constant,
            }
        }
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
