use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also one whose last holder panicked.
///
/// Code that holds a lock of this server leaves its data whole at every step, so a panic does not spoil it.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
