use std::{future::Future, time::Duration};
use tokio::time::{Instant, sleep};

/// How long to retry a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retry {
    /// No attempt starts after this time.
    pub(crate) timeout: Duration,
    /// The pause between two attempts.
    pub(crate) delay: Duration,
}

impl Retry {
    /// Retries until an attempt succeeds. Returns the error of the last attempt if none does in time.
    pub(crate) async fn run<T, E, F>(self, attempt: impl FnMut() -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        self.run_while(attempt, |_| true).await
    }

    /// The same, but an error for which `is_temporary` returns false ends it at once.
    pub(crate) async fn run_while<T, E, F>(
        self,
        mut attempt: impl FnMut() -> F,
        is_temporary: impl Fn(&E) -> bool,
    ) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        let deadline = Instant::now() + self.timeout;
        loop {
            match attempt().await {
                Err(error) if is_temporary(&error) && Instant::now() <= deadline => sleep(self.delay).await,
                ended => return ended,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    const RETRY: Retry = Retry { timeout: Duration::from_millis(20), delay: Duration::from_millis(5) };

    #[tokio::test]
    async fn an_attempt_is_repeated_until_one_succeeds_or_the_time_is_up() {
        let attempts = Cell::new(0);
        let third = RETRY.run(async || {
            attempts.set(attempts.get() + 1);
            if attempts.get() < 3 { Err("not yet") } else { Ok(attempts.get()) }
        });
        assert_eq!(third.await, Ok(3));
        assert_eq!(RETRY.run(async || Err::<(), _>("never")).await, Err("never"));
    }

    #[tokio::test]
    async fn an_error_that_stays_ends_it_at_once() {
        let attempts = Cell::new(0);
        let failed = RETRY.run_while(
            async || {
                attempts.set(attempts.get() + 1);
                Err::<(), _>("hopeless")
            },
            |error| *error != "hopeless",
        );
        assert_eq!((failed.await, attempts.get()), (Err("hopeless"), 1));
    }
}
