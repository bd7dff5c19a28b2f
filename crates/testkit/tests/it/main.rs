//! The proof that the laws can fail, and that they need not.
//!
//! [`toy`] is a small honest card game. It passes all laws; the same game with one planted fault after the
//! other fails exactly the law that was made for that fault.

mod honest;
mod logs;
mod planted;
mod refused;
mod tools;
mod toy;
