//! A program on a device: finds its kernels by name, and compiles them when they are first run.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use bytemuck::Pod;

use super::error::Error;
use super::record::RecordStream;
use super::stream::AnyStream;
use crate::backend::LoopSupport;
use crate::brook::plan::{CallLayouts, Plan, PlanLimits, PlanPass};
use crate::brook::types::{RecordId, Type};
use crate::brook::{Diagnostics, Unit};
use crate::ir::{self, Loops, Needs};
use crate::machine::Device;
use crate::machine::Kernel;
use crate::shape::IntoShape;

/// A Brook program that runs on a device.
///
/// ```
/// use brooklet::{Device, brook::Program};
/// let device = Device::headless()?;
/// let program = Program::compile(&device, "saxpy.br", "
///     kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }
///     reduce void sum(float a<>, reduce float r<>) { r += a; }
/// ")?;
/// let (x, y) = (device.upload(&[1.0, 2.0, 3.0])?, device.upload(&[10.0, 20.0, 30.0])?);
/// let mut r = device.stream::<f32>(3)?;
/// program.kernel("saxpy")?.constant("alpha", 2.0).stream("x", &x).stream("y", &y).output("result", &mut r).run()?;
/// assert_eq!(r.read()?, [12.0, 24.0, 36.0]);
/// let total: f32 = program.reduction("sum")?.stream("a", &r).value()?;
/// assert_eq!(total, 72.0);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
///
/// A kernel is compiled when it first runs with streams of certain [`CallLayouts`], and the result is cached. A kernel that needs more
/// render targets or streams than a pass has runs in several passes. A [`Trace`](crate::Trace) shows a single pass under the
/// kernel's name, and several passes as `name.1`, `name.2` and so on.
///
/// Clones share the compiled kernels.
#[derive(Clone)]
pub struct Program {
    device: Device,
    unit: Rc<Unit>,
    ready: Rc<RefCell<Plans>>,
    /// The results of [`Program::rounded_ints`], by the number of the kernel.
    rounded: Rc<RefCell<HashMap<usize, Option<String>>>>,
}

/// The plans of kernels, by the number of the kernel and the layouts of its streams.
type Plans = HashMap<(usize, CallLayouts), Rc<CompiledPlan>>;

/// A plan with its kernels compiled.
pub(super) struct CompiledPlan {
    pub plan: Plan,
    /// The compiled kernel of each pass.
    pub kernels: Vec<Kernel>,
}

impl Program {
    /// Reads and checks a program's file, and the files that it includes from its folder.
    ///
    /// ```
    /// # use brooklet::{Device, brook::Program};
    /// # let device = Device::headless()?;
    /// let program = Program::open(&device, concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/saxpy.br"))?;
    /// # program.kernel("saxpy")?;
    /// # Ok::<(), brooklet::brook::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Read`]: the file cannot be read. [`Error::Compile`]: all errors in the program.
    pub fn open(device: &Device, path: impl AsRef<Path>) -> Result<Program, Error> {
        Ok(Program::new(device, Unit::open(path)?))
    }

    /// Reads and checks the text of a program, which cannot include files. Messages give `name` as the name of its file.
    ///
    /// # Errors
    /// [`Error::Compile`]: all errors in the program.
    pub fn compile(device: &Device, name: &str, text: &str) -> Result<Program, Error> {
        Ok(Program::new(device, Unit::compile(name, text)?))
    }

    /// Makes a program from a unit that has been read and checked.
    pub fn new(device: &Device, unit: Unit) -> Program {
        Program { device: device.clone(), unit: Rc::new(unit), ready: Rc::default(), rounded: Rc::default() }
    }

    /// Returns the checked program, which does not depend on the device.
    pub fn unit(&self) -> &Unit {
        &self.unit
    }

    /// Returns the compiler's warnings about the program.
    pub fn warnings(&self) -> &Diagnostics {
        &self.unit.warnings
    }

    /// Returns the device that the program runs on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Makes a stream of structs with these elements, in C order. `record` is the struct's name in the program.
    ///
    /// # Errors
    /// There is no such struct; `R` and the struct differ in size; or the number of elements does not match the shape. The last two
    /// errors have both sizes or both numbers.
    pub fn upload<R: Pod>(
        &self,
        record: &str,
        shape: impl IntoShape,
        elements: &[R],
    ) -> Result<RecordStream<R>, Error> {
        let mut stream = self.stream(record, shape)?;
        stream.write(elements)?;
        Ok(stream)
    }

    /// Makes a stream of structs with unspecified content. `record` is the struct's name in the program.
    ///
    /// # Errors
    /// There is no such struct; or `R` and the struct differ in size: the error has both sizes.
    pub fn stream<R: Pod>(&self, record: &str, shape: impl IntoShape) -> Result<RecordStream<R>, Error> {
        let Some(id) = self.unit.records.0.iter().position(|known| known.name == record) else {
            let known = self.unit.records.0.iter().map(|record| record.name.clone()).collect();
            return Err(Error::NoRecord { file: self.file(), name: record.to_owned(), known });
        };
        RecordStream::new(self.stream_of(Type::Record(RecordId(id)), shape)?)
    }

    /// Makes a stream of a type that is known only at run time, such as the type of a parameter of this program. Its content is
    /// unspecified.
    ///
    /// # Errors
    /// `ty` is a struct of another program; any error of the device.
    pub fn stream_of(&self, ty: Type, shape: impl IntoShape) -> Result<AnyStream, Error> {
        let records = &self.unit.records;
        if let Type::Record(RecordId(id)) = ty
            && id >= records.0.len()
        {
            return Err(Error::ForeignRecord { file: self.file(), id, count: records.0.len() });
        }
        AnyStream::new(&self.device, &self.unit.records, ty, shape.into_shape()?)
    }

    /// Returns a note if the device may round ints of a kernel, because it has no integers and stores them as floats. The note has
    /// the first line that computes with ints of unknown size, and the largest int up to which all are exact. Returns `None` if the
    /// device has integers, if the ints are known to be small enough, or if they are only compared and copied.
    ///
    /// ```
    /// use brooklet::{Device, brook::Program, fragment_program::Chip};
    /// let text = "kernel void next(int a<>, out int b<>) { b = a + 1; } kernel void copy(int a<>, out int b<>) { b = a; }";
    /// let program = Program::compile(&Device::emulated(Chip::Nv40)?, "next.br", text)?;
    /// assert!(program.rounded_ints("next")?.unwrap().contains("from line 1 of next.br on"));
    /// assert_eq!(program.rounded_ints("copy")?, None);
    /// # Ok::<(), brooklet::brook::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such kernel; or its text has an int that the device would round.
    pub fn rounded_ints(&self, kernel: &str) -> Result<Option<String>, Error> {
        let reduction = self.unit.kernel(kernel).is_some_and(|kernel| kernel.reduction);
        self.rounded(self.find(kernel, reduction)?)
    }

    fn rounded(&self, number: usize) -> Result<Option<String>, Error> {
        if let Some(known) = self.rounded.borrow().get(&number) {
            return Ok(known.clone());
        }
        let (kernel, files) = (self.ir(number), &self.unit.warnings.files);
        let ints = self.device.float_ints();
        let note = ints.map_or(Ok(None), |ints| ints.rounded_in_stream_kernel(kernel, files))?;
        self.rounded.borrow_mut().insert(number, note.clone());
        Ok(note)
    }

    pub(super) fn find(&self, name: &str, reduction: bool) -> Result<usize, Error> {
        let kernels = &self.unit.kernels;
        match kernels.iter().position(|kernel| kernel.name == name) {
            Some(number) if kernels[number].reduction == reduction => Ok(number),
            found => {
                let why = match found {
                    Some(_) if reduction => Some("it is a kernel; use .kernel()"),
                    Some(_) => Some("it is a reduction; use .reduction()"),
                    None => self.unit.why_not(name),
                };
                let known = kernels.iter().filter(|kernel| kernel.reduction == reduction);
                Err(Error::NoKernel {
                    file: self.file(),
                    what: if reduction { "reduction" } else { "kernel" },
                    name: name.to_owned(),
                    why,
                    known: known.map(|kernel| kernel.name.clone()).collect(),
                })
            }
        }
    }

    fn file(&self) -> String {
        self.unit.warnings.files.0.first().map(|file| file.name.clone()).unwrap_or_default()
    }

    pub(super) fn ir(&self, number: usize) -> &ir::StreamKernel {
        &self.unit.kernels[number]
    }

    /// Returns a kernel's compiled passes for streams of these layouts, from the cache if it has them.
    pub(super) fn ready(&self, number: usize, layouts: CallLayouts) -> Result<Rc<CompiledPlan>, Error> {
        let key = (number, layouts);
        if let Some(ready) = self.ready.borrow().get(&key) {
            return Ok(ready.clone());
        }
        self.rounded(number)?;
        let limits = self.device.limits();
        let features = self.device.features();
        let (mixed_formats, fan_in) = (features.mixed_formats, PlanLimits::fan_in(features.instructions));
        let (outputs, inputs, integers) = (limits.targets, limits.samplers, features.integers);
        let targets = PlanLimits { outputs, inputs, mixed_formats, integers, fan_in };
        let plan = match self.device.info().partitions {
            // The device splits passes that read too many streams, so that streams need not be joined. It does not split loops,
            // however.
            true => {
                let wide = self.unit.plan(self.ir(number), &key.1, PlanLimits { inputs: MANY_INPUTS, ..targets })?;
                let cut = |pass: &PlanPass| {
                    let fits = pass.inputs.len() <= limits.samplers || features.loops == LoopSupport::None;
                    fits || Needs::of(&pass.kernel).loops != Loops::Dynamic
                };
                match wide.passes.iter().all(cut) {
                    true => wide,
                    false => self.unit.plan(self.ir(number), &key.1, targets)?,
                }
            }
            false => self.unit.plan(self.ir(number), &key.1, targets)?,
        };
        let kernels =
            plan.passes.iter().map(|pass| self.device.load_lowered(pass.kernel.clone())).collect::<Result<_, _>>()?;
        let ready = Rc::new(CompiledPlan { plan, kernels });
        self.ready.borrow_mut().insert(key, ready.clone());
        Ok(ready)
    }
}

/// The number of streams that a pass may read if the device splits kernels. It is more than any kernel has.
const MANY_INPUTS: usize = 1 << 16;

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let names: Vec<&str> = self.unit.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        write!(f, "Program({}: {})", self.file(), names.join(", "))
    }
}
