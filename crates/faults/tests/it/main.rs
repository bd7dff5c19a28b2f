//! Through the public door of the library.

mod planted;
