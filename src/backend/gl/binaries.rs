//! Program binaries on disk: programs in the driver's compiled form, for later processes (`ARB_get_program_binary`).
//!
//! There is one file per program. Its name is a hash of the shader's text, the driver's names and this crate's version. It is not an
//! error if a binary is damaged or the driver does not accept it any more: the shader is compiled, and the file is replaced. The gain
//! is smaller with drivers that have their own cache, such as Mesa.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use glow::HasContext;

/// The maximum number of files. If there are more, the oldest are removed.
const MAX_FILES: usize = 4096;
/// The maximum size of a binary in bytes.
const MAX_BYTES: u64 = 32 << 20;
/// The first bytes of each file.
const MARK: &[u8; 8] = b"brkltbin";

#[cfg(feature = "headless")]
impl super::Gl {
    /// From now on, keeps programs in a folder, if the driver supports program binaries.
    pub(crate) fn keep_programs(&mut self, folder: PathBuf) {
        let binaries = match self.enter() {
            Ok(_entered) => Binaries::new(&self.gl, folder, self.es),
            Err(_) => None,
        };
        self.binaries = binaries;
    }
}

/// A folder of program binaries.
pub(super) struct Binaries {
    folder: PathBuf,
    /// The names of the driver. Binaries of another driver cannot be used.
    driver: String,
    /// Whether old files have been removed from the folder.
    pruned: Cell<bool>,
}

impl Binaries {
    /// Opens the folder for a driver. Returns `None` if the driver does not support program binaries.
    #[cfg(feature = "headless")]
    pub fn new(gl: &glow::Context, folder: PathBuf, es: bool) -> Option<Binaries> {
        // SAFETY: the context is current in the caller.
        unsafe {
            let version = gl.version();
            let core = (version.major, version.minor) >= if es { (3, 0) } else { (4, 1) };
            if !core && !gl.supported_extensions().contains("GL_ARB_get_program_binary") {
                return None;
            }
            if gl.get_parameter_i32(glow::NUM_PROGRAM_BINARY_FORMATS) == 0 {
                return None;
            }
            let names = [glow::VENDOR, glow::RENDERER, glow::VERSION].map(|name| gl.get_parameter_string(name));
            Some(Binaries { folder, driver: names.join("\n"), pruned: Cell::new(false) })
        }
    }

    fn path(&self, text: &str) -> PathBuf {
        let hash = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, env!("CARGO_PKG_VERSION"), &self.driver, text).hash(&mut hasher);
            hasher.finish()
        };
        self.folder.join(format!("{:016x}{:016x}.program", hash(0), hash(1)))
    }

    /// Loads the program for a text. Returns `None` if there is no file for it, or if the driver rejects the binary.
    pub fn load(&self, gl: &glow::Context, text: &str) -> Option<glow::Program> {
        let file = std::fs::File::open(self.path(text)).ok()?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 12).read_to_end(&mut bytes).ok()?;
        let rest = bytes.strip_prefix(MARK)?;
        let (format, buffer) = rest.split_first_chunk::<4>()?;
        let binary = glow::ProgramBinary { buffer: buffer.to_vec(), format: u32::from_le_bytes(*format) };
        // SAFETY: the context is current in the caller; the driver validates a binary before it accepts it.
        unsafe {
            let program = gl.create_program().ok()?;
            gl.program_binary(program, &binary);
            if gl.get_program_link_status(program) {
                return Some(program);
            }
            gl.delete_program(program);
            // The rejected binary has also set an OpenGL error, which is cleared here.
            gl.get_error();
            None
        }
    }

    /// Tells the driver, before a program is linked, that its binary will be requested.
    pub fn announce(&self, gl: &glow::Context, program: glow::Program) {
        // SAFETY: the context is current in the caller, and the program is ours.
        unsafe { gl.program_binary_retrievable_hint(program, true) };
    }

    /// Writes the binary of a linked program to the folder. If this fails, it is only logged.
    pub fn store(&self, gl: &glow::Context, program: glow::Program, text: &str) {
        // SAFETY: the context is current in the caller, and the program is ours.
        let Some(binary) = (unsafe { gl.get_program_binary(program) }) else { return };
        if binary.buffer.is_empty() || binary.buffer.len() as u64 > MAX_BYTES {
            return;
        }
        if let Err(error) = self.write(&self.path(text), &binary) {
            log::debug!("a program binary is not kept: {error}");
        }
    }

    fn write(&self, path: &std::path::Path, binary: &glow::ProgramBinary) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        if !self.pruned.replace(true) {
            self.prune()?;
        }
        // The file is first written under a temporary name, so that other processes see either the complete file or none.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let beside = path.with_extension(format!("{}.{number}.part", std::process::id()));
        let mut file = std::fs::File::create(&beside)?;
        let written = file
            .write_all(MARK)
            .and_then(|()| file.write_all(&binary.format.to_le_bytes()))
            .and_then(|()| file.write_all(&binary.buffer));
        match written.and_then(|()| std::fs::rename(&beside, path)) {
            Ok(()) => Ok(()),
            Err(error) => {
                let _ = std::fs::remove_file(&beside);
                Err(error)
            }
        }
    }

    /// If there are too many files, removes the oldest, so that half of the maximum remain.
    fn prune(&self) -> std::io::Result<()> {
        let mut files: Vec<_> = std::fs::read_dir(&self.folder)?
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let is_ours = entry.path().extension().is_some_and(|ending| ending == "program" || ending == "part");
                is_ours.then(|| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))?
            })
            .collect();
        if files.len() < MAX_FILES {
            return Ok(());
        }
        files.sort();
        files.iter().take(MAX_FILES / 2).for_each(|(_, path)| drop(std::fs::remove_file(path)));
        Ok(())
    }
}
