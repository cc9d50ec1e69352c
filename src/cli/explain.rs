//! `brooklet explain`: prints the pages on diagnostic codes.

use std::io::IsTerminal;

use clap::Args;

use brooklet::Error;
use brooklet::backend::BackendError;
use brooklet::explain::Page;
use brooklet::syntax::{Code, Diagnostics, Severity};

use super::{Common, print, usage};

/// The maximum number of codes that a hint names.
const MAX_HINTED: usize = 4;

/// Explain a diagnostic code: what is wrong, why, and what to do about it
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet explain B0301
  brooklet explain K0302 K0303
  brooklet explain

Codes that start with B are of Brook programs, those with C of Cg programs, those with F of fragment program listings, and those with K \
of kernels and of expressions on the command line.")]
pub struct Explain {
    /// The codes, as errors and warnings show them [default: list all of them]
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
}

impl Explain {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("explain");
        if self.codes.is_empty() {
            let lines: Vec<String> =
                Code::ALL.iter().map(|&code| format!("{code}  {}", Page::of(code).title)).collect();
            return print(lines.join("\n"));
        }
        let found = |name: &String| name.parse().unwrap_or_else(|unknown| usage("explain", format!("{unknown}")));
        let codes: Vec<Code> = self.codes.iter().map(found).collect();
        let colours = std::io::stdout().is_terminal();
        let page = |&code: &Code| if colours { styled(&Page::of(code)) } else { code.page().trim_end().to_owned() };
        print(codes.iter().map(page).collect::<Vec<_>>().join("\n\n"))
    }
}

/// Formats a page for a terminal, with a bold title and dim examples.
fn styled(page: &Page) -> String {
    let mut parts = vec![format!("\x1b[1m{}: {}\x1b[0m", page.code, page.title), page.text.to_owned()];
    for example in &page.examples {
        let word = if example.wrong { "\x1b[1;31mwrong" } else { "\x1b[1;32mright" };
        let lines: Vec<String> = example.text.lines().map(|line| format!("    {line}")).collect();
        parts.push(format!("{word}\x1b[0m\n\n\x1b[2m{}\x1b[0m", lines.join("\n")));
    }
    parts.join("\n\n")
}

/// The error of programs that do not compile. Their diagnostics have already been shown.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// The number of errors, and where they are.
    pub message: String,
    /// The codes of the errors.
    pub codes: Vec<Code>,
}

/// Returns the codes of those diagnostics that are errors.
pub fn error_codes(diagnostics: &Diagnostics) -> Vec<Code> {
    let errors = diagnostics.list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.map(|diagnostic| diagnostic.code).collect()
}

/// Returns a hint with the command that explains the codes of an error, if it has any.
pub fn hint(error: &anyhow::Error) -> Option<String> {
    let all = match (error.downcast_ref::<Refused>(), error.downcast_ref::<Error>()) {
        (Some(refused), _) => refused.codes.clone(),
        (_, Some(Error::Compile(error))) => error_codes(&error.diagnostics),
        (_, Some(Error::Backend(BackendError::Rejected(rejected)))) => error_codes(&rejected.diagnostics),
        _ => Vec::new(),
    };
    let mut codes: Vec<Code> = Vec::new();
    for code in all {
        if codes.len() < MAX_HINTED && !codes.contains(&code) {
            codes.push(code);
        }
    }
    let names: Vec<&str> = codes.iter().map(|code| code.name()).collect();
    (!names.is_empty()).then(|| format!("for more: brooklet explain {}", names.join(" ")))
}
