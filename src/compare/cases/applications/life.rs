//! A generation of Conway's game of life: by blending, by a kernel, and in plain Rust.

use std::cell::RefCell;
use std::rc::Rc;

use crate::Error;
use crate::applications::life::{Life, Rule, random};

use super::{Cases, Data, copy, device, plain};

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let columns = ((n as f64).sqrt() as usize).max(1);
    let size = [columns, n / columns];
    let count = size[0] * size[1];
    copy(cases, "app-life", count)?;
    let cells = Rc::new(plain(random(size, 0.3, 0).map_err(Into::into))?);
    let wanted = Rc::new(next(size, &cells));
    for rule in Rule::ALL {
        if rule == Rule::Blending && !device.features().float_blending() {
            continue;
        }
        let life = RefCell::new(plain(Life::new(&device, size, &cells, rule))?);
        let (field, first, wanted) = (device.clone(), cells.clone(), wanted.clone());
        // Each run goes on with the generation of the run before, since all take the same time.
        let run = move |_: &Data| plain(life.borrow_mut().step());
        let right = move |_: &Data, ()| {
            let mut life = plain(Life::new(&field, size, &first, rule))?;
            plain(life.step())?;
            Ok(life.cells().read()? == *wanted)
        };
        let passes = if rule == Rule::Blending { 16 } else { 1 };
        cases.add(("app-life", "fragment", rule.name(), "plain"), 8 * passes * count, run, right);
    }
    let run = move |_: &Data| Ok(next(size, &cells));
    let right = move |_: &Data, found: Vec<f32>| Ok(found == *wanted);
    cases.add(("app-life", "cpu", "all-cores", "slice"), 8 * count, run, right);
    Ok(())
}

/// Returns the next generation, on all cores.
fn next([columns, rows]: [usize; 2], cells: &[f32]) -> Vec<f32> {
    let row_of = |y: usize| {
        let [below, here, above] = [y + rows - 1, y, y + 1].map(|y| &cells[y % rows * columns..][..columns]);
        (0..columns).map(move |x| {
            let (left, right) = (if x == 0 { columns - 1 } else { x - 1 }, if x + 1 == columns { 0 } else { x + 1 });
            let of = |row: &[f32]| row[left] + row[x] + row[right];
            let sum = of(below) + of(here) + of(above) - here[x];
            f32::from(sum == 3.0 || sum == 2.0 && here[x] == 1.0)
        })
    };
    #[cfg(not(target_family = "wasm"))]
    {
        use rayon::prelude::*;
        (0..rows).into_par_iter().flat_map_iter(row_of).collect()
    }
    #[cfg(target_family = "wasm")]
    (0..rows).flat_map(row_of).collect()
}
