//! An exponential function that the compiler can turn into vector instructions.
//!
//! The standard library's is a call for each number and would be nine tenths of the cost of a
//! row. This one has no branch and no table: the argument is split into a multiple of ln 2, which
//! becomes the result's exponent, and a remainder within half of ln 2, for which the Taylor
//! polynomial of degree seven is exact to single precision.

/// Below it the result would be subnormal and is taken as zero.
const LEAST: f32 = -87.0;
/// Adding and subtracting it rounds a small number to the nearest integer.
const ROUND: f32 = 12_582_912.0;
/// ln 2 in two parts, the first of which has so few digits that its multiples are exact.
const LN_2_HIGH: f32 = 0.693_359_4;
const LN_2_LOW: f32 = -2.121_944_4e-4;

/// e to a power that is not above zero, to a relative error of 3e-7; zero for what is below -87
/// and for what is not a number.
#[inline(always)]
pub(super) fn exponential_of_negative(power: f32) -> f32 {
    let inside = power > LEAST;
    let power = if inside { power } else { LEAST };
    let rounded = power * std::f32::consts::LOG2_E + ROUND;
    let multiple = rounded - ROUND;
    let rest = (power - multiple * LN_2_HIGH) - multiple * LN_2_LOW;
    let polynomial = 1.0
        + rest
            * (1.0
                + rest
                    * (0.5
                        + rest
                            * (1.0 / 6.0
                                + rest
                                    * (1.0 / 24.0
                                        + rest
                                            * (1.0 / 120.0
                                                + rest * (1.0 / 720.0 + rest / 5040.0))))));
    let exponent = rounded.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23;
    let result = polynomial * f32::from_bits(exponent);
    if inside { result } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::exponential_of_negative;

    #[test]
    fn it_is_the_exponential_to_single_precision() {
        for step in 0..=870_000 {
            let power = -step as f32 * 1e-4 * 0.999_9;
            let exact = f64::from(power).exp();
            let error = (f64::from(exponential_of_negative(power)) - exact).abs() / exact;
            assert!(error < 3e-7, "e to the {power} is off by {error}");
        }
    }

    #[test]
    fn what_is_too_small_or_no_number_is_nothing() {
        for power in [-87.5, -1e30, f32::NEG_INFINITY, f32::NAN] {
            assert_eq!(exponential_of_negative(power), 0.0);
        }
        assert_eq!(exponential_of_negative(0.0), 1.0);
    }
}
