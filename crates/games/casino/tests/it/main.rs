//! Everything Casino promises, through the public door: a table, scripted deals, views.
//!
//! Tests whose name starts with `c_` and a number are acceptance cases.

mod laws;
