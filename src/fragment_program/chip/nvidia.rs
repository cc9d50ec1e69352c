//! NVIDIA: GeForce FX (NV30, NV35), 6 (NV40), 7 (G70), 8 (G80).

use super::Chip;
use super::fact::{Limit, d, p, r, v};
use super::profile::{AnySize, Cost, Profile};

const FP: &str = "NV_fragment_program";
const FP2: &str = "NV_fragment_program2";
const GP4: &str = "NV_gpu_program4";
const BUFFER: &str = "NV_float_buffer";
const D3D: &str = "Direct3D 9, shader models 2.0 and 3.0";
const PRESS: &str = "specification pages of vendor and press";
const BROOK: &str = "Buck et al., Brook for GPUs, 2004";
const TOOLKIT: &str = "Buck and Purcell, GPU Gems ch. 37, section 37.1: over 20, of a GeForce FX 5900 Ultra";
const BROOK_RUNTIME: &str = "Brook's runtime of 2004";
const CUDA: &str = "NVIDIA's CUDA programming guide, compute capability 1.0";

pub(super) const NV30: Profile = Profile {
    chip: Chip::Nv30,
    cards: "GeForce FX 5800, 5900",
    year: Some(2003),
    arithmetic: v("32, 16 and 12 bits, denormals of 32 flushed", FP),
    infinities: v(true, FP),
    exact_integer: p(16_777_216, BROOK),
    largest_texture: p(4096, BROOK),
    any_size: v(AnySize::Rectangle, BUFFER),
    float_rectangles_only: v(true, BUFFER),
    renderable: v(&["R32F", "RGBA16F", "RGBA32F"], BUFFER),
    alu: v(Limit::AtMost(1024), FP),
    texture: v(Limit::AtMost(1024), FP),
    instructions: v(Limit::AtMost(1024), FP),
    executed: d(Limit::AtMost(1024), "it runs in a straight line"),
    indirections: v(Limit::Unlimited, FP),
    temporaries: v(Limit::AtMost(32), FP),
    constants: v(Limit::AtMost(64), FP),
    samplers: v(16, FP),
    interpolants: v(8, FP),
    flow: v("none: condition-code masks", FP),
    loop_iterations: v(Limit::Absent, FP),
    loop_nesting: v(Limit::Absent, FP),
    branch_nesting: v(Limit::Absent, FP),
    branch_together: v("-", FP),
    derivatives: v(true, FP),
    targets: v(1, D3D),
    one_format: v(true, D3D),
    integers: v(false, FP),
    scatter: v("no", D3D),
    render_to_texture: v("pbuffer, then copy", BROOK_RUNTIME),
    core_mhz: r(Some(450.0), "of the FX 5900 Ultra"),
    memory_mhz: r(Some(425.0), "of the FX 5900 Ultra"),
    pipes: v("4 of one MAD4, 8 texture units", PRESS),
    multiply_adds: d(Some(4 * 4), "pipes times components"),
    multiplies: d(Some(4 * 4), "pipes times components"),
    texture_units: v(Some(8), PRESS),
    observed_multiplies: Some(p(20.0, TOOLKIT)),
    bandwidth: r(Some(27.2), "of the FX 5900 Ultra"),
    cost: None,
};

pub(super) const NV40: Profile = Profile {
    chip: Chip::Nv40,
    cards: "GeForce 6800 Ultra",
    year: Some(2004),
    arithmetic: v("32 and 16 bits, denormals flushed", FP2),
    infinities: v(true, FP2),
    exact_integer: v(16_777_216, FP2),
    largest_texture: v(4096, PRESS),
    any_size: v(AnySize::All, PRESS),
    float_rectangles_only: v(false, PRESS),
    renderable: v(&["R32F", "RGBA16F", "RGBA32F"], BUFFER),
    alu: v(Limit::AtMost(4096), FP2),
    texture: v(Limit::AtMost(4096), FP2),
    instructions: v(Limit::AtMost(4096), FP2),
    executed: v(Limit::AtMost(65_536), FP2),
    indirections: v(Limit::Unlimited, FP2),
    constants: v(Limit::AtMost(224), "Mesa's nouveau driver"),
    flow: v("loops counted by a parameter, branches, break", FP2),
    loop_iterations: v(Limit::AtMost(255), FP2),
    loop_nesting: v(Limit::AtMost(4), FP2),
    branch_nesting: v(Limit::AtMost(48), FP2),
    branch_together: v("about 1000", PRESS),
    derivatives: v(true, FP2),
    targets: v(4, D3D),
    scatter: v("no: points with vertex textures", D3D),
    render_to_texture: v("pbuffer, then copy; from 2005 framebuffer object", "EXT_framebuffer_object"),
    core_mhz: v(Some(400.0), PRESS),
    memory_mhz: v(Some(550.0), PRESS),
    pipes: v("16 of two MAD4 (MUL; MAD)", PRESS),
    multiply_adds: d(Some(16 * 4), "pipes times components; the first unit only multiplies"),
    multiplies: d(Some(2 * 16 * 4), "pipes times units times components"),
    texture_units: d(Some(16), "one a pipe"),
    observed_multiplies: None,
    bandwidth: v(Some(35.2), PRESS),
    cost: Some(Cost {
        card: "a pre-release GeForce 6800 at 350 / 500 MHz: scale by the clock for the Ultra",
        core_mhz: p(350.0, BROOK),
        multiplies: p(40.0, BROOK),
        fetches: p(1.2, BROOK),
        pass: d(16.0, "the knee of figure 4 of Brook for GPUs, its flops taken for multiplies"),
        pass_opengl: None,
        pbuffer: d(210.0, "Brook's reduction: (OpenGL - DirectX) / 8 passes"),
        upload: v(2.1, "AGP 8x, as measured by the press: of medium confidence"),
        read_back: v(0.16, "AGP 8x, as measured by the press: of medium confidence"),
    }),
    ..NV30
};

pub(super) const G70: Profile = Profile {
    chip: Chip::G70,
    cards: "GeForce 7800 GTX",
    year: Some(2005),
    executed: d(Limit::AtMost(65_536), "it has the instructions of NV40"),
    branch_together: v("about 256 (disputed)", PRESS),
    render_to_texture: v("framebuffer object", "EXT_framebuffer_object"),
    core_mhz: v(Some(430.0), PRESS),
    memory_mhz: v(Some(600.0), PRESS),
    pipes: v("24 of two MAD4", PRESS),
    multiply_adds: d(Some(2 * 24 * 4), "pipes times units times components"),
    multiplies: d(Some(2 * 24 * 4), "pipes times units times components"),
    texture_units: d(Some(24), "one a pipe"),
    bandwidth: v(Some(38.4), PRESS),
    cost: None,
    ..NV40
};

pub(super) const G80: Profile = Profile {
    chip: Chip::G80,
    cards: "GeForce 8800 GTX",
    year: Some(2006),
    arithmetic: v("32 bits, denormals flushed, to nearest even; product of MAD chopped", CUDA),
    infinities: v(true, CUDA),
    exact_integer: v(i32::MAX as u32, GP4),
    largest_texture: v(8192, PRESS),
    any_size: r(AnySize::All, "OpenGL 2.0"),
    renderable: v(&["R16F", "RG16F", "RGBA16F", "R32F", "RG32F", "RGBA32F"], "OpenGL 3.0 and ARB_texture_rg"),
    alu: v(Limit::AtMost(8192), GP4),
    texture: v(Limit::AtMost(8192), GP4),
    instructions: v(Limit::AtMost(8192), GP4),
    executed: r(Limit::Unknown, "not established"),
    indirections: v(Limit::Unlimited, GP4),
    temporaries: r(Limit::Unknown, "not established"),
    constants: v(Limit::AtMost(64 * 1024 / 16), "64 KiB: EXT_bindable_uniform"),
    samplers: v(32, GP4),
    interpolants: v(16, GP4),
    flow: v("full", GP4),
    loop_iterations: v(Limit::Unlimited, GP4),
    loop_nesting: r(Limit::Unknown, "not established"),
    branch_nesting: r(Limit::Unknown, "not established"),
    branch_together: v("32", CUDA),
    targets: v(8, PRESS),
    one_format: r(false, "EXT_framebuffer_object lifted it later"),
    integers: v(true, GP4),
    scatter: v("with CUDA", CUDA),
    core_mhz: v(Some(1350.0), "specification pages: the shader clock; the core's is 575"),
    memory_mhz: v(Some(900.0), PRESS),
    pipes: v("128 of one MAD", PRESS),
    multiply_adds: d(Some(128), "pipes"),
    multiplies: d(Some(128), "pipes"),
    texture_units: r(None, "not established"),
    bandwidth: v(Some(86.4), PRESS),
    ..G70
};
