//! What tests leave out, where a device lacks something or a tool is not there: counted, and named on stderr once all tests of
//! a binary have ended, so that a suite that ran less than it seems to says so.

use std::collections::BTreeMap;
use std::sync::{Mutex, Once, PoisonError};

static LEFT_OUT: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());

unsafe extern "C" {
    // Of the standard library of C, with which every test is linked: Rust's own has nothing that runs after the last test.
    fn atexit(function: extern "C" fn()) -> std::ffi::c_int;
}

/// Counts a test, or a part of one, that is left out for lack of something.
pub fn left_out(lack: impl Into<String>) {
    static ONCE: Once = Once::new();
    // SAFETY: the function takes nothing, returns, and does not unwind.
    ONCE.call_once(|| assert_eq!(unsafe { atexit(name_them) }, 0));
    *LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner).entry(lack.into()).or_default() += 1;
}

extern "C" fn name_them() {
    use std::io::Write;

    let all = LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    let mut text = format!("left out {} times:\n", all.values().sum::<usize>());
    for (lack, times) in all.iter() {
        text += &format!("{times:5} × {lack}\n");
    }
    // Nothing is left to be done where stderr is gone.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
