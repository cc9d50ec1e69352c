//! Host code as a shared object that is loaded into this process: it is handed the [table](super::table()) of functions, and is
//! linked to no library.

use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;

use super::table::{Table, table};

/// Host code that is loaded.
pub struct HostLibrary {
    library: libloading::Library,
}

/// The variable of the environment that says where the table is.
const TABLE: &str = "BROOKLET_HOST_TABLE";

/// A program's `main`, whatever of its parameters it takes.
type Main = unsafe extern "C" fn(c_int, *const *const c_char, *const *const c_char) -> c_int;

impl HostLibrary {
    /// Loads host code that was compiled with `BROOKLET_HOST_TABLE` defined.
    ///
    /// # Errors
    /// What the loader says; host code without a table.
    pub fn open(path: &Path) -> Result<HostLibrary, String> {
        let functions: &'static Table = Box::leak(Box::new(table()));
        // Its constructors run while it is loaded, and find the table by this.
        unsafe { std::env::set_var(TABLE, format!("{:x}", functions.0.as_ptr().addr())) };
        let library = unsafe { libloading::Library::new(path) };
        // Programs that it starts have tables of their own.
        unsafe { std::env::remove_var(TABLE) };
        let library = library.map_err(|error| error.to_string())?;
        {
            let place = unsafe { library.get::<*mut *const *const c_void>(b"brooklet_host_table\0") };
            let place = place.map_err(|_| "its host code was compiled without a table of functions".to_owned())?;
            unsafe { **place = functions.0.as_ptr() };
        }
        Ok(HostLibrary { library })
    }

    /// Runs the program's `main` with these arguments, of which the first is its name; its exit code, if it returns.
    ///
    /// # Errors
    /// No `main`; an argument with a zero in it.
    pub fn main(self, arguments: &[String]) -> Result<i32, String> {
        let words: Result<Vec<CString>, _> = arguments.iter().map(|word| CString::new(word.as_str())).collect();
        let words = words.map_err(|_| "an argument has a zero in it".to_owned())?;
        let mut addresses: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
        let count = addresses.len() as c_int;
        addresses.push(std::ptr::null());
        let environment = environment();
        let code = {
            let main = unsafe { self.library.get::<Main>(b"main\0") }.map_err(|_| "it has no `main`".to_owned())?;
            unsafe { main(count, addresses.as_ptr(), environment) }
        };
        // Its functions that run at the end of the process are still to come.
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

/// The environment as `main` is handed it; and a pipe that nobody reads ends the program, as it ends others.
#[cfg(unix)]
fn environment() -> *const *const c_char {
    const SIGPIPE: c_int = 13;
    const DEFAULT: usize = 0;
    unsafe {
        signal(SIGPIPE, DEFAULT);
        environ
    }
}

#[cfg(not(unix))]
fn environment() -> *const *const c_char {
    const NONE: [usize; 1] = [0];
    NONE.as_ptr().cast()
}
