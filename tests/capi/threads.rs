//! Threads: what is made on one is refused on another, and stays what it is; each thread has its own errors.

use std::ptr::null_mut;

use brooklet::capi::*;

use crate::calls::*;
use crate::describe::program;

#[test]
fn handles_belong_to_a_thread() {
    let device = open("cpu");
    let (stream, program) = (numbers(device, &[2.0, 1.0]), program(device));
    wrong(unsafe { brooklet_stream_free(0) }, Status::Handle, "the handle is 0");
    std::thread::spawn(move || {
        assert_eq!(error_text(), "", "an error of another thread");
        let (mut to, mut value) = (0, 0.0);
        let foreign = |status| wrong(status, Status::WrongThread, "belongs to another thread");
        unsafe {
            foreign(brooklet_device_finish(device));
            foreign(brooklet_device_free(device));
            foreign(brooklet_stream_of(device, 1, [1].as_ptr(), 1, &mut to));
            foreign(brooklet_stream_free(stream));
            foreign(brooklet_stream_shape(stream, [0; 4].as_mut_ptr(), &mut 0));
            foreign(brooklet_sort(stream, 0, 0, &mut to, null_mut()));
            foreign(brooklet_reduce(stream, c("sum").as_ptr(), &mut value, 1));
            foreign(map("x", &[("x", stream)], &[], &mut to));
            foreign(brooklet_program_run(program, c("saxpy").as_ptr(), std::ptr::null(), 0));
            foreign(brooklet_program_free(program));
            // A stream of another thread does not go with a device of this one.
            let own = numbers(open("cpu"), &[1.0, 2.0]);
            foreign(map("x + y", &[("x", own), ("y", stream)], &[], &mut to));
            foreign(brooklet_search(own, stream, 0, &mut to));
            assert_eq!(read(own), [1.0, 2.0]);
        }
    })
    .join()
    .unwrap();
    assert!(error_text().contains("the handle is 0"));
    assert_eq!(read(stream), [2.0, 1.0]);
    let freed = unsafe { [brooklet_stream_free(stream), brooklet_program_free(program), brooklet_device_free(device)] };
    for free in freed {
        ok(free);
    }
}

#[test]
fn threads_compute_beside_each_other() {
    let threads: Vec<_> = (0..4)
        .map(|number| {
            std::thread::spawn(move || {
                let device = open("cpu");
                let x = numbers(device, &[number as f32, 10.0]);
                let twice = made(|made| map("2.0 * x", &[("x", x)], &[], made));
                assert_eq!(read(twice), [2.0 * number as f32, 20.0]);
                (device, twice)
            })
        })
        .collect();
    for thread in threads {
        // With a thread all that was made on it is gone.
        let (device, twice) = thread.join().unwrap();
        wrong(unsafe { brooklet_device_finish(device) }, Status::WrongThread, "another thread");
        wrong(unsafe { brooklet_stream_free(twice) }, Status::WrongThread, "another thread");
    }
}
