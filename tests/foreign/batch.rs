//! Batches of work in a context of somebody else, and what saves its state.

use std::cell::RefCell;
use std::rc::Rc;

use brooklet::gl::{Foreign, OwnerState};
use brooklet::{Device, primitives};

use super::owner::{adopt, owner, turn, work};
use super::state::{disturb, state};
use crate::support;

#[test]
fn a_batch_leaves_everything_as_it_was() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        disturb(&owner, dialect);
        let before = state(&owner.gl, dialect);
        let device = adopt(&owner);
        device.batch(|| {
            work(&device);
            device.batch(|| work(&device));
            // The batch that is around it goes on.
            work(&device);
            assert_ne!(state(&owner.gl, dialect), before, "within a batch, the state is not restored");
        });
        assert_eq!(state(&owner.gl, dialect), before, "after a batch");
        device.batch(|| ());
        assert_eq!(state(&owner.gl, dialect), before, "after a batch of nothing");
        work(&device);
        assert_eq!(state(&owner.gl, dialect), before, "after passes of no batch");
        let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            device.batch(|| {
                work(&device);
                panic!("within a batch");
            })
        }));
        assert!(panics.is_err());
        assert_eq!(state(&owner.gl, dialect), before, "after a batch that panics");
        drop(device);
        // SAFETY: the context is current.
        assert_eq!(unsafe { glow::HasContext::get_error(&*owner.gl) }, glow::NO_ERROR);
    }
}

/// Records how often the state is saved and restored.
#[derive(Clone, Default)]
struct Counted {
    calls: Rc<RefCell<Vec<String>>>,
    fails: Rc<RefCell<bool>>,
}

impl OwnerState for Counted {
    fn save(&self, units: usize) -> Result<(), String> {
        if *self.fails.borrow() {
            return Err("the owner is in the middle of something".to_owned());
        }
        self.calls.borrow_mut().push(format!("save {}", if units > 8 { "all".to_owned() } else { units.to_string() }));
        Ok(())
    }

    fn restore(&self) {
        self.calls.borrow_mut().push("restore".to_owned());
    }
}

#[test]
fn the_owner_saves_its_state_itself() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let context = owner.context.clone();
        let counted = Counted::default();
        // SAFETY: the functions are the context's, and the owner outlives the device.
        let foreign = unsafe {
            Foreign::new(owner.gl.clone(), move || context.make_current_surfaceless().map_err(|e| e.to_string()))
        };
        let device = Device::adopt(foreign.with_state(counted.clone())).unwrap();
        let calls = || std::mem::take(&mut *counted.calls.borrow_mut());
        assert_eq!(calls(), ["save 1", "restore"]);
        let x = device.upload(&support::noise(1024, 1)).unwrap();
        assert_eq!(calls().iter().filter(|call| *call == "restore").count(), 2, "a texture is made, and written");
        let sorted = device.batch(|| primitives::sort(&x)).unwrap();
        assert_eq!(calls(), ["save all", "restore"]);
        *counted.fails.borrow_mut() = true;
        let error = primitives::sort(&x).unwrap_err().to_string();
        assert!(error.contains("using the adopted context") && error.contains("in the middle of something"), "{error}");
        let error = device.batch(|| primitives::sort(&x)).unwrap_err().to_string();
        assert!(error.contains("in the middle of something"), "{error}");
        *counted.fails.borrow_mut() = false;
        assert_eq!(calls(), [] as [&str; 0]);
        let mut expected = support::noise(1024, 1);
        expected.sort_by(f32::total_cmp);
        assert_eq!(sorted.read().unwrap(), expected);
    }
}
