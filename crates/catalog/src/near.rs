/// Those of `known` that somebody who wrote `word` may have meant, best first.
pub fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    // Long words are somebody's joke, and comparing costs their length squared.
    if word.len() > 64 {
        return Vec::new();
    }
    let word = word.to_lowercase();
    let mut near: Vec<_> = known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&word, name), name))
        .filter(|&(distance, name)| {
            distance <= name.len() / 3 || (word.len() >= 2 && name.starts_with(&word))
        })
        .collect();
    near.sort();
    near.into_iter().map(|(_, name)| name).collect()
}

/// `; did you mean “a” or “b”?`, or nothing: the end of a sentence about an unknown word.
pub fn did_you_mean(near: &[impl AsRef<str>]) -> String {
    if near.is_empty() {
        return String::new();
    }
    let names: Vec<_> = near.iter().map(|name| format!("“{}”", name.as_ref())).collect();
    format!("; did you mean {}?", names.join(" or "))
}
