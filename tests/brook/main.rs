//! The Brook language: the compiler, its plans and GLSL, the interpreter, and programs as they run.

#[path = "../support/mod.rs"]
mod support;

mod bounds;
mod calls;
mod demos;
mod doubts;
mod goldens;
mod interpret;
mod intrinsics;
mod language;
mod mistakes_brackets;
mod mistakes_constants;
mod mistakes_files;
mod mistakes_literals;
mod mistakes_names;
mod mistakes_parameters;
mod mistakes_syntax;
mod mistakes_types;
mod names;
mod numbers;
mod passes;
mod random;
mod robust;
mod runtime;
