//! Contexts of somebody else. They have a process of their own: brooklet cannot keep the threads of an owner's context and of its
//! own contexts apart.

#[path = "../support/mod.rs"]
mod support;

mod adopt;
mod batch;
mod borrow;
mod owner;
mod state;
