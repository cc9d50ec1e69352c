//! Errors of the ray tracer.

/// Why a scene cannot be rendered as asked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RaytraceError {
    /// A picture without a pixel.
    #[error("a picture of {width} x {height} has no pixel")]
    NoPixel {
        /// Pixels of a row.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A picture that is too large for a texture.
    #[error("a picture of {width} x {height} pixels: a texture has at most {max} x {max}")]
    TooLarge {
        /// Pixels of a row.
        width: usize,
        /// Rows.
        height: usize,
        /// The maximum of both.
        max: usize,
    },
    /// Too many or too few rays in a pixel.
    #[error("{samples} x {samples} rays for each pixel: there are 1 x 1 to {max} x {max}")]
    Samples {
        /// Rays along each axis of a pixel.
        samples: usize,
        /// The maximum.
        max: usize,
    },
    /// Too many lights: every hit sends a ray to each.
    #[error("{count} lights: there are at most {max}")]
    Lights {
        /// How many there are.
        count: usize,
        /// The maximum.
        max: usize,
    },
    /// Too many hits of a ray.
    #[error("{bounces} bounces: there are at most {max}")]
    Bounces {
        /// How many were asked for.
        bounces: usize,
        /// The maximum.
        max: usize,
    },
    /// A number that is infinite or not a number.
    #[error("{what} is not finite")]
    NotFinite {
        /// The setting that it belongs to.
        what: &'static str,
    },
    /// A camera without a direction.
    #[error("the camera is where it looks at, or sees no angle: {why}")]
    Camera {
        /// What is wrong.
        why: &'static str,
    },
    /// More rays than floats can number.
    #[error("a bounce makes up to {rays} rays, and floats tell {max} apart: take fewer bounces or samples")]
    Rays {
        /// Rays that one bounce may make.
        rays: usize,
        /// The maximum: whole numbers that floats hold.
        max: usize,
    },
    /// More triangles than floats can number.
    #[error("{what} {count}, and floats tell {max} apart")]
    Triangles {
        /// What is counted.
        what: &'static str,
        /// How many.
        count: usize,
        /// The maximum: whole numbers that floats hold.
        max: usize,
    },
    /// A method that the device cannot run.
    #[error("the method {method} needs {needs}, which this device ({device}) has not; {instead} does without")]
    Lacks {
        /// The method.
        method: &'static str,
        /// What it needs.
        needs: &'static str,
        /// The device.
        device: String,
        /// What runs on it.
        instead: &'static str,
    },
}
