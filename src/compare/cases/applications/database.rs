//! Queries on a table: by occlusion queries, by a kernel and the primitives, and in plain Rust.

use std::rc::Rc;

use crate::applications::database::{Selection, Table};
use crate::{Device, Error, Operator, Stream, applications, primitives};

use super::{Cases, Data, copy, device, plain};

/// The condition, as the application reads it, and as an expression of a kernel.
const CONDITION: &str = "age >= 30 and (pay < 10000 or pay > 50000)";
const KEPT: &str = "age >= 30.0 && (pay < 10000.0 || pay > 50000.0)";

/// A table on the device.
struct Columns {
    device: Device,
    age: Stream<f32>,
    pay: Stream<f32>,
}

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let (age, pay) = numbers(n);
    copy(cases, "app-database", 2 * n)?;
    let kept: Vec<f32> = age.iter().zip(&pay).filter(|(age, pay)| is_kept(**age, **pay)).map(|(_, pay)| *pay).collect();
    let sum: f64 = kept.iter().map(|pay| f64::from(*pay)).sum();
    let columns = Rc::new(Columns { age: device.upload(&age)?, pay: device.upload(&pay)?, device });
    // OpenGL ES does not count fragments.
    if columns.device.features().fragment_counts {
        queries(cases, &columns, "count-queries", kept.len() as f64, |found| Ok(found.count()? as f64));
        queries(cases, &columns, "sum-queries", sum, |found| Ok(found.sum("pay")? as f64));
        queries(cases, &columns, "max-queries", largest(&kept), |found| {
            Ok(f64::from(found.max("pay")?.unwrap_or(0.0)))
        });
    }
    primitive(cases, &columns, ("count-reduce", kept.len() as f64), "1.0", Operator::sum);
    primitive(cases, &columns, ("sum-reduce", sum), "pay", Operator::sum);
    primitive(cases, &columns, ("max-reduce", largest(&kept)), "pay", Operator::max);
    let run = move |_: &Data| Ok(count(&age, &pay));
    let right = move |_: &Data, found: usize| Ok(found == kept.len());
    cases.add(("app-database", "cpu", "count-all-cores", "slice"), 8 * n, run, right);
    Ok(())
}

/// Adds the case that selects and computes an aggregate by occlusion queries.
fn queries(
    cases: &mut Cases<Data>,
    columns: &Rc<Columns>,
    method: &'static str,
    wanted: f64,
    aggregate: impl Fn(&mut Selection) -> Result<f64, applications::Error> + Copy + 'static,
) {
    let columns = columns.clone();
    let run = move |_: &Data| {
        let found = || {
            let table = Table::new(&[("age", &columns.age), ("pay", &columns.pay)])?;
            aggregate(&mut table.select_where(CONDITION)?)
        };
        plain(found())
    };
    let bytes = 8 * cases.data.n;
    cases.add(("app-database", "fragment", method, "plain"), bytes, run, move |_: &Data, found: f64| {
        Ok(found == wanted)
    });
}

/// Adds the case in which a kernel evaluates the condition, and a reduction follows.
fn primitive(
    cases: &mut Cases<Data>,
    columns: &Rc<Columns>,
    (method, wanted): (&'static str, f64),
    value: &str,
    operator: impl Fn() -> Operator<f32> + 'static,
) {
    let (columns, expression) = (columns.clone(), format!("{KEPT} ? {value} : 0.0"));
    let run = move |_: &Data| {
        let map = primitives::map(&columns.device, &expression).input("age", &columns.age).input("pay", &columns.pay);
        primitives::reduce(&map.run::<f32>()?, &operator())
    };
    // A sum of floats is rounded.
    let right = move |_: &Data, found: f32| Ok((f64::from(found) - wanted).abs() <= 1e-4 * wanted);
    cases.add(("app-database", "fragment", method, "plain"), 8 * cases.data.n, run, right);
}

/// Returns whole numbers for both columns.
fn numbers(n: usize) -> (Vec<f32>, Vec<f32>) {
    let number = |k: usize, below: u32| ((k as u32).wrapping_mul(2_654_435_761) >> 8) % below;
    let age = (0..n).map(|k| number(k, 90) as f32).collect();
    (age, (0..n).map(|k| number(k + 7, 100_000) as f32).collect())
}

fn is_kept(age: f32, pay: f32) -> bool {
    age >= 30.0 && !(10_000.0..=50_000.0).contains(&pay)
}

fn largest(kept: &[f32]) -> f64 {
    kept.iter().copied().fold(0.0, f32::max).into()
}

/// Counts the selected records, on all cores.
fn count(age: &[f32], pay: &[f32]) -> usize {
    let kept = |(age, pay): &(&f32, &f32)| is_kept(**age, **pay);
    #[cfg(not(target_family = "wasm"))]
    {
        use rayon::prelude::*;
        age.par_iter().zip(pay).filter(kept).count()
    }
    #[cfg(target_family = "wasm")]
    age.iter().zip(pay).filter(kept).count()
}
