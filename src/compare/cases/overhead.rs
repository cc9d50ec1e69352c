//! What the library costs above the calls of the graphics library: methods beside their own passes, drawn again by bare calls.
//! Both come right behind a run of the method, with which all that they use is in the caches.

use std::rc::Rc;

use crate::primitives::{self, Filter, Reduce, Scan};
use crate::{Error, Operator};

use super::data::Data;
use super::{BARE, Cases};

type Run = fn(&Data) -> Result<(), Error>;

/// Each method, and its passes drawn again; a method that reads something back has its twin read one element.
pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    // An emulator has no graphics library whose calls are bare.
    if !(cases.wanted)("overhead") || cases.device.info().dialect.is_none() {
        return Ok(());
    }
    let (device, n) = (cases.data.device.clone(), cases.data.n);
    let one = Rc::new(device.upload(&[1.0])?);
    let reduce: Run = |data| primitives::reduce_by(&data.x_in.plain, &Operator::max(), Reduce::TwoByTwo).map(drop);
    let scan: Run = |data| primitives::scan_by(&data.whole_in.packed, &Operator::sum(), Scan::Pyramid).map(drop);
    let filter: Run = |data| primitives::compact_by(&data.records_in.packed, Filter::HistoPyramid).map(drop);
    for (method, layout, reads, bytes, run) in [
        ("reduce-2x2", "plain", true, 4 * n, reduce),
        ("scan-pyramid", "packed", false, 8 * n, scan),
        ("filter-histopyramid", "packed", true, 6 * n, filter),
    ] {
        let (result, trace) = device.traced(|| run(&cases.data));
        result?;
        let passes = trace.passes().count();
        cases.add(("overhead", "fragment", method, layout), bytes, run, |_, ()| Ok(true));
        cases.prepare(run);
        let one = one.clone();
        let bare = move |data: &Data| {
            let passes = data.device.replay()?;
            if reads {
                one.read()?;
            }
            Ok(passes)
        };
        let method = format!("{method}{BARE}");
        cases.add(("overhead", "fragment", &method, layout), bytes, bare, move |_, drawn| Ok(drawn == passes));
        cases.prepare(move |data| data.device.recorded(|| run(data)));
    }
    Ok(())
}
