//! Arguments of the command: an address, and what the shells take.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::script;
use crate::address::Address;
use crate::address::KEYS;

/// The longest side that a picture may have, in pixels.
const LARGEST: u32 = 16384;

pub struct Options {
    pub address: Address,
    /// Of the picture in pixels, or of the window in points.
    pub size: [u32; 2],
    /// Pixels for each point; without it, the display's own.
    pub scale: Option<f32>,
    pub theme: Option<egui::Theme>,
    pub screenshot: Option<PathBuf>,
    pub film: Option<PathBuf>,
    pub results: bool,
    pub drive: Option<PathBuf>,
    pub headless: bool,
    pub files: Vec<PathBuf>,
}

impl Options {
    /// Whether it is all done without a window.
    pub fn without_window(&self) -> bool {
        self.headless || self.results || self.screenshot.is_some() || self.film.is_some()
    }
}

fn command() -> Command {
    let address = KEYS.iter().map(|key| {
        Arg::new(key.name).long(key.name).value_name(key.value).help(key.help).help_heading("What is shown")
    });
    let long_help = format!("{}\n\n{}", "A script of synthetic input for --drive, a step a line:", script::HELP);
    Command::new("gallery")
        .about("Steps through every pass of every method of brooklet, in a window or as a picture")
        .after_long_help(long_help)
        .max_term_width(110)
        .args(address)
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .num_args(0..)
                .value_parser(value_parser!(PathBuf))
                .help("Files that are opened, as if they were dropped onto the window"),
        )
        .arg(
            Arg::new("screenshot")
                .long("screenshot")
                .value_name("PICTURE.png")
                .value_parser(value_parser!(PathBuf))
                .help("Writes a picture of it, without window or display, and ends"),
        )
        .arg(
            Arg::new("film")
                .long("film")
                .value_name("PICTURES.png")
                .value_parser(value_parser!(PathBuf))
                .help("Writes a picture of each pass, as one animated PNG, and ends"),
        )
        .arg(
            Arg::new("results")
                .long("results")
                .action(ArgAction::SetTrue)
                .help("Prints what was computed, as JSON, without window or display, and ends"),
        )
        .arg(
            Arg::new("size")
                .long("size")
                .value_name("WIDTHxHEIGHT")
                .default_value("1280x800")
                .value_parser(size)
                .help("Size of the picture in pixels, or of the window in points"),
        )
        .arg(
            Arg::new("scale")
                .long("scale")
                .value_name("FACTOR")
                .value_parser(scale)
                .help("Pixels for each point of the text's size [default: 1 in a picture, the display's in a window]"),
        )
        .arg(
            Arg::new("drive")
                .long("drive")
                .value_name("SCRIPT")
                .value_parser(value_parser!(PathBuf))
                .hide_short_help(true)
                .help("For tests: runs a script of synthetic input, and ends with 1 on OpenGL errors, blank frames and errors shown"),
        )
        .arg(
            Arg::new("headless")
                .long("headless")
                .action(ArgAction::SetTrue)
                .requires("drive")
                .hide_short_help(true)
                .help("Runs the script without window or display"),
        )
}

/// Reads the arguments, the name of the program first.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Options, clap::Error> {
    let mut command = command();
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    let address = address(&matches).map_err(|error| command.error(ErrorKind::InvalidValue, error))?;
    let theme = address.get("theme").map(str::to_owned);
    Ok(Options {
        address,
        size: matches.remove_one("size").expect("it has a default"),
        scale: matches.remove_one("scale"),
        theme: theme.map(|theme| if theme == "dark" { egui::Theme::Dark } else { egui::Theme::Light }),
        screenshot: matches.remove_one("screenshot"),
        film: matches.remove_one("film"),
        results: matches.get_flag("results"),
        drive: matches.remove_one("drive"),
        headless: matches.get_flag("headless"),
        files: matches.remove_many("files").map(Iterator::collect).unwrap_or_default(),
    })
}

fn address(matches: &ArgMatches) -> Result<Address, String> {
    let given = KEYS.iter().filter_map(|key| Some((key.name, matches.get_one::<String>(key.name)?)));
    let arguments: Vec<String> = given.flat_map(|(key, value)| [format!("--{key}"), value.clone()]).collect();
    Address::parse_arguments(&arguments).map_err(|error| error.to_string())
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides =
        text.split_once(['x', '×']).and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    match sides {
        Some(sides) if sides.iter().all(|side| (1..=LARGEST).contains(side)) => Ok(sides),
        Some(_) => Err(format!("each side has to be 1 to {LARGEST}")),
        None => Err("write width and height as in 1280x800".to_owned()),
    }
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.25..=8.0).contains(&scale) => Ok(scale),
        _ => Err("write a number from 0.25 to 8".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Options, clap::Error> {
        parse(format!("gallery {line}").split_whitespace().map(OsString::from))
    }

    #[test]
    fn an_address_and_a_picture() {
        let options = parsed("--scene sort --n=256 --screenshot a.png --size 640x480 --theme dark").unwrap();
        assert_eq!(options.address.to_hash(), "#scene=sort&n=256&theme=dark");
        assert_eq!((options.size, options.theme), ([640, 480], Some(egui::Theme::Dark)));
        assert!(options.without_window());
        assert!(!parsed("--scene sort a.npy").unwrap().without_window());
    }

    #[test]
    fn mistakes_end_with_2_and_say_what_was_meant() {
        for line in ["--scen sort", "--size 12", "--size 0x4", "--scale 9", "--headless", "--n"] {
            assert_eq!(parsed(line).err().expect(line).exit_code(), 2, "{line}");
        }
        assert!(parsed("--scen sort").err().unwrap().to_string().contains("--scene"));
    }
}
