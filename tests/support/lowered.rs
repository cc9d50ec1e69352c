//! Runs the modules that kernels are lowered to on the interpreter of the kernel phase, and holds what comes of it against the
//! interpreter of the language. No device is asked.

use brooklet::brook::interpret::{Array, Number, ParameterValue};
use brooklet::brook::ir::interpret::{self, Grid, Run, Value};
use brooklet::brook::ir::{Role, Slot, StreamKernel};
use brooklet::brook::{
    CallLayouts, Feed, Input, InputLayout, PassRole, Plan, PlanKind, PlanLimits, PlanPass, Supply, Unit,
};

use super::brook::close;

/// Larger calls take the interpreter too long.
const MAX_ELEMENTS: usize = 1 << 10;

/// Both interpreters compute with the same floats.
const SAME: f32 = 0.0;

/// Extents along each axis, the fastest first.
fn axes(extents: &[usize]) -> [usize; 4] {
    std::array::from_fn(|axis| extents.len().checked_sub(1 + axis).map_or(1, |axis| extents[axis]))
}

/// Elements from one to the next along an axis.
fn pitch(extents: &[usize], axis: usize) -> usize {
    axes(extents)[..axis].iter().product()
}

/// How an input of this extent is divided and multiplied for an output of that one.
fn resize(input: usize, output: usize) -> (usize, usize) {
    match () {
        () if input <= output => (output / input, 1),
        () => (1, input.div_ceil(output)),
    }
}

fn grid(extents: &[usize]) -> Grid {
    Grid { count: extents.iter().product(), width: extents[extents.len() - 1].max(1) }
}

/// The numbers of a reduction along an axis.
#[derive(Clone, Copy, Default)]
struct Axis {
    extent: usize,
    block: usize,
    groups: usize,
    inner: usize,
}

/// What a pass is given beside what its call is.
#[derive(Clone, Default)]
struct Extra {
    old: Vec<(Slot, Array)>,
    element: Vec<f32>,
    push_index: Vec<f32>,
    operand: Vec<Array>,
    axis: Axis,
}

/// A call of a kernel.
#[derive(Clone, Copy)]
struct Call<'a> {
    kernel: &'a StreamKernel,
    extents: &'a [usize],
    given: &'a [ParameterValue],
}

impl Call<'_> {
    fn stream(&self, parameter: usize) -> &[Array] {
        match &self.given[parameter] {
            ParameterValue::Streams(arrays) => arrays,
            _ => panic!("`{}` is given no stream", self.kernel.parameters[parameter].name),
        }
    }

    /// How its streams are laid out; `general`: as if nothing were known of them, which all passes must bear.
    fn layouts(&self, general: bool) -> CallLayouts {
        let of = |(number, parameter): (usize, &brooklet::brook::ir::Parameter)| match parameter.role {
            Role::Gather { .. } => {
                let dimensions = self.stream(number)[0].extents.len();
                InputLayout::Gathered { dimensions, placed: general || dimensions > 2 }
            }
            role if role.is_stream() && !self.kernel.reduction => {
                let (input, output) = (axes(&self.stream(number)[0].extents), axes(self.extents));
                let all = |fits: fn(usize, usize) -> bool| input.iter().zip(output).all(|(i, o)| fits(*i, o));
                match () {
                    () if general => InputLayout::Resized,
                    () if all(|i, o| i == o) => InputLayout::LikeOutput,
                    () if all(|i, o| i == 1 || i >= o) => InputLayout::Strided,
                    () => InputLayout::Resized,
                }
            }
            _ => InputLayout::LikeOutput,
        };
        let output = if self.kernel.reduction { 1 } else { self.extents.len() };
        CallLayouts { output, parameters: self.kernel.parameters.iter().enumerate().map(of).collect() }
    }

    fn fed(&self, feed: &Feed, extra: &Extra) -> Array {
        let list = |values: &[f32]| Array::new(&[values.len()], 1, values.to_vec());
        match feed {
            Feed::Slot(slot) if self.kernel.reduction && self.kernel.parameters[slot.parameter].role.is_stream() => {
                extra.operand[slot.field].clone()
            }
            Feed::Slot(slot) => self.stream(slot.parameter)[slot.field].clone(),
            Feed::Old(slot) => extra.old.iter().find(|(known, _)| known == slot).unwrap().1.clone(),
            Feed::Element => list(&extra.element),
            Feed::PushIndex => list(&extra.push_index),
        }
    }

    fn input(&self, input: &Input, extra: &Extra, starts: &mut Vec<(Slot, usize)>) -> interpret::Array {
        let arrays: Vec<Array> = input.feeds.iter().map(|feed| self.fed(feed, extra)).collect();
        let width = if arrays.len() == 1 { grid(&arrays[0].extents).width } else { 8 };
        let mut start = 0;
        for (feed, array) in input.feeds.iter().zip(&arrays) {
            if let (Feed::Slot(slot), true) = (feed, arrays.len() > 1) {
                starts.push((*slot, start));
            }
            start += grid(&array.extents).count;
        }
        let values: Vec<f32> = arrays.into_iter().flat_map(|array| array.values).collect();
        interpret::Array::floats(input.components, width, &values)
    }

    fn supply(&self, supply: Supply, starts: &[(Slot, usize)], axis: Axis) -> Value {
        let of = |parameter: usize| &self.stream(parameter)[0].extents;
        let resized = |parameter: usize, axis: usize| resize(axes(of(parameter))[axis], axes(self.extents)[axis]);
        let has = |parameter: usize, axis: usize| usize::from(axes(of(parameter))[axis] != 1);
        let whole = match supply {
            Supply::Slot(slot) => return self.constant(slot, 0),
            Supply::Component(slot, k) => return self.constant(slot, k),
            Supply::OutputExtent(axis) => axes(self.extents)[axis],
            Supply::Base(slot) => starts.iter().find(|(known, _)| *known == slot).map_or(0, |(_, start)| *start),
            Supply::Divide(parameter, axis) => resized(parameter, axis).0,
            Supply::Step(parameter, axis) => {
                has(parameter, axis) * resized(parameter, axis).1 * pitch(of(parameter), axis)
            }
            Supply::Times(parameter, axis) => has(parameter, axis) * resized(parameter, axis).1,
            Supply::GatherExtent(parameter, axis) => axes(of(parameter))[axis],
            Supply::Pitch(parameter, axis) => pitch(of(parameter), axis),
            Supply::Extent => axis.extent,
            Supply::Block => axis.block,
            Supply::Groups => axis.groups,
            Supply::Inner => axis.inner,
        };
        Value::Index(whole as i32)
    }

    fn constant(&self, slot: Slot, k: usize) -> Value {
        let int = self.kernel.ty(slot).is_integer();
        match &self.given[slot.parameter] {
            ParameterValue::Constants(fields) if int => Value::Index(fields[slot.field][k] as i64 as i32),
            ParameterValue::Constants(fields) => Value::floats(&fields[slot.field]),
            ParameterValue::Numbers(fields) => match fields[slot.field] {
                Number::Floats(count, values) => Value::floats(&values[..usize::from(count)]),
                number => Value::Index(number.words()[k] as i32),
            },
            _ => panic!("`{}` is given no constant", self.kernel.slot_name(slot)),
        }
    }

    /// What a pass writes for outputs of this size.
    fn run(&self, pass: &PlanPass, extra: &Extra, output: Grid) -> Vec<Vec<f32>> {
        let interface = &pass.kernel.interface;
        let names = |ports: &[brooklet::ir::Port]| ports.iter().map(|port| port.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&interface.inputs), pass.inputs.iter().map(|i| i.name.clone()).collect::<Vec<_>>());
        assert_eq!(names(&interface.outputs), pass.outputs.iter().map(|o| o.name.clone()).collect::<Vec<_>>());
        let mut starts = Vec::new();
        let inputs: Vec<_> = pass.inputs.iter().map(|input| self.input(input, extra, &mut starts)).collect();
        let constants: Vec<Value> =
            pass.constants.iter().map(|constant| self.supply(constant.supply, &starts, extra.axis)).collect();
        let run = Run::new(&pass.kernel, &inputs, &constants, output).unwrap_or_else(|error| panic!("{error}"));
        let outputs = run.outputs().unwrap_or_else(|error| panic!("{error}"));
        outputs.iter().map(interpret::Array::to_floats).collect()
    }

    fn map(&self, plan: &Plan, old: &[Array]) -> Vec<Vec<f32>> {
        let slots = self.kernel.slots(|role| *role == Role::Output);
        let held = |(number, slot): (usize, &Slot)| match old.get(number) {
            Some(old) => old.clone(),
            None => Array::zeros(self.extents, self.kernel.ty(*slot).count()),
        };
        let old: Vec<(Slot, Array)> = slots.iter().copied().zip(slots.iter().enumerate().map(held)).collect();
        let extra = Extra { old, ..Extra::default() };
        let mut results = vec![Vec::new(); slots.len()];
        for pass in &plan.passes {
            for (output, values) in pass.outputs.iter().zip(self.run(pass, &extra, grid(self.extents))) {
                results[slots.iter().position(|slot| Some(*slot) == output.slot).unwrap()] = values;
            }
        }
        results
    }

    fn push(&self, plan: &Plan) -> Vec<Vec<Vec<f32>>> {
        let mut made: Vec<(usize, Vec<Vec<f32>>)> = Vec::new();
        let mut extra = Extra::default();
        for pass in &plan.passes {
            match pass.role {
                PassRole::Count(parameter) => {
                    let counts = self.run(pass, &Extra::default(), grid(self.extents)).remove(0);
                    extra = Extra::default();
                    for (element, count) in counts.iter().enumerate() {
                        for push in 0..*count as usize {
                            extra.element.push(element as f32);
                            extra.push_index.push(push as f32);
                        }
                    }
                    made.push((parameter, vec![Vec::new(); self.kernel.parameters[parameter].fields.len()]));
                }
                PassRole::Values(_) => {
                    let count = extra.element.len();
                    let results = self.run(pass, &extra, Grid { count, width: count.max(1) });
                    let fields = &mut made.last_mut().unwrap().1;
                    for (output, values) in pass.outputs.iter().zip(results) {
                        fields[output.slot.unwrap().field] = values;
                    }
                }
                PassRole::Whole => panic!("a pass of a map"),
            }
        }
        made.into_iter().map(|(_, fields)| fields).collect()
    }

    fn reduce(&self, plan: &Plan, to: &[usize]) -> Vec<Vec<f32>> {
        let PlanKind::Reduce { fan_in } = plan.kind else { panic!("it is no reduction") };
        let operand = self.kernel.parameters.iter().position(|parameter| parameter.role.is_stream()).unwrap();
        let mut left = self.stream(operand).to_vec();
        let (mut now, target) = match to.iter().product() {
            1usize => (vec![left[0].values.len() / left[0].components], vec![1]),
            _ => (left[0].extents.clone(), to.to_vec()),
        };
        for axis in (0..now.len()).rev() {
            while now[axis] > target[axis] {
                let block = now[axis] / target[axis];
                let groups = block.div_ceil(fan_in);
                let inner = now[axis + 1..].iter().product();
                let along = Axis { extent: now[axis], block, groups, inner };
                now[axis] = target[axis] * groups;
                let count = now.iter().product();
                let extra = Extra { operand: left.clone(), axis: along, ..Extra::default() };
                for pass in &plan.passes {
                    let results = self.run(pass, &extra, Grid { count, width: count });
                    for (output, values) in pass.outputs.iter().zip(results) {
                        let Slot { field, .. } = output.slot.unwrap();
                        left[field] = Array::new(&[count], left[field].components, values);
                    }
                }
            }
        }
        left.into_iter().map(|array| array.values).collect()
    }
}

/// The plans of a call: with what is known of its streams, and without.
fn plans(unit: &Unit, call: Call, targets: PlanLimits) -> Vec<Plan> {
    let plan = |general| {
        let plan = unit.plan(call.kernel, &call.layouts(general), targets);
        plan.unwrap_or_else(|error| panic!("{error}"))
    };
    vec![plan(false), plan(true)]
}

fn small(call: Call) -> bool {
    let count = |given: &ParameterValue| match given {
        ParameterValue::Streams(arrays) => arrays[0].extents.iter().product(),
        _ => 0,
    };
    call.extents.iter().product::<usize>().max(call.given.iter().map(count).max().unwrap_or(0)) <= MAX_ELEMENTS
}

/// Holds values against the interpreter of the language.
fn held(found: &[Vec<f32>], wanted: &[Array], targets: PlanLimits, tolerance: f32) {
    assert_eq!(found.len(), wanted.len());
    for (number, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let wanted = &wanted.values;
        assert!(close(wanted, found, tolerance), "output {number} lowered, {targets:?}: {found:?} and not {wanted:?}");
    }
}

/// Lowers a kernel and runs it as a call does.
pub fn map(
    unit: &Unit,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
    old: &[Array],
    targets: PlanLimits,
) {
    let call = Call { kernel, extents, given };
    if small(call) {
        let wanted = kernel.run(extents, given, old).unwrap();
        plans(unit, call, targets).iter().for_each(|plan| held(&call.map(plan, old), &wanted, targets, SAME));
    }
}

/// The same of a kernel with variable outputs.
pub fn push(unit: &Unit, kernel: &StreamKernel, extents: &[usize], given: &[ParameterValue], targets: PlanLimits) {
    let call = Call { kernel, extents, given };
    if small(call) {
        let wanted = kernel.run_pushing(extents, given).unwrap();
        for plan in plans(unit, call, targets) {
            let found = call.push(&plan);
            assert_eq!(found.len(), wanted.len());
            found.iter().zip(&wanted).for_each(|(found, wanted)| held(found, wanted, targets, SAME));
        }
    }
}

/// The same of a reduction.
pub fn reduce(unit: &Unit, kernel: &StreamKernel, extents: &[usize], given: &[ParameterValue], targets: PlanLimits) {
    let call = Call { kernel, extents, given };
    if small(call) {
        let wanted = kernel.reduce(extents, given).unwrap();
        // Sums are taken in another order.
        plans(unit, call, targets).iter().for_each(|plan| held(&call.reduce(plan, extents), &wanted, targets, 1e-4));
    }
}
