//! What the catalog promises: one list, whole games, tables that speak JSON.

mod analysis;
mod bots;
mod ceremony;
mod complete;
mod decks;
mod erased;
mod every_game;
mod opening;
mod proofs;
mod swap;
