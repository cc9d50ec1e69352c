//! What is asked of a device: the versions of OpenGL that a dialect can use, the newest first.

#[cfg(not(target_os = "macos"))]
use glutin::context::{
    ContextApi, ContextAttributes, ContextAttributesBuilder, GlProfile, Robustness, Version as GlutinVersion,
};

use crate::glsl::Dialect;

/// The major and minor number of a version of OpenGL.
pub(in super::super) type Version = (u8, u8);

/// The context that is asked for.
pub(in super::super) struct Wish {
    pub dialect: Dialect,
    /// The versions to ask for, in this order.
    pub versions: &'static [Version],
    /// Whether a context of version 2.1 or less has all that was ever in OpenGL. Without it a driver may leave the assembler out.
    #[cfg_attr(target_os = "macos", allow(dead_code, reason = "CGL has all of OpenGL 2.1 in each context of 2.1"))]
    pub compatibility: bool,
}

impl Wish {
    /// The newest context in which the dialect works: Mesa provides its newest version, whichever is requested, but NVIDIA the requested
    /// one, and only later versions have compute shaders.
    pub fn newest(dialect: Dialect) -> Wish {
        let versions: &[Version] = match dialect {
            Dialect::Gl => &[(4, 6), (4, 5), (4, 3), (4, 1), (3, 3)],
            Dialect::Gl2 | Dialect::Arb => &[(2, 1)],
            Dialect::Es => &[(3, 2), (3, 1), (3, 0)],
        };
        Wish { dialect, versions, compatibility: dialect == Dialect::Arb }
    }

    /// The newest context for a program that draws in it itself: dialects of OpenGL differ in their texts alone.
    pub fn drawing(dialect: Dialect) -> Wish {
        match dialect {
            Dialect::Gl | Dialect::Gl2 => {
                let versions = &[(4, 6), (4, 5), (4, 3), (4, 1), (3, 3), (2, 1)];
                Wish { dialect, versions, compatibility: false }
            }
            Dialect::Es | Dialect::Arb => Wish::newest(dialect),
        }
    }

    /// The oldest context in which the dialect works.
    #[cfg(test)]
    pub fn oldest(dialect: Dialect) -> Wish {
        let versions: &[Version] = match dialect {
            Dialect::Gl => &[(3, 3)],
            Dialect::Gl2 | Dialect::Arb => &[(2, 1)],
            Dialect::Es => &[(3, 0)],
        };
        Wish { dialect, versions, compatibility: versions == [(2, 1)] }
    }

    /// Returns the first context that `create` makes, with the newest version of the wish; robust, if the driver can, since a robust context
    /// reports when it is lost.
    #[cfg(not(target_os = "macos"))]
    pub fn first<C>(
        &self,
        window: Option<raw_window_handle::RawWindowHandle>,
        create: impl Fn(&ContextAttributes) -> Result<C, glutin::error::Error>,
    ) -> Result<C, String> {
        let attempt = |&(major, minor): &Version, robustness| {
            let version = Some(GlutinVersion::new(major, minor));
            let api = match self.dialect {
                Dialect::Es => ContextApi::Gles(version),
                _ => ContextApi::OpenGl(version),
            };
            let attributes = ContextAttributesBuilder::new().with_context_api(api).with_robustness(robustness);
            // Core contexts have no assembler. Without a profile, glutin requests a core context.
            let attributes = match self.compatibility {
                true => attributes.with_profile(GlProfile::Compatibility),
                false => attributes,
            };
            create(&attributes.build(window))
        };
        let create = |version: &Version| {
            attempt(version, Robustness::RobustLoseContextOnReset).or_else(|_| attempt(version, Robustness::NotRobust))
        };
        let (floor, newer) = self.versions.split_last().expect("there is a version");
        match newer.iter().find_map(|version| create(version).ok()) {
            Some(context) => Ok(context),
            None => create(floor).map_err(|error| format!("it refuses, as an older driver does: {error}")),
        }
    }
}
