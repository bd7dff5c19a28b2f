//! Through the public address of the library.

mod planted;
