//! Random numbers that are the same on every machine and in every version of every library.

/// The generator SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number
/// Generators*, OOPSLA 2014). Its ten lines are here rather than in a crate, so that an interval in
/// a published table can be computed again after any update.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A random number below `bound`, which must not be 0. The high half of a product with 64
    /// random bits: some numbers are more frequent than others by `bound` in 2^64, which nobody
    /// will see.
    pub fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.next_bits()) * bound as u128;
        (product >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix;

    /// The first numbers of the authors' own program for the seed 1234567.
    #[test]
    fn it_is_the_published_generator() {
        let mut random = SplitMix::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([random.next_bits(), random.next_bits()], expected);
    }

    #[test]
    fn numbers_below_a_bound_are_about_as_frequent() {
        let mut random = SplitMix::new(1);
        let mut counts = [0usize; 3];
        for _ in 0..30_000 {
            counts[random.below(3)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
