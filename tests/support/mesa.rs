//! What Mesa is told where tests draw on it.

/// Variables of the environment, where it does not say otherwise. Tests draw little, and many at once: waking other threads for a
/// handful of texels takes longer than drawing them, and so does optimising shaders that run once.
pub const MESA: [(&str, &str); 2] = [("LP_NUM_THREADS", "0"), ("GALLIVM_PERF", "nopt")];
