//! Errors of the C interface: the code that a function returns, and the text that is kept for its thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a function of the C interface returns.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It is done.
    Ok = 0,
    /// A handle that is none, is freed, or is of another kind.
    Handle = 1,
    /// A handle that belongs to another thread.
    WrongThread = 2,
    /// A null pointer where there has to be something.
    Null = 3,
    /// An argument that cannot be: a size, a name, a type.
    Argument = 4,
    /// A program that does not compile.
    Compile = 5,
    /// A call that a kernel or primitive refuses, or that the device cannot do.
    Call = 6,
    /// No device, or one that refuses.
    Device = 7,
    /// A mistake of the library's own.
    Internal = 8,
    /// A handle of the process that this one was forked from.
    Forked = 9,
}

/// An error: its code and its text.
pub(super) struct CallError {
    pub status: Status,
    pub text: String,
}

impl CallError {
    pub fn new(status: Status, text: impl Into<String>) -> CallError {
        CallError { status, text: text.into() }
    }
}

impl From<crate::brook::Error> for CallError {
    fn from(error: crate::brook::Error) -> CallError {
        match error {
            crate::brook::Error::Compile(_) => CallError::new(Status::Compile, error.to_string()),
            crate::brook::Error::Device(error) => error.into(),
            _ => CallError::new(Status::Call, error.to_string()),
        }
    }
}

impl From<crate::Error> for CallError {
    fn from(error: crate::Error) -> CallError {
        let status = match error {
            crate::Error::Compile(_) => Status::Compile,
            _ => Status::Call,
        };
        CallError::new(status, error.to_string())
    }
}

impl From<crate::ShapeError> for CallError {
    fn from(error: crate::ShapeError) -> CallError {
        CallError::new(Status::Argument, error.to_string())
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs the body of a function, and keeps the text of its error, if any, for the thread. A panic becomes [`Status::Internal`].
pub(super) fn guard(work: impl FnOnce() -> Result<(), CallError>) -> Status {
    let wrong = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return Status::Ok,
        Ok(Err(wrong)) => wrong,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
            CallError::new(Status::Internal, format!("internal error of brooklet: {text}"))
        }
    };
    // A C string ends at its first zero.
    let text = CString::new(wrong.text.replace('\0', "?")).unwrap_or_default();
    // While a thread ends, its `LAST` may be gone already; the text is lost then.
    let _ = LAST.try_with(|last| *last.borrow_mut() = text);
    wrong.status
}

/// The text of the last error on this thread: UTF-8 that ends in zero, and is the library's. It stands until the next error on the
/// thread, and successes leave it. Never null.
#[unsafe(no_mangle)]
pub extern "C" fn brooklet_error_text() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
