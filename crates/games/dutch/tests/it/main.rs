//! Everything Dutch promises, through the public door: a table, scripted deals, views.
//!
//! Tests whose name starts with `d_` and a number are acceptance cases.

mod desk;

mod laws;
