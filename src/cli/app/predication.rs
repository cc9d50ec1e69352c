//! The option by which commands choose how elements are skipped.

use brooklet::applications::predication::Predication;
use clap::ValueEnum;

#[derive(Clone, Copy, ValueEnum)]
pub enum Method {
    /// By the depth test, before the kernel runs
    EarlyZ,
    /// By a branch in the kernel
    Branch,
    /// Not at all
    None,
}

impl From<Method> for Predication {
    fn from(method: Method) -> Predication {
        match method {
            Method::EarlyZ => Predication::EarlyZ,
            Method::Branch => Predication::Branch,
            Method::None => Predication::None,
        }
    }
}
