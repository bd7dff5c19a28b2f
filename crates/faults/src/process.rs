use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use std::{
    fs, io,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
};

/// A running program. It ends when this is dropped, and when this process is killed.
#[derive(Debug)]
pub(crate) struct Process {
    pid: Pid,
    shell: Child,
    stdin: Option<ChildStdin>,
}

/// The shell prints the id of its child and kills it when our end of its input is closed, however this process ends. It waits
/// for it only then, so that no other process gets the same id meanwhile.
const SCRIPT: &str = r#"log=$1; shift; "$@" </dev/null >>"$log" 2>&1 & child=$!; echo $child; cat >/dev/null; kill -9 $child 2>/dev/null; wait $child 2>/dev/null"#;

impl Process {
    /// Starts `command` and appends its output to the file `log`.
    pub(crate) fn start(command: &Command, log: &Path) -> io::Result<Process> {
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "sh"]).arg(log).arg(command.get_program()).args(command.get_args());
        let mut shell = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let stdin = shell.stdin.take();
        let mut line = String::new();
        if let Some(stdout) = shell.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let pid = line.trim().parse().ok().and_then(Pid::from_raw);
        let pid = pid.ok_or_else(|| io::Error::other("the shell started no program"))?;
        Ok(Process { pid, shell, stdin })
    }

    /// Sends a signal. A process that has already exited gets none.
    pub(crate) fn signal(&self, signal: Signal) {
        let _ = kill_process(self.pid, signal);
    }

    /// Whether it has ended.
    pub(crate) fn has_ended(&self) -> bool {
        let stat =
            fs::read_to_string(format!("/proc/{}/stat", self.pid.as_raw_nonzero())).unwrap_or_default();
        stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['Z', 'X']))
    }

    /// Limits the size of this process's files to this number of bytes; `None`: no limit.
    pub(crate) fn limit_files(&self, bytes: Option<u64>) -> io::Result<()> {
        let limit = Rlimit { current: bytes, maximum: None };
        prlimit(Some(self.pid), Resource::Fsize, limit)?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A paused process reacts to no other signal.
        self.signal(Signal::KILL);
        drop(self.stdin.take());
        // It has ended when the shell has.
        let _ = self.shell.wait();
    }
}

/// A program that is killed and started again.
#[derive(Debug, Default)]
pub(crate) struct Service(Option<Process>);

impl Service {
    pub(crate) fn start(&mut self, command: &Command, log: &Path) -> io::Result<()> {
        self.0 = Some(Process::start(command, log)?);
        Ok(())
    }
    /// Kills it, as a loss of power would, except that the kernel keeps what was written.
    pub(crate) fn kill(&mut self) {
        self.0 = None;
    }
    pub(crate) fn signal(&self, signal: Signal) {
        if let Some(process) = &self.0 {
            process.signal(signal);
        }
    }
    pub(crate) fn runs(&self) -> bool {
        self.0.as_ref().is_some_and(|process| !process.has_ended())
    }
    /// See [`Process::limit_files`].
    pub(crate) fn limit_files(&self, bytes: Option<u64>) -> io::Result<()> {
        self.0.as_ref().map_or(Ok(()), |process| process.limit_files(bytes))
    }
}

/// A small disk for one folder, if this process may mount one. It is removed when this is dropped, and when this process is
/// killed.
#[derive(Debug)]
pub(crate) struct SmallDisk {
    shell: Child,
    stdin: Option<ChildStdin>,
}

const MOUNT: &str = r#"mount -t tmpfs -o size="$1" tmpfs "$2" 2>/dev/null && echo ok; cat >/dev/null; umount -l "$2" 2>/dev/null"#;

impl SmallDisk {
    pub(crate) fn mount(folder: &Path, megabytes: u32) -> Option<SmallDisk> {
        let mut shell = Command::new("sh");
        shell.args(["-c", MOUNT, "sh"]).arg(format!("{megabytes}m")).arg(folder);
        let mut shell =
            shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let stdin = shell.stdin.take();
        let mut line = String::new();
        BufReader::new(shell.stdout.take()?).read_line(&mut line).ok()?;
        // Without a mount there is nothing to undo.
        let disk = SmallDisk { shell, stdin };
        (line.trim() == "ok").then_some(disk)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let _ = self.shell.wait();
    }
}
