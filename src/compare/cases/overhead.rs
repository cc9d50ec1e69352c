//! The cost of brooklet in addition to the calls of the graphics library. Methods are compared with their own passes, drawn again
//! with bare calls. Each run follows an untimed one, so that everything that it uses is in the caches.

use std::rc::Rc;

use crate::catalog::Data as CatalogData;
use crate::primitives::{self, Filter, Reduce, Scan};
use crate::{Error, Operator};

use super::data::Data;
use super::{BARE, Cases};

type Run = fn(&Data) -> Result<(), Error>;

/// Adds each method, and a twin that draws its passes with bare calls. If a method reads something back, its twin reads one
/// element.
pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    // An emulator has no graphics library to call.
    if !(cases.wanted)("overhead") || cases.device.info().dialect.is_none() {
        return Ok(());
    }
    let (device, n) = (cases.data.device.clone(), cases.data.n);
    let one = Rc::new(device.upload(&[1.0])?);
    let reduce: Run =
        |data| primitives::reduce_by(&data.of(CatalogData::Noise).plain, &Operator::max(), Reduce::TwoByTwo).map(drop);
    let scan: Run =
        |data| primitives::scan_by(&data.of(CatalogData::Whole).packed, &Operator::sum(), Scan::Pyramid).map(drop);
    let filter: Run =
        |data| primitives::compact_by(&data.of(CatalogData::Records).packed, Filter::HistoPyramid).map(drop);
    for (method, layout, reads, bytes, run) in [
        ("reduce-2x2", "plain", true, 4 * n, reduce),
        ("scan-pyramid", "packed", false, 8 * n, scan),
        ("filter-histopyramid", "packed", true, 6 * n, filter),
    ] {
        let (_, capture) = device.capture(|| run(&cases.data))?;
        cases.add(("overhead", "fragment", method, layout), bytes, run, |_, ()| Ok(true));
        cases.prepare(run);
        let Some(bare) = capture.bare()?.map(Rc::new) else { continue };
        let (passes, one, again) = (capture.trace().passes().count(), one.clone(), bare.clone());
        let draw = move |_: &Data| {
            let passes = bare.draw()?;
            if reads {
                one.read()?;
            }
            Ok(passes)
        };
        let method = format!("{method}{BARE}");
        cases.add(("overhead", "fragment", &method, layout), bytes, draw, move |_, drawn| Ok(drawn == passes));
        cases.prepare(move |_| again.draw().map(drop));
    }
    Ok(())
}
