//! The device info of an emulated chip, which is derived from its profile.

use crate::backend::{
    BackendError, BlendSupport, Channel, Class, DeviceInfo, Features, Format, Limits, LoopSupport, PointSource,
    TextureSpec,
};
use crate::fragment_program::{Chip, Limit};

/// Returns a limit as a number.
fn max(limit: Limit) -> u32 {
    match limit {
        Limit::AtMost(max) => u32::try_from(max).unwrap_or(u32::MAX),
        _ => u32::MAX,
    }
}

/// Returns the device info of a chip.
pub fn info(chip: Chip) -> DeviceInfo {
    let profile = chip.profile();
    let set = chip.set();
    let renderer = match chip {
        Chip::None => "plain machine".to_owned(),
        chip => format!("{} ({}), emulated", chip.name(), profile.cards),
    };
    // Even the first chips with loops can leave them depending on data. A loop of more than 255 iterations becomes two nested loops.
    let loops = if set.branches() { LoopSupport::Dynamic } else { LoopSupport::None };
    DeviceInfo {
        vendor: "brooklet".to_owned(),
        renderer,
        version: format!("brooklet {}: {}", env!("CARGO_PKG_VERSION"), profile.arithmetic.value),
        dialect: None,
        class: Class::Software,
        limits: Limits {
            texture: profile.largest_texture.value,
            targets: profile.targets.value,
            samplers: profile.samplers.value,
            point_size: profile.largest_point.value,
        },
        features: Features {
            integers: profile.integers.value,
            branches: set.branches(),
            loops,
            array_textures: set.integers(),
            mixed_formats: !profile.one_format.value,
            blending: match profile.blends.value {
                blends if blends.contains(&"RGBA32F") => BlendSupport::Floats,
                blends if blends.contains(&"RGBA16F") => BlendSupport::Halves,
                _ => BlendSupport::None,
            },
            // How exactly a chip's filters average is in none of the sources of its profile.
            float_mip_levels: chip == Chip::None,
            fragment_counts: true,
            reads_depth_stencil: true,
            points: Some(if profile.vertex_textures.value { PointSource::VertexTexture } else { PointSource::Buffer }),
            instructions: max(profile.alu.value).min(max(profile.instructions.value)),
            indirections: max(profile.indirections.value),
            exact_integer: profile.exact_integer.value,
            // This is true for all chips. On chips without infinities, the largest number represents infinity.
            infinities: true,
            nan: profile.infinities.value,
        },
        formats: profile.renderable.value.iter().map(|name| Format { name, renders: true }).collect(),
        partitions: chip != Chip::None,
        early_z_in_queries: profile.early_z_in_queries.value,
        timer_queries: cfg!(not(target_family = "wasm")),
        compute: None,
    }
}

/// Returns an error if the chip does not support a texture.
pub fn check_texture(chip: Chip, spec: &TextureSpec) -> Result<(), BackendError> {
    let profile = chip.profile();
    let largest = profile.largest_texture.value;
    let device = || chip.name().to_owned();
    let what = || format!("a texture of {} × {} texels", spec.width, spec.height);
    let side = spec.width.max(spec.height);
    if side > largest {
        let (needed, available) = (side as u64, largest as u64);
        return Err(BackendError::Exceeds {
            what: what(),
            resource: "texels along a side",
            needed,
            available,
            device: device(),
            hint: None,
        });
    }
    let lacks =
        |needs: &str| Err(BackendError::Unsupported { what: what(), needs: needs.to_owned(), device: device() });
    if matches!(spec.ty, Channel::Int | Channel::Uint) && !profile.integers.value {
        return lacks("channels of integers");
    }
    if spec.ty == Channel::Half && !profile.renderable.value.contains(&"RGBA16F") {
        return lacks("render targets of half floats");
    }
    if spec.layers > 1 && !chip.set().integers() {
        return lacks("layers");
    }
    Ok(())
}
