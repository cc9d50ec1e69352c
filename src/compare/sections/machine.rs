//! 1. The machine, and what each family needs.

use crate::compare::document::{Block, Section, Table};
use crate::compare::measured::Measured;
use crate::compare::row::Failure;

pub fn section(measured: &Measured) -> Section {
    let info = &measured.device;
    let mut device = Table::of_words("The device").group("", ["", ""]);
    let formats = |renders: bool| -> String {
        let names = info.formats.iter().filter(|format| format.renders == renders).map(|format| format.name);
        names.collect::<Vec<_>>().join(", ")
    };
    let compute = info.compute.map_or("none".to_owned(), |compute| {
        format!(
            "groups of up to {} invocations, which share {} bytes; buffers of up to {} MiB",
            compute.invocations,
            compute.shared_bytes,
            compute.buffer_bytes >> 20
        )
    });
    let dialect = info.dialect.map_or("none".to_owned(), |dialect| format!("{} ({})", dialect.name(), dialect.api()));
    for (name, value) in [
        ("renderer", info.renderer.clone()),
        ("vendor", info.vendor.clone()),
        ("driver's version", info.version.clone()),
        ("dialect of the kernels", dialect),
        ("largest texture", format!("{0} × {0} texels", info.limits.texture)),
        ("render targets in a pass", info.limits.targets.to_string()),
        ("streams that a pass reads", info.limits.samplers.to_string()),
        ("renders to", formats(true)),
        ("compute shaders", compute),
        ("clock of its own", if info.timer_queries { "yes" } else { "no" }.to_owned()),
    ] {
        device.row([name.to_owned(), value]);
    }
    let mut needs =
        Table::of_words("What each family needs").group("", ["family", "programming interface", "memory", "writes"]);
    needs.row([
        "fragment",
        "OpenGL 3.3, OpenGL ES 3.0 with EXT_color_buffer_float, WebGL 2 with the same",
        "float textures",
        "its own texel of each render target",
    ]);
    needs.row([
        "compute",
        "OpenGL 4.3, OpenGL ES 3.1; Kahan's sum: `precise` (OpenGL 4.3, ES 3.2)",
        "buffers, shared memory of a work group",
        "anywhere",
    ]);
    needs.row(["cpu", "none: plain Rust, on one core or (rayon) on all", "slices", "anywhere"]);
    let left_out = |failure: &Failure| format!("{} ({})", failure.row, failure.why);
    let left_out: Vec<String> = measured.left_out.iter().map(left_out).collect();
    let left_out = (!left_out.is_empty())
        .then(|| Block::Text(format!("Left out, since the device lacks something for it: {}.", left_out.join("; "))));
    Section {
        title: "1. The machine".to_owned(),
        blocks: [

            Block::Text(
                "What ran, and what each family of methods asks for. The fragment pipeline asks for least: it runs where \
                 nothing else does. Look at the largest texture: in 2004 it was 2048 or 4096 texels wide."
                    .to_owned(),
            ),
            Block::Table(device),
            Block::Table(needs),
        ]
        .into_iter()
        .chain(left_out)
        .collect(),
    }
}
