//! Operators: those with a name, and expressions of one's own.

use std::rc::Rc;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::Operator;

use super::error::{Call, thrown};

#[wasm_bindgen]
extern "C" {
    /// An operator, as the package's TypeScript hands it over.
    pub type JsOperator;

    /// Returns its name.
    #[wasm_bindgen(method, getter, structural)]
    fn name(this: &JsOperator) -> String;
    /// Returns the expression in `a` and `b` of an operator of one's own.
    #[wasm_bindgen(method, getter, structural)]
    fn expression(this: &JsOperator) -> Option<String>;
    /// Returns the identity, if there is one.
    #[wasm_bindgen(method, getter, structural)]
    fn identity(this: &JsOperator) -> Option<f32>;
    /// Returns whether the order of the operands does not matter.
    #[wasm_bindgen(method, getter, structural)]
    fn commutative(this: &JsOperator) -> bool;
    /// Computes the expression in JavaScript.
    #[wasm_bindgen(method, structural)]
    fn apply(this: &JsOperator, a: f32, b: f32) -> f32;
}

/// Returns the operator.
pub fn operator(op: JsOperator) -> Call<Operator<f32>> {
    let name = op.name();
    let Some(expression) = op.expression() else {
        return Ok(match &*name {
            "sum" => Operator::sum(),
            "product" => Operator::product(),
            "max" => Operator::max(),
            "min" => Operator::min(),
            _ => {
                let message = format!("there is no operator {name}: there are sum, product, max, min");
                return Err(thrown("operator", &message));
            }
        });
    };
    let (identity, commutative) = (op.identity(), op.commutative());
    let op = Rc::new(op);
    let mut own = Operator::new(&name, &expression, move |a, b| op.apply(a, b));
    own = identity.map_or(own.clone(), |identity| own.identity(identity));
    Ok(if commutative { own.commutative() } else { own })
}
