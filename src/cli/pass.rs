//! What a pass with a fragment program is given besides textures and numbers.

use clap::Args;

use brooklet::backend::Sampling;

use super::texels::is_unit;
use super::usage;

/// How textures are read, and OpenGL's state.
#[derive(Args, Default)]
pub struct PassOptions {
    /// How a texture is read, as UNIT=WORDS, or NAME=WORDS for a Cg program: nearest or linear, clamp, repeat or mirror, mipmaps
    /// [default: nearest,clamp]
    #[arg(long = "sampler", value_name = "NAME=WORDS", value_parser = sampler, help_heading = "Cg programs and listings")]
    samplers: Vec<(String, Sampling)>,
    /// A part of OpenGL's state that a listing reads: 'light[0].position=0,0,1,0' [default: what OpenGL starts with]
    #[arg(long = "state", value_name = "NAME=NUMBERS", help_heading = "Cg programs and listings")]
    states: Vec<String>,
}

fn sampler(text: &str) -> Result<(String, Sampling), String> {
    let (name, words) = text.split_once('=').ok_or("expected NAME=WORDS, as in 0=linear,repeat")?;
    Ok((name.to_owned(), words.parse()?))
}

impl PassOptions {
    /// Ends the program if any of these options is given, where they mean nothing.
    pub fn refuse(&self, command: &'static str) {
        if !self.samplers.is_empty() || !self.states.is_empty() {
            usage(command, "--sampler and --state are only for Cg programs and listings".into());
        }
    }

    /// Ends the program if state of OpenGL is given to a Cg program.
    pub fn refuse_state(&self, command: &'static str) {
        if !self.states.is_empty() {
            usage(command, "--state is only for listings: a Cg program has uniforms".into());
        }
    }

    /// Returns how textures are read, by the names that are given.
    pub fn samplers(&self) -> &[(String, Sampling)] {
        &self.samplers
    }

    /// Returns how the textures of a listing are read, by their units.
    pub fn units(&self, command: &'static str) -> Vec<(usize, Sampling)> {
        let unit = |(name, sampling): &(String, Sampling)| {
            let number = name.trim_start_matches("texture").parse().ok().filter(|_| is_unit(name));
            let Some(number) = number else {
                usage(command, format!("--sampler {name}: a listing has units: write 0=linear or texture0=linear"));
            };
            (number, *sampling)
        };
        let units: Vec<(usize, Sampling)> = self.samplers.iter().map(unit).collect();
        for (k, (unit, _)) in units.iter().enumerate() {
            if units[..k].iter().any(|(earlier, _)| earlier == unit) {
                usage(command, format!("--sampler gives unit {unit} twice"));
            }
        }
        units
    }

    /// Returns the state as words `state.NAME=NUMBERS`.
    pub fn state_words(&self) -> impl Iterator<Item = String> {
        self.states.iter().map(|word| match word.starts_with("state.") {
            true => word.clone(),
            false => format!("state.{word}"),
        })
    }
}
