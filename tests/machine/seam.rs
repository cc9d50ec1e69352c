//! The seam below the device: a backend that draws nothing runs every primitive, and the trace is OpenGL's.

use crate::support;
use crate::support::level::sample;

use std::cell::Cell;
use std::rc::Rc;

use brooklet::backend::{
    Backend, BackendError, Class, DeviceInfo, Draw, Drawn, Features, Fit, KernelId, Limits, LoopSupport, PassCost,
    PassLayouts, RenderTarget, ResourceUse, TextureId, TextureSpec,
};
use brooklet::ir::{Kernel, Loops, Needs};
use brooklet::kernel::Source;
use brooklet::primitives::{self, Filter, Infinity, PrimitiveError, Reduce, Scan, Search, Sort, SortOptions};
use brooklet::{Device, Dialect, Error, Layout, Operator, Rect, Stream, Trace};

/// A backend that numbers what it is asked for, and answers with zeros.
struct Recorder {
    info: DeviceInfo,
    next: Cell<u32>,
}

impl Recorder {
    fn new(class: Class, dialect: Dialect, limits: Limits, features: Features) -> Recorder {
        let info = DeviceInfo {
            vendor: "nobody".into(),
            renderer: "recorder".into(),
            version: "1".into(),
            dialect: Some(dialect),
            class,
            limits,
            features,
            formats: Vec::new(),
            timer_queries: false,
            partitions: false,
            early_z_in_queries: true,
            compute: None,
        };
        Recorder { info, next: Cell::new(0) }
    }

    fn number(&self) -> u32 {
        self.next.replace(self.next.get() + 1)
    }
}

impl Backend for Recorder {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }
    fn create_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError> {
        assert!(spec.width <= self.info.limits.texture && spec.height <= self.info.limits.texture);
        assert!(spec.layers == 1 || self.info.features.array_textures);
        Ok(TextureId(self.number()))
    }
    fn delete_texture(&self, _: TextureId) {}
    fn write_texture(&self, _: RenderTarget, _: Rect, _: &[u32]) -> Result<(), BackendError> {
        Ok(())
    }
    fn read_texture(&self, _: RenderTarget, _: Rect, texels: &mut [u32]) -> Result<(), BackendError> {
        texels.fill(0);
        Ok(())
    }
    fn prepare(&self, kernel: &Rc<Kernel>) -> Result<KernelId, BackendError> {
        let interface = &kernel.interface;
        assert!(!interface.outputs.is_empty() && interface.outputs.len() <= self.info.limits.targets);
        assert!(interface.inputs.len() <= self.info.limits.samplers);
        let (needs, features) = (Needs::of(kernel), self.info.features);
        assert!(features.integers || !needs.integers, "{} needs integers", kernel.name);
        let loops = features.loops == LoopSupport::Dynamic || needs.loops < Loops::Dynamic;
        assert!(loops, "{} has loops that end by data", kernel.name);
        Ok(KernelId(self.number()))
    }
    fn delete_kernel(&self, _: KernelId) {}
    fn fits(&self, _: KernelId, layouts: &PassLayouts) -> Result<Fit, BackendError> {
        let samplers = ResourceUse::new("texture image units", layouts.inputs.len(), self.info.limits.samplers);
        Ok(Fit::uncut(vec![samplers]))
    }
    fn draw(&self, draw: &Draw) -> Result<Drawn, BackendError> {
        let (width, height) = (draw.output.width, draw.output.height);
        // Only the halves of a sort by blending are more than a stream has.
        let blends = draw.operations.blend.is_some();
        assert!((1..=2).contains(&draw.rects.len()) || blends && !draw.rects.is_empty());
        assert!(draw.rects.iter().all(|rect| rect.x + rect.width <= width && rect.y + rect.height <= height));
        let read = |target: &RenderTarget| draw.inputs.iter().any(|input| input.texture == target.texture);
        assert!(!draw.targets.iter().any(read), "a texture read and drawn to");
        let fragments = draw.rects.iter().map(Rect::area).sum::<usize>() as u64;
        Ok(PassCost { fragments, ..PassCost::default() }.into())
    }
    fn average(&self, _: TextureId, _: TextureId) -> Result<(), BackendError> {
        assert!(self.info.features.float_mip_levels);
        Ok(())
    }
    fn finish(&self) -> Result<(), BackendError> {
        Ok(())
    }
}

/// Every primitive, by every method. Where passes depend on the data, the data are such that zeros lead the same way: no
/// record is null, except where the stable sort counts what it keeps.
fn everything(device: &Device, n: usize) -> Trace {
    let run = || -> Result<(), Error> {
        let x = device.upload(&vec![0.0; n])?;
        let nulls = device.upload(&vec![f32::INFINITY; n])?;
        let packed = x.to_layout(Layout::Packed)?;
        let v = device.upload(&vec![[0.0; 3]; n])?;
        let _: Stream<f32> = primitives::map(device, "a * 2 + b.x").input("a", &x).input("b", &v).run()?;
        for method in
            Reduce::ALL.into_iter().filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
        {
            primitives::reduce_by(&packed, &Operator::sum(), method)?;
            if method.computes(&Operator::<f32>::max()) {
                primitives::reduce_by(&x, &Operator::max(), method)?;
                primitives::reduce_until(&v, &Operator::product(), method, 4)?;
            }
        }
        primitives::mean(&x)?;
        primitives::reduce_to(&x, &Operator::min(), 1)?;
        // The pyramid is for chips with room for it.
        let room = device.features().instructions > 1024;
        for method in Scan::ALL.into_iter().filter(|method| *method != Scan::Pyramid || room) {
            primitives::scan_by(&x, &Operator::sum(), method)?;
            primitives::exclusive_scan_by(&packed, &Operator::max(), method)?;
        }
        primitives::sort(&x)?;
        primitives::sort_pairs(&packed, &v)?;
        for method in Sort::WITH_PAYLOAD
            .into_iter()
            .filter(|method| support::runs_here(device, method.name(), method.runs_on(device)))
        {
            let options = SortOptions::default().method(method);
            primitives::sort_with(&packed, options)?;
            primitives::sort_pairs_with(&x, &v, options.descending())?;
            primitives::sort_pairs_with(&x, &v, options.stable())?;
        }
        primitives::lower_bound(&x, &packed)?;
        primitives::SearchIndex::new(&x)?.lower_bound(&x)?;
        primitives::upper_bound(&x, &x)?;
        primitives::upper_bound(&x, &device.upload(&[1.0])?)?;
        let marks = device.features().infinities;
        if marks {
            primitives::compact_by(&nulls, Filter::StableSort)?;
        }
        for method in [Filter::ScanSearchGather, Filter::ScanSearchGatherMultipass].into_iter().filter(|_| marks) {
            primitives::compact_by(&x, method)?;
            primitives::filter_with(&v, "x.y < 1", method, Infinity::Streamed)?;
        }
        Ok(())
    };
    let (result, trace) = device.traced(run);
    result.unwrap_or_else(|error| panic!("{error}"));
    trace
}

#[test]
fn a_backend_that_draws_nothing_yields_the_same_trace() {
    for dialect in support::dialects() {
        let opengl = support::open(Device::builder().dialect(dialect).largest_texture(64));
        let recorder = Device::builder()
            .backend(Box::new(Recorder::new(opengl.info().class, dialect, opengl.limits(), opengl.features())))
            .unwrap();
        for n in sample([2, 7, 64, 1000], 1, 2) {
            let (real, recorded) = (support::without_costs(everything(&opengl, n)), everything(&recorder, n));
            assert!(recorded.passes().count() > 40);
            assert_eq!(recorded, real, "{n}");
        }
    }
}

#[test]
fn a_million_elements_take_the_passes_of_the_papers() {
    let limits = Limits { texture: 4096, targets: 4, samplers: 16, point_size: 64 };
    for dialect in support::dialects() {
        let device = Device::builder()
            .backend(Box::new(Recorder::new(Class::Hardware, dialect, limits, Features::ALL)))
            .unwrap();
        let passes = |n: usize, run: &dyn Fn(&Stream<f32>)| {
            let x = device.stream::<f32>(n).unwrap();
            device.traced(|| run(&x)).1.passes().count()
        };
        for n in [1 << 20, (1 << 20) - 1, (1 << 19) + 1] {
            for method in Sort::ALL {
                // With 4 render targets the merge sort starts from runs of 32.
                let expected = match method {
                    Sort::Merge => 1 + 15 + 8 + 1,
                    Sort::BitonicPacked => 74,
                    Sort::Bitonic | Sort::BitonicFloat => 210,
                    Sort::Blending => 1 + 20 * 20 * 3 + 1,
                };
                assert_eq!(passes(n, &|x| drop(primitives::sort_by(x, method).unwrap())), expected);
            }
            for (method, expected) in [(Scan::HillisSteele, 20), (Scan::UpDownSweep, 40), (Scan::Pyramid, 9)] {
                let scan = |x: &Stream<f32>| drop(primitives::scan_by(x, &Operator::sum(), method).unwrap());
                assert_eq!(passes(n, &scan), expected);
            }
            // Where all reads as zero, no record is null to some methods, and none is kept by the others.
            for (method, expected) in [
                (Filter::ScanSearchGather, 21),
                (Filter::ScanSearchGatherMultipass, 41),
                (Filter::StableSort, 212),
                (Filter::HistoPyramid, 5),
            ] {
                assert_eq!(passes(n, &|x| drop(primitives::compact_by(x, method).unwrap())), expected);
            }
        }
    }
}

/// A device of this class with these features.
fn device_with(class: Class, features: Features) -> Device {
    let limits = Limits { texture: 4096, targets: 4, samplers: 16, point_size: 64 };
    Device::builder().backend(Box::new(Recorder::new(class, Dialect::Gl2, limits, features))).unwrap()
}

/// What a device may lack, one thing at a time, then all of them.
fn fewer_features() -> Vec<Features> {
    let all = Features::ALL;
    vec![
        Features { integers: false, ..all },
        Features { array_textures: false, ..all },
        Features { loops: LoopSupport::Counted, ..all },
        Features { loops: LoopSupport::None, ..all },
        Features { infinities: false, ..all },
        Features { integers: false, array_textures: false, loops: LoopSupport::Counted, exact_integer: 1 << 24, ..all },
    ]
}

#[test]
fn what_a_device_lacks_no_default_asks_for() {
    for class in [Class::Software, Class::Hardware] {
        for features in fewer_features() {
            let device = device_with(class, features);
            // The backend refuses what the device has not.
            for n in [2, 65, 5000] {
                assert!(everything(&device, n).passes().count() > 40, "{features:?}");
                let x = device.upload(&vec![0.0; n]).unwrap();
                primitives::compact(&x).unwrap();
                primitives::filter(&x, "x < 1").unwrap();
            }
        }
    }
}

#[test]
fn the_fastest_method_that_runs_is_chosen() {
    let [all, no_integers] = [Features::ALL, Features { integers: false, ..Features::ALL }];
    let counted = Features { loops: LoopSupport::Counted, ..Features::ALL };
    let (sum, ends) = (Operator::<f32>::sum(), Operator::new("first", "a", |a: f32, _| a));
    let on = device_with;
    assert_eq!(Sort::fastest(&on(Class::Hardware, all)), Sort::Merge);
    assert_eq!(Sort::fastest(&on(Class::Hardware, no_integers)), Sort::BitonicPacked);
    assert_eq!(Sort::fastest(&on(Class::Software, counted)), Sort::BitonicPacked);
    assert_eq!(Reduce::fastest(&on(Class::Hardware, all), &sum), Reduce::Columns);
    assert_eq!(Reduce::fastest(&on(Class::Hardware, all), &ends), Reduce::Runs);
    assert_eq!(Reduce::fastest(&on(Class::Software, no_integers), &sum), Reduce::Runs);
    assert_eq!(Reduce::fastest(&on(Class::Hardware, counted), &sum), Reduce::Brook);
    assert_eq!(Scan::fastest(&on(Class::Hardware, counted)), Scan::Pyramid);
    assert_eq!(Filter::fastest(&on(Class::Hardware, no_integers)), Filter::HistoPyramid);
    assert_eq!(Filter::fastest(&on(Class::Hardware, counted)), Filter::ScanSearchGather);
    assert_eq!(Search::fastest(&on(Class::Software, counted), 6400, 100), Search::IndexPyramid);
    assert_eq!(Search::fastest(&on(Class::Hardware, counted), 6400, 100), Search::BinarySearch);
}

#[test]
fn a_method_that_needs_more_than_there_is_says_what() {
    let lacking = |features: Features| device_with(Class::Hardware, features);
    let said = |result: Result<(), Error>| {
        let error = result.unwrap_err();
        assert!(matches!(error, Error::Primitive(PrimitiveError::Lacks { .. })), "{error:?}");
        error.to_string()
    };
    let device = lacking(Features { integers: false, ..Features::ALL });
    let x = device.upload(&[1.0; 100]).unwrap();
    for (method, options) in [(Sort::Merge, SortOptions::default()), (Sort::Bitonic, SortOptions::default().stable())] {
        let named = options.method(method);
        let expected = format!(
            "the method {} needs integers, which this device (OpenGL 2.1) does not have: use bitonic-packed",
            method.name()
        );
        assert_eq!(said(primitives::sort_with(&x, named).map(drop)), expected);
        assert_eq!(said(primitives::sort_pairs_with(&x, &x, named).map(drop)), expected);
        assert!(!method.runs_on(&device));
    }
    let device = lacking(Features { loops: LoopSupport::Counted, ..Features::ALL });
    let x = device.upload(&[1.0; 100]).unwrap();
    for (method, expected) in [
        (
            Reduce::Runs,
            "the method runs needs loops whose end depends on data, which this device (OpenGL 2.1) does not have: use brook",
        ),
        (
            Reduce::Columns,
            "the method columns needs loops whose end depends on data, which this device (OpenGL 2.1) does not have: use brook",
        ),
    ] {
        assert_eq!(said(primitives::reduce_by(&x, &Operator::sum(), method).map(drop)), expected);
    }
    let expected = "the method histopyramid needs loops whose end depends on data, which this device (OpenGL 2.1) does not have: use scan-search-gather";
    assert_eq!(said(primitives::compact_by(&x, Filter::HistoPyramid).map(drop)), expected);
    assert_eq!(said(primitives::filter_by(&x, "x > 0", Filter::HistoPyramid).map(drop)), expected);
    let device = lacking(Features { infinities: false, ..Features::ALL });
    let x = device.upload(&[1.0; 100]).unwrap();
    for method in [Filter::StableSort, Filter::ScanSearchGather, Filter::ScanSearchGatherMultipass] {
        let expected = format!(
            "the method {} needs infinities, which this device (OpenGL 2.1) does not have: use histopyramid",
            method.name()
        );
        assert_eq!(said(primitives::filter_by(&x, "x > 0", method).map(drop)), expected);
    }
    let device = lacking(Features { infinities: false, loops: LoopSupport::None, ..Features::ALL });
    let x = device.upload(&[1.0; 100]).unwrap();
    assert_eq!(
        said(primitives::filter(&x, "x > 0").map(drop)),
        "the method histopyramid needs loops whose end depends on data, which this device (OpenGL 2.1) does not have"
    );
}

#[test]
fn streams_hold_what_positions_tell_apart() {
    let device = device_with(Class::Hardware, Features { exact_integer: 1 << 17, ..Features::ALL });
    assert!(device.stream::<f32>(1 << 17).is_ok());
    for layout in [Layout::Plain, Layout::Packed] {
        assert_eq!(
            device.stream_with::<f32>(131_073, layout).unwrap_err().to_string(),
            "a stream of 131073 elements is too long for this device, which holds positions exactly only up to 131072: split it, or \
             use a device with integers (OpenGL 3.3, OpenGL ES 3.0); a kernel that fetches only at its own place also runs on it \
             in two dimensions"
        );
    }
    // In two dimensions there may be more, for kernels that do not number them.
    let x = device.stream::<f32>([1025, 128]).unwrap();
    let run = |text: &str| {
        let kernel = device.kernel(&Source::new("k", format!("input float x; output float y; {text}"))).unwrap();
        let mut y = device.stream::<f32>([1025, 128]).unwrap();
        device.pass(&kernel).input("x", &x).output("y", &mut y).run()
    };
    for text in [
        "void main() { y = fetch(x, here()); }",
        "void main() { y = fetch(x, here_x(), here_y()) + float(width(x)); }",
        "void main() { y = clamped(x, here_x() + 1, here_y() - 1); }",
    ] {
        run(text).unwrap();
    }
    for (text, name) in [
        ("void main() { y = float(here()); }", "y"),
        ("void main() { y = fetch(x, here_x()); }", "x"),
        ("void main() { y = float(count(x)); }", "x"),
    ] {
        let expected = format!(
            "pass `k` addresses 131200 elements of `{name}` by index, exact only up to 131072 on this device: \
             address them by column and row"
        );
        assert_eq!(run(text).unwrap_err().to_string(), expected, "{text}");
    }
}
