//! ATI: Radeon 9700 (R300), X800 (R420), X1800 and X1900 (R520, R580).

use super::Chip;
use super::fact::{Limit, d, p, r, v};
use super::profile::{AnySize, Cost, EarlyZ, HierarchicalZ, Profile};

const MESA: &str = "Mesa's r300 driver";
const CTM: &str = "ATI's CTM guide";
const D3D: &str = "Direct3D 9, shader models 2.0 and 3.0";
const PRESS: &str = "specification pages of vendor and press";
const OPENGL: &str = "the specifications of OpenGL's extensions";
const BROOK: &str = "Buck et al., Brook for GPUs, 2004";
const BROOK_RUNTIME: &str = "Brook's runtime of 2004";

const BLOCKS: HierarchicalZ = HierarchicalZ { columns: 8, rows: 8, per_clock: 64, equal: false };

const FLOATS: &[&str] = &["R16F", "RG16F", "RGBA16F", "R32F", "RG32F", "RGBA32F"];

pub(super) const R300: Profile = Profile {
    chip: Chip::R300,
    cards: "Radeon 9700, 9800",
    year: Some(2002),
    arithmetic: v("24 bits: 1 + 7 + 16, bias 63, chopped", CTM),
    infinities: d(false, "24 bits: an infinity comes in as a stream, and reads back as 2^65 - 2^48"),
    exact_integer: p(131_072, BROOK),
    largest_texture: p(2048, BROOK),
    any_size: v(AnySize::Clamped, MESA),
    float_rectangles_only: v(false, OPENGL),
    renderable: v(FLOATS, MESA),
    blends: r(&[], "no driver of Direct3D 9 offered it"),
    largest_point: r(256, "what drivers report for Direct3D 9"),
    vertex_textures: v(false, "Direct3D 9; R520 neither, whose programs render into a buffer of vertices"),
    early_z: d(EarlyZ::Blocks(2, 2), "the press: each fragment is tested, after blocks of 8 × 8; pipes of four"),
    early_z_in_queries: v(false, MESA),
    hierarchical_z: r(Some(BLOCKS), "the press, of the blocks; their rate is recalled"),
    depth_tests: d(Some(8), "one a pipe"),
    alu: v(Limit::AtMost(64), MESA),
    texture: v(Limit::AtMost(32), MESA),
    instructions: d(Limit::AtMost(96), "the two together"),
    executed: d(Limit::AtMost(96), "it runs in a straight line"),
    indirections: v(Limit::AtMost(4), MESA),
    temporaries: v(Limit::AtMost(32), MESA),
    constants: v(Limit::AtMost(32), MESA),
    samplers: v(16, MESA),
    interpolants: v(8, MESA),
    flow: v("none: select only", D3D),
    loop_iterations: v(Limit::Absent, D3D),
    loop_nesting: v(Limit::Absent, D3D),
    branch_nesting: v(Limit::Absent, D3D),
    branch_together: v("-", D3D),
    derivatives: v(false, D3D),
    targets: v(4, D3D),
    one_format: v(true, D3D),
    integers: v(false, D3D),
    scatter: v("no", D3D),
    render_to_texture: v("pbuffer, then copy", BROOK_RUNTIME),
    core_mhz: v(Some(412.0), "specification pages, of the 9800 XT"),
    memory_mhz: v(Some(365.0), "specification pages, of the 9800 XT"),
    pipes: v("8 of one MAD4", PRESS),
    multiply_adds: d(Some(8 * 4), "pipes times components"),
    multiplies: d(Some(8 * 4), "pipes times components"),
    texture_units: d(Some(8), "one a pipe"),
    observed_multiplies: None,
    bandwidth: v(Some(23.4), PRESS),
    cost: None,
};

pub(super) const R420: Profile = Profile {
    chip: Chip::R420,
    cards: "Radeon X800",
    year: Some(2004),
    hierarchical_z: v(Some(HierarchicalZ { per_clock: 256, ..BLOCKS }), PRESS),
    depth_tests: d(Some(16), "one a pipe; the press has 32, of several samples a pixel"),
    alu: v(Limit::AtMost(512), MESA),
    texture: v(Limit::AtMost(512), MESA),
    instructions: d(Limit::AtMost(1024), "the two together"),
    executed: d(Limit::AtMost(1024), "it runs in a straight line"),
    temporaries: v(Limit::AtMost(64), MESA),
    core_mhz: v(Some(520.0), "specification pages, of the X800 XT PE"),
    memory_mhz: v(Some(560.0), "specification pages, of the X800 XT PE"),
    pipes: v("16 of one MAD4", PRESS),
    multiply_adds: d(Some(16 * 4), "pipes times components"),
    multiplies: d(Some(16 * 4), "pipes times components"),
    texture_units: d(Some(16), "one a pipe"),
    bandwidth: v(Some(35.8), PRESS),
    cost: Some(Cost {
        card: "Radeon X800 XT",
        core_mhz: v(520.0, "specification pages, of the X800 XT Platinum that Brook's authors had"),
        multiplies: p(33.0, BROOK),
        fetches: p(4.5, BROOK),
        pass: d(23.0, "the knee of figure 4 of Brook for GPUs, its flops taken for multiplies"),
        pass_opengl: Some(d(61.0, "the knee of figure 4 of Brook for GPUs, its flops taken for multiplies")),
        pbuffer: d(64.0, "Brook's reduction: (OpenGL - DirectX) / 8 passes"),
        upload: v(2.1, "AGP 8x, as measured by the press: of medium confidence"),
        read_back: v(0.16, "AGP 8x, as measured by the press: of medium confidence"),
    }),
    ..R300
};

pub(super) const R520: Profile = Profile {
    chip: Chip::R520,
    cards: "Radeon X1800, X1900",
    year: Some(2005),
    arithmetic: v("32 bits, denormals flushed, within one bit", CTM),
    blends: r(&["RGBA16F"], "the format of its pictures of high dynamic range"),
    infinities: v(true, CTM),
    exact_integer: v(16_777_216, CTM),
    largest_texture: v(4096, PRESS),
    any_size: r(AnySize::Unknown, "not established"),
    hierarchical_z: d(
        Some(HierarchicalZ { per_clock: 256, equal: true, ..BLOCKS }),
        "as R420, and for equality, as Mesa's r300 driver has it",
    ),
    depth_tests: d(Some(16), "half of R600's 32, of which the press says that they were doubled"),
    alu: v(Limit::AtMost(512), MESA),
    texture: v(Limit::AtMost(512), MESA),
    instructions: v(Limit::AtMost(512), CTM),
    executed: r(Limit::Unknown, "not established"),
    indirections: v(Limit::Unlimited, MESA),
    temporaries: v(Limit::AtMost(128), MESA),
    constants: v(Limit::AtMost(256), MESA),
    flow: v("loops counted by a constant, branches, break", D3D),
    loop_iterations: v(Limit::AtMost(255), D3D),
    loop_nesting: r(Limit::AtMost(4), "shader model 3.0, as NV40"),
    branch_nesting: r(Limit::Unknown, "not established"),
    branch_together: v("16 (R520), 48 (R580)", PRESS),
    derivatives: v(true, D3D),
    one_format: v(false, CTM),
    render_to_texture: v("framebuffer object", OPENGL),
    core_mhz: v(Some(650.0), "specification pages, of the X1900 XTX"),
    memory_mhz: v(Some(775.0), "specification pages, of the X1900 XTX"),
    pipes: v("16 texture units, 48 MAD4", PRESS),
    multiply_adds: d(Some(48 * 4), "pipes times components"),
    multiplies: d(Some(48 * 4), "pipes times components"),
    texture_units: v(Some(16), PRESS),
    bandwidth: v(Some(49.6), PRESS),
    cost: None,
    ..R300
};
