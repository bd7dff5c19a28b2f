//! The binary `aboveboard`: arguments in, exit code out. Everything else is in the library beside it.

use clap::Parser;
use cli::{Args, Failure};
use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

/// A move becomes some eighty small allocations, most of them freed by another thread than made them. With
/// glibc's allocator a server makes a fifth fewer moves per CPU second (`aboveboard bench rooms`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version go to stdout and succeed; clap knows. So does a program whose reader has left.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match cli::run(args, &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // `aboveboard games | head -1`: the reader has seen enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {failure}");
            failure.exit_code()
        }
    }
}
