//! Errors of the ray tracer.

/// What cannot be rendered as it was asked for.
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
    /// A picture that no texture holds.
    #[error("a picture of {width} x {height} pixels: a texture has at most {max} x {max}")]
    TooLarge {
        /// Pixels of a row.
        width: usize,
        /// Rows.
        height: usize,
        /// The most of both.
        max: usize,
    },
    /// Rays of a pixel.
    #[error("{samples} x {samples} rays for each pixel: there are 1 x 1 to {max} x {max}")]
    Samples {
        /// Rays along each axis of a pixel.
        samples: usize,
        /// The most.
        max: usize,
    },
    /// Lights, each of which every hit sends a ray to.
    #[error("{count} lights: there are at most {max}")]
    Lights {
        /// How many there are.
        count: usize,
        /// The most.
        max: usize,
    },
    /// Hits of a ray.
    #[error("{bounces} bounces: there are at most {max}")]
    Bounces {
        /// How many were asked for.
        bounces: usize,
        /// The most.
        max: usize,
    },
    /// A number that is infinite or not a number.
    #[error("{what} is not finite")]
    NotFinite {
        /// What it is of.
        what: &'static str,
    },
    /// A camera that looks nowhere.
    #[error("the camera is where it looks at, or sees no angle: {why}")]
    Camera {
        /// What is wrong.
        why: &'static str,
    },
    /// Rays that numbers of floats do not tell apart.
    #[error("a bounce makes up to {rays} rays, and floats tell {max} apart: take fewer bounces or samples")]
    Rays {
        /// Rays that one bounce may make.
        rays: usize,
        /// As many as there are whole numbers.
        max: usize,
    },
    /// Triangles that numbers of floats do not tell apart.
    #[error("{what} {count}, and floats tell {max} apart")]
    Triangles {
        /// What is counted.
        what: &'static str,
        /// How many.
        count: usize,
        /// As many as there are whole numbers.
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
