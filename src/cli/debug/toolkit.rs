//! Runs primitives of the toolkit, by their own names or by those of the kernels that they draw.

use anyhow::{Context, bail};

use brooklet::catalog::{self, DrawnFor, Filtering, MethodInfo, MethodKernel, Options, Predicate, Primitive};
use brooklet::{Components, Device, Error, Layout, Stream};

use super::Debug;
use crate::cli::arrays::AnyStream;
use crate::cli::session::Session;
use crate::cli::usage;

/// A primitive, or one of the kernels that it draws.
#[derive(Clone, Copy)]
pub struct Run {
    pub primitive: &'static Primitive,
    /// None: all kernels of one method, the one that `--method` names or the default.
    pub kernel: Option<&'static MethodKernel>,
}

/// Returns each kernel that is drawn for a plain list, a packed list or pairs, with the first primitive that draws it. A kernel that has
/// the name of a primitive is left out: the name runs the primitive.
fn kernels() -> Vec<Run> {
    let mut kernels: Vec<Run> = Vec::new();
    for primitive in catalog::PRIMITIVES {
        for kernel in primitive.fragment.methods.iter().flat_map(|method| method.kernels) {
            let known = |run: &Run| run.kernel.is_some_and(|known| known.name == kernel.name);
            let named = catalog::find(kernel.name).is_some();
            if kernel.drawn_for != DrawnFor::Others && !named && !kernels.iter().any(known) {
                kernels.push(Run { primitive, kernel: Some(kernel) });
            }
        }
    }
    kernels
}

/// Returns the primitive or kernel of this name, if there is one.
pub fn find(name: &str) -> Option<Run> {
    let primitive = catalog::find(name).map(|primitive| Run { primitive, kernel: None });
    primitive.or_else(|| kernels().into_iter().find(|run| run.kernel.is_some_and(|kernel| kernel.name == name)))
}

/// Returns the names of all primitives and kernels, for messages.
pub fn names() -> String {
    let kernels = kernels();
    let kernels = kernels.iter().filter_map(|run| run.kernel).map(|kernel| kernel.name);
    catalog::names().chain(kernels).collect::<Vec<_>>().join(", ")
}

impl Run {
    /// Ends the program with a usage error if a name is bound that is not an input of the primitive, or if a required input is not
    /// bound.
    pub fn check(&self, debug: &Debug) {
        let names = |optional: bool| -> Vec<&str> {
            let inputs = self.primitive.inputs.iter().filter(|input| input.optional == optional);
            inputs.map(|input| input.name).collect()
        };
        debug.check_names(self.primitive.name, &names(false), &names(true), &[]);
    }

    /// Reads and uploads the primitive's inputs, and returns a function that draws the primitive.
    pub fn prepare(&self, debug: &Debug, session: &Session) -> anyhow::Result<Box<dyn FnOnce() -> Result<(), Error>>> {
        let layout = if self.draws_for(DrawnFor::Packed) { Layout::Packed } else { Layout::Plain };
        let mut streams = Vec::new();
        for input in self.primitive.inputs {
            let name = input.name;
            if !input.optional || debug.bound(&debug.inputs, name).is_some() {
                streams.push(numbers(debug.stream(session, name, Components::One)?, layout)?);
            } else if self.draws_for(DrawnFor::Pairs) {
                bail!("the kernel moves a payload with its keys: give it with -i {name}=FILE");
            }
        }
        let method = self.method(debug, &session.device).map(|method| method.name);
        let filter = Filtering { keep: Some(Predicate::Above(0.0)), ..Filtering::default() };
        let options = Options { filter, stable: streams.len() > 1, ..Options::default() };
        let primitive = self.primitive;
        Ok(Box::new(move || primitive.draw(method, &streams.iter().collect::<Vec<_>>(), &options).map(drop)))
    }

    fn draws_for(&self, streams: DrawnFor) -> bool {
        self.kernel.is_some_and(|kernel| kernel.drawn_for == streams)
    }

    /// Returns the method that the command line names. Without one, it is the first method that draws the kernel and that the
    /// device can run: methods with addresses in floats and in integers draw kernels of the same name. An unknown method ends the
    /// program.
    fn method(&self, debug: &Debug, device: &Device) -> Option<&'static MethodInfo> {
        let family = &self.primitive.fragment;
        if let Some(given) = debug.method.as_deref() {
            return Some(family.find(given).unwrap_or_else(|| {
                let names: Vec<&str> = family.names().collect();
                usage("debug", format!("{} has no method `{given}`; it has {}", self.primitive.name, names.join(", ")))
            }));
        }
        let kernel = self.kernel?;
        let drawing = || family.methods.iter().filter(|method| method.kernels.contains(kernel));
        drawing().find(|method| family.runs_on(method, device)).or_else(|| drawing().next())
    }
}

/// Returns a stream of single numbers in this layout. Vectors are an error.
fn numbers(stream: AnyStream, layout: Layout) -> anyhow::Result<Stream<f32>> {
    match stream {
        AnyStream::One(stream) if layout == Layout::Plain => Ok(stream),
        AnyStream::One(stream) => stream.to_layout(layout).context("cannot pack an input"),
        _ => bail!("the primitives of the toolkit are run on single numbers here"),
    }
}
