//! Rooms that run without a server, driven by calls.

mod advice;
mod ceremony;
mod desk;
mod games;
mod lessons;
mod lobby;
mod page;
mod refusals;
mod resume;
mod surroundings;
