//! Views: what streams look like on the screen.

pub mod bars;
pub mod chain;
pub mod colour;
pub mod descent;
pub mod grid;
pub mod groups;
pub mod history;
pub mod network;
pub mod order;
pub mod strip;
pub mod texture;
