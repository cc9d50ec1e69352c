//! Loads host code into this process as a shared object. The object is not linked to a library; it is passed the [table](super::table())
//! of functions.

use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;

use super::table::{Table, table};

/// Loaded host code.
pub struct HostLibrary {
    library: libloading::Library,
}

/// The environment variable that holds the address of the table.
const TABLE: &str = "BROOKLET_HOST_TABLE";

/// The type of a program's `main`, which may declare fewer parameters.
type Main = unsafe extern "C" fn(c_int, *const *const c_char, *const *const c_char) -> c_int;

/// The type of the function of brook.hpp that calls `main`. Exceptions do not leave it.
type CallMain = unsafe extern "C" fn(Main, c_int, *const *const c_char, *const *const c_char) -> c_int;

impl HostLibrary {
    /// Loads host code that was compiled with `BROOKLET_HOST_TABLE` defined.
    ///
    /// # Errors
    /// The shared object cannot be loaded, or has no table of functions.
    pub fn open(path: &Path) -> Result<HostLibrary, String> {
        if cfg!(windows) {
            // The object's constructors may use streams, and Windows starts no thread while they run, not even that of a device's window.
            // Where there is no device, the program is told so when it asks.
            let mut device = 0;
            let _ = unsafe { super::brooklet_device_default(&raw mut device) };
        }
        let functions: &'static Table = Box::leak(Box::new(table()));
        // The object's constructors run while it is loaded, and find the table through this variable.
        unsafe { std::env::set_var(TABLE, format!("{:x}", functions.0.as_ptr().addr())) };
        let library = unsafe { libloading::Library::new(path) };
        // Child processes must not inherit the address, which is valid only in this process.
        unsafe { std::env::remove_var(TABLE) };
        let library = library.map_err(|error| error.to_string())?;
        {
            let place = unsafe { library.get::<*mut *const *const c_void>(b"brooklet_host_table\0") };
            let place = place.map_err(|_| "its host code was compiled without a table of functions".to_owned())?;
            unsafe { **place = functions.0.as_ptr() };
        }
        Ok(HostLibrary { library })
    }

    /// Runs the program's `main` with these arguments, of which the first is its name. Returns its exit code, if it returns at all.
    ///
    /// # Errors
    /// The program has no `main`, or an argument contains a zero.
    pub fn main(self, arguments: &[String]) -> Result<i32, String> {
        let words: Result<Vec<CString>, _> = arguments.iter().map(|word| CString::new(word.as_str())).collect();
        let words = words.map_err(|_| "an argument contains a zero byte".to_owned())?;
        let mut addresses: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
        let count = addresses.len() as c_int;
        addresses.push(std::ptr::null());
        let environment = environment();
        let code = {
            let main = unsafe { self.library.get::<Main>(b"main\0") }.map_err(|_| "it has no `main`".to_owned())?;
            // Code in C alone has no such function, and throws nothing.
            match unsafe { self.library.get::<CallMain>(b"brooklet_call_main\0") } {
                Ok(call) => unsafe { call(*main, count, addresses.as_ptr(), environment) },
                Err(_) => unsafe { main(count, addresses.as_ptr(), environment) },
            }
        };
        // Functions that the program registered for the end of the process still need the library and its arguments.
        std::mem::forget(self.library);
        std::mem::forget((words, addresses));
        Ok(code)
    }
}

#[cfg(unix)]
unsafe extern "C" {
    static environ: *const *const c_char;
    fn signal(number: c_int, handler: usize) -> usize;
}

/// Returns the environment for `main`. It also restores the default action of SIGPIPE, so that writing to a closed pipe ends the program,
/// as it does in other C programs.
#[cfg(unix)]
fn environment() -> *const *const c_char {
    const SIGPIPE: c_int = 13;
    const DEFAULT: usize = 0;
    unsafe {
        signal(SIGPIPE, DEFAULT);
        environ
    }
}

/// Returns the environment for `main`, which stays until the process ends.
#[cfg(not(unix))]
fn environment() -> *const *const c_char {
    let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
        CString::new(format!("{}={}", name.to_string_lossy(), value.to_string_lossy())).ok()
    };
    let texts = std::env::vars_os().filter_map(text).map(|text| text.into_raw().cast_const());
    let mut addresses: Vec<*const c_char> = texts.collect();
    addresses.push(std::ptr::null());
    Vec::leak(addresses).as_ptr()
}
