//! CGL, which makes contexts without a window. Experimental: it is checked by the compiler, and has not run on a Mac.
//!
//! macOS has one device, contexts of OpenGL 4.1 and 3.2 (core) and 2.1 (with the assembler), and no OpenGL ES.

use std::ffi::{CStr, c_void};
use std::ptr;

use cgl::{
    CGLChoosePixelFormat, CGLContextObj, CGLCreateContext, CGLDestroyContext, CGLDestroyPixelFormat, CGLError,
    CGLErrorString, CGLGetCurrentContext, CGLPixelFormatAttribute, CGLPixelFormatObj, CGLSetCurrentContext,
    kCGLPFAAllowOfflineRenderers,
};
use libloading::os::unix::Library;

use crate::backend::BackendError;
use crate::glsl::Dialect;

use super::wish::{Version, Wish};

// What the package `cgl` has no names for, from CGLTypes.h.
const OPENGL_PROFILE: CGLPixelFormatAttribute = 99;
const LEGACY: CGLPixelFormatAttribute = 0x1000;
const CORE_3_2: CGLPixelFormatAttribute = 0x3200;
const CORE_4: CGLPixelFormatAttribute = 0x4100;

/// The device that macOS draws with.
pub(super) struct Device;

/// Lists the only device.
pub(super) fn devices() -> Result<Vec<Device>, BackendError> {
    Ok(vec![Device])
}

impl Device {
    #[allow(clippy::unused_self, reason = "devices of other systems have names of their own")]
    pub fn name(&self) -> String {
        "macOS's OpenGL (CGL)".to_owned()
    }

    /// Returns `false`, since the system does not say it before a context is opened.
    #[allow(clippy::unused_self, reason = "other systems have several devices")]
    pub fn is_software(&self) -> bool {
        false
    }

    /// Opens a context, and makes it current.
    #[allow(clippy::unused_self, reason = "other systems have several devices")]
    pub fn open(&self, wish: &Wish) -> Result<Native, String> {
        if wish.dialect == Dialect::Es {
            return Err("macOS has no OpenGL ES".to_owned());
        }
        let mut profiles: Vec<_> = wish.versions.iter().copied().map(profile).collect();
        profiles.dedup();
        let mut refusals = Vec::new();
        for profile in profiles {
            match Native::open(profile) {
                Ok(context) => return Ok(context),
                Err(refusal) => refusals.push(refusal),
            }
        }
        Err(refusals.join("; "))
    }
}

/// Returns the profile that has this version of OpenGL, or the newest below it.
fn profile(version: Version) -> CGLPixelFormatAttribute {
    match version {
        (4.., _) => CORE_4,
        (3, 2..) => CORE_3_2,
        _ => LEGACY,
    }
}

/// A context.
pub(in super::super) struct Native(CGLContextObj);

impl Native {
    fn open(profile: CGLPixelFormatAttribute) -> Result<Native, String> {
        let attributes = [OPENGL_PROFILE, profile, kCGLPFAAllowOfflineRenderers, 0];
        let (mut format, mut formats): (CGLPixelFormatObj, i32) = (ptr::null_mut(), 0);
        let mut context: CGLContextObj = ptr::null_mut();
        // SAFETY: the attributes end in zero, and the results have room until the calls return.
        unsafe {
            done(CGLChoosePixelFormat(attributes.as_ptr(), &raw mut format, &raw mut formats))?;
            if format.is_null() {
                return Err("no pixel format has this profile".to_owned());
            }
            let created = done(CGLCreateContext(format, ptr::null_mut(), &raw mut context));
            CGLDestroyPixelFormat(format);
            created?;
        }
        let context = Native(context);
        context.make_current()?;
        Ok(context)
    }

    pub fn is_current(&self) -> bool {
        // SAFETY: it has no arguments.
        unsafe { CGLGetCurrentContext() == self.0 }
    }

    pub fn make_current(&self) -> Result<(), String> {
        // SAFETY: the context lives.
        done(unsafe { CGLSetCurrentContext(self.0) })
    }

    /// Returns a function of the context, or null.
    #[allow(clippy::unused_self, reason = "functions of other systems are their contexts'")]
    pub fn function(&self, symbol: &CStr) -> *const c_void {
        // The program is linked with OpenGL, for CGL.
        // SAFETY: the address is not called here.
        let found = unsafe { Library::this().get::<*const c_void>(symbol.to_bytes_with_nul()) };
        found.map_or(ptr::null(), |function| *function)
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        // SAFETY: the context lives, and is not used any more.
        unsafe {
            if self.is_current() {
                CGLSetCurrentContext(ptr::null_mut());
            }
            CGLDestroyContext(self.0);
        }
    }
}

/// Returns the text of an error.
fn done(code: CGLError) -> Result<(), String> {
    if code == 0 {
        return Ok(());
    }
    // SAFETY: the text is CGL's own, and stays.
    Err(unsafe { CStr::from_ptr(CGLErrorString(code)) }.to_string_lossy().into_owned())
}
