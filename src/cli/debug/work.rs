//! Runs a primitive, kernel or Brook program and captures its passes, one of which is then debugged.

use std::rc::Rc;

use anyhow::bail;

use brooklet::Components;
use brooklet::brook::ir::StreamKernel;
use brooklet::brook::{Program, Unit};
use brooklet::capture::Capture;
use brooklet::ir::{Kernel, Type};

use super::given::output_shape;
use super::toolkit::{self, Run};
use super::{Debug, captured};
use crate::cli::arrays::{AnyStream, with_stream};
use crate::cli::brook::{compiled, no_kernel, refused, show};
use crate::cli::kernel_file::is_kernel;
use crate::cli::run::{execute, load, read, values};
use crate::cli::session::Session;
use crate::cli::{Common, usage};

/// The work that is run.
pub enum Work {
    /// A primitive of the toolkit. With a kernel's name, only the passes that draw this kernel count.
    Toolkit(Run, Option<&'static str>),
    /// A kernel from a file of its own.
    Kernel(Rc<Kernel>),
    /// A kernel of a Brook program.
    Brook(Box<(Unit, StreamKernel)>),
}

impl Work {
    /// Finds the primitive, or compiles the kernel or Brook program, that the command line names. For a primitive or a kernel file
    /// it also checks the bound names. Wrong usage ends the program.
    pub fn prepare(debug: &Debug, common: &Common) -> anyhow::Result<Work> {
        let name = debug.file.to_string_lossy();
        let own_name = |what: &str| {
            if debug.kernel.is_some() {
                usage("debug", format!("{name} is {what}: leave out the name of a kernel"));
            }
        };
        if let Some(run) = toolkit::find(&name).filter(|_| !debug.file.exists()) {
            own_name("a primitive or kernel of the toolkit");
            debug.brook.refuse("debug");
            run.check(debug);
            let kernel = run.kernel.map(|kernel| kernel.name);
            return Ok(Work::Toolkit(run, kernel));
        }
        if debug.method.is_some() {
            usage("debug", "--method is only for the primitives of the toolkit".into());
        }
        if debug.file.extension().is_none() && !debug.file.exists() {
            bail!("there is no kernel or file `{name}`; the toolkit has {}", toolkit::names());
        }
        if is_kernel(&debug.file)? {
            own_name("a single kernel");
            debug.brook.refuse("debug");
            let compiled = debug.kernels.compile(&debug.file)?;
            let (kernel, warnings) = compiled.map_err(|found| refused(&debug.file, &found))?;
            if !common.quiet {
                show(&warnings);
            }
            debug.check_interface(&kernel.name, &kernel.interface);
            return Ok(Work::Kernel(Rc::new(kernel)));
        }
        let unit = compiled(&debug.file, debug.kernel.as_deref(), &debug.brook, common)?;
        let named = match (&debug.kernel, unit.kernels.as_slice()) {
            (Some(name), _) => name.clone(),
            (None, [only]) => only.name.clone(),
            (None, all) => {
                let all: Vec<&str> = all.iter().map(|kernel| kernel.name.as_str()).collect();
                usage("debug", format!("{name}: name one of its kernels behind the file: {}", all.join(", ")))
            }
        };
        let Some(kernel) = unit.kernel(&named).cloned() else { usage("debug", no_kernel(&debug.file, &unit, &named)) };
        Ok(Work::Brook(Box::new((unit, kernel))))
    }

    /// Returns whether the passes of this kernel count as passes of the work.
    pub fn draws(&self, kernel: &str) -> bool {
        match self {
            Work::Toolkit(_, Some(wanted)) => kernel == *wanted,
            _ => true,
        }
    }

    /// Returns the error message for work that has no such pass.
    pub fn nothing_drawn(&self, capture: &Capture) -> String {
        let mut drawn: Vec<&str> = capture.steps().iter().map(|step| step.kernel()).collect();
        drawn.dedup();
        match (self, drawn.is_empty()) {
            (Work::Toolkit(run, Some(kernel)), false) => format!(
                "`{}` did not draw `{kernel}` for these elements, but {}: other numbers of elements may need it",
                run.primitive.name,
                drawn.join(", ")
            ),
            _ => "nothing is drawn for so few elements".to_owned(),
        }
    }

    /// Runs the work, and captures its passes.
    pub fn run(&self, debug: &Debug, session: &Session) -> anyhow::Result<Rc<Capture>> {
        match self {
            Work::Toolkit(run, _) => {
                let work = run.prepare(debug, session)?;
                captured(&session.device, || Ok(work()?))
            }
            Work::Kernel(kernel) => run_kernel(debug, session, kernel),
            Work::Brook(of) => brook(debug, session, &of.0, &of.1),
        }
    }
}

fn run_kernel(debug: &Debug, session: &Session, kernel: &Rc<Kernel>) -> anyhow::Result<Rc<Capture>> {
    let device = &session.device;
    let interface = &kernel.interface;
    let components = |ty: Type| if let Type::Float(components) = ty { components } else { Components::One };
    let mut inputs = Vec::new();
    for port in &interface.inputs {
        inputs.push(debug.stream(session, &port.name, components(port.ty))?);
    }
    let shapes = inputs.iter().map(|stream| with_stream!(stream, stream => stream.shape()));
    let shape = output_shape(debug.shape, shapes)?;
    let mut outputs = Vec::new();
    for port in &interface.outputs {
        outputs.push(match components(port.ty) {
            Components::One => AnyStream::One(device.stream(shape)?),
            Components::Two => AnyStream::Two(device.stream(shape)?),
            Components::Three => AnyStream::Three(device.stream(shape)?),
            Components::Four => AnyStream::Four(device.stream(shape)?),
        });
    }
    let kernel = device.load(kernel.clone())?;
    captured(device, || {
        let mut pass = device.pass(&kernel);
        for (port, stream) in interface.inputs.iter().zip(&inputs) {
            pass = with_stream!(stream, stream => pass.input(&port.name, stream));
        }
        for constant in &interface.constants {
            pass = pass.constant(&constant.name, debug.constant(&constant.name, constant.ty)?);
        }
        for (port, stream) in interface.outputs.iter().zip(&mut outputs) {
            pass = with_stream!(stream, stream => pass.output(&port.name, stream));
        }
        Ok(pass.run()?)
    })
}

fn brook(debug: &Debug, session: &Session, unit: &Unit, kernel: &StreamKernel) -> anyhow::Result<Rc<Capture>> {
    let mut given: Vec<(String, String)> =
        debug.inputs.iter().chain(&debug.constants).cloned().chain(debug.words()).collect();
    // Every output needs an argument, but no file is written.
    let outputs = kernel.parameters.iter().filter(|parameter| parameter.role.is_output());
    given.extend(outputs.map(|output| (output.name.clone(), "@".to_owned() + &output.name)));
    let values = values("debug", &given, unit, kernel);
    let program = Program::new(&session.device, unit.clone());
    let streams = load(session, &program, &values)?;
    session.notes(program.rounded_ints(&kernel.name)?.as_slice());
    if !kernel.reduction {
        return captured(&session.device, || {
            execute(&program, kernel, &values, &streams, debug.shape, |call| call.run()).map(drop)
        });
    }
    captured(&session.device, || {
        let mut call = program.reduction(&kernel.name)?;
        for (name, argument) in read(&values, &streams) {
            call = call.argument(name, argument);
        }
        call.floats()?;
        Ok(())
    })
}
