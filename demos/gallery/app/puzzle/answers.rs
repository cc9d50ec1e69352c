//! The answers that were given: kept while the program runs, and in a file that the page reads, too.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Answers by the names of puzzles.
#[derive(Clone, Default, Debug)]
pub struct Answers(BTreeMap<String, Answer>);

#[derive(Clone, PartialEq, Debug)]
struct Answer {
    text: String,
    solved: bool,
}

impl Answers {
    /// Keeps an answer. What was solved once stays solved.
    pub fn keep(&mut self, name: &str, text: &str, solved: bool) {
        let solved = solved || self.is_solved(name);
        self.0.insert(name.to_owned(), Answer { text: text.to_owned(), solved });
    }

    pub fn is_solved(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|answer| answer.solved)
    }

    /// The text of an answer.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|answer| answer.text.as_str())
    }

    /// As a file.
    pub fn to_json(&self) -> String {
        let entry = |(name, answer): (&String, &Answer)| {
            (name.clone(), json!({ "text": answer.text, "solved": answer.solved }))
        };
        let all: Map<String, Value> = self.0.iter().map(entry).collect();
        format!("{:#}\n", Value::Object(all))
    }

    /// Takes the answers of a file, in addition to those that are there.
    ///
    /// # Errors
    /// What is no such file.
    pub fn take(&mut self, text: &str) -> Result<(), String> {
        let read: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let all = read.as_object().ok_or("it holds no answers")?;
        let entry = |(name, answer): (&String, &Value)| {
            let (text, solved) = (answer["text"].as_str(), answer["solved"].as_bool());
            let (text, solved) = text.zip(solved).ok_or_else(|| format!("the answer to {name} has no text"))?;
            Ok((name.clone(), text.to_owned(), solved))
        };
        let read: Vec<_> = all.iter().map(entry).collect::<Result<_, String>>()?;
        for (name, text, solved) in read {
            self.keep(&name, &text, solved);
        }
        Ok(())
    }
}
