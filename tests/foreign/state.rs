//! What the owner of a context has set: passes are not spoilt by it, and leave it as they found it.

use crate::owner::{Owner, adopt, owner, try_adopt, turn, work};
use crate::support;

use std::process::Command;

use brooklet::backend::{ListingPass, Texels};
use brooklet::fragment_program::{Chip, listing};
use brooklet::{Device, Dialect};
use glow::HasContext;

/// Of OpenGL 2.1: the alpha test, stippling and the first clip plane.
const FIXED_SWITCHES: [u32; 4] = [0x0BC0, 0x0B42, 0x0B10, 0x3000];

/// Everything that a pass might disturb, as the owner sees it.
pub fn state(gl: &glow::Context, dialect: Dialect) -> Vec<String> {
    let numbers = [
        glow::CURRENT_PROGRAM,
        glow::VERTEX_ARRAY_BINDING,
        glow::DRAW_FRAMEBUFFER_BINDING,
        glow::READ_FRAMEBUFFER_BINDING,
        glow::ACTIVE_TEXTURE,
        glow::PIXEL_PACK_BUFFER_BINDING,
        glow::PIXEL_UNPACK_BUFFER_BINDING,
        glow::UNPACK_ALIGNMENT,
        glow::UNPACK_ROW_LENGTH,
        glow::UNPACK_SKIP_ROWS,
        glow::UNPACK_SKIP_PIXELS,
        glow::UNPACK_IMAGE_HEIGHT,
        glow::UNPACK_SKIP_IMAGES,
        glow::PACK_ALIGNMENT,
        glow::PACK_ROW_LENGTH,
        glow::PACK_SKIP_ROWS,
        glow::PACK_SKIP_PIXELS,
        glow::ARRAY_BUFFER_BINDING,
        glow::BLEND_EQUATION_RGB,
        glow::BLEND_EQUATION_ALPHA,
        glow::BLEND_SRC_RGB,
        glow::BLEND_SRC_ALPHA,
        glow::BLEND_DST_RGB,
        glow::BLEND_DST_ALPHA,
        glow::DEPTH_FUNC,
        glow::DEPTH_WRITEMASK,
        glow::STENCIL_CLEAR_VALUE,
        glow::STENCIL_FUNC,
        glow::STENCIL_REF,
        glow::STENCIL_VALUE_MASK,
        glow::STENCIL_WRITEMASK,
        glow::STENCIL_FAIL,
        glow::STENCIL_PASS_DEPTH_FAIL,
        glow::STENCIL_PASS_DEPTH_PASS,
        glow::STENCIL_BACK_FUNC,
        glow::STENCIL_BACK_REF,
        glow::STENCIL_BACK_VALUE_MASK,
        glow::STENCIL_BACK_WRITEMASK,
        glow::STENCIL_BACK_FAIL,
        glow::STENCIL_BACK_PASS_DEPTH_FAIL,
        glow::STENCIL_BACK_PASS_DEPTH_PASS,
    ];
    let mut switches = vec![
        glow::BLEND,
        glow::CULL_FACE,
        glow::DEPTH_TEST,
        glow::DITHER,
        glow::POLYGON_OFFSET_FILL,
        glow::RASTERIZER_DISCARD,
        glow::SAMPLE_ALPHA_TO_COVERAGE,
        glow::SAMPLE_COVERAGE,
        glow::SCISSOR_TEST,
        glow::STENCIL_TEST,
    ];
    if dialect != Dialect::Es {
        switches.extend([glow::COLOR_LOGIC_OP, glow::FRAMEBUFFER_SRGB, glow::PROGRAM_POINT_SIZE, glow::SAMPLE_MASK]);
    }
    match dialect {
        Dialect::Gl => switches.push(glow::PRIMITIVE_RESTART),
        Dialect::Gl2 | Dialect::Arb => switches.extend(FIXED_SWITCHES),
        Dialect::Es => {}
    }
    // SAFETY: the context is current; these calls only ask.
    unsafe {
        let mut state: Vec<String> =
            numbers.iter().map(|name| format!("{name:#x} = {}", gl.get_parameter_i32(*name))).collect();
        state.extend(switches.iter().map(|name| format!("{name:#x} = {}", gl.is_enabled(*name))));
        let mut viewport = [0; 4];
        gl.get_parameter_i32_slice(glow::VIEWPORT, &mut viewport);
        state.push(format!("viewport {viewport:?}"));
        let mut clear = [0.0; 4];
        gl.get_parameter_f32_slice(glow::COLOR_CLEAR_VALUE, &mut clear);
        state.push(format!("clears to {clear:?}"));
        gl.get_parameter_f32_slice(glow::BLEND_COLOR, &mut clear);
        state.push(format!("blends by {clear:?}"));
        let (mut range, mut scissor) = ([0.0; 2], [0; 4]);
        gl.get_parameter_f32_slice(glow::DEPTH_RANGE, &mut range);
        gl.get_parameter_i32_slice(glow::SCISSOR_BOX, &mut scissor);
        let depth = gl.get_parameter_f32(glow::DEPTH_CLEAR_VALUE);
        state.push(format!("depths {range:?}, cleared to {depth}; scissor {scissor:?}"));
        let mut read = [0.0];
        gl.get_vertex_attrib_parameter_f32_slice(0, glow::VERTEX_ATTRIB_ARRAY_ENABLED, &mut read);
        state.push(format!("first attribute from an array: {}", read[0]));
        state.push(format!("mask {:?}", gl.get_parameter_bool_array::<4>(glow::COLOR_WRITEMASK)));
        let active = gl.get_parameter_i32(glow::ACTIVE_TEXTURE) as u32;
        for unit in 0..4 {
            gl.active_texture(glow::TEXTURE0 + unit);
            let texture = gl.get_parameter_i32(glow::TEXTURE_BINDING_2D);
            let solid =
                [glow::TEXTURE_BINDING_3D, glow::TEXTURE_BINDING_CUBE_MAP].map(|name| gl.get_parameter_i32(name));
            let sampler = gl.get_parameter_i32(glow::SAMPLER_BINDING);
            state.push(format!("unit {unit}: {texture}, {solid:?}, {sampler}"));
        }
        gl.active_texture(active);
        if dialect != Dialect::Es {
            let mut mode = [0; 2];
            gl.get_parameter_i32_slice(glow::POLYGON_MODE, &mut mode);
            // Core profiles have one for both faces.
            let faces = if dialect == Dialect::Gl2 { 2 } else { 1 };
            state.push(format!("polygon mode {:?}", &mode[..faces]));
        }
        state
    }
}

/// Sets everything to what would spoil a pass.
pub fn disturb(owner: &Owner, dialect: Dialect) {
    let gl = &owner.gl;
    // SAFETY: the context is current; what is made dies with it.
    unsafe {
        for switch in [
            glow::BLEND,
            glow::CULL_FACE,
            glow::DEPTH_TEST,
            glow::POLYGON_OFFSET_FILL,
            glow::RASTERIZER_DISCARD,
            glow::SAMPLE_ALPHA_TO_COVERAGE,
            glow::SAMPLE_COVERAGE,
            glow::SCISSOR_TEST,
            glow::STENCIL_TEST,
        ] {
            gl.enable(switch);
        }
        gl.blend_func_separate(glow::ZERO, glow::SRC_COLOR, glow::DST_ALPHA, glow::ZERO);
        gl.blend_equation_separate(glow::FUNC_SUBTRACT, glow::MAX);
        gl.blend_color(0.25, 0.5, 0.75, 1.0);
        gl.cull_face(glow::FRONT_AND_BACK);
        gl.depth_func(glow::NEVER);
        gl.depth_mask(false);
        gl.stencil_func_separate(glow::FRONT, glow::NEVER, 1, 2);
        gl.stencil_func_separate(glow::BACK, glow::LESS, 3, 4);
        gl.stencil_op_separate(glow::FRONT, glow::ZERO, glow::INVERT, glow::INCR);
        gl.stencil_op_separate(glow::BACK, glow::REPLACE, glow::DECR, glow::INCR_WRAP);
        gl.stencil_mask_separate(glow::FRONT, 5);
        gl.stencil_mask_separate(glow::BACK, 6);
        gl.clear_stencil(7);
        gl.scissor(1, 1, 0, 0);
        match dialect {
            Dialect::Es => {
                gl.depth_range_f32(0.25, 0.5);
                gl.clear_depth_f32(0.75);
            }
            _ => {
                gl.depth_range_f64(0.25, 0.5);
                gl.clear_depth_f64(0.75);
            }
        }
        gl.viewport(1, 2, 3, 4);
        gl.color_mask(false, true, false, true);
        gl.clear_color(0.25, 0.5, 0.75, 1.0);
        if dialect != Dialect::Es {
            gl.enable(glow::COLOR_LOGIC_OP);
            gl.enable(glow::FRAMEBUFFER_SRGB);
            gl.enable(glow::SAMPLE_MASK);
            gl.enable(glow::PROGRAM_POINT_SIZE);
            gl.polygon_mode(glow::FRONT_AND_BACK, glow::POINT);
        }
        if dialect == Dialect::Gl2 {
            FIXED_SWITCHES.iter().for_each(|switch| gl.enable(*switch));
            owner.set_old(c"glAlphaFunc", glow::NEVER, 0.0);
            gl.polygon_mode(glow::BACK, glow::LINE);
        }
        for (name, value) in [
            (glow::UNPACK_ALIGNMENT, 8),
            (glow::UNPACK_ROW_LENGTH, 77),
            (glow::UNPACK_SKIP_ROWS, 1),
            (glow::UNPACK_SKIP_PIXELS, 2),
            (glow::UNPACK_IMAGE_HEIGHT, 55),
            (glow::UNPACK_SKIP_IMAGES, 3),
            (glow::PACK_ALIGNMENT, 8),
            (glow::PACK_ROW_LENGTH, 77),
            (glow::PACK_SKIP_ROWS, 1),
            (glow::PACK_SKIP_PIXELS, 2),
        ] {
            gl.pixel_store_i32(name, value);
        }
        for target in [glow::PIXEL_PACK_BUFFER, glow::PIXEL_UNPACK_BUFFER] {
            gl.bind_buffer(target, Some(gl.create_buffer().unwrap()));
        }
        if dialect != Dialect::Gl2 || gl.supported_extensions().contains("GL_ARB_vertex_array_object") {
            gl.bind_vertex_array(Some(gl.create_vertex_array().unwrap()));
        }
        gl.bind_buffer(glow::ARRAY_BUFFER, Some(gl.create_buffer().unwrap()));
        gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(gl.create_framebuffer().unwrap()));
        gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(gl.create_framebuffer().unwrap()));
        for unit in 0..4 {
            gl.active_texture(glow::TEXTURE0 + unit);
            for kind in [glow::TEXTURE_2D, glow::TEXTURE_3D, glow::TEXTURE_CUBE_MAP] {
                gl.bind_texture(kind, Some(gl.create_texture().unwrap()));
            }
            let sampler = gl.create_sampler().unwrap();
            gl.sampler_parameter_i32(sampler, glow::TEXTURE_MIN_FILTER, glow::LINEAR_MIPMAP_LINEAR as i32);
            gl.bind_sampler(unit, Some(sampler));
        }
        gl.active_texture(glow::TEXTURE2);
    }
}

#[test]
fn the_owner_finds_everything_as_it_was() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        disturb(&owner, dialect);
        let before = state(&owner.gl, dialect);
        // SAFETY: the context is current.
        assert_eq!(unsafe { owner.gl.get_error() }, glow::NO_ERROR, "in the test");
        let device = adopt(&owner);
        assert_eq!(state(&owner.gl, dialect), before, "after adopting");
        work(&device);
        assert_eq!(state(&owner.gl, dialect), before, "after passes");
        drop(device);
        assert_eq!(state(&owner.gl, dialect), before, "after the drop");
        // SAFETY: the context is current.
        assert_eq!(unsafe { owner.gl.get_error() }, glow::NO_ERROR);
    }
}

/// Draws with a listing that reads a texture of three dimensions, and a cube.
fn draw_listing(device: &Device) {
    let text = "!!ARBfp1.0\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[1], 3D;\nTEX b, {0, 0, -1}, texture[0], CUBE;\n\
                ADD result.color, a, b;\nEND\n";
    let program = listing::read("solid.fp", text).unwrap().program;
    let texels = |side: usize, layers: usize| {
        let texels = (0..side * side * layers).map(|n| [n as f32; 4]).collect();
        Texels { width: side, height: side, layers, texels }
    };
    let textures = [(1, texels(2, 3)), (0, texels(1, 6))];
    let pass = ListingPass { textures: &textures, ..ListingPass::new(&program, Chip::None, 2, 2) };
    let drawn = device.draw_listing(&pass).unwrap().0;
    assert_eq!(drawn[0].texels, [5.0, 6.0, 7.0, 8.0].map(|red| [red; 4]));
}

#[test]
fn textures_of_the_owner_that_have_sides_and_layers_are_bound_again() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let device = adopt(&owner);
        disturb(&owner, dialect);
        let before = state(&owner.gl, dialect);
        draw_listing(&device);
        assert_eq!(state(&owner.gl, dialect), before, "after a listing");
        device.batch(|| {
            work(&device);
            draw_listing(&device);
            work(&device);
        });
        assert_eq!(state(&owner.gl, dialect), before, "after a batch");
    }
}

#[test]
fn a_context_without_vertex_arrays_is_left_as_it_was() {
    let _turn = turn();
    // Vertex arrays can be missing in OpenGL 2.1 alone, and Mesa alone hides them.
    let hidden =
        |dialect: &Dialect| *dialect == Dialect::Gl2 && support::device(*dialect).info().version.contains("Mesa");
    if !support::dialects().iter().any(hidden) {
        support::left_out("a context without vertex arrays: OpenGL 2.1 of Mesa alone can be one");
        return;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["the_owner_finds_everything_as_it_was", "--nocapture"])
        .env("MESA_EXTENSION_OVERRIDE", "-GL_ARB_vertex_array_object")
        .output()
        .unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn pixels_that_the_owner_changes_on_their_way_are_an_error() {
    const RED_SCALE: u32 = 0x0D14;
    let _turn = turn();
    for dialect in support::dialects() {
        if dialect != Dialect::Gl2 {
            support::left_out("scaling of pixels on their way: OpenGL 2.1 alone has it");
            continue;
        }
        let owner = owner(dialect);
        let device = adopt(&owner);
        let x = device.upload(&[1.0]).unwrap();
        owner.set_old(c"glPixelTransferf", RED_SCALE, 2.0);
        let said = "the driver failed in using the adopted context: its owner changes pixels on their way: undo what glPixelTransfer set";
        for error in [x.read().unwrap_err(), try_adopt(&owner).unwrap_err()] {
            assert_eq!(error.to_string(), said);
        }
        owner.set_old(c"glPixelTransferf", RED_SCALE, 1.0);
        assert_eq!(x.read().unwrap(), [1.0]);
    }
}
