//! `brooklet build`: a whole Brook program as an executable, and what it shares with running one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use brooklet::brook::{EmbeddedKernels, ProgramFile};
use brooklet::io;
use clap::Args;

use super::Common;
use super::brook::{BrookOptions, open, translated};
use super::cc::with_guard;
use super::cxx::{Cxx, write_headers};
use super::terminal::say;

/// Build a whole Brook program, host code and kernels, with the system's C++ compiler
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet build prog.br -o prog
  brooklet build main.br kernels.br helpers.cpp -o prog

The program is linked to libbrooklet, which is looked for beside this command, then in the folder that the environment \
variable BROOKLET_LIB names; `cargo rustc --release --lib --features capi --crate-type cdylib` makes it. The compiler \
is $CXX, else c++, g++ or clang++. `brooklet run prog.br` needs no library.")]
pub struct Build {
    /// The program's files: Brook is translated, all others are given to the compiler
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the executable to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    brook: BrookOptions,
}

impl Build {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("build");
        if let Some(file) = self.files.iter().find(|file| io::same_file(file, &self.output)) {
            bail!("{} would be replaced: name another file with -o", file.display());
        }
        let compiler = Cxx::find()?;
        let sources = Sources::translate(&self.files, None, &self.brook, common)?;
        if !sources.has_main && self.files.iter().all(|file| is_brook(file)) {
            bail!("{} has no `main`: `brooklet run` runs its kernels one by one", self.files[0].display());
        }
        let library = library()?;
        let parent = self.output.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // In the same folder, so that the executable comes to its place all at once.
        let made = tempfile::Builder::new().prefix(".brooklet").tempdir_in(parent);
        let made = made.with_context(|| format!("cannot write to {}", parent.display()))?;
        let executable = made.path().join("program");
        let mut arguments = sources.arguments();
        arguments.extend(["-O2".into(), "-o".into(), executable.clone().into_os_string()]);
        arguments.extend(["-L".into(), library.clone().into_os_string(), "-lbrooklet".into()]);
        // A path may have commas, at which `-Wl` parts its words.
        arguments.extend(["-Xlinker", "-rpath", "-Xlinker"].map(OsString::from));
        arguments.push(library.clone().into_os_string());
        sources.compile(&compiler, arguments)?;
        std::fs::rename(&executable, &self.output)
            .with_context(|| format!("cannot write {}", self.output.display()))?;
        if !common.quiet {
            say(format!("note: {} uses {}", self.output.display(), library.join(LIBRARY).display()));
        }
        Ok(())
    }
}

const LIBRARY: &str = if cfg!(target_os = "macos") { "libbrooklet.dylib" } else { "libbrooklet.so" };

/// The folder of the library: beside the command, or where `BROOKLET_LIB` says.
fn library() -> anyhow::Result<PathBuf> {
    let mut looked = Vec::new();
    if let Ok(command) = std::env::current_exe()
        && let Some(folder) = command.parent()
    {
        looked.push(folder.to_owned());
        looked.extend(folder.parent().map(|above| above.join("lib")));
    }
    if let Some(named) = std::env::var_os("BROOKLET_LIB") {
        // The library itself may be named.
        let named = std::path::absolute(&named).unwrap_or(named.into());
        looked.push(if named.is_file() { named.parent().unwrap_or(Path::new("/")).to_owned() } else { named });
    }
    if let Some(folder) = looked.iter().find(|folder| folder.join(LIBRARY).is_file()) {
        return Ok(folder.clone());
    }
    let places: Vec<String> = looked.iter().map(|folder| folder.display().to_string()).collect();
    bail!(
        "there is no {LIBRARY} in {}: `cargo rustc --release --lib --features capi --crate-type cdylib` makes it in \
         target/release, and BROOKLET_LIB says where it is",
        places.join(", ")
    )
}

pub fn is_brook(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ["br", "brh", "bri", "brhi"].iter().any(|own| ending == *own))
}

/// The folder of the headers that Brook+ made of programs.
const GENERATED: &str = "generated";

/// A program's files, translated, in a folder that is gone when this is.
pub struct Sources {
    folder: tempfile::TempDir,
    files: Vec<PathBuf>,
    /// Where the program's own includes are.
    folders: Vec<PathBuf>,
    defines: Vec<OsString>,
    pub has_main: bool,
    /// The kernels of each, as they were checked.
    pub kernels: Vec<EmbeddedKernels>,
}

impl Sources {
    /// Translates files. `opened`: the first of them, where it has been read already.
    pub fn translate(
        files: &[PathBuf],
        mut opened: Option<ProgramFile>,
        brook: &BrookOptions,
        common: &Common,
    ) -> anyhow::Result<Sources> {
        let folder = tempfile::Builder::new().prefix("brooklet").tempdir().context("cannot make a temporary folder")?;
        let mut sources = Sources {
            files: Vec::new(),
            folders: Vec::new(),
            defines: brook.compiler_arguments(),
            has_main: false,
            kernels: Vec::new(),
            folder,
        };
        write_headers(&sources.headers())?;
        for (number, file) in files.iter().enumerate() {
            let own = file.parent().filter(|own| !own.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if !sources.folders.iter().any(|known| known == own) {
                sources.folders.push(own.to_owned());
            }
            if !is_brook(file) {
                if !file.is_file() {
                    bail!("{} is no file", file.display());
                }
                sources.files.push(file.clone());
                continue;
            }
            let program = match opened.take() {
                Some(opened) => opened,
                None => open(file, brook)?,
            };
            let program = translated(file, &program, common)?;
            sources.has_main |= program.has_main;
            sources.kernels.extend(program.kernels);
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let path = sources.folder.path().join(format!("{number}-{stem}.cpp"));
            std::fs::write(&path, &program.text).with_context(|| format!("cannot write {}", path.display()))?;
            sources.files.push(path);
            // As the compiler of Brook+ laid them out for the program's other files.
            for name in [format!("{stem}.h"), format!("brookgenfiles/{stem}.h")] {
                let header = sources.folder.path().join(GENERATED).join(name);
                std::fs::create_dir_all(header.parent().unwrap_or(Path::new(".")))
                    .and_then(|()| std::fs::write(&header, with_guard(&program.header, &header)))
                    .with_context(|| format!("cannot write {}", header.display()))?;
            }
        }
        Ok(sources)
    }

    fn headers(&self) -> PathBuf {
        self.folder.path().join("include")
    }

    /// The only source, where there is one alone that was translated: its text, and what else the compiler is told.
    pub fn only(&self) -> Option<(String, String)> {
        let [file] = self.files.as_slice() else { return None };
        let text = file.starts_with(self.folder.path()).then(|| std::fs::read_to_string(file).ok())??;
        Some((text, format!("{:?} {:?}", self.folders, self.defines)))
    }

    /// Where the translated files are.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A file of that name in the folder.
    pub fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What the compiler is told of them.
    pub fn arguments(&self) -> Vec<OsString> {
        self.files.iter().map(|file| file.clone().into_os_string()).collect()
    }

    pub fn compile(&self, compiler: &Cxx, mut arguments: Vec<OsString>) -> anyhow::Result<()> {
        arguments.extend(self.defines.iter().cloned());
        // Last of all: a header of the program's own may have the name.
        arguments.extend(["-idirafter".into(), self.place(GENERATED).into_os_string()]);
        compiler.compile(&self.headers(), &self.folders, &arguments)
    }
}
