//! The text of conditions.

use crate::fragment_operations::Compare;
use crate::syntax::lexer::{Token, TokenKind, lex_lines};
use crate::syntax::{float, visible};

use super::condition::mirrored;
use super::{Condition, DatabaseError, Operand};

/// The maximum depth of parentheses and `not`s.
const MAX_DEPTH: usize = 64;

impl Condition {
    /// Reads a condition on these columns.
    ///
    /// A comparison is `age >= 18`, `18 <= age`, `18 <= age < 65` or `age between 18 and 65`, by `=`, `!=`, `<`, `<=`, `>` or `>=`, and another
    /// column may take the place of each number. Comparisons are joined by `and` and `or`, of which `and` binds more closely, with parentheses and
    /// `not`; `&&`, `||`, `!` and `==` mean the same. Capitals do not matter in these words. A constant is rounded to the nearest float, as the
    /// columns are. A column is named by a word of letters, digits and underscores; [`Condition::compare`] takes any name.
    ///
    /// The result is in conjunctive normal form, into which `or` and `not` may have to rewrite a condition, at most to
    /// [`MAX_CLAUSES`](super::MAX_CLAUSES) clauses.
    ///
    /// ```
    /// use brooklet::applications::database::Condition;
    /// let condition = Condition::parse("age < 18 or 65 <= age < 80 and not pay = 0", &["age", "pay"])?;
    /// assert_eq!(condition.to_string(), "(age < 18 or age >= 65) and (age < 18 or age < 80) and (age < 18 or pay != 0)");
    /// let error = Condition::parse("age < 18 or pays = 0", &["age", "pay"]).unwrap_err();
    /// assert_eq!(error.to_string(),
    ///     "character 13 of the condition: there is no column `pays`; did you mean `pay`? There are `age`, `pay`");
    /// # Ok::<(), brooklet::applications::database::DatabaseError>(())
    /// ```
    ///
    /// # Errors
    /// [`DatabaseError::Text`], with the place; [`DatabaseError::TooLong`].
    pub fn parse(text: &str, columns: &[&str]) -> Result<Condition, DatabaseError> {
        let mut parser = Parser { text, tokens: lex_lines(0, text), at: 0, depth: 0, columns };
        let condition = parser.disjunction()?;
        match parser.next() {
            None => Ok(condition),
            Some(token) => {
                Err(parser.fault(format!("`{}` cannot follow: expected `and` or `or`", parser.word(&token))))
            }
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// The index of the next token.
    at: usize,
    depth: usize,
    columns: &'a [&'a str],
}

impl<'a> Parser<'a> {
    fn next(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn word(&self, token: &Token) -> &'a str {
        &self.text[token.text.start as usize..token.text.end as usize]
    }

    /// Takes the next token, if it is one of these words or signs. Capitals do not matter.
    fn takes(&mut self, words: &[&str]) -> bool {
        let found =
            self.next().is_some_and(|token| words.iter().any(|word| self.word(&token).eq_ignore_ascii_case(word)));
        self.at += usize::from(found);
        found
    }

    /// Returns an error at the next token.
    fn fault(&self, what: impl Into<String>) -> DatabaseError {
        let end = self.next().map_or(self.text.len(), |token| token.text.start as usize);
        let what = visible(&what.into()).into_owned();
        DatabaseError::Text { at: self.text[..end].chars().count() + 1, what }
    }

    fn expected<T>(&self, what: &str) -> Result<T, DatabaseError> {
        let found = self.next().map_or("its end".to_owned(), |token| format!("`{}`", self.word(&token)));
        Err(self.fault(format!("expected {what}, and found {found}")))
    }

    fn disjunction(&mut self) -> Result<Condition, DatabaseError> {
        let mut all = self.conjunction()?;
        while self.takes(&["or", "||"]) {
            all = all.or(self.conjunction()?)?;
        }
        Ok(all)
    }

    fn conjunction(&mut self) -> Result<Condition, DatabaseError> {
        let mut all = self.factor()?;
        while self.takes(&["and", "&&"]) {
            all = all.and(self.factor()?)?;
        }
        Ok(all)
    }

    fn factor(&mut self) -> Result<Condition, DatabaseError> {
        if self.depth == MAX_DEPTH {
            return Err(self.fault(format!("parentheses and `not`s are nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let found = if self.takes(&["not", "!"]) {
            self.factor()?.not()
        } else if self.takes(&["("]) {
            let inner = self.disjunction()?;
            if !self.takes(&[")"]) {
                return self.expected("`)`");
            }
            Ok(inner)
        } else {
            self.comparison()
        };
        self.depth -= 1;
        found
    }

    fn comparison(&mut self) -> Result<Condition, DatabaseError> {
        let start = self.at;
        let first = self.operand()?;
        if let Operand::Column(column) = &first
            && self.takes(&["between"])
        {
            let low = self.operand()?;
            if !self.takes(&["and"]) {
                return self.expected("`and`, as in `between 1 and 5`");
            }
            return Ok(Condition::range(column, low, self.operand()?));
        }
        let compare = self.operator()?;
        let second = self.operand()?;
        let chained = self.next().is_some_and(|token| operator_of(self.word(&token)).is_some());
        match (first, second) {
            (Operand::Constant(_), Operand::Constant(_)) => {
                self.at = start;
                Err(self.fault("a comparison has a column, as in `x < 5`"))
            }
            (Operand::Column(column), second) if !chained => Ok(Condition::compare(column, compare, second)),
            (first @ Operand::Constant(_), Operand::Column(column)) if !chained => {
                Ok(Condition::compare(column, mirrored(compare), first))
            }
            (first, second) => self.range(first, compare, second),
        }
    }

    /// Parses the rest of `low <= x < high`, from the second operator.
    fn range(&mut self, low: Operand, compare: Compare, middle: Operand) -> Result<Condition, DatabaseError> {
        let same_way = match compare {
            Compare::Less | Compare::LessOrEqual => [Compare::Less, Compare::LessOrEqual],
            _ => [Compare::Greater, Compare::GreaterOrEqual],
        };
        let place = self.at;
        let second = self.operator()?;
        match middle {
            Operand::Column(column) if same_way.contains(&compare) && same_way.contains(&second) => {
                let above = Condition::compare(column.as_str(), mirrored(compare), low);
                above.and(Condition::compare(column, second, self.operand()?))
            }
            _ => {
                self.at = place;
                Err(self.fault("a range has a column between two comparisons in one direction, as `1 <= x < 5`"))
            }
        }
    }

    fn operator(&mut self) -> Result<Compare, DatabaseError> {
        match self.next().and_then(|token| operator_of(self.word(&token))) {
            Some(compare) => {
                self.at += 1;
                Ok(compare)
            }
            None => self.expected("=, !=, <, <=, > or >="),
        }
    }

    fn operand(&mut self) -> Result<Operand, DatabaseError> {
        let negative = self.takes(&["-"]);
        let signed = negative || self.takes(&["+"]);
        let what = if signed { "a number" } else { "a column or a number" };
        let Some(token) = self.next() else { return self.expected(what) };
        let word = self.word(&token);
        let operand = match token.kind {
            TokenKind::Word if !signed => Operand::from(self.column(word)?),
            TokenKind::Float(_) | TokenKind::Int(_) | TokenKind::BadNumber => match float(word) {
                Some(number) if number.is_finite() => Operand::Constant(if negative { -number } else { number }),
                Some(_) => return Err(self.fault(format!("{word} is beyond the largest float, {:e}", f32::MAX))),
                None => return Err(self.fault(format!("`{word}` is not a decimal number"))),
            },
            _ => return self.expected(what),
        };
        self.at += 1;
        Ok(operand)
    }

    fn column(&self, word: &'a str) -> Result<&'a str, DatabaseError> {
        if self.columns.contains(&word) {
            return Ok(word);
        }
        if ["and", "or", "not", "between"].iter().any(|own| own.eq_ignore_ascii_case(word)) {
            return self.expected("a column or a number");
        }
        let known = self.columns.iter().map(|column| (*column).to_owned()).collect();
        Err(self.fault(DatabaseError::UnknownColumn { name: word.to_owned(), known }.to_string()))
    }
}

fn operator_of(word: &str) -> Option<Compare> {
    Some(match word {
        "=" | "==" => Compare::Equal,
        "!=" => Compare::NotEqual,
        "<" => Compare::Less,
        "<=" => Compare::LessOrEqual,
        ">" => Compare::Greater,
        ">=" => Compare::GreaterOrEqual,
        _ => return None,
    })
}
