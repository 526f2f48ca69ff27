//! What is drawn, on models and engines whose true answers are known.
#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::collections::{BTreeMap, BTreeSet};

use decode::{
    Choice, EndRule, Generation, Guidance, Observer, Origin, Request, Sample, Settings, Unobserved,
    generate,
};
use engine::{CompletionEngine, PermissiveEngine, ScriptedEngine};
use lm::scripted::{Script, ScriptedModel, ScriptedSettings};
use lm::{LanguageModel, Limits};
use syntax::tokens::token_key;
use task::{Hole, SampleEnd, SourceText, Span};

const BEFORE: &str = "class A {\n  void f() {\n";
const AFTER: &str = "\n    next(total);\n  }\n}\n";

fn hole(content: &str) -> Hole {
    let text = format!("{BEFORE}{content}{AFTER}");
    let file = SourceText::from_bytes("A.java", text.into_bytes()).unwrap();
    Hole::of_span(&file, Span::new(BEFORE.len(), BEFORE.len() + content.len()))
}

fn run(
    model: &mut dyn LanguageModel,
    engine: &mut dyn CompletionEngine,
    settings: Settings,
    observer: &mut dyn Observer,
) -> Generation {
    let hole = hole("    old();");
    let request = Request { hole: &hole, prefix: BEFORE, suffix: AFTER, settings };
    generate(model, engine, &request, observer).unwrap()
}

fn draw(texts: &[(&str, f64)], allowed: &[&str], settings: Settings) -> Generation {
    let mut model = ScriptedModel::answering(texts);
    let mut engine = ScriptedEngine::allowing(allowed.iter().copied());
    run(&mut model, &mut engine, settings, &mut Unobserved)
}

/// How often each text was offered.
fn counts(generation: &Generation) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for sample in &generation.samples {
        *counts.entry(sample.offered.as_deref().unwrap_or("-")).or_default() += 1;
    }
    counts
}

fn texts(generation: &Generation) -> Vec<&str> {
    generation.candidates.iter().map(|found| found.candidate.text.as_str()).collect()
}

#[test]
fn unguided_samples_have_the_shares_of_the_model() {
    let texts = [("a.get();", 0.5), ("a.set(b);", 0.3), ("return a;", 0.2)];
    let mut model = ScriptedModel::answering(&texts);
    let settings = Settings::unguided(4000, 1);
    let found = run(&mut model, &mut PermissiveEngine, settings, &mut Unobserved);
    for (text, share) in texts {
        let drawn = counts(&found)[text] as f64 / 4000.0;
        assert!((drawn - share).abs() < 0.04, "{text}: {drawn} for {share}");
        let of_text = |f: &&decode::FoundCandidate| f.candidate.text == text;
        let candidate = &found.candidates.iter().find(of_text).unwrap().candidate;
        assert!((candidate.log_probability - share.ln()).abs() < 1e-4);
    }
    assert!(found.samples.iter().all(|sample| sample.end == SampleEnd::Ended));
    assert_eq!(found.statistics.rejections, BTreeMap::new());
}

/// Nothing is forced, so that the shares are the model's alone.
fn unforced(samples: usize, seed: u64) -> Settings {
    let guidance = Guidance { active_completion: false, ..Guidance::FULL };
    Settings { guidance, ..Settings::guided(samples, seed) }
}

/// Without restarts a text gets what the infeasible ones beside it had; with them every feasible
/// text has the share that the model gives it among the feasible ones.
#[test]
fn restarts_leave_feasible_texts_with_their_shares() {
    let texts = [("x.bad();", 0.4), ("x.worse();", 0.2), ("x.get();", 0.1), ("return x;", 0.3)];
    for (restarts_per_sample, expected) in [(0, 0.7), (100, 0.25)] {
        let settings = Settings { restarts_per_sample, ..unforced(4000, 2) };
        let found = draw(&texts, &["x.get();", "return x;"], settings);
        let share = counts(&found)["x.get();"] as f64 / 4000.0;
        assert!((share - expected).abs() < 0.03, "{share} with {restarts_per_sample}");
        assert_eq!(counts(&found).len(), 2);
        // What is known to be infeasible is not run into again.
        let restarted = found.samples.iter().filter(|sample| sample.restarts > 0).count();
        let bounds = if restarts_per_sample > 0 { 1..100 } else { 0..1 };
        assert!(bounds.contains(&restarted), "{restarted} with {restarts_per_sample}");
    }
}

#[test]
fn dead_ends_are_taken_off_what_leads_to_them() {
    let texts = [("x.get().set(x", 0.5), ("x.get().go();", 0.1), ("y();", 0.3), ("z();", 0.1)];
    let found = draw(&texts, &["x.get().set(w);", "x.get().go();", "z();"], unforced(4000, 5));
    let share = counts(&found)["x.get().go();"] as f64 / 4000.0;
    assert!((share - 0.5).abs() < 0.04, "{share}");
}

/// The only name that can stand there has the share of whatever led to it, however improbable the
/// model finds it: the names that no model has seen are what guidance is for.
#[test]
fn what_is_forced_keeps_the_share_of_what_led_to_it() {
    let texts = [("t.asString();", 0.8), ("t.asEndTag();", 0.01), ("return t;", 0.19)];
    let found = draw(&texts, &["t.asEndTag();", "return t;"], Settings::guided(4000, 6));
    let share = counts(&found)["t.asEndTag();"] as f64 / 4000.0;
    assert!((share - 0.81).abs() < 0.03, "{share}");
}

/// Figure 1 of the paper: the model is nearly sure of a method that does not exist.
#[test]
fn a_method_that_does_not_exist_is_pruned_and_the_rare_one_is_forced() {
    let found = draw(
        &[("t.asString();", 0.9), ("t.asName();", 0.09), ("t.asEndTag();", 0.01)],
        &["t.asEndTag();"],
        Settings::guided(20, 3),
    );
    assert_eq!(counts(&found), BTreeMap::from([("t.asEndTag();", 20)]));
    let forced = |sample: &Sample| sample.tokens.iter().any(|t| t.choice == Choice::Forced);
    assert!(found.samples.iter().all(forced));
}

#[test]
fn memorisation_changes_the_cost_and_not_the_samples() {
    let model_texts = [
        ("t.asString();", 0.4),
        ("t.asName(a);", 0.2),
        ("t.asEndTag();\n    b();", 0.2),
        ("if (a) {\n      b();\n    }", 0.1),
        ("return a + b;", 0.1),
    ];
    let allowed = ["t.asEndTag();", "t.asEndTag();\n    b();", "return a + b;"];
    let with = Settings { end_at_boundary: 0.0, ..Settings::guided(200, 4) };
    let without = Settings { guidance: Guidance { memorisation: false, ..Guidance::FULL }, ..with };
    let (one, other) = (draw(&model_texts, &allowed, with), draw(&model_texts, &allowed, without));
    let shape = |found: &Generation| -> Vec<(String, usize)> {
        found.samples.iter().map(|s| (s.text.clone(), s.pruned)).collect()
    };
    assert_eq!(
        shape(&one).iter().map(|s| &s.0).collect::<Vec<_>>(),
        shape(&other).iter().map(|s| &s.0).collect::<Vec<_>>()
    );
    assert_eq!(texts(&one), texts(&other));
    assert!(one.statistics.engine_calls * 3 < other.statistics.engine_calls);
}

#[test]
fn the_same_seed_gives_the_same_samples_and_another_seed_others() {
    let model_texts = [("a();", 0.3), ("b();", 0.3), ("c();", 0.4)];
    let texts_of = |seed| -> Vec<String> {
        let found = draw(&model_texts, &["a();", "b();", "c();"], Settings::guided(30, seed));
        found.samples.into_iter().map(|sample| sample.text).collect()
    };
    assert_eq!(texts_of(5), texts_of(5));
    assert_ne!(texts_of(5), texts_of(6));
}

#[test]
fn a_full_cache_is_decoded_again_with_the_same_samples() {
    let model_texts = [
        ("alpha.one();", 0.2),
        ("beta.two();", 0.2),
        ("gamma.three();", 0.2),
        ("delta.four();", 0.2),
        ("alpha.five(six);", 0.2),
    ];
    let draw_with = |limits| {
        let script = Script {
            when: String::new(),
            texts: model_texts.iter().map(|&(text, share)| (text.to_owned(), share)).collect(),
        };
        let settings =
            ScriptedSettings { pieces: Vec::new(), scripts: vec![script], background: 0.0, limits };
        let mut model = ScriptedModel::new(settings);
        let settings = Settings::unguided(60, 7);
        run(&mut model, &mut PermissiveEngine, settings, &mut Unobserved)
    };
    let roomy = draw_with(Limits { sequences: 64, cells: 4096 });
    let narrow = draw_with(Limits { sequences: 3, cells: 4096 });
    assert_eq!(roomy.statistics.decoded_again, 0);
    assert!(narrow.statistics.decoded_again > 0);
    let texts = |found: &Generation| -> Vec<String> {
        found.samples.iter().map(|sample| sample.text.clone()).collect()
    };
    assert_eq!(texts(&roomy), texts(&narrow));
}

#[test]
fn a_dead_end_is_taken_back() {
    // Only the end check knows that nothing may follow `a.b`.
    let found = draw(
        &[("wrong.way(one, two);", 0.95), ("right();", 0.05)],
        &["right();", "wrong.way(three);"],
        Settings::guided(10, 8),
    );
    assert_eq!(counts(&found), BTreeMap::from([("right();", 10)]));
    assert!(found.samples.iter().any(|sample| sample.dead_ends > 0));
}

/// Only the end check refuses the one name that is left, so that what is forced leads nowhere
/// again and again.
#[test]
fn what_is_forced_into_a_dead_end_is_not_drawn_for_ever() {
    let texts_of_model = [("t.asEndTag", 0.6), ("t.asEx", 0.3), ("u();", 0.1)];
    let allowed = ["t.asEndTag();", "u();"];
    let found = draw(&texts_of_model, &allowed, Settings::guided(20, 1));
    assert_eq!(counts(&found), BTreeMap::from([("u();", 20)]));
    assert!(found.samples.iter().all(|sample| sample.dead_ends < 30));
}

#[test]
fn nothing_feasible_at_all_is_a_dead_end_of_the_sample() {
    let found = draw(&[("wrong();", 1.0)], &["right();"], Settings::guided(3, 9));
    assert!(found.samples.iter().all(|sample| sample.end == SampleEnd::DeadEnd));
    assert!(found.samples.iter().all(|sample| sample.offered.is_none()));
    assert!(found.candidates.is_empty());
}

#[test]
fn a_text_that_repeats_the_suffix_ends_before_it() {
    let long = "    fix();\n    next(total);\n  }\n\n  void g() {\n    other();\n  }\n";
    for (settings, expected) in [
        (Settings { end_at_boundary: 0.0, ..Settings::guided(1, 1) }, SampleEnd::RepeatedSuffix),
        (
            Settings { end_rule: EndRule::RepeatedSuffix, ..Settings::unguided(1, 1) },
            SampleEnd::RepeatedSuffix,
        ),
        (Settings { end_at_boundary: 1.0, ..Settings::guided(1, 1) }, SampleEnd::Boundary),
    ] {
        let allowed = ["    fix();", long];
        let found = draw(&[(long, 1.0)], &allowed, settings);
        assert_eq!(found.samples[0].end, expected);
        assert_eq!(found.samples[0].offered.as_deref(), Some("    fix();"));
        assert_eq!(texts(&found), ["    fix();"]);
    }
}

/// A third of the samples ends at the first boundary, a third of the others at the second, and so
/// on, whatever was restarted or trimmed besides.
#[test]
fn samples_end_at_boundaries_as_often_as_is_said() {
    let texts = [("a();\nb();\nc();", 0.5), ("wrong();", 0.5)];
    let allowed = ["a();", "a();\nb();", "a();\nb();\nc();"];
    let settings = Settings { end_at_boundary: 1.0 / 3.0, ..Settings::guided(3000, 1) };
    let found = draw(&texts, &allowed, settings);
    let shares = [1.0 / 3.0, 2.0 / 9.0, 4.0 / 9.0];
    for (text, share) in allowed.into_iter().zip(shares) {
        let drawn = counts(&found)[text] as f64 / 3000.0;
        assert!((drawn - share).abs() < 0.05, "{drawn} of `{text}`");
    }
    let ends: Vec<SampleEnd> = found.samples.iter().map(|sample| sample.end).collect();
    assert!(ends.contains(&SampleEnd::Boundary) && ends.contains(&SampleEnd::Ended));
}

#[test]
fn an_unfinished_sample_is_trimmed_to_its_last_boundary_and_all_boundaries_are_candidates() {
    let long = "    a();\n    b();\n    c(d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s);";
    let settings = Settings { max_tokens: 20, end_at_boundary: 0.0, ..Settings::guided(2, 1) };
    let allowed = ["    a();", "    a();\n    b();", long];
    let found = draw(&[(long, 1.0)], &allowed, settings);
    let sample = &found.samples[0];
    assert_eq!(sample.end, SampleEnd::MaxTokens);
    assert!(sample.trimmed && sample.passes_end_check == Some(true));
    assert_eq!(sample.offered.as_deref(), Some("    a();\n    b();"));
    assert_eq!(texts(&found), ["    a();", "    a();\n    b();"]);
    assert_eq!(found.candidates[0].origin, Origin::Boundary);
    assert_eq!(found.candidates[0].draws, 0);
    assert_eq!(found.candidates[1].origin, Origin::Trimmed);
    assert_eq!(found.candidates[1].draws, 2);

    let unguided = Settings { max_tokens: 20, ..Settings::unguided(1, 1) };
    let found = draw(&[(long, 1.0)], &allowed, unguided);
    assert_eq!(found.candidates[0].origin, Origin::CutOff);
    assert!(!found.samples[0].trimmed);
}

#[test]
fn the_original_is_counted_and_not_offered() {
    let found = draw(
        &[("    old( );", 0.5), ("    fresh();", 0.5)],
        &["    old( );", "    fresh();"],
        Settings::guided(40, 1),
    );
    assert_eq!(texts(&found), ["    fresh();"]);
    assert_eq!(found.statistics.repeats_of_the_original + counts(&found)["    fresh();"], 40);
}

#[test]
fn characters_in_pieces_of_bytes_survive_guidance() {
    let text = "s(\"größe €\");";
    let found = draw(&[(text, 1.0)], &[text], Settings::guided(2, 1));
    assert_eq!(counts(&found), BTreeMap::from([(text, 2)]));
}

#[test]
fn a_feasible_token_is_found_however_improbable() {
    // So improbable that it is not among the entries that are kept of a distribution at first.
    let texts_of_model = [("t.wrong();", 1.0), ("t.zz();", 1e-9)];
    let guidance = Guidance { active_completion: false, ..Guidance::FULL };
    let settings = Settings { guidance, ..Settings::guided(3, 1) };
    let found = draw(&texts_of_model, &["t.zz();"], settings);
    assert_eq!(texts(&found), ["t.zz();"]);
    assert!((found.candidates[0].candidate.log_probability - 1e-9f64.ln()).abs() < 1e-3);
}

#[test]
fn what_is_unknown_is_never_pruned() {
    let mut model = ScriptedModel::answering(&[("a.b();", 0.5), ("c;", 0.5)]);
    let mut engine = ScriptedEngine::allowing(["x();"]).unknown_after("");
    let found = run(&mut model, &mut engine, Settings::guided(50, 1), &mut Unobserved);
    assert_eq!(counts(&found).keys().copied().collect::<Vec<_>>(), ["a.b();", "c;"]);
    assert!(found.statistics.rejections.is_empty());
    assert!(found.samples.iter().all(|sample| sample.passes_end_check.is_none()));
    assert!(found.statistics.unknowns.keys().any(|key| key.starts_with("end: ")));
}

#[test]
fn comments_have_a_budget() {
    let comment = "// a very long explanation of nothing at all\n    a();";
    let settings = Settings { comment_bytes: 10, ..Settings::guided(5, 1) };
    let found = draw(&[(comment, 0.9), ("b();", 0.1)], &[comment, "b();"], settings);
    assert_eq!(texts(&found), ["b();"]);
    assert!(found.statistics.rejections.contains_key("comment-budget"));
}

#[test]
fn white_space_has_a_budget() {
    let blank = format!("a();{}", "\n        ".repeat(30));
    let found = draw(
        &[(&blank, 0.9), ("a();\n        b();", 0.1)],
        &["a();", &blank, "a();\n        b();"],
        Settings { max_tokens: 400, ..Settings::guided(20, 2) },
    );
    assert!(found.samples.iter().all(|sample| sample.text.len() < 110), "{:?}", found.samples[0]);
    assert!(found.statistics.rejections.contains_key("layout"));
    assert!(found.samples.iter().any(|sample| sample.text.ends_with("b();")));
}

#[test]
fn there_are_no_unicode_escapes_outside_of_literals() {
    let escaped = "a\\u002eb();";
    let literal = "s(\"\\u00e9\");";
    let found =
        draw(&[(escaped, 0.8), (literal, 0.2)], &[escaped, literal], Settings::guided(20, 3));
    assert_eq!(counts(&found), BTreeMap::from([(literal, 20)]));
    assert!(found.statistics.rejections.contains_key("unicode-escape"));
}

/// A crash costs a second question, wherever it happens, and changes no sample.
#[test]
fn an_engine_that_dies_is_asked_again() {
    let texts_of_model = [("t.asString();", 0.6), ("t.asEndTag();", 0.4)];
    let draw_with = |engine: &mut ScriptedEngine| {
        let mut model = ScriptedModel::answering(&texts_of_model);
        let found = run(&mut model, engine, Settings::guided(30, 4), &mut Unobserved);
        found.samples.into_iter().map(|sample| sample.text).collect::<Vec<_>>()
    };
    let undisturbed = draw_with(&mut ScriptedEngine::allowing(["t.asEndTag();"]));
    for calls in [0, 1, 2, 5] {
        let mut dying = ScriptedEngine::allowing(["t.asEndTag();"]).crashing_after(calls);
        assert_eq!(draw_with(&mut dying), undisturbed, "dead after {calls} calls");
    }
}

struct StopAfter(usize);

impl Observer for StopAfter {
    fn sample(&mut self, _sample: &Sample) {
        self.0 = self.0.saturating_sub(1);
    }

    fn go_on(&mut self) -> bool {
        self.0 > 0
    }
}

#[test]
fn the_observer_can_stop_a_generation_and_keeps_what_was_found() {
    let mut model = ScriptedModel::answering(&[("a();", 1.0)]);
    let mut engine = ScriptedEngine::allowing(["a();"]);
    let found = run(&mut model, &mut engine, Settings::guided(50, 1), &mut StopAfter(3));
    let (stopped, ended): (Vec<&Sample>, Vec<&Sample>) =
        found.samples.iter().partition(|sample| sample.end == SampleEnd::Stopped);
    assert_eq!(ended.len(), 3);
    assert!(!stopped.is_empty(), "the others were under way beside those that ended");
    assert_eq!(texts(&found), ["a();"]);
}

/// The model and the engine of [`memorisation_changes_the_cost_and_not_the_samples`], where draws
/// wait for the tail of a distribution, are led along forced text and take dead ends back.
#[test]
fn draws_side_by_side_are_the_same_samples_in_fewer_decodes() {
    let model_texts = [
        ("t.asString();", 0.4),
        ("t.asName(a);", 0.2),
        ("t.asEndTag();\n    b();", 0.2),
        ("t.asEx", 0.1),
        ("return a + b;", 0.1),
    ];
    let allowed = ["t.asEndTag();", "t.asEndTag();\n    b();", "return a + b;", "zone();"];
    let draw_with = |rows_at_once, guidance| {
        let restarts_per_sample = 0;
        let settings =
            Settings { rows_at_once, guidance, restarts_per_sample, ..Settings::guided(200, 11) };
        draw(&model_texts, &allowed, settings)
    };
    for guidance in [Guidance::FULL, Guidance::OFF] {
        let (alone, together) = (draw_with(1, guidance), draw_with(16, guidance));
        let shape = |found: &Generation| -> Vec<(usize, String, SampleEnd)> {
            found.samples.iter().map(|s| (s.index, s.text.clone(), s.end)).collect()
        };
        assert_eq!(shape(&alone), shape(&together));
        // A tail that is opened while its row is at hand costs no row, which can only be so more
        // often side by side.
        assert!(together.statistics.rows <= alone.statistics.rows);
        assert_eq!(alone.statistics.decodes, alone.statistics.rows, "one row at a time");
        assert!(together.statistics.decodes < alone.statistics.decodes);
        let rows: u64 = together.samples.iter().map(|sample| sample.rows).sum();
        assert_eq!(rows, together.statistics.rows);
    }
}

#[test]
fn each_distinct_prefix_is_decoded_once() {
    let mut model = ScriptedModel::answering(&[("a.get();", 0.5), ("a.set();", 0.5)]);
    let settings = Settings::unguided(100, 1);
    let found = run(&mut model, &mut PermissiveEngine, settings, &mut Unobserved);
    assert_eq!(found.statistics.rows + 1, found.statistics.nodes as u64);
    assert!(found.statistics.rows < 12);
}

/// What stands before a boundary keeps its share when nothing feasible follows it: the model goes
/// on to `bad` in nine of ten texts, and half of these end before it.
#[test]
fn a_text_that_may_end_is_not_lost_with_what_follows_it() {
    let texts = [("a();\nbad();", 0.9), ("good();", 0.1)];
    for (end_at_boundary, expected) in [(0.5, 0.45 / 0.55), (1.0, 0.9), (0.2, 0.18 / 0.28)] {
        let settings = Settings { end_at_boundary, ..Settings::guided(3000, 1) };
        let found = draw(&texts, &["a();", "good();"], settings);
        let share = counts(&found)["a();"] as f64 / 3000.0;
        assert!((share - expected).abs() < 0.03, "{share} with {end_at_boundary}");
    }
}

/// The suffix of a hole whose old text declares what it uses: most samples begin so.
#[test]
fn samples_begin_with_what_the_code_after_the_hole_demands() {
    let text = format!("{BEFORE}    int total = old();{AFTER}");
    let file = SourceText::from_bytes("A.java", text.into_bytes()).unwrap();
    let hole = Hole::of_span(&file, Span::new(BEFORE.len(), BEFORE.len() + 22));
    let texts = [("    fresh();", 0.999), ("    int total = fresh();", 0.001)];
    let allowed = ["    fresh();", "    int total = fresh();"];
    let draw = |settings: Settings, missing: &str| {
        let mut model = ScriptedModel::answering(&texts);
        let mut engine = ScriptedEngine::allowing(allowed).refusing("", missing);
        let request = Request { hole: &hole, prefix: BEFORE, suffix: AFTER, settings };
        generate(&mut model, &mut engine, &request, &mut Unobserved).unwrap()
    };
    let forced = |found: &Generation| counts(found).get(allowed[1]).copied().unwrap_or(0);
    let settings = Settings::guided(400, 1);
    let found = draw(settings, "compiler.err.cant.resolve");
    assert!((260..340).contains(&forced(&found)), "{:?}", counts(&found));
    let forced_sample = found.samples.iter().find(|sample| sample.text == allowed[1]).unwrap();
    assert_eq!(forced_sample.tokens[0].choice, Choice::Forced);
    // Another reason why the empty hole does not do, or no such share: the model has its way.
    assert!(forced(&draw(settings, "compiler.err.missing.ret.stmt")) < 10);
    let free = Settings { demanded_share: 0.0, ..settings };
    assert!(forced(&draw(free, "compiler.err.cant.resolve")) < 10);
}

#[test]
fn distinct_samples_are_all_programs_once() {
    let texts = [
        ("a();", 0.5),
        ("a( );", 0.1),
        ("wrong();", 0.2),
        ("b();\nc();", 0.1),
        ("d();", 0.07),
        ("return e;", 0.03),
    ];
    let allowed = ["a();", "a( );", "b();", "b();\nc();", "d();", "return e;"];
    for rows_at_once in [1, 8] {
        let settings = Settings {
            distinct: true,
            covered_share: 1.0,
            rows_at_once,
            rows_at_first: rows_at_once,
            ..Settings::guided(20, 3)
        };
        let found = draw(&texts, &allowed, settings);
        let programs: BTreeSet<String> = found
            .samples
            .iter()
            .map(|sample| token_key(sample.offered.as_deref().unwrap()))
            .collect();
        assert_eq!(programs.len(), 5, "{:?}", counts(&found));
        assert_eq!(found.samples.len(), 5, "{:?}", counts(&found));
    }
}

/// Two samples of three texts, many times: the second comes from what the first left.
#[test]
fn distinct_samples_are_drawn_without_replacement() {
    let texts = [("a();", 0.5), ("b();", 0.3), ("c();", 0.2)];
    let draws = 3000;
    let mut pairs: BTreeMap<(String, String), usize> = BTreeMap::new();
    for seed in 0..draws {
        let settings = Settings {
            distinct: true,
            rows_at_once: 1,
            rows_at_first: 1,
            end_at_boundary: 0.0,
            ..Settings::guided(2, seed)
        };
        let found = draw(&texts, &["a();", "b();", "c();"], settings);
        let text = |index: usize| found.samples[index].offered.clone().unwrap();
        *pairs.entry((text(0), text(1))).or_default() += 1;
    }
    for (first, p) in texts {
        for (second, q) in texts.iter().filter(|(second, _)| *second != first) {
            let count = pairs.get(&(first.to_owned(), (*second).to_owned())).copied().unwrap_or(0);
            let (share, expected) = (count as f64 / draws as f64, p * q / (1.0 - p));
            assert!((share - expected).abs() < 0.04, "{first} {second}: {share} for {expected}");
        }
    }
}

#[test]
fn distinct_samples_stop_when_most_is_covered() {
    let texts = [("a();", 0.9), ("b();", 0.06), ("c();", 0.04)];
    let settings = Settings { distinct: true, ..Settings::guided(20, 1) };
    let found = draw(&texts, &["a();", "b();", "c();"], settings);
    assert!(
        found.samples.len() <= 3 && counts(&found).contains_key("a();"),
        "{:?}",
        counts(&found)
    );
    let all = Settings { covered_share: 1.0, ..settings };
    let found = draw(&texts, &["a();", "b();", "c();"], all);
    assert_eq!((found.samples.len(), found.statistics.samples_spared), (3, 17));
}
