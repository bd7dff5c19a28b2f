//! The client against the document of the protocol, and against a real server.

mod document;
mod sessions;
