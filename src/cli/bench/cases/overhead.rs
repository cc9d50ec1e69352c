//! What the library costs above the calls of the graphics library: methods beside their own passes, drawn again by bare calls.
//! Both come right behind a run of the method, with which all that they use is in the caches.

use std::rc::Rc;

use brooklet::primitives::{self, Filter, Reduce, Scan};
use brooklet::{Device, Error, Operator};

use super::super::measure::BARE;
use super::{Cases, Data};

type Run<'a> = Rc<dyn Fn() -> Result<(), Error> + 'a>;

/// Each method, and its passes drawn again; a method that reads something back has its twin read one element.
pub fn cases<'a>(cases: &mut Cases<'a>, device: &'a Device, data: &'a Data) -> Result<(), Error> {
    if !(cases.wanted)("overhead") {
        return Ok(());
    }
    let one = Rc::new(device.upload(&[1.0])?);
    let reduce: Run = Rc::new(|| primitives::reduce_by(&data.plain, &Operator::max(), Reduce::TwoByTwo).map(drop));
    let scan: Run = Rc::new(|| primitives::scan_by(&data.whole_packed, &Operator::sum(), Scan::Pyramid).map(drop));
    let filter: Run = Rc::new(|| primitives::compact_by(&data.records_packed, Filter::HistoPyramid).map(drop));
    for (method, layout, reads, bytes, run) in [
        ("reduce-2x2", "plain", true, 4 * data.n, reduce),
        ("scan-pyramid", "packed", false, 8 * data.n, scan),
        ("filter-histopyramid", "packed", true, 6 * data.n, filter),
    ] {
        let (result, trace) = device.traced(|| run());
        result?;
        let passes = trace.passes().count();
        let (one, before, own) = (one.clone(), run.clone(), run.clone());
        cases.add(("overhead", "fragment", method, layout), bytes, move || own(), |()| Ok(true));
        cases.prepare(move || before());
        let bare = move || {
            let passes = device.replay()?;
            if reads {
                one.read()?;
            }
            Ok(passes)
        };
        let method = format!("{method}{BARE}");
        cases.add(("overhead", "fragment", &method, layout), bytes, bare, move |drawn| Ok(drawn == passes));
        cases.prepare(move || device.recorded(|| run()));
    }
    Ok(())
}
