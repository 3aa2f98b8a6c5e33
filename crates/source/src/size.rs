//! Sizes of files as people write them.

/// The number of bytes that `64M`, `512k` or `1000` mean; units are powers of 1024.
///
/// # Errors
/// With what is wrong with it, in the style of a diagnostic's message.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor: u64 = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        unit => {
            return Err(format!(
                "`{unit}` is no unit; write a number with k, M, G or nothing"
            ));
        }
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| format!("`{digits}` is no whole number"))?;
    number
        .checked_mul(factor)
        .ok_or_else(|| "this is more than any file can hold".to_owned())
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("12"), Ok(12));
        assert_eq!(parse_size("2k"), Ok(2048));
        assert_eq!(parse_size("3MiB"), Ok(3 << 20));
        assert!(parse_size("3x").is_err());
        assert!(parse_size("k").is_err());
        assert!(parse_size("99999999999G").is_err());
    }
}
