use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also one whose last holder panicked: what these tasks collect stays whole at every step.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
