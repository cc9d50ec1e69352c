//! What Mesa is told where tests draw on it.

/// Variables of the environment, where it does not say otherwise. Tests draw little, and many at once: waking other threads for a
/// handful of texels takes longer than drawing them, and so does optimising shaders that run once. Not
/// `LP_NATIVE_VECTOR_WIDTH=128`, with which LLVM is a fifth quicker: a run on Mesa 22.3 then ended with a corrupted heap.
pub const MESA: [(&str, &str); 2] = [("LP_NUM_THREADS", "0"), ("GALLIVM_PERF", "nopt")];
