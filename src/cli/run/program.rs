//! Runs whole programs: compiles their host code, loads it into this process, and runs it with the library that is linked into the
//! command.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use brooklet::brook::ProgramFile;
use brooklet::{Device, capi};

use crate::cli::Common;
use crate::cli::brook::BrookOptions;
use crate::cli::build::Sources;
use crate::cli::cxx::Cxx;
use crate::cli::host_cache::Kept;

/// Runs a program that consists of an opened file and other files. Ends this process with the program's exit code.
pub fn run(
    file: &Path,
    others: &[PathBuf],
    opened: ProgramFile,
    arguments: &[String],
    brook: &BrookOptions,
    no_cache: bool,
    common: &Common,
) -> anyhow::Result<()> {
    let files: Vec<PathBuf> = std::iter::once(file.to_owned()).chain(others.iter().cloned()).collect();
    let compiler = Cxx::find()?;
    capi::keep_programs(!no_cache);
    capi::say_notes(!common.quiet);
    let mut sources = Sources::translate(&files, Some(opened), brook, common)?;
    sources.kernels.drain(..).for_each(capi::expect_kernels);
    let kept = sources.identity().and_then(|mut inputs| {
        inputs.push(compiler.identity().into_bytes());
        Kept::of(&inputs)
    });
    let library = match kept.as_ref().and_then(Kept::find) {
        Some(object) => object.to_owned(),
        None => {
            let library = sources.place("program.so");
            let (mut told, lists) = sources.objects(&compiler, &["-O1", "-fPIC", "-DBROOKLET_HOST_TABLE"])?;
            if cfg!(target_os = "linux") {
                // Reports an undefined function when linking, not in the middle of the run.
                told.push("-Wl,--no-undefined".into());
            }
            if cfg!(windows) {
                // Not only what the program exports itself: `main`, too.
                told.push("-Wl,--export-all-symbols".into());
            }
            told.extend(["-shared".into(), "-o".into(), library.clone().into_os_string()]);
            compiler.link(&told)?;
            match &kept {
                Some(kept) => {
                    kept.keep(&library, &lists, sources.folder());
                    kept.find().map_or(library, Path::to_owned)
                }
                None => library,
            }
        }
    };
    // A loaded library no longer needs the folder of its sources. A cached library is not in that folder, so the folder is removed
    // before loading, even if a constructor of the program then ends the process.
    let sources = Some(sources).filter(|sources| library.starts_with(sources.folder()));
    let name = file.with_extension("").display().to_string();
    let words: Vec<String> = std::iter::once(name).chain(arguments.iter().cloned()).collect();
    // Loading the program runs its constructors, which may already use streams.
    let main = || {
        let program = capi::HostLibrary::open(&library);
        drop(sources);
        program.and_then(|program| program.main(&words)).map_err(|why| anyhow!("{}: {why}", file.display()))
    };
    if common.is_traced() {
        // If the program calls `exit()`, no trace is written.
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let bytes = files.iter().map(|file| std::fs::metadata(file).map_or(0, |metadata| metadata.len())).sum();
        let code = common.run_on(
            || open(common),
            &files,
            bytes,
            |session| {
                let device = session.device.clone();
                capi::use_device(Box::new(move || Ok(device)));
                main()
            },
        )?;
        std::process::exit(code);
    }
    if common.names_device() {
        let common = with_adapter(common);
        capi::use_device(Box::new(move || common.open_cached(capi::cache_folder())));
    }
    std::process::exit(main()?)
}

/// Opens the device that the arguments ask for. If they ask for none, `BRT_RUNTIME` and `BRT_ADAPTER` may.
fn open(common: &Common) -> anyhow::Result<Device> {
    match common.names_device() {
        true => Ok(with_adapter(common).open()?),
        false => capi::open_default().map_err(anyhow::Error::msg),
    }
}

/// Returns the arguments with the adapter that `BRT_RUNTIME` or `BRT_ADAPTER` asks for, unless they choose one, or a chip.
fn with_adapter(common: &Common) -> Common {
    let chosen = common.adapter.is_some() || common.chip.is_some();
    let adapter = if chosen { common.adapter } else { capi::adapter_of_environment() };
    Common { adapter, ..common.clone() }
}
