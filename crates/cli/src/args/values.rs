//! Numbers with a range.

pub(super) fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse::<f64>().ok().filter(|minutes| (0.05..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "must be a number of minutes from 0.05 to 100000".into())
}

/// Reads a whole number and names the range if it is outside.
pub(super) fn whole<N: TryFrom<u64>>(
    from: u64,
    to: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| (from..=to).contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| match to {
            u64::MAX => format!("must be a whole number of at least {from}"),
            _ => format!("must be a whole number from {from} to {to}"),
        })
    }
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.01..=3600.0).contains(seconds))
        .ok_or("must be 0.01 to 3600 seconds".into())
}

pub(super) fn rate(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|rate| (0.001..=10_000.0).contains(rate)).ok_or("must be 0.001 to 10000".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_a_range() {
        assert_eq!(seconds("0.5"), Ok(0.5));
        for bad in ["0", "-1", "NaN", "inf", "x", ""] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
