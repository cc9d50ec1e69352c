//! An owner of a context, which a device adopts.

use crate::support;

use std::ffi::{CStr, c_void};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use brooklet::backend::PointSource;
use brooklet::gl::Foreign;
use brooklet::kernel::Source;
use brooklet::{
    Blend, BlendFactor, Compare, DepthTest, Device, Dialect, Error, Operator, Rect, StencilOperation, StencilTest,
    Stream, primitives,
};
use glutin::api::egl::{context::PossiblyCurrentContext, device::Device as EglDevice, display::Display};
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::display::GlDisplay;
use support::noise;

/// Of contexts that are not its own, brooklet cannot keep the threads apart, and Mesa's llvmpipe does not: here the tests
/// wait for each other.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody else's context.
pub struct Owner {
    pub gl: Rc<glow::Context>,
    pub context: Rc<PossiblyCurrentContext>,
    display: Display,
}

impl Owner {
    /// Calls a function of OpenGL 2.1 that sets a float, which glow has not.
    pub fn set_old(&self, name: &CStr, what: u32, value: f32) {
        let function = self.display.get_proc_address(name);
        assert!(!function.is_null());
        // SAFETY: the functions that are named here have this signature, and the context is current.
        unsafe { std::mem::transmute::<*const c_void, extern "system" fn(u32, f32)>(function)(what, value) };
    }
}

pub fn owner(dialect: Dialect) -> Owner {
    let (api, version) = match dialect {
        Dialect::Gl => (Api::OPENGL, ContextApi::OpenGl(Some(Version::new(3, 3)))),
        Dialect::Es => (Api::GLES3, ContextApi::Gles(Some(Version::new(3, 0)))),
        Dialect::Gl2 | Dialect::Arb => (Api::OPENGL, ContextApi::OpenGl(Some(Version::new(2, 1)))),
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

pub fn adopt(owner: &Owner) -> Device {
    try_adopt(owner).unwrap()
}

pub fn try_adopt(owner: &Owner) -> Result<Device, Error> {
    let context = owner.context.clone();
    // SAFETY: the functions are the context's, and the owner outlives the device in these tests.
    let foreign = unsafe {
        Foreign::new(owner.gl.clone(), move || context.make_current_surfaceless().map_err(|error| error.to_string()))
    };
    Device::adopt(foreign)
}

pub fn work(device: &Device) {
    let x = noise(1000, 1);
    let stream = device.upload(&x).unwrap();
    let y: Stream<f32> = primitives::map(device, "x + 1").input("x", &stream).run().unwrap();
    let max = primitives::reduce(&y, &Operator::max()).unwrap();
    let expected = x.iter().map(|v| v + 1.0).fold(f32::MIN, f32::max);
    assert_eq!(max, expected);
    if device.features().float_blending() {
        let text = "input float x; output float y; void main() { y = fetch(x, here()); }";
        let kernel = device.kernel(&Source::new("copy", text)).unwrap();
        let mut sum = device.upload(&x).unwrap();
        let blend = Blend::ADD.factors(BlendFactor::Constant, BlendFactor::One).constant([2.0; 4]);
        let pass = device.pass(&kernel).input("x", &stream).output("y", &mut sum);
        pass.blend(blend).write_mask([true, false, false, false]).run().unwrap();
        let expected: Vec<f32> = x.iter().map(|x| 3.0 * x).collect();
        assert!(sum.read().unwrap().iter().zip(expected).all(|(x, y)| (x - y).abs() <= 1e-6 * y.abs()));
    }
    if device.features().float_mip_levels {
        let sum = primitives::reduce_by(&stream, &Operator::sum(), primitives::Reduce::MipLevels).unwrap();
        assert!((sum - x.iter().sum::<f32>()).abs() <= 1e-3);
    }
    let text = "input float x; output float y; output depth z; void main() { y = fetch(x, here()); z = 0.5 + 0.25 * sign(y); }";
    let kernel = device.kernel(&Source::new("positive", text)).unwrap();
    let mut positive = device.upload(&[0.0; 1000]).unwrap();
    let mut buffer = device.depth_stencil(&positive).unwrap();
    buffer.clear(0.625, 3).unwrap();
    let mut query = device.occlusion_query().unwrap();
    let pass =
        device.pass(&kernel).input("x", &stream).output("y", &mut positive).scissor(Rect::new(0, 0, 10_000, 10_000));
    let stencil = StencilTest::new(Compare::Equal, 3).pass(StencilOperation::Invert);
    let pass = pass.depth_stencil(&mut buffer).depth_test(DepthTest::new(Compare::Greater).write());
    pass.stencil_test(stencil).count(&mut query).run().unwrap();
    assert_eq!(positive.read().unwrap(), x.iter().map(|x| x.max(0.0)).collect::<Vec<_>>());
    assert!(query.any().unwrap());
    let places: Vec<f32> = (0..1000).map(|k| (999 - k) as f32).collect();
    let places = device.upload(&places).unwrap();
    let mut turned = device.stream::<f32>(1000).unwrap();
    let text = "input float x; output float y; void main() { y = fetch(x, here()); }";
    let copy = device.kernel(&Source::new("copy", text)).unwrap();
    for source in [PointSource::VertexTexture, PointSource::Buffer] {
        let pass = device.pass(&copy).input("x", &stream).output("y", &mut turned).points(&places);
        pass.point_source(source).run().unwrap();
        assert_eq!(turned.read().unwrap(), x.iter().rev().copied().collect::<Vec<_>>());
    }
    assert!(device.timed(|| y.read().unwrap()).is_ok());
}
