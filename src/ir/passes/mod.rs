//! What is found out about kernels, and what is made of them.

pub(crate) mod definite_assignment;
mod known;
mod trips;

pub(crate) use known::Known;
pub(crate) use trips::trip_count;

#[cfg(test)]
mod tests;
