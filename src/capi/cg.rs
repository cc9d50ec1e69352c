//! Cg programs of the C interface.

use std::cell::RefCell;
use std::ffi::c_char;
use std::rc::Rc;

use super::device::device;
use super::error::{CallError, Status, guard};
use super::handles::{Handle, Handles, local};
use super::pointers::{check, optional_text, put_text, set, slice, slice_mut, text};
use crate::Device;
use crate::backend::{Sampling, Texels};
use crate::cg::{self, Corners, Draw, DrawError, Options, ParameterKind, Precisions, Profile, Program};

/// A program, and the device that draws with it.
struct CgProgram {
    device: Device,
    program: Program,
}

thread_local! {
    static PROGRAMS: RefCell<Handles<Rc<CgProgram>>> = const { Handles::new(3) };
}

/// What a parameter of a Cg program is given.
#[repr(C)]
pub struct CgArgument {
    /// The name of the parameter; of a texture also its image unit, of an attribute also its semantic.
    pub name: *const c_char,
    /// 0: numbers of a uniform, in order. 1: a texture. 2: an attribute of fragments: four numbers that are the same everywhere, or
    /// twelve: those at the start of the first row, at its end, and at the start of the last.
    pub kind: u32,
    /// The numbers of a texel, 1 to 4; otherwise 0. Missing ones are those of 0, 0, 0, 1.
    pub channels: u32,
    /// The columns of a texture; otherwise 0.
    pub width: u64,
    /// Its rows.
    pub height: u64,
    /// Its layers: more than 1 if it has three dimensions, 6 if it is a cube.
    pub layers: u64,
    /// The numbers.
    pub numbers: *const f32,
    /// How many they are.
    pub count: u64,
    /// How a texture is read: words such as `linear,repeat`. Null: the nearest texel, clamped to the edges.
    pub sampling: *const c_char,
}

/// Memory for a result of a Cg program.
#[repr(C)]
pub struct CgResult {
    /// The name of the result, or null for the only one.
    pub name: *const c_char,
    /// Four numbers a fragment, row by row; the depth is the third.
    pub numbers: *mut f32,
    /// How many there is room for: 4 times columns times rows.
    pub count: u64,
}

impl From<DrawError> for CallError {
    fn from(error: DrawError) -> CallError {
        let status = match error {
            DrawError::Compile(_) => Status::Compile,
            DrawError::Backend(_) => Status::Call,
            _ => Status::Argument,
        };
        CallError::new(status, error.to_string())
    }
}

/// Compiles the function `entry` of a Cg program, whose source is `text`, for a device; `name` is that of its file, for messages. `profile`
/// is `arbfp1`, `fp30` or `fp40`, or null: `fp40` with `half` and `fixed` as floats. What is wrong with it is `BROOKLET_STATUS_COMPILE`, and
/// the text of the error shows where. The caller frees the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_cg_new(
    device: Handle,
    name: *const c_char,
    text: *const c_char,
    entry: *const c_char,
    profile: *const c_char,
    program: *mut Handle,
) -> Status {
    guard(|| {
        check(program, "program")?;
        let (name, text) = (super::pointers::text(name, "name")?, super::pointers::text(text, "text")?);
        let entry = super::pointers::text(entry, "entry")?;
        let options = match optional_text(profile, "profile")? {
            Some(profile) => {
                let wrong = |error: cg::UnknownProfile| CallError::new(Status::Argument, error.to_string());
                Options::of(profile.parse::<Profile>().map_err(wrong)?)
            }
            None => Options { precisions: Precisions::Floats, ..Options::of(Profile::Fp40) },
        };
        let device = self::device(device)?;
        let options = Options { entry: entry.to_owned(), ..options };
        let made =
            cg::compile(name, text, &options).map_err(|errors| CallError::new(Status::Compile, errors.to_string()))?;
        let made = CgProgram { device, program: made };
        set(program, local(&PROGRAMS, |programs| programs.insert(Rc::new(made)))?, "program")
    })
}

/// Frees a Cg program. Its handle is an error from then on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_cg_free(program: Handle) -> Status {
    guard(|| {
        let freed = local(&PROGRAMS, |programs| programs.remove(program))?;
        drop(freed);
        Ok(())
    })
}

/// Describes a Cg program as JSON, UTF-8 that ends in zero: `{"profile", "entry", "listing", "parameters": [{"name", "type", "semantic",
/// "kind"}]}`, parameters in the order of the program. A kind is `uniform`, `texture`, `varying`, `color`, `depth` or `none`. `listing` is
/// null where loops depend on uniforms. `buffer`, `room` and `needed` are as for `brooklet_program_describe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_cg_describe(
    program: Handle,
    buffer: *mut c_char,
    room: u64,
    needed: *mut u64,
) -> Status {
    guard(|| {
        let own = local(&PROGRAMS, |programs| programs.get(program))?;
        let program = &own.program;
        let parameters = program.parameters.iter().map(|parameter| {
            let kind = match parameter.kind {
                ParameterKind::Uniform { .. } => "uniform",
                ParameterKind::Texture { .. } => "texture",
                ParameterKind::Varying(_) => "varying",
                ParameterKind::Color(_) => "color",
                ParameterKind::Depth => "depth",
                ParameterKind::Unbound => "none",
            };
            serde_json::json!({
                "name": parameter.name,
                "type": parameter.ty,
                "semantic": parameter.semantic,
                "kind": kind,
            })
        });
        let compiled = program.lower(None, &[]).ok();
        let listing = compiled.and_then(|compiled| program.listing(&compiled, "").ok());
        let text = serde_json::json!({
            "profile": program.profile.name(),
            "entry": program.entry,
            "listing": listing,
            "parameters": parameters.collect::<Vec<_>>(),
        });
        put_text(&text.to_string(), buffer, room, needed)
    })
}

/// Draws with a Cg program: a rectangle of so many columns and rows. Each parameter that the program reads is given, but those with a
/// default; texture coordinates without values count texels where the program reads `RECT` textures, and go from 0 to 1 otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_cg_draw(
    program: Handle,
    width: u64,
    height: u64,
    arguments: *const CgArgument,
    count: u32,
    results: *const CgResult,
    result_count: u32,
) -> Status {
    guard(|| {
        let own = local(&PROGRAMS, |programs| programs.get(program))?;
        let arguments = slice(arguments, count as usize, "arguments")?;
        let results = slice(results, result_count as usize, "results")?;
        let side = |side: u64| usize::try_from(side).unwrap_or(usize::MAX);
        let mut draw = Draw::new(&own.program, side(width), side(height));
        for argument in arguments {
            give(&mut draw, argument)?;
        }
        let mut places = Vec::with_capacity(results.len());
        for result in results {
            let name = optional_text(result.name, "the name of a result")?;
            let number = own.program.result(name.unwrap_or("out"));
            let number = number.map_err(|error| CallError::new(Status::Argument, error.to_string()))?;
            let wanted = width.saturating_mul(height).saturating_mul(4);
            if result.count != wanted {
                let text =
                    format!("a result of {width} by {height} has {wanted} numbers, and room for {}", result.count);
                return Err(CallError::new(Status::Argument, text));
            }
            places.push((number, slice_mut(result.numbers, side(wanted), "the numbers of a result")?));
        }
        let compiled = draw.compiled(None)?;
        let (drawn, _) = draw.run_on(&compiled, &own.device)?;
        for (number, place) in places {
            place.copy_from_slice(drawn[number].texels.as_flattened());
        }
        Ok(())
    })
}

/// Gives a draw one of its arguments.
fn give(draw: &mut Draw, argument: &CgArgument) -> Result<(), CallError> {
    let name = text(argument.name, "the name of an argument")?;
    let count = usize::try_from(argument.count).unwrap_or(usize::MAX);
    let numbers = slice(argument.numbers, count, "the numbers of an argument")?;
    let wrong = |text: String| Err(CallError::new(Status::Argument, text));
    match argument.kind {
        0 => Ok(draw.uniform(name, numbers)?),
        1 => {
            draw.texture(name, texels(name, argument, numbers)?)?;
            if let Some(words) = optional_text(argument.sampling, "the sampling of a texture")? {
                let sampling: Sampling = words.parse().map_err(|text| CallError::new(Status::Argument, text))?;
                draw.sampling(name, sampling)?;
            }
            Ok(())
        }
        2 => {
            let four = |first: usize| std::array::from_fn(|c| numbers[first + c]);
            let start: [f32; 4] = match numbers.len() {
                4 | 12 => four(0),
                count => return wrong(format!("`{name}`: an attribute has 4 numbers or 12, and is given {count}")),
            };
            let less = |end: [f32; 4]| std::array::from_fn(|c| end[c] - start[c]);
            let (across, down) = match numbers.len() {
                4 => ([0.0; 4], [0.0; 4]),
                _ => (less(four(4)), less(four(8))),
            };
            Ok(draw.attribute(name, Corners { start, across, down })?)
        }
        kind => wrong(format!("`{name}`: there is no argument of kind {kind}: they are 0, 1 and 2")),
    }
}

/// Returns the texels of a texture.
fn texels(name: &str, argument: &CgArgument, numbers: &[f32]) -> Result<Texels, CallError> {
    let CgArgument { channels, width, height, layers, .. } = *argument;
    if !(1..=4).contains(&channels) {
        let text = format!("`{name}`: a texel has 1 to 4 numbers, and not {channels}");
        return Err(CallError::new(Status::Argument, text));
    }
    let wanted = [width, height, layers, channels.into()].into_iter().try_fold(1u64, u64::checked_mul);
    if wanted != Some(numbers.len() as u64) || numbers.is_empty() {
        let text = format!(
            "`{name}`: a texture of {width} by {height} in {layers} layers, with {channels} numbers a texel, is given {} numbers",
            numbers.len()
        );
        return Err(CallError::new(Status::Argument, text));
    }
    let texel = |own: &[f32]| {
        let mut four = [0.0, 0.0, 0.0, 1.0];
        four[..own.len()].copy_from_slice(own);
        four
    };
    let texels = numbers.chunks(channels as usize).map(texel).collect();
    Ok(Texels { width: width as usize, height: height as usize, layers: layers as usize, texels })
}
