//! Errors of the ray tracer.

/// Why a scene cannot be rendered with these settings.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RaytraceError {
    /// The picture has no pixels.
    #[error("a picture of {width} x {height} has no pixel")]
    NoPixel {
        /// The number of pixels of a row.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// The picture is too large for a texture.
    #[error("a picture of {width} x {height} pixels: a texture has at most {max} x {max}")]
    TooLarge {
        /// The number of pixels of a row.
        width: usize,
        /// The number of rows.
        height: usize,
        /// The maximum of both.
        max: usize,
    },
    /// The number of rays of a pixel is too large, or 0.
    #[error("{samples} x {samples} rays for each pixel: there must be 1 x 1 to {max} x {max}")]
    Samples {
        /// The number of rays along each axis of a pixel.
        samples: usize,
        /// The maximum.
        max: usize,
    },
    /// There are too many lights. Every hit sends a ray to each light.
    #[error("{count} lights are too many: the maximum is {max}")]
    Lights {
        /// The number of lights.
        count: usize,
        /// The maximum.
        max: usize,
    },
    /// The number of bounces of a ray is too large.
    #[error("{bounces} bounces are too many: the maximum is {max}")]
    Bounces {
        /// The number of bounces requested.
        bounces: usize,
        /// The maximum.
        max: usize,
    },
    /// A number is infinite or NaN.
    #[error("{what} is not finite")]
    NotFinite {
        /// The setting that it belongs to.
        what: &'static str,
    },
    /// The camera has no direction.
    #[error("the camera cannot see the scene: {why}")]
    Camera {
        /// The reason.
        why: &'static str,
    },
    /// There may be more rays than floats can count exactly.
    #[error("a bounce makes up to {rays} rays, but floats can number only {max}: use fewer bounces or samples")]
    Rays {
        /// The number of rays that one bounce may make.
        rays: usize,
        /// The maximum: the number up to which floats represent all integers exactly.
        max: usize,
    },
    /// There are more triangles than floats can count exactly.
    #[error("{what} {count} triangles, but floats can number only {max}")]
    Triangles {
        /// What is counted.
        what: &'static str,
        /// The number of them.
        count: usize,
        /// The maximum: the number up to which floats represent all integers exactly.
        max: usize,
    },
    /// The device cannot run the method.
    #[error("the method {method} needs {needs}, which this device ({device}) does not have: use {instead}")]
    Lacks {
        /// The method.
        method: &'static str,
        /// The feature that it needs.
        needs: &'static str,
        /// The device.
        device: String,
        /// A method that the device can run.
        instead: &'static str,
    },
}
