//! The calls that the page makes. An exported symbol counts as unsafe code, because two of one name would be undefined
//! behaviour; nothing else in this file is unsafe. This module links no other code that exports symbols.
#![allow(unsafe_code, reason = "exported symbols")]

use crate::{Buffers, LARGEST_REQUEST, Module};
use std::{
    cell::{Cell, RefCell},
    panic,
};

thread_local! {
    static BUFFERS: RefCell<Buffers> = RefCell::default();
    static MODULE: RefCell<Module> = RefCell::default();
    /// Where the text of the last panic is, and how long it is.
    static FAILURE: Cell<u64> = const { Cell::new(0) };
}

/// Lends a buffer for a request of `len` bytes; 0 if that is too large, or if memory runs out.
// SAFETY: no other symbol of this module has the name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn allocate(len: u32) -> u32 {
    remember_panics();
    let len = len as usize;
    if len > LARGEST_REQUEST {
        return 0;
    }
    BUFFERS.with_borrow_mut(|buffers| buffers.allocate(len).map_or(0, |address| address as u32))
}

/// Answers the request in a buffer and frees that buffer. The answer stays until it is released. A buffer that was never lent
/// is a request that cannot be read.
// SAFETY: no other symbol of this module has the name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer(address: u32, len: u32) -> u64 {
    let request = BUFFERS.with_borrow_mut(|buffers| buffers.take(address as usize, len as usize));
    let answer = MODULE.with_borrow_mut(|module| module.answer(&request.unwrap_or_default()));
    let bytes = answer.into_bytes();
    let len = bytes.len();
    place(BUFFERS.with_borrow_mut(|buffers| buffers.lend(bytes)), len)
}

/// Frees an answer, or a buffer that is not used after all.
// SAFETY: no other symbol of this module has the name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn release(address: u32, len: u32) {
    BUFFERS.with_borrow_mut(|buffers| drop(buffers.take(address as usize, len as usize)));
}

/// Where the text of a panic is, after a call that trapped; 0 if nothing has panicked.
// SAFETY: no other symbol of this module has the name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn failure() -> u64 {
    FAILURE.get()
}

fn place(address: usize, len: usize) -> u64 {
    (address as u64) << 32 | len as u64
}

/// A panic ends in a trap, which says nothing. Its text stays in memory for `failure`.
fn remember_panics() {
    thread_local!(static DONE: Cell<bool> = const { Cell::new(false) });
    if DONE.replace(true) {
        return;
    }
    panic::set_hook(Box::new(|info| {
        let text = info.to_string().leak();
        FAILURE.set(place(text.as_ptr().expose_provenance(), text.len()));
    }));
}
