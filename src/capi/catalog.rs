//! The catalogue in the C interface: all primitives by name, and each by each of its methods.

use std::ffi::c_char;

use serde::Deserialize;

use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{optional_text, put_text, set, slice, slice_mut, text};
use super::primitives::{numbers, operator, result};
use super::stream::{remove, stream};
use crate::Bins;
use crate::catalog::{self, Grouping, Options, Output, PRIMITIVES, Ranks};

/// Describes all primitives as JSON, UTF-8 that ends in zero: `{"primitives": [{"name", "inputs": [{"name", "optional"}], "methods": [{"name",
/// "source", "passes", "default"}]}]}`. `passes` says how many passes n elements take. `buffer`, `room` and `needed` are as for
/// `brooklet_program_describe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_catalog_describe(buffer: *mut c_char, room: u64, needed: *mut u64) -> Status {
    guard(|| {
        let primitives = PRIMITIVES.iter().map(|primitive| {
            let inputs = primitive.inputs.iter();
            let inputs = inputs.map(|input| serde_json::json!({ "name": input.name, "optional": input.optional }));
            let methods = primitive.fragment.methods.iter().map(|method| {
                serde_json::json!({
                    "name": method.name,
                    "source": method.citation.full,
                    "passes": method.passes,
                    "default": method.default,
                })
            });
            serde_json::json!({
                "name": primitive.name,
                "inputs": inputs.collect::<Vec<_>>(),
                "methods": methods.collect::<Vec<_>>(),
            })
        });
        let text = serde_json::json!({ "primitives": primitives.collect::<Vec<_>>() }).to_string();
        put_text(&text, buffer, room, needed)
    })
}

/// Runs a primitive of the catalogue by one of its methods, as `brooklet_catalog_describe` lists them: `scan` by `hillis-steele`. A null method
/// is the fastest one. `inputs` are its `count` streams of `float`, in order. `options` is null or JSON, an object with any of `operator`
/// (`sum`, `product`, `min` or `max`), `exclusive`, `axis`, `descending`, `stable`, `bits`, `combined`, `upper`, `sorted`, `bins`, `range`
/// (two numbers), `k` and `smallest`; a primitive does not look at those that it has no use for. A
/// `quantile` is the median, and a `filter` keeps what is not infinite. The results go to `results`, which has
/// `room` for so many handles: 2 are enough for every primitive. A result that is one number is a stream of one element. `made` gets how many
/// results there are. The caller frees them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_catalog_run(
    primitive: *const c_char,
    method: *const c_char,
    inputs: *const Handle,
    count: u32,
    options: *const c_char,
    results: *mut Handle,
    room: u32,
    made: *mut u32,
) -> Status {
    guard(|| {
        let name = text(primitive, "primitive")?;
        let method = optional_text(method, "method")?;
        let options = match optional_text(options, "options")? {
            Some(text) => Given::parse(text)?.options()?,
            None => Options::default(),
        };
        let primitive = catalog::find(name).ok_or_else(|| {
            let names = catalog::names().collect::<Vec<_>>().join(", ");
            CallError::new(Status::Argument, format!("there is no primitive `{name}`: there are {names}"))
        })?;
        let inputs = slice(inputs, count as usize, "inputs")?;
        let helds = inputs.iter().map(|input| stream(*input)).collect::<Result<Vec<_>, _>>()?;
        let reads = helds.iter().map(|held| held.read()).collect::<Result<Vec<_>, _>>()?;
        let streams = reads.iter().map(|any| numbers(any, "an input of a primitive")).collect::<Result<Vec<_>, _>>()?;
        let results = slice_mut(results, room as usize, "results")?;
        super::pointers::check(made, "made")?;
        let streams = match primitive.draw(method, &streams, &options)? {
            Output::Streams(streams) => streams,
            // There is at least one input: `draw` has looked.
            Output::Value(value) => vec![streams[0].device().upload(&[value])?],
            Output::Complex(stream) => {
                let [first, ..] = results else {
                    let text = format!("`{name}` has 1 result, and there is room for {room}");
                    return Err(CallError::new(Status::Argument, text));
                };
                *first = result(stream)?;
                return super::pointers::set(made, 1, "made");
            }
        };
        if streams.len() > results.len() {
            let text = format!("`{name}` has {} results, and there is room for {room}", streams.len());
            return Err(CallError::new(Status::Argument, text));
        }
        let mut handles = Vec::new();
        for stream in streams {
            match result(stream) {
                Ok(handle) => handles.push(handle),
                // Either all results are returned or none: a handle that the caller does not get would never be freed.
                Err(error) => {
                    handles.into_iter().try_for_each(|handle| remove(handle).map(drop))?;
                    return Err(error);
                }
            }
        }
        results[..handles.len()].copy_from_slice(&handles);
        set(made, handles.len() as u32, "made")
    })
}

/// The options as they are given.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Given {
    operator: Option<String>,
    exclusive: bool,
    axis: Option<i32>,
    descending: bool,
    stable: bool,
    bits: Option<u32>,
    combined: bool,
    upper: bool,
    sorted: bool,
    bins: Option<usize>,
    range: Option<[f32; 2]>,
    k: Option<usize>,
    smallest: bool,
}

impl Given {
    fn parse(text: &str) -> Result<Given, CallError> {
        serde_json::from_str(text).map_err(|error| CallError::new(Status::Argument, format!("the options: {error}")))
    }

    fn options(self) -> Result<Options, CallError> {
        let default = Options::default();
        let bins = self.bins.unwrap_or(default.bins.count());
        Ok(Options {
            operator: match self.operator {
                Some(name) => operator(&name, "")?,
                None => default.operator.clone(),
            },
            exclusive: self.exclusive,
            axis: self.axis,
            descending: self.descending,
            stable: self.stable,
            bits: self.bits,
            combined: self.combined,
            upper: self.upper,
            groups: Grouping { sorted: self.sorted },
            bins: self.range.map_or(bins.into(), |[first, last]| Bins::between(bins, first, last)),
            ranks: Ranks { count: self.k.unwrap_or(default.ranks.count), smallest: self.smallest, ..default.ranks },
            ..default
        })
    }
}
