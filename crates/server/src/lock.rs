//! Locking a mutex whose last holder may have panicked.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also one whose last holder panicked.
///
/// Code that holds such a lock leaves its data whole at every step, so a panic does not spoil it.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
