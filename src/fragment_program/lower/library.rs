//! The library of functions for which the chips have no instruction, in the kernel language. Shaders in dialects without integers use
//! the same source.

use std::rc::Rc;

use crate::glsl::float_functions;
use crate::ir::{FunctionId, Kernel};
use crate::kernel::{self, Source};

/// The library functions that lowering calls by name, each with its number of arguments.
const FUNCTIONS: [(&str, usize); 18] = [
    ("int_divide", 2),
    ("int_remainder", 2),
    ("round_even", 1),
    ("c_fmod", 2),
    ("c_pow", 2),
    ("c_asin", 1),
    ("c_acos", 1),
    ("c_atan", 1),
    ("c_atan2", 2),
    ("c_sinh", 1),
    ("hyperbolic_cosine", 1),
    ("c_tanh", 1),
    ("inverse_hyperbolic_sine", 1),
    ("inverse_hyperbolic_cosine", 1),
    ("inverse_hyperbolic_tangent", 1),
    ("times_power", 2),
    ("frexp_exponent", 1),
    ("frexp_fraction", 1),
];

/// The library, which is compiled once per thread.
pub struct Library {
    kernel: Kernel,
}

impl Library {
    /// Returns the library of this thread.
    ///
    /// # Panics
    /// Panics if its source does not compile. A test checks that it compiles.
    pub fn get() -> Rc<Library> {
        thread_local! {
            static LIBRARY: Rc<Library> = Rc::new(Library::compile());
        }
        LIBRARY.with(Rc::clone)
    }

    fn compile() -> Library {
        // `main` calls every function, because functions that are not called are removed.
        let calls: String = FUNCTIONS
            .iter()
            .map(|(name, arguments)| format!("    result += {name}({});\n", vec!["result"; *arguments].join(", ")))
            .collect();
        let text =
            format!("output float result;\n{}\nvoid main() {{\n    result = 0.0;\n{calls}}}\n", float_functions());
        match kernel::compile(&Source::new("functions", text)) {
            Ok((kernel, _)) => Library { kernel },
            Err(error) => panic!("the library of functions does not compile: {error}"),
        }
    }

    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// Returns the function with this name.
    ///
    /// # Panics
    /// Panics if there is no function with this name.
    pub fn function(&self, name: &str) -> FunctionId {
        let found = self.kernel.functions.iter().position(|function| function.name == name);
        FunctionId(found.unwrap_or_else(|| panic!("the library has no `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_compiles() {
        let library = Library::get();
        for (name, arguments) in FUNCTIONS {
            let function = &library.kernel().functions[library.function(name).0];
            assert_eq!(function.arguments.len(), arguments, "{name}");
        }
    }
}
