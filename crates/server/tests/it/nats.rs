//! Real NATS servers on this machine, for the tests of a cluster.

use serde_json::Value;
use server::{lock::lock, log::JetStreamConfig};
use std::{
    env,
    fs::{self, File},
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// How long a server may take to be there, or to catch up with the others: a busy machine needs several elections for it.
const TIMEOUT: Duration = Duration::from_secs(90);
/// How long servers may take to find each other: an election of NATS takes 4 to 9 seconds, a split vote another one.
const ELECTION: Duration = Duration::from_secs(20);
/// How many times servers that do not find each other are started from nothing.
const ELECTIONS: u32 = 6;

/// One server or several that form a cluster. They end with this.
pub(crate) struct Nats {
    servers: Vec<Mutex<Server>>,
    home: TempDir,
    _ports: Ports,
}

struct Server {
    port: u16,
    /// Where it says how it is.
    monitor: u16,
    config: PathBuf,
    child: Option<Child>,
}

impl Nats {
    /// A number of servers that nobody else uses.
    pub(crate) fn start(count: usize) -> Nats {
        Nats::with(count, "")
    }

    /// The same, with something more in their configuration.
    pub(crate) fn with(count: usize, more: &str) -> Nats {
        // In memory, where there is some: a disk would be slower, and these tests do not cut the power.
        let home = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let claimed = Ports::claim(3 * count);
        let (clients, rest) = claimed.free.split_at(count);
        let (routes, monitors) = rest.split_at(count);
        let others: Vec<_> = routes.iter().map(|port| format!("nats://127.0.0.1:{port}")).collect();
        let ports = clients.iter().zip(routes).zip(monitors).enumerate();
        let servers = ports.map(|(number, ((port, route), monitor))| {
            let folder = home.path().join(number.to_string());
            fs::create_dir_all(&folder).unwrap();
            let mut text = format!(
                "server_name: n{number}\nlisten: 127.0.0.1:{port}\nhttp: 127.0.0.1:{monitor}\n\
                 jetstream {{ store_dir: \"{}\", sync_interval: always, max_mem: 256M, max_file: 1G }}\n{more}",
                folder.display()
            );
            if count > 1 {
                text += &format!(
                    "cluster {{ name: test, listen: 127.0.0.1:{route}, routes: [{}] }}\n",
                    others.join(", ")
                );
            }
            let config = home.path().join(format!("{number}.conf"));
            fs::write(&config, text).unwrap();
            Mutex::new(Server { port: *port, monitor: *monitor, config, child: None })
        });
        let nats = Nats { servers: servers.collect(), home, _ports: claimed };
        (0..count).for_each(|number| nats.restart(number));
        if count > 1 {
            nats.unite();
        }
        nats
    }

    /// Waits until the leader of these servers counts on all of them. Seen with NATS 2.10.27: a leader that is elected
    /// while a doubled route is closed takes the others for gone and places nothing, sometimes even after a restart. They
    /// hold nothing yet, so all of them begin again without what they have stored.
    fn unite(&self) {
        for attempt in 1..=ELECTIONS {
            let began = Instant::now();
            while began.elapsed() < ELECTION {
                if self.servers.iter().any(|server| leads_all(lock(server).monitor, self.servers.len())) {
                    return;
                }
                thread::sleep(Duration::from_millis(20));
            }
            if attempt < ELECTIONS {
                self.begin_again();
            }
        }
        let log = |server: &Mutex<Server>| fs::read_to_string(lock(server).config.with_extension("conf.log"));
        let logs: Vec<String> = self.servers.iter().map(|server| log(server).unwrap_or_default()).collect();
        panic!("these nats-servers do not find each other:\n{}", logs.join("\n"));
    }

    fn begin_again(&self) {
        (0..self.servers.len()).for_each(|number| self.kill(number));
        for number in 0..self.servers.len() {
            let folder = self.home.path().join(number.to_string());
            fs::remove_dir_all(&folder).unwrap();
            fs::create_dir_all(&folder).unwrap();
        }
        (0..self.servers.len()).for_each(|number| self.restart(number));
    }

    /// Servers that tests share, as long as one of them runs: each test has names of its own in it.
    pub(crate) fn shared(count: usize) -> Arc<Nats> {
        static SHARED: [Mutex<Weak<Nats>>; 2] = [const { Mutex::new(Weak::new()) }; 2];
        let mut shared = lock(&SHARED[usize::from(count > 1)]);
        shared.upgrade().unwrap_or_else(|| {
            let nats = Arc::new(Nats::start(count));
            *shared = Arc::downgrade(&nats);
            nats
        })
    }

    /// How to reach them, with names that nobody else uses.
    pub(crate) fn config(&self) -> JetStreamConfig {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let server = |server: &Mutex<Server>| format!("nats://127.0.0.1:{}", lock(server).port);
        JetStreamConfig {
            servers: self.servers.iter().map(server).collect(),
            replicas: self.servers.len(),
            prefix: format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed)),
            ..JetStreamConfig::default()
        }
    }

    /// As if its machine had lost power, but for what the kernel has.
    pub(crate) fn kill(&self, number: usize) {
        drop(lock(&self.servers[number]).child.take().map(Guard));
    }

    /// Starts one, again or for the first time.
    pub(crate) fn restart(&self, number: usize) {
        let mut server = lock(&self.servers[number]);
        // The shell ends the server when our end of its stdin is gone, whatever becomes of us.
        let script = "\"$0\" -c \"$1\" >\"$1.log\" 2>&1 & child=$!; cat >/dev/null; kill -9 $child; wait $child 2>/dev/null";
        let child = Command::new("sh")
            .args(["-c", script])
            .arg(program())
            .arg(&server.config)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        server.child = Some(child);
        let began = Instant::now();
        while !answers(server.port) {
            let log = fs::read_to_string(server.config.with_extension("conf.log")).unwrap_or_default();
            assert!(began.elapsed() < TIMEOUT, "nats-server does not start:\n{log}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Starts one again, and comes back when it has caught up: until then it is as good as away.
    pub(crate) fn bring_back(&self, number: usize) {
        self.restart(number);
        let monitor = lock(&self.servers[number]).monitor;
        let began = Instant::now();
        while !is_well(monitor) {
            assert!(began.elapsed() < TIMEOUT, "a nats-server does not catch up");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        (0..self.servers.len()).for_each(|number| self.kill(number));
    }
}

/// Ends a server when it goes.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // It has ended when the shell has.
        let _ = self.0.wait();
    }
}

/// A server greets first.
fn answers(port: u16) -> bool {
    let greeted = TcpStream::connect(("127.0.0.1", port)).and_then(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        stream.read_exact(&mut [0; 4])
    });
    greeted.is_ok()
}

/// Whether a server says that it has all of what the others have.
fn is_well(monitor: u16) -> bool {
    let asked = TcpStream::connect(("127.0.0.1", monitor)).and_then(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(b"GET /healthz HTTP/1.0\r\n\r\n")?;
        let mut status = [0; 12];
        stream.read_exact(&mut status)?;
        Ok(status.ends_with(b" 200"))
    });
    asked.is_ok_and(|well| well)
}

/// Whether a server leads `count` servers and counts on all of them.
fn leads_all(monitor: u16, count: usize) -> bool {
    let counts_on = |replica: &Value| replica["current"] == true && replica["offline"] != true;
    replicas(monitor).is_some_and(|replicas| replicas.len() + 1 == count && replicas.iter().all(counts_on))
}

/// What a server says of the others, if it leads them.
fn replicas(monitor: u16) -> Option<Vec<Value>> {
    let asked = TcpStream::connect(("127.0.0.1", monitor)).and_then(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(b"GET /jsz HTTP/1.0\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    });
    let told: Value = serde_json::from_str(asked.ok()?.split_once("\r\n\r\n")?.1).ok()?;
    // Only the leader lists them.
    told["meta_cluster"]["replicas"].as_array().cloned()
}

/// Ports for one cluster. Other test programs run at the same time and look for ports too: a file that is locked says
/// which are taken, from before a server listens to after it is gone.
struct Ports {
    free: Vec<u16>,
    _claims: Vec<File>,
}

impl Ports {
    /// Ports that nobody listens on, below those that the system gives to whatever connects somewhere.
    fn claim(count: usize) -> Ports {
        const RANGE: std::ops::Range<u32> = 12_000..32_000;
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Other programs begin elsewhere.
        let begin = std::process::id().wrapping_mul(7_919);
        let candidates = std::iter::repeat_with(|| {
            let n = begin.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed) as u32);
            (RANGE.start + n % (RANGE.end - RANGE.start)) as u16
        });
        let folder = env::temp_dir().join("aboveboard-test-ports");
        fs::create_dir_all(&folder).unwrap();
        let claimed = candidates.filter_map(|port| {
            let claim = File::create(folder.join(port.to_string())).unwrap();
            let free = claim.try_lock().is_ok() && TcpListener::bind(("127.0.0.1", port)).is_ok();
            free.then_some((port, claim))
        });
        let (free, claims) = claimed.take(count).unzip();
        Ports { free, _claims: claims }
    }
}

/// What `cargo xtask nats` finds. A test that cannot run says so and fails.
fn program() -> PathBuf {
    if let Some(path) = env::var_os("NATS_SERVER") {
        return path.into();
    }
    // Where `cargo xtask nats` puts what it downloads.
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [built.join("nats")].into_iter().chain(env::split_paths(&path)).chain(["/usr/sbin".into()]);
    let found = folders.map(|folder| folder.join("nats-server")).find(|file| file.is_file());
    found.expect(
        "these tests need nats-server: `cargo xtask nats` gets it, or NATS_SERVER=<path> says where it is",
    )
}
