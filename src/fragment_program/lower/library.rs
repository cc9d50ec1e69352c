//! Functions that the chips have no instruction for, in the language of kernels: the same texts as in shaders without integers.

use std::rc::Rc;

use crate::glsl::float_functions;
use crate::ir::{FunctionId, Module};
use crate::kernel::{self, Source};

/// The functions, checked once for each thread.
pub struct Library {
    module: Module,
}

impl Library {
    /// The library.
    ///
    /// # Panics
    /// Panics if its text does not compile: a test compiles it.
    pub fn get() -> Rc<Library> {
        thread_local! {
            static LIBRARY: Rc<Library> = Rc::new(Library::compile());
        }
        LIBRARY.with(Rc::clone)
    }

    fn compile() -> Library {
        let text = format!("output float result;\n{}\nvoid main() {{ result = 0.0; }}\n", float_functions());
        match kernel::compile(&Source::new("functions", text)) {
            Ok((module, _)) => Library { module },
            Err(error) => panic!("the library of functions does not compile: {error}"),
        }
    }

    pub fn module(&self) -> &Module {
        &self.module
    }

    /// A function by its name.
    ///
    /// # Panics
    /// Panics where there is none.
    pub fn function(&self, name: &str) -> FunctionId {
        let found = self.module.functions.iter().position(|function| function.name == name);
        FunctionId(found.unwrap_or_else(|| panic!("the library has no `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_compiles() {
        let library = Library::get();
        for name in ["int_divide", "int_remainder", "c_atan2", "round_even", "times_power"] {
            assert!(library.function(name).0 < library.module().functions.len());
        }
    }
}
