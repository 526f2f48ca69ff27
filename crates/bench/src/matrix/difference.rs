//! What differs between two settings, for people.

use serde_json::Value;

/// How long a value may be in a message.
const LONGEST: usize = 60;

/// The keys whose values differ, each with the value of `before` and of `now`. Lists of one length
/// are compared by their places, others as a whole.
pub(super) fn differences(before: &Value, now: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", before, now, &mut found);
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
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(&format!("{path}[{index}]"), old, new, found);
            }
        }
        _ if before == now => {}
        _ => found.push(format!("`{path}` was {} and is {}", shown(before), shown(now))),
    }
}

fn shown(value: &Value) -> String {
    let text = match value {
        Value::Array(values) if values.len() > 8 => format!("a list of {}", values.len()),
        value => value.to_string(),
    };
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
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
    }
}
