//! Bare replays: draw the passes of a capture again with as few calls as possible.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::backend::{Draw, SequenceId, TextureId, TextureSpec};
use crate::error::Error;
use crate::machine::Kernel;

use super::replay::{Own, Replay};
use super::{Capture, Device};
use crate::error::CaptureError;
use crate::machine::recorder::{Command, Resource};
use crate::machine::step::{BoundTextures, PassStep, ResourceId, Step};

/// Draws the passes of a [`Capture`] again, with as few calls as a loop that is written by hand for these passes. Comparing its
/// time with that of the ordinary passes shows the library's own cost. [`Capture::bare`] makes one.
///
/// It has its own textures, which return to the pool when it is dropped.
pub struct BareReplay {
    device: Device,
    sequence: SequenceId,
    /// Keeps the kernels, and with them their programs, alive.
    _kernels: Vec<Kernel>,
    textures: Vec<(TextureSpec, TextureId)>,
    passes: usize,
}

impl Capture {
    /// Prepares the passes to be drawn again all at once. Returns `None` if the device's backend cannot draw them with fewer calls
    /// than usual.
    ///
    /// ```
    /// use brooklet::{Device, Operator, primitives::{self, Scan}};
    /// let device = Device::headless()?;
    /// let x = device.upload(&[1.0; 1000])?;
    /// let (_, capture) = device.capture(|| primitives::scan_by(&x, &Operator::sum(), Scan::HillisSteele))?;
    /// if let Some(bare) = capture.bare()? {
    ///     assert_eq!(bare.draw()?, 10);
    /// }
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`CaptureError::NoPass`] if a step is a dispatch; any error of the device.
    pub fn bare(self: &Rc<Capture>) -> Result<Option<BareReplay>, Error> {
        // A backend replays passes alone.
        if self.commands.iter().any(|command| matches!(command, Command::Average { .. })) {
            return Ok(None);
        }
        let mut stage = Stage { replay: self.replay(), textures: Vec::new(), free: Vec::new(), draws: Vec::new() };
        let written = self.commands.iter().filter_map(|command| match command {
            Command::Write { resource, .. } => Some(*resource),
            _ => None,
        });
        // Uploads happen only once, so uploaded textures must not be drawn to.
        let kept: FxHashSet<ResourceId> = written.collect();
        for command in &self.commands {
            stage.take(command, &kept)?;
        }
        stage.bare()
    }
}

/// The state in which textures are assigned to the passes of a bare replay, one after the other.
struct Stage {
    replay: Replay,
    textures: Vec<(TextureSpec, TextureId)>,
    /// Textures that no later pass reads.
    free: Vec<(TextureSpec, TextureId)>,
    draws: Vec<(usize, BoundTextures)>,
}

impl Stage {
    fn take(&mut self, command: &Command, kept: &FxHashSet<ResourceId>) -> Result<(), Error> {
        let capture = self.replay.capture.clone();
        match command {
            Command::Create(resource) => {
                let Resource::Texture(spec) = capture.resources[resource.0 as usize] else { return Err(no_pass()) };
                let free = self.free.iter().position(|(own, _)| *own == spec).filter(|_| !kept.contains(resource));
                let texture = match free {
                    Some(free) => self.free.swap_remove(free).1,
                    None => {
                        let texture = capture.device.acquire(spec)?;
                        self.textures.push((spec, texture));
                        texture
                    }
                };
                self.replay.live.insert(*resource, Own::Texture(texture));
            }
            Command::Release(resource) => {
                if let (Some(Own::Texture(texture)), Resource::Texture(spec)) =
                    (self.replay.live.remove(resource), capture.resources[resource.0 as usize])
                    && !kept.contains(resource)
                {
                    self.free.push((spec, texture));
                }
            }
            Command::Write { .. } | Command::Clear(..) => self.replay.execute(command)?,
            Command::WriteBuffer { .. } | Command::Copy { .. } | Command::Average { .. } => return Err(no_pass()),
            Command::Run(step) => {
                let Step::Pass(pass) = &capture.steps[*step] else { return Err(no_pass()) };
                self.draws.push((*step, self.replay.bound(pass)?));
            }
        }
        Ok(())
    }

    fn bare(mut self) -> Result<Option<BareReplay>, Error> {
        let capture = self.replay.capture.clone();
        let passes: Vec<(&PassStep, &BoundTextures)> = self
            .draws
            .iter()
            .filter_map(|(step, textures)| match &capture.steps[*step] {
                Step::Pass(pass) => Some((pass, textures)),
                Step::Dispatch(_) => None,
            })
            .collect();
        let draws: Vec<Draw> = passes.iter().map(|(pass, textures)| pass.as_drawn(textures)).collect();
        let Some(sequence) = capture.device.backend().sequence(&draws)? else { return Ok(None) };
        let kernels = passes.iter().map(|(pass, ..)| pass.kernel.clone()).collect();
        let count = passes.len();
        let textures = std::mem::take(&mut self.textures);
        Ok(Some(BareReplay { device: capture.device.clone(), sequence, _kernels: kernels, textures, passes: count }))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // All its textures are in this list or belong to the bare replay. Forget them, so that none is released twice.
        self.replay.live.clear();
        self.textures.drain(..).for_each(|(spec, texture)| self.replay.capture.device.release(spec, texture));
    }
}

fn no_pass() -> Error {
    CaptureError::NoPass { what: "this is a dispatch, whose kernel is GLSL".to_owned() }.into()
}

impl BareReplay {
    /// Draws the passes, and returns their number.
    ///
    /// # Errors
    /// The driver fails.
    pub fn draw(&self) -> Result<usize, Error> {
        self.device.backend().replay(self.sequence)?;
        Ok(self.passes)
    }
}

impl Drop for BareReplay {
    fn drop(&mut self) {
        self.device.backend().delete_sequence(self.sequence);
        self.textures.drain(..).for_each(|(spec, texture)| self.device.release(spec, texture));
    }
}

impl std::fmt::Debug for BareReplay {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "BareReplay({} passes)", self.passes)
    }
}

#[cfg(all(test, feature = "headless"))]
mod tests {
    use crate::backend::RenderTarget;
    use crate::kernel::Source;
    use crate::primitives::{self, Scan};
    use crate::{Device, Layout, Operator};

    #[test]
    fn bare_passes_leave_what_the_work_left() {
        let device = Device::headless().unwrap();
        let x = device.upload(&(0..1000).map(|i| i as f32).collect::<Vec<_>>()).unwrap();
        let work = || primitives::scan_by(&x, &Operator::sum(), Scan::HillisSteele);
        let (result, capture) = device.capture(work).unwrap();
        let bare = capture.bare().unwrap().unwrap();
        let words = |texture, spec| device.memory().read_whole(RenderTarget { texture, layer: 0 }, spec).unwrap();
        let texture = result.texture().unwrap();
        let wanted = words(texture, device.memory().spec_of(texture));
        let found = || bare.textures.iter().filter(|(spec, texture)| words(*texture, *spec) == wanted).count();
        assert_eq!(found(), 0);
        // The replay and other work on the device do not affect each other.
        let other = device.upload(&[7.0; 1000]).unwrap();
        for _ in 0..3 {
            assert_eq!((bare.draw().unwrap(), found()), (10, 1));
            assert_eq!(other.read().unwrap(), [7.0; 1000]);
        }
        // There are two textures for ping-pong, and the one from outside.
        assert_eq!(bare.textures.len(), 3);
        let made = device.textures_created();
        drop(bare);
        assert!(device.stream::<f32>(1000).is_ok());
        assert_eq!(device.textures_created(), made);
    }

    /// The backend keeps so many framebuffers and programs, and then deletes them. Those of a replay stay.
    #[test]
    fn much_other_work_takes_nothing_away() {
        let device = Device::headless().unwrap();
        let x = device.upload(&[3.0, 1.0, 2.0]).unwrap();
        let (_, capture) = device.capture(|| primitives::scan_by(&x, &Operator::sum(), Scan::HillisSteele)).unwrap();
        let bare = capture.bare().unwrap().unwrap();
        let (mut results, mut kernels) = (Vec::new(), Vec::new());
        for number in 0..1100 {
            let text = format!("output float y; void main() {{ y = {}.0; }}", number % 600);
            let kernel = device.kernel(&Source::new("number", text)).unwrap();
            let mut result = device.stream::<f32>(2).unwrap();
            device.pass(&kernel).output("y", &mut result).run().unwrap();
            results.push(result);
            kernels.push(kernel);
        }
        // A kernel for another layout needs another program, for which others make room.
        let packed = device.upload_with(3, Layout::Packed, &[3.0, 1.0, 2.0]).unwrap();
        let scanned = primitives::scan_by(&packed, &Operator::sum(), Scan::HillisSteele).unwrap();
        assert_eq!(bare.draw().unwrap(), 2);
        assert_eq!(scanned.read().unwrap(), [3.0, 4.0, 6.0]);
        assert_eq!(results[1099].read().unwrap(), [499.0; 2]);
    }
}
