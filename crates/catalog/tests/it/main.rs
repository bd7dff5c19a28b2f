//! What the catalog promises: one list, whole games, tables that speak JSON.

mod analysis;
mod bots;
mod ceremony;
mod complete;
mod dealer;
mod decks;
mod erased;
mod every_game;
mod forgeries;
mod mutants;
mod opening;
mod proofs;
mod recomputing;
mod swap;
mod vectors;
mod witnesses;
