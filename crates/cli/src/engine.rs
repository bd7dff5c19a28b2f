//! The engine on stdin and stdout.

use engine::{Engine, LONGEST_LINE};
use std::io::{self, BufRead, Read, Write};

/// Answers every line of `requests` with one line, until it ends or somebody quits.
pub(crate) fn run(requests: &mut dyn BufRead, answers: &mut dyn Write) -> io::Result<()> {
    let mut engine = Engine::default();
    let mut line = Vec::new();
    while read_line(requests, &mut line)? {
        let answer = engine.answer(&line);
        writeln!(answers, "{answer}")?;
        // The other side waits for this before it writes again.
        answers.flush()?;
        if answer.is_last() {
            break;
        }
    }
    Ok(())
}

/// Reads the next line without its end; `false` if there is none. Of a line that is too long only so much
/// is kept that it can be seen to be too long: memory is not for the other side to fill.
fn read_line(requests: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let kept = LONGEST_LINE as u64 + 1;
    if requests.take(kept).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LONGEST_LINE {
        requests.skip_until(b'\n')?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(mut input: &[u8]) -> Vec<usize> {
        let mut line = Vec::new();
        let mut lengths = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            lengths.push(line.len());
        }
        lengths
    }

    #[test]
    fn lines_are_cut_at_their_ends_and_at_the_limit() {
        assert!(lengths(b"").is_empty());
        assert_eq!(lengths(b"a\n\nbc"), [1, 0, 2]);
        for (length, kept) in
            [(LONGEST_LINE, LONGEST_LINE), (LONGEST_LINE + 1, LONGEST_LINE + 1), (300_000, LONGEST_LINE + 1)]
        {
            let long = "x".repeat(length);
            assert_eq!(lengths(format!("{long}\nyz\n").as_bytes()), [kept, 2], "{length}");
            assert_eq!(lengths(long.as_bytes()), [kept]);
        }
    }
}
