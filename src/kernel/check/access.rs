//! Checks calls of the functions that access streams, extents and positions: `fetch`, `clamped`, `count`, `here` and others.

use super::{Body, Checked, Checker, Global};
use crate::ir::TemplateExpr;
use crate::ir::{Address, Axis, Expr, ExprKind, Extent, Stream, Type};
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks a call of a function of the kernel contract: one of `names::ACCESS`.
    pub(super) fn access(
        &mut self,
        body: &mut Body,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Expr> {
        let of = |kind: ExprKind| Ok(Expr::new(kind, Type::Index, span));
        match name.text.as_str() {
            "here" | "here_x" | "here_y" if !arguments.is_empty() => {
                let title = format!("`{}` takes no arguments", name.text);
                let help = "it is the place of the element that is computed";
                self.fail(Diagnostic::error(Code::K0305, name.span, title).help(help))
            }
            "here" => of(ExprKind::Here(Axis::Linear)),
            "here_x" => of(ExprKind::Here(Axis::Column)),
            "here_y" => of(ExprKind::Here(Axis::Row)),
            "count" => self.extent(body, name, arguments, Extent::Count, span),
            "width" => self.extent(body, name, arguments, Extent::Width, span),
            "height" => self.extent(body, name, arguments, Extent::Height, span),
            "quotient" => {
                if arguments.len() != 2 {
                    let title = format!("`quotient` takes 2 arguments, not {}", arguments.len());
                    let help = "`quotient(i, d)` is `i / d` of two positions, rounded down";
                    return self.fail(Diagnostic::error(Code::K0305, name.span, title).help(help));
                }
                let [a, b] = self.positions(body, arguments, "`quotient` divides an `index` by another")?;
                of(ExprKind::Quotient(Box::new(a), Box::new(b)))
            }
            function => self.fetch(body, name, function == "clamped", arguments, span),
        }
    }

    fn fetch(
        &mut self,
        body: &mut Body,
        name: &Name,
        clamped: bool,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Expr> {
        let function = name.text.as_str();
        let fail = |title: String| Diagnostic::error(Code::K0310, name.span, title);
        let form = format!("it is called as `{function}(name, i)` or `{function}(name, x, y)`, name being an input's");
        let Some((stream, positions)) = arguments.split_first().filter(|(_, positions)| !positions.is_empty()) else {
            return self.fail(fail(format!("`{function}` takes an input and a position")).help(form));
        };
        let Some((input, item)) = named_stream(stream) else {
            let title = format!("`{function}` takes an input and a position");
            return self.fail(Diagnostic { span: stream.span, ..fail(title) }.label("no input").help(form));
        };
        let Some((Global::Input(number), declared)) = self.globals.get(input).cloned() else {
            return self.unknown_stream(input, stream.span, false);
        };
        self.use_port(input);
        let item = self.item_of(body, Stream::Input(number), item, stream.span, declared)?;
        let ty = self.interface.inputs[number].ty;
        let of = |at: Address| {
            let fetch = Expr::new(ExprKind::Fetch { input: number, at, clamped }, ty, span);
            Ok(of_item(item, fetch))
        };
        let place = "a position is an `index`";
        match positions {
            [here] if !clamped && is_here(here) => of(Address::Here),
            [_] => {
                let [i] = self.positions(body, positions, place)?;
                of(Address::Linear(Box::new(i)))
            }
            [_, _] => {
                let [x, y] = self.positions(body, positions, place)?;
                of(Address::ColumnRow(Box::new(x), Box::new(y)))
            }
            _ => {
                let title = format!("`{function}` takes an input and one or two indices, not {}", positions.len());
                self.fail(fail(title))
            }
        }
    }

    /// Checks `N` expressions, and converts them to positions.
    fn positions<const N: usize>(&mut self, body: &mut Body, of: &[ast::Expr], place: &str) -> Checked<[Expr; N]> {
        let values = self.values(body, of)?;
        let mut positions = Vec::new();
        for value in values {
            positions.push(self.coerce(value, Type::Index, place));
        }
        let positions: Checked<Vec<Expr>> = positions.into_iter().collect();
        <[Expr; N]>::try_from(positions?).map_err(|_| super::Failed)
    }

    fn extent(
        &mut self,
        body: &mut Body,
        name: &Name,
        arguments: &[ast::Expr],
        extent: Extent,
        span: Span,
    ) -> Checked<Expr> {
        let function = name.text.as_str();
        let one = if let [one] = arguments { Some(one) } else { None };
        let Some((named, (stream, item))) = one.and_then(|one| Some((one.span, named_stream(one)?))) else {
            let title = format!("`{function}` takes a stream");
            let help = format!(
                "it is called as `{function}(name)`, name being an input's or an output's; the word is kept for it"
            );
            return self.fail(Diagnostic::error(Code::K0310, name.span, title).help(help));
        };
        let (of, declared) = match self.globals.get(stream) {
            Some((Global::Input(number), declared)) => {
                let found = (Stream::Input(*number), *declared);
                self.use_port(stream);
                found
            }
            Some((Global::Output(number), declared)) => (Stream::Output(*number), *declared),
            _ => return self.unknown_stream(stream, named, true),
        };
        let item = self.item_of(body, of, item, named, declared)?;
        Ok(of_item(item, Expr::new(ExprKind::Extent(of, extent), Type::Index, span)))
    }
}

/// Returns the stream that an expression names (`keys`), or the array of streams and the index of its item (`keys[k]`).
fn named_stream(of: &ast::Expr) -> Option<(&str, Option<&ast::Expr>)> {
    match &of.kind {
        ast::ExprKind::Name(name) => Some((name, None)),
        ast::ExprKind::Index(base, item) => match &base.kind {
            ast::ExprKind::Name(name) => Some((name, Some(item))),
            _ => None,
        },
        _ => None,
    }
}

/// Returns a fetch or an extent of a stream. With an index, it becomes one of that item of an array of streams.
fn of_item(item: Option<Expr>, of: Expr) -> Expr {
    match item {
        Some(item) => {
            let (ty, span) = (of.ty, of.span);
            Expr::new(ExprKind::Template(Box::new(TemplateExpr::OfItem(item, of))), ty, span)
        }
        None => of,
    }
}

/// Whether the expression is literally `here()`.
fn is_here(of: &ast::Expr) -> bool {
    matches!(&of.kind, ast::ExprKind::Call(name, arguments) if name.text == "here" && arguments.is_empty())
}
