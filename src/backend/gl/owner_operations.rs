//! Saves and restores the state of per-fragment operations that the owner of a foreign context has set. Whether they are enabled is
//! saved with the rest of the owner's state.

use glow::HasContext;

/// The state of the per-fragment operations.
pub(super) struct OwnerOperations {
    blend_equations: [u32; 2],
    blend_factors: [u32; 4],
    blend_constant: [f32; 4],
    depth_function: u32,
    depth_mask: bool,
    depth_range: [f32; 2],
    depth_clear: f32,
    stencil_clear: i32,
    /// For front and back faces: the function, the reference value and the masks for reading and writing.
    stencil_functions: [(u32, i32, u32, u32); 2],
    /// For front and back faces: what happens when the stencil test fails, the depth test fails, and both pass.
    stencil_operations: [[u32; 3]; 2],
    scissor: [i32; 4],
}

/// The parameters of the stencil test of one side of a face.
struct Side {
    face: u32,
    function: u32,
    reference: u32,
    masks: [u32; 2],
    operations: [u32; 3],
}

const SIDES: [Side; 2] = [
    Side {
        face: glow::FRONT,
        function: glow::STENCIL_FUNC,
        reference: glow::STENCIL_REF,
        masks: [glow::STENCIL_VALUE_MASK, glow::STENCIL_WRITEMASK],
        operations: [glow::STENCIL_FAIL, glow::STENCIL_PASS_DEPTH_FAIL, glow::STENCIL_PASS_DEPTH_PASS],
    },
    Side {
        face: glow::BACK,
        function: glow::STENCIL_BACK_FUNC,
        reference: glow::STENCIL_BACK_REF,
        masks: [glow::STENCIL_BACK_VALUE_MASK, glow::STENCIL_BACK_WRITEMASK],
        operations: [glow::STENCIL_BACK_FAIL, glow::STENCIL_BACK_PASS_DEPTH_FAIL, glow::STENCIL_BACK_PASS_DEPTH_PASS],
    },
];

impl OwnerOperations {
    pub fn save(gl: &glow::Context) -> OwnerOperations {
        // SAFETY: the context is current in every caller; these calls only query state, and each slice has room for what it gets.
        unsafe {
            let number = |name| gl.get_parameter_i32(name) as u32;
            let (mut blend_constant, mut depth_range, mut scissor) = ([0.0; 4], [0.0; 2], [0; 4]);
            gl.get_parameter_f32_slice(glow::BLEND_COLOR, &mut blend_constant);
            gl.get_parameter_f32_slice(glow::DEPTH_RANGE, &mut depth_range);
            gl.get_parameter_i32_slice(glow::SCISSOR_BOX, &mut scissor);
            OwnerOperations {
                blend_equations: [glow::BLEND_EQUATION_RGB, glow::BLEND_EQUATION_ALPHA].map(number),
                blend_factors: [glow::BLEND_SRC_RGB, glow::BLEND_DST_RGB, glow::BLEND_SRC_ALPHA, glow::BLEND_DST_ALPHA]
                    .map(number),
                blend_constant,
                depth_function: number(glow::DEPTH_FUNC),
                depth_mask: gl.get_parameter_bool(glow::DEPTH_WRITEMASK),
                depth_range,
                depth_clear: gl.get_parameter_f32(glow::DEPTH_CLEAR_VALUE),
                stencil_clear: gl.get_parameter_i32(glow::STENCIL_CLEAR_VALUE),
                stencil_functions: SIDES.map(|side| {
                    let [read, write] = side.masks.map(number);
                    (number(side.function), number(side.reference) as i32, read, write)
                }),
                stencil_operations: SIDES.map(|side| side.operations.map(number)),
                scissor,
            }
        }
    }

    pub fn restore(&self, gl: &glow::Context) {
        // SAFETY: the context is current in every caller, and only values that were set before are set.
        unsafe {
            let [rgb, alpha] = self.blend_equations;
            gl.blend_equation_separate(rgb, alpha);
            let [source, destination, source_alpha, destination_alpha] = self.blend_factors;
            gl.blend_func_separate(source, destination, source_alpha, destination_alpha);
            let [red, green, blue, alpha] = self.blend_constant;
            gl.blend_color(red, green, blue, alpha);
            gl.depth_func(self.depth_function);
            gl.depth_mask(self.depth_mask);
            let [near, far] = self.depth_range;
            match gl.version().is_embedded {
                true => {
                    gl.depth_range_f32(near, far);
                    gl.clear_depth_f32(self.depth_clear);
                }
                false => {
                    gl.depth_range_f64(near.into(), far.into());
                    gl.clear_depth_f64(self.depth_clear.into());
                }
            }
            gl.clear_stencil(self.stencil_clear);
            let sides = SIDES.iter().zip(&self.stencil_functions).zip(&self.stencil_operations);
            for ((side, &(function, reference, read, write)), &[fail, depth_fail, pass]) in sides {
                gl.stencil_func_separate(side.face, function, reference, read);
                gl.stencil_mask_separate(side.face, write);
                gl.stencil_op_separate(side.face, fail, depth_fail, pass);
            }
            let [x, y, width, height] = self.scissor;
            gl.scissor(x, y, width, height);
        }
    }
}
