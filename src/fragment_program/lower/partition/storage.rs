//! Allocates intermediate textures. Intermediates whose live ranges do not overlap can share a texture.

use crate::fragment_program::counts::Counts;
use crate::fragment_program::{Partition, PartitionPass, Write};

use super::cut::Passes;
use crate::ir::Interface;

/// Returns the partition with allocated textures. A texture is in use from the pass that writes it to the last pass that reads it.
pub fn partition(passes: Passes, interface: &Interface, counts: Counts) -> Partition {
    let inputs = interface.inputs.len();
    let Passes { cuts, intermediates } = passes;
    let mut last_read = vec![0; intermediates.len()];
    for (number, cut) in cuts.iter().enumerate() {
        for sampler in cut.program.samplers.iter().filter(|sampler| sampler.input >= inputs) {
            last_read[sampler.input - inputs] = number;
        }
    }
    // For each texture: its number of channels, and the last pass that reads it.
    let mut textures: Vec<(usize, usize)> = Vec::new();
    let mut texture_of = vec![0; intermediates.len()];
    let count = cuts.len();
    let mut partition = Partition { passes: Vec::new(), textures: Vec::new(), counts, excess: Vec::new(), uncut: None };
    for (number, mut cut) in cuts.into_iter().enumerate() {
        for write in &mut cut.writes {
            let Write::Intermediate(intermediate) = write else { continue };
            let channels = intermediates[*intermediate];
            let free = textures.iter().position(|(own, until)| *own == channels && *until < number);
            let texture = free.unwrap_or(textures.len());
            let entry = (channels, last_read[*intermediate].max(number));
            match free {
                Some(free) => textures[free] = entry,
                None => textures.push(entry),
            }
            texture_of[*intermediate] = texture;
            *write = Write::Intermediate(texture);
        }
        for sampler in cut.program.samplers.iter_mut().filter(|sampler| sampler.input >= inputs) {
            sampler.input = inputs + texture_of[sampler.input - inputs];
        }
        let target = |(target, write): (usize, &Write)| match write {
            Write::Output(output) => format!("result.color[{target}] is {}", interface.outputs[*output].name),
            Write::Intermediate(texture) => format!("result.color[{target}] is intermediate {texture}"),
        };
        let targets: Vec<String> = cut.writes.iter().enumerate().map(target).collect();
        cut.program.about.push(format!("Pass {} of {count}: {}.", number + 1, targets.join(", ")));
        partition.passes.push(PartitionPass { program: cut.program, writes: cut.writes });
    }
    partition.textures = textures.into_iter().map(|(channels, _)| channels).collect();
    partition
}
