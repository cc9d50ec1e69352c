//! `brooklet build`: builds an executable from a whole Brook program. Also holds what it shares with `brooklet run`.

use std::env::consts::EXE_EXTENSION;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use brooklet::brook::{EmbeddedKernels, ProgramFile};
use brooklet::capi::HEADERS;
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
        let mut output = self.output.clone();
        if output.extension().is_none() {
            // As compilers do on Windows; elsewhere programs have none.
            output.set_extension(EXE_EXTENSION);
        }
        let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // In the folder of the output, so that a rename puts the executable in its place atomically.
        let made = tempfile::Builder::new().prefix(".brooklet").tempdir_in(parent);
        let made = made.with_context(|| format!("cannot write to {}", parent.display()))?;
        let executable = made.path().join("program").with_extension(EXE_EXTENSION);
        let mut arguments = sources.arguments();
        arguments.extend(["-O2".into(), "-o".into(), executable.clone().into_os_string()]);
        arguments.extend(["-L".into(), library.clone().into_os_string(), "-lbrooklet".into()]);
        if !cfg!(windows) {
            // Not `-Wl,-rpath`: `-Wl` splits its argument at commas, which a path may contain.
            arguments.extend(["-Xlinker", "-rpath", "-Xlinker"].map(OsString::from));
            arguments.push(library.clone().into_os_string());
        }
        sources.compile(&compiler, arguments)?;
        std::fs::rename(&executable, &output).with_context(|| format!("cannot write {}", output.display()))?;
        if !common.quiet {
            // Windows looks for it beside the program, and in the folders of PATH.
            let how = if cfg!(windows) { ", which has to be beside it or on PATH" } else { "" };
            say(format!("note: {} uses {}{how}", output.display(), library.join(LIBRARY).display()));
        }
        Ok(())
    }
}

const LIBRARY: &str = if cfg!(windows) {
    "brooklet.dll"
} else if cfg!(target_os = "macos") {
    "libbrooklet.dylib"
} else {
    "libbrooklet.so"
};

/// Finds the folder of the library: that of the command, `lib` beside it, or the one that `BROOKLET_LIB` names.
fn library() -> anyhow::Result<PathBuf> {
    let mut looked = Vec::new();
    if let Ok(command) = std::env::current_exe()
        && let Some(folder) = command.parent()
    {
        looked.push(folder.to_owned());
        looked.extend(folder.parent().map(|above| above.join("lib")));
    }
    if let Some(named) = std::env::var_os("BROOKLET_LIB") {
        // The variable may also name the library itself.
        let named = std::path::absolute(&named).unwrap_or(named.into());
        looked.push(if named.is_file() { named.parent().unwrap_or(Path::new("/")).to_owned() } else { named });
    }
    if let Some(folder) = looked.iter().find(|folder| folder.join(LIBRARY).is_file()) {
        return Ok(folder.clone());
    }
    let places: Vec<String> = looked.iter().map(|folder| folder.display().to_string()).collect();
    bail!(
        "there is no {LIBRARY} in {}: build it in target/release with \
         `cargo rustc --release --lib --features capi --crate-type cdylib`, and set BROOKLET_LIB to its folder",
        places.join(", ")
    )
}

pub fn is_brook(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ["br", "brh", "bri", "brhi"].iter().any(|own| ending == *own))
}

/// Whether a file is compiled already.
fn is_object(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ["o", "obj", "a", "so"].iter().any(|own| ending == *own))
}

/// Whether a word names a file that can be a part of a program: Brook, C++ or an object.
pub fn is_part(word: &str) -> bool {
    let file = Path::new(word);
    let is_source =
        file.extension().is_some_and(|ending| ["c", "cc", "cpp", "cxx", "C"].iter().any(|own| ending == *own));
    (is_brook(file) || is_source || is_object(file)) && file.is_file()
}

/// The folder for headers like those that the compiler of Brook+ generated.
const GENERATED: &str = "generated";

/// The translated files of a program, in a temporary folder that is deleted when this is dropped.
pub struct Sources {
    folder: tempfile::TempDir,
    files: Vec<PathBuf>,
    /// The folders of the program's files, in which its own includes are searched.
    folders: Vec<PathBuf>,
    defines: Vec<OsString>,
    pub has_main: bool,
    /// The checked kernels of each file.
    pub kernels: Vec<EmbeddedKernels>,
}

impl Sources {
    /// Translates files. `opened` is the first Brook program of them, if it has been read already.
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
                    bail!("{} is not a file", file.display());
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
            // The two places where the compiler of Brook+ wrote headers for the program's other files.
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

    /// Returns what the compiled program depends on besides its headers and its files in C++, which the compiler lists: the translated texts,
    /// the paths of the others and the folder that they start from, the bytes of objects, and the folders and macros that the compiler gets.
    /// `None` if a file cannot be read.
    pub fn identity(&self) -> Option<Vec<Vec<u8>>> {
        let of_file = |file: &PathBuf| match file.starts_with(self.folder.path()) || is_object(file) {
            true => std::fs::read(file).ok(),
            false => Some(file.to_str()?.as_bytes().to_vec()),
        };
        let mut all: Vec<Vec<u8>> = self.files.iter().map(of_file).collect::<Option<_>>()?;
        // Files of the same names may be in another folder.
        let here = std::env::current_dir().ok()?;
        all.push(format!("{here:?} {:?} {:?}", self.folders, self.defines).into_bytes());
        Some(all)
    }

    /// Compiles each source to an object, with these arguments. Returns all objects of the program, and the compiler's lists of the files that
    /// they were made from.
    pub fn objects(&self, compiler: &Cxx, arguments: &[&str]) -> anyhow::Result<(Vec<OsString>, Vec<PathBuf>)> {
        let (mut objects, mut lists) = (Vec::new(), Vec::new());
        for (number, file) in self.files.iter().enumerate() {
            if is_object(file) {
                objects.push(file.clone().into_os_string());
                continue;
            }
            let object = self.place(&format!("{number}.o")).into_os_string();
            let list = self.place(&format!("{number}.d"));
            let mut all = vec![OsString::from("-c"), file.clone().into_os_string()];
            all.extend(arguments.iter().map(OsString::from));
            all.extend(["-MMD".into(), "-MF".into(), list.clone().into_os_string(), "-o".into(), object.clone()]);
            self.compile(compiler, all)?;
            objects.push(object);
            lists.push(list);
        }
        Ok((objects, lists))
    }

    /// Returns the folder of the translated files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of a file in that folder.
    pub fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the arguments by which brooklet's headers come first, if those of an old runtime stand in a folder of the program: a file finds
    /// what is in its own folder before anything else.
    fn before_the_old(&self) -> Vec<OsString> {
        let stands = |name: &str| self.folders.iter().any(|folder| folder.join(name).is_file());
        let old: Vec<&str> = HEADERS
            .iter()
            .filter(|(name, _)| name.starts_with("brook/") && stands(name))
            .map(|(_, text)| *text)
            .collect();
        let mut arguments = Vec::new();
        if old.iter().any(|text| text.contains("plus.hpp")) {
            arguments.push("-DBROOKLET_BROOK_PLUS=".into());
        }
        if !old.is_empty() {
            arguments.extend(["-include".into(), self.headers().join("brooklet.hpp").into_os_string()]);
        }
        arguments
    }

    /// Returns the source files as arguments for the compiler.
    pub fn arguments(&self) -> Vec<OsString> {
        self.files.iter().map(|file| file.clone().into_os_string()).collect()
    }

    pub fn compile(&self, compiler: &Cxx, mut arguments: Vec<OsString>) -> anyhow::Result<()> {
        arguments.extend(self.defines.iter().cloned());
        arguments.extend(self.before_the_old());
        // These come last, because the program may have a header of its own with the same name.
        arguments.extend(["-idirafter".into(), self.place(GENERATED).into_os_string()]);
        compiler.compile(&self.headers(), &self.folders, &arguments)
    }
}
