//! A window that is never shown, for the contexts of WGL.
//!
//! Windows sends some messages to all windows and waits for their answers. So the window has a thread of its own, which answers, however
//! long the device's thread computes. Windows starts no thread while a library is loaded: a device cannot be opened then.

use std::num::NonZeroIsize;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;
use std::{io, ptr};

use raw_window_handle::{RawWindowHandle, Win32WindowHandle};
use windows_sys::Win32::Foundation::{HINSTANCE, HWND};
use windows_sys::Win32::System::LibraryLoader::GetModuleHandleW;
use windows_sys::Win32::System::Threading::GetCurrentThreadId;
use windows_sys::Win32::UI::WindowsAndMessaging::{
    CS_OWNDC, CreateWindowExW, DefWindowProcW, DestroyWindow, DispatchMessageW, GetMessageW, PostThreadMessageW,
    RegisterClassExW, WM_QUIT, WNDCLASSEXW, WS_CLIPCHILDREN, WS_CLIPSIBLINGS, WS_POPUP,
};

/// The name of the window's class: `brooklet`, and a zero.
const CLASS: [u16; 9] = [0x62, 0x72, 0x6f, 0x6f, 0x6b, 0x6c, 0x65, 0x74, 0];

/// How long the window's thread may take to start.
const PATIENCE: Duration = Duration::from_secs(10);

/// A window. It is closed by its own thread, soon after this is dropped.
pub(super) struct HiddenWindow {
    window: NonZeroIsize,
    instance: Option<NonZeroIsize>,
    thread: u32,
}

impl HiddenWindow {
    /// Opens a window of one pixel.
    pub fn open() -> io::Result<HiddenWindow> {
        let (sender, receiver) = sync_channel(1);
        std::thread::Builder::new().name("brooklet window".into()).spawn(move || serve(&sender))?;
        let opened = receiver.recv_timeout(PATIENCE);
        opened.unwrap_or_else(|_| {
            let text = "its thread does not start, as while a library is loaded: open the device later";
            Err(io::Error::other(text))
        })
    }

    pub fn handle(&self) -> RawWindowHandle {
        let mut handle = Win32WindowHandle::new(self.window);
        handle.hinstance = self.instance;
        RawWindowHandle::Win32(handle)
    }
}

impl Drop for HiddenWindow {
    fn drop(&mut self) {
        // The thread is not waited for: this may run while Windows ends a thread, and until then no other thread can end.
        // SAFETY: the thread has a queue of messages, because it has a window. If it has ended, nothing happens.
        unsafe { PostThreadMessageW(self.thread, WM_QUIT, 0, 0) };
    }
}

/// Opens a window, sends it, and answers its messages until it is to be closed.
fn serve(sender: &SyncSender<io::Result<HiddenWindow>>) {
    // SAFETY: the calls get null, or addresses of what lives until they return. The window is this thread's.
    unsafe {
        let instance = GetModuleHandleW(ptr::null());
        let window = create(instance);
        let opened = NonZeroIsize::new(window.addr().cast_signed()).ok_or_else(io::Error::last_os_error);
        let instance = NonZeroIsize::new(instance.addr().cast_signed());
        let opened = opened.map(|window| HiddenWindow { window, instance, thread: GetCurrentThreadId() });
        let failed = opened.is_err();
        if sender.send(opened).is_err() || failed {
            return;
        }
        let mut message = std::mem::zeroed();
        // It is 0 for WM_QUIT, and negative for an error.
        while GetMessageW(&raw mut message, ptr::null_mut(), 0, 0) > 0 {
            DispatchMessageW(&raw const message);
        }
        DestroyWindow(window);
    }
}

/// Creates the window, or returns null.
///
/// # Safety
/// The instance must be that of a module that stays loaded.
unsafe fn create(instance: HINSTANCE) -> HWND {
    let class = WNDCLASSEXW {
        cbSize: size_of::<WNDCLASSEXW>() as u32,
        style: CS_OWNDC,
        lpfnWndProc: Some(DefWindowProcW),
        cbClsExtra: 0,
        cbWndExtra: 0,
        hInstance: instance,
        hIcon: ptr::null_mut(),
        hCursor: ptr::null_mut(),
        hbrBackground: ptr::null_mut(),
        lpszMenuName: ptr::null(),
        lpszClassName: CLASS.as_ptr(),
        hIconSm: ptr::null_mut(),
    };
    let style = WS_POPUP | WS_CLIPSIBLINGS | WS_CLIPCHILDREN;
    // SAFETY: the texts end in zero. From the second window on, the class is registered already, which is an error without effect.
    unsafe {
        RegisterClassExW(&raw const class);
        let (none, menu) = (ptr::null_mut(), ptr::null_mut());
        CreateWindowExW(0, CLASS.as_ptr(), CLASS.as_ptr(), style, 0, 0, 1, 1, none, menu, instance, ptr::null())
    }
}
