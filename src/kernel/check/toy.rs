//! A parser for these tests alone.
use super::super::ast::*;
use super::super::source::Source;
use crate::syntax::ast::{Declarator, ExprKind, Name, StmtKind};
use crate::syntax::lexer::{Kind, Token, lex};
use crate::syntax::parse::{Codes, Language, Parsed, Parser};
use crate::syntax::{Code, Diagnostic, File, Files, Span};

fn is_type(word: &str) -> bool {
    super::types::find(word, crate::texel::Components::One).is_some()
}

static TOY: Language = Language {
    is_type,
    is_constructor: is_type,
    constructed: "vec2(a, b)",
    logical_xor: true,
    braces: false,
    gaps: true,
    item_words: &[],
    begins_item: |_, _, _| false,
    refuse_statement: |_| Ok(()),
    prefix: |_| Ok(None),
    operand: |_| Ok(None),
    word_operators: &[],
    number: |parser, kind| match kind {
        Kind::Float(value) => Ok(ExprKind::Float(value)),
        Kind::Int(value) => Ok(ExprKind::Int(value)),
        Kind::Uint(value) => Ok(ExprKind::Uint(value as u32)),
        _ => parser.refuse(Code::K0201, parser.span(), "no number", ""),
    },
    no_letter: |_, named| format!("no {named}"),
    max_nesting: 200,
    max_chain: 1200,
    max_height: 1300,
    codes: Codes {
        missing: Code::K0201,
        gap: Code::K0201,
        name: Code::K0201,
        limit: Code::K0201,
        unclosed: Code::K0201,
        pointer: Code::K0201,
        no_index: Code::K0201,
        number: Code::K0201,
        quoted: Code::K0201,
        letter: Code::K0201,
        comment: Code::K0201,
        braces: Code::K0201,
        value: Code::K0201,
    },
};

fn flatten(source: &Source, name: &str, text: &str, files: &mut Files, done: &mut Vec<String>) -> Vec<Token> {
    let number = files.0.len() as u32;
    files.0.push(File { name: name.to_owned(), text: text.to_owned() });
    let tokens = lex(number, text);
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let word = &text[tokens[at].text.start as usize..tokens[at].text.end as usize];
        if word != "#" {
            out.push(tokens[at]);
            at += 1;
            continue;
        }
        let quoted = tokens[at + 2].text;
        let name = &text[quoted.start as usize + 1..quoted.end as usize - 1];
        at += 3;
        if !done.iter().any(|known| known == name) {
            done.push(name.to_owned());
            let inner = source.find(name).unwrap_or_else(|| panic!("no {name}")).to_owned();
            out.extend(flatten(source, name, &inner, files, done));
        }
    }
    out
}

pub fn files(source: &Source) -> (Files, Vec<Token>) {
    let mut files = Files::default();
    let tokens = flatten(source, source.path(), source.text(), &mut files, &mut Vec::new());
    (files, tokens)
}

pub fn expression(files: &Files) -> crate::syntax::ast::Expr {
    let tokens = lex(0, &files.0[0].text);
    let mut parser = Parser::new(&TOY, files, &tokens);
    let made = parser.expression();
    assert!(parser.diagnostics.is_empty(), "{:?}", parser.diagnostics);
    made.unwrap()
}

pub fn parse(files: &Files, tokens: &[Token]) -> (KernelText, Vec<Diagnostic>) {
    let mut text = KernelText::default();
    let mut parser = Parser::new(&TOY, files, tokens);
    while parser.at < tokens.len() {
        if item(&mut parser, &mut text).is_err() {
            text.broken = true;
            break;
        }
    }
    text.broken |= parser.broken || text.functions.iter().all(|one| one.name.text != "main");
    (text, parser.diagnostics)
}

fn item(parser: &mut Parser, text: &mut KernelText) -> Parsed<()> {
    let role = match parser.text(0) {
        "input" => Some(PortRole::Input),
        "constant" => Some(PortRole::Constant),
        "output" => Some(PortRole::Output),
        _ => None,
    };
    if let Some(role) = role {
        parser.at += 1;
        let ty = parser.name("a type")?;
        loop {
            let name = parser.name("a name")?;
            text.ports.push(PortItem { role, ty: ty.clone(), name });
            if !parser.eat(",") {
                break;
            }
        }
        return parser.expect(";", "behind").map(drop);
    }
    if parser.eat("const") {
        let ty = parser.name("a type")?;
        loop {
            let name = parser.name("a name")?;
            parser.expect("=", "behind")?;
            let value = parser.assignment()?;
            text.constants.push(ConstantItem { ty: ty.clone(), name, value });
            if !parser.eat(",") {
                break;
            }
        }
        return parser.expect(";", "behind").map(drop);
    }
    let result = parser.name("a type")?;
    let name = parser.name("a name")?;
    parser.expect("(", "behind")?;
    let mut parameters = Vec::new();
    while !parser.is(")") {
        parser.eat("const");
        let mode = if parser.eat("inout") {
            ParameterMode::InOut
        } else if parser.eat("out") {
            ParameterMode::Out
        } else {
            parser.eat("in");
            ParameterMode::In
        };
        let ty = parser.name("a type")?;
        let name = match parser.is_word(0) {
            true => parser.name("a name")?,
            false => Name { text: String::new(), span: ty.span },
        };
        parameters.push(FunctionParameter { mode, ty, name });
        parser.eat(",");
    }
    let close = parser.expect(")", "behind")?;
    let head = Span { file: result.span.file, ..result.span }.to(close);
    if parser.is(";") {
        let end = parser.span();
        parser.at += 1;
        text.functions.push(FunctionItem { result, name, parameters, body: None, head, end, broken: false });
        return Ok(());
    }
    let open = parser.at;
    let close = parser.closing(open).expect("closed");
    parser.at += 1;
    let outer = std::mem::replace(&mut parser.end, close);
    let body = parser.statements();
    parser.end = outer;
    let end = parser.tokens[close].span;
    parser.at = close + 1;
    text.functions.push(FunctionItem { result, name, parameters, body: Some(body), head, end, broken: parser.broken });
    let _ = |stmt: &StmtKind, declarator: &Declarator| drop((format!("{stmt:?}"), format!("{declarator:?}")));
    Ok(())
}
