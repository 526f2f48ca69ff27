//! A set of names with their kinds.

use std::sync::Arc;

/// What a name stands for; one name can stand for several things at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NameKinds(pub u8);

impl NameKinds {
    /// A local variable, parameter or field.
    pub const VARIABLE: NameKinds = NameKinds(1);
    /// A method.
    pub const METHOD: NameKinds = NameKinds(2);
    /// A class, interface, enum, record, annotation or type variable.
    pub const TYPE: NameKinds = NameKinds(4);
    /// A package, or the first part of one's name.
    pub const PACKAGE: NameKinds = NameKinds(8);
    /// A keyword of the language.
    pub const KEYWORD: NameKinds = NameKinds(16);

    /// All kinds of both.
    #[must_use]
    pub fn union(self, other: NameKinds) -> NameKinds {
        NameKinds(self.0 | other.0)
    }

    /// Whether some kind of `other` is among these.
    pub fn intersects(self, other: NameKinds) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is no kind but those of `other`.
    pub fn only(self, other: NameKinds) -> bool {
        self.0 & !other.0 == 0
    }
}

/// Names in order, so that those with a common prefix stand together.
#[derive(Clone, Debug, Default)]
pub struct NameTable {
    entries: Vec<(String, NameKinds)>,
}

impl NameTable {
    /// A table of the entries in any order; kinds of the same name are united.
    pub fn new(mut entries: Vec<(String, NameKinds)>) -> Self {
        entries.sort_by(|left, right| left.0.cmp(&right.0));
        entries.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 = earlier.1.union(later.1);
            }
            same
        });
        Self { entries }
    }

    /// The kinds of `name`; none when it is not in the table.
    pub fn kinds(&self, name: &str) -> NameKinds {
        match self.entries.binary_search_by(|entry| entry.0.as_str().cmp(name)) {
            Ok(index) => self.entries[index].1,
            Err(_) => NameKinds::default(),
        }
    }

    /// The names that start with `prefix`, in order. Two binary searches.
    pub fn starting_with(&self, prefix: &str) -> &[(String, NameKinds)] {
        let start = self.entries.partition_point(|entry| entry.0.as_str() < prefix);
        let rest = &self.entries[start..];
        let length = rest.partition_point(|entry| entry.0.starts_with(prefix));
        &rest[..length]
    }
}

/// Whether a name stands alone or after a `.` or `::`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamePosition {
    /// A name of its own.
    Simple,
    /// A member of what stands before the `.` or `::`.
    Member,
}

/// The names that may stand at an identifier's position.
#[derive(Clone, Debug)]
pub struct Names {
    /// Whether the identifier is a member.
    pub position: NamePosition,
    /// The names that many positions share: members of classes, types, keywords.
    pub shared: Arc<NameTable>,
    /// The names of this position alone: local variables, parameters, local classes.
    pub local: NameTable,
    /// A fresh name may stand here as the parameter of a lambda; `->`, `,` or `)` must follow it.
    pub lambda_parameter: bool,
    /// The name follows `new` (or an annotation's `@`): a `(` after it is no call of a method.
    pub constructor: bool,
}

impl Names {
    /// The kinds of `name`; none when it may not stand here.
    pub fn kinds(&self, name: &str) -> NameKinds {
        self.shared.kinds(name).union(self.local.kinds(name))
    }

    /// Whether `name` is one of them.
    pub fn contains(&self, name: &str) -> bool {
        self.kinds(name) != NameKinds::default()
    }

    /// Whether one of them starts with `prefix`.
    pub fn any_starting_with(&self, prefix: &str) -> bool {
        !self.shared.starting_with(prefix).is_empty()
            || !self.local.starting_with(prefix).is_empty()
    }

    /// What all names that start with `prefix` go on with: the text that active completion
    /// (Algorithm 3 of the paper) can append without asking the model. Empty when they differ at
    /// once, when there is none, or when `prefix` is itself one of the names.
    pub fn common_continuation(&self, prefix: &str) -> &str {
        let mut common: Option<&str> = None;
        let tables = [self.shared.starting_with(prefix), self.local.starting_with(prefix)];
        for (name, _) in tables.into_iter().flatten() {
            let rest = &name[prefix.len()..];
            common = Some(match common {
                None => rest,
                Some(known) => shared_prefix(known, rest),
            });
            if common == Some("") {
                break;
            }
        }
        common.unwrap_or("")
    }
}

fn shared_prefix<'a>(left: &'a str, right: &str) -> &'a str {
    let length: usize = left
        .chars()
        .zip(right.chars())
        .take_while(|(one, other)| one == other)
        .map(|(one, _)| one.len_utf8())
        .sum();
    &left[..length]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{NameKinds, NamePosition, NameTable, Names};

    fn names(shared: &[&str], local: &[&str]) -> Names {
        let table = |names: &[&str]| {
            NameTable::new(
                names.iter().map(|name| ((*name).to_owned(), NameKinds::METHOD)).collect(),
            )
        };
        Names {
            position: NamePosition::Member,
            shared: Arc::new(table(shared)),
            local: table(local),
            lambda_parameter: false,
            constructor: false,
        }
    }

    #[test]
    fn what_all_names_go_on_with() {
        let set = names(&["asEndTag", "asEndTagName", "asStartTag", "asÄther"], &["next"]);
        for (prefix, expected) in [
            ("asE", "ndTag"),
            ("as", ""),
            ("n", "ext"),
            ("asEndTag", ""),
            ("x", ""),
            ("asÄ", "ther"),
        ] {
            assert_eq!(set.common_continuation(prefix), expected, "after `{prefix}`");
        }
    }

    #[test]
    fn kinds_of_one_name_are_united() {
        let table = NameTable::new(vec![
            ("size".to_owned(), NameKinds::METHOD),
            ("size".to_owned(), NameKinds::VARIABLE),
        ]);
        assert_eq!(table.kinds("size"), NameKinds(3));
        assert_eq!(table.kinds("siz"), NameKinds(0));
        assert_eq!(table.starting_with("si").len(), 1);
    }
}
