//! Builds the access functions that read an input: by linear index, by column and row, and at the position of the current element.

use super::build::{
    PLACE, as_float, binary, clamp_below, component, convert, expr, float, index, local, math, measure, quotient,
    remainder, select, texel, vector,
};
use super::lower::{Lowering, returns};
use super::{Access, Addressing, InputAccess};
use crate::ir::{
    AccessFunction, Binary, Expr, ExprKind, LocalId, Math, Measure, Part, Place, Stmt, Stream, TexelAddress, Type,
};
use crate::texel::Components;

const LINEAR: &str = "Element i.";
const POWER: &str = "Element i. Rows of the texture have a power of two texels: row and column are exact.";
const PACKED: &str = "Element i, one of the four in texel i / 4.";
const LAYERED: &str = "Element i; neighbours are in the layers of one texel.";
const ALIGNED: &str = "The element at the output's own place: the stream lies texel for texel as the output does.";
const HERE: &str = "The element of the output's own number.";
const COLUMN_ROW: &str = "The element in column x of row y.";
const CLAMPED: &str = "Element i, or the first or last where there is none.";
const NEAREST: &str = "The element in column x of row y, or the nearest; the last row of a 1-D stream may be short.";
const TEXEL_PLACE: &str =
    "Column and row of texel i. The product with 1 / width may round to the row before or after: the column shows it.";

/// The arguments of the functions: a linear index, or a column and a row.
const NUMBER: [(&str, Type); 1] = [("i", Type::Index)];
const COLUMN_AND_ROW: [(&str, Type); 2] = [("x", Type::Index), ("y", Type::Index)];

fn argument(number: usize) -> Expr {
    local(number, Type::Index)
}

/// Returns a vector of a column and a row, both converted to type `ty`.
fn pair(column: Expr, row: Expr, ty: Type) -> Expr {
    vector([convert(column, ty), convert(row, ty)])
}

impl Lowering<'_> {
    /// Adds all functions that read an input. Functions that others call come first.
    pub(super) fn input_functions(&mut self, input: usize, asks: InputAccess) {
        let access = self.variant.inputs[input];
        let ty = self.kernel.interface.inputs[input].ty;
        // In these layouts, a row of elements is not a row of texels, so an element is found by its linear index.
        let by_number = access.packed || access.wrapped || access.layers > 1;
        if asks.by_number() || (asks.here && !access.aligned) || (asks.by_column_row() && by_number) {
            self.linear(input, access, ty);
        }
        let linear = |lowering: &Self, i: Expr| call(lowering.inputs[input].linear, vec![i], ty);
        if asks.here {
            let mut body = Variables { names: Vec::new(), statements: Vec::new() };
            let about = if access.aligned {
                let texel = self.texel_here(input, ty);
                match access.packed {
                    // A lane past the end may read anything, since its result is not used.
                    true => body.return_lane(texel, expr(ExprKind::Lane, Type::Index), self.form.addressing),
                    false => body.statements.push(returns(first_components(texel, ty))),
                }
                ALIGNED
            } else {
                body.statements.push(returns(linear(self, self.here())));
                HERE
            };
            let function = self.add(AccessFunction::FetchHere(input), about, &[], &body.names, ty, body.statements);
            self.inputs[input].here = Some(function);
        }
        if asks.by_column_row() {
            let (x, y) = (argument(0), argument(1));
            let value = match by_number {
                true => linear(self, y * measure(Stream::Input(input), Measure::Row) + x),
                false => first_components(self.texel_at(input, x, y, ty), ty),
            };
            let what = AccessFunction::Fetch(input);
            let function = self.add(what, COLUMN_ROW, &COLUMN_AND_ROW, &[], ty, vec![returns(value)]);
            self.inputs[input].column_row = Some(function);
        }
        let of = |what: Measure| measure(Stream::Input(input), what);
        if asks.clamped_linear {
            let value = linear(self, clamp_below(argument(0), of(Measure::Count)));
            let what = AccessFunction::Clamped(input);
            let function = self.add(what, CLAMPED, &NUMBER, &[], ty, vec![returns(value)]);
            self.inputs[input].clamped_linear = Some(function);
        }
        if asks.clamped_column_row {
            let (x, y) = (argument(0), argument(1));
            let length = match self.full[input] {
                true => of(Measure::Row),
                false => math(Math::Min, vec![of(Measure::Row), of(Measure::Count) - y.clone() * of(Measure::Row)]),
            };
            let row = Stmt::Assign {
                place: Place { local: LocalId(1), part: Part::Whole },
                value: clamp_below(y.clone(), of(Measure::Rows)),
            };
            let value = call(self.inputs[input].column_row, vec![clamp_below(x, length), y], ty);
            let what = AccessFunction::Clamped(input);
            let function = self.add(what, NEAREST, &COLUMN_AND_ROW, &[], ty, vec![row, returns(value)]);
            self.inputs[input].clamped_column_row = Some(function);
        }
    }

    /// Adds the function that returns an element by its linear index.
    fn linear(&mut self, input: usize, access: Access, ty: Type) {
        self.texel_place_function(access);
        let mut body = Variables { names: NUMBER.to_vec(), statements: Vec::new() };
        let i = argument(0);
        let about = if access.packed {
            let texel = body.declare("texel", quotient(i.clone(), index(4)));
            let lane = body.declare("lane", remainder(i, 4));
            let four = self.texel_of_number(input, texel, None, access, &mut body);
            body.return_lane(four, lane, self.form.addressing);
            PACKED
        } else if access.layers > 1 {
            // Neighbouring elements lie in the layers of one texel, so a fragment that writes all layers writes neighbours.
            let layer = remainder(i.clone(), access.layers);
            let texel = body.declare("texel", quotient(i, index(access.layers)));
            let texel = self.texel_of_number(input, texel, Some(layer), access, &mut body);
            body.statements.push(returns(first_components(texel, ty)));
            LAYERED
        } else {
            let texel = self.texel_of_number(input, i, None, access, &mut body);
            body.statements.push(returns(first_components(texel, ty)));
            if access.power { POWER } else { LINEAR }
        };
        let what = AccessFunction::Fetch(input);
        let function = self.add(what, about, &NUMBER, &body.names[1..], ty, body.statements);
        self.inputs[input].linear = Some(function);
    }

    /// Returns the texel with the linear index `number`. `number` has to be a variable, since the result may read it more than once.
    fn texel_of_number(
        &self,
        input: usize,
        number: Expr,
        layer: Option<Expr>,
        access: Access,
        body: &mut Variables,
    ) -> Expr {
        let of = |what: Measure| measure(Stream::Input(input), what);
        let [across, down] = [0, 1].map(|axis| component(of(Measure::Inverse), axis));
        let addressing = self.form.addressing;
        let half = float(0.5);
        let at = match addressing {
            Addressing::Linear if layer.is_none() => TexelAddress::Number(number.into()),
            _ if addressing.integers() && access.power => {
                let column = binary(Binary::And, number.clone(), of(Measure::Width) - index(1));
                let row = binary(Binary::ShiftRight, number, of(Measure::Shift));
                match addressing {
                    Addressing::SampleOrFetch => self.coordinates(input, pair(column, row, Type::FLOAT), layer),
                    _ => TexelAddress::Cell(pair(column, row, Type::INT).into(), layer.map(Box::new)),
                }
            }
            Addressing::Linear | Addressing::Texels => {
                let row = quotient(number.clone(), of(Measure::Width));
                let column = number - row.clone() * of(Measure::Width);
                TexelAddress::Cell(pair(column, row, Type::INT).into(), layer.map(Box::new))
            }
            _ if !access.power => {
                let place = vec![number, of(Measure::Width), across];
                match addressing {
                    Addressing::SampleOrFetch => {
                        let place = call(self.texel_place, place, Type::Int(Components::Two));
                        TexelAddress::Cell(place.into(), layer.map(Box::new))
                    }
                    _ => self.coordinates(input, call(self.texel_place, place, PLACE), None),
                }
            }
            Addressing::NormalizedShort => {
                // The integer part of (number + 1/2) / width is the row, and its fraction is the position of the texel's centre along the
                // row. The row coordinate may keep that fraction, since it stays within the row.
                let along = body.declare("along", as_float(number) * across.clone() + half * across);
                let place = vector([math(Math::Fract, vec![along.clone()]), along * down]);
                TexelAddress::Coordinates(place.into(), None)
            }
            _ => {
                // The integer part of number / width is the row, and its fraction is the position of the texel along the row. Both are
                // exact, since the width is a power of two; number + 1/2 would be rounded beyond 2^23.
                let along = body.declare("along", as_float(number) * across.clone());
                let left = math(Math::Fract, vec![along.clone()]);
                let row = along - left.clone();
                let column = left + half.clone() * across;
                let place = match addressing {
                    Addressing::Rectangle => vector([column * as_float(of(Measure::Width)), row + half]),
                    _ => vector([column, row * down.clone() + half * down]),
                };
                TexelAddress::Coordinates(place.into(), None)
            }
        };
        texel(input, at, self.kernel.interface.inputs[input].ty)
    }

    /// Returns the texel in this column and row.
    fn texel_at(&self, input: usize, column: Expr, row: Expr, ty: Type) -> Expr {
        let at = match self.form.addressing {
            Addressing::Linear => {
                TexelAddress::Number((row * measure(Stream::Input(input), Measure::Width) + column).into())
            }
            Addressing::Texels => TexelAddress::Cell(pair(column, row, Type::INT).into(), None),
            _ => self.coordinates(input, pair(column, row, Type::FLOAT), None),
        };
        texel(input, at, ty)
    }

    /// Returns the texel at the place of the texel that is drawn, for a texture of the output's size.
    fn texel_here(&self, input: usize, ty: Type) -> Expr {
        let column = expr(ExprKind::FragmentColumn, Type::Index);
        let row = expr(ExprKind::FragmentRow, Type::Index);
        let at = match self.form.addressing {
            // Both textures have the same size. The output's width is used, since it is known anyway.
            Addressing::Linear => {
                TexelAddress::Number((row * measure(Stream::Output(0), Measure::Width) + column).into())
            }
            Addressing::Texels => TexelAddress::Cell(pair(column, row, Type::INT).into(), None),
            Addressing::Rectangle => self.coordinates(input, pair(column, row, Type::FLOAT), None),
            _ => TexelAddress::Coordinates(expr(ExprKind::FragmentCentre, PLACE).into(), None),
        };
        texel(input, at, ty)
    }

    /// Returns the coordinates of a texel's centre. `place` holds its column and row as floats.
    fn coordinates(&self, input: usize, place: Expr, layer: Option<Expr>) -> TexelAddress {
        let half = float(0.5);
        let middle = match self.form.addressing {
            Addressing::Rectangle => place + half,
            addressing => {
                let inverse = measure(Stream::Input(input), Measure::Inverse);
                match addressing.integers() {
                    true => (place + half) * inverse,
                    // Chips compute a product plus a constant in one instruction.
                    false => place * inverse.clone() + half * inverse,
                }
            }
        };
        TexelAddress::Coordinates(middle.into(), layer.map(Box::new))
    }

    /// Adds the function that finds a texel's column and row where the number of texels per row is not a power of two. It multiplies by the
    /// reciprocal, as Brook's address translation does, but its result is exact: the quotient is off by at most one row for any index that
    /// a texture holds, and the remainder shows in which direction.
    fn texel_place_function(&mut self, access: Access) {
        let addressing = self.form.addressing;
        if access.power || self.texel_place.is_some() || matches!(addressing, Addressing::Linear | Addressing::Texels) {
            return;
        }
        let (i, width, inverse) = (argument(0), argument(1), local(2, Type::FLOAT));
        let (row, column, off) = (argument(3), argument(4), argument(5));
        let near = as_float(i.clone()) * inverse.clone();
        let (near, scalar) = match addressing.integers() {
            true => (near, Type::INT),
            false => (math(Math::Floor, vec![near + float(0.5) * inverse]), Type::FLOAT),
        };
        let flag = |operator, limit: Expr| convert(binary(operator, column.clone(), limit), Type::Index);
        let values = [
            convert(near, Type::Index),
            i - row.clone() * width.clone(),
            flag(Binary::GreaterEqual, width.clone()) - flag(Binary::Less, index(0)),
        ];
        let declare = |(k, value): (usize, Expr)| Stmt::Declare { local: LocalId(3 + k), value: Some(value) };
        let place = pair(column.clone() - off.clone() * width, row + off, scalar);
        let result = place.ty;
        let body = values.into_iter().enumerate().map(declare).chain([returns(place)]).collect();
        let arguments = [("i", Type::Index), ("width", Type::Index), ("inverse", Type::FLOAT)];
        let locals = ["row", "column", "off"].map(|name| (name, Type::Index));
        let function = self.add(AccessFunction::TexelPlace, TEXEL_PLACE, &arguments, &locals, result, body);
        self.texel_place = Some(function);
    }
}

fn call(function: Option<crate::ir::FunctionId>, of: Vec<Expr>, ty: Type) -> Expr {
    expr(ExprKind::Call(function.expect("what is called is made first"), of), ty)
}

/// Returns the first components of a texel, as many as an element has.
fn first_components(texel: Expr, ty: Type) -> Expr {
    match ty.count() {
        4 => texel,
        count => expr(ExprKind::Swizzle(texel.into(), (0..count as u8).collect()), ty),
    }
}

/// The variables of a function under construction, arguments first, and its statements.
struct Variables {
    names: Vec<(&'static str, Type)>,
    statements: Vec<Stmt>,
}

impl Variables {
    /// Declares a new variable that holds `value`. Returns an expression that reads the variable.
    fn declare(&mut self, name: &'static str, value: Expr) -> Expr {
        let variable = local(self.names.len(), value.ty);
        self.names.push((name, value.ty));
        self.statements.push(Stmt::Declare { local: LocalId(self.names.len() - 1), value: Some(value) });
        variable
    }

    /// Adds a statement that returns one of a texel's four elements. Chips without integers need fewer instructions to test for less than
    /// for equality.
    fn return_lane(&mut self, texel: Expr, lane: Expr, addressing: Addressing) {
        let four = self.declare("four", texel);
        let part = |k: u8| component(four.clone(), k);
        let is = |k: usize| match addressing.integers() {
            true => binary(Binary::Equal, lane.clone(), index(k)),
            false => binary(Binary::Less, lane.clone(), index(k + 1)),
        };
        let chosen = (0..3).rev().fold(part(3), |rest, k: u8| select(is(k.into()), part(k), rest));
        self.statements.push(returns(chosen));
    }
}
