use super::{
    lines::{Lines, TextError},
    opening::{Opening, Sitter, number},
};
use kernel::{Hex32, Seat};
use sha2::{Digest, Sha256};

/// An opening, and every promise that was made to it: what a deal follows from, but for the secret and the promised
/// bytes.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// Everything that was fixed first.
    pub opening: Opening,
    /// The hash of each seat's bytes, seats in ascending order. A seat that promised nothing in time has none.
    pub promises: Vec<(Seat, Hex32)>,
}

impl Transcript {
    /// The text that is hashed and signed: the opening, and a line per promise.
    pub fn to_text(&self) -> String {
        transcript_text(&self.opening.to_text(), &self.promises)
    }

    /// Reads a text that is a transcript in its one form.
    pub fn parse(text: &str) -> Result<Transcript, TextError> {
        let mut lines = Lines::new(text);
        let opening = Opening::read(&mut lines)?;
        let mut promises: Vec<(Seat, Hex32)> = Vec::new();
        while !lines.is_at_end() {
            let last = promises.last().map(|(seat, _)| *seat);
            let promise = lines.value(
                "promise",
                "the seat of a person above the last one, and 64 digits",
                |words| {
                    let (seat, promise) = words.split_once(' ')?;
                    let seat = Seat(number(seat)?);
                    let sitter = opening.seats.get(seat.index())?;
                    let fits = last.is_none_or(|last| last < seat) && matches!(sitter, Sitter::Person(_));
                    fits.then_some((seat, Hex32::parse(promise)?))
                },
            )?;
            promises.push(promise);
        }
        let transcript = Transcript { opening, promises };
        // Every value has one form, so this cannot fail; it is what the form of all values rests on.
        if transcript.to_text() != text {
            return Err(TextError { line: 1, expected: "a transcript in its one form".into() });
        }
        Ok(transcript)
    }

    /// The hash that the key of the game is made from, called T in the specification.
    pub fn hash(&self) -> Hex32 {
        hash_text(&self.to_text())
    }
}

/// The text of a transcript, from that of its opening and from the promises in ascending order of their seats.
pub fn transcript_text(opening: &str, promises: &[(Seat, Hex32)]) -> String {
    let lines = promises.iter().map(|(seat, promise)| format!("promise {} {promise}\n", seat.0));
    opening.to_owned() + &lines.collect::<String>()
}

/// The hash of an opening or a transcript.
pub fn hash_text(text: &str) -> Hex32 {
    Hex32(Sha256::digest(text).into())
}
