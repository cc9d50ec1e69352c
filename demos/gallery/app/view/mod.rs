//! Views: what streams look like on the screen.

pub mod chain;
pub mod colour;
pub mod descent;
pub mod grid;
pub mod history;
pub mod network;
pub mod texture;
