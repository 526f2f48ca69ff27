//! What differs between two settings, for people.

use serde_json::Value;

use crate::shortened::shortened;

/// How long a value may be in a message.
const LONGEST: usize = 60;

/// How many differences are named.
const MOST: usize = 6;

/// The keys whose values differ, each with the value of `before` and of `now`; of many the first
/// few. Lists of the same things by name, or of one length, are compared thing by thing.
pub(super) fn differences(before: &Value, now: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", before, now, &mut found);
    if found.len() > MOST {
        let more = found.len() - MOST;
        found.truncate(MOST);
        found.push(format!("and {more} more"));
    }
    found
}

fn compare(path: &str, before: &Value, now: &Value, found: &mut Vec<String>) {
    match (before, now) {
        (Value::Object(old), Value::Object(new)) => {
            let mut keys: Vec<&String> = old.keys().chain(new.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(&path, &before[key], &now[key], found);
            }
        }
        (Value::Array(old), Value::Array(new))
            if names(old) == names(new) && old.len() == new.len() =>
        {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                let place = old["name"].as_str().map_or(index.to_string(), str::to_owned);
                compare(&format!("{path}[{place}]"), old, new, found);
            }
        }
        _ if before == now => {}
        _ => found.push(format!("`{path}` was {} and is {}", shown(before), shown(now))),
    }
}

/// The names of things that have some.
fn names(values: &[Value]) -> Vec<&str> {
    values.iter().filter_map(|value| value["name"].as_str()).collect()
}

fn shown(value: &Value) -> String {
    let text = match value {
        Value::Array(values) if !names(values).is_empty() => {
            format!("{} of them ({})", values.len(), names(values).join(", "))
        }
        value => value.to_string(),
    };
    shortened(&text, LONGEST)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differences;

    #[test]
    fn what_differs_is_named_with_both_values() {
        let before = json!({"samples": 100, "seeds": [1, 2], "model": {"name": "a"}, "time": null});
        for (now, expected) in [
            (before.clone(), vec![]),
            (
                json!({"samples": 500, "seeds": [1, 2], "model": {"name": "b"}, "time": null}),
                vec!["`model.name` was \"a\" and is \"b\"", "`samples` was 100 and is 500"],
            ),
            (
                json!({"samples": 100, "seeds": [1, 3], "model": {"name": "a"}, "time": 60}),
                vec!["`seeds[1]` was 2 and is 3", "`time` was null and is 60"],
            ),
            (
                json!({"samples": 100, "seeds": [1], "model": {"name": "a"}, "time": null}),
                vec!["`seeds` was [1,2] and is [1]"],
            ),
        ] {
            assert_eq!(differences(&before, &now), expected);
        }
        let bugs = |names: &[(&str, u8)]| {
            let bug = |(name, digest): &(&str, u8)| json!({"name": name, "digest": digest});
            json!({"bugs": names.iter().map(bug).collect::<Vec<_>>()})
        };
        let before = bugs(&[("Csv-1", 1), ("Csv-2", 1)]);
        for (now, expected) in [
            (bugs(&[("Csv-1", 1), ("Csv-2", 9)]), "`bugs[Csv-2].digest` was 1 and is 9"),
            (bugs(&[("Csv-1", 1)]), "`bugs` was 2 of them (Csv-1, Csv-2) and is 1 of them (Csv-1)"),
            (
                bugs(&[("Csv-1", 1), ("Csv-3", 1)]),
                "`bugs` was 2 of them (Csv-1, Csv-2) and is 2 of them (Csv-1, Csv-3)",
            ),
        ] {
            assert_eq!(differences(&before, &now), [expected]);
        }
        let many = |value: u8| json!((0..9).map(|_| value).collect::<Vec<_>>());
        let all = differences(&many(1), &many(2));
        assert_eq!((all.len(), all[6].as_str()), (7, "and 3 more"));
    }
}
