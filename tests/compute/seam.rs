//! The seam of compute shaders: a backend that runs nothing takes every method, and the trace is OpenGL's. What is beyond its
//! limits is an error before it gets there.

use crate::support;
use crate::support::level::sample;

use std::cell::Cell;
use std::rc::Rc;

use brooklet::backend::{
    Backend, BackendError, BufferId, CompileFailure, Compute, ComputeBackend, ComputeModule, DeviceInfo, Dispatch,
    Draw, Drawn, Fit, KernelId, PassLayouts, ProgramId, RenderTarget, TextureId, TextureSpec,
};
use brooklet::compute::{self, Reduce, Scan, Sort, SortOptions};
use brooklet::ir::Kernel;
use brooklet::{Device, DeviceError, Error, Operator, Rect, Trace};

/// A backend that numbers what it is asked for, and answers with zeros.
struct Recorder {
    info: DeviceInfo,
    next: Cell<u32>,
}

impl Recorder {
    fn device(info: DeviceInfo) -> Device {
        Device::builder().backend(Box::new(Recorder { info, next: Cell::new(0) })).unwrap()
    }

    fn number(&self) -> u32 {
        self.next.replace(self.next.get() + 1)
    }
}

impl Backend for Recorder {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }
    fn create_texture(&self, _: TextureSpec) -> Result<TextureId, BackendError> {
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
    fn prepare(&self, _: &Rc<Kernel>) -> Result<KernelId, BackendError> {
        panic!("a compute shader draws nothing")
    }
    fn delete_kernel(&self, _: KernelId) {}
    fn fits(&self, _: KernelId, _: &PassLayouts) -> Result<Fit, BackendError> {
        panic!("a compute shader draws nothing")
    }
    fn draw(&self, _: &Draw) -> Result<Drawn, BackendError> {
        panic!("a compute shader draws nothing")
    }
    fn finish(&self) -> Result<(), BackendError> {
        Ok(())
    }
    fn compute(&self) -> Option<&dyn ComputeBackend> {
        self.info.compute.map(|_| self as &dyn ComputeBackend)
    }
}

impl ComputeBackend for Recorder {
    fn create_buffer(&self, bytes: usize) -> Result<BufferId, BackendError> {
        assert!(bytes.is_multiple_of(16) && bytes <= self.info.compute.unwrap().buffer_bytes);
        Ok(BufferId(self.number()))
    }
    fn delete_buffer(&self, _: BufferId) {}
    fn write_buffer(&self, _: BufferId, _: usize, bytes: &[u8]) -> Result<(), BackendError> {
        assert!(bytes.len().is_multiple_of(4));
        Ok(())
    }
    fn read_buffer(&self, _: BufferId, _: usize, bytes: &mut [u8]) -> Result<(), BackendError> {
        bytes.fill(0);
        Ok(())
    }
    fn copy_to_texture(&self, _: BufferId, _: usize, _: TextureId, _: Rect) -> Result<(), BackendError> {
        Ok(())
    }
    fn compile_compute(&self, module: &ComputeModule) -> Result<ProgramId, CompileFailure> {
        // OpenGL ES 3.1 promises four buffers and no more.
        assert!((1..=4).contains(&module.buffers.len()), "{}", module.name);
        Ok(ProgramId(self.number()))
    }
    fn delete_program(&self, _: ProgramId) {}
    fn dispatch(&self, dispatch: &Dispatch) -> Result<(), BackendError> {
        let compute = self.info.compute.unwrap();
        let groups: usize = dispatch.groups.iter().product();
        assert!(dispatch.groups.iter().zip(compute.groups).all(|(groups, limit)| (1..=limit).contains(groups)));
        assert!((dispatch.invocations / groups).is_power_of_two());
        assert!(dispatch.invocations / groups <= compute.invocations);
        Ok(())
    }
}

/// Every method, of data that lead the same way as zeros do.
fn everything(device: &Device, n: usize) -> Trace {
    let run = || -> Result<(), Error> {
        let x = device.upload_buffer(&vec![0.0; n])?;
        let stream = device.upload(&vec![[f32::INFINITY; 3]; n])?;
        for method in Reduce::ALL {
            compute::reduce_by(&x, &Operator::sum(), method)?;
        }
        compute::reduce(&stream, &Operator::max())?;
        for method in Scan::ALL {
            compute::scan_by(&x, &Operator::max(), method)?;
            compute::exclusive_scan_by(&stream, &Operator::max(), method)?;
        }
        for method in Sort::ALL {
            let options = SortOptions::default().method(method);
            compute::sort_with(&x, options.stable())?;
            compute::sort_with(&x, options.descending())?;
            compute::sort_pairs_with(&x, &stream.to_buffer()?, options)?;
        }
        compute::lower_bound(&x, &x)?;
        compute::upper_bound(&x, &device.upload(&[1.0])?)?;
        compute::compact(&stream)?;
        compute::filter(&x, "x > 1.0")?;
        Ok(())
    };
    let (result, trace) = device.traced(run);
    result.unwrap_or_else(|error| panic!("{error}"));
    trace
}

#[test]
fn a_backend_that_runs_nothing_yields_the_same_trace() {
    for dialect in support::dialects() {
        for invocations in [32, 1 << 20] {
            let opengl = support::open(support::builder(dialect).max_invocations(invocations));
            if !support::has_compute(&opengl) {
                continue;
            }
            if !opengl.compute().unwrap().precise {
                support::lacks(&opengl, "`precise` in compute shaders");
                continue;
            }
            let recorder = Recorder::device(opengl.info().clone());
            for n in sample([1, 2, 100, 5000], 1, 2) {
                let (real, recorded) = (everything(&opengl, n), everything(&recorder, n));
                assert!(recorded.dispatches().count() > 60);
                assert_eq!(recorded, real, "{n}");
            }
        }
    }
}

/// What a small device says of itself.
fn small() -> DeviceInfo {
    let mut info = support::open(Device::builder().dialect(support::dialects()[0])).info().clone();
    info.compute =
        Some(Compute { groups: [3, 2, 2], invocations: 32, shared_bytes: 16384, buffer_bytes: 4096, precise: true });
    info
}

#[test]
fn more_work_groups_than_there_are_is_an_error_with_both_numbers() {
    let device = Recorder::device(small());
    let x = device.upload_buffer(&[0.0; 384]).unwrap();
    compute::reduce_by(&x, &Operator::sum(), Reduce::SequentialAddressing).unwrap();
    let x = device.upload_buffer(&[0.0; 385]).unwrap();
    let error = compute::reduce_by(&x, &Operator::sum(), Reduce::SequentialAddressing).unwrap_err();
    let said = "kernel `reduce_sequential_addressing` needs 13 work groups; this device runs 12 in a dispatch";
    assert_eq!(error.to_string(), said);
    assert!(matches!(error, Error::Device(DeviceError::TooManyGroups { needed: 13, limit: 12, .. })));
}

#[test]
fn a_sort_whose_records_do_not_fit_a_buffer_is_an_error_with_both_numbers() {
    let device = Recorder::device(small());
    let x = device.upload_buffer(&[0.0; 600]).unwrap();
    let error = compute::sort_pairs(&x, &x).unwrap_err();
    assert_eq!(error.to_string(), "a buffer of 600 elements takes 4800 bytes; the largest here has 4096");
}
