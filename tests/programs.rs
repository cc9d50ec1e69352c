//! Whole programs, host code and kernels: each of `demos/brook/programs` prints what its head says, whatever it runs on.

#[path = "support/left_out.rs"]
mod left_out;
#[path = "support/mesa.rs"]
mod mesa;

use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, the options that it is run with, and what it prints.
struct Program {
    file: PathBuf,
    options: Vec<String>,
    prints: String,
}

/// The programs that have a `main`.
fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("demos/brook/programs");
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|ending| ending != "br") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let Some((head, rest)) = text.split_once(" Prints:\n\n") else {
            assert!(!text.contains("main("), "{} does not say what it prints", file.display());
            continue;
        };
        let (prints, _) = rest.split_once("*/").unwrap();
        // `brooklet run pair.br --with pair_kernels.br`
        let line = head.lines().find(|line| line.contains("brooklet run ")).unwrap_or_default();
        let words = line.trim_end_matches('.').split(' ').skip_while(|word| *word != "--with");
        let options = words.map(|word| match word.ends_with(".br") {
            true => folder.join(word).display().to_string(),
            false => word.to_owned(),
        });
        programs.push(Program { file, options: options.collect(), prints: prints.to_owned() });
    }
    assert!(programs.len() >= 10, "there are {} programs", programs.len());
    programs.sort_by(|a, b| a.file.cmp(&b.file));
    programs
}

/// Options by which there are no integers.
const LACK_INTEGERS: [&[&str]; 2] = [&["--dialect", "gl2"], &["--chip", "nv40"]];

/// How the note begins of a program whose ints may go beyond what is exact without integers.
fn noted(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_str()?;
    let [_, kernel, line] = ROUNDED.into_iter().find(|[program, ..]| *program == name)?;
    Some(format!("brooklet: note: kernel `{kernel}` computes with ints from line {line} of {} on, ", file.display()))
}

/// Programs with arithmetic on ints of any size: the kernel that is called first, and the line.
const ROUNDED: [[&str; 3]; 1] = [["integers.br", "hash", "21"]];

/// Runs all programs with these options and this `BRT_RUNTIME`, from the `first`: so that tests beside each other do not compile
/// the same host code.
fn run_all(first: usize, options: &[&str], runtime: Option<&str>) {
    let mut programs = programs();
    programs.rotate_left(first);
    for Program { file, options: own, prints } in programs {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brooklet"));
        command.envs(mesa::MESA).env("BROOKLET_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
        command.arg("run").arg(&file).args(own).args(options).env_remove("BRT_RUNTIME");
        if let Some(runtime) = runtime {
            command.env("BRT_RUNTIME", runtime);
        }
        let output = command.output().unwrap();
        let (printed, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{} {options:?}: {}\n{said}", file.display(), output.status);
        assert_eq!(printed, prints, "{} {options:?}\n{said}", file.display());
        let noted = if LACK_INTEGERS.contains(&options) { noted(&file) } else { None };
        match noted {
            Some(noted) => assert!(said.starts_with(&noted) && said.lines().count() == 1, "{options:?}: {said}"),
            None => assert_eq!(said, "", "{} {options:?}", file.display()),
        }
    }
}

#[test]
fn programs_print_what_they_should() {
    run_all(0, &[], None);
}

/// Whether this dialect is one that tests run in here.
fn has(dialect: &str) -> bool {
    std::env::var("BROOKLET_TEST_DIALECTS").is_ok_and(|names| names.split(',').any(|name| name == dialect))
        || std::env::var_os("BROOKLET_TEST_DIALECTS").is_none()
}

#[test]
fn on_opengl_es() {
    if !has("es") {
        left_out::left_out("OpenGL ES: BROOKLET_TEST_DIALECTS names others");
        return;
    }
    run_all(5, &["--dialect", "es"], None);
}

#[test]
fn on_opengl_2_1() {
    run_all(0, &["--dialect", "gl2"], None);
}

#[test]
fn on_the_cpu() {
    run_all(5, &[], Some("cpu"));
}

#[test]
fn on_an_emulated_chip() {
    run_all(2, &["--chip", "nv40"], None);
}
