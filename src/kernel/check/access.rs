//! Checks access to streams: `fetch`, `clamped`, `here`, `count` and their like.

use super::{Body, Checked, Checker, Global};
use crate::ir::{Address, Axis, Expr, ExprKind, Extent, Stream, Type};
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// A call of a function of the kernel contract.
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
            "count" => self.extent(name, arguments, Extent::Count, span),
            "width" => self.extent(name, arguments, Extent::Width, span),
            "height" => self.extent(name, arguments, Extent::Height, span),
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
        let ast::ExprKind::Name(input) = &stream.kind else {
            let title = format!("`{function}` takes an input and a position");
            return self.fail(Diagnostic { span: stream.span, ..fail(title) }.label("no input").help(form));
        };
        let Some((Global::Input(number), _)) = self.globals.get(input.as_str()).cloned() else {
            return self.unknown_stream(input, stream.span, false);
        };
        self.use_port(input);
        let ty = self.interface.inputs[number].ty;
        let of = |at: Address| Ok(Expr::new(ExprKind::Fetch { input: number, at, clamped }, ty, span));
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

    /// So many positions.
    fn positions<const N: usize>(&mut self, body: &mut Body, of: &[ast::Expr], place: &str) -> Checked<[Expr; N]> {
        let values = self.values(body, of)?;
        let mut positions = Vec::new();
        for value in values {
            positions.push(self.coerce(value, Type::Index, place));
        }
        let positions: Checked<Vec<Expr>> = positions.into_iter().collect();
        <[Expr; N]>::try_from(positions?).map_err(|_| super::Failed)
    }

    fn extent(&mut self, name: &Name, arguments: &[ast::Expr], extent: Extent, span: Span) -> Checked<Expr> {
        let function = name.text.as_str();
        let [ast::Expr { kind: ast::ExprKind::Name(stream), span: named, .. }] = arguments else {
            let title = format!("`{function}` takes a stream");
            let help = format!(
                "it is called as `{function}(name)`, name being an input's or an output's; the word is kept for it"
            );
            return self.fail(Diagnostic::error(Code::K0310, name.span, title).help(help));
        };
        let stream = match self.globals.get(stream.as_str()) {
            Some((Global::Input(number), _)) => {
                let number = *number;
                self.use_port(stream);
                Stream::Input(number)
            }
            Some((Global::Output(number), _)) => Stream::Output(*number),
            _ => return self.unknown_stream(stream, *named, true),
        };
        Ok(Expr::new(ExprKind::Extent(stream, extent), Type::Index, span))
    }
}

/// Whether it is `here()`, as it is written.
fn is_here(of: &ast::Expr) -> bool {
    matches!(&of.kind, ast::ExprKind::Call(name, arguments) if name.text == "here" && arguments.is_empty())
}
