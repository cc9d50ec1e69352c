//! Tests which kernels the validators accept and which they reject.

use super::*;
use crate::Components;
use crate::ir::build::*;
use crate::ir::passes::slice::{Criterion, slice};
use crate::ir::template::Template;
use crate::ir::{
    Address, At, Binary, Expr, ExprKind, Extent, ItemPassed, Local, Math, Mode, Part, Passed, Place, Stream,
    TemplateStmt, Unary,
};

const VEC2: Type = Type::Float(Components::Two);
const VEC3: Type = Type::Float(Components::Three);

/// Returns the validator's message for a kernel with two inputs, a float and a vector of two, a position as its constant, and one output.
/// Empty if the kernel is valid.
fn said_of(functions: Vec<Function>) -> String {
    match validate(&new_kernel(&[Type::FLOAT, VEC2], &[Type::Index], &[Type::FLOAT], functions)) {
        Ok(()) => String::new(),
        Err(invalid) => invalid.to_string(),
    }
}

fn said(statements: Vec<Stmt>) -> String {
    said_of(vec![main(statements)])
}

/// Returns the validator's message for an expression of any type.
fn check(value: Expr) -> String {
    let mut build = Build::main();
    let to = build.local(value.ty);
    said_of(vec![build.body(vec![declare(to, value)])])
}

#[test]
fn what_kernels_are_made_of_is_valid() {
    let v = || vector(vec![float(1.0), float(2.0)]);
    let b = |count| Type::bools(count);
    let good = [
        fetch_here(1, VEC2),
        fetch(0, binary(Binary::Subtract, here(), index(1)), true, Type::FLOAT),
        expr(
            ExprKind::Fetch { input: 0, at: Address::ColumnRow(index(0).into(), here().into()), clamped: false },
            Type::FLOAT,
        ),
        expr(ExprKind::Extent(Stream::Output(0), Extent::Width), Type::Index),
        expr(ExprKind::Quotient(here().into(), index(2).into()), Type::Index),
        expr(ExprKind::Uniform(0), Type::Index),
        swizzle(v(), &[1, 0, 0]),
        swizzle(float(1.0), &[0, 0]),
        expr(ExprKind::At(v().into(), index(1).into()), Type::FLOAT),
        expr(ExprKind::At(v().into(), int(1).into()), Type::FLOAT),
        convert(float(1.0), VEC3),
        convert(convert(v(), b(2)), VEC2),
        convert(here(), Type::UINT),
        binary(Binary::Multiply, v(), float(2.0)),
        binary(Binary::Subtract, float(2.0), v()),
        binary(Binary::ShiftLeft, convert(int(1), Type::Int(Components::Two)), int(3)),
        binary(Binary::Less, v(), v()),
        binary(Binary::NotEqual, boolean(true), boolean(false)),
        binary(Binary::LogicalAnd, binary(Binary::Less, v(), v()), binary(Binary::Equal, v(), v())),
        select(binary(Binary::Less, v(), v()), v(), v()),
        select(boolean(true), v(), v()),
        unary(Unary::Neg, here()),
        unary(Unary::BitNot, uint(1)),
        unary(Unary::Not, boolean(true)),
        math(Math::Min, vec![v(), float(1.0)], VEC2),
        math(Math::Clamp, vec![here(), index(0), index(5)], Type::Index),
        math(Math::Mix, vec![v(), v(), float(0.5)], VEC2),
        math(Math::SmoothStep, vec![float(0.0), float(1.0), v()], VEC2),
        math(Math::IsNan, vec![v()], b(2)),
        math(Math::All, vec![binary(Binary::Equal, v(), v())], Type::BOOL),
        math(Math::Refract, vec![v(), v(), float(1.5)], VEC2),
        math(Math::FloatBitsToUint, vec![v()], Type::Uint(Components::Two)),
    ];
    for value in good {
        assert_eq!(check(value.clone()), "", "{value:?}");
    }
}

#[test]
fn expressions_of_wrong_types_are_refused() {
    let v = || vector(vec![float(1.0), float(2.0)]);
    let bad = [
        expr(ExprKind::Float(1.0), Type::INT),
        expr(ExprKind::AbstractInt(1), Type::AbstractInt),
        expr(ExprKind::IndexOf(0), Type::Float(Components::Four)),
        fetch_here(2, Type::FLOAT),
        fetch_here(1, Type::FLOAT),
        fetch(0, int(1), false, Type::FLOAT),
        expr(ExprKind::Uniform(1), Type::Index),
        expr(ExprKind::Extent(Stream::Output(1), Extent::Width), Type::Index),
        expr(ExprKind::Swizzle(v().into(), vec![2]), Type::FLOAT),
        expr(ExprKind::Swizzle(here().into(), vec![0, 0]), Type::Index),
        expr(ExprKind::Swizzle(v().into(), vec![]), Type::FLOAT),
        expr(ExprKind::Vector(vec![v()]), VEC3),
        expr(ExprKind::Vector(vec![float(1.0), int(1)]), VEC2),
        expr(ExprKind::At(v().into(), float(1.0).into()), Type::FLOAT),
        convert(v(), VEC3),
        convert(v(), Type::FLOAT),
        convert(v(), Type::Index),
        binary(Binary::Add, float(1.0), int(1)),
        binary(Binary::Divide, here(), index(2)),
        binary(Binary::And, here(), index(2)),
        binary(Binary::Remainder, float(1.0), float(2.0)),
        binary(Binary::Less, v(), float(1.0)),
        binary(Binary::Less, boolean(true), boolean(true)),
        binary(Binary::Add, boolean(true), boolean(true)),
        binary(Binary::LogicalAnd, float(1.0), float(1.0)),
        binary(Binary::ShiftLeft, int(1), convert(int(1), Type::Int(Components::Two))),
        select(float(1.0), v(), v()),
        select(binary(Binary::Less, v(), v()), float(1.0), float(2.0)),
        unary(Unary::Neg, uint(1)),
        unary(Unary::BitNot, here()),
        unary(Unary::Not, float(1.0)),
        math(Math::Sin, vec![int(1)], Type::INT),
        math(Math::Sin, vec![float(1.0), float(1.0)], Type::FLOAT),
        math(Math::Min, vec![float(1.0), v()], VEC2),
        math(Math::Cross, vec![v(), v()], VEC2),
        math(Math::IsNan, vec![v()], VEC2),
        math(Math::All, vec![v()], Type::FLOAT),
        math(Math::IntBitsToFloat, vec![uint(1)], Type::FLOAT),
    ];
    for value in bad {
        assert_ne!(check(value.clone()), "", "{value:?}");
    }
}

#[test]
fn locals_are_declared_once_before_they_are_used_and_where_they_are_seen() {
    let mut build = Build::main();
    let x = build.local(Type::FLOAT);
    let read = || assign(OUT, local(x, Type::FLOAT));
    let with = |statements| said_of(vec![Function { body: statements, ..build.function.clone() }]);
    let yes = || boolean(true);
    let declared = || declare(x, float(1.0));
    assert_eq!(with(vec![declared(), read()]), "");
    assert_eq!(with(vec![read()]), "in function `main`: `v1` is used before it is declared");
    assert!(with(vec![declared(), declared()]).contains("declared twice"));
    assert!(with(vec![when(yes(), vec![declared()]), read()]).contains("outside of the block"));
    assert!(with(vec![declare(x, local(x, Type::FLOAT))]).contains("before it is declared"));
    assert!(with(vec![Stmt::Declare { local: OUT, value: None }]).contains("declared twice"));
    assert!(with(vec![declare(x, int(1))]).contains("int"));
    assert!(with(vec![declare(LocalId(9), int(1))]).contains("not there"));
    // What `before` declares is in scope in the body and the step. What the body declares is not in scope in the step.
    let test = || Some(binary(Binary::Less, local(x, Type::FLOAT), float(1.0)));
    let loops = |before, condition, body, step, last| with(vec![Stmt::Loop { before, condition, body, step, last }]);
    assert_eq!(loops(vec![declared()], test(), vec![read()], vec![read()], false), "");
    assert_eq!(loops(vec![declared()], test(), vec![], vec![], true), "");
    assert!(loops(vec![declared()], test(), vec![read()], vec![], true).contains("before it is declared"));
    assert!(loops(vec![], None, vec![declared()], vec![read()], false).contains("outside of the block"));
}

#[test]
fn assignments_name_parts_that_are_there() {
    let mut build = Build::main();
    let v = build.local(VEC2);
    let with = |part, value| {
        let body = vec![Stmt::Declare { local: v, value: None }, assign_part(v, part, value)];
        said_of(vec![Function { body, ..build.function.clone() }])
    };
    assert_eq!(with(Part::Components(vec![1, 0]), vector(vec![float(1.0), float(2.0)])), "");
    assert_eq!(with(Part::At(here().into()), float(1.0)), "");
    assert!(with(Part::Components(vec![1, 1]), vector(vec![float(1.0), float(2.0)])).contains("twice"));
    assert!(with(Part::Components(vec![2]), float(1.0)).contains("no component 2"));
    assert!(with(Part::Components(vec![0]), int(1)).contains("float is wanted"));
    assert!(with(Part::At(float(1.0).into()), float(1.0)).contains("float"));
    assert!(with(Part::Whole, float(1.0)).contains("vec2 is wanted"));
}

#[test]
fn jumps_stand_in_the_bodies_of_loops() {
    assert_eq!(said(vec![for_loop(None, vec![when(boolean(true), vec![Stmt::Break(At::default())])], vec![])]), "");
    assert!(said(vec![Stmt::Break(At::default())]).contains("outside of a loop"));
    assert!(said(vec![for_loop(None, vec![], vec![Stmt::Continue(At::default())])]).contains("outside of a loop"));
    assert!(said(vec![when(float(1.0), vec![])]).contains("bool is wanted"));
    assert!(said(vec![Stmt::Discard(At::default())]).contains("stream phase"));
    assert!(said(vec![Stmt::Push { parameter: 0, values: vec![] }]).contains("stream phase"));
    assert!(said(vec![Stmt::Return(Some(float(1.0)), At::default())]).contains("no result"));
}

/// `float helper(float a, inout float b)`, with this body.
fn helper(body: Vec<Stmt>) -> Function {
    let mut build = Build::new("helper").gives(Type::FLOAT);
    build.argument(Mode::In, Type::FLOAT);
    build.argument(Mode::InOut, Type::FLOAT);
    build.body(body)
}

#[test]
fn calls_hand_over_what_the_function_takes() {
    let returns = || vec![Stmt::Return(Some(float(1.0)), At::default())];
    let with = |statement: Stmt| said_of(vec![helper(returns()), main(vec![statement])]);
    let of = |arguments| with(call(0, arguments));
    assert_eq!(of(vec![Passed::Value(float(1.0)), Passed::Local(OUT)]), "");
    assert!(of(vec![Passed::Value(float(1.0))]).contains("takes 2 arguments"));
    assert!(of(vec![Passed::Value(int(1)), Passed::Local(OUT)]).contains("argument 0"));
    assert!(of(vec![Passed::Local(OUT), Passed::Local(OUT)]).contains("takes a value"));
    assert!(of(vec![Passed::Value(float(1.0)), Passed::Value(float(1.0))]).contains("takes a local"));
    assert!(with(call(1, vec![])).contains("does not stand before it"));
    assert!(with(call(7, vec![])).contains("function 7"));
    let arguments = vec![float(1.0), float(1.0)];
    let value = expr(ExprKind::Call(FunctionId(0), arguments), Type::FLOAT);
    assert!(with(assign(OUT, value)).contains("its call is a statement"));
    let twice = {
        let mut build = Build::new("two");
        build.argument(Mode::Out, Type::FLOAT);
        build.argument(Mode::InOut, Type::FLOAT);
        build.body(vec![])
    };
    let passed = vec![Passed::Local(OUT), Passed::Local(OUT)];
    assert!(said_of(vec![twice, main(vec![call(0, passed)])]).contains("passed for another"));
}

#[test]
fn functions_with_a_result_return_on_all_paths() {
    let returns = || Stmt::Return(Some(float(1.0)), At::default());
    let with = |body| said_of(vec![helper(body), main(vec![])]);
    assert_eq!(with(vec![either(boolean(true), vec![returns()], vec![returns()])]), "");
    assert_eq!(with(vec![for_loop(None, vec![when(boolean(true), vec![returns()])], vec![])]), "");
    assert!(with(vec![]).contains("without a result"));
    assert!(with(vec![when(boolean(true), vec![returns()])]).contains("without a result"));
    assert!(with(vec![for_loop(None, vec![Stmt::Break(At::default())], vec![])]).contains("without a result"));
    assert!(with(vec![Stmt::Return(None, At::default())]).contains("without its result"));
    assert!(with(vec![Stmt::Return(Some(int(1)), At::default())]).contains("int"));
    assert!(said_of(vec![helper(vec![returns()])]).contains("no arguments and no result"));
    assert_eq!(said_of(vec![]), "there is no function");
}

#[test]
fn what_writes_an_output_is_called_by_a_statement() {
    let mut build = Build::new("put").gives(Type::FLOAT);
    let out = build.target(0, Type::FLOAT);
    let put = build.body(vec![assign(out, float(1.0)), Stmt::Return(Some(float(2.0)), At::default())]);
    let mut build = Build::new("through").gives(Type::FLOAT);
    let own = build.local(Type::FLOAT);
    let result = vec![
        Stmt::Declare { local: own, value: None },
        Stmt::Call { function: FunctionId(0), arguments: vec![], result: Some(own), at: At::default() },
        Stmt::Return(Some(local(own, Type::FLOAT)), At::default()),
    ];
    let through = build.body(result);
    let value = expr(ExprKind::Call(FunctionId(1), vec![]), Type::FLOAT);
    let said = said_of(vec![put, through, main(vec![assign(OUT, value)])]);
    assert!(said.contains("`through` writes an output"), "{said}");
}

#[test]
fn interfaces_have_names_of_their_own_and_targets_are_theirs() {
    let mut twice = new_kernel(&[Type::FLOAT], &[Type::FLOAT], &[Type::FLOAT], vec![main(vec![])]);
    assert_eq!(validate(&twice), Ok(()));
    twice.interface.constants[0].name = "input0".into();
    assert!(validate(&twice).unwrap_err().to_string().contains("called `input0`"));
    let with = |inputs: &[Type], outputs: &[Type]| {
        validate(&new_kernel(inputs, &[], outputs, vec![main(vec![])])).unwrap_err().to_string()
    };
    assert_eq!(with(&[Type::BOOL], &[Type::FLOAT]), "stream `input0` is of type bool");
    assert_eq!(with(&[], &[VEC2]), "in function `main`: output `output0` is of type float, and vec2 is wanted");
    assert_eq!(with(&[], &[]), "in function `main`: `out0` is output 0 of 0");
    let mut build = Build::main();
    build.target(0, Type::FLOAT);
    assert!(said_of(vec![build.body(vec![])]).contains("two locals"));
    let mut build = Build::main();
    build.function.arguments.push(crate::ir::Argument { local: OUT, mode: Mode::Out });
    assert!(said_of(vec![build.body(vec![])]).contains("output"));
    let mut build = Build::new("main");
    let slot = crate::ir::Slot { parameter: 0, field: 0 };
    build.function.locals.push(Local { output: Some(slot), ..Local::new("o", Type::FLOAT) });
    assert!(said_of(vec![build.body(vec![])]).contains("stream phase"));
}

#[test]
fn kernels_of_the_stream_phase_may_be_spoilt() {
    let text =
        "kernel void k(float2 a<>, float g[], out float o<>) { float x = a.y + g[1.0]; if (x) o = x; else o = 1.0; }";
    let unit = crate::brook::Unit::compile("k.br", text).unwrap();
    let kernel = &unit.kernels[0];
    assert_eq!(validate_stream(kernel), Ok(()));
    let spoilt = |spoil: &dyn Fn(&mut StreamKernel)| {
        let mut kernel = kernel.clone();
        spoil(&mut kernel);
        validate_stream(&kernel).map_err(|invalid| invalid.to_string()).unwrap_err()
    };
    let push = |statement: Stmt| move |kernel: &mut StreamKernel| kernel.functions[0].body.push(statement.clone());
    assert!(spoilt(&push(Stmt::Discard(At::default()))).contains("does not say so"));
    assert!(spoilt(&push(Stmt::Break(At::default()))).contains("outside of a loop"));
    assert!(spoilt(&push(Stmt::Push { parameter: 0, values: vec![] })).contains("no variable output"));
    assert!(spoilt(&push(when(boolean(true), vec![]))).contains("stream phase has no"));
    let place = Place { local: LocalId(0), part: Part::Whole };
    assert!(spoilt(&push(Stmt::Assign { place, value: int(1) })).contains("int"));
    assert!(spoilt(&|kernel| kernel.functions[0].body.clear_declarations()).contains("before it is declared"));
    assert!(spoilt(&|kernel| kernel.functions.clear()).contains("no function"));
}

#[test]
fn slices_for_pushes_are_valid() {
    let text = "typedef struct { float2 p; float q; } pair;
        kernel void k(float2 a<>, vout[2] pair o<>, vout[1] float r<>) {
            o.p = a; o.q = a.x; push(o); r = a.y; if (a.x) push(r); push(o); }";
    let unit = crate::brook::Unit::compile("k.br", text).unwrap();
    let kernel = &unit.kernels[0];
    let slot = |parameter, field| crate::ir::Slot { parameter, field };
    let criteria = [
        (Criterion::Count(1), 2),
        (Criterion::Count(2), 1),
        (Criterion::Values(vec![slot(1, 0), slot(1, 1)]), 2),
        (Criterion::Values(vec![slot(1, 0)]), 2),
        (Criterion::Values(vec![slot(1, 1)]), 2),
        (Criterion::Values(vec![slot(2, 0)]), 1),
    ];
    for (criterion, pushes) in criteria {
        let mut sliced = slice(kernel, &criterion);
        assert_eq!(validate_stream(&sliced), Ok(()), "{criterion:?}");
        let mut found = 0;
        crate::ir::each_stmt_mut(&mut sliced.functions[0].body, &mut |statement| {
            if let Stmt::Push { values, .. } = statement {
                found += 1;
                values.push(float(0.0));
                values.push(float(0.0));
            }
        });
        assert_eq!(found, pushes, "{criterion:?}");
        assert!(validate_stream(&sliced).unwrap_err().to_string().contains("pushed"), "{criterion:?}");
    }
}

trait ClearDeclarations {
    fn clear_declarations(&mut self);
}

impl ClearDeclarations for Vec<Stmt> {
    fn clear_declarations(&mut self) {
        self.retain(|statement| !matches!(statement, Stmt::Declare { .. }));
    }
}

/// Returns the validator's message for a template whose `main` declares an array of two vectors and then runs this statement. It may
/// call `give(out vec2)`, which returns a float. Empty if the template is valid.
fn said_of_template(statement: impl FnOnce(LocalId, LocalId) -> TemplateStmt) -> String {
    let mut give = Build::new("give").gives(Type::FLOAT);
    let taken = give.argument(Mode::Out, VEC2);
    let give = give
        .body(vec![assign(taken, vector(vec![float(1.0), float(2.0)])), Stmt::Return(Some(float(0.0)), At::default())]);
    let mut build = Build::main();
    let (array, plain) = (build.local(VEC2), build.local(VEC2));
    build.function.locals[array.0].length = Some(Box::new(index(2)));
    let declared = [array, plain].map(|local| Stmt::Declare { local, value: None });
    let main = build.body(declared.into_iter().chain([Stmt::Template(Box::new(statement(array, plain)))]).collect());
    let kernel = new_kernel(&[Type::FLOAT], &[], &[Type::FLOAT], vec![give, main]);
    let template = Template { kernel, parameters: vec![], inputs: vec![None], constants: vec![], outputs: vec![None] };
    match validate_template(&template) {
        Ok(()) => String::new(),
        Err(invalid) => invalid.to_string(),
    }
}

#[test]
fn statements_of_templates_follow_the_rules_of_all_phases() {
    let set = |part, value| said_of_template(|array, _| TemplateStmt::Assign { array, item: index(1), part, value });
    let two = || vector(vec![float(1.0), float(2.0)]);
    assert_eq!(set(Part::Whole, two()), "");
    assert_eq!(set(Part::Components(vec![1, 0]), two()), "");
    assert!(set(Part::Components(vec![1, 1]), two()).contains("names a component twice"));
    assert_eq!(set(Part::At(index(0).into()), float(1.0)), "");
    assert!(set(Part::At(float(0.0).into()), float(1.0)).contains("the number of a component is of type float"));
    let call = |result: fn(LocalId, LocalId) -> Option<LocalId>, passed: fn(LocalId, LocalId) -> ItemPassed| {
        said_of_template(|array, plain| TemplateStmt::Call {
            function: FunctionId(0),
            arguments: vec![passed(array, plain)],
            result: result(array, plain),
            at: At::default(),
        })
    };
    let item = |array, _| ItemPassed::Item(array, index(1));
    assert_eq!(call(|_, _| Some(OUT), item), "");
    assert_eq!(call(|_, _| None, |_, plain| ItemPassed::Plain(Passed::Local(plain))), "");
    assert!(call(|_, plain| Some(plain), item).contains("the result of `give` is of type float, and vec2 is wanted"));
    assert!(call(|_, _| None, |array, _| ItemPassed::Item(array, float(1.0))).contains("the index of an item"));
    assert!(call(|_, _| None, |_, plain| ItemPassed::Item(plain, index(1))).contains("is no array"));
}
