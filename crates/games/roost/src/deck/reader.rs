//! TOML values that know where they stand, so that every mistake can name its place.

use super::{DeckError, Fault};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{cell::RefCell, ops::RangeInclusive};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// A file, and where to report what is wrong with it.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    text: &'a str,
    errors: &'a RefCell<Vec<DeckError>>,
}

impl<'a> Source<'a> {
    pub(super) fn new(file: &'a str, text: &'a str, errors: &'a RefCell<Vec<DeckError>>) -> Self {
        Source { file, text, errors }
    }
    pub(super) fn parse(&self) -> Option<DeTable<'a>> {
        match DeTable::parse(self.text) {
            Ok(table) => Some(table.into_inner()),
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                self.error(at, "", "", Fault::Syntax, error.message().to_string());
                None
            }
        }
    }
    /// Reports a mistake at an offset into the text.
    pub(super) fn error(&self, at: usize, item: &str, field: &str, kind: Fault, detail: String) {
        let line = self.text.as_bytes()[..at.min(self.text.len())].iter().filter(|&&b| b == b'\n').count();
        self.errors.borrow_mut().push(DeckError {
            file: self.file.into(),
            line: line as u32 + 1,
            item: item.into(),
            field: field.into(),
            kind,
            detail,
        });
    }
}

/// A value with its name. Whatever is read from it and cannot be, is reported and `None`.
#[derive(Clone)]
pub(super) struct Value<'a> {
    source: &'a Source<'a>,
    item: String,
    field: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Value<'a> {
    pub(super) fn new(
        source: &'a Source<'a>,
        item: &str,
        field: &str,
        value: &'a Spanned<DeValue<'a>>,
    ) -> Self {
        Value { source, item: item.into(), field: field.into(), value }
    }
    /// Reports a mistake here.
    pub(super) fn error(&self, kind: Fault, detail: String) {
        self.source.error(self.value.span().start, &self.item, &self.field, kind, detail);
    }
    /// Reports a mistake about the item as a whole.
    pub(super) fn item_error(&self, field: &str, kind: Fault, detail: String) {
        self.source.error(self.value.span().start, &self.item, field, kind, detail);
    }
    /// The same value as part of a named item.
    pub(super) fn of_item(&self, item: String) -> Value<'a> {
        Value { item, field: String::new(), ..self.clone() }
    }
    fn wrong<T>(&self, wanted: &str) -> Option<T> {
        let is = self.value.get_ref().type_str();
        self.error(Fault::WrongType, format!("should be {wanted} and is a {is}"));
        None
    }
    pub(super) fn word(&self) -> Option<&'a str> {
        self.value.get_ref().as_str().or_else(|| self.wrong("a word"))
    }
    pub(super) fn flag(&self) -> Option<bool> {
        self.value.get_ref().as_bool().or_else(|| self.wrong("true or false"))
    }
    pub(super) fn number(&self, range: RangeInclusive<u16>) -> Option<u16> {
        let Some(integer) = self.value.get_ref().as_integer() else { return self.wrong("a whole number") };
        let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let fits = number.and_then(|n| u16::try_from(n).ok()).filter(|n| range.contains(n));
        if fits.is_none() {
            let detail = format!("{} is outside {}..={}", integer.as_str(), range.start(), range.end());
            self.error(Fault::OutOfRange, detail);
        }
        fits
    }
    pub(super) fn byte(&self, range: RangeInclusive<u8>) -> Option<u8> {
        let range = u16::from(*range.start())..=u16::from(*range.end());
        self.number(range).map(|n| n as u8)
    }
    /// One of these words, as what it stands for.
    pub(super) fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let word = self.word()?;
        let found = words.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
            self.error(Fault::OutOfRange, format!("“{word}” is none of {}", known.join(", ")));
        }
        found.map(|(_, value)| *value)
    }
    /// Ids are `a-z 0-9` joined by `-`, at most 40 characters.
    pub(super) fn id(&self) -> Option<&'a str> {
        let word = self.word()?;
        let is_part = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if word.len() <= 40 && word.split('-').all(is_part) {
            return Some(word);
        }
        self.error(
            Fault::BadId,
            format!("“{word}” is not an id: a-z and 0-9 joined by -, at most 40 characters"),
        );
        None
    }
    pub(super) fn list(&self) -> Option<Vec<Value<'a>>> {
        let Some(list) = self.value.get_ref().as_array() else { return self.wrong("a list") };
        let part = |(n, value)| Value { field: format!("{}[{n}]", self.field), value, ..self.clone() };
        Some(list.iter().enumerate().map(part).collect())
    }
    /// A list of a fixed number of values.
    pub(super) fn array<T, const N: usize>(
        &self,
        fault: Fault,
        mut read: impl FnMut(&Value<'a>) -> Option<T>,
    ) -> Option<[T; N]> {
        let list = self.list()?;
        if list.len() != N {
            self.error(fault, format!("has {} values and should have {N}", list.len()));
            return None;
        }
        // All are read, so that every mistake is reported.
        let read: Vec<Option<T>> = list.iter().map(&mut read).collect();
        let read: Vec<T> = read.into_iter().collect::<Option<_>>()?;
        read.try_into().ok()
    }
    pub(super) fn fields(&self) -> Option<Fields<'a>> {
        let Some(table) = self.value.get_ref().as_table() else { return self.wrong("a table") };
        Some(Fields { value: self.clone(), table, taken: Vec::new(), unknown: Fault::UnknownField })
    }
}

/// The fields of a table. What nobody asked for is reported in the end.
pub(super) struct Fields<'a> {
    value: Value<'a>,
    table: &'a DeTable<'a>,
    taken: Vec<String>,
    unknown: Fault,
}

impl<'a> Fields<'a> {
    /// How fields that nobody knows are reported.
    pub(super) fn unknown_is(mut self, fault: Fault) -> Self {
        self.unknown = fault;
        self
    }
    /// The table itself.
    pub(super) fn whole(&self) -> &Value<'a> {
        &self.value
    }
    /// Names the item that this table is, for all that is read from it later.
    pub(super) fn name(&mut self, item: String) {
        self.value = self.value.of_item(item);
    }
    /// A field that may be missing.
    pub(super) fn maybe(&mut self, key: &str) -> Option<Value<'a>> {
        self.taken.push(key.to_string());
        let (_, value) = self.table.iter().find(|(name, _)| name.get_ref() == key)?;
        let field = if self.value.field.is_empty() || self.value.item.is_empty() {
            key.to_string()
        } else {
            format!("{}.{key}", self.value.field)
        };
        Some(Value { field, value, ..self.value.clone() })
    }
    /// A field that must be there.
    pub(super) fn get(&mut self, key: &str) -> Option<Value<'a>> {
        let value = self.maybe(key);
        if value.is_none() {
            let path = &self.value.field;
            let field = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
            self.value.item_error(&field, Fault::MissingField, "is missing".into());
        }
        value
    }
    /// Reports what is left over.
    pub(super) fn finish(self) {
        for (name, value) in self.table {
            if !self.taken.iter().any(|taken| taken == name.get_ref()) {
                let field = Value { field: name.get_ref().to_string(), value, ..self.value.clone() };
                field.error(self.unknown, "is not known here".into());
            }
        }
    }
}
