//! The plain machine: IEEE floats, and no limits except memory.

use super::Chip;
use super::fact::{Limit, defined};
use super::profile::{AnySize, EarlyZ, Profile};

const HERE: &str = "this program";

const FLOATS: &[&str] = &["R16F", "RG16F", "RGBA16F", "R32F", "RG32F", "RGBA32F"];

pub(super) const PLAIN: Profile = Profile {
    chip: Chip::None,
    cards: "no card: a plain machine",
    year: None,
    arithmetic: defined("32 bits, IEEE 754", HERE),
    infinities: defined(true, HERE),
    exact_integer: defined(i32::MAX as u32, HERE),
    largest_texture: defined(16_384, HERE),
    any_size: defined(AnySize::All, HERE),
    float_rectangles_only: defined(false, HERE),
    largest_point: defined(1 << 14, HERE),
    vertex_textures: defined(true, HERE),
    early_z: defined(EarlyZ::Blocks(1, 1), HERE),
    early_z_in_queries: defined(true, HERE),
    hierarchical_z: defined(None, HERE),
    depth_tests: defined(None, HERE),
    blends: defined(FLOATS, HERE),
    renderable: defined(FLOATS, HERE),
    alu: defined(Limit::Unlimited, HERE),
    texture: defined(Limit::Unlimited, HERE),
    instructions: defined(Limit::Unlimited, HERE),
    executed: defined(Limit::Unlimited, HERE),
    indirections: defined(Limit::Unlimited, HERE),
    temporaries: defined(Limit::Unlimited, HERE),
    constants: defined(Limit::Unlimited, HERE),
    samplers: defined(32, HERE),
    interpolants: defined(32, HERE),
    flow: defined("full", HERE),
    loop_iterations: defined(Limit::Unlimited, HERE),
    loop_nesting: defined(Limit::Unlimited, HERE),
    branch_nesting: defined(Limit::Unlimited, HERE),
    branch_together: defined("1", HERE),
    derivatives: defined(false, HERE),
    targets: defined(8, HERE),
    one_format: defined(false, HERE),
    integers: defined(true, HERE),
    scatter: defined("no", HERE),
    render_to_texture: defined("memory", HERE),
    core_mhz: defined(None, HERE),
    memory_mhz: defined(None, HERE),
    pipes: defined("-", HERE),
    multiply_adds: defined(None, HERE),
    multiplies: defined(None, HERE),
    texture_units: defined(None, HERE),
    observed_multiplies: None,
    bandwidth: defined(None, HERE),
    cost: None,
};
