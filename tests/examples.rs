//! The examples of `demos/examples`, each run as a program of its own, with all that it prints. The window has a test of its own.

use std::process::Command;

use expect_test::{Expect, expect};

#[path = "../demos/examples/chip.rs"]
mod chip;
#[path = "../demos/examples/kernel.rs"]
mod kernel;
#[path = "../demos/examples/map_reduce.rs"]
mod map_reduce;
#[path = "../demos/examples/ping_pong.rs"]
mod ping_pong;
#[path = "../demos/examples/replay.rs"]
mod replay;

/// Set in the process that runs an example.
const RUN: &str = "BROOKLET_TEST_EXAMPLE";

/// Runs the example in a process of its own, which is this test once more, and compares what it prints.
#[track_caller]
fn prints(name: &str, main: impl Fn() -> Result<(), brooklet::Error>, expected: &Expect) {
    if std::env::var_os(RUN).is_some() {
        println!("[[");
        main().unwrap_or_else(|error| panic!("{error}"));
        println!("]]");
        return;
    }
    let mut again = Command::new(std::env::current_exe().unwrap());
    let done = again.args(["--exact", name, "--nocapture"]).env(RUN, name).output().unwrap();
    let (printed, errors) = (String::from_utf8(done.stdout).unwrap(), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{printed}\n{errors}");
    let printed = printed.split_once("[[\n").and_then(|(_, rest)| rest.split_once("]]\n"));
    expected.assert_eq(printed.unwrap_or_else(|| panic!("{name} did not run")).0);
}

#[test]
fn map_and_reduce() {
    prints(
        "map_and_reduce",
        map_reduce::main,
        &expect![[r#"
            x * x begins with [1.0, 4.0, 9.0, 16.0]
            the largest of 4000 is 3999, passes: 1
            their sum is -2000
            farthest from zero is -4000
        "#]],
    );
}

#[test]
fn a_kernel_of_ones_own() {
    prints(
        "a_kernel_of_ones_own",
        kernel::main,
        &expect![[r#"
        ...#####................
        ..#######......##.......
        .##.....##....####......
        .##.....##...##..##.....
        .##.....##..##....##....
        ..#######..##......##...
        ...#####..############..
        ...........##########...
        ........................
    "#]],
    );
}

#[test]
fn two_streams_take_turns() {
    prints(
        "two_streams_take_turns",
        ping_pong::main,
        &expect![[r#"
        generation 0
          ··██····················
          ····██··················
          ██████··················
          ························
          ························
          ························
          ························
          ························
          ························
          ························
          ························
          ························
        generation 12
          ························
          ························
          ························
          ········██··············
          ··········██············
          ······██████············
          ························
          ························
          ························
          ························
          ························
          ························
        generation 24
          ························
          ························
          ························
          ························
          ························
          ························
          ··············██········
          ················██······
          ············██████······
          ························
          ························
          ························
    "#]],
    );
}

#[test]
fn passes_are_replayed() {
    prints(
        "passes_are_replayed",
        replay::main,
        &expect![[r#"
        [3.0, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0] becomes [3.0, 4.0, 11.0, 11.0, 15.0, 16.0, 22.0, 25.0]
        pass 1: [3.0, 4.0, 8.0, 7.0, 4.0, 5.0, 7.0, 9.0], by scan_step
        pass 2: [3.0, 4.0, 11.0, 11.0, 12.0, 12.0, 11.0, 14.0], by scan_step
        pass 3: [3.0, 4.0, 11.0, 11.0, 15.0, 16.0, 22.0, 25.0], by scan_step
        the last element of pass 2 was made of elements [7, 5] of pass 1
    "#]],
    );
}

#[test]
fn a_chip_of_2002() {
    prints(
        "a_chip_of_2002",
        chip::main,
        &expect![[r#"
            now:  [131073.0, 0.33333334, inf]
            then: [131072.0, 0.33333206, 3.6893207e19]
            now:  [40.0, 50.0], passes: 1
            then: [40.0, 50.0], passes: 2
            then: a stream of 1048576 elements is too long for this device, which holds positions exactly only up to 131072: split it, or use a device with integers (OpenGL 3.3, OpenGL ES 3.0); a kernel that fetches only at its own place also runs on it in two dimensions
        "#]],
    );
}
