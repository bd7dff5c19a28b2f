use super::{
    lines::{Lines, TextError},
    opening::{Opening, Sitter, number},
};
use kernel::{Digits, Seat};
use sha2::{Digest, Sha256};

/// An opening, and every promise that was made to it: what a deal follows from, but for the secret and the promised
/// bytes.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// What was fixed first.
    pub opening: Opening,
    /// The hash of each seat's bytes, seats in ascending order. A seat that promised nothing in time has none.
    pub promises: Vec<(Seat, Digits)>,
}

impl Transcript {
    /// The text that is hashed and signed: the opening, and a line per promise.
    pub fn to_text(&self) -> String {
        let promises = self.promises.iter().map(|(seat, promise)| format!("promise {} {promise}\n", seat.0));
        self.opening.to_text() + &promises.collect::<String>()
    }

    /// Reads a text that is a transcript in its one form.
    pub fn parse(text: &str) -> Result<Transcript, TextError> {
        let mut lines = Lines::new(text);
        let opening = Opening::read(&mut lines)?;
        let mut promises: Vec<(Seat, Digits)> = Vec::new();
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
                    fits.then_some((seat, Digits::parse(promise)?))
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
    pub fn hash(&self) -> Digits {
        Digits(Sha256::digest(self.to_text()).into())
    }
}
