//! A context that somebody else owns: passes run in it, and leave it as they found it.

use crate::support;

use std::ffi::{CStr, c_void};
use std::process::Command;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use brooklet::backend::BackendError;
use brooklet::gl::Foreign;
use brooklet::{Device, Dialect, Error, Operator, Stream, compute, primitives};
use glow::HasContext;
use glutin::api::egl::{context::PossiblyCurrentContext, device::Device as EglDevice, display::Display};
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::display::GlDisplay;
use support::noise;

/// Of contexts that are not its own, brooklet cannot keep the threads apart, and Mesa's llvmpipe does not: here the tests
/// wait for each other.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody else's context.
struct Owner {
    gl: Rc<glow::Context>,
    context: Rc<PossiblyCurrentContext>,
    display: Display,
}

impl Owner {
    /// Calls a function of OpenGL 2.1 that sets a float, which glow has not.
    fn set_old(&self, name: &CStr, what: u32, value: f32) {
        let function = self.display.get_proc_address(name);
        assert!(!function.is_null());
        // SAFETY: the functions that are named here have this signature, and the context is current.
        unsafe { std::mem::transmute::<*const c_void, extern "system" fn(u32, f32)>(function)(what, value) };
    }
}

fn owner(dialect: Dialect) -> Owner {
    let (api, version) = match dialect {
        Dialect::Gl => (Api::OPENGL, ContextApi::OpenGl(Some(Version::new(3, 3)))),
        Dialect::Es => (Api::GLES3, ContextApi::Gles(Some(Version::new(3, 0)))),
        Dialect::Gl2 => (Api::OPENGL, ContextApi::OpenGl(Some(Version::new(2, 1)))),
    };
    let egl = EglDevice::query_devices().unwrap().next().unwrap();
    let template = ConfigTemplateBuilder::new().with_api(api).with_surface_type(ConfigSurfaceTypes::empty()).build();
    // SAFETY: no native handles are involved.
    unsafe {
        let display = Display::with_device(&egl, None).unwrap();
        let config = display.find_configs(template).unwrap().next().unwrap();
        let attributes = ContextAttributesBuilder::new().with_context_api(version).build(None);
        let context = display.create_context(&config, &attributes).unwrap().make_current_surfaceless().unwrap();
        let gl = glow::Context::from_loader_function_cstr(|symbol| display.get_proc_address(symbol));
        Owner { gl: Rc::new(gl), context: Rc::new(context), display }
    }
}

fn adopt(owner: &Owner) -> Device {
    try_adopt(owner).unwrap()
}

fn try_adopt(owner: &Owner) -> Result<Device, Error> {
    let context = owner.context.clone();
    // SAFETY: the functions are the context's, and the owner outlives the device in these tests.
    let foreign = unsafe {
        Foreign::new(owner.gl.clone(), move || context.make_current_surfaceless().map_err(|error| error.to_string()))
    };
    Device::adopt(foreign)
}

fn work(device: &Device) {
    let x = noise(1000, 1);
    let stream = device.upload(&x).unwrap();
    let y: Stream<f32> = primitives::map(device, "x + 1").input("x", &stream).run().unwrap();
    let max = primitives::reduce(&y, &Operator::max()).unwrap();
    let expected = x.iter().map(|v| v + 1.0).fold(f32::MIN, f32::max);
    assert_eq!(max, expected);
    assert!(device.timed(|| y.read().unwrap()).is_ok());
}

#[test]
fn an_adopted_context_computes_in_its_own_dialect() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let device = adopt(&owner);
        assert_eq!(device.info().dialect, dialect);
        work(&device);
    }
}

/// Of OpenGL 2.1: the alpha test, stippling and the first clip plane.
const FIXED_SWITCHES: [u32; 3] = [0x0BC0, 0x0B42, 0x3000];

/// Everything that a pass might disturb, as the owner sees it.
fn state(gl: &glow::Context, dialect: Dialect) -> Vec<String> {
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
        glow::PACK_ALIGNMENT,
        glow::PACK_ROW_LENGTH,
        glow::PACK_SKIP_ROWS,
        glow::PACK_SKIP_PIXELS,
        glow::ARRAY_BUFFER_BINDING,
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
        switches.extend([glow::COLOR_LOGIC_OP, glow::FRAMEBUFFER_SRGB, glow::SAMPLE_MASK]);
    }
    match dialect {
        Dialect::Gl => switches.push(glow::PRIMITIVE_RESTART),
        Dialect::Gl2 => switches.extend(FIXED_SWITCHES),
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
        let mut read = [0.0];
        gl.get_vertex_attrib_parameter_f32_slice(0, glow::VERTEX_ATTRIB_ARRAY_ENABLED, &mut read);
        state.push(format!("first attribute from an array: {}", read[0]));
        state.push(format!("mask {:?}", gl.get_parameter_bool_array::<4>(glow::COLOR_WRITEMASK)));
        let active = gl.get_parameter_i32(glow::ACTIVE_TEXTURE) as u32;
        for unit in 0..4 {
            gl.active_texture(glow::TEXTURE0 + unit);
            let texture = gl.get_parameter_i32(glow::TEXTURE_BINDING_2D);
            state.push(format!("unit {unit}: {texture}, {}", gl.get_parameter_i32(glow::SAMPLER_BINDING)));
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
fn disturb(owner: &Owner, dialect: Dialect) {
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
        gl.blend_func(glow::ZERO, glow::ZERO);
        gl.cull_face(glow::FRONT_AND_BACK);
        gl.depth_func(glow::NEVER);
        gl.stencil_func(glow::NEVER, 0, 0);
        gl.scissor(0, 0, 0, 0);
        gl.viewport(1, 2, 3, 4);
        gl.color_mask(false, true, false, true);
        gl.clear_color(0.25, 0.5, 0.75, 1.0);
        if dialect != Dialect::Es {
            gl.enable(glow::COLOR_LOGIC_OP);
            gl.enable(glow::FRAMEBUFFER_SRGB);
            gl.enable(glow::SAMPLE_MASK);
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
            gl.bind_texture(glow::TEXTURE_2D, Some(gl.create_texture().unwrap()));
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

#[test]
fn a_context_without_vertex_arrays_is_left_as_it_was() {
    let _turn = turn();
    // Vertex arrays can be missing in OpenGL 2.1 alone, and Mesa alone hides them.
    let hidden =
        |dialect: &Dialect| *dialect == Dialect::Gl2 && support::device(*dialect).info().version.contains("Mesa");
    if !support::dialects().iter().any(hidden) {
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
            continue; // The others have no such state.
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

#[test]
fn an_adopted_device_and_one_of_our_own_take_turns() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let adopted = adopt(&owner);
        let own = support::device(dialect);
        let x = adopted.upload(&[1.0; 50]).unwrap();
        let y = own.upload(&[2.0; 50]).unwrap();
        for _ in 0..3 {
            assert_eq!(x.read().unwrap(), [1.0; 50]);
            assert_eq!(y.read().unwrap(), [2.0; 50]);
        }
        work(&adopted);
        work(&own);
    }
}

#[test]
fn a_context_that_is_gone_is_an_error() {
    let _turn = turn();
    let owner = owner(support::dialects()[0]);
    let context = owner.context.clone();
    let gone = Rc::new(std::cell::Cell::new(false));
    let flag = gone.clone();
    // SAFETY: the functions are the context's; once it is "gone", making it current fails.
    let foreign = unsafe {
        Foreign::new(owner.gl.clone(), move || match flag.get() {
            true => Err("the window is closed".to_owned()),
            false => context.make_current_surfaceless().map_err(|error| error.to_string()),
        })
    };
    let device = Device::adopt(foreign).unwrap();
    let x = device.upload(&[1.0]).unwrap();
    gone.set(true);
    let error = x.read().unwrap_err();
    assert!(matches!(error, Error::Backend(BackendError::Driver { .. })));
    assert_eq!(error.to_string(), "the driver failed in making the adopted context current: the window is closed");
}

#[test]
fn storage_bindings_come_back_as_they_were() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let (gl, device) = (&owner.gl, adopt(&owner));
        if !support::has_compute(&device) {
            continue;
        }
        // SAFETY: the context is current, and the buffers are its own.
        let bindings = || unsafe {
            let indexed = |name| (0..5).map(|index| gl.get_parameter_indexed_i64(name, index)).collect::<Vec<_>>();
            let buffers = (0..5).map(|i| gl.get_parameter_indexed_i32(glow::SHADER_STORAGE_BUFFER_BINDING, i));
            let generic = gl.get_parameter_i32(glow::SHADER_STORAGE_BUFFER_BINDING);
            let unpack = gl.get_parameter_i32(glow::PIXEL_UNPACK_BUFFER_BINDING);
            let ranges = (indexed(glow::SHADER_STORAGE_BUFFER_START), indexed(glow::SHADER_STORAGE_BUFFER_SIZE));
            (buffers.collect::<Vec<_>>(), ranges, generic, unpack, gl.get_parameter_i32(glow::CURRENT_PROGRAM))
        };
        // SAFETY: as above.
        unsafe {
            let made: Vec<_> = (0..3).map(|_| gl.create_buffer().unwrap()).collect();
            for buffer in &made {
                gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(*buffer));
                gl.buffer_data_size(glow::SHADER_STORAGE_BUFFER, 4096, glow::STATIC_DRAW);
            }
            gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 0, Some(made[0]));
            gl.bind_buffer_range(glow::SHADER_STORAGE_BUFFER, 1, Some(made[1]), 256, 1024);
            gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(made[2]));
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, Some(made[2]));
        }
        let before = bindings();
        let x = device.upload(&noise(3000, 1)).unwrap();
        let (sorted, order) = compute::sort_pairs(&x, &x).unwrap();
        let kept = compute::filter(&sorted, "x > 0").unwrap();
        assert!(kept.read().unwrap().is_sorted() && order.read().unwrap().is_sorted());
        drop((x, sorted, order, kept));
        device.trim();
        assert_eq!(bindings(), before, "{dialect:?}");
    }
}
