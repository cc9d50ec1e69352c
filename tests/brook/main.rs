//! The Brook language: the compiler, its plans and GLSL, the interpreter, and programs as they run.

#[path = "../support/mod.rs"]
mod support;

mod bounds;
mod calls;
mod chips;
mod demos;
mod errors_brackets;
mod errors_constants;
mod errors_files;
mod errors_literals;
mod errors_names;
mod errors_parameters;
mod errors_syntax;
mod errors_type_names;
mod errors_types;
mod gathers;
mod goldens;
mod interpret;
mod intrinsics;
mod language;
mod lines;
mod long_loops;
mod names;
mod numbers;
mod passes;
mod random;
mod robust;
mod rounded_ints;
mod runtime;
mod scatter;
mod types;
mod types_places;
mod types_random;
mod warnings;
mod warnings_values;
