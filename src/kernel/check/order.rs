//! Orders functions: callees first, and only those that `main` needs.

use super::Checker;
use super::function::CheckedFunction;
use crate::ir::FunctionId;
use crate::ir::each_call_mut;
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    /// Returns the functions that `main` needs, callees first, and `main` itself last. Returns `None` if there is recursion or one of
    /// the functions is wrong. `main` is the number of the function to start from, which may have another name.
    pub(super) fn in_order(
        &mut self,
        mut functions: Vec<Option<CheckedFunction>>,
        main: usize,
    ) -> Option<Vec<CheckedFunction>> {
        let callees: Vec<Vec<usize>> =
            functions.iter().map(|one| one.as_ref().map_or(Vec::new(), |one| one.callees.clone())).collect();
        let mut order = Vec::new();
        let mut state = vec![State::New; functions.len()];
        let mut fine = true;
        // All functions are visited, because one that is never called may be recursive, too.
        for root in 0..functions.len() {
            fine &= self.visit(root, &callees, &mut state, &mut order);
        }
        if !fine {
            return None;
        }
        let mut needed = vec![false; functions.len()];
        needed[main] = true;
        for &number in order.iter().rev().filter(|&&number| number != main) {
            needed[number] = callees.iter().zip(&needed).any(|(callees, needed)| *needed && callees.contains(&number));
        }
        // No function calls `main`, so it comes last.
        order.retain(|&number| needed[number] && number != main);
        order.push(main);
        let mut places = vec![FunctionId(0); functions.len()];
        for (place, &number) in order.iter().enumerate() {
            places[number] = FunctionId(place);
        }
        let mut ordered = Vec::new();
        for number in order {
            let mut checked = functions[number].take()?;
            each_call_mut(&mut checked.function.body, &mut |called| *called = places[called.0]);
            ordered.push(checked);
        }
        Some(ordered)
    }

    /// Appends a function to `order` after those that it calls. Returns false if there is recursion.
    fn visit(&mut self, root: usize, callees: &[Vec<usize>], state: &mut [State], order: &mut Vec<usize>) -> bool {
        if state[root] != State::New {
            return true;
        }
        state[root] = State::Open;
        // The stack of functions that are being visited, each with the index of its next callee.
        let mut open = vec![(root, 0)];
        let mut fine = true;
        while let Some((number, next)) = open.last_mut() {
            let number = *number;
            let Some(&callee) = callees[number].get(*next) else {
                state[number] = State::Done;
                order.push(number);
                open.pop();
                continue;
            };
            *next += 1;
            match state[callee] {
                State::New => {
                    state[callee] = State::Open;
                    open.push((callee, 0));
                }
                State::Open => {
                    let from = open.iter().position(|(number, _)| *number == callee).unwrap_or(0);
                    let circle: Vec<usize> = open[from..].iter().map(|(number, _)| *number).collect();
                    self.say_recursion(&circle);
                    fine = false;
                }
                State::Done => {}
            }
        }
        fine
    }

    fn say_recursion(&mut self, circle: &[usize]) {
        let first = &self.signatures[circle[0]];
        let title = match circle {
            [_] => format!("`{}` calls itself", first.name),
            _ => {
                let names = circle[1..].iter().map(|&number| format!("`{}`", self.signatures[number].name));
                format!("`{}` calls itself, by way of {}", first.name, names.collect::<Vec<_>>().join(" and "))
            }
        };
        let diagnostic = Diagnostic::error(Code::K0313, first.span, title);
        self.report(diagnostic.help("kernels have no recursion: write a `for` loop"));
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}
