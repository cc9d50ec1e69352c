//! Messages on stderr, and the handling of signals.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::Write;
use std::process::exit;

use clap::error::{ContextKind, ContextValue};

use brooklet::io::abandon;
use brooklet::syntax::visible;

/// Prints a line on stderr, with control characters made visible, because the names and contents of files are not trusted.
pub fn say(line: impl std::fmt::Display) {
    // If stderr is closed, there is nowhere to report that.
    let _ = writeln!(std::io::stderr(), "{}", visible(&line.to_string()));
}

/// Whether a terminal would obey a part of an argument.
pub fn has_control_characters(argument: &OsStr) -> bool {
    matches!(visible(&argument.to_string_lossy()), Cow::Owned(_))
}

/// Prints a page of help or a usage error of clap, and exits. Control characters in the arguments are made visible, because an argument
/// may be the name of a file or come from a script. `is_safe` says that they have none.
pub fn end(mut said: clap::Error, is_safe: bool) -> ! {
    if is_safe {
        said.exit();
    }
    let contexts: Vec<(ContextKind, ContextValue)> =
        said.context().filter_map(|(kind, value)| Some((kind, shown(value)?))).collect();
    for (kind, value) in contexts {
        said.insert(kind, value);
    }
    // Printed without clap's colours: a colour code outside of the known contexts may come from the arguments.
    say(said.render().to_string().trim_end());
    exit(said.exit_code());
}

/// Returns a context of clap's error with control characters made visible, if it is text.
fn shown(value: &ContextValue) -> Option<ContextValue> {
    match value {
        ContextValue::String(text) => Some(ContextValue::String(visible(text).into_owned())),
        ContextValue::Strings(texts) => {
            Some(ContextValue::Strings(texts.iter().map(|text| visible(text).into_owned()).collect()))
        }
        _ => None,
    }
}

/// Returns the width of stdout in characters, if it is a terminal.
pub fn stdout_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(usize::from(width.0))
}

/// Starts the log, which makes control characters visible as [`say`] does.
pub fn start_log(level: log::LevelFilter) {
    let mut builder = env_logger::Builder::new();
    builder.format(|out, record| {
        let text = record.args().to_string();
        writeln!(out, "[{} {}] {}", record.level(), record.target(), visible(&text))
    });
    builder.filter_level(level).parse_default_env().init();
}

/// Reports panics as usual, except those of decoders, which are caught and become errors of the file.
pub fn report_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !brooklet::io::is_reading() {
            report(panic);
        }
    }));
}

/// Sets handlers for signals. A signal that ends the command leaves no half-written file, and the exit code is the one that shells expect
/// of that signal. If no handler can be set, the command works without. A file that grows beyond the system's limit is a write error and
/// does not end the process.
#[cfg(unix)]
pub fn handle_signals() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    let ignored = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let handled = Signals::new([SIGINT, SIGTERM, SIGHUP]).map(|mut signals| {
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                abandon();
                exit(128 + signal);
            }
        });
    });
    for error in [ignored.err(), handled.err()].into_iter().flatten() {
        log::debug!("no handler for signals: {error}");
    }
}

/// Sets a handler for Ctrl-C, which leaves no half-written file.
#[cfg(not(unix))]
pub fn handle_signals() {
    if let Err(error) = ctrlc::set_handler(|| {
        abandon();
        exit(130);
    }) {
        log::debug!("no handler for interrupts: {error}");
    }
}

/// Returns whether the command was started without a stdout (`>&-`). Rust then opens `/dev/null` in its place for reading and writing,
/// which no redirection does.
pub fn stdout_is_closed() -> bool {
    let null = std::fs::read_link("/proc/self/fd/1").is_ok_and(|path| path == std::path::Path::new("/dev/null"));
    let mode = || {
        let text = std::fs::read_to_string("/proc/self/fdinfo/1").ok()?;
        let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
        Some(u32::from_str_radix(flags.trim(), 8).ok()? & 0o3)
    };
    null && mode() == Some(2)
}
