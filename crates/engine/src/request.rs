use catalog::{Fault, Json};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, MapAccess, Visitor},
};
use serde_json::{Value, value::RawValue};
use std::fmt;

/// A line that was read: the name its sender gave it, and its fields.
#[derive(Debug)]
pub struct Request<'a> {
    /// Echoed in the answer, whatever the answer is.
    pub id: Option<Json>,
    /// The command, or why it cannot be read.
    pub fields: Result<Fields<'a>, Fault>,
}

impl Request<'_> {
    /// Takes a line of at most `longest` bytes apart.
    pub fn read(line: &[u8], longest: usize) -> Request<'_> {
        let nameless = |fault| Request { id: None, fields: Err(fault) };
        if line.len() > longest {
            let text = format!("a line may have {longest} bytes");
            return nameless(Fault::new("too_large", text).with("most", longest));
        }
        let Ok(text) = str::from_utf8(line) else {
            return nameless(Fault::bad_message("the line is not UTF-8"));
        };
        if text.trim().is_empty() {
            return nameless(Fault::bad_message("the line is empty"));
        }
        let mut fields: Fields<'_> = match serde_json::from_str(text) {
            Ok(fields) => fields,
            Err(error) => return nameless(Fault::unreadable(&error)),
        };
        match fields.id() {
            Ok(id) => Request { id, fields: Ok(fields) },
            Err(fault) => nameless(fault),
        }
    }
}

/// The fields of a request that nobody has asked for yet.
#[derive(Debug)]
pub struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl Fields<'_> {
    /// The name of the command, which stays there; nothing if there is none that can be read.
    pub fn command(&self) -> Option<String> {
        let (_, value) = self.0.iter().find(|(field, _)| field == "cmd")?;
        serde_json::from_str(value.get()).ok()
    }
    /// A field that must be there.
    pub fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, Fault> {
        let missing = || Fault::bad_message(format!("the field “{name}” is missing")).with("field", name);
        self.find(name)?.ok_or_else(missing)
    }
    /// A field that may be there; `null` is the same as nothing.
    pub fn find<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, Fault> {
        let Some(at) = self.0.iter().position(|(field, _)| field == name) else { return Ok(None) };
        let (_, value) = self.0.swap_remove(at);
        serde_json::from_str(value.get()).map_err(|error| {
            let mut fault = Fault::unreadable(&error).with("field", name);
            fault.text = format!("{name}: {}", fault.text);
            fault
        })
    }
    /// There must be no other fields.
    pub fn end(self) -> Result<(), Fault> {
        match self.0.first() {
            None => Ok(()),
            Some((field, _)) => {
                let field: String = field.chars().take(64).collect();
                Err(Fault::bad_message(format!("there is no field “{field}” here")).with("field", field))
            }
        }
    }
    /// A string, a number, a truth value or `null`, exactly as it was written.
    fn id(&mut self) -> Result<Option<Json>, Fault> {
        let bad =
            || Fault::bad_message("an id is a string, a number, true, false or null").with("field", "id");
        let Some(id) = self.find::<Json>("id")? else { return Ok(None) };
        // Read once here, so that the reader of the answer can read it too.
        match serde_json::from_str(id.get()) {
            Ok(Value::Object(_) | Value::Array(_)) | Err(_) => Err(bad()),
            Ok(_) => Ok(Some(id)),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Vec<(String, &'de RawValue)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a request, which is an object")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut fields: Self::Value = Vec::new();
                while let Some((field, value)) = map.next_entry::<String, _>()? {
                    // Of two fields with one name nobody can say which was meant.
                    if fields.iter().any(|(known, _)| *known == field) {
                        return Err(M::Error::custom("a field is there twice"));
                    }
                    // No command has as many, and looking for doubles costs their number squared.
                    if fields.len() == 32 {
                        return Err(M::Error::custom("the request has too many fields"));
                    }
                    fields.push((field, value));
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(Object).map(Fields)
    }
}
