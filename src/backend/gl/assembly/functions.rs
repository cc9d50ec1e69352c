//! Loads the functions of ARB_fragment_program, and the functions of OpenGL 1.3 that draw with interpolated coordinates. Core
//! contexts do not have them, so glow does not provide them.

use std::ffi::{CStr, c_void};

use crate::backend::BackendError;

/// `GL_FRAGMENT_PROGRAM_ARB`
pub(in crate::backend::gl) const FRAGMENT_PROGRAM: u32 = 0x8804;

/// Declares functions of a context by their names, types and safe wrappers.
macro_rules! functions {
    ($($(#[$doc:meta])* $field:ident $symbol:literal ($($argument:ident: $ty:ty),*);)*) => {
        /// The functions, loaded by their names.
        pub(in crate::backend::gl) struct Functions {
            $($field: unsafe extern "system" fn($($ty),*),)*
            /// Sets a local parameter to integers. `None` if the driver lacks NV_gpu_program4.
            integers: Option<unsafe extern "system" fn(target: u32, index: u32, numbers: *const i32)>,
        }

        impl Functions {
            /// Loads the functions.
            ///
            /// # Errors
            /// Fails if the driver lacks one of them.
            ///
            /// # Safety
            /// `load` must return the OpenGL function with the given name, or null.
            pub unsafe fn load(load: impl Fn(&CStr) -> *const c_void) -> Result<Functions, BackendError> {
                $(
                    let address = load($symbol);
                    if address.is_null() {
                        let what = format!("the driver has no {}", $symbol.to_string_lossy());
                        return Err(BackendError::Driver { during: "looking for ARB_fragment_program", what });
                    }
                    // SAFETY: the function of this name has this type in OpenGL's registry.
                    let $field = unsafe {
                        std::mem::transmute::<*const c_void, unsafe extern "system" fn($($ty),*)>(address)
                    };
                )*
                let address = load(c"glProgramLocalParameterI4ivNV");
                // SAFETY: the function of this name has this type in OpenGL's registry.
                let integers = (!address.is_null()).then(|| unsafe {
                    std::mem::transmute::<*const c_void, unsafe extern "system" fn(u32, u32, *const i32)>(address)
                });
                Ok(Functions { $($field,)* integers })
            }

            /// Sets a local parameter of the bound program to the bits of four integers. Returns whether the driver supports this.
            ///
            /// # Safety
            /// The context of the function must be current, and the pointer must point to four numbers.
            pub unsafe fn local_integers(&self, target: u32, index: u32, numbers: *const i32) -> bool {
                match self.integers {
                    // SAFETY: as the caller promises.
                    Some(set) => unsafe { set(target, index, numbers) },
                    None => return false,
                }
                true
            }

            $(
                $(#[$doc])*
                ///
                /// # Safety
                /// The context of the function must be current, and pointers must point to what OpenGL reads or writes there.
                pub unsafe fn $field(&self, $($argument: $ty),*) {
                    // SAFETY: as the caller promises.
                    unsafe { (self.$field)($($argument),*) }
                }
            )*
        }
    };
}

functions! {
    /// Generates names of programs.
    generate c"glGenProgramsARB" (count: i32, names: *mut u32);
    /// Deletes programs.
    delete c"glDeleteProgramsARB" (count: i32, names: *const u32);
    /// Binds a program.
    bind c"glBindProgramARB" (target: u32, name: u32);
    /// Assembles a text into the bound program.
    assemble c"glProgramStringARB" (target: u32, format: u32, bytes: i32, text: *const c_void);
    /// Sets a local parameter of the bound program.
    local c"glProgramLocalParameter4fvARB" (target: u32, index: u32, numbers: *const f32);
    /// Sets an environment parameter, which all programs share.
    environment c"glProgramEnvParameter4fvARB" (target: u32, index: u32, numbers: *const f32);
    /// Queries a property of the bound program.
    ask c"glGetProgramivARB" (target: u32, what: u32, answer: *mut i32);
    /// Begins a primitive.
    begin c"glBegin" (mode: u32);
    /// Ends the primitive.
    end c"glEnd" ();
    /// Sets a texture coordinate of the next vertices.
    coordinate c"glMultiTexCoord4fv" (unit: u32, numbers: *const f32);
    /// Draws a vertex.
    vertex c"glVertex2f" (x: f32, y: f32);
}
