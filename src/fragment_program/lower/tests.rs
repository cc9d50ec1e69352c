//! The kernels of the crate as fragment programs.

use std::collections::BTreeMap;

use super::*;
use crate::fragment_program::counts::{Counts, check};
use crate::fragment_program::{Chip, listing};
use crate::glsl::{Uses, Variant};
use crate::kernel::{compile, crate_kernels};
use crate::texel::Components;

#[test]
fn survey() {
    let chip = std::env::var("CHIP").map_or(Chip::R300, |name| Chip::of_name(&name).unwrap());
    let only = std::env::var("ONLY").unwrap_or_default();
    for path in crate_kernels::kernels("glsl") {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.contains(&only) {
            continue;
        }
        let of_four = name.ends_with("_packed.frag");
        let source = crate_kernels::filled(&path, Components::One, of_four, chip.set().integers());
        let (module, _) = compile(&source).unwrap();
        let variant = Variant::uniform(&module, &Uses::of(&module), Layout::Plain);
        match lower(&module, Target::of(chip), &variant, &BTreeMap::new()) {
            Ok(program) => {
                let counts = Counts::of(&program);
                println!(
                    "{name}: {} alu {} tex {} ind {} temps {} params",
                    counts.alu, counts.tex, counts.indirections, counts.temporaries, counts.parameters
                );
                for excess in check(&program, chip) {
                    println!("   {:?} {} of {}", excess.resource, excess.needed, excess.available);
                }
                if !only.is_empty() {
                    match listing::print(&program, &listing::Names::of(&module)) {
                        Ok(text) => println!("{text}"),
                        Err(error) => println!("   LISTING {error}"),
                    }
                }
            }
            Err(error) => println!("{name}: {error} {error:?}"),
        }
    }
}
