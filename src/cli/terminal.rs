//! What is said on stderr, and what ends the command from outside.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;
use std::process::exit;

use clap::error::{ContextKind, ContextValue};

use brooklet::io::abandon;
use brooklet::syntax::visible;

/// Says a line on stderr, with control characters made visible: what a file holds and what it is called is not trusted.
pub fn say(line: impl std::fmt::Display) {
    // Nothing is left to be done where stderr is gone.
    let _ = writeln!(std::io::stderr(), "{}", visible(&line.to_string()));
}

/// Ends with what clap says: a page of help, or an error of usage. What was typed is shown with its control characters
/// visible: it may be a file's name, or come from a script.
pub fn end(mut said: clap::Error) -> ! {
    let obeyed = |argument: OsString| matches!(visible(&argument.to_string_lossy()), Cow::Owned(_));
    if !std::env::args_os().any(obeyed) {
        said.exit();
    }
    let contexts: Vec<(ContextKind, ContextValue)> =
        said.context().filter_map(|(kind, value)| Some((kind, shown(value)?))).collect();
    for (kind, value) in contexts {
        said.insert(kind, value);
    }
    // Without clap's colours: what it does not take for one of these may be the arguments' own.
    say(said.render().to_string().trim_end());
    exit(said.exit_code());
}

/// What clap says of an argument, where that is its text.
fn shown(value: &ContextValue) -> Option<ContextValue> {
    match value {
        ContextValue::String(text) => Some(ContextValue::String(visible(text).into_owned())),
        ContextValue::Strings(texts) => {
            Some(ContextValue::Strings(texts.iter().map(|text| visible(text).into_owned()).collect()))
        }
        _ => None,
    }
}

/// How many columns stdout has, where it is a terminal.
pub fn stdout_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(usize::from(width.0))
}

/// Logs as [`say`] says.
pub fn start_log(level: log::LevelFilter) {
    let mut builder = env_logger::Builder::new();
    builder.format(|out, record| {
        let text = record.args().to_string();
        writeln!(out, "[{} {}] {}", record.level(), record.target(), visible(&text))
    });
    builder.filter_level(level).parse_default_env().init();
}

/// Reports panics as usual, but for those of decoders, which are caught and become errors of the file.
pub fn report_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !brooklet::io::is_reading() {
            report(panic);
        }
    }));
}

/// Leaves no half-written file behind where a signal ends the command, and exits as a shell expects of that signal. Where
/// no handler can be set, one stays: no reason not to work. A file that grows beyond what the system allows is an error of
/// writing, and not the end.
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

/// The same for Ctrl-C.
#[cfg(not(unix))]
pub fn handle_signals() {
    if let Err(error) = ctrlc::set_handler(|| {
        abandon();
        exit(130);
    }) {
        log::debug!("no handler for interrupts: {error}");
    }
}

/// Whether the command was started without a stdout (`>&-`). Rust puts `/dev/null` in its place, open for reading and
/// writing, which nobody who redirects does.
pub fn stdout_is_closed() -> bool {
    let null = std::fs::read_link("/proc/self/fd/1").is_ok_and(|path| path == std::path::Path::new("/dev/null"));
    let mode = || {
        let text = std::fs::read_to_string("/proc/self/fdinfo/1").ok()?;
        let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
        Some(u32::from_str_radix(flags.trim(), 8).ok()? & 0o3)
    };
    null && mode() == Some(2)
}
