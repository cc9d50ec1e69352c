//! What the interpreter is given: all of it is checked, and what does not fit is named.

use brooklet::brook::Unit;
use brooklet::brook::interpret::{Array, ParameterValue, RunError};

const TEXT: &str = "
    kernel void twice(float a<>, out float b<>) { if (a < 0) discard; b = 2 * a; }
    kernel void keep(float a<>, vout[1] float b<>) { b = a; push(b); }
    reduce void add(float2 a<>, reduce float2 r<>) { r += a; }";

fn unit() -> Unit {
    Unit::compile("program.br", TEXT).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// Says that it has more elements than it has.
fn short() -> Array {
    Array { extents: vec![3], components: 1, values: vec![1.0] }
}

fn given(array: Array) -> [ParameterValue; 2] {
    [ParameterValue::Streams(vec![array]), ParameterValue::Nothing]
}

#[test]
fn arrays_hold_as_many_values_as_they_say() {
    let wanted = "kernel `twice`: an array of extents [3] and 1 component holds 3 values, and this one has 1";
    let twice = &unit().kernels[0];
    assert_eq!(twice.run(&[3], &given(short()), &[]).unwrap_err().to_string(), wanted);
    assert_eq!(twice.run(&[3], &given(Array::zeros(&[3], 1)), &[short()]).unwrap_err().to_string(), wanted);
    let add = &unit().kernels[2];
    let mut places = [Array::zeros(&[3], 2)];
    let wanted = wanted.replace("twice", "add");
    assert_eq!(add.gather_op(&short(), &mut places, &[]).unwrap_err().to_string(), wanted);
    assert_eq!(add.scatter_op(&mut places, &short(), &[Array::zeros(&[3], 2)], &[]).unwrap_err().to_string(), wanted);
    assert_eq!(add.gather_op(&Array::zeros(&[3], 1), &mut [short()], &[]).unwrap_err().to_string(), wanted);
}

#[test]
fn arrays_have_four_dimensions_and_components_at_most() {
    let twice = &unit().kernels[0];
    let deep = Array::zeros(&[1; 5], 1);
    let wanted = "kernel `twice`: an array has 1 to 4 extents and components, not 5 and 1";
    assert_eq!(twice.run(&[1], &given(deep), &[]).unwrap_err().to_string(), wanted);
    assert_eq!(twice.run(&[1; 5], &given(Array::zeros(&[1], 1)), &[]).unwrap_err().to_string(), wanted);
    let wide = Array::zeros(&[1], 7);
    let wanted = wanted.replace("5 and 1", "1 and 7");
    assert_eq!(twice.run(&[1], &given(wide), &[]).unwrap_err().to_string(), wanted);
}

#[test]
fn places_of_indirect_operations_are_of_the_reductions_type() {
    let add = &unit().kernels[2];
    let index = Array::zeros(&[1], 1);
    let wanted = "kernel `add`: parameter `a` takes a stream of float2";
    for components in [1, 4] {
        let error = add.gather_op(&index, &mut [Array::zeros(&[2], components)], &[]).unwrap_err();
        assert_eq!(error.to_string(), wanted);
        let src = [Array::zeros(&[1], 2)];
        let error = add.scatter_op(&mut [Array::zeros(&[2], components)], &index, &src, &[]).unwrap_err();
        assert_eq!(error.to_string(), wanted);
    }
}

#[test]
fn what_outputs_held_is_like_the_outputs() {
    let twice = &unit().kernels[0];
    let wanted = "kernel `twice`: parameter `b` takes a stream of float";
    for before in [vec![Array::zeros(&[2], 1)], vec![Array::zeros(&[3], 2)], vec![Array::zeros(&[3], 1); 2]] {
        let error = twice.run(&[3], &given(Array::zeros(&[3], 1)), &before).unwrap_err();
        assert_eq!(error.to_string(), wanted, "{before:?}");
    }
}

#[test]
fn each_kind_of_kernel_is_run_by_its_own() {
    let unit = unit();
    let [twice, keep, add] = [0, 1, 2].map(|number| &unit.kernels[number]);
    let one = given(Array::zeros(&[1], 1));
    let error = |result: Result<Vec<Array>, RunError>| result.unwrap_err().to_string();
    assert_eq!(error(add.run(&[1], &one, &[])), "`add` is a reduction: `reduce` runs it, not `run`");
    assert_eq!(error(keep.run(&[1], &one, &[])), "`keep` pushes: `run_pushing` runs it, not `run`");
    assert_eq!(error(twice.reduce(&[1], &one)), "`twice` is a plain kernel: `run` runs it, not `reduce`");
    let pushed = twice.run_pushing(&[1], &one).unwrap_err().to_string();
    assert_eq!(pushed, "`twice` is a plain kernel: `run` runs it, not `run_pushing`");
    let mut places = [Array::zeros(&[1], 1)];
    let indirect = error(twice.gather_op(&Array::zeros(&[1], 1), &mut places, &[]));
    assert_eq!(indirect, "`twice` is a plain kernel: `run` runs it, not `gather_op`");
}
