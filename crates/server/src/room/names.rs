//! What people may call themselves and their rooms.

use crate::{
    entropy::{Entropy, Purpose, random},
    protocol::Code,
};

/// The pictures to choose from.
pub(crate) const AVATARS: [&str; 16] =
    ["😀", "😎", "🤖", "👻", "🦊", "🐼", "🐸", "🐙", "🦄", "🐝", "🌵", "🍕", "🚀", "🎲", "🔥", "⭐"];

/// The remarks to choose from; clients translate them.
pub(crate) const PHRASES: [&str; 16] = [
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "thinking",
    "hurry_up",
    "good_game",
    "smile",
    "laugh",
    "cheer",
    "sweat",
    "sad",
    "heart",
];

/// The letters of room codes: none that look alike.
const CODE_LETTERS: &[u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

/// Words that no room is called.
const NO_CODES: [&str; 20] = [
    "ANUS", "ARSE", "BUTT", "CRAP", "CUNT", "DAMN", "DUMB", "FAGS", "FART", "FUCK", "HATE", "HEAD", "JERK",
    "KUNT", "NAZY", "PUSS", "RAPE", "SEXY", "TURD", "WANK",
];

/// A code to call a room by.
pub(crate) fn random_code(entropy: &dyn Entropy) -> String {
    loop {
        // 23 × 11 = 253: bytes from there on would favour the first letters.
        let bytes: [u8; 16] = random(entropy, Purpose::RoomCode);
        let letters =
            bytes.into_iter().filter(|byte| *byte < 253).map(|byte| CODE_LETTERS[usize::from(byte) % 23]);
        let code: String = letters.take(4).map(char::from).collect();
        if code.len() == 4 && !NO_CODES.contains(&code.as_str()) {
            return code;
        }
    }
}

/// What somebody typed as a code: trimmed, upper case, four letters.
pub(crate) fn clean_code(typed: &str) -> Result<String, Code> {
    let code = typed.trim().to_ascii_uppercase();
    if code.len() == 4 && code.bytes().all(|b| b.is_ascii_uppercase()) {
        Ok(code)
    } else {
        Err(Code::BadCode)
    }
}

/// A name to show: trimmed, runs of white space made one blank, 1 to 20 characters, no control characters.
pub(crate) fn clean_name(typed: &str) -> Result<String, Code> {
    // A name that is far too long is not worth cleaning.
    if typed.len() > 400 || typed.trim().chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err(Code::BadName);
    }
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=20).contains(&name.chars().count()) { Ok(name) } else { Err(Code::BadName) }
}

/// The picture chosen, or the first that is not `taken`.
pub(crate) fn clean_avatar<'a>(
    chosen: Option<&str>,
    mut taken: impl FnMut(&str) -> bool,
) -> Result<&'a str, Code> {
    match chosen {
        Some(chosen) => AVATARS.into_iter().find(|a| *a == chosen).ok_or(Code::BadAvatar),
        None => Ok(AVATARS.into_iter().find(|avatar| !taken(avatar)).unwrap_or(AVATARS[0])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_four_letters_in_any_case() {
        assert_eq!(clean_code(" kxmt "), Ok("KXMT".into()));
        for bad in ["KX1T", "KXM", "KXMTA", "", "ÄXMT", "KX T"] {
            assert_eq!(clean_code(bad), Err(Code::BadCode), "{bad}");
        }
    }

    #[test]
    fn names_are_trimmed_and_counted_in_characters() {
        assert_eq!(clean_name("  Ann \t Lee "), Ok("Ann Lee".into()));
        assert_eq!(clean_name(&"ä".repeat(20)), Ok("ä".repeat(20)));
        assert_eq!(clean_name("<b>x</b>"), Ok("<b>x</b>".into()));
        for bad in ["", "   ", &"a".repeat(21), "a\u{0}b", "a\u{7f}", &"x".repeat(100_000)] {
            assert_eq!(clean_name(bad), Err(Code::BadName));
        }
    }

    #[test]
    fn avatars_come_from_the_set() {
        assert_eq!(clean_avatar(Some("🦊"), |_| true), Ok("🦊"));
        assert_eq!(clean_avatar(Some("x"), |_| false), Err(Code::BadAvatar));
        assert_eq!(clean_avatar(None, |avatar| avatar == "😀"), Ok("😎"));
        assert_eq!(clean_avatar(None, |_| true), Ok("😀"));
    }
}
