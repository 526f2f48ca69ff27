//! The name of a test.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A test class, or one method of it: `com.example.FooTest` or `com.example.FooTest#bar`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TestName {
    /// The binary name of the class (`$` before a nested one).
    pub class: String,
    /// The method, without parameters; `None` means the whole class.
    pub method: Option<String>,
}

/// Why a text is not a test's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a test: write CLASS or CLASS#METHOD, with the class's package")]
pub struct TestNameError(String);

impl TestName {
    /// Whether another test is the one of this name: the same one, or one of the class when the
    /// name is that of a class.
    pub fn covers(&self, other: &TestName) -> bool {
        self.class == other.class && (self.method.is_none() || self.method == other.method)
    }
}

impl FromStr for TestName {
    type Err = TestNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (class, method) = match text.split_once('#').or_else(|| text.split_once("::")) {
            Some((class, method)) => (class, Some(method.to_owned())),
            None => (text, None),
        };
        let plain = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
        if plain(class) && method.as_deref().is_none_or(|method| !method.is_empty()) {
            Ok(Self { class: class.to_owned(), method })
        } else {
            Err(TestNameError(text.to_owned()))
        }
    }
}

impl TryFrom<String> for TestName {
    type Error = TestNameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TestName> for String {
    fn from(name: TestName) -> Self {
        name.to_string()
    }
}

impl fmt::Display for TestName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.method {
            Some(method) => write!(formatter, "{}#{method}", self.class),
            None => formatter.write_str(&self.class),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TestName;

    #[test]
    fn a_class_covers_its_methods() {
        let name = |text: &str| text.parse::<TestName>().unwrap();
        for (wide, narrow, expected) in [
            ("a.B", "a.B#c", true),
            ("a.B#c", "a.B#c", true),
            ("a.B#c", "a.B", false),
            ("a.B#c", "a.B#d", false),
            ("a.B", "a.C#c", false),
        ] {
            assert_eq!(name(wide).covers(&name(narrow)), expected, "{wide} {narrow}");
        }
    }

    #[test]
    fn both_spellings_of_a_method() {
        let hash: TestName = "a.BTest#c".parse().unwrap();
        let colons: TestName = "a.BTest::c".parse().unwrap();
        assert_eq!(hash, colons);
        assert_eq!(hash.to_string(), "a.BTest#c");
        assert_eq!("a.BTest".parse::<TestName>().unwrap().method, None);
        assert!("".parse::<TestName>().is_err());
        assert!("a.B#".parse::<TestName>().is_err());
    }
}
