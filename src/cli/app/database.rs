//! `brooklet app database`: asks a table by the depth test, the stencil and occlusion queries.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use brooklet::applications::database::{Condition, DatabaseError, Selection, Table};
use brooklet::io::{self, input_name, number};
use brooklet::{Shape, Stream};

use crate::cli::bindings::{parse_input, refuse_repeated};
use crate::cli::printed::Printed;
use crate::cli::session::Session;
use crate::cli::{Common, arrays, usage};

/// The sub-command, for messages.
const NAME: &str = "app database";

/// Select records of a table by a condition, and count, sum or rank them
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app database --column age=ages.npy --where 'age >= 18'
  brooklet app database --column age=ages.npy --column pay=pay.npy --where 'age >= 30 and (pay < 1000 or pay > 5000)' \
--select count --select 'sum pay' --select 'median age'
  brooklet app database --column pay=pay.csv --select 'min pay,max pay,largest 10 pay,average pay'
  brooklet app database --column age=ages.npy --where '18 <= age < 65' -o mask.npy
  brooklet app database --column earned=in.npy --column spent=out.npy --where 'spent > earned' --select 'count,max spent'
  brooklet app database --column age=ages.npy --where 'age between 18 and 65' --chip nv40 --trace trace.json

A condition has comparisons of a column with a number or another column, by =, !=, <, <=, > or >=, `and`, `or`, `not` and parentheses. It is rewritten into a \
conjunction of up to 255 clauses. Each result is printed on a line of its own: count, sum C, average C, min C, max C, median C, and \
largest K C, the Kth largest. Sums and averages are of whole numbers from 0 to 2^24 - 1. A file with NaN is refused. After Govindaraju, Lloyd, Wang, Lin and Manocha, \
Fast Computation of Database Operations using Graphics Processors, 2004.")]
pub struct Database {
    /// A column of the table, by name (repeatable)
    #[arg(long = "column", value_name = "NAME=FILE", required = true, value_parser = parse_input)]
    columns: Vec<(String, PathBuf)>,
    /// Which records are selected [default: all]
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: Option<String>,
    /// What is computed of the selected records (repeatable, or with commas between) [default: count, without -o]
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = aggregate)]
    select: Vec<Aggregate>,
    /// Where the selection goes: 1 for each record that is selected, and 0 for the others
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// What is computed of the selected records.
#[derive(Clone, PartialEq, Debug)]
enum Aggregate {
    Count,
    /// An aggregate of a column, by its name.
    Of(OfColumn, String),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum OfColumn {
    Sum,
    Average,
    Min,
    Max,
    Median,
    Largest(u64),
}

impl OfColumn {
    fn name(self) -> &'static str {
        match self {
            OfColumn::Sum => "sum",
            OfColumn::Average => "average",
            OfColumn::Min => "min",
            OfColumn::Max => "max",
            OfColumn::Median => "median",
            OfColumn::Largest(_) => "largest",
        }
    }
}

/// Parses `sum pay` or `largest 10 pay`.
fn aggregate(text: &str) -> Result<Aggregate, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let of = |what: OfColumn, column: &str| Ok(Aggregate::Of(what, column.to_owned()));
    match words.as_slice() {
        ["count"] => Ok(Aggregate::Count),
        ["sum", column] => of(OfColumn::Sum, column),
        ["average", column] => of(OfColumn::Average, column),
        ["min", column] => of(OfColumn::Min, column),
        ["max", column] => of(OfColumn::Max, column),
        ["median", column] => of(OfColumn::Median, column),
        ["largest", k, column] => match k.parse() {
            Ok(k) if k > 0 => of(OfColumn::Largest(k), column),
            _ => Err(format!("`{k}` is not a rank, a whole number from 1")),
        },
        _ => Err("expected count, sum C, average C, min C, max C, median C or largest K C, for a column C".to_owned()),
    }
}

impl Database {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        refuse_repeated(NAME, &names);
        let condition = match self.condition.as_deref().map(|text| Condition::parse(text, &names)) {
            None => Condition::all(),
            Some(Ok(condition)) => condition,
            Some(Err(error)) => usage(NAME, error.to_string()),
        };
        for aggregate in &self.select {
            if let Aggregate::Of(_, column) = aggregate
                && !names.contains(&column.as_str())
            {
                let known = names.iter().map(|name| (*name).to_owned()).collect();
                usage(NAME, format!("--select: {}", DatabaseError::UnknownColumn { name: column.clone(), known }));
            }
        }
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        let inputs = self.columns.iter().map(|(_, path)| path);
        let files: Vec<&Path> = inputs.chain(&self.output).map(PathBuf::as_path).collect();
        common.run_long(&files, |session| {
            let columns: Vec<Stream<f32>> =
                self.columns.iter().map(|(_, path)| column(session, path)).collect::<anyhow::Result<_>>()?;
            let columns: Vec<(&str, &Stream<f32>)> = names.iter().copied().zip(&columns).collect();
            let table = Table::new(&columns)?;
            session.progress.stage("selecting");
            let mut found = table.select(&condition)?;
            self.answer(session, &table, &mut found)
        })
    }

    /// Prints the aggregates, and writes the mask.
    fn answer(&self, session: &Session, table: &Table, found: &mut Selection) -> anyhow::Result<()> {
        let mut aggregates = self.select.clone();
        if let Some(output) = &self.output {
            if session.device.features().fragment_counts {
                let (count, records) = (found.count()?, table.records());
                session.notes(&[format!("{count} of {records} records are selected")]);
            }
            arrays::save(session, output, &found.mask()?)?;
        } else if aggregates.is_empty() {
            aggregates.push(Aggregate::Count);
        }
        session.progress.stage("counting");
        let values: Vec<String> =
            aggregates.iter().map(|aggregate| value(found, aggregate)).collect::<anyhow::Result<_>>()?;
        if !values.is_empty() {
            let shape = [values.len()];
            session.show(Printed::new(values, &shape));
        }
        Ok(())
    }
}

/// Reads a column.
fn column(session: &Session, path: &Path) -> anyhow::Result<Stream<f32>> {
    let array = arrays::read(session, path)?;
    if array.components > 1 {
        let (name, count) = (input_name(path), array.components);
        bail!("{name} has rows of {count} numbers, and a column has one in each: save it in a file of its own");
    }
    arrays::refuse_nan(path, &array)?;
    session.progress.stage(format!("uploading {}", input_name(path)));
    Ok(session.device.upload_shaped(Shape::try_from(array.shape.as_slice())?, &array.data)?)
}

/// Returns an aggregate as it is printed.
fn value(found: &mut Selection, aggregate: &Aggregate) -> anyhow::Result<String> {
    let (what, column) = match aggregate {
        Aggregate::Count => return Ok(found.count()?.to_string()),
        Aggregate::Of(what, column) => (*what, column.as_str()),
    };
    let text = match what {
        OfColumn::Sum => Some(found.sum(column)?.to_string()),
        OfColumn::Average => found.average(column)?.map(|average| average.to_string()),
        OfColumn::Min => found.min(column)?.map(number),
        OfColumn::Max => found.max(column)?.map(number),
        OfColumn::Median => found.median(column)?.map(number),
        OfColumn::Largest(k) => Some(number(found.kth_largest(column, k)?)),
    };
    text.with_context(|| format!("no record is selected, so that there is no {} of `{column}`", what.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aggregates_are_read() {
        let of = |what| Ok(Aggregate::Of(what, "pay".to_owned()));
        assert_eq!(aggregate(" count "), Ok(Aggregate::Count));
        assert_eq!(aggregate("sum pay"), of(OfColumn::Sum));
        assert_eq!(aggregate("largest  3 pay"), of(OfColumn::Largest(3)));
        for wrong in ["", "sum", "count pay", "largest pay", "largest 0 pay", "largest -1 pay", "mean pay", "sum a b"] {
            assert!(aggregate(wrong).is_err(), "{wrong}");
        }
    }
}
