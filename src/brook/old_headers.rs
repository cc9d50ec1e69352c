//! The headers of the old runtimes, for which brooklet has its own.

/// The headers of Brook+ in its folder `brook`. They define another type `Stream` than those of BrookGPU.
const PLUS: [&str; 8] = [
    "Stream.h",
    "brook.h",
    "Device.h",
    "ErrorCodes.h",
    "Types.h",
    "VectorDataType.h",
    "KernelInterface.h",
    "StreamData.h",
];

/// The headers of BrookGPU in its folder `brook`.
const GPU: [&str; 6] = ["brook.hpp", "brt.hpp", "brtvector.hpp", "brtintrinsic.hpp", "brtarray.hpp", "kerneldesc.hpp"];

/// Returns the name of a header in a folder `brook`.
fn in_brook(path: &str) -> Option<&str> {
    let (folders, name) = path.rsplit_once(['/', '\\'])?;
    (folders.rsplit(['/', '\\']).next() == Some("brook")).then_some(name)
}

/// Whether this is the path of a header for which brooklet has its own. The old one, which may stand beside it, is not read.
pub(super) fn is_of_runtime(path: &str) -> bool {
    in_brook(path).is_some_and(|name| PLUS.contains(&name) || GPU.contains(&name))
}

/// Whether this is the path of a header of Brook+.
pub(super) fn is_plus(path: &str) -> bool {
    in_brook(path).is_some_and(|name| PLUS.contains(&name))
}
