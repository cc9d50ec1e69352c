//! Traces: plain-data records of what a device did, in order: every pass, dispatch, upload, copy and read back.

use std::fmt;

use comfy_table::{CellAlignment, Table, presets};
use serde::{Serialize, Serializer};

use crate::backend::PassCost;
use crate::fragment_operations::FragmentOperations;
use crate::fragment_program::cost::{Direction, Predicted};
use crate::geometry::Rect;

/// One operation of a device.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all events are passes")]
pub enum Event {
    /// A kernel was drawn over a render target.
    Pass(PassEvent),
    /// A compute shader was run.
    Dispatch(DispatchEvent),
    /// Floats were uploaded into a texture or a buffer.
    Upload(Transfer),
    /// All texels of a depth and stencil buffer were set.
    Clear(Transfer),
    /// The mip levels of a texture were computed, and the last was copied to another texture.
    MipLevels(Transfer),
    /// Floats were copied from a buffer into a texture, on the device.
    Copy(Transfer),
    /// Floats were read back from a texture or a buffer.
    ReadBack(Transfer),
}

/// The memory traffic of one pass or dispatch with perfect caches. Each texel of an input counts once, however often a kernel
/// fetches it. Texels that a kernel skips, as a search does, count too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Texels of the streams that it reads.
    pub texels_read: usize,
    /// Texels that it writes, in all render targets.
    pub texels_written: usize,
    /// Bytes of the texels and buffers that it reads.
    pub bytes_read: usize,
    /// Bytes of the texels and buffers that it writes.
    pub bytes_written: usize,
}

impl std::ops::AddAssign for Traffic {
    fn add_assign(&mut self, other: Traffic) {
        self.texels_read += other.texels_read;
        self.texels_written += other.texels_written;
        self.bytes_read += other.bytes_read;
        self.bytes_written += other.bytes_written;
    }
}

/// One pass.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PassEvent {
    /// The kernel's name: the name of its file in `glsl/`, without folder and extension.
    pub kernel: String,
    /// The part of the kernel that this pass ran, if the kernel was too large for the device and was split into several passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<PassPart>,
    /// Columns of the render target, in texels.
    pub width: usize,
    /// Rows of the render target, in texels.
    pub height: usize,
    /// The number of render targets that it wrote.
    pub outputs: usize,
    /// The rectangle that it was limited to, in texels. None if it drew the whole stream.
    pub rectangle: Option<Rect>,
    /// The number of points that it drew, if it drew points instead of a quad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<usize>,
    /// What happened to its fragments, if they did not replace texels.
    #[serde(skip_serializing_if = "FragmentOperations::is_default")]
    pub operations: FragmentOperations,
    /// What it moved.
    #[serde(skip)]
    pub traffic: Traffic,
    /// Its cost, as far as the backend knows it. Emulated chips count fragments: their number is in the JSON.
    #[serde(rename = "fragments", serialize_with = "fragments", skip_serializing_if = "is_not_counted")]
    pub cost: PassCost,
}

/// Writes the number of fragments that ran.
fn fragments<S: Serializer>(cost: &PassCost, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u64(cost.fragments)
}

/// Whether the device does not know how many fragments ran. Drivers of GPUs do not tell which the depth test skips.
fn is_not_counted(cost: &PassCost) -> bool {
    cost.instructions.is_none()
}

/// One of the passes of a kernel that was split into several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct PassPart {
    /// The number of this pass, from 1.
    pub number: usize,
    /// The number of passes.
    pub of: usize,
}

/// One dispatch of a compute shader.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DispatchEvent {
    /// The kernel's name: the name of its file in `glsl/compute/`, without extension.
    pub kernel: String,
    /// Work groups along x, y and z.
    pub groups: [usize; 3],
    /// Invocations in all groups together.
    pub invocations: usize,
    /// What it moved.
    #[serde(skip)]
    pub traffic: Traffic,
}

/// One transfer between memory and a texture or buffer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Transfer {
    /// Columns of texels, or elements of a buffer.
    pub width: usize,
    /// Rows of texels; 1 for a buffer.
    pub height: usize,
    /// Bytes transferred.
    pub bytes: usize,
    /// The operation on the host to which it belongs: `gather-op by NAME` or `scatter-op by NAME`, where `NAME` is a Brook reduction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// The time that it would have taken on the emulated chip, in milliseconds, if there is a
    /// [model](crate::fragment_program::cost) of the chip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted_ms: Option<f64>,
}

impl Event {
    /// Sets how long a transfer would have taken on the emulated chip; `seconds` computes that time, in seconds.
    pub(crate) fn predict(&mut self, seconds: impl Fn(usize, Direction) -> Option<f64>) {
        let (transfer, direction) = match self {
            Event::Upload(transfer) => (transfer, Direction::Upload),
            Event::ReadBack(transfer) => (transfer, Direction::ReadBack),
            Event::Pass(_) | Event::Dispatch(_) | Event::Copy(_) | Event::Clear(_) | Event::MipLevels(_) => return,
        };
        transfer.predicted_ms = seconds(transfer.bytes, direction).map(|seconds| seconds * 1e3);
    }

    /// Sets the operation to which a transfer belongs.
    pub(crate) fn part_of(&mut self, name: &str) {
        if let Event::Upload(transfer) | Event::Copy(transfer) | Event::ReadBack(transfer) = self {
            transfer.operation = Some(name.to_owned());
        }
    }
}

/// The events that [`Device::traced`](crate::Device::traced) recorded. It prints as a table, and converts to JSON by
/// [`Trace::to_json`].
///
/// ```
/// use brooklet::{Device, Operator, primitives::{self, Reduce}};
/// let device = Device::headless()?;
/// let x = device.upload(&vec![1.0; 1 << 12])?;
/// let (sum, trace) = device.traced(|| primitives::reduce_by(&x, &Operator::sum(), Reduce::TwoByTwo));
/// assert_eq!(sum?, 4096.0);
/// assert_eq!(trace.passes().count(), 6); // 64 × 64, halved six times
/// assert_eq!(trace.readbacks().map(|r| r.bytes).sum::<usize>(), 4);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// All events, in order.
    pub events: Vec<Event>,
}

impl Trace {
    /// Returns the passes, in order.
    pub fn passes(&self) -> impl Iterator<Item = &PassEvent> {
        self.events.iter().filter_map(|event| match event {
            Event::Pass(pass) => Some(pass),
            _ => None,
        })
    }

    /// Returns the dispatches, in order.
    pub fn dispatches(&self) -> impl Iterator<Item = &DispatchEvent> {
        self.events.iter().filter_map(|event| match event {
            Event::Dispatch(dispatch) => Some(dispatch),
            _ => None,
        })
    }

    /// Returns the memory traffic of all passes and dispatches.
    pub fn traffic(&self) -> Traffic {
        let mut sum = Traffic::default();
        self.passes().for_each(|pass| sum += pass.traffic);
        self.dispatches().for_each(|dispatch| sum += dispatch.traffic);
        sum
    }

    /// Returns how long the passes would have taken together on the emulated chip, or none if there is no
    /// [model](crate::fragment_program::cost) of the chip or there were no passes.
    pub fn predicted(&self) -> Option<Predicted> {
        let all: Option<Vec<Predicted>> = self.passes().map(|pass| pass.cost.predicted).collect();
        all.filter(|all| !all.is_empty()).map(|all| all.into_iter().sum())
    }

    /// Returns how long the uploads and read backs would have taken together on the emulated chip, in milliseconds.
    pub fn predicted_transfers_ms(&self) -> Option<f64> {
        let mut transfers = self.uploads().chain(self.readbacks()).peekable();
        transfers.peek()?;
        transfers.map(|transfer| transfer.predicted_ms).sum()
    }

    /// Returns the copies from buffers to textures, in order.
    pub fn copies(&self) -> impl Iterator<Item = &Transfer> {
        self.events.iter().filter_map(|event| match event {
            Event::Copy(transfer) => Some(transfer),
            _ => None,
        })
    }

    /// Returns the clears of depth and stencil buffers, in order.
    pub fn clears(&self) -> impl Iterator<Item = &Transfer> {
        self.events.iter().filter_map(|event| match event {
            Event::Clear(transfer) => Some(transfer),
            _ => None,
        })
    }

    /// Returns the computations of mip levels, in order. Their sizes are those of the first levels.
    pub fn mip_levels(&self) -> impl Iterator<Item = &Transfer> {
        self.events.iter().filter_map(|event| match event {
            Event::MipLevels(transfer) => Some(transfer),
            _ => None,
        })
    }

    /// Returns the uploads, in order.
    pub fn uploads(&self) -> impl Iterator<Item = &Transfer> {
        self.events.iter().filter_map(|event| match event {
            Event::Upload(transfer) => Some(transfer),
            _ => None,
        })
    }

    /// Returns the read backs, in order.
    pub fn readbacks(&self) -> impl Iterator<Item = &Transfer> {
        self.events.iter().filter_map(|event| match event {
            Event::ReadBack(transfer) => Some(transfer),
            _ => None,
        })
    }

    /// Returns `{"device": .., "passes": [..], "uploads": [..], "readbacks": [..]}`. Each entry has its index among all events as
    /// `order`. A transfer that is part of an operation on the host has the operation's name as `operation`. `"dispatches"` and
    /// `"copies"` are added if compute shaders ran, `"clears"` if depth and stencil buffers were cleared, and `"mip_levels"` if such were
    /// computed. If the emulated chip has a [model](crate::fragment_program::cost), passes and
    /// transfers have `predicted_ms`, their time on the chip. Passes also have `predicted_opengl_ms`, their time with pbuffers as
    /// render targets. `"predicted"` has the sums.
    pub fn to_json(&self, device: &str) -> serde_json::Value {
        let pick = |wanted: fn(&Event) -> bool| -> Vec<serde_json::Value> {
            let entries = self.events.iter().enumerate().filter(|(_, event)| wanted(event));
            entries
                .map(|(order, event)| {
                    let mut entry = match event {
                        Event::Pass(pass) => {
                            let mut entry = serde_json::json!(pass);
                            if let Some(predicted) = &pass.cost.predicted {
                                entry["predicted_ms"] = predicted.ms().into();
                                entry["predicted_opengl_ms"] = predicted.ms_opengl().into();
                            }
                            entry
                        }
                        Event::Dispatch(dispatch) => serde_json::json!(dispatch),
                        Event::Upload(transfer)
                        | Event::Copy(transfer)
                        | Event::Clear(transfer)
                        | Event::MipLevels(transfer)
                        | Event::ReadBack(transfer) => {
                            serde_json::json!(transfer)
                        }
                    };
                    entry["order"] = order.into();
                    entry
                })
                .collect()
        };
        let mut json = serde_json::json!({
            "device": device,
            "passes": pick(|event| matches!(event, Event::Pass(_))),
            "uploads": pick(|event| matches!(event, Event::Upload(_))),
            "readbacks": pick(|event| matches!(event, Event::ReadBack(_))),
        });
        for (name, entries) in [
            ("dispatches", pick(|event| matches!(event, Event::Dispatch(_)))),
            ("copies", pick(|event| matches!(event, Event::Copy(_)))),
            ("clears", pick(|event| matches!(event, Event::Clear(_)))),
            ("mip_levels", pick(|event| matches!(event, Event::MipLevels(_)))),
        ] {
            if !entries.is_empty() {
                json[name] = entries.into();
            }
        }
        if let Some(predicted) = self.predicted() {
            json["predicted"] = serde_json::json!({
                "passes_ms": predicted.ms(), "passes_opengl_ms": predicted.ms_opengl(),
                "transfers_ms": self.predicted_transfers_ms(),
            });
        }
        json
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        let predicts = self.predicted().is_some() || self.predicted_transfers_ms().is_some();
        let header = ["#", "what", "texels", "targets", "rectangle", "bytes", "then, ms"];
        table.set_header(&header[..if predicts { 7 } else { 6 }]);
        for (order, event) in self.events.iter().enumerate() {
            let texels = |width: usize, height: usize| format!("{width} × {height}");
            let (what, size) = match event {
                Event::Pass(pass) => (pass.kernel.as_str(), texels(pass.width, pass.height)),
                Event::Dispatch(dispatch) => {
                    let groups: usize = dispatch.groups.iter().product();
                    let word = if groups == 1 { "group" } else { "groups" };
                    (dispatch.kernel.as_str(), format!("{groups} {word} of {}", dispatch.invocations / groups.max(1)))
                }
                Event::Upload(transfer) => ("upload", texels(transfer.width, transfer.height)),
                Event::Copy(transfer) => ("copy", texels(transfer.width, transfer.height)),
                Event::Clear(transfer) => ("clear", texels(transfer.width, transfer.height)),
                Event::MipLevels(transfer) => ("mip levels", texels(transfer.width, transfer.height)),
                Event::ReadBack(transfer) => ("read back", texels(transfer.width, transfer.height)),
            };
            let what = match event {
                Event::Upload(Transfer { operation: Some(name), .. })
                | Event::Copy(Transfer { operation: Some(name), .. })
                | Event::ReadBack(Transfer { operation: Some(name), .. }) => format!("{what}, {name}"),
                Event::Pass(PassEvent { part: Some(part), .. }) => format!("{what}, {} of {}", part.number, part.of),
                _ => what.to_owned(),
            };
            let what = match event {
                Event::Pass(PassEvent { points: Some(points), .. }) => format!("{what}, {points} points"),
                _ => what,
            };
            let what = match event {
                Event::Pass(pass) if !pass.operations.is_default() => format!("{what}, {}", pass.operations),
                _ => what,
            };
            let (targets, rectangle, bytes) = match event {
                Event::Pass(pass) => (
                    pass.outputs.to_string(),
                    pass.rectangle.map_or(String::new(), |rect| rect.to_string()),
                    String::new(),
                ),
                Event::Dispatch(_) => (String::new(), String::new(), String::new()),
                Event::Upload(transfer)
                | Event::Copy(transfer)
                | Event::Clear(transfer)
                | Event::MipLevels(transfer)
                | Event::ReadBack(transfer) => (String::new(), String::new(), transfer.bytes.to_string()),
            };
            let then = match event {
                Event::Pass(pass) => pass.cost.predicted.map(|predicted| predicted.ms()),
                Event::Upload(transfer) | Event::ReadBack(transfer) => transfer.predicted_ms,
                Event::Dispatch(_) | Event::Copy(_) | Event::Clear(_) | Event::MipLevels(_) => None,
            };
            let mut row = vec![order.to_string(), what, size, targets, rectangle, bytes];
            row.extend(predicts.then(|| then.map_or(String::new(), |ms| format!("{ms:.3}"))));
            table.add_row(row);
        }
        for (number, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if [0, 2, 3, 5, 6].contains(&number) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        writeln!(f, "{}", table.trim_fmt())
    }
}
