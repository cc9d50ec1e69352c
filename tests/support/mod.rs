//! What the tests share: devices in each dialect, with poison in every texel that no stream owns.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod brook;
pub mod bytewise;
pub mod demo;
pub mod diagnostics;
pub mod fillings;
pub mod left_out;
pub mod level;
pub mod lowered;
pub mod mesa;
pub mod random;
pub mod statistics;

use brooklet::backend::{BackendError, PassCost};
use brooklet::fragment_program::Chip;
use brooklet::primitives::{self, Filter, PrimitiveError, Reduce, Sort};
use brooklet::{Device, DeviceBuilder, DeviceError, Dialect, Error, Event, LayoutError, Operator, Trace};

pub use left_out::left_out;
use level::{Level, level, one_in_turn};
use proptest::test_runner::Config as ProptestConfig;

/// How many random cases a test tries of each change, and of those that it tries in full; where a run is quick, half as many as of
/// each change.
pub fn cases(change: u32, full: u32) -> ProptestConfig {
    ProptestConfig::with_cases(match level() {
        Level::Quick => change.div_ceil(2),
        Level::Change => change,
        Level::Full => full,
    })
}

/// How many random cases a test of an application tries where nothing is optimised, and where all is; a third of them where a run is
/// quick.
pub fn cases_of_application(debug: u32, release: u32) -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { debug } else { release };
    ProptestConfig::with_cases(if level::is_quick() { cases.div_ceil(3) } else { cases })
}

/// A value that shows wherever it is read: no test data comes near it. Where one operator swallows it, as the maximum does
/// a small one, it shows in the other dialect.
pub fn poison(dialect: Dialect) -> f32 {
    if dialect == Dialect::Gl { -1.0e30 } else { 1.0e30 }
}

/// The dialect of a device on OpenGL; of an emulated one that which tests open it by.
pub fn dialect(device: &Device) -> Dialect {
    device.info().dialect.unwrap_or(Dialect::Gl)
}

/// A builder with poison.
pub fn builder(dialect: Dialect) -> DeviceBuilder {
    Device::builder().dialect(dialect).poison(poison(dialect))
}

/// A device with poison. Without a driver the test fails with the line that installs one.
pub fn device(dialect: Dialect) -> Device {
    open(builder(dialect))
}

/// The chip whose emulator stands in for every driver, where `BROOKLET_TEST_CHIP` names one.
pub fn chip() -> Option<Chip> {
    let name = std::env::var("BROOKLET_TEST_CHIP").ok()?;
    Some(Chip::of_name(&name).unwrap_or_else(|| panic!("BROOKLET_TEST_CHIP is no chip: {name}")))
}

/// Whether it is the chip's listings alone, executed by the driver at hand: `BROOKLET_TEST_DIALECTS=arb` beside the chip.
fn by_assembly() -> bool {
    std::env::var("BROOKLET_TEST_DIALECTS").is_ok_and(|names| names == "arb")
}

/// Opens what a builder asks for.
pub fn open(builder: DeviceBuilder) -> Device {
    if let Some(chip) = chip() {
        if by_assembly() {
            return builder.assembly(chip).headless().unwrap_or_else(|error| panic!("{error}"));
        }
        return builder.emulated(chip).unwrap_or_else(|error| panic!("{error}"));
    }
    open_driver(builder)
}

/// The same, of a driver whatever chip stands in for it elsewhere.
pub fn open_driver(builder: DeviceBuilder) -> Device {
    quick_mesa();
    builder.headless().unwrap_or_else(|error| panic!("{error}"))
}

/// The dialects that a test runs in: OpenGL 3.3 and OpenGL ES 3.0, one of the two where a run is quick, or those that
/// `BROOKLET_TEST_DIALECTS` names (`gl2`), since a driver made to behave as OpenGL 2.1 has no other.
pub fn dialects() -> Vec<Dialect> {
    if chip().is_some() {
        return vec![Dialect::Gl];
    }
    match std::env::var("BROOKLET_TEST_DIALECTS") {
        Ok(names) => names.split(',').map(|name| name.trim().parse().unwrap()).collect(),
        Err(_) => one_in_turn(vec![Dialect::Gl, Dialect::Es]),
    }
}

/// Tells Mesa what suits tests, before it is first asked.
pub fn quick_mesa() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for (name, value) in mesa::MESA {
            if std::env::var_os(name).is_none() {
                // SAFETY: what reads the environment here is Rust's own library, which locks it, and drivers, which are asked
                // for nothing before this has returned in some thread.
                unsafe { std::env::set_var(name, value) };
            }
        }
    });
}

/// A device of each dialect.
pub fn devices() -> Vec<Device> {
    dialects().into_iter().map(device).collect()
}

/// Leaves out what a device lacks something for. Mesa, which draws on the CPU and is not made to offer less than it has, lacks
/// nothing that tests ask for.
pub fn lacks(device: &Device, what: &str) {
    let fenced = ["MESA_GL_VERSION_OVERRIDE", "MESA_GLES_VERSION_OVERRIDE", "MESA_EXTENSION_OVERRIDE"];
    let info = device.info();
    let has_all = matches!(info.dialect, Some(Dialect::Gl | Dialect::Es))
        && info.renderer.contains("llvmpipe")
        && fenced.into_iter().all(|name| std::env::var_os(name).is_none())
        // OpenGL ES does not count fragments.
        && !(what.contains("occlusion-query") && info.dialect == Some(Dialect::Es));
    assert!(!has_all, "{} ({}) lacks {what}, which it should have", info.renderer, info.version);
    left_out(format!("{what}: {}", chip().map_or(info.interface(), |chip| format!("the chip {chip}"))));
}

/// Whether a device has integers. Where it has none, ints are floats: exact to 2^24, without operators on bits, and
/// beyond 32 bits they go on.
pub fn has_integers(device: &Device) -> bool {
    let integers = device.info().features.integers;
    if !integers {
        lacks(device, "integers");
    }
    integers
}

/// Whether a device has compute shaders. Where it has none, it must say so of whatever needs them.
pub fn has_compute(device: &Device) -> bool {
    if device.compute().is_none() {
        let error = device.upload_buffer(&[1.0]).unwrap_err();
        assert!(matches!(error, Error::Device(DeviceError::NoCompute { .. })), "{error:?}");
        assert_eq!(error.to_string(), no_compute(device));
        lacks(device, "compute shaders");
    }
    device.compute().is_some()
}

/// What is said where there are no compute shaders.
pub fn no_compute(device: &Device) -> String {
    let used = if device.info().dialect == Some(Dialect::Gl2) { ", used as OpenGL 2.1" } else { "" };
    let emulated = if device.info().dialect.is_none() { ": an emulated chip has none" } else { "" };
    let needs = format!("compute shaders need OpenGL 4.3 or OpenGL ES 3.1{emulated}");
    format!("{needs}; this context is {}{used}", device.info().version)
}

/// The most that a sum or product is off, relative to itself: half a unit in the last place where it is rounded to the nearest; a
/// whole one on the chips whose published error intervals reach that far (Hillesland and Lastra 2004: an R300 adds within
/// [-1, 0], an NV35 within [-1, 0] units).
pub fn roundoff() -> f64 {
    match chip() {
        Some(Chip::R300 | Chip::R420) => 2f64.powi(-16),
        Some(Chip::Nv30 | Chip::Nv40 | Chip::G70) => 2f64.powi(-23),
        _ => 2f64.powi(-24),
    }
}

/// The passes of a method: those of a kernel that is too large for a chip, and cut into several, count once.
pub fn passes_of_kernels(trace: &Trace) -> usize {
    trace.passes().filter(|pass| pass.part.is_none_or(|part| part.number == 1)).count()
}

/// Without what only an emulated chip counts and predicts.
pub fn without_costs(mut trace: Trace) -> Trace {
    for event in &mut trace.events {
        match event {
            Event::Pass(pass) => pass.cost = PassCost { fragments: pass.cost.fragments, ..PassCost::default() },
            Event::Upload(transfer) | Event::Copy(transfer) | Event::ReadBack(transfer) => transfer.predicted_ms = None,
            Event::Dispatch(_) | Event::Clear(_) | Event::MipLevels(_) => {}
        }
    }
    trace
}

/// What was made; none on a chip that has no room for it, or lacks something, which the error must say: what is lacking, or of
/// which resource how much is needed and how much there is. Only the chips of few instructions may refuse.
pub fn fitting<T>(result: Result<T, Error>) -> Option<T> {
    let error = match result {
        Ok(made) => return Some(made),
        Err(error) => error,
    };
    let small = matches!(chip(), Some(Chip::R300 | Chip::R420 | Chip::Nv30 | Chip::R520));
    let said = error.to_string();
    // Most chips, and some devices of ES, do not blend floats or average them, and ES does not count fragments.
    let units = [
        "blending of 32-bit floats",
        "mip levels of 32-bit floats",
        "occlusion queries that count fragments",
        "points",
    ];
    if let Some(unit) = units.iter().find(|unit| said.contains(&format!("needs {unit}, which"))) {
        assert!(error.is_missing_feature(), "{error}");
        left_out(format!("{unit}: the chip or the driver"));
        return None;
    }
    assert!(small && error.is_missing_feature(), "{error}");
    let chip = chip().map(|chip| chip.to_string()).unwrap_or_default();
    match error {
        Error::Backend(BackendError::Exceeds { resource, needed, available, .. }) => {
            left_out(format!("{resource} for a kernel: the chip {chip}"));
            assert!(needed > available, "{said}");
            assert!(said.contains(&format!(" needs {needed} {resource}, and ")), "{said}");
            assert!(said.contains(&format!(" has {available}")), "{said}");
        }
        Error::Primitive(PrimitiveError::Lacks { method, needs, .. }) => {
            assert!(said.starts_with(&format!("the method {method} needs {needs}, which this device (")), "{said}");
            left_out(format!("{needs} for the method {method}: the chip {chip}"));
        }
        Error::Layout(LayoutError::TooLarge { largest, .. }) => {
            assert!(said.contains(&largest.to_string()), "{said}");
            left_out(format!("a large enough texture: the chip {chip}"));
        }
        Error::Backend(BackendError::NoProgram(_)) => {
            assert!(said.contains("it has a loop whose end depends on data"), "{said}");
            left_out(format!("loops whose end depends on data: the chip {chip}"));
        }
        error => panic!("{error:?}"),
    }
    None
}

/// Whether a method runs on a device; where it does not, an attempt must be refused.
fn runs<T>(device: &Device, runs_on: bool, attempt: impl FnOnce() -> Result<T, Error>) -> bool {
    if !runs_on {
        match attempt().err().expect("an attempt is refused") {
            Error::Primitive(PrimitiveError::Lacks { method, needs, .. }) => {
                lacks(device, &format!("{needs} for the method {method}"));
            }
            error => panic!("{error:?}"),
        }
    }
    runs_on
}

/// The methods of a reduction that a device has all for: whether it has room for their kernels, [`fitting`] says.
pub fn reduces(device: &Device) -> Vec<Reduce> {
    let attempt = |method| primitives::reduce_by(&device.upload(&[1.0])?, &Operator::sum(), method);
    Reduce::ALL.into_iter().filter(|method| runs(device, method.runs_on(device), || attempt(*method))).collect()
}

/// Of a filter.
pub fn filters(device: &Device) -> Vec<Filter> {
    let attempt = |method| primitives::compact_by(&device.upload(&[1.0])?, method);
    Filter::ALL.into_iter().filter(|method| runs(device, method.runs_on(device), || attempt(*method))).collect()
}

/// Whether a pass of a device can write such outputs at once, of so many numbers each. A chip may have too few render targets,
/// or one format for all of them.
pub fn writes(device: &Device, outputs: &[usize]) -> bool {
    let alike = outputs.iter().all(|channels| *channels == outputs[0]);
    let writes = outputs.len() <= device.limits().targets && (alike || device.features().mixed_formats);
    if !writes {
        lacks(device, &format!("outputs of {outputs:?} numbers in one pass"));
    }
    writes
}

/// Whether a method runs on a device, as it says; where it does not, that is counted.
pub fn runs_here(device: &Device, method: &str, runs_on: bool) -> bool {
    if !runs_on {
        lacks(device, &format!("what the method {method} needs"));
    }
    runs_on
}

/// The methods of a sort with a payload that a device has all for.
pub fn sorts(device: &Device) -> Vec<Sort> {
    Sort::WITH_PAYLOAD.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device))).collect()
}

/// Passes that write such outputs, of so many numbers each: as few as its render targets and their formats allow.
pub fn passes_of(device: &Device, outputs: &[usize]) -> usize {
    let targets = device.limits().targets;
    if device.features().mixed_formats {
        return outputs.len().div_ceil(targets);
    }
    let of_format = |format: usize| outputs.iter().filter(|channels| **channels == format).count();
    (1..=4).map(|format| of_format(format).div_ceil(targets)).sum()
}

/// What the memory of a device holds of a number: most chips take denormals for zeros.
pub fn held(x: f32) -> f32 {
    match chip().filter(|_| !by_assembly()) {
        None | Some(Chip::None | Chip::G80) => x,
        Some(_) if x.is_subnormal() => 0f32.copysign(x),
        Some(_) => x,
    }
}

/// Runs a test on a device of each dialect.
pub fn each_dialect(test: impl Fn(&Device)) {
    for dialect in dialects() {
        test(&device(dialect));
    }
}

/// All dialects of GLSL, or those that `BROOKLET_TEST_DIALECTS` names.
pub fn all_dialects() -> Vec<Dialect> {
    match std::env::var_os("BROOKLET_TEST_DIALECTS") {
        Some(_) if chip().is_none() => dialects(),
        _ => Dialect::ALL.to_vec(),
    }
}

/// A device of every backend, whatever is chosen elsewhere: each dialect of the driver, and the emulator of each chip.
pub fn every_backend() -> Vec<(String, Device)> {
    let drivers = all_dialects().into_iter().map(|dialect| (format!("{dialect:?}"), open_driver(builder(dialect))));
    let emulated = |chip| Device::builder().poison(-1.0e9).emulated(chip).unwrap_or_else(|error| panic!("{error}"));
    drivers.chain(Chip::ALL.map(|chip| (chip.to_string(), emulated(chip)))).collect()
}

/// The bits of floats: what "the same" means where nothing is computed.
pub fn bits(floats: &[f32]) -> Vec<u32> {
    floats.iter().map(|float| float.to_bits()).collect()
}

/// Floats that look random, and are the same every time.
pub fn noise(count: usize, seed: u64) -> Vec<f32> {
    let mut random = random::Random::new(seed);
    (0..count).map(|_| (random.bits() >> 40) as f32 / (1u64 << 23) as f32 - 1.0).collect()
}

/// Sizes at which algorithms break: none, one, two, around powers of two, row ends.
pub fn sizes() -> impl Iterator<Item = usize> {
    const QUICK: [usize; 8] = [0, 1, 2, 3, 8, 17, 129, 1025];
    const ALL: [usize; 26] =
        [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 255, 1000, 1023, 1024, 1025, 4097];
    if level::is_quick() { QUICK.iter() } else { ALL.iter() }.copied()
}

/// Floats with bits worth keeping: zeros, infinities, denormals, extremes.
pub const SPECIAL: [f32; 12] = [
    0.0,
    -0.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    1.0e-40,
    -1.0e-40,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    1.0,
    -1.0,
    0.1,
];
