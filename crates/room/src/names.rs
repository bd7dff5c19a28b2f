//! What people may call themselves and their rooms.

use crate::{
    entropy::{Entropy, Purpose, random},
    protocol::Code,
};

/// The pictures to choose from.
pub(crate) const AVATARS: [&str; 16] =
    ["😀", "😎", "🤖", "👻", "🦊", "🐼", "🐸", "🐙", "🦄", "🐝", "🌵", "🍕", "🚀", "🎲", "🔥", "⭐"];

/// The remarks to choose from; clients translate them.
pub const PHRASES: [&str; 16] = [
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

/// Letters of the code of a table that everybody can find in the list.
const SHORT: usize = 4;
/// Letters of the code of a private table, which strangers would guess.
const LONG: usize = 6;

/// Returns a short code, for a table that does not have to be hard to find.
pub fn random_code(entropy: &dyn Entropy) -> String {
    code_of(entropy, SHORT)
}

/// Returns a code that is hard to guess, for a private table.
pub fn private_code(entropy: &dyn Entropy) -> String {
    code_of(entropy, LONG)
}

fn code_of(entropy: &dyn Entropy, length: usize) -> String {
    loop {
        // 23 × 11 = 253: bytes from there on would favour the first letters.
        let bytes: [u8; 16] = random(entropy, Purpose::RoomCode);
        let letters =
            bytes.into_iter().filter(|byte| *byte < 253).map(|byte| CODE_LETTERS[usize::from(byte) % 23]);
        let code: String = letters.take(length).map(char::from).collect();
        if code.len() == length && !NO_CODES.iter().any(|word| code.contains(word)) {
            return code;
        }
    }
}

/// Reads a code as somebody typed it: in any case, with blanks or hyphens between its letters, of which there are four or
/// six.
pub fn clean_code(typed: &str) -> Result<String, Code> {
    let letters = typed.trim().chars().filter(|letter| !matches!(letter, ' ' | '-'));
    // Nobody types more; what is far too long is not worth cleaning.
    let code: String = letters.take(LONG + 1).map(|letter| letter.to_ascii_uppercase()).collect();
    if [SHORT, LONG].contains(&code.len()) && code.bytes().all(|b| b.is_ascii_uppercase()) {
        Ok(code)
    } else {
        Err(Code::BadCode)
    }
}

/// A name to show: trimmed, runs of white space made one blank, 1 to 20 characters, and nothing that is invisible, turns
/// the text around it, or piles up beyond its line.
pub fn clean_name(typed: &str) -> Result<String, Code> {
    // A name that is far too long is not worth cleaning.
    if typed.len() > 400 || has_tricks(typed.trim()) {
        return Err(Code::BadName);
    }
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=20).contains(&name.chars().count()) { Ok(name) } else { Err(Code::BadName) }
}

/// How many marks may stand over one letter.
const MARKS: usize = 2;

/// Whether a name could look like another one, or spoil the lines around it.
fn has_tricks(name: &str) -> bool {
    let letters: Vec<char> = name.chars().collect();
    let mut marks = 0;
    letters.iter().enumerate().any(|(at, letter)| {
        marks = if is_mark(*letter) { marks + 1 } else { 0 };
        let control = letter.is_control() && !letter.is_whitespace();
        let around = [at.checked_sub(1), Some(at + 1)].map(|at| at.and_then(|at| letters.get(at)));
        control || marks > MARKS || is_invisible(*letter) && !joins_pictures(*letter, around)
    })
}

/// Whether it is the joint of a picture that is made of several, such as a family.
fn joins_pictures(letter: char, around: [Option<&char>; 2]) -> bool {
    let picture = |c: &char| ('\u{2190}'..='\u{2BFF}').contains(c) || *c >= '\u{1F000}' || *c == '\u{FE0F}';
    letter == '\u{200D}' && around.iter().all(|c| c.is_some_and(picture))
}

/// Letters without a shape: zero-width ones, fillers, and those that turn the direction of the text.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{2800}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Marks that are drawn over, under or around the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05BD}' | '\u{0610}'..='\u{061A}'
        | '\u{064B}'..='\u{065F}' | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}'
        | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// The picture chosen, or the first that is not `taken`.
pub fn clean_avatar<'a>(chosen: Option<&str>, mut taken: impl FnMut(&str) -> bool) -> Result<&'a str, Code> {
    match chosen {
        Some(chosen) => AVATARS.into_iter().find(|a| *a == chosen).ok_or(Code::BadAvatar),
        None => Ok(AVATARS.into_iter().find(|avatar| !taken(avatar)).unwrap_or(AVATARS[0])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_four_or_six_letters_however_they_are_typed() {
        for typed in [" kxmt ", "KXMT", "kx mt", "K-X-M-T"] {
            assert_eq!(clean_code(typed), Ok("KXMT".into()), "{typed}");
        }
        for typed in ["kxmtab", "KXM TAB", "kxm-tab"] {
            assert_eq!(clean_code(typed), Ok("KXMTAB".into()), "{typed}");
        }
        for bad in ["KX1T", "KXM", "KXMTA", "KXMTABC", "", "ÄXMT", "KX T", "KX\tMT", &"K ".repeat(100_000)] {
            assert_eq!(clean_code(bad), Err(Code::BadCode), "{bad}");
        }
    }

    #[test]
    fn private_tables_have_long_codes_without_ugly_words() {
        #[derive(Debug)]
        struct Bytes(Vec<u8>, std::sync::atomic::AtomicUsize);
        impl Entropy for Bytes {
            fn fill(&self, _: Purpose, bytes: &mut [u8]) {
                let served = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                bytes.copy_from_slice(&self.0[served * 16..served * 16 + 16]);
            }
        }
        let place = |letter: char| CODE_LETTERS.iter().position(|l| char::from(*l) == letter).unwrap() as u8;
        let draws = |words: [&str; 2]| {
            let bytes = words.concat().chars().map(place).collect();
            Bytes(bytes, std::sync::atomic::AtomicUsize::new(0))
        };
        assert_eq!(private_code(&draws(["XARSEXAAAAAAAAAA", "KXMTABAAAAAAAAAA"])), "KXMTAB");
        assert_eq!(random_code(&draws(["DAMNAAAAAAAAAAAA", "KXMTABAAAAAAAAAA"])), "KXMT");
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
    fn names_hold_nothing_that_deceives() {
        for fine in [
            "Zoë",
            "Zoe\u{308}",
            "Nguyễn",
            "نور",
            "أمّ",
            "สมชาย",
            "Đạt",
            "José María",
            "👨‍👩‍👧",
            "❤️",
            "ﬁ",
            "O'Neil",
        ] {
            assert_eq!(clean_name(fine), Ok(fine.into()), "{fine}");
        }
        for bad in [
            "A\u{200B}nn",
            "Ann\u{200D}",
            "A\u{200D}nn",
            "\u{202E}nnA",
            "Ann\u{2066}",
            "\u{FEFF}Ann",
            "\u{3164}",
            "A\u{AD}nn",
            "\u{2800}",
            "A\u{E0041}",
            "A\u{300}\u{301}\u{302}",
            "x\u{2028}y\u{202C}",
        ] {
            assert_eq!(clean_name(bad), Err(Code::BadName), "{bad:?}");
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
