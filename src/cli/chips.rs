//! `brooklet chips`: the profiles of the chips of 2002 to 2006.

use clap::Args;
use comfy_table::{Cell, ColumnConstraint, Width};
use serde_json::json;

use brooklet::fragment_program::{Chip, Row, Status};

use super::table::{bare, shown};
use super::{Common, chips_predict, print, terminal};

/// The minimum width of a chip's column, in characters.
const CHIP_WIDTH: usize = 14;
/// The width of the column with the names of the facts, in characters.
const NAME_WIDTH: usize = 24;

/// The width of that column on a wide terminal, where each name fits one line.
const LONG_NAME_WIDTH: usize = 33;
/// The width from which a terminal is wide.
const WIDE: usize = 120;

/// The number of blanks after each column; those after the last are not printed.
const GAP: usize = 2;

/// The width of the table of all chips if stdout is no terminal.
const PAGE_WIDTH: usize = 80;

/// Show what the chips of 2002 to 2006 can do: limits, formats, clocks and costs, each figure with its source
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet chips
  brooklet chips r300
  brooklet chips nv40 --json
  brooklet chips nv40 --predict

Without a name, all chips are shown side by side, as many as fit the terminal (80 columns without one); a letter behind each figure says \
how well it is known. With a name, each line has a fact and its source. The limits are those of the silicon, not those that a driver \
advertised. `none` is a machine without limits, which never existed.

--predict shows the constants of the chip's cost model, and its predictions beside the published times, with the median and the \
largest error. It counts passes without executing them, and needs no device.")]
pub struct Chips {
    /// Only this chip
    #[arg(value_name = "NAME", value_parser = super::chip)]
    name: Option<Chip>,
    /// Show its cost model, and what that predicts for published times
    #[arg(long)]
    predict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Chips {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("chips");
        let chips = self.name.map_or(Chip::ALL.to_vec(), |chip| vec![chip]);
        if self.predict {
            return print(match self.json {
                true => serde_json::to_string_pretty(&chips_predict::to_json(&chips))?,
                false => chips_predict::text(&chips, terminal::stdout_width()),
            });
        }
        if self.json {
            let all: Vec<_> = chips.iter().map(|&chip| described(chip)).collect();
            return print(match self.name {
                Some(_) => serde_json::to_string_pretty(&all[0])?,
                None => serde_json::to_string_pretty(&all)?,
            });
        }
        let width = terminal::stdout_width();
        match self.name {
            Some(chip) => print(one(chip, width)),
            None => print(format!("{}\n\n{}", side_by_side(&chips, width.unwrap_or(PAGE_WIDTH)), legend())),
        }
    }
}

fn described(chip: Chip) -> serde_json::Value {
    let profile = chip.profile();
    let cost = profile.cost.map(|cost| cost.card);
    json!({
        "name": chip.name(), "cards": profile.cards, "year": profile.year, "facts": profile.rows(), "cost_measured_on": cost,
    })
}

/// Formats one chip, with one fact a line.
fn one(chip: Chip, width: Option<usize>) -> String {
    let profile = chip.profile();
    let year = profile.year.map(|year| format!(", {year}")).unwrap_or_default();
    let mut table = bare(width);
    for Row { name, value, status, source } in profile.rows() {
        table.add_row([name.to_owned(), value, format!("{status:?}").to_lowercase(), source.to_owned()]);
    }
    if let Some(cost) = profile.cost {
        table.add_row(["costs are those of", cost.card, "", ""]);
    }
    format!("{chip}: {}{year}\n\n{}", profile.cards, shown(table))
}

/// Formats chips side by side, as many as fit `width` characters; the others follow below.
fn side_by_side(chips: &[Chip], width: usize) -> String {
    let room = width + GAP;
    let names = if width < WIDE { NAME_WIDTH } else { LONG_NAME_WIDTH };
    let mut parts = Vec::new();
    let mut rest = chips;
    while !rest.is_empty() {
        let ends = rest.iter().scan(names, |end, &chip| {
            *end += chip_width(chip);
            Some(*end)
        });
        let abreast = ends.take_while(|end| *end <= room).count().max(1);
        let (these, others) = rest.split_at(abreast);
        parts.push(one_table(these, names, room));
        rest = others;
    }
    parts.join("\n\n")
}

/// Formats these chips side by side in a table of `room` characters, of which the names of the facts take `names_width`.
fn one_table(chips: &[Chip], names_width: usize, room: usize) -> String {
    let mut table = bare(Some(room));
    let head = chips.iter().map(|chip| Cell::new(chip.name()));
    table.add_row(std::iter::once(Cell::new("")).chain(head));
    let cards = chips.iter().map(|chip| Cell::new(chip.profile().cards));
    table.add_row(std::iter::once(Cell::new("")).chain(cards));
    let all: Vec<Vec<Row>> = chips.iter().map(|chip| chip.profile().rows()).collect();
    for name in names(chips) {
        let of = |rows: &Vec<Row>| rows.iter().find(|row| row.name == name).map_or("-".to_owned(), lettered);
        table.add_row(std::iter::once(name.to_owned()).chain(all.iter().map(of)));
    }
    if let Some(column) = table.column_mut(0) {
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(names_width as u16)));
    }
    for (at, &chip) in chips.iter().enumerate() {
        // A column narrower than a word would break the word. That still happens if the terminal itself is too narrow for it.
        let least = chip_width(chip).min(room.saturating_sub(names_width));
        if let Some(column) = table.column_mut(at + 1) {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least as u16)));
        }
    }
    shown(table)
}

/// Returns the width of a chip's column: that of its longest word and the blanks after it, or more.
fn chip_width(chip: Chip) -> usize {
    let rows = chip.profile().rows();
    let values = rows.iter().map(|row| row.value.as_str()).chain([chip.profile().cards]);
    let longest = values.flat_map(str::split_whitespace).map(|word| word.chars().count()).max();
    CHIP_WIDTH.max(longest.unwrap_or(0) + GAP)
}

/// Returns the names of the facts, in the order of the chip that has the most.
fn names(chips: &[Chip]) -> Vec<&'static str> {
    let all = chips.iter().map(|chip| chip.profile().rows()).max_by_key(Vec::len).unwrap_or_default();
    all.iter().map(|row| row.name).collect()
}

fn lettered(row: &Row) -> String {
    match row.value.as_str() {
        "-" => "-".to_owned(),
        value => format!("{value} {}", row.status.letter()),
    }
}

fn legend() -> String {
    let lines: Vec<String> =
        Status::ALL.iter().map(|status| format!("{}  {}", status.letter(), status.meaning())).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widest(text: &str) -> usize {
        text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    #[test]
    fn tables_fit_a_terminal() {
        for width in [60, 80, 100, 119, 120, 200] {
            let text = side_by_side(&Chip::ALL, width);
            assert!(widest(&text) <= width, "{text}");
            // No word is broken: all are still there.
            for chip in Chip::ALL {
                for word in chip.profile().rows().iter().flat_map(|row| row.value.split_whitespace()) {
                    assert!(text.split_whitespace().any(|printed| printed == word), "{word}: {text}");
                }
            }
            for chip in Chip::ALL {
                let text = one(chip, Some(width));
                assert!(widest(&text) <= width, "{text}");
            }
        }
    }

    #[test]
    fn with_room_a_fact_is_a_line() {
        let text = side_by_side(&Chip::ALL, 400);
        let line = text.lines().find(|line| line.starts_with("largest 2D texture")).unwrap();
        assert!(line.contains("2048 × 2048 P") && line.contains("16384 × 16384 *"), "{line}");
        assert!(one(Chip::Nv40, None).contains("about 1000"));
    }
}
