//! The seam below the device: a backend that draws nothing runs every primitive, and the trace is OpenGL's.

use crate::support;

use std::cell::Cell;
use std::time::Duration;

use brooklet::backend::{
    Backend, BackendError, CompileFailure, DeviceInfo, Draw, Limits, ProgramId, Shader, Target, TextureId, TextureSpec,
    TimerId,
};
use brooklet::primitives::{self, Filter, Infinity, Reduce, Scan, Sort, SortOptions};
use brooklet::{Device, Dialect, Error, Layout, Operator, Rect, Stream, Trace};

/// A backend that numbers what it is asked for, and answers with zeros.
struct Recorder {
    info: DeviceInfo,
    next: Cell<u32>,
}

impl Recorder {
    fn new(renderer: &str, dialect: Dialect, limits: Limits) -> Recorder {
        let info = DeviceInfo {
            vendor: "nobody".into(),
            renderer: renderer.into(),
            version: "1".into(),
            dialect,
            limits,
            formats: Vec::new(),
            timer_queries: false,
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
        Ok(TextureId(self.number()))
    }
    fn delete_texture(&self, _: TextureId) {}
    fn write_texture(&self, _: Target, _: Rect, _: &[f32]) -> Result<(), BackendError> {
        Ok(())
    }
    fn read_texture(&self, _: TextureId, _: Rect, texels: &mut [f32]) -> Result<(), BackendError> {
        texels.fill(0.0);
        Ok(())
    }
    fn compile(&self, shader: &Shader) -> Result<ProgramId, CompileFailure> {
        assert!(shader.text.starts_with("#version") && shader.targets <= self.info.limits.targets);
        Ok(ProgramId(self.number()))
    }
    fn delete_program(&self, _: ProgramId) {}
    fn draw(&self, draw: &Draw) -> Result<(), BackendError> {
        let (width, height) = draw.size;
        assert!((1..=2).contains(&draw.rects.len()));
        assert!(draw.rects.iter().all(|rect| rect.x + rect.width <= width && rect.y + rect.height <= height));
        assert!(
            draw.targets.iter().all(|target| !draw.samplers.contains(&target.texture)),
            "a texture read and drawn to"
        );
        Ok(())
    }
    fn finish(&self) -> Result<(), BackendError> {
        Ok(())
    }
    fn start_timer(&self) -> Result<Option<TimerId>, BackendError> {
        Ok(None)
    }
    fn stop_timer(&self, _: TimerId) -> Result<Option<Duration>, BackendError> {
        Ok(None)
    }
    fn native_texture(&self, _: TextureId) -> Option<u32> {
        None
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
        for method in Reduce::ALL {
            primitives::reduce_by(&x, &Operator::max(), method)?;
            primitives::reduce_by(&packed, &Operator::sum(), method)?;
            primitives::reduce_until(&v, &Operator::product(), method, 4)?;
        }
        primitives::mean(&x)?;
        primitives::reduce_to(&x, &Operator::min(), 1)?;
        for method in Scan::ALL {
            primitives::scan_by(&x, &Operator::sum(), method)?;
            primitives::exclusive_scan_by(&packed, &Operator::max(), method)?;
        }
        for method in Sort::ALL {
            let options = SortOptions::default().method(method);
            primitives::sort_with(&packed, options)?;
            primitives::sort_pairs_with(&x, &v, options.descending())?;
            primitives::sort_pairs_with(&x, &v, options.stable())?;
        }
        primitives::lower_bound(&x, &packed)?;
        primitives::SearchIndex::new(&x)?.lower_bound(&x)?;
        primitives::upper_bound(&x, &x)?;
        primitives::compact_by(&nulls, Filter::StableSort)?;
        for method in [Filter::ScanSearchGather, Filter::ScanSearchGatherMultipass] {
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
    for dialect in Dialect::ALL {
        let opengl = support::open(Device::builder().dialect(dialect).largest_texture(64));
        let recorder = Device::builder()
            .backend(Box::new(Recorder::new(&opengl.info().renderer, dialect, opengl.limits())))
            .unwrap();
        for n in [2, 7, 64, 1000] {
            let (real, recorded) = (everything(&opengl, n), everything(&recorder, n));
            assert!(recorded.passes().count() > 40);
            assert_eq!(recorded, real, "{n}");
        }
    }
}

#[test]
fn a_million_elements_take_the_passes_of_the_papers() {
    let limits = Limits { texture: 4096, targets: 4, samplers: 16 };
    for dialect in Dialect::ALL {
        let device = Device::builder().backend(Box::new(Recorder::new("recorder", dialect, limits))).unwrap();
        let passes = |n: usize, run: &dyn Fn(&Stream<f32>)| {
            let x = device.stream::<f32>(n).unwrap();
            device.traced(|| run(&x)).1.passes().count()
        };
        for n in [1 << 20, (1 << 20) - 1, (1 << 19) + 1] {
            for method in Sort::ALL {
                // With 4 render targets the merge sort starts from runs of 16.
                let expected = if method == Sort::Merge { 1 + 16 + 11 + 1 } else { 210 };
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
