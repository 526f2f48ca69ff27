//! A table that does not know yet whether it becomes Markdown, CSV or JSON.

use serde::Serialize;

use crate::metrics::Interval;

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// Its file's name without an ending.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each as long as the columns.
    pub rows: Vec<Vec<Value>>,
    /// What must be said beside it.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name for programs.
    pub key: String,
    /// Its name for people.
    pub title: String,
    /// Whether its values have intervals; in CSV they have three columns then.
    pub interval: bool,
}

impl Column {
    /// A column of single values.
    pub fn plain(key: impl Into<String>, title: impl Into<String>) -> Self {
        Self { key: key.into(), title: title.into(), interval: false }
    }

    /// A column of values with intervals.
    pub fn interval(key: impl Into<String>, title: impl Into<String>) -> Self {
        Self { interval: true, ..Self::plain(key, title) }
    }
}

/// A value of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Words.
    Text(String),
    /// A number of things.
    Count(usize),
    /// A number in the column's unit.
    Number(f64),
    /// A share from 0 to 1 with its interval, shown in per cent.
    Share(Interval),
    /// There is no value, which is not 0.
    Missing,
}

impl Value {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Value::Text(text.into())
    }

    /// A share, or nothing.
    pub fn share(interval: Option<Interval>) -> Self {
        interval.map_or(Value::Missing, Value::Share)
    }

    /// A number, or nothing.
    pub fn number(number: Option<f64>) -> Self {
        number.map_or(Value::Missing, Value::Number)
    }
}
