use crate::{Failure, args::RoomsCluster};
use std::{
    env, fs,
    io::{self, BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

/// The unit in which the kernel reports CPU time to programs: the same on every Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// A server in a separate process. It ends when this is dropped, or when this process does.
#[derive(Debug)]
pub(super) struct ServerProcess {
    /// Where it listens.
    pub(super) address: SocketAddr,
    child: Child,
}

impl ServerProcess {
    /// Starts this program as a server with its data in `folder`, or in the cluster `name`.
    pub(super) fn start(folder: &Path, cluster: &RoomsCluster, name: &str) -> Result<ServerProcess, Failure> {
        ServerProcess::start_with(folder, cluster, name, &[])
    }

    /// The same with further options.
    pub(super) fn start_with(
        folder: &Path,
        cluster: &RoomsCluster,
        name: &str,
        options: &[&str],
    ) -> Result<ServerProcess, Failure> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["bench", "rooms-server", "--data-dir"]).arg(folder).args(options);
        if !cluster.cluster.is_empty() {
            command.arg("--cluster").arg(cluster.cluster.join(","));
            command.args(["--cluster-name", name]);
            command.arg("--cluster-replicas").arg(cluster.cluster_replicas.to_string());
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(says) = child.stdout.take() {
            BufReader::new(says).read_line(&mut line)?;
        }
        match line.trim().parse() {
            Ok(address) => Ok(ServerProcess { address, child }),
            Err(_) => {
                // Its error is on stderr already.
                child.kill()?;
                child.wait()?;
                Err(io::Error::other("the server did not start").into())
            }
        }
    }

    /// CPU time of all its threads until now, in user and kernel mode. Only Linux reports it.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        cpu_ticks(&self.proc_file("stat")?).map(|ticks| ticks as f64 / TICKS_PER_SECOND)
    }

    /// Its current memory. Only Linux reports it.
    pub(super) fn resident_kb(&self) -> Option<u64> {
        kilobytes(&self.proc_file("status")?, "VmRSS:")
    }

    /// Its peak memory. Only Linux reports it.
    pub(super) fn peak_kb(&self) -> Option<u64> {
        kilobytes(&self.proc_file("status")?, "VmHWM:")
    }

    /// Its open files and connections. Only Linux reports them.
    pub(super) fn open_files(&self) -> Option<usize> {
        Some(fs::read_dir(format!("/proc/{}/fd", self.child.id())).ok()?.count())
    }

    fn proc_file(&self, name: &str) -> Option<String> {
        fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).ok()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Fields 14 and 15 of `/proc/<pid>/stat`. The second is a name that may contain anything, in parentheses.
fn cpu_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11).map(str::parse::<u64>);
    Some(fields.next()?.ok()? + fields.next()?.ok()?)
}

fn kilobytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_figures_are_read() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 5 0 100 1000 200";
        assert_eq!(cpu_ticks(stat), Some(300));
        let status = "Name:\tx\nVmHWM:\t    2345 kB\nVmRSS:\t    1234 kB\nThreads:\t1\n";
        assert_eq!((kilobytes(status, "VmRSS:"), kilobytes(status, "VmHWM:")), (Some(1234), Some(2345)));
        assert_eq!(cpu_ticks("nonsense"), None);
        assert_eq!(kilobytes("VmRSS: much", "VmRSS:"), None);
    }
}
