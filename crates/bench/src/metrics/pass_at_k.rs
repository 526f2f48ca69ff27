//! The chance that one of `k` samples passes.

/// The unbiased estimate of pass@k from `passing` of `samples` (Chen et al., *Evaluating Large
/// Language Models Trained on Code*, 2021, equation 1), in the product form of its figure 3: the
/// binomial coefficients themselves would overflow.
///
/// `None` when fewer than `k` samples were drawn, or `k` is 0: there is no unbiased estimate then.
/// `passing` of more than `samples` counts as all of them.
pub fn pass_at_k(samples: usize, passing: usize, k: usize) -> Option<f64> {
    if k == 0 || samples < k {
        return None;
    }
    let failing = samples.saturating_sub(passing);
    if failing < k {
        return Some(1.0);
    }
    let none_passes: f64 =
        (failing + 1..=samples).map(|number| 1.0 - k as f64 / number as f64).product();
    Some(1.0 - none_passes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::pass_at_k;

    #[test]
    fn values_worked_out_by_hand() {
        for (samples, passing, k, expected) in [
            (10, 0, 1, 0.0),
            (10, 3, 1, 0.3),
            (10, 10, 1, 1.0),
            // 1 - C(3, 2) / C(5, 2)
            (5, 2, 2, 0.7),
            // 1 - C(90, 10) / C(100, 10)
            (100, 10, 10, 0.669_523_788_9),
            (4, 2, 3, 1.0),
            (5000, 1, 5000, 1.0),
        ] {
            let found = pass_at_k(samples, passing, k).unwrap();
            assert!((found - expected).abs() < 1e-9, "{found} for {samples}, {passing}, {k}");
        }
        assert_eq!(pass_at_k(9, 3, 10), None);
        assert_eq!(pass_at_k(9, 3, 0), None);
    }

    /// All ways to take `k` of the samples, counted one by one.
    fn counted(samples: usize, passing: usize, k: usize) -> f64 {
        let subsets = (0u32..1 << samples).filter(|set| set.count_ones() as usize == k);
        let (mut all, mut with_pass) = (0u32, 0u32);
        for set in subsets {
            all += 1;
            with_pass += u32::from(set & ((1 << passing) - 1) != 0);
        }
        f64::from(with_pass) / f64::from(all)
    }

    proptest! {
        #[test]
        fn it_is_the_share_of_choices_with_a_pass(
            (samples, passing, k) in (1usize..11)
                .prop_flat_map(|samples| (Just(samples), 0..=samples, 1..=samples))
        ) {
            let found = pass_at_k(samples, passing, k).unwrap();
            prop_assert!((found - counted(samples, passing, k)).abs() < 1e-12);
        }
    }
}
