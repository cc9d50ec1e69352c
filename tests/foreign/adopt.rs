//! A context that somebody else owns: passes run in it.

use crate::owner::{adopt, owner, turn, work};
use crate::support;

use std::rc::Rc;

use brooklet::backend::BackendError;
use brooklet::gl::Foreign;
use brooklet::{Device, Error, compute};
use glow::HasContext;
use support::noise;

#[test]
fn an_adopted_context_computes_in_its_own_dialect() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let device = adopt(&owner);
        assert_eq!(device.info().dialect, Some(dialect));
        work(&device);
    }
}

#[test]
fn an_adopted_device_and_one_of_our_own_take_turns() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let adopted = adopt(&owner);
        let own = support::device(dialect);
        let x = adopted.upload(&[1.0; 50]).unwrap();
        let y = own.upload(&[2.0; 50]).unwrap();
        for _ in 0..3 {
            assert_eq!(x.read().unwrap(), [1.0; 50]);
            assert_eq!(y.read().unwrap(), [2.0; 50]);
        }
        work(&adopted);
        work(&own);
    }
}

#[test]
fn a_context_that_is_gone_is_an_error() {
    let _turn = turn();
    let owner = owner(support::dialects()[0]);
    let context = owner.context.clone();
    let gone = Rc::new(std::cell::Cell::new(false));
    let flag = gone.clone();
    // SAFETY: the functions are the context's; once it is "gone", making it current fails.
    let foreign = unsafe {
        Foreign::new(owner.gl.clone(), move || match flag.get() {
            true => Err("the window is closed".to_owned()),
            false => context.make_current_surfaceless().map_err(|error| error.to_string()),
        })
    };
    let device = Device::adopt(foreign).unwrap();
    let x = device.upload(&[1.0]).unwrap();
    gone.set(true);
    let error = x.read().unwrap_err();
    assert!(matches!(error, Error::Backend(BackendError::Driver { .. })));
    assert_eq!(error.to_string(), "the driver failed in making the adopted context current: the window is closed");
}

#[test]
fn storage_bindings_come_back_as_they_were() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let (gl, device) = (&owner.gl, adopt(&owner));
        if !support::has_compute(&device) {
            continue;
        }
        // SAFETY: the context is current, and the buffers are its own.
        let bindings = || unsafe {
            let indexed = |name| (0..5).map(|index| gl.get_parameter_indexed_i64(name, index)).collect::<Vec<_>>();
            let buffers = (0..5).map(|i| gl.get_parameter_indexed_i32(glow::SHADER_STORAGE_BUFFER_BINDING, i));
            let generic = gl.get_parameter_i32(glow::SHADER_STORAGE_BUFFER_BINDING);
            let unpack = gl.get_parameter_i32(glow::PIXEL_UNPACK_BUFFER_BINDING);
            let ranges = (indexed(glow::SHADER_STORAGE_BUFFER_START), indexed(glow::SHADER_STORAGE_BUFFER_SIZE));
            (buffers.collect::<Vec<_>>(), ranges, generic, unpack, gl.get_parameter_i32(glow::CURRENT_PROGRAM))
        };
        // SAFETY: as above.
        unsafe {
            let made: Vec<_> = (0..3).map(|_| gl.create_buffer().unwrap()).collect();
            for buffer in &made {
                gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(*buffer));
                gl.buffer_data_size(glow::SHADER_STORAGE_BUFFER, 4096, glow::STATIC_DRAW);
            }
            gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 0, Some(made[0]));
            gl.bind_buffer_range(glow::SHADER_STORAGE_BUFFER, 1, Some(made[1]), 256, 1024);
            gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(made[2]));
            gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, Some(made[2]));
        }
        let before = bindings();
        let x = device.upload(&noise(3000, 1)).unwrap();
        let (sorted, order) = compute::sort_pairs(&x, &x).unwrap();
        let kept = compute::filter(&sorted, "x > 0").unwrap();
        assert!(kept.read().unwrap().is_sorted() && order.read().unwrap().is_sorted());
        drop((x, sorted, order, kept));
        device.trim();
        assert_eq!(bindings(), before, "{dialect:?}");
    }
}
