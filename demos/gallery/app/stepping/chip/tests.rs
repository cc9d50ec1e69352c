//! The panel of a chip, for whole galleries.

use brooklet::Device;
use egui::{Context, Pos2, RawInput, Rect, vec2};

use super::*;
use crate::address::Address;
use crate::app::{Gallery, Setup};

fn gallery(address: &str) -> Gallery {
    let device = Device::headless().map_err(|error| error.to_string());
    let address = Address::parse_hash(address).unwrap();
    let mut gallery = Gallery::new(Setup::bare(device, address));
    let context = Context::default();
    let mut frames = 0;
    while frames < 4 || !gallery.ready() {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
        let input = RawInput { screen_rect, time: Some(f64::from(frames) / 60.0), ..RawInput::default() };
        frames += 1;
        context.run_ui(input, |ui| gallery.ui(ui)).textures_delta.clear();
    }
    gallery
}

#[test]
fn a_pass_is_shown_with_its_listing_costs_and_registers() {
    for (chip, method) in [("r300", "bitonic-float"), ("nv40", "bitonic-float"), ("g80", "bitonic"), ("none", "merge")]
    {
        let mut gallery = gallery(&format!("scene=sort&method={method}&n=64&pass=1&at=3&chip={chip}"));
        assert_eq!(gallery.error(), None, "{chip}");
        assert_eq!(gallery.address().get("chip"), Some(chip));
        let inside = &gallery.stepping.inside;
        let Some(Ok(pass)) = &inside.pass else { panic!("{chip}: no pass") };
        let Some((_, Ok(fragments))) = inside.registers.known() else { panic!("{chip}: no registers") };
        let fragments = fragments.clone();
        // Each instruction has its row, and each row of one its lines and what it cost.
        let rows: Vec<_> = pass.listing.rows.iter().filter(|row| row.instruction.is_some()).collect();
        let instructions: usize = fragments.iter().map(|fragment| fragment.program.instructions.len()).sum();
        assert_eq!(rows.len(), instructions, "{chip}");
        let executed: f64 = rows.iter().map(|row| row.cost).sum();
        let in_source: f64 = pass.source.rows.iter().map(|row| row.cost).sum();
        assert!(
            executed >= 1.0 && in_source > 0.0 && in_source <= executed + 1e-6,
            "{chip}: {in_source} of {executed}"
        );
        // What the fragment writes is what the pass wrote.
        let places = &mut gallery.stepping.stage.as_mut().unwrap().places;
        let shown = places[0].track().unwrap().show(0).unwrap();
        let (slot, contents) = &shown.outputs[0];
        let own = contents.value(3 / contents.layers * contents.layers).unwrap();
        let first = slot.name.split(" … ").next().unwrap();
        let mut outputs = fragments.iter().flat_map(|fragment| &fragment.outputs);
        let output = outputs.find(|output| output.name == first).unwrap();
        assert_eq!(output.words[0], own.words()[0], "{chip}");
    }
}

#[test]
fn what_a_chip_cannot_do_is_said_in_its_place() {
    let gallery = gallery("scene=sort&method=bitonic-float,merge&compute=radix&n=64&chip=r300");
    // It is no error of the gallery's, and nothing that the address asks for is wrong.
    assert_eq!(gallery.error(), None);
    let places = &gallery.stepping.stage.as_ref().unwrap().places;
    assert_eq!(places.len(), 2, "a chip has no compute shaders");
    let stage::Place::Refused(method, why) = &places[1] else { panic!("it is not refused") };
    assert_eq!(method.name, "merge");
    assert!(why.starts_with("Radeon 9700, 9800, of 2002, could not do this: the method merge needs integers"), "{why}");
}

#[test]
fn another_chip_begins_anew_and_the_driver_is_still_there() {
    let mut gallery = gallery("scene=reduce&n=64&compute=off&chip=r420");
    assert!(gallery.used().as_ref().unwrap().info().dialect.is_none());
    gallery.go_to(Address::parse_hash("scene=reduce&n=64&compute=off&chip=driver").unwrap());
    gallery.follow_chip();
    assert!(gallery.stepping.stage.is_none() && gallery.stepping.inside.pass.is_none());
    assert!(gallery.used().as_ref().unwrap().info().dialect.is_some());
    assert_eq!(gallery.address().get("chip"), None);
}
