use std::fmt;

/// A text of lines that is read from its top.
pub(super) struct Lines<'a> {
    rest: &'a str,
    /// How many lines were read.
    read: usize,
}

/// Why a text is not an opening or a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// What it should be.
    pub expected: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} should be {}", self.line, self.expected)
    }
}

impl std::error::Error for TextError {}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        Lines { rest: text, read: 0 }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The error that the next line is not what it should be.
    pub(super) fn error(&self, expected: impl Into<String>) -> TextError {
        TextError { line: self.read + 1, expected: expected.into() }
    }

    fn advance(&mut self, line: &str) {
        self.rest = &self.rest[line.len() + 1..];
        self.read += 1;
    }

    /// The next line is just this.
    pub(super) fn next_is(&mut self, line: &str) -> Result<(), TextError> {
        match self.rest.split_once('\n') {
            Some((next, _)) if next == line => {
                self.advance(line);
                Ok(())
            }
            _ => Err(self.error(format!("`{line}`"))),
        }
    }

    /// The next line is this name, a space, and what `read` makes a value of.
    pub(super) fn value<T>(
        &mut self,
        name: &str,
        what: &str,
        read: impl Fn(&'a str) -> Option<T>,
    ) -> Result<T, TextError> {
        let value = self.rest.split_once('\n').and_then(|(line, _)| {
            let value = line.strip_prefix(name)?.strip_prefix(' ')?;
            Some((line, read(value)?))
        });
        let (line, value) = value.ok_or_else(|| self.error(format!("`{name}` and {what}")))?;
        self.advance(line);
        Ok(value)
    }
}
